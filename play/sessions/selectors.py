"""The questions that pages ask the database, one function each."""

from bisect import bisect_right
from collections.abc import Collection
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Case, Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone

from play.journal.models import EntryKind, EventRow, JournalEntry
from play.orders.models import Order
from play.secrecy import visibility
from play.sessions.models import Seat, Session, SessionStatus
from play.umpire.models import Remark
from play.utils.players import Player
from play.utils.sql_cache import ID_HERE, NAME_HERE, NUMBER_HERE, CachedQuery

LINES = 16
"""Events that a page shows before it is asked for more; those that are new to the viewer are shown in any case."""
MOST_LINES = 60
REMARKS = 3


_seats_of = CachedQuery(
    lambda session: (
        Seat.objects.filter(session_id=session)
        .select_related("session__pace", "player")
        .defer("session__replays", "player__password")
        .order_by("place")
    ),
    ID_HERE,
)


def session_at(session: UUID) -> Session:
    """Return a session with its seats and their players, in one query."""
    seats = _seats_of(session)
    if not seats:
        raise Http404
    found = seats[0].session
    for seat in seats:
        seat.session = found
    found.table = seats
    return found


def versions_of(sessions: Collection[UUID]) -> list[Session]:
    """Return how far some sessions have come, as a whole and as each seat counts it."""
    return list(Session.objects.filter(pk__in=sessions).only("pk", "version", "worlds"))


def seat_shown(session: Session, player: int, named: str = "") -> str:
    """Return the seat that a page of a player shows: the one named if it is theirs, else their first."""
    mine = [seat.name for seat in session.table if seat.player_id == player]
    return named if named in mine else mine[0] if mine else ""


def seat_offered(invitation: str) -> Seat:
    """Return the seat that a link offers."""
    seat = (
        Seat.objects.select_related("session__pace", "session__owner").filter(invitation=invitation, policy="").first()
    )
    if seat is None:
        raise Http404
    return seat


def visible(viewer: str) -> Q:
    """Match the events that a seat may know."""
    return Q(to="") | Q(to__contains=f"|{viewer}|")


# A seat counts the events that it may know, without gaps: a gap would reveal a hidden event. `rank` is
# that count; the number of a row counts every event, and never leaves the server before the end.


# Of a line’s entry a log needs the number, who answered, and whether it was taken back.
NEEDED = ("id", "seq", "seat", "undone_by")
NEEDLESS = tuple(f"entry__{field.name}" for field in JournalEntry._meta.concrete_fields if field.name not in NEEDED)


def known_events(session: Session, viewer: str) -> QuerySet[Any]:
    """Return the events that a seat may know, in their order, each with how many there are (`known`)."""
    return _counted(_visible_events(session, viewer))


def _visible_events(session: Session, viewer: str) -> QuerySet[EventRow]:
    rows = EventRow.objects.filter(visible(viewer), session=session)
    window = visibility.visible_progress_of(session, viewer)
    return rows.filter(number__lte=window.told) if window.held else rows


def _counted(rows: QuerySet[EventRow]) -> QuerySet[Any]:
    known = rows.order_by().values("session").annotate(n=Count("pk")).values("n")
    return rows.annotate(known=Subquery(known)).select_related("entry").defer("entry__kept").order_by("number")


def _shown_first(rows: QuerySet[EventRow], seen: int) -> QuerySet[Any]:
    """Choose of the events that a seat may know the last ones, and those after the number that it has seen."""
    last = rows.order_by("-number").values("number")[LINES - 1 : LINES]
    shown = Q(number__gt=seen) | Q(number__gte=Coalesce(Subquery(last), 0))
    return _counted(rows).filter(shown).defer(*NEEDLESS).order_by("-number")[:MOST_LINES]


_latest = CachedQuery(
    lambda session, viewer, seen: _shown_first(EventRow.objects.filter(visible(viewer), session_id=session), seen),
    ID_HERE,
    NAME_HERE,
    NUMBER_HERE,
)


RecalledEvent = tuple[str, dict[str, Any]]
"""The kind of an event, and its data as the journal has it."""


