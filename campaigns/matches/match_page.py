"""Context of a match: both nights, their results once both are over, and their meaning."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from campaigns.accounts.requests import Reader
from campaigns.groups.models import Role
from campaigns.groups.selectors import role_in
from campaigns.matches.bids import MOST, seats_in
from campaigns.matches.match_clock import PendingAnswer, late_in, nights_of, waiting_in
from campaigns.matches.models import Bid, Contender, Match, Rating
from campaigns.matches.season_page import RatingBar, bar_of, matches_in
from campaigns.results.models import Result
from campaigns.seasons.models import Season, TimeoutPolicy
from play.clocks.services import time_control_of
from play.games import titles
from play.games.text import GameText
from play.sessions.models import Session, SessionStatus

SCALE = 60
"""The margin at which the drawn scale ends."""
NOISE = 17 * 2**0.5
"""By how much two nights between equals differ by chance, one standard deviation: measured between equal bots."""
WIDTH = 320


@dataclass
class MatchPoints:
    """Points of one kind in a night, and for whom, as a bar of hundredths of the longest."""

    name: str
    value: float
    share: int


@dataclass
class MatchNight:
    """One night of a match: its seats and state, and once all are over its result."""

    number: int
    session: Session
    sides: list[tuple[Contender, str]]
    state: str
    """`set`, `under-way` or `over`."""
    score: tuple[int, int] | None = None
    net: int | None = None
    points: list[MatchPoints] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class MatchPage:
    """Context of a match for a reader."""

    season: Season
    match: Match
    number: int
    words: GameText
    mine: Contender | None
    nights: list[MatchNight]
    totals: tuple[int, int] | None
    margin: int | None
    other_margin: int
    at: float
    noise: tuple[float, float]
    within: bool
    """True if chance alone brings such a margin."""
    ratings: list[tuple[RatingBar, RatingBar]]
    waiting: list[PendingAnswer]
    may_set: bool
    may_claim: Contender | None
    """Opponent against whom the reader may claim the match."""
    may_bid: bool
    bid: Bid | None
    bids: list[tuple[Contender, str, int]]
    seats: list[tuple[str, str]]
    most: int
    my_table: Session | None
    overruns: list[tuple[Contender, int]]
    keeps: bool


def match_page(match: Match, reader: Reader) -> MatchPage:
    """Return what the page shows."""
    season = match.season
    words, role = titles.words_of(season.title), role_in(season.group, reader)
    mine = next((one for one in (match.one, match.other) if one.player_id == reader.pk), None)
    nights = _nights(match, words)
    seats = seats_in(match)
    waiting = waiting_in(match, reader)
    bids = {bid.contender_id: bid for bid in match.bids.all()} if season.bids else {}
    return MatchPage(
        season=season,
        match=match,
        number=1 + season.matches.filter(round__lte=match.round, pk__lt=match.pk).count(),
        words=words,
        mine=mine,
        nights=nights,
        totals=_totals(match, nights),
        margin=match.margin if match.counts and match.lost_by_time_id is None else None,
        other_margin=-(match.margin or 0),
        at=_scale(match.margin or 0),
        noise=(_scale(-NOISE), _scale(NOISE)),
        within=match.margin is not None and abs(match.margin) <= NOISE,
        ratings=_ratings(match, reader),
        waiting=waiting,
        may_set=mine is not None and match.is_open and not match.first_id and (not season.bids or len(bids) == 2),
        may_claim=late_in(match, reader) if mine is not None and season.late == TimeoutPolicy.CLAIM else None,
        may_bid=mine is not None and match.is_open and season.bids and len(bids) < 2,
        bid=bids.get(mine.pk) if mine else None,
        bids=[(one, words.seat(bids[one.pk].seat), bids[one.pk].points) for one in (match.one, match.other)]
        if len(bids) == 2
        else [],
        seats=[(name, words.seat(name)) for name in seats],
        most=MOST,
        my_table=next((one.night for one in waiting if mine and one.contender.pk == mine.pk), None),
        overruns=_overruns(match),
        keeps=role == Role.MODERATOR,
    )


def match_shown(number: int) -> Match | None:
    """Return a match with all that its page needs."""
    return matches_in(Match.objects.filter(pk=number)).select_related("season__group", "season__calendar").first()


def _overruns(match: Match) -> list[tuple[Contender, int]]:
    """Return the players for whom the computer has answered, with the number of turns."""
    sides = {one.player_id: one for one in (match.one, match.other)}
    counts = dict.fromkeys(sides, 0)
    for night in nights_of(match):
        for seat in night.table_prefetched:
            if seat.player_id in counts and (time_control := time_control_of(night)) is not None:
                counts[seat.player_id] += time_control.overruns(seat.name)
    return [(sides[player], turns) for player, turns in counts.items() if turns]


def _nights(match: Match, words: GameText) -> list[MatchNight]:
    results = _results(match)
    found = []
    for number, session in enumerate(nights_of(match), 1):
        swapped = match.swapped if number == 1 else True
        pair = (match.other, match.one) if swapped else (match.one, match.other)
        names = [seat.name for seat in session.table_prefetched]
        sides = [(one, words.seat(name)) for one, name in zip(pair, names, strict=True)]
        night = MatchNight(number, session, sides, _state(session))
        if match.counts and (result := results.get((session.pk, names[0]))) is not None:
            _fill(night, result, words)
        found.append(night)
    return found


def _results(match: Match) -> dict[tuple[UUID, str], Result]:
    """Return what the nights came to, once all of them are over."""
    if not match.counts:
        return {}
    sessions = [night.pk for night in nights_of(match)]
    return {(row.session_id, row.seat): row for row in Result.objects.filter(session__in=sessions, finished=True)}


def _state(session: Session) -> str:
    if session.status == SessionStatus.OPEN:
        return "set"
    return "over" if session.status == SessionStatus.OVER else "under-way"


def _fill(night: MatchNight, result: Result, words: GameText) -> None:
    parts = [part for part in result.standing.parts if part.name != "fraction" and part.value]
    second = round(-sum(part.value for part in parts if part.value < 0))
    night.score, night.net = (result.value + second, second), result.value
    longest = max((abs(part.value) for part in parts), default=1)
    night.points = [MatchPoints(words.label(part.name), part.value, _share(part.value, longest)) for part in parts]


def _share(value: float, longest: float) -> int:
    return round(100 * abs(value) / longest)


def _totals(match: Match, nights: Sequence[MatchNight]) -> tuple[int, int] | None:
    """Return the points of `one` and `other` over all nights."""
    if not nights or any(night.score is None for night in nights):
        return None
    one = other = 0
    for night in nights:
        first, second = night.score or (0, 0)
        mine_first = night.sides[0][0].pk == match.one_id
        one, other = one + (first if mine_first else second), other + (second if mine_first else first)
    return one, other


def _scale(margin: float) -> float:
    return round(WIDTH * (min(max(margin, -SCALE), SCALE) + SCALE) / (2 * SCALE), 1)


def _ratings(match: Match, reader: Reader) -> list[tuple[RatingBar, RatingBar]]:
    """Return what was known of both before and after."""
    found = []
    for row in match.ratings.select_related("player"):
        before = Rating(player=row.player, mu=row.mu_before, sigma=row.sigma_before, number=row.number - 1)
        mine = row.player_id == reader.pk
        found.append((bar_of(before, mine), bar_of(row, mine)))
    return found
