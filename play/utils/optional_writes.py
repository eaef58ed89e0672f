"""Best-effort writes, skipped when the database is locked."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection

MILLISECONDS = 100


@contextmanager
def only_if_idle() -> Iterator[None]:
    """Write now or not at all: while another holds the storage, nothing is written and nobody waits."""
    try:
        _wait_at_most(MILLISECONDS)
        yield
    except OperationalError:
        pass
    finally:
        _wait_at_most(int(1000 * float(connection.settings_dict["OPTIONS"].get("timeout", 5))))


def _wait_at_most(milliseconds: int) -> None:
    # PostgreSQL locks rows, not the whole database.
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {milliseconds}")