def recalled(session: Session, viewer: str, kinds: frozenset[str], seq: int | None = None) -> list[RecalledEvent]:
    """Return what a board remembers for a seat: up to now as it may know it, or up to an entry."""
    if not kinds:
        return []
    known: dict[tuple[str, int | None], list[RecalledEvent]] = session.__dict__.setdefault("_recalled", {})
    if (viewer, seq) not in known:
        rows = EventRow.objects.filter(visible(viewer), session=session, entry__undone_by=None, kind__in=kinds)
        shown = (
            {"entry__seq__lte": seq}
            if seq is not None
            else {"number__lte": visibility.visible_progress_of(session, viewer).told}
        )
        known[viewer, seq] = list(rows.filter(**shown).order_by("number").values_list("kind", "data"))
    return known[viewer, seq]


def latest_events(session: Session, seat: Seat) -> list[EventRow]:
    """Return what the log of a seat shows at first: the last events, and all that are new since it last looked.

    New events are counted among those that the seat may know: any other count would reveal how many are hidden from it.
    """
    if visibility.visible_progress_of(session, seat.name).held:
        return _ranked(list(_shown_first(_visible_events(session, seat.name), seat.seen)))
    return _ranked(_latest(session.pk, seat.name, seat.seen))


def is_new(row: EventRow, seat: Seat) -> bool:
    """Say whether an event is later than all that a seat has looked at."""
    return row.number > seat.seen


def events_of(session: Session, viewer: str, *, count: int = MOST_LINES) -> list[EventRow]:
    """Return the latest events that a seat may know, newest first, with what was taken back marked."""
    return _ranked(list(known_events(session, viewer).defer(*NEEDLESS).order_by("-number")[:count]))


def _ranked(rows: list[Any]) -> list[EventRow]:
    """Give the latest events of a seat, newest first, their ranks."""
    for place, row in enumerate(rows):
        row.rank, row.is_last = row.known - place, not place
    return rows


def events_before(session: Session, viewer: str, rank: int, count: int = MOST_LINES) -> list[EventRow]:
    """Return the events before one that a seat may know, newest first, with what was taken back marked."""
    first = max(rank - 1 - count, 0)
    rows = list(known_events(session, viewer).defer(*NEEDLESS)[first : max(rank - 1, 0)])
    for place, row in enumerate(rows, start=first + 1):
        row.rank, row.is_last = place, place == row.known
    rows.reverse()
    return rows


def events_with(session: Session, viewer: str, rank: int) -> list[EventRow]:
    """Return the events of one order that a seat may know, newest first, together with the named one."""
    named = known_events(session, viewer).values_list("entry_id", "number")[max(rank - 1, 0) : max(rank, 0)].first()
    if named is None:
        return []
    entry, number = named
    rows = list(known_events(session, viewer).filter(entry=entry).defer(*NEEDLESS))
    first = rank - sum(row.number < number for row in rows)
    for place, row in enumerate(rows, start=first):
        row.rank, row.is_last = place, place == row.known
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


def chapters_of(session: Session, viewer: str, kinds: Collection[str]) -> list[EventRow]:
    """Return the events that begin a chapter, each with its rank."""
    if not kinds:
        return []
    data = list(known_events(session, viewer).values_list("pk", "kind"))
    ranks = {pk: rank for rank, (pk, kind) in enumerate(data, start=1) if kind in kinds}
    rows = list(EventRow.objects.filter(pk__in=ranks).order_by("number").select_related("entry"))
    for row in rows:
        row.rank = ranks[row.pk]
    return rows


def own_orders_beside(session: Session, viewer: str, row: EventRow) -> tuple[int, int]:
    """Return the ranks at which the seat's orders before and after an event begin; 0 where there is none.

    All that the seat sees up to its next order belongs to an order, even if others have decided in between: to count by
    the entries of the journal would reveal that somebody has.
    """
    own = session.journal.filter(seat=viewer, kind=EntryKind.ANSWER).order_by("seq").values_list("seq", flat=True)
    seqs = list(own)
    orders = [bisect_right(seqs, seq) for seq in known_events(session, viewer).values_list("entry__seq", flat=True)]
    first: dict[int, int] = {}
    for rank, order in enumerate(orders, start=1):
        if order:
            first.setdefault(order, rank)
    before = max((rank for rank in first.values() if rank < row.rank), default=0)
    after = min((rank for rank in first.values() if rank > row.rank), default=0)
    return before, after


