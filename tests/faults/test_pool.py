"""The pool of connections to PostgreSQL when its server ends them, begins anew, or is away for a while."""

import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from config.fastpath.postgresql.base import Pool
from tests.conftest import database_url
from tests.faults.conftest import Cable, end_all_connections, session_cookie
from tests.shared.site import until

IDLE = 8
postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="the pool is PostgreSQL's")
pytestmark = [pytest.mark.faults, pytest.mark.storage, pytest.mark.django_db(transaction=True), postgresql]


def hold_at_once(pool: Pool, number: int) -> None:
    """Let so many threads ask something at the same moment, and give their connections back."""
    together = Barrier(number)

    def ask() -> int | None:
        with pool.connection() as line:
            together.wait()
            return line.execute("SELECT 1").fetchone()[0]

    with ThreadPoolExecutor(number) as threads:
        assert [ask.result() for ask in [threads.submit(ask) for _ in range(number)]] == [1] * number


@pytest.fixture
def cable() -> Iterator[Cable]:
    """A way to the database server that can be pulled."""
    cable = Cable(database_url())
    yield cable
    cable.close()


def pool_over(cable: Cable, **others: Any) -> Pool:
    """Make a pool like the site's, at the far end of the cable."""
    options = connection.settings_dict["OPTIONS"]["pool"] | {"max_size": IDLE} | others
    furnish = connection._configure_connection
    return Pool(conninfo=cable.url, configure=furnish, kwargs={"autocommit": True}, open=False, **options)


@pytest.fixture
def pool(cable: Cable) -> Iterator[Pool]:
    """A pool at the far end of the cable, with as many idle connections as it may have."""
    with pool_over(cable) as pool:
        hold_at_once(pool, IDLE)
        assert until(lambda: pool.get_stats()["pool_available"] == IDLE)
        pool.pop_stats()
        yield pool


def test_of_many_that_died_the_first_is_found_and_the_request_is_answered(client: Client, session: Any) -> None:
    connection.close()
    connection.close_pool()
    connection.pool.open()
    hold_at_once(connection.pool, IDLE)
    assert until(lambda: connection.pool.get_stats()["pool_available"] == IDLE)
    connection.pool.pop_stats()
    end_all_connections()
    client.force_login(session.owner)
    assert client.get(reverse("table", kwargs={"session": session.pk})).status_code == 200
    told = connection.pool.get_stats()
    # The library waits from the second dead one on: a second, then two, then four.
    assert told["connections_lost"] == 1
    assert not told.get("requests_errors") and not told.get("connections_errors")


def test_threads_that_find_dead_ones_at_the_same_moment_empty_the_pool_once(pool: Pool, cable: Cable) -> None:
    cable.pull()
    cable.put_back()
    hold_at_once(pool, IDLE)
    told = pool.get_stats()
    assert pool.deaths == 1
    assert 1 <= told["connections_lost"] <= IDLE
    assert not told.get("requests_errors") and not told.get("connections_errors")
    assert told["connections_num"] == IDLE, "each is replaced once"
    hold_at_once(pool, IDLE)
    assert pool.get_stats()["connections_num"] == IDLE


def test_a_request_that_finds_the_server_away_is_answered_when_it_is_back(pool: Pool, cable: Cable) -> None:
    cable.pull()
    with ThreadPoolExecutor(1) as threads:
        asked = threads.submit(hold_at_once, pool, 1)
        assert until(lambda: pool.get_stats().get("connections_errors", 0) >= IDLE)
        cable.put_back()
        asked.result()
    assert not pool.get_stats().get("requests_errors")


def test_a_server_that_is_long_away_is_asked_by_one_line_until_it_answers(cable: Cable) -> None:
    with pool_over(cable, timeout=0.1, reconnect_timeout=0.1) as pool:
        hold_at_once(pool, 1)
        cable.pull()
        for _ in range(3):
            with pytest.raises(psycopg.OperationalError):
                hold_at_once(pool, 1)
        assert until(lambda: pool.get_stats()["connections_errors"] > 20), "it does not give up"
        assert pool.get_stats()["pool_size"] <= 2
        cable.put_back()
        assert until(lambda: pool.get_stats()["pool_available"]), "nobody need ask"
        hold_at_once(pool, 1)


def test_a_house_in_full_use_serves_on_when_its_connections_are_ended(session: Any, web: Any) -> None:
    """A request in progress may fail; each later request is answered."""
    server = web()
    address = server.address + reverse("table", kwargs={"session": session.pk})
    command = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "-b", session_cookie(session.owner), address]
    connection.close()
    connection.close_pool()

    def page() -> str:
        return subprocess.run(command, capture_output=True, text=True).stdout

    def pages(enough: Event) -> list[str]:
        found = []
        while not enough.is_set():
            found.append(page())
        return found

    with ThreadPoolExecutor(2 * IDLE) as threads:
        for _ in range(3):
            enough = Event()
            busy = [threads.submit(pages, enough) for _ in range(IDLE)]
            assert page() == "200"
            end_all_connections()
            assert {answer.result() for answer in [threads.submit(page) for _ in range(IDLE)]} == {"200"}
            enough.set()
            assert all(answer in ("200", "500", "503") for answers in busy for answer in answers.result())
    # Now all lie idle, and one page alone finds them dead.
    end_all_connections()
    assert page() == "200"
    assert "PoolTimeout" not in server.log.read_text()
