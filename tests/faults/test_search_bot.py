"""A bot's thought is begun once while its worker lives, again once that worker is killed, and comes out the same."""

import pytest

from play.bots import search
from play.orders.models import Order, OrderStatus
from play.sessions import services
from tests.faults.conftest import until
from tests.play.bots.test_search import pending, thrown, to_a_thought
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


def test_a_worker_killed_at_a_thought_is_replaced_by_another_that_thinks_the_same(worker):
    session = to_a_thought(PlayerFactory())
    (order,) = pending(session)
    run = services.run_of(session)
    expected = search.search_order(session, run, run.find(order.seat, order.key))
    worker.command[worker.command.index("-Q") + 1] += ",odds"
    worker.start()
    assert until(lambda: Order.objects.get(pk=order.pk).attempts)
    worker.kill()
    order.refresh_from_db()
    assert (order.status, order.attempts) == (OrderStatus.PENDING, 1)
    worker.start()
    assert until(lambda: Order.objects.get(pk=order.pk).status != OrderStatus.PENDING)
    order.refresh_from_db()
    assert (order.status, order.attempts) == (OrderStatus.DONE, 2)
    assert thrown(session)[0] == (expected,)


def test_a_thought_that_a_starting_worker_sends_again_is_begun_once(worker):
    session = to_a_thought(PlayerFactory())
    (order,) = pending(session)
    worker.command[worker.command.index("-Q") + 1] += ",odds"
    # Its first task is the sweep, whose message comes to the second child while the first one thinks.
    worker.start()
    assert until(lambda: Order.objects.get(pk=order.pk).status != OrderStatus.PENDING)
    order.refresh_from_db()
    assert (order.status, order.attempts) == (OrderStatus.DONE, 1)
