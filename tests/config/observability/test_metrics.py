"""What a watcher is told: nothing by default, and figures for who brings the token."""

import re
import subprocess
import sys
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory

from config.observability import metrics
from play.orders.models import Order
from tests.conftest import environ_of_children
from tests.shared.builders.tables import begun
from tests.shared.factories import PlayerFactory
from tests.shared.site import ROOT

TOKEN = "a-long-word-for-the-watcher"


def read(token: str = TOKEN) -> dict[str, float]:
    """Ask this process as a watcher would."""
    request = RequestFactory().get("/metrics", headers={"Authorization": f"Bearer {token}"})
    request.user = AnonymousUser()
    text = metrics.metrics(request).content.decode()
    return {name: float(value) for name, value in re.findall(r"^(\w[^ ]*) ([0-9.e+]+)$", text, re.MULTILINE)}


@pytest.mark.django_db
def test_there_is_no_such_page_by_default(client: Client) -> None:
    assert client.get("/metrics").status_code == 404


@pytest.mark.django_db
def test_it_works(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    session = begun(PlayerFactory())
    Order.objects.create(session=session, token="1")
    before = read()
    assert before["dispersal_orders_pending"] == 1
    assert before["dispersal_order_oldest_pending_seconds"] < 60
    assert before["dispersal_orders_settled_last_minute"] == 1
    assert 'dispersal_queue_length{queue="turns"}' in before
    metrics.process_metrics.count_page(0.03)
    metrics.process_metrics.count_page(30)
    after = read()
    grown = {name for name in after if "page_seconds" in name and after[name] > before[name]}
    assert 'dispersal_page_seconds_bucket{le="0.025"}' not in grown
    assert {'dispersal_page_seconds_bucket{le="0.05"}', 'dispersal_page_seconds_bucket{le="+Inf"}'} <= grown
    assert after["dispersal_page_seconds_count"] == before["dispersal_page_seconds_count"] + 2


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["", "wrong", TOKEN[:-1]])
def test_the_wrong_word_finds_no_page(settings: Any, token: str) -> None:
    settings.METRICS_TOKEN = TOKEN
    with pytest.raises(metrics.Http404):
        read(token)


WITH_TOKEN = """
import django; django.setup()
from django.test import Client
import sys
for host in sys.argv[1:]:
    print(host, Client().get("/metrics", headers={"Authorization": "Bearer %s", "Host": host}).status_code)
"""
STATUS_OF = {"127.0.0.1:8000": 200, "[::1]": 200, "evil.example": 400}
"""What a program gets that asks by one of these names; a stranger's is answered, and makes no noise."""


@pytest.mark.slow
def test_a_watcher_on_this_machine_asks_by_its_own_name(transactional_db: None) -> None:
    environ = environ_of_children() | {
        "METRICS_TOKEN": TOKEN,
        "ALLOWED_HOSTS": "dispersal.example",
    }
    command = [sys.executable, "-c", WITH_TOKEN % TOKEN, *STATUS_OF]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)
    assert done.stdout.splitlines() == [f"{host} {status}" for host, status in STATUS_OF.items()], done.stderr
