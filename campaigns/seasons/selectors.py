"""Queries for season pages: entries, standings, and the reader's games that fit."""

import uuid
from datetime import UTC, datetime, time
from typing import NamedTuple

from django.db.models import Count
from django.http import Http404

from campaigns.accounts.requests import Reader
from campaigns.games import campaign_games
from campaigns.groups.models import Group, Role
from campaigns.ladders.score_lines import log_of
from campaigns.results.models import Result, ResultSource
from campaigns.results.projection import hash_of, stored_terms
from campaigns.seasons.models import Season, SeasonEntry, SeasonStart
from play.charts.selectors import STANDARD
from play.games import titles
from play.sessions.services import read_setup
from play.utils.plain_data import Json

LATEST = 100
MIRRORED = 2


class Pattern(NamedTuple):
    """Template of a season: game, terms and charts, and the set-up of the game that it was taken from."""

    title: str
    terms: dict[str, Json]
    pack_hash: str
    pack: str = "standard"
    setup: dict[str, Json] = {}

    @property
    def may_be_mirrored(self) -> bool:
        """Return whether the game has two sides that can be swapped."""
        game = titles.title_of(self.title)
        return bool(game.shared and self.setup and len(game.seats(read_setup(self.title, self.setup))) == MIRRORED)

    @property
    def may_be_shared(self) -> bool:
        """Return whether all can meet the same: the game has shared draws, and a log that compares them."""
        log = log_of(self.title, self.terms)
        return bool(titles.title_of(self.title).shared and log and self.setup and log.shares(self.setup))


def season_at(season: uuid.UUID) -> Season:
    """Return a season by its number."""
    found = Season.objects.select_related("group", "group__owner", "calendar").filter(pk=season).first()
    if found is None:
        raise Http404
    return found


def seasons_of(group: Group) -> list[Season]:
    """Return the seasons of a group, the latest first, with the words of their games."""
    sizes = {"size": Count("entries")}
    found = list(group.seasons.annotate(**sizes)[:LATEST])
    for season in found:
        season.words = titles.words_of(season.title)
    return found


def entries_of(season: Season, player: Reader) -> list[SeasonEntry]:
    """Return what somebody has entered, in the order in which he did."""
    return list(season.entries.filter(player=player.pk))


def terms_of(result: Result) -> dict[str, Json]:
    """Return the rules of a result, from any source of its dice."""
    return {name: value for name, value in result.options.items() if name != "dice"}


def fitting(season: Season, player: Reader) -> list[Result]:
    """Return one's own games that may be entered; into a duplicate season one comes by beginning in it.

    A game with shared draws belongs to its own season: in another one it would show what others there have yet to meet.
    """
    if season.is_duplicate or season.mirrored:
        return []
    mine = Result.objects.counting().filter(player=player.pk, title=season.title, pack_hash=season.pack_hash)
    mine = mine.filter(session__calendar=None)
    fair = (ResultSource.FAIR, ResultSource.TABLETOP) if season.tabletop else (ResultSource.FAIR,)
    mine = mine.filter(source__in=fair).select_related("session").order_by("-changed")
    if not season.aids:
        mine = mine.filter(session__aided=False)
    if not season.under_way:
        mine = mine.filter(session__created__gte=datetime.combine(season.opens, time.min, UTC))
    taken = set(season.entries.filter(session__in=mine.values("session")).values_list("session_id", "seat"))
    return [one for one in mine[:LATEST] if (one.session_id, one.seat) not in taken and terms_of(one) == season.terms]


def entries_left(season: Season, entries: list[SeasonEntry], player: Reader, role: Role | None) -> int:
    """Return how many games somebody may still enter today; none for one who only reads."""
    if season.mirrored or not season.takes_entries() or role in (None, Role.READER):
        return 0
    if season.is_duplicate and SeasonStart.objects.filter(season=season, player=player.pk).exists():
        return 0
    return max(0, season.each - len(entries))


def patterns(player: Reader) -> dict[str, Pattern]:
    """Return the patterns for a season, by a key: from one's own latest games, then from the site's games."""
    latest = Result.objects.counting().filter(player=player.pk).select_related("session").order_by("-changed")[:LATEST]
    found: dict[str, Pattern] = {}
    for one in latest:
        setup = {name: value for name, value in one.session.setup.items() if name != "dice"}
        _add(found, Pattern(one.title, terms_of(one), one.pack_hash, one.session.pack, setup))
    for game in campaign_games():
        charts = titles.pack_hash(titles.pack_of(game.name, STANDARD)) if game.seasons is not None else ""
        for usual in game.seasons() if game.seasons is not None else ():
            setup = dict(usual)
            terms = stored_terms(titles.title_of(game.name), read_setup(game.name, setup))
            terms.pop("dice", None)
            _add(found, Pattern(game.name, terms, charts, STANDARD, setup))
    return found


def _add(found: dict[str, Pattern], pattern: Pattern) -> None:
    found.setdefault(f"{pattern.title}-{hash_of(pattern.terms)}-{pattern.pack_hash[:12]}", pattern)