def number_of(session: Session, viewer: str, rank: int) -> int:
    """Return the number among all events of one that a seat counts by its rank; 0 when there is none."""
    return known_events(session, viewer).values_list("number", flat=True)[max(rank - 1, 0) : max(rank, 0)].first() or 0


def has_been_shown(session: Session, viewer: str, undone: int) -> bool:
    """Return whether a seat has seen an event of the last valid answers, so many of them."""
    standing = session.journal.filter(kind=EntryKind.ANSWER, undone_by=None).order_by("-seq")
    last = list(standing.values_list("pk", flat=True)[:undone])
    return EventRow.objects.filter(visible(viewer), entry__in=last).exists()


def remarks_of(session: Session) -> list[Remark]:
    """Return the last lines that were said at the table besides what the rules say, newest first."""
    return list(session.remarks.order_by("-pk")[:REMARKS])


def may_fork(session: Session, player: Player) -> bool:
    """Say whether a sandbox may be made of it: when it is over, or while one person plays and nothing is hidden.

    A sandbox holds all that the game holds, and can be played to its end at once: what is hidden would be open there.
    """
    if session.status == SessionStatus.OVER:
        return visibility.is_over(session, visibility.seats_of(session, player))
    if not session.is_solitaire:
        return False
    mine = [visible(seat.name) for seat in session.table if seat.player_id == player.pk]
    return bool(mine) and not session.told.exclude(reduce(or_, mine)).exists()


def last_order(session: Session, seat: str) -> Order | None:
    """Return what a seat ordered last; before the game begins, the order to begin it, which is everybody's."""
    giver = "" if session.status == SessionStatus.OPEN else seat
    return next(iter(_last_order(session.pk, giver)), None)


_last_order = CachedQuery(
    lambda session, seat: Order.objects.filter(session_id=session, seat=seat).order_by("-id")[:1], ID_HERE, NAME_HERE
)


def played_alone(player: Player) -> QuerySet[Session]:
    """Return the games in which nobody else has a part."""
    others = Seat.objects.filter(session=OuterRef("pk"), policy="").exclude(player=player)
    return Session.objects.filter(~Exists(others), Exists(Seat.objects.filter(session=OuterRef("pk"), player=player)))


def tables_listed(player: Player) -> QuerySet[Session, UUID]:
    """Return the numbers of a player's tables in their order: to sort whole rows costs twenty times as much."""
    return tables_of(player).prefetch_related(None).values_list("pk", flat=True)


def tables_of(player: Player) -> QuerySet[Session]:
    """Return a player's tables, the one first of which they have heard last."""
    seats: QuerySet[Seat] = Seat.objects.select_related("player").order_by("place")
    own = Seat.objects.filter(session=OuterRef("pk"), player=player)
    return (
        Session.objects.filter(Exists(own))
        .annotate(heard=heard_by(player))
        .defer("record", "opening", "replays")
        .prefetch_related(Prefetch("seats_taken", queryset=seats))
        .order_by("-heard", "pk")
    )


def heard_by(player: Player | int | None) -> Case:
    """Return when a player has last heard of a session: where something is hidden, not when another did something.

    Until a seat sees the result of its order, the time of the order counts. A person without a seat there knows
    no more than when the table was set.
    """
    given = Order.objects.filter(session=OuterRef("session"), seat=OuterRef("name")).order_by("-id").values("given")[:1]
    shown = Case(When(heard__lte=timezone.now(), then=F("heard")), default=Subquery(given))
    own = Seat.objects.filter(session=OuterRef("pk"), player=player, heard__isnull=False).annotate(shown=shown)
    latest = own.order_by("-shown").values("shown")[:1]
    return Case(When(worlds={}, then=F("changed")), default=Coalesce(Subquery(latest), F("created")))
