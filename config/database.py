"""Turns DATABASE_URL into Django's settings: SQLite for one machine, PostgreSQL with a pool for more."""

import os
from collections.abc import Mapping
from pathlib import Path

import dj_database_url
from dj_database_url import DBConfig
from django.core.exceptions import ImproperlyConfigured

SQLITE = "django.db.backends.sqlite3"
DJANGOS_POSTGRESQL = "django.db.backends.postgresql"
POSTGRESQL = "config.fastpath.postgresql"
OWNER_ONLY = 0o600
EVERYBODY_ELSE = 0o077
OPEN_SECONDS = 60
"""Lifetime of a thread's connection to SQLite."""
WAIT_SECONDS = 10
"""Longest wait of a page for a connection to PostgreSQL, and the pool's longest back-off."""


def database(url: str, *, pool_size: int, test_folder: Path, fastpath: bool = True) -> DBConfig:
    """Read the URL and add the options that each kind of database needs."""
    settings = dj_database_url.parse(url)
    if settings["ENGINE"] == DJANGOS_POSTGRESQL and fastpath:
        settings["ENGINE"] = POSTGRESQL
    options = settings.setdefault("OPTIONS", {})
    if settings["ENGINE"] == SQLITE:
        # To open the file and to read what tables it has takes longer than most of what a page asks.
        settings["CONN_MAX_AGE"] = OPEN_SECONDS
        options.update(
            timeout=float(options.get("timeout", 20)),
            # A writer that has read first fails at once under DEFERRED, with any timeout.
            transaction_mode="IMMEDIATE",
            init_command="PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        )
        # Workers and browsers under test are processes of their own: a database in memory would not be theirs.
        settings["TEST"] = {"NAME": str(test_folder / "test.sqlite3")}
    if settings["ENGINE"] in (POSTGRESQL, DJANGOS_POSTGRESQL):
        settings["CONN_MAX_AGE"] = int(options.pop("conn_max_age", 0))
        settings["CONN_HEALTH_CHECKS"] = True
        if not settings["CONN_MAX_AGE"]:
            pool = {"min_size": 1, "max_size": pool_size, "timeout": WAIT_SECONDS, "reconnect_timeout": WAIT_SECONDS}
            options.setdefault("pool", pool)
    return settings


def keep_private(settings: DBConfig) -> None:
    """Protect the database's file from other users, from before its first row; its companion files follow it."""
    name = Path(str(settings["NAME"]))
    if settings["ENGINE"] != SQLITE or not settings["NAME"] or ":memory:" in str(name):
        return
    try:
        os.close(os.open(name, os.O_CREAT | os.O_RDONLY, OWNER_ONLY))
        for file in (name, Path(f"{name}-wal"), Path(f"{name}-shm")):
            if file.exists() and file.stat().st_mode & EVERYBODY_ELSE:
                file.chmod(OWNER_ONLY)
    except OSError as fault:
        raise ImproperlyConfigured(f"The database {name} cannot be opened: {fault.strerror}.") from fault


def folder_of(settings: Mapping[str, object], otherwise: Path) -> Path:
    """Return the folder of the database's file, for its companion files."""
    if settings["ENGINE"] == SQLITE and settings["NAME"] and ":memory:" not in str(settings["NAME"]):
        return Path(str(settings["NAME"])).parent
    return otherwise
