"""What is done with clocks: wound when a game moves, rested by leave and by consent, and heeded when they run out."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.db import transaction

from play import lending, nudge, titles, veils
from play.journal import keeping
from play.models import Order, Seat, Session, SessionStatus
from play.refusals import OrderRefused

from .clocks import DAY, HOUR, MOMENT, Clock, Span, counted, days_of, merged, rests, runs_out
from .models import After, Pace
from .terms import Terms

STRONG = "strong"
MOST_RUN_OUT = 200


def pace_of(session: Session) -> Pace | None:
    """Return the pace of a table, None where one person plays."""
    return getattr(session, "pace", None)


def pace_keep(*, session: Session, seats: Iterable[Seat], terms: Terms) -> Pace | None:
    """Write the terms of a new table down, where more than one person is to play at it."""
    players = [seat.player_id for seat in seats if not seat.policy]
    if len(players) < 2 or (len(set(players)) == 1 and players[0] is not None):
        return None
    policies = list(titles.title_of(session.title).policies())
    policy = STRONG if STRONG in policies else next(reversed(policies), "")
    fields = terms.kept()
    if not policy:
        fields["after"] = After.WAIT
    return Pace.objects.create(session=session, policy=policy, **fields)


# Clocks


def clock_of(pace: Pace, seat: str) -> Clock:
    """Return how the clock of a seat stands."""
    return msgspec.convert(pace.clocks.get(seat, {}), Clock)


def clocks_wind(session: Session, asked: Iterable[str], by: str = "") -> None:
    """Start and stop the clocks by who is asked now, after an order `by` a seat; call it in its transaction.

    A clock begins anew when somebody else has stopped being asked, so that nobody can read from it when another was.
    It begins when its seat is shown the question, not when a hidden decider has made up his mind, and with each order
    of a seat over which somebody decides unseen, whether he was asked or not.
    """
    pace = pace_of(session)
    if pace is None:
        return
    now = veils.now()
    turns = set(asked) if session.status == SessionStatus.PLAYING else set()
    before = {seat.name: clock_of(pace, seat.name) for seat in session.table if not seat.policy}
    has_left = any(clock.since and name not in turns for name, clock in before.items())
    has_left = has_left or any(not veils.is_bot(session, name) for name in veils.keepers_of(session, by))
    for name, clock in before.items():
        if name not in turns:
            clock.since = clock.due = clock.left = 0
        elif not clock.since or has_left:
            clock.since = max(now, veils.world_of(session, name).due) if session.worlds else now
            start(pace, clock, clock.since, pace.hours * HOUR)
    kept = (pace.clocks, pace.due)
    keep(pace, before)
    if kept != (pace.clocks, pace.due):
        # Whatever else changes a pace moves the session's version, which this change has claimed.
        pace.save(update_fields=["clocks", "due"])


def start(pace: Pace, clock: Clock, now: float, seconds: float) -> None:
    """Let a clock run for so many seconds; while the table is paused it only keeps them."""
    clock.due, clock.left = 0, 0
    if pace.hours and pace.paused:
        clock.left = seconds
    elif pace.hours:
        clock.due = runs_out(now, seconds, resting(pace, clock, now, seconds))


def resting(pace: Pace, clock: Clock, since: float, seconds: float) -> list[Span]:
    """Return when a clock rests."""
    return rests(since, seconds, at_weekends=pace.weekends, leave=clock.leave)


def left_of(pace: Pace, clock: Clock, now: float) -> float:
    """Return the seconds that a clock has left; nothing when it has run out."""
    if not clock.due:
        return clock.left
    return counted(now, clock.due, resting(pace, clock, now, pace.hours * HOUR)) if clock.due > now else 0.0


def keep(pace: Pace, clocks: dict[str, Clock]) -> None:
    """Put clocks back, and note when the house has to look at the next."""
    pace.clocks = pace.clocks | {name: msgspec.to_builtins(clock) for name, clock in clocks.items()}
    running = [msgspec.convert(clock, Clock) for clock in pace.clocks.values()]
    dues = [clock.due for clock in running if clock.due and (pace.after == After.ANSWER or clock.is_answered)]
    pace.due = datetime.fromtimestamp(min(dues), UTC) if dues and not pace.paused else None


class changing:
    """The pace of a session, locked; what was done to it is written at the end, and the session's copy is the same."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def __enter__(self) -> Pace:
        self.pace: Pace = Pace.objects.select_for_update().get(session=self.session)
        self.before = (dict(self.pace.clocks), self.pace.due, self.pace.paused, list(self.pace.asks))
        return self.pace

    def __exit__(self, kind: Any, *_problem: object) -> None:
        if kind is None:
            pace = self.pace
            if self.before != (pace.clocks, pace.due, pace.paused, pace.asks):
                pace.save(update_fields=["clocks", "due", "paused", "asks"])
            self.session.pace = pace


