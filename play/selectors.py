"""The questions that pages ask the database, one function each."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Count, Prefetch, Q, QuerySet, Subquery
from django.http import Http404

from .models import EventRow, Order, Seat, Session, SessionStatus

LINES = 16
"""Events that a page shows before it is asked for more; those that are new to the viewer are shown in any case."""
MOST_LINES = 60


def session_at(session: UUID) -> Session:
    """Return a session with its seats and their players, in one query."""
    seats = list(
        Seat.objects.filter(session_id=session)
        .select_related("session", "player")
        .defer("session__replays", "player__password")
        .order_by("place")
    )
    if not seats:
        raise Http404
    found = seats[0].session
    for seat in seats:
        seat.session = found
    found.table = seats
    return found


def seat_offered(invitation: str) -> Seat:
    """Return the seat that a link offers."""
    seat = Seat.objects.select_related("session", "session__owner").filter(invitation=invitation, policy="").first()
    if seat is None:
        raise Http404
    return seat


def visible(viewer: str) -> Q:
    """Match the events that a seat may know."""
    return Q(to="") | Q(to__contains=f"|{viewer}|")


# A seat counts the events that it may know, without gaps: a gap would tell it that something hidden happened. `rank` is
# that count; the number of a row counts every event, and never leaves the server before the end.


def known_events(session: Session, viewer: str) -> QuerySet[Any]:
    """Return the events that a seat may know, in their order, each with how many there are (`known`)."""
    rows = EventRow.objects.filter(visible(viewer), session=session)
    known = rows.order_by().values("session").annotate(n=Count("pk")).values("n")
    return rows.annotate(known=Subquery(known)).select_related("entry").defer("entry__kept").order_by("number")


def latest_events(session: Session, seat: Seat) -> list[EventRow]:
    """Return what the log of a seat shows at first: the last events, and all that are new since it last looked."""
    return events_of(session, seat.name, count=min(MOST_LINES, max(LINES, session.events_told - seat.seen)))


def events_of(session: Session, viewer: str, *, count: int = MOST_LINES) -> list[EventRow]:
    """Return the latest events that a seat may know, newest first, with what was taken back marked."""
    rows = list(known_events(session, viewer).defer("entry__frames", "entry__kept").order_by("-number")[:count])
    for place, row in enumerate(rows):
        row.rank = row.known - place
    return rows


def events_before(session: Session, viewer: str, rank: int, count: int = MOST_LINES) -> list[EventRow]:
    """Return the events before one that a seat may know, newest first, with what was taken back marked."""
    first = max(rank - 1 - count, 0)
    rows = list(known_events(session, viewer).defer("entry__frames", "entry__kept")[first : max(rank - 1, 0)])
    for place, row in enumerate(rows, start=first + 1):
        row.rank = place
    rows.reverse()
    return rows


def events_with(session: Session, viewer: str, rank: int) -> list[EventRow]:
    """Return the events of one order that a seat may know, newest first: those told together with the one named."""
    named = known_events(session, viewer).values_list("entry_id", "number")[max(rank - 1, 0) : max(rank, 0)].first()
    if named is None:
        return []
    entry, number = named
    rows = list(known_events(session, viewer).filter(entry=entry).defer("entry__frames", "entry__kept"))
    first = rank - sum(row.number < number for row in rows)
    for place, row in enumerate(rows, start=first):
        row.rank = place
    rows.reverse()
    return rows


def event_at(session: Session, viewer: str, rank: int) -> EventRow | None:
    """Return the event of that rank among those that a seat may know, or the last."""
    rows = known_events(session, viewer)
    row = rows[max(rank, 1) - 1 : max(rank, 1)].first()
    if row is not None:
        row.rank = max(rank, 1)
        return row
    row = rows.order_by("-number").first()
    if row is not None:
        row.rank = row.known
    return row


def may_fork(session: Session, player: Any) -> bool:
    """Say whether a sandbox may be made of it: when it is over, or while one person plays and nothing is hidden.

    A sandbox holds all that the game holds, and can be played to its end at once: what is hidden would be open there.
    """
    if session.status == SessionStatus.OVER:
        return True
    if not session.is_solitaire:
        return False
    mine = [visible(seat.name) for seat in session.table if seat.player_id == player.pk]
    return bool(mine) and not session.told.exclude(reduce(or_, mine)).exists()


def last_order(session: Session, seat: str) -> Order | None:
    """Return what a seat ordered last; before the game begins, the order to begin it, which is everybody's."""
    giver = "" if session.status == SessionStatus.OPEN else seat
    return Order.objects.filter(session_id=session.pk, seat=giver).order_by("-id").first()


def tables_of(player: Any, count: int = 50) -> Sequence[Session]:
    """Return a player's tables, the last changed first."""
    seats: QuerySet[Seat] = Seat.objects.select_related("player").order_by("place")
    return list(
        Session.objects.filter(seats_taken__player=player)
        .distinct()
        .defer("record", "opening", "replays")
        .prefetch_related(Prefetch("seats_taken", queryset=seats))
        .order_by("-changed")[:count]
    )
