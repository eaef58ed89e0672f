"""Services for clocks: move, pause, grant leave, and act on expired ones."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from uuid import UUID

import msgspec
from django.db import transaction

from play.bots import substitute
from play.clocks.models import OverrunPolicy, TimeControl
from play.clocks.terms import Terms
from play.clocks.timing import DAY, HOUR, MOMENT, RestPeriod, SeatClock, counted, days_of, merged, rests, runs_out
from play.games import titles
from play.journal import store
from play.live import notify
from play.orders.models import Order
from play.orders.refusals import OrderRefused
from play.secrecy import deciders, visibility
from play.sessions.models import Seat, Session, SessionStatus

STRONG = "strong"
MOST_RUN_OUT = 200


def time_control_of(session: Session) -> TimeControl | None:
    """Return the pace of a table, None where one person plays."""
    try:
        return session.pace
    except TimeControl.DoesNotExist:
        return None


def time_control_create(*, session: Session, seats: Iterable[Seat], terms: Terms) -> TimeControl | None:
    """Write the terms of a new table down, where more than one person is to play at it."""
    players = [seat.player_id for seat in seats if not seat.policy]
    if len(players) < 2 or (len(set(players)) == 1 and players[0] is not None):
        return None
    policies = list(titles.title_of(session.title).policies())
    policy = STRONG if STRONG in policies else next(reversed(policies), "")
    terms = terms.bounded()
    return TimeControl.objects.create(
        session=session,
        policy=policy,
        hours=terms.hours,
        weekends=terms.weekends,
        leave=terms.leave,
        after=terms.after if policy else OverrunPolicy.WAIT,
    )


# Clocks


def clock_of(time_control: TimeControl, seat: str) -> SeatClock:
    """Return the clock of a seat."""
    return msgspec.convert(time_control.clocks.get(seat, {}), SeatClock)


def clocks_update(session: Session, asked: Iterable[str], by: str = "") -> None:
    """Start and stop the clocks by who is asked now, after an order `by` a seat; call it in its transaction.

    A clock begins anew when somebody else has stopped being asked, so that nobody can read from it when another was.
    It begins when its seat is shown the question, not when a hidden decider has made up his mind, and with each order
    of a seat over which somebody decides unseen, whether he was asked or not.
    """
    time_control = time_control_of(session)
    if time_control is None:
        return
    now = visibility.now()
    turns = set(asked) if session.status == SessionStatus.PLAYING else set()
    before = {seat.name: clock_of(time_control, seat.name) for seat in session.table if not seat.policy}
    has_left = any(clock.since and name not in turns for name, clock in before.items())
    has_left = has_left or any(not deciders.is_bot(session, name) for name in deciders.hidden_deciders_of(session, by))
    for name, clock in before.items():
        if name not in turns:
            clock.since = clock.due = clock.left = 0
        elif not clock.since or has_left:
            clock.since = max(now, visibility.progress_of(session, name).due) if session.worlds else now
            start(time_control, clock, clock.since, time_control.hours * HOUR)
    locked = (time_control.clocks, time_control.due)
    save_clocks(time_control, before)
    if locked != (time_control.clocks, time_control.due):
        # Every other change of a pace moves the session's version, which this change has claimed.
        time_control.save(update_fields=["clocks", "due"])


def start(time_control: TimeControl, clock: SeatClock, now: float, seconds: float) -> None:
    """Let a clock run for a number of seconds; while the game is paused it only stores them."""
    clock.due, clock.left = 0, 0
    if time_control.hours and time_control.paused:
        clock.left = seconds
    elif time_control.hours:
        clock.due = runs_out(now, seconds, resting(time_control, clock, now, seconds))


def resting(time_control: TimeControl, clock: SeatClock, since: float, seconds: float) -> list[RestPeriod]:
    """Return when a clock rests."""
    return rests(since, seconds, at_weekends=time_control.weekends, leave=clock.leave)


def left_of(time_control: TimeControl, clock: SeatClock, now: float) -> float:
    """Return the seconds that a clock has left; nothing when it has run out."""
    if not clock.due:
        return clock.left
    return (
        counted(now, clock.due, resting(time_control, clock, now, time_control.hours * HOUR))
        if clock.due > now
        else 0.0
    )


def save_clocks(time_control: TimeControl, clocks: dict[str, SeatClock]) -> None:
    """Store clocks, and the time at which the sweeper must look at the next one."""
    time_control.clocks = time_control.clocks | {name: msgspec.to_builtins(clock) for name, clock in clocks.items()}
    running = [msgspec.convert(clock, SeatClock) for clock in time_control.clocks.values()]
    dues = [
        clock.due
        for clock in running
        if clock.due and (time_control.after == OverrunPolicy.ANSWER or clock.is_answered)
    ]
    time_control.due = datetime.fromtimestamp(min(dues), UTC) if dues and not time_control.paused else None


class locked_time_control:
    """The pace of a session, locked; what was done to it is written at the end, and the session's copy is the same."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def __enter__(self) -> TimeControl:
        self.pace: TimeControl = TimeControl.objects.select_for_update().get(session=self.session)
        self.before = (dict(self.pace.clocks), self.pace.due, self.pace.paused, list(self.pace.asks))
        return self.pace

    def __exit__(self, kind: type[BaseException] | None, *_problem: object) -> None:
        if kind is None:
            time_control = self.pace
            if self.before != (time_control.clocks, time_control.due, time_control.paused, time_control.asks):
                time_control.save(update_fields=["clocks", "due", "paused", "asks"])
            self.session.pace = time_control