def _changed(session: Session, change: Callable[[Pace, Session], None]) -> None:
    """Change the pace of a table that is under way, and tell all who sit at it."""
    with transaction.atomic():
        session = Session.objects.select_for_update().get(pk=session.pk)
        if session.status != SessionStatus.PLAYING or pace_of(session) is None:
            raise OrderRefused("no_pace")
        with changing(session) as pace:
            change(pace, session)
        session.version += 1
        session.worlds = veils.all_moved(session)
        session.save(update_fields=["version", "worlds"])
        nudge.after_commit(nudge.publish, session)


# Rests

Others = Callable[[Session, Seat], Iterable[Seat]]
_agreed: list[Others] = []


def leave_agreed_with(others: Others) -> Others:
    """Let a room say at which other tables a player's leave is the same: his seats there, with session and pace."""
    _agreed.append(others)
    return others


def leave_of(session: Session, seat: Seat) -> list[Span]:
    """Return the leave that a player has taken, here and wherever it is counted together with this."""
    pace = pace_of(session)
    if pace is None or not pace.leave:
        return []
    there = [(other.session.pace, other.name) for others in _agreed for other in others(session, seat)]
    return merged(span for kept, name in [(pace, seat.name), *there] for span in clock_of(kept, name).leave)


def _tables(session: Session, seat: Seat) -> dict[Any, tuple[Session, str]]:
    """Return the tables not over at which a player's leave is the same, with his seat there, locked in one order."""
    seats = {session.pk: seat.name}
    seats |= {other.session_id: other.name for others in _agreed for other in others(session, seat)}
    found = Session.objects.select_for_update().defer("record").filter(pk__in=seats).exclude(status=SessionStatus.OVER)
    tables = {table.pk: (table, seats[table.pk]) for table in found.order_by("pk")}
    here = tables[session.pk][0] if session.pk in tables else None
    if here is None or here.status != SessionStatus.PLAYING or pace_of(here) is None:
        raise OrderRefused("no_pace")
    return tables


def _everywhere(tables: dict[Any, tuple[Session, str]], change: Callable[[Pace, Clock], None]) -> None:
    """Change a player's clock at all these tables, and tell all who sit at them."""
    for table, name in tables.values():
        with changing(table) as pace:
            clock = clock_of(pace, name)
            change(pace, clock)
            keep(pace, {name: clock})
        table.version += 1
        table.worlds = veils.all_moved(table)
        table.save(update_fields=["version", "worlds"])
        nudge.after_commit(nudge.publish, table)


@transaction.atomic
def leave_take(*, session: Session, seat: Seat, days: int) -> None:
    """Take so many days of leave from now on: one's clock rests, wherever this leave is agreed."""
    tables, now = _tables(session, seat), veils.now()
    here = tables[session.pk][0]
    pace, had = here.pace, leave_of(here, seat)
    clock = clock_of(pace, seat.name)
    if not 1 <= days <= pace.leave - days_of(had) + MOMENT:
        raise OrderRefused("no_leave")
    if any(span.end > now for span in had) or (clock.due and clock.due <= now):
        raise OrderRefused("no_leave")

    def rest(pace: Pace, clock: Clock) -> None:
        if clock.due and clock.due <= now:
            # Nobody takes leave from a turn that he has let go by.
            return
        left = left_of(pace, clock, now)
        clock.leave = [*clock.leave, Span(now, now + days * DAY)]
        if clock.since:
            start(pace, clock, now, left)

    _everywhere(tables, rest)
    session.pace = here.pace


@transaction.atomic
def leave_end(*, session: Session, seat: Seat) -> None:
    """Come back before one's leave is over; the days that are left of it can be taken later."""
    tables, now = _tables(session, seat), veils.now()
    if not any(span.end > now for span in leave_of(tables[session.pk][0], seat)):
        raise OrderRefused("no_leave")

    def go_on(pace: Pace, clock: Clock) -> None:
        if not any(span.end > now for span in clock.leave):
            return
        left = left_of(pace, clock, now)
        clock.leave = [Span(span.begin, min(span.end, now)) for span in clock.leave]
        if clock.since:
            start(pace, clock, now, left)

    _everywhere(tables, go_on)
    session.pace = tables[session.pk][0].pace


