"""Two addresses for watchers: `/healthz` says whether the site works, `/readyz` whether a process can take requests."""

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError

from config.celery import app as celery_app
from config.database import folder_of
from config.version import VERSION
from play.orders.models import Order, OrderStatus
from play.pages.audience import ANYONE, audience

PATIENCE_SECONDS = 60
SHOWN_SECONDS = 4
"""A younger order is not reported: to a player, it would say that another has just decided."""
POOL_SECONDS = 2
"""Longest wait of `/readyz` for a connection of the pool; a page waits longer."""
MEBIBYTE = 2**20
MigrationName = tuple[str, str]


@require_safe
@audience(ANYONE)
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when all is well and 503 when a part is missing or an order has waited too long."""
    parts = {"database": _works(_database, DatabaseError), "broker": _works(_broker, OperationalError, OSError)}
    waiting = _oldest_pending_order() if parts["database"] else None
    well = all(parts.values()) and (waiting or 0) <= PATIENCE_SECONDS
    found = parts | {"oldest_pending_order_seconds": waiting, "version": VERSION}
    return JsonResponse(found, status=200 if well else 503)


@require_safe
@audience(ANYONE)
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when this process can take requests, else 503; the body says which parts can."""
    database = _works(_pool, DatabaseError)
    parts = {
        "disk": _works(_disk, OSError),
        "database": database,
        # Nobody knows while the database is away.
        "migrations": _works(_migrations, LookupError, DatabaseError) if database else None,
        "broker": _works(_broker, OperationalError, OSError),
    }
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)


def _works(part: Callable[[], None], *faults: type[Exception]) -> bool:
    try:
        part()
    except faults:
        return False
    return True


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _pool() -> None:
    """Ask the database by a connection of the pool; wait for one no longer than a watcher does."""
    pool = getattr(connection, "pool", None)
    if pool is None or connection.connection is not None:
        _database()
        return
    with connection.wrap_database_errors:
        pool.open()
        with pool.connection(timeout=POOL_SECONDS) as line:
            line.execute("SELECT 1")


def _broker() -> None:
    with celery_app.connection_for_write(connect_timeout=2) as broker:
        broker.ensure_connection(max_retries=1, timeout=2)


def _disk() -> None:
    """Raise where the disk of the database's file or of `VAR_DIR` has less space than `DISK_RESERVE_MB`."""
    for folder in {folder_of(connection.settings_dict, settings.VAR_DIR), settings.VAR_DIR}:
        if shutil.disk_usage(Path(folder)).free < settings.DISK_RESERVE_MB * MEBIBYTE:
            raise OSError(f"The disk of {folder} is full.")


def _migrations() -> None:
    """Raise where the database lacks a migration of this release."""
    applied = MigrationRecorder(connection).applied_migrations().keys()
    for name, replaced in _migrations_needed():
        if name not in applied and not (replaced and replaced <= applied):
            raise LookupError(f"The migration {name} is missing.")


@cache
def _migrations_needed() -> tuple[tuple[MigrationName, frozenset[MigrationName]], ...]:
    """List the migrations of this release, each with those that it replaces; files do not change under a process."""
    nodes = MigrationLoader(None).graph.nodes
    return tuple((name, frozenset(migration.replaces)) for name, migration in nodes.items())


def _oldest_pending_order() -> float | None:
    pending = Order.objects.filter(status=OrderStatus.PENDING).order_by("given")
    given = pending.values_list("given", flat=True).first()
    waited = (timezone.now() - given).total_seconds() if given is not None else 0.0
    return round(waited, 1) if waited >= SHOWN_SECONDS else None
