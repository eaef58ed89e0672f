"""All-time standings of a group: seasons, members across games, and head to head.

A running duplicate season is left out: its own page shows it line by line.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from campaigns.accounts.models import Player
from campaigns.accounts.requests import Reader
from campaigns.groups.models import Group
from campaigns.ladders.score_lines import SeasonLog, log_of
from campaigns.matches.models import Match, Rating
from campaigns.matches.ratings import standing_of
from campaigns.matches.season_page import RatingBar, bar_of
from campaigns.seasons.models import ScoreRow, Season, site_day
from play.games import titles

BEST = 10
SHOWN = 50


class LastLine(NamedTuple):
    """The last line of an entry, as it is read from the score rows."""

    entry: int
    entry__player: int
    entry__name: str
    value: int
    second: int
    flown: int
    state: str
    key: int


@dataclass(frozen=True)
class FinalPlace:
    """Place of an entry, final or present."""

    season: Season
    entry: int
    player: int
    name: str
    place: int
    of: int
    value: int
    second: int
    flown: int
    state: str


@dataclass
class PlayerTotal:
    """Total of a player's games of one title."""

    player: int
    who: Player | None = None
    games: int = 0
    seasons: int = 0
    first: int = 0
    """Seasons that are over and that he has won."""
    best: int | None = None
    total: int = 0
    flown: int = 0
    won: float = 0
    lost: float = 0
    margin: int = 0
    matches: int = 0


@dataclass
class AllTimeTable:
    """The all-time table of one game, or of one kind of it that has a figure of its own."""

    title: str
    game: str
    log: SeasonLog | None
    sums: list[PlayerTotal]
    careers: list[FinalPlace] = field(default_factory=list)
    bars: list[RatingBar] = field(default_factory=list)

    @property
    def has_matches(self) -> bool:
        """Return whether a match of this title has been played."""
        return any(one.matches for one in self.sums)

    @property
    def has_entries(self) -> bool:
        """Return whether a game of this title has been entered."""
        return any(one.games for one in self.sums)


def fully_visible() -> Q:
    """Return the seasons that every reader of the group may see in full."""
    return Q(calendar=None) | Q(ends__lt=site_day())


def stood_in(group: Group) -> list[FinalPlace]:
    """Return the places of all entries of a group's seasons, season by season, in order."""
    seasons = {one.pk: one for one in group.seasons.filter(fully_visible(), mirrored=False)}
    heads = ScoreRow.objects.filter(season__in=list(seasons), head=True, known=True, entry__voided=None)
    by_season: dict[UUID, list[LastLine]] = {}
    for season, *row in heads.order_by("-key", "entry").values_list("season", *LastLine._fields):
        by_season.setdefault(season, []).append(LastLine(*row))
    found = []
    for pk, rows in by_season.items():
        place, last = 0, None
        for number, (entry, player, name, value, second, flown, state, key) in enumerate(rows, 1):
            place, last = (number, key) if key != last else (place, last)
            found.append(FinalPlace(seasons[pk], entry, player, name, place, len(rows), value, second, flown, state))
    return found


def matches_of(group: Group) -> list[Match]:
    """Return the matches of a group that are over and count."""
    ended = Match.objects.filter(season__group=group, finished__isnull=False, voided=None)
    return list(ended.select_related("season", "one", "other"))


def tables_of(group: Group, reader: Reader) -> list[AllTimeTable]:
    """Return the all-time tables, one for each game that the group has played in seasons."""
    stood, matches = stood_in(group), matches_of(group)
    ratings = list(Rating.objects.filter(group=group).select_related("player").order_by("number"))
    names = Player.objects.in_bulk(
        {one.player for one in stood} | {pk for one in matches for pk in (one.one.player_id, one.other.player_id)}
    )
    found = []
    for played in kinds_of([*stood, *matches]):
        mine = [one for one in stood if played.has(one.season)]
        sums = _sums(mine, [one for one in matches if played.has(one.season)])
        for one in sums:
            one.who = names.get(one.player)
        log = played.log
        careers = sorted(mine, key=lambda one: (-one.value, -one.second, one.flown))[:BEST] if log else []
        last = standing_of(rating for rating in ratings if played.is_rated and rating.title == played.title)
        bars = [bar_of(rating, rating.player_id == reader.pk) for rating in last]
        found.append(AllTimeTable(played.title, played.named, log, sums[:SHOWN], careers, bars))
    return found


@dataclass(frozen=True)
class AllTimeKind:
    """A game, or of one that is measured in several ways one of them: their figures are not held together."""

    title: str
    log: SeasonLog | None

    def has(self, season: Season) -> bool:
        """Say whether a season is of it."""
        return season.title == self.title and log_of(season.title, season.terms) is self.log

    @property
    def is_rated(self) -> bool:
        """Return whether the title has ratings, as matches of games with two sides have."""
        return self.log is None or not self.log.name

    @property
    def named(self) -> str:
        """Return the name."""
        game = titles.words_of(self.title).title
        return f"{game}: {self.log.name}" if self.log is not None and self.log.name else game


