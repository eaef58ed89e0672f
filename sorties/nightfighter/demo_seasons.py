"""The seasons of Nightfighter in the club: a night that is over, one that may be entered, and a year that all share."""

import random
from collections.abc import Iterator, Mapping, Sequence

from campaigns.accounts.models import Player
from campaigns.demo.club import begun, entered, played
from campaigns.demo.seasons import announced, keyed, moved_back
from campaigns.groups.models import Group
from campaigns.results.models import Result
from campaigns.seasons.models import Season
from campaigns.seasons.selectors import terms_of
from campaigns.seasons.services import season_enter
from play.bots.substitute import Substitution
from play.games.titles import title_of
from play.sessions.services import SeatAssignment, read_setup
from sorties.nightfighter.demo import flown_to

TITLE, SEAT, POLICY = "nightfighter", "player", "hunter"
OVER, OPEN = "4B", "3"
SHARES = 40
YEAR = {"campaign": "staffel", "mode": "solo"}
STAFFELN = {"Ruth": ("7. Staffel", 7), "Tomasz": ("2. Staffel", 9), "Solveig": ("5. Staffel", 5)}
"""Leader, Staffel and present week of each player in the shared year."""


def made(group: Group, rng: random.Random) -> Iterator[str]:
    """Make both seasons, and name each."""
    members = list(group.members.order_by("pk"))
    yield _season(group, members, OVER, "Nightfighter, season 1", rng, over=True)
    yield _season(group, members[:2], OPEN, "Nightfighter, season 2", rng, over=False)
    yield _shared_year(group, {one.display_name: one for one in members}, rng)


def _shared_year(group: Group, members: Mapping[str, Player], rng: random.Random) -> str:
    """Let three Staffeln fly the nights of one year, each as far as it has come."""
    terms = title_of(TITLE).terms(read_setup(TITLE, YEAR))
    year = announced(group, TITLE, "Nightfighter, season 3", YEAR, dict(terms), duplicate=True)
    year = keyed(year, rng.randbytes(32))
    for who, (name, week) in STAFFELN.items():
        flown_to(entered(year, members[who], name, rng.randbytes(32)), week)
    moved_back(Season.objects.get(pk=year.pk), opened=30, ends=60)
    return f"{group}: {year}, a duplicate season"


def _season(
    group: Group, players: Sequence[Player], scenario: str, name: str, rng: random.Random, *, over: bool
) -> str:
    setup, season = {"scenario": scenario, "mode": "solo"}, None
    for player in players:
        sitters = {SEAT: SeatAssignment(player=player)}
        night = begun(player, TITLE, setup, rng.randbytes(32), **sitters)
        night = played(night, SEAT, Substitution(POLICY, {}, "night", ""), shares=SHARES)
        result = Result.objects.get(session=night)
        if season is None:
            season = announced(group, TITLE, name, setup, terms_of(result), under_way=True, each=2)
        season_enter(season=season, player=player, number=result.pk)
    if season is None:
        return name
    if over:
        moved_back(Season.objects.get(pk=season.pk), opened=120, ends=-90, lasted=25)
    else:
        moved_back(Season.objects.get(pk=season.pk), opened=5, ends=30)
    return f"{group}: {season}"
