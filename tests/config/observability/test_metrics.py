"""Metrics: hidden by default, and shown to a request with the token."""

import re
import subprocess
import sys
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client, RequestFactory

from config.observability import metrics
from config.observability.metrics import METRICS
from play.orders.models import Order
from tests.conftest import environ_of_children
from tests.shared.builders.tables import begun
from tests.shared.factories import PlayerFactory
from tests.shared.site import ROOT

PAGE = ROOT / "docs" / "reference" / "metrics.md"
TOKEN = "a-long-word-for-the-watcher"


def answer_of(token: str) -> str:
    """Ask this process as a watcher would."""
    request = RequestFactory().get("/metrics", headers={"Authorization": f"Bearer {token}"})
    request.user = AnonymousUser()
    return metrics.metrics(request).content.decode()


def read(token: str = TOKEN) -> dict[str, float]:
    """Return the figures that this process answers with."""
    found = re.findall(r"^(\w[^ ]*) ([0-9.e+]+)$", answer_of(token), re.MULTILINE)
    return {name: float(value) for name, value in found}


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


@pytest.mark.django_db
@pytest.mark.storage
def test_each_figure_has_its_kind_and_meaning_once(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    text = answer_of(TOKEN)
    kinds = re.findall(r"^# TYPE dispersal_(\w+) (\w+)$", text, re.MULTILINE)
    pool = {f"database_{name}" for name in metrics.POOL}
    expected = METRICS.keys() if connection.vendor == "postgresql" else METRICS.keys() - pool
    assert sorted(name for name, _kind in kinds) == sorted(expected)
    assert all(METRICS[name][0] == kind for name, kind in kinds)
    # Prometheus refuses a page on which the lines of a metric do not follow its head.
    head = ""
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            head = line.split()[2]
        assert line.startswith("#") or re.split(r"[{ ]", line)[0].startswith(head), line


def test_the_page_of_figures_is_what_the_code_says() -> None:
    rows = re.findall(r"^\| `dispersal_(\w+)` \| (\w+) \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [(name, (kind, meaning)) for name, kind, meaning in rows] == list(METRICS.items())


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
