"""Context of the clocks on a game's page: turn, time left, leave and pauses."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from play.clocks.models import OverrunPolicy, TimeControl
from play.clocks.services import clock_of, is_late, leave_of, resting, time_control_of
from play.clocks.terms import term_sentences
from play.clocks.timing import DAY, HOUR, MOMENT, SeatClock, days_of, runs_out
from play.games.text import GameText
from play.secrecy import deciders, visibility
from play.sessions.models import Seat, Session, SessionStatus
from play.utils.players import Player

LOOK_AGAIN = 60
"""Seconds after which a page looks again at a clock that should have run out by now."""


@dataclass(frozen=True, kw_only=True)
class ShownClock:
    """The clock of a seat as another may see it."""

    name: str
    word: str
    who: Player | None
    mine: bool
    since: datetime | None
    due: datetime | None
    late: bool
    may_call: bool
    """True if the viewer may have the computer answer for it."""
    away: bool


@dataclass(frozen=True, kw_only=True)
class ShownClocks:
    """The clocks of a game and the actions that a seat has on them."""

    rows: Sequence[ShownClock]
    looks_in: int
    """After how many seconds the page looks again; 0 for never."""
    terms: Sequence[str]
    paused: datetime | None
    timed: bool
    i_ask: bool
    they_ask: Sequence[str]
    leave: int
    """Days of leave that may be taken."""
    away: datetime | None
    overruns: Sequence[tuple[str, int]]


def clocks_shown(
    session: Session, seat: Seat, words: GameText, *, is_asked: bool, delayed_since: float | None = None
) -> ShownClocks | None:
    """Return the clocks as a seat may see them; it does not show who else is asked.

    Nothing where one person plays, before the beginning and after the end. `delayed_since` says when the seat gave the
    order whose outcome it is not shown yet: from then on the clocks of its hidden deciders seem to run, asked or not.
    """
    time_control = time_control_of(session)
    if time_control is None or session.status != SessionStatus.PLAYING:
        return None
    now = visibility.now()
    shown = [one for one in session.table if not one.policy and (one.pk == seat.pk) == is_asked]
    hidden = deciders.hidden_deciders_of(session, seat.name)
    rows = []
    for one in shown:
        clock = clock_of(time_control, one.name)
        if one.name in hidden:
            clock = _without_secrets(time_control, clock, delayed_since)
        elif delayed_since:
            # A person asked beside a hidden decider is shown with the outcome of the order.
            clock = SeatClock(leave=clock.leave)
        rows.append(_row(time_control, one, seat, words, now, clock))
    leave = leave_of(session, seat)
    away = next((span.end for span in leave if span.end > now), 0.0)
    others = [one for one in session.table if not one.policy and one.player_id != seat.player_id]
    return ShownClocks(
        rows=[row for row in rows if row.since],
        looks_in=_looks_in(rows, now),
        terms=term_sentences(time_control),
        paused=time_control.paused,
        timed=bool(time_control.hours),
        i_ask=seat.name in time_control.asks,
        they_ask=[words.seat(one.name) for one in others if one.name in time_control.asks],
        leave=int(time_control.leave - days_of(leave) + MOMENT) if not away else 0,
        away=_moment(away),
        overruns=[
            (words.seat(one.name), n)
            for one in session.table
            if not one.policy and (n := time_control.overruns(one.name))
        ],
    )


def _looks_in(rows: list[ShownClock], now: float) -> int:
    """Return the seconds after which what follows from a time that has run out is there to be shown; 0 for never.

    A browser's own clocks do not run for weeks, so that it looks once a day at least.
    """
    dues = [row.due.timestamp() - now for row in rows if row.due and not row.late]
    return max(int(min(DAY, *dues, DAY)) + 1, 1 if min(dues) > 0 else LOOK_AGAIN) if dues else 0


def _without_secrets(time_control: TimeControl, clock: SeatClock, delayed_since: float | None) -> SeatClock:
    """Return the clock of a hidden decider as the seat that he decides over may see it: it runs from the seat's order.

    An opponent's turn and its start could reveal what the rules hide. Before the seat's first order nothing is.
    """
    if delayed_since is None:
        return SeatClock(leave=clock.leave)
    if not delayed_since:
        return clock
    due = 0.0
    if time_control.hours and not time_control.paused:
        seconds = time_control.hours * HOUR
        due = runs_out(delayed_since, seconds, resting(time_control, clock, delayed_since, seconds))
    return SeatClock(since=delayed_since, due=due, leave=clock.leave)


def _row(time_control: TimeControl, one: Seat, seat: Seat, words: GameText, now: float, clock: SeatClock) -> ShownClock:
    late = is_late(time_control, one.name, now)
    return ShownClock(
        name=one.name,
        word=words.seat(one.name),
        who=one.player,
        mine=one.player_id == seat.player_id,
        since=_moment(clock.since),
        due=_moment(clock.due),
        late=late,
        may_call=late and time_control.after != OverrunPolicy.WAIT and one.player_id != seat.player_id,
        away=any(span.begin <= now < span.end for span in clock.leave),
    )


def _moment(seconds: float) -> datetime | None:
    return datetime.fromtimestamp(int(seconds), UTC) if seconds else None
