"""Rows that take long to make: written once in a process, and put back into each test that asks for them."""

from collections.abc import Callable
from functools import cache
from typing import Any

from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

Rows = dict[str, list[tuple[Any, ...]]]

_stored: dict[tuple[str, int], tuple[Any, Rows]] = {}


def made_once(name: str, owner: models.Model, make: Callable[[], models.Model]) -> Any:
    """Return the key of what `make` writes for this owner; a later test gets the same rows back, of every table.

    An owner with another key has rows of his own. Other databases than SQLite count their keys apart from the rows.
    """
    if connection.vendor != "sqlite":
        return make().pk
    place = name, owner.pk
    if place not in _stored:
        before = _all_rows()
        made = make()
        after = _all_rows()
        for table, rows in before.items():
            assert rows <= after[table], f"{name} changes rows of {table} that were there before"
        _stored[place] = made.pk, {table: sorted(after[table] - before[table], key=repr) for table in after}
        return made.pk
    key, found = _stored[place]
    try:
        with transaction.atomic():
            _insert(found)
    except IntegrityError:
        return make().pk  # the test has other rows with these keys
    return key


def _insert(found: Rows) -> None:
    with connection.cursor() as cursor:
        for table, rows in found.items():
            if rows:
                marks = ", ".join(["%s"] * len(rows[0]))
                cursor.executemany(f"INSERT INTO {connection.ops.quote_name(table)} VALUES ({marks})", rows)


def _all_rows() -> dict[str, set[tuple[Any, ...]]]:
    """Return the rows of all tables as they are stored; the sign before a column keeps it from being converted."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            meta = model._meta
            if meta.managed and not meta.proxy:
                cursor.execute(f"SELECT {_columns(meta.db_table)} FROM {connection.ops.quote_name(meta.db_table)}")
                found[meta.db_table] = set(cursor.fetchall())
    return found


@cache
def _columns(table: str) -> str:
    """Name the columns of a table in their order; no test changes them."""
    with connection.cursor() as cursor:
        columns = connection.introspection.get_table_description(cursor, table)
    return ", ".join(f"+{connection.ops.quote_name(column.name)}" for column in columns)
