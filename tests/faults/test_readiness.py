"""`/readyz` of a real web server: its broker stops, its only connection is taken, its database server goes away."""

import json
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.urls import reverse

from tests.conftest import database_url
from tests.faults.conftest import Cable, Web, session_cookie
from tests.shared.site import until

pytestmark = [pytest.mark.faults, pytest.mark.storage, pytest.mark.django_db(transaction=True)]
READY = {"disk": True, "database": True, "migrations": True, "broker": True}
postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="the pool is PostgreSQL's")


def readiness(server: Web) -> tuple[int, dict[str, bool]]:
    """Ask the server as a watcher does."""
    command = ["curl", "-s", "-w", "\\n%{http_code}", f"{server.address}/readyz"]
    body, _newline, status = subprocess.run(command, capture_output=True, text=True).stdout.rpartition("\n")
    return int(status), json.loads(body)


def test_a_broker_that_stops_and_comes_back(web: Any, cable: Cable) -> None:
    server = web(REDIS_URL=cable.url)
    assert readiness(server) == (200, READY)
    cable.pull()
    assert readiness(server) == (503, READY | {"broker": False})
    cable.put_back()
    assert readiness(server) == (200, READY)


def test_a_disk_without_the_reserve(web: Any) -> None:
    assert readiness(web(DISK_RESERVE_MB=str(10**12))) == (503, READY | {"disk": False})


@pytest.fixture
def database_cable() -> Iterator[Cable]:
    """A way to the database server that can be pulled."""
    cable = Cable(database_url())
    yield cable
    cable.close()


@postgresql
def test_a_database_server_that_goes_and_comes_back(web: Any, database_cable: Cable) -> None:
    server = web(DATABASE_URL=database_cable.url)
    assert readiness(server) == (200, READY)
    database_cable.pull()
    assert readiness(server) == (503, READY | {"database": False, "migrations": None})
    database_cable.put_back()
    assert until(lambda: readiness(server) == (200, READY))


@postgresql
def test_a_pool_whose_only_connection_a_page_holds(web: Any, session: Any) -> None:
    server = web(DATABASE_POOL="1")
    page = server.address + reverse("table", kwargs={"session": session.pk})
    command = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "-b", session_cookie(session.owner), page]
    waits = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'play_session'::regclass"
    with psycopg.connect(database_url()) as holder, ThreadPoolExecutor(1) as threads:
        holder.execute("LOCK TABLE play_session IN ACCESS EXCLUSIVE MODE")
        answer = threads.submit(subprocess.run, command, capture_output=True, text=True)
        assert until(lambda: holder.execute(waits).fetchone()[0] == 1)
        assert readiness(server) == (503, READY | {"database": False, "migrations": None})
        holder.rollback()
        assert answer.result().stdout == "200"
    assert readiness(server) == (200, READY)
