"""Server cost of the page of a whole career."""

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, setup_databases, teardown_databases
from django.urls import reverse

from sorties.interceptor.records.models import SortieRecord
from tests.bench import bench
from tests.shared.builders.careers import begun, fly, seed_for

TIMES = 120


@contextmanager
def database() -> Iterator[None]:
    """A database for the bench alone."""
    kept = setup_databases(verbosity=0, interactive=False)
    try:
        yield
    finally:
        teardown_databases(kept, verbosity=0)


@contextmanager
def page_of_a_year() -> Iterator[tuple[Client, str]]:
    """Give a browser and the address of a career of 92 lines."""
    with database():
        player = get_user_model().objects.create(display_name="Bench", email="bench@example.org")
        career = fly(begun(player, seed_for(lambda one: one.alive and one.bombers > 10)))
        if SortieRecord.objects.filter(career=career).count() != 92:
            raise ValueError("The year of the bench is not a whole one.")
        client = Client(SERVER_NAME="localhost")
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        yield client, reverse("career", kwargs={"career": career.pk})


@cache
def measured() -> tuple[float, int]:
    """Return the 95th percentile of the page's time in milliseconds, and its questions to the database."""
    with page_of_a_year() as (client, address):
        for _warm in range(5):
            client.get(address)
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(address)
        if answer.status_code != 200:
            raise ValueError(f"The page answers {answer.status_code}.")
        queries = len(asked)
        times = []
        for _ in range(TIMES):
            # The server's own time: what other processes of the machine take is not the page's fault.
            begin = time.process_time()
            client.get(address)
            times.append(1000 * (time.process_time() - begin))
    return statistics.quantiles(times, n=20)[-1], queries


@bench("careers.page_p95_ms", unit="ms", at_most=25)
def page_time() -> float:
    """The page of a career of 92 lines."""
    return measured()[0]


@bench("careers.page_queries", unit="queries", at_most=8)
def page_queries() -> float:
    """Number of database queries of the page."""
    return measured()[1]