def kinds_of(played: Iterable[FinalPlace | Match]) -> list[AllTimeKind]:
    """Return of what kinds some games are, the first first."""
    seasons = (one.season for one in played)
    return list(dict.fromkeys(AllTimeKind(one.title, log_of(one.title, one.terms)) for one in seasons))


def _sums(stood: Iterable[FinalPlace], matches: Iterable[Match]) -> list[PlayerTotal]:
    found: dict[int, PlayerTotal] = {}
    for one in stood:
        mine = found.setdefault(one.player, PlayerTotal(one.player))
        mine.games += 1
        mine.total += one.value
        mine.flown += one.flown
        mine.best = one.value if mine.best is None else max(mine.best, one.value)
        mine.first += one.place == 1 and one.season.is_final()
    for match in matches:
        for side in (match.one, match.other):
            mine = found.setdefault(side.player_id, PlayerTotal(side.player_id))
            won = _won(match, side.player_id)
            mine.matches, mine.won, mine.lost = mine.matches + 1, mine.won + won, mine.lost + 1 - won
            mine.margin += margin_for(match, side.player_id)
    return sorted(found.values(), key=lambda one: (-one.first, -one.won, -(one.best or 0), -one.total, one.player))


def _won(match: Match, player: int) -> float:
    """Return what a match brought to one of its two: one, nothing, or half of it."""
    if match.lost_by_time is not None:
        return float(match.lost_by_time.player_id != player)
    margin = margin_for(match, player)
    return 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0


def margin_for(match: Match, player: int) -> int:
    """Return the margin as one of its two has it."""
    return (match.margin or 0) * (1 if match.one.player_id == player else -1)


# One member


@dataclass
class HeadToHead:
    """Head to head of two players: matches, and seasons in which both had a game."""

    player: int
    who: Player | None = None
    won: float = 0
    lost: float = 0
    margin: int = 0
    ahead: int = 0
    behind: int = 0


@dataclass
class MemberGame:
    """A member in one game."""

    title: str
    game: str
    log: SeasonLog | None
    stood: list[FinalPlace]
    states: list[tuple[FinalPlace, str]] = field(default_factory=list)
    sum: PlayerTotal | None = None
    bar: RatingBar | None = None
    course: str = ""
    """His rating, match by match, as the points of a line in a field of 240 by 60."""


class MemberRecord(NamedTuple):
    """A member across the games, and against each other member."""

    games: list[MemberGame]
    against: list[HeadToHead]


def member_across(group: Group, player: Player, reader: Reader) -> MemberRecord:
    """Return a member across the games: places, rating history, and head to head with each."""
    stood, matches = stood_in(group), matches_of(group)
    mine = [one for one in stood if one.player == player.pk]
    his = [one for one in matches if player.pk in (one.one.player_id, one.other.player_id)]
    ratings = list(Rating.objects.filter(group=group, player=player).select_related("player").order_by("number"))
    games = []
    for played in kinds_of([*mine, *his]):
        log, rated = played.log, [one for one in ratings if played.is_rated and one.title == played.title]
        some = sorted((one for one in mine if played.has(one.season)), key=lambda one: one.season.opens, reverse=True)
        sums = _sums(some, [one for one in his if played.has(one.season)])
        game = MemberGame(played.title, played.named, log, some)
        game.states = [(one, log.state_text(one.state) if log else "") for one in some]
        game.sum = next((one for one in sums if one.player == player.pk), None)
        game.bar = bar_of(rated[-1], player.pk == reader.pk) if rated else None
        game.course = course_of(rated)
        games.append(game)
    return MemberRecord(games, _against(stood, his, player.pk))


def course_of(ratings: Sequence[Rating]) -> str:
    """Return a rating's way as points; one match is no way."""
    if len(ratings) < 2:
        return ""
    step = 240 / (len(ratings) - 1)
    return " ".join(
        f"{round(n * step, 1)},{round(60 - min(max(one.mu, 0), 50) * 1.2, 1)}" for n, one in enumerate(ratings)
    )


def _against(stood: Iterable[FinalPlace], his: Iterable[Match], player: int) -> list[HeadToHead]:
    found: dict[int, HeadToHead] = {}
    for match in his:
        other = match.other.player_id if match.one.player_id == player else match.one.player_id
        one = found.setdefault(other, HeadToHead(other))
        won = _won(match, player)
        one.won, one.lost, one.margin = one.won + won, one.lost + 1 - won, one.margin + margin_for(match, player)
    best: dict[UUID, dict[int, int]] = {}
    for row in stood:
        places = best.setdefault(row.season.pk, {})
        places[row.player] = min(row.place, places.get(row.player, row.place))
    for places in best.values():
        if (mine := places.get(player)) is not None:
            for other, place in places.items():
                if other != player:
                    one = found.setdefault(other, HeadToHead(other))
                    one.ahead, one.behind = one.ahead + (mine < place), one.behind + (mine > place)
    names = Player.objects.in_bulk(list(found))
    for one in found.values():
        one.who = names.get(one.player)
    return sorted(found.values(), key=lambda one: (-(one.won + one.lost), -(one.ahead + one.behind), str(one.who)))
