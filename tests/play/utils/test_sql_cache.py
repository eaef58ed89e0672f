"""Queries that are compiled into SQL once: their results are those of the same query compiled again."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.http import Http404
from django.utils import timezone

from play.journal.models import EventRow
from play.orders.models import Order
from play.sessions import selectors
from play.sessions.models import Seat, Session
from play.sessions.selectors import session_at, visible
from play.utils.sql_cache import ID_HERE, NAME_HERE, NUMBER_HERE, CachedQuery, Increment, write_where
from tests.shared.builders.tables import begun, planned, play
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.storage, pytest.mark.django_db(transaction=True)]


def values_of(rows):
    return [{name: value for name, value in vars(row).items() if name != "_state"} for row in rows]


def test_what_is_found_is_what_the_question_finds_put_anew():
    tables = [play(planned(begun(PlayerFactory(), PlayerFactory())), decisions=n) for n in (3, 9)]
    asks = [
        CachedQuery(lambda session: Seat.objects.filter(session_id=session).order_by("place"), ID_HERE),
        CachedQuery(
            lambda session, seat: EventRow.objects.filter(visible(seat), session_id=session).order_by("-number")[:7],
            ID_HERE,
            NAME_HERE,
        ),
        CachedQuery(lambda order, seat: Order.objects.filter(pk=order, seat=seat), NUMBER_HERE, NAME_HERE),
    ]
    for table in (*tables, *tables):
        order = Order.objects.filter(session=table, seat="raider").latest("pk")
        for ask, given in zip(asks, ((table.pk,), (table.pk, "raider"), (order.pk, "raider")), strict=True):
            assert values_of(ask(*given)) == values_of(ask.ask(*given)) != []
        assert [seat.pk for seat in asks[0](str(table.pk))] == [seat.pk for seat in table.table]
        assert asks[0](uuid4()) == [] == asks[2](order.pk, "escort")


def test_a_sign_of_a_pattern_in_a_name_stands_for_itself():
    table = play(planned(begun(PlayerFactory(), PlayerFactory())), decisions=6)
    told = CachedQuery(
        lambda seat, session: EventRow.objects.filter(to__contains=f"|{seat}|", session_id=session), NAME_HERE, ID_HERE
    )
    assert told("raider", table.pk)
    assert told("raide_", table.pk) == told("%", table.pk) == []


def test_a_session_is_found_with_its_seats_in_one_question_and_from_any_thread(
    django_assert_num_queries,
):
    table = play(planned(begun(PlayerFactory(), PlayerFactory())), decisions=6)
    with django_assert_num_queries(1):
        found = session_at(table.pk)
        assert [seat.player.pk for seat in found.table] and found.pace is not None
    seat = found.seat("raider")
    plain = selectors.known_events(found, "raider").defer("entry__frames", "entry__kept").order_by("-number")
    with django_assert_num_queries(1):
        shown = selectors.events_of(found, "raider", count=selectors.LINES)
        assert [row.entry.seq for row in shown]
    assert [row.pk for row in shown] == [row.pk for row in plain[: selectors.LINES]]
    assert {row.known for row in shown} == {plain.count()}

    def looked(_):
        try:
            return session_at(table.pk).version, selectors.last_order(found, seat.name).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(looked, range(40))) == {(found.version, selectors.last_order(found, seat.name).pk)}
    with pytest.raises(Http404):
        session_at(uuid4())


def rows_of(model):
    return {row.pk: values_of([row])[0] for row in model.objects.all()}


def test_what_is_written_is_what_an_update_writes():
    tables = [play(planned(begun(PlayerFactory(), PlayerFactory())), decisions=n) for n in (3, 9)]
    here, now = tables[0], timezone.now()
    seat, order = here.seat("raider"), Order.objects.filter(session=here).latest("pk")
    writes = [
        (Session, {"pk": here.pk, "version": here.version}, {"outcome": {"won": ["ä", 1.5, None]}, "proposal": None}),
        (Session, {"pk": here.pk}, {"record": b"\x00\xff", "asked": [["raider", "a", 3]], "changed": now}),
        (Session, {"pk": str(here.pk)}, {"status": "over", "worlds": {}, "charts_before": []}),
        (Seat, {"session": here.pk, "name": "raider"}, {"seen": 7, "heard": now}),
        (Order, {"pk": order.pk, "attempts__lt": 3}, {"attempts": Increment(2), "tried": now, "answer": None}),
        (Order, {"pk": order.pk, "status": order.status}, {"settled": now, "code": "100%", "facts": {"left": [1]}}),
    ]
    for model, where, fields in writes:
        before = rows_of(model)
        plain = {name: F(name) + each.more if isinstance(each, Increment) else each for name, each in fields.items()}
        with transaction.atomic():
            assert model.objects.filter(**where).update(**plain) == 1
            wanted = rows_of(model)
            transaction.set_rollback(True)
        assert rows_of(model) == before != wanted
        assert write_where(model, where, fields) == 1
        assert rows_of(model) == wanted
    for where in ({"pk": uuid4()}, {"pk": here.pk, "version": here.version + 1}):
        assert write_where(Session, where, {"version": 99}) == 0
    assert write_where(Order, {"pk": order.pk, "attempts__lt": 1}, {"attempts": Increment(1)}) == 0
    assert write_where(Seat, {"session": here.pk}, {"seen": 1}) == 2
    assert seat.pk and tables[1].version == Session.objects.get(pk=tables[1].pk).version
