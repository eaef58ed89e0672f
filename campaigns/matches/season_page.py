"""Context of a season of matches: pairings, results, and ratings with their error."""

from collections import defaultdict
from dataclasses import dataclass, field

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.utils import timezone

from campaigns.accounts.models import Player
from campaigns.accounts.requests import Reader
from campaigns.groups.models import Role
from campaigns.groups.selectors import role_in
from campaigns.matches.match_clock import PendingAnswer, nights_of, waiting_in
from campaigns.matches.models import Contender, Match, Rating
from campaigns.matches.pairings import ROUND_ROBIN_UP_TO
from campaigns.matches.ratings import is_provisional, standing_of
from campaigns.matches.services import points_of
from campaigns.seasons.forms import terms_text
from campaigns.seasons.models import Season
from play.games import titles
from play.games.text import GameText
from play.sessions.models import SessionStatus

SCALE = 50.0
WIDTH = 240
MOST_COLUMNS, ROWS_ON_A_PAGE, MOST_LISTED = 16, 50, 50
"""Columns and rows of the table that a page shows, and lines of each list below it."""
HEAVY = [f"{night}__{name}" for night in ("first", "second") for name in ("record", "opening", "replays")]
"""Heavy fields of sessions that a list of matches does not load."""


@dataclass
class MatchTableCell:
    """Cell of a row against a column."""

    match: Match | None = None
    margin: int | None = None
    state: str = ""
    """`self`, `none`, `to-come`, `bids`, `waits`, `under-way`, `over`, `time` or `void`."""
    against: Player | None = None
    """Opponent, where the column is a round."""
    mine: bool = False
    won: bool = False


@dataclass
class MatchTableRow:
    """A contender: his wins, and his opponents."""

    contender: Contender
    place: int
    won: float
    lost: float
    margin: int
    cells: list[MatchTableCell] = field(default_factory=list)
    mine: bool = False


@dataclass
class RatingBar:
    """A drawn rating: its place on the scale, and two of its errors to either side."""

    rating: Rating
    name: Player
    at: float
    left: float
    width: float
    provisional: bool
    mine: bool


