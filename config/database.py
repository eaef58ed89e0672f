"""Turns DATABASE_URL into Django's settings: SQLite for one machine, PostgreSQL with a pool for more."""

from pathlib import Path
from typing import Any

import dj_database_url

SQLITE = "django.db.backends.sqlite3"
POSTGRESQL = "django.db.backends.postgresql"


def database(url: str, *, pool_size: int, test_folder: Path) -> dict[str, Any]:
    """Read the URL and add what each kind of database needs to keep its promises."""
    settings: dict[str, Any] = dict(dj_database_url.parse(url))
    options = settings.setdefault("OPTIONS", {})
    if settings["ENGINE"] == SQLITE:
        options.update(
            timeout=float(options.get("timeout", 20)),
            # A writer that has read first fails at once under DEFERRED, whatever the timeout says.
            transaction_mode="IMMEDIATE",
            init_command="PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        )
        # Workers and browsers under test are processes of their own: a database in memory would not be theirs.
        settings["TEST"] = {"NAME": str(test_folder / "test.sqlite3")}
    if settings["ENGINE"] == POSTGRESQL:
        settings["CONN_MAX_AGE"] = int(options.pop("conn_max_age", 0))
        if not settings["CONN_MAX_AGE"]:
            options.setdefault("pool", {"min_size": 1, "max_size": pool_size, "timeout": 10})
    return settings


def folder_of(settings: dict[str, Any], otherwise: Path) -> Path:
    """Say where the database's file lies, for what is kept beside it."""
    if settings["ENGINE"] == SQLITE and settings["NAME"] and ":memory:" not in str(settings["NAME"]):
        return Path(settings["NAME"]).parent
    return otherwise
