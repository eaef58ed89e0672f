"""A worker that is killed while a bot thinks: its order is given once, and it is the same."""

import pytest

from play import services, thinking
from play.models import Order, OrderStatus
from tests.factories import PlayerFactory
from tests.faults.conftest import until
from tests.web.test_thinking import pending, thrown, to_a_thought

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


def test_a_worker_killed_at_a_thought_is_replaced_by_another_that_thinks_the_same(worker):
    session = to_a_thought(PlayerFactory())
    (order,) = pending(session)
    run = services.run_of(session)
    expected = thinking.order_of(session, run, run.find(order.seat, order.key))
    worker.command[worker.command.index("-Q") + 1] += ",odds"
    worker.start()
    assert until(lambda: Order.objects.get(pk=order.pk).attempts)
    worker.kill()
    order.refresh_from_db()
    # A sweep may have had it begun a second time before the worker was gone; a third time would give it up.
    assert order.status == OrderStatus.PENDING and order.attempts in (1, 2)
    worker.start()
    assert until(lambda: Order.objects.get(pk=order.pk).status != OrderStatus.PENDING)
    order.refresh_from_db()
    assert order.status == OrderStatus.DONE and order.attempts > 1
    assert thrown(session)[0] == (expected,)