def _changed(session: Session, change: Callable[[TimeControl, Session], None]) -> None:
    """Change the pace of a running game, and notify all its players."""
    with transaction.atomic():
        session = Session.objects.select_for_update().get(pk=session.pk)
        if session.status != SessionStatus.PLAYING or time_control_of(session) is None:
            raise OrderRefused("no_pace")
        with locked_time_control(session) as time_control:
            change(time_control, session)
        session.version += 1
        session.worlds = visibility.advance_all(session)
        session.save(update_fields=["version", "worlds"])
        notify.after_commit(notify.publish, session)


# Rests

Others = Callable[[Session, Seat], Iterable[Seat]]
_agreed: list[Others] = []


def shares_leave(others: Others) -> Others:
    """Register the query for other games with a shared leave: a player's seats there, with session and pace."""
    _agreed.append(others)
    return others


def leave_of(session: Session, seat: Seat) -> list[RestPeriod]:
    """Return the leave that a player has taken, here and wherever it is counted together with this."""
    time_control = time_control_of(session)
    if time_control is None or not time_control.leave:
        return []
    there = [(other.session.pace, other.name) for others in _agreed for other in others(session, seat)]
    return merged(span for locked, name in [(time_control, seat.name), *there] for span in clock_of(locked, name).leave)


def _tables(session: Session, seat: Seat) -> dict[UUID, tuple[Session, str]]:
    """Return the tables not over at which a player's leave is the same, with his seat there, locked in one order."""
    seats = {session.pk: seat.name}
    seats |= {other.session_id: other.name for others in _agreed for other in others(session, seat)}
    found = Session.objects.select_for_update().defer("record").filter(pk__in=seats).exclude(status=SessionStatus.OVER)
    tables = {table.pk: (table, seats[table.pk]) for table in found.order_by("pk")}
    here = tables[session.pk][0] if session.pk in tables else None
    if here is None or here.status != SessionStatus.PLAYING or time_control_of(here) is None:
        raise OrderRefused("no_pace")
    return tables


def _everywhere(tables: dict[UUID, tuple[Session, str]], change: Callable[[TimeControl, SeatClock], None]) -> None:
    """Change a player's clock in all these games, and notify their players."""
    for table, name in tables.values():
        with locked_time_control(table) as time_control:
            clock = clock_of(time_control, name)
            change(time_control, clock)
            save_clocks(time_control, {name: clock})
        table.version += 1
        table.worlds = visibility.advance_all(table)
        table.save(update_fields=["version", "worlds"])
        notify.after_commit(notify.publish, table)


@transaction.atomic
def leave_take(*, session: Session, seat: Seat, days: int) -> None:
    """Take so many days of leave from now on: one's clock rests, wherever this leave is agreed."""
    tables, now = _tables(session, seat), visibility.now()
    here = tables[session.pk][0]
    time_control, had = here.pace, leave_of(here, seat)
    clock = clock_of(time_control, seat.name)
    if not 1 <= days <= time_control.leave - days_of(had) + MOMENT:
        raise OrderRefused("no_leave")
    if any(span.end > now for span in had) or (clock.due and clock.due <= now):
        raise OrderRefused("no_leave")

    def rest(time_control: TimeControl, clock: SeatClock) -> None:
        if clock.due and clock.due <= now:
            # Nobody takes leave from a turn that he has let go by.
            return
        left = left_of(time_control, clock, now)
        clock.leave = [*clock.leave, RestPeriod(now, now + days * DAY)]
        if clock.since:
            start(time_control, clock, now, left)

    _everywhere(tables, rest)
    session.pace = here.pace


@transaction.atomic
def leave_end(*, session: Session, seat: Seat) -> None:
    """Come back before one's leave is over; the days that are left of it can be taken later."""
    tables, now = _tables(session, seat), visibility.now()
    if not any(span.end > now for span in leave_of(tables[session.pk][0], seat)):
        raise OrderRefused("no_leave")

    def go_on(time_control: TimeControl, clock: SeatClock) -> None:
        if not any(span.end > now for span in clock.leave):
            return
        left = left_of(time_control, clock, now)
        clock.leave = [RestPeriod(span.begin, min(span.end, now)) for span in clock.leave]
        if clock.since:
            start(time_control, clock, now, left)

    _everywhere(tables, go_on)
    session.pace = tables[session.pk][0].pace