def leave_bring(*, session: Session) -> None:
    """Let a leave that runs at other tables rest the clock at one that has just been set, too."""
    if pace_of(session) is None:
        return
    now = veils.now()
    with changing(session) as pace:
        for seat in session.table:
            running = [span for span in leave_of(session, seat) if span.end > now] if not seat.policy else []
            if running:
                clock = clock_of(pace, seat.name)
                clock.leave = merged([*clock.leave, *running])
                keep(pace, {seat.name: clock})


def pause_ask(*, session: Session, seat: Seat) -> None:
    """Ask for a pause, or agree to one: when all who play want it, no clock runs any more."""

    def change(pace: Pace, table: Session) -> None:
        if pace.paused or not pace.hours:
            raise OrderRefused("no_pace")
        pace.asks = sorted({*pace.asks, *_seats_of(table, seat)})
        if any(not one.policy and one.name not in pace.asks for one in table.table):
            return
        now, clocks = veils.now(), {name: clock_of(pace, name) for name in pace.clocks}
        for clock in clocks.values():
            clock.left, clock.due = left_of(pace, clock, now), 0
        pace.paused, pace.asks = datetime.fromtimestamp(now, UTC), []
        keep(pace, clocks)

    _changed(session, change)


def pause_end(*, session: Session, seat: Seat) -> None:
    """Go on after a pause, or let the wish for one drop; a clock has a day at least, if it had one."""

    def change(pace: Pace, table: Session) -> None:
        if pace.paused is None and not pace.asks:
            raise OrderRefused("no_pace")
        pace.asks = []
        if pace.paused is None:
            return
        pace.paused = None
        now, clocks = veils.now(), {name: clock_of(pace, name) for name in pace.clocks}
        for clock in clocks.values():
            if clock.since:
                start(pace, clock, now, max(clock.left, min(DAY, pace.hours * HOUR)))
        keep(pace, clocks)

    _changed(session, change)


def _seats_of(session: Session, seat: Seat) -> list[str]:
    return [one.name for one in session.table if one.player_id == seat.player_id]


# Time has run out


def is_late(pace: Pace, seat: str, now: float) -> bool:
    """Say whether a seat's time has run out."""
    clock = clock_of(pace, seat)
    return bool(clock.due) and clock.due <= now and pace.paused is None


def computer_call(*, session: Session, seat: Seat) -> Order:
    """Have the computer answer for a seat whose time has run out, as all have agreed; it is for who waits to ask."""
    pace = pace_of(session)
    if pace is None or pace.after == After.WAIT or not is_late(pace, seat.name, veils.now()):
        raise OrderRefused("not_late")
    order = _turn_lend(session, seat, pace)
    if order is None:
        raise OrderRefused("already_given")
    return order


def _turn_lend(session: Session, seat: Seat, pace: Pace) -> Order | None:
    """Write the order by which the computer plays a turn on, and count it once; the beat goes on with a long one."""
    from play.tasks import send

    with transaction.atomic():
        session = Session.objects.select_for_update().get(pk=session.pk)
        with changing(session) as kept:
            if kept.clocks != pace.clocks or session.status != SessionStatus.PLAYING:
                raise OrderRefused("not_late")
            session.version += 1
            session.worlds = veils.all_moved(session)
            loan = lending.Loan(policy=kept.policy, orders={}, until=lending.TURN, since=None)
            order = lending.lend(session=session, seat=seat, loan=loan)
            if order is None:
                return None
            clock = clock_of(kept, seat.name)
            if not clock.is_answered:
                clock.overruns, clock.answered = clock.overruns + 1, clock.since
            keep(kept, {seat.name: clock})
        session.save(update_fields=["version", "worlds"])
        nudge.after_commit(send, order.pk)
    return order


def clocks_heed() -> int:
    """Let the computer answer wherever that was agreed and the time has run out; returns how often."""
    heeded = 0
    now = veils.now()
    late = Pace.objects.filter(due__lte=datetime.fromtimestamp(now, UTC), session__status=SessionStatus.PLAYING)
    for pace in late.select_related("session").order_by("due")[:MOST_RUN_OUT]:
        for seat in pace.session.table:
            if is_late(pace, seat.name, now) and _is_asked(pace.session, seat.name):
                heeded += _turn_lend(pace.session, seat, pace) is not None
                break
        else:
            # Whatever a clock says of a turn that is none, it is not looked at again.
            Pace.objects.filter(pk=pace.pk, clocks=pace.clocks).update(due=None)
    return heeded


def _is_asked(session: Session, seat: str) -> bool:
    return any(name == seat for name, _key in keeping.asked_of(session))
