"""A page that is read writes nothing: every address is opened while another holds the storage for writing."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from campaigns.accounts.models import Player
from play.sessions.models import Seat
from tests.conftest import environ_of_children
from tests.faults.conftest import ROOT
from tests.shared.addresses import THINGS, Cast, made
from tests.shared.builders import careers
from tests.shared.builders.careers import fly
from tests.shared.builders.tables import begun, play
from tests.site.test_audiences import PAGES, come_as
from tests.site.test_audiences import cast as cast

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

HOLDER = """
import sys, django
django.setup()
from django.db import connection, transaction
with transaction.atomic(), connection.cursor() as cursor:
    if connection.vendor == "postgresql":
        names = ", ".join(connection.ops.quote_name(name) for name in connection.introspection.table_names())
        cursor.execute(f"LOCK TABLE {names} IN EXCLUSIVE MODE")
    print("held", flush=True)
    sys.stdin.read()
"""
WRITING = ("INSERT", "UPDATE", "DELETE", "REPLACE", "BEGIN IMMEDIATE")


@contextmanager
def nobody_may_write() -> Iterator[None]:
    """Lock the storage from another process; every write here is refused at once."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER],
        env=environ_of_children(),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdin and holder.stdout
    try:
        assert holder.stdout.readline() == b"held\n"
        with connection.cursor() as cursor:
            lite = connection.vendor == "sqlite"
            cursor.execute("PRAGMA busy_timeout = 0" if lite else "SET lock_timeout = '1ms'")
        yield
    finally:
        holder.stdin.close()
        holder.wait()
        if connection.vendor == "postgresql":
            # What is closed goes back to the pool as it is, and the next test gets it.
            with connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")
        connection.close()


def read(visitor: str, cast: Cast, addresses: dict[str, str]) -> dict[str, Any]:
    """Open every address; what each had to write, or how it failed."""
    client = come_as(visitor, cast)
    faults: dict[str, Any] = {}
    with nobody_may_write():
        for name, address in addresses.items():
            with CaptureQueriesContext(connection) as asked:
                answer = client.get(address)
            written = [query["sql"] for query in asked if query["sql"].upper().startswith(WRITING)]
            if written or answer.status_code >= 500:
                faults[name] = (answer.status_code, written)
    return faults


def under_way(cast: Cast) -> dict[str, str]:
    """The addresses of a table and of a career at which somebody has played, and of a game that is over."""
    table = play(begun(cast.owner, cast.other_side), decisions=7)
    over = play(begun(cast.owner, cast.other_side, rounds=1))
    career = fly(careers.begun(cast.owner), until="sortie")
    found: dict[str, str] = {}
    for what, thing in (("session", table), ("session", over), ("session", career.session), ("career", career)):
        for page in PAGES:
            with suppress(NoReverseMatch):
                found[f"{page.name} {what} {thing.pk}"] = reverse(page.name, kwargs={what: thing.pk})
    return found


@pytest.mark.slow
@pytest.mark.parametrize("visitor", ["nobody", "owner", "guest", "staff"])
def test_no_page_writes_or_waits_when_it_is_read(visitor: str, cast: Cast) -> None:
    things = made(cast, [page.name for page in PAGES if page.name in THINGS])
    addresses = {page.name: page.address(cast, things) for page in PAGES}
    if visitor == "owner":
        addresses |= under_way(cast)
    # Every mark that a look could move is out of date.
    Player.objects.update(last_seen=timezone.now() - timedelta(days=2))
    Seat.objects.update(seen=0)
    assert read(visitor, cast, addresses) == {}


@pytest.mark.slow
def test_the_proof_sees_one_who_writes(cast: Cast, settings: Any) -> None:
    settings.SESSION_SAVE_EVERY_REQUEST = True
    assert read("owner", cast, {"home": "/"})["home"]


@pytest.mark.slow
def test_a_look_that_cannot_be_noted_is_let_go(cast: Cast) -> None:
    client = come_as("owner", cast)
    Player.objects.update(last_seen=timezone.now() - timedelta(days=2))
    with nobody_may_write():
        assert client.post("/here").status_code == 204
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA busy_timeout")
            assert cursor.fetchone()[0] == 1000 * settings.DATABASES["default"]["OPTIONS"]["timeout"]
