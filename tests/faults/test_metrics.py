"""Metrics of several web processes together, and the log line of each request."""

import re
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.urls import reverse

from play.orders.models import OrderStatus
from tests.conftest import database_url
from tests.faults.conftest import session_cookie, until
from tests.faults.test_orders import give, settled
from tests.shared.builders.tables import begun
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]
TOKEN = "a-long-word-for-the-watcher"


def figure(server: Any, name: str) -> float:
    """Ask a server for one figure as a watcher does."""
    command = ["curl", "-s", "-H", f"Authorization: Bearer {TOKEN}", f"{server.address}/metrics"]
    text = subprocess.run(command, capture_output=True, text=True).stdout
    return float(re.search(rf"^dispersal_{name} ([0-9.e+]+)$", text, re.MULTILINE).group(1))  # type: ignore[union-attr]


def test_whichever_process_is_asked_answers_for_all(web: Any) -> None:
    servers = [web(METRICS_TOKEN=TOKEN), web(METRICS_TOKEN=TOKEN)]
    for _ in range(5):
        assert servers[0].answers()
    assert until(lambda: figure(servers[1], "page_seconds_count") > 5)


def test_an_order_that_is_tried_again_and_given_up_is_counted(web: Any, started: Any, session: Any) -> None:
    server = web(METRICS_TOKEN=TOKEN)
    names = ("orders_failed_total", "order_retries_total")
    failed, retries = (figure(server, name) for name in names)
    started.trap("inside", 1)
    assert settled(give(session)).status == OrderStatus.DONE
    assert [figure(server, name) for name in names] == [failed, retries + 1]
    started.trap("inside", 99)
    assert settled(give(session, "escort")).status == OrderStatus.FAILED
    assert until(lambda: [figure(server, name) for name in names] == [failed + 1, retries + 3])


def pages_that_wait(holder: psycopg.Connection) -> Callable[[], int]:
    """Count the pages that ask for a row of a table that is locked."""
    asked = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'play_session'::regclass"
    return lambda: holder.execute(asked).fetchone()[0]  # type: ignore[index]


@pytest.mark.storage
@pytest.mark.skipif(connection.vendor != "postgresql", reason="the pool is PostgreSQL's")
def test_connections_in_use_and_requests_that_wait_for_one_are_counted(web: Any, session: Any) -> None:
    servers = [web(METRICS_TOKEN=TOKEN, DATABASE_POOL="2"), web(METRICS_TOKEN=TOKEN, DATABASE_POOL="3")]
    path = reverse("table", kwargs={"session": session.pk})
    command = ["curl", "-s", "-o", "/dev/null", "-b", session_cookie(session.owner), servers[0].address + path]
    names = ("pool_limit", "pool_in_use", "pool_waiting")

    def pool() -> list[float]:
        return [figure(servers[1], f"database_{name}") for name in names]

    with psycopg.connect(database_url()) as holder, ThreadPoolExecutor(3) as threads:
        holder.execute("LOCK TABLE play_session IN ACCESS EXCLUSIVE MODE")
        count = pages_that_wait(holder)
        for _ in range(3):
            threads.submit(subprocess.run, command)
        assert until(lambda: count() == 2)
        # The other server holds the connection by which it answers.
        assert until(lambda: pool() == [5, 3, 1])
        assert figure(servers[1], "database_pool_size") >= 3
        holder.rollback()
    assert until(lambda: pool() == [5, 1, 0])


def test_each_request_has_its_line_without_what_its_address_holds(web: Any) -> None:
    session = begun(PlayerFactory())
    server = web(LOG_LEVEL="info", LOG_FORMAT="json")
    seat = session.table[0]
    path = reverse("seat", args=[seat.invitation])
    command = ["curl", "-s", "-o", "/dev/null", "-b", session_cookie(session.owner), server.address + path]
    subprocess.run(command, check=True)
    assert until(lambda: "tables/seat/" in server.log.read_text())
    line = next(line for line in server.log.read_text().splitlines() if "tables/seat/" in line)
    assert '"event": "answered"' in line and '"status": 404' in line and '"ms"' in line and '"request_id"' in line
    assert seat.invitation not in server.log.read_text()
