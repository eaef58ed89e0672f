"""`/healthz` says whether the site works, `/readyz` whether a process can take requests."""

import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from config.celery import app
from config.version import VERSION
from play.orders.models import Order, OrderStatus
from play.sessions.models import Session

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


def test_all_is_well(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    expected = {"database": True, "broker": True, "oldest_pending_order_seconds": None, "version": VERSION}
    assert answer.json() == expected


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


READY = {"disk": True, "database": True, "migrations": True, "broker": True}


def test_a_site_that_has_all_it_needs_is_ready(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == READY


def test_a_disk_with_less_room_than_the_reserve_is_not_ready(client: Client, settings: Any) -> None:
    free = shutil.disk_usage(settings.VAR_DIR).free // 2**20
    settings.DISK_RESERVE_MB = free + 1_000_000
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == READY | {"disk": False}
    assert client.get("/healthz").status_code == 200
    settings.DISK_RESERVE_MB = 0
    assert client.get("/readyz").status_code == 200


def test_a_folder_that_has_gone_is_not_ready(client: Client, settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path / "unmounted"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["disk"]) == (503, False)


def test_a_database_without_a_migration_of_this_release_is_not_ready(client: Client) -> None:
    MigrationRecorder.Migration.objects.filter(app="play").latest("name").delete()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == READY | {"migrations": False}
    MigrationRecorder.Migration.objects.all().delete()
    assert client.get("/readyz").json()["migrations"] is False


def test_a_database_that_took_each_migration_before_they_were_squashed_is_ready(client: Client) -> None:
    squashed = ("play", "0001_to_0025")
    rows = MigrationRecorder.Migration.objects
    rows.filter(app="play", name__lt="0026").delete()
    assert client.get("/readyz").json() == READY | {"migrations": False}
    for app_label, name in MigrationLoader(None).graph.nodes[squashed].replaces:
        assert client.get("/readyz").status_code == 503
        rows.create(app=app_label, name=name)
    assert client.get("/readyz").json() == READY


def test_a_process_that_has_no_broker_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.conf, "broker_write_url", "redis://127.0.0.1:1/0")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == READY | {"broker": False}
