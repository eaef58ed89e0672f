"""The address that says whether the house stands."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from config.celery import app
from play.orders.models import Order, OrderStatus
from play.sessions.models import Session

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


def test_all_is_well(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"database": True, "broker": True, "oldest_pending_order_seconds": None}


@pytest.mark.parametrize(("waited", "status"), [(5, 200), (90, 503)])
def test_an_order_that_waits_too_long_is_a_fault(client: Client, waited: int, status: int) -> None:
    session = Session.objects.create(title="small", pack_hash="", rules="", commitment="")
    order = Order.objects.create(session=session, token="1")
    Order.objects.filter(pk=order.pk).update(given=timezone.now() - timedelta(seconds=waited))
    answer = client.get("/healthz")
    assert answer.status_code == status
    assert waited <= answer.json()["oldest_pending_order_seconds"] < waited + 5
    Order.objects.filter(pk=order.pk).update(status=OrderStatus.DONE)
    assert client.get("/healthz").status_code == 200


def test_an_order_given_just_now_is_told_to_nobody(client: Client) -> None:
    session = Session.objects.create(title="small", pack_hash="", rules="", commitment="")
    Order.objects.create(session=session, token="1")
    assert client.get("/healthz").json()["oldest_pending_order_seconds"] is None


def test_a_broker_that_is_away_is_a_fault(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.conf, "broker_write_url", "redis://127.0.0.1:1/0")
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["broker"] is False
