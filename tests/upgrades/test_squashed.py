"""Squashed migrations make the very tables that the ones before them make."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db.migrations.loader import MigrationLoader

from tests import upgrades
from tests.shared.cached_databases import TABLES, cached_database
from tests.shared.site import ROOT

MIGRATE = """
import django

django.setup()
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader


class EachLoader(MigrationLoader):
    def load_disk(self):
        super().load_disk()
        self.disk_migrations = {key: one for key, one in self.disk_migrations.items() if not one.replaces}


executor = MigrationExecutor(connection)
executor.loader = EachLoader(connection)
leaves = executor.loader.graph.leaf_nodes()
executor.migrate(leaves)
print(sum(1 for key in executor.loader.graph.nodes if "_to_" in key[1]))
"""


def schema(database: Path) -> dict[str, Any]:
    """Read tables with their columns, keys and checks, and every index. The order of columns is free."""
    found: dict[str, Any] = {}
    connection = sqlite3.connect(database)
    for kind, name, sql in connection.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
    ):
        if kind == "table":
            columns = {row[1:] for row in connection.execute(f'PRAGMA table_info("{name}")')}
            keys = {row[2:] for row in connection.execute(f'PRAGMA foreign_key_list("{name}")')}
            found[name] = columns, keys, sql.count("CHECK"), sql.count("UNIQUE")
        else:
            found[name] = sql
    connection.close()
    return found


def migrated_one_by_one(path: Path) -> None:
    """Put there the tables that the migrations make which the squashed ones replace."""
    environ = {**os.environ, "DATABASE_URL": f"sqlite:///{path}", "DJANGO_SETTINGS_MODULE": "config.settings"}
    program = [sys.executable, "-c", MIGRATE]
    run = subprocess.run(program, cwd=ROOT, env=environ, capture_output=True, text=True, check=True)
    assert int(run.stdout) == 0, "no squashed migration was run"


@pytest.mark.slow
def test_squashed_migrations_make_the_same_tables(
    request: pytest.FixtureRequest, tmp_path: Path, django_db_blocker: Any
) -> None:
    """The squashed migrations make the tables of all tests."""
    assert any("_to_" in name for _app, name in MigrationLoader(None).graph.nodes)
    with django_db_blocker.unblock():
        squashed = cached_database(request.config, TABLES, "tables", upgrades.empty, tmp_path / "squashed.sqlite3")
    each = cached_database(request.config, TABLES, "one-by-one", migrated_one_by_one, tmp_path / "each.sqlite3")
    made = schema(each)
    assert len(made) > 200
    assert schema(squashed) == made