def matches_in(found: QuerySet[Match]) -> QuerySet[Match]:
    """Return matches with their people and the nights' tables, without what only play needs."""
    people = ("season", "one__player", "other__player", "first__pace", "second__pace")
    return (
        found.select_related(*people).prefetch_related("first__seats_taken", "second__seats_taken").defer(*HEAVY)
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class MatchesPage:
    """Context of a season of matches for a reader."""

    season: Season
    words: GameText
    told: str
    """Its terms in short."""
    page: Page[MatchTableRow]
    columns: list[Contender] | list[int]
    entered: int
    matches: list[Match]
    bars: list[RatingBar]
    bars_in_all: int
    may_enter: bool
    may_draw: bool
    mine: list[Match]
    """The reader's matches that are still to be played out."""
    next: PendingAnswer | None
    waiting: list[tuple[Match, PendingAnswer]]
    waiting_in_all: int
    plays: Contender | None
    """The reader's own entry, while he plays."""
    void: list[Match]
    void_in_all: int
    robin: bool
    over: bool


def matches_page(season: Season, reader: Reader, page: str | None = None) -> MatchesPage:
    """Return what the page shows."""
    words, role = titles.words_of(season.title), role_in(season.group, reader)
    contenders = list(season.contenders.select_related("player"))
    matches = list(matches_in(season.matches.all()))
    mine = next((one for one in contenders if one.player_id == reader.pk and one.left is None), None)
    playing = [one for one in contenders if one.left is None]
    waiting = [(match, one) for match in matches for one in waiting_in(match, reader)]
    plays = role in (Role.MODERATOR, Role.MEMBER)
    rows, columns = _rows_shown(contenders, matches, reader, page)
    bars = bars_of(season, {one.player_id for one in contenders}, reader)
    void = [match for match in matches if match.voided]
    return MatchesPage(
        season=season,
        words=words,
        told=terms_text(season),
        page=rows,
        columns=columns,
        entered=len(contenders),
        matches=matches,
        bars=bars[:MOST_LISTED],
        bars_in_all=len(bars),
        may_enter=plays and mine is None and season.takes_entries() and not matches,
        may_draw=role == Role.MODERATOR and may_draw(playing, matches),
        mine=[match for match in matches if match.has_player(reader) and match.is_open],
        next=_next(waiting, reader),
        waiting=waiting[:MOST_LISTED],
        waiting_in_all=len(waiting),
        plays=mine,
        void=void[:MOST_LISTED],
        void_in_all=len(void),
        robin=len(playing) <= ROUND_ROBIN_UP_TO,
        over=bool(matches) and not any(match.is_open for match in matches),
    )


def _next(waiting: list[tuple[Match, PendingAnswer]], reader: Reader) -> PendingAnswer | None:
    """Return where the reader is waited for, the longest first."""
    mine = [one for _match, one in waiting if one.contender.player_id == reader.pk]
    return min(mine, key=lambda one: one.due or one.since or timezone.now(), default=None)


def may_draw(contenders: list[Contender], matches: list[Match]) -> bool:
    """Say whether a steward can draw up matches now."""
    if len(contenders) < 2:
        return False
    if len(contenders) <= ROUND_ROBIN_UP_TO:
        return not matches
    return not any(match.is_open for match in matches)


def rows_of(contenders: list[Contender], matches: list[Match], reader: Reader) -> list[MatchTableRow]:
    """Return the table without its cells: matches won, then the margin over all."""
    played = _played(matches)
    points = {one.pk: points_of(one.pk, played[one.pk]) for one in contenders}
    order = sorted(contenders, key=lambda one: points[one.pk], reverse=True)
    places: dict[tuple[float, int], int] = {}
    rows = []
    for number, one in enumerate(order, start=1):
        won, margin = points[one.pk]
        ended = sum(match.counts for match in played[one.pk])
        place = places.setdefault(points[one.pk], number)
        rows.append(MatchTableRow(one, place, won, ended - won, margin, mine=one.player_id == reader.pk))
    return rows


def _played(matches: list[Match]) -> dict[int, list[Match]]:
    """Return the matches of each contender."""
    played: dict[int, list[Match]] = defaultdict(list)
    for match in matches:
        played[match.one_id].append(match)
        played[match.other_id].append(match)
    return played


def _rows_shown(
    contenders: list[Contender], matches: list[Match], reader: Reader, number: str | None
) -> tuple[Page[MatchTableRow], list[Contender] | list[int]]:
    """Return one page of the table with its columns: who is met, or of many contenders the rounds."""
    rows = rows_of(contenders, matches, reader)
    own = next((place // ROWS_ON_A_PAGE + 1 for place, row in enumerate(rows) if row.mine), 1)
    page = Paginator(rows, ROWS_ON_A_PAGE).get_page(number or own)
    if len(contenders) <= MOST_COLUMNS:
        met = {frozenset((match.one_id, match.other_id)): match for match in matches}
        for row in page:
            row.cells = [_cell(row.contender, other, met, reader) for other in contenders]
        return page, contenders
    played, rounds = _played(matches), sorted({match.round for match in matches})[-MOST_COLUMNS:]
    for row in page:
        by_round = {match.round: match for match in played[row.contender.pk]}
        row.cells = [_round_cell(row.contender, by_round.get(one), reader) for one in rounds]
    return page, rounds


def _round_cell(one: Contender, match: Match | None, reader: Reader) -> MatchTableCell:
    """Return a contender's result and opponent in a round."""
    if match is None:
        return MatchTableCell(state="none")
    other = match.other if match.one_id == one.pk else match.one
    cell = _cell(one, other, {frozenset((match.one_id, match.other_id)): match}, reader)
    cell.against = other.player
    return cell


def _cell(one: Contender, other: Contender, met: dict[frozenset[int], Match], reader: Reader) -> MatchTableCell:
    if one.pk == other.pk:
        return MatchTableCell(state="self")
    match = met.get(frozenset((one.pk, other.pk)))
    if match is None:
        return MatchTableCell(state="none")
    mine = match.has_player(reader) and one.player_id == reader.pk
    if match.voided is not None:
        return MatchTableCell(match, None, "void", mine=mine)
    if match.lost_by_time_id is not None:
        return MatchTableCell(match, None, "time", mine=mine, won=match.lost_by_time_id != one.pk)
    if match.finished is not None:
        margin = (match.margin or 0) * (1 if match.one_id == one.pk else -1)
        return MatchTableCell(match, margin, "over", mine=mine, won=margin > 0)
    nights = nights_of(match)
    if not nights:
        return MatchTableCell(match, None, "bids" if match.season.bids else "to-come", mine=mine)
    waits = all(night.status == SessionStatus.OPEN for night in nights)
    return MatchTableCell(match, None, "waits" if waits else "under-way", mine=mine)


def bars_of(season: Season, players: set[int], reader: Reader) -> list[RatingBar]:
    """Return the ratings of those who play, the most certain first."""
    found = Rating.objects.filter(group=season.group_id, title=season.title, player__in=players)
    last = standing_of(found.select_related("player").order_by("number"))
    return [bar_of(rating, rating.player_id == reader.pk) for rating in last]


def bar_of(rating: Rating, mine: bool) -> RatingBar:
    """Draw a rating."""

    def x(value: float) -> float:
        return round(WIDTH * min(max(value, 0), SCALE) / SCALE, 1)

    left, right = x(rating.mu - 2 * rating.sigma), x(rating.mu + 2 * rating.sigma)
    return RatingBar(
        rating, rating.player, x(rating.mu), left, round(right - left, 1), is_provisional(rating.sigma), mine
    )