def leave_copy(*, session: Session) -> None:
    """Let a leave that runs at other tables rest the clock at one that has just been set, too."""
    if time_control_of(session) is None:
        return
    now = visibility.now()
    with locked_time_control(session) as time_control:
        for seat in session.table:
            running = [span for span in leave_of(session, seat) if span.end > now] if not seat.policy else []
            if running:
                clock = clock_of(time_control, seat.name)
                clock.leave = merged([*clock.leave, *running])
                save_clocks(time_control, {seat.name: clock})


def pause_ask(*, session: Session, seat: Seat) -> None:
    """Ask for a pause, or agree to one: when all who play want it, no clock runs any more."""

    def change(time_control: TimeControl, table: Session) -> None:
        if time_control.paused or not time_control.hours:
            raise OrderRefused("no_pace")
        time_control.asks = sorted({*time_control.asks, *_seats_of(table, seat)})
        if any(not one.policy and one.name not in time_control.asks for one in table.table):
            return
        now, clocks = visibility.now(), {name: clock_of(time_control, name) for name in time_control.clocks}
        for clock in clocks.values():
            clock.left, clock.due = left_of(time_control, clock, now), 0
        time_control.paused, time_control.asks = datetime.fromtimestamp(now, UTC), []
        save_clocks(time_control, clocks)

    _changed(session, change)


def pause_end(*, session: Session, seat: Seat) -> None:
    """Go on after a pause, or let the wish for one drop; a clock has a day at least, if it had one."""

    def change(time_control: TimeControl, table: Session) -> None:
        if time_control.paused is None and not time_control.asks:
            raise OrderRefused("no_pace")
        time_control.asks = []
        if time_control.paused is None:
            return
        time_control.paused = None
        now, clocks = visibility.now(), {name: clock_of(time_control, name) for name in time_control.clocks}
        for clock in clocks.values():
            if clock.since:
                start(time_control, clock, now, max(clock.left, min(DAY, time_control.hours * HOUR)))
        save_clocks(time_control, clocks)

    _changed(session, change)


def _seats_of(session: Session, seat: Seat) -> list[str]:
    return [one.name for one in session.table if one.player_id == seat.player_id]


# Time has run out


def is_late(time_control: TimeControl, seat: str, now: float) -> bool:
    """Say whether a seat's time has run out."""
    clock = clock_of(time_control, seat)
    return bool(clock.due) and clock.due <= now and time_control.paused is None


def computer_call(*, session: Session, seat: Seat) -> Order:
    """Have the computer answer for a seat whose time has run out, as all have agreed; it is for who waits to ask."""
    time_control = time_control_of(session)
    if (
        time_control is None
        or time_control.after == OverrunPolicy.WAIT
        or not is_late(time_control, seat.name, visibility.now())
    ):
        raise OrderRefused("not_late")
    order = _substitute_turn(session, seat, time_control)
    if order is None:
        raise OrderRefused("already_given")
    return order


def _substitute_turn(session: Session, seat: Seat, time_control: TimeControl) -> Order | None:
    """Write the order by which the computer plays a turn on, and count it once; the beat goes on with a long one."""
    from play.tasks import send

    with transaction.atomic():
        session = Session.objects.select_for_update().get(pk=session.pk)
        with locked_time_control(session) as locked:
            if locked.clocks != time_control.clocks or session.status != SessionStatus.PLAYING:
                raise OrderRefused("not_late")
            session.version += 1
            session.worlds = visibility.advance_all(session)
            substitution = substitute.Substitution(policy=locked.policy, orders={}, until=substitute.TURN, since=None)
            order = substitute.substitute_order(session=session, seat=seat, substitution=substitution)
            if order is None:
                return None
            clock = clock_of(locked, seat.name)
            if not clock.is_answered:
                clock.overruns, clock.answered = clock.overruns + 1, clock.since
            save_clocks(locked, {seat.name: clock})
        session.save(update_fields=["version", "worlds"])
        notify.after_commit(send, order.pk)
    return order


def expire_clocks() -> int:
    """Let the computer answer wherever that was agreed and the time has run out; returns how often."""
    expired = 0
    now = visibility.now()
    late = TimeControl.objects.filter(due__lte=datetime.fromtimestamp(now, UTC), session__status=SessionStatus.PLAYING)
    for time_control in late.select_related("session").order_by("due")[:MOST_RUN_OUT]:
        for seat in time_control.session.table:
            if is_late(time_control, seat.name, now) and _is_asked(time_control.session, seat.name):
                expired += _substitute_turn(time_control.session, seat, time_control) is not None
                break
        else:
            # A clock outside a turn is not checked again.
            TimeControl.objects.filter(pk=time_control.pk, clocks=time_control.clocks).update(due=None)
    return expired


def _is_asked(session: Session, seat: str) -> bool:
    return any(name == seat for name, _key in store.questions_of(session))
