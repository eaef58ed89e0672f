"""Mirrored matches of Bomber Command in the club for a look round: three over, one under way, two to come."""

import random
from collections.abc import Iterator
from datetime import timedelta

from django.utils import timezone

from campaigns.demo.club import NONCE, carried_out, played
from campaigns.demo.seasons import announced, match_ended, moved_back
from campaigns.groups.models import Group
from campaigns.matches.models import Contender, Match, Rating
from campaigns.matches.ratings import ratings_rebuild
from campaigns.matches.services import contender_enter, match_set, matches_draw
from campaigns.seasons.models import TimeoutPolicy
from engine.kernel.dice import commitment
from play.bots.substitute import Substitution
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.sessions.services import session_begin
from play.spectators.models import SpectatorLink
from play.spectators.services import spectator_link_create
from raids.demo import NIGHT
from raids.records.projection import TITLE

SKILL = {"Ruth": "strong", "Tomasz": "strong", "Solveig": "strong", "Ian": "weak"}
OVER, DAYS = 3, 45
MOST_TURNS = 400
HALFWAY = 6


def made(group: Group, rng: random.Random) -> Iterator[str]:
    """Make the season of matches, and one for which sides are bid for, and name each."""
    agreed: dict[str, object] = {"pace": 48, "weekend": True, "leave": 14, "late": TimeoutPolicy.CALL}
    scenario = {"scenario": "berlin"}
    season = announced(
        group, TITLE, "Bomber Command, season 1", scenario, scenario, duplicate=False, mirrored=True, **agreed
    )
    for player in group.members.order_by("pk"):
        if player.display_name in SKILL:
            contender_enter(season=season, player=player)
    matches = matches_draw(season=season, by=group.owner)
    hers = [one for one in matches if "Solveig" in (one.one.player.display_name, one.other.player.display_name)]
    others = [one for one in matches if one not in hers]
    for match in [hers[0], hers[1], others[0]][:OVER]:
        _play(match, rng, MOST_TURNS)
    _play(hers[2], rng, HALFWAY)
    if (night := season.matches.get(pk=hers[2].pk).first) is not None:
        for kind in (SpectatorLink.Kind.OPEN, SpectatorLink.Kind.AFTER):
            spectator_link_create(session=night, seat=night.table[0], kind=kind)
    for number, match in enumerate(season.matches.exclude(finished=None).order_by("finished")):
        match_ended(match, timezone.now() - timedelta(days=2 + 9 * (OVER - number)))
    Rating.objects.filter(group=group).delete()
    ratings_rebuild(group=group)
    moved_back(season, opened=DAYS, ends=40)
    yield f"{group}: {season}, mirrored matches"
    sides = announced(
        group, TITLE, "Winter cup", scenario, scenario, duplicate=False, mirrored=True, bids=True, **agreed
    )
    contender_enter(season=sides, player=Contender.objects.filter(season=season).latest("pk").player)
    yield f"{group}: {sides}, sides bid for"


def _play(match: Match, rng: random.Random, turns: int) -> None:
    """Set both tables, and let a bot of their skill play both seats of each for so many turns, or to the end."""
    match = match_set(match=match, by=match.one.player)
    for night in (match.first, match.second):
        if night is None:
            continue
        seed = rng.randbytes(32)
        Session.objects.filter(pk=night.pk).update(seed=seed, commitment=commitment(seed))
        for seat in night.table:
            session_begin(session=session_at(night.pk), player=seat.player, nonce=NONCE)
        session = carried_out(session_at(night.pk))
        for _turn in range(turns):
            before = session.version
            for seat in session.table:
                skill = SKILL[str(seat.player)]
                session = played(session, seat.name, Substitution(skill, {}, NIGHT, "", most=40), shares=1)
            if session.status != "playing" or session.version == before:
                break
