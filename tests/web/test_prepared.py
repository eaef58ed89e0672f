"""Questions that are put into SQL once: what they find is what the same question finds when it is put anew."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection
from django.http import Http404

from play import selectors
from play.models import EventRow, Order, Seat
from play.prepared import ID_HERE, NAME_HERE, NUMBER_HERE, Prepared
from play.selectors import session_at, visible
from tests.factories import PlayerFactory
from tests.tables import begun, planned, play

pytestmark = [pytest.mark.storage, pytest.mark.django_db(transaction=True)]


def values_of(rows):
    return [{name: value for name, value in vars(row).items() if name != "_state"} for row in rows]


def test_what_is_found_is_what_the_question_finds_put_anew():
    tables = [play(planned(begun(PlayerFactory(), PlayerFactory())), decisions=n) for n in (3, 9)]
    asks = [
        Prepared(lambda session: Seat.objects.filter(session_id=session).order_by("place"), ID_HERE),
        Prepared(
            lambda session, seat: EventRow.objects.filter(visible(seat), session_id=session).order_by("-number")[:7],
            ID_HERE,
            NAME_HERE,
        ),
        Prepared(lambda order, seat: Order.objects.filter(pk=order, seat=seat), NUMBER_HERE, NAME_HERE),
    ]
    for table in (*tables, *tables):
        order = Order.objects.filter(session=table, seat="raider").latest("pk")
        for ask, given in zip(asks, ((table.pk,), (table.pk, "raider"), (order.pk, "raider")), strict=True):
            assert values_of(ask(*given)) == values_of(ask.ask(*given)) != []
        assert [seat.pk for seat in asks[0](str(table.pk))] == [seat.pk for seat in table.table]
        assert asks[0](uuid4()) == [] == asks[2](order.pk, "escort")


def test_a_sign_of_a_pattern_in_a_name_stands_for_itself():
    table = play(planned(begun(PlayerFactory(), PlayerFactory())), decisions=6)
    told = Prepared(
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
