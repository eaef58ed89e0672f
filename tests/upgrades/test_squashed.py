"""Squashed migrations make the very tables that the ones before them make."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.shared.site import ROOT

MIGRATE = """
import sys
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
if sys.argv[1] == "each":
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


@pytest.mark.slow
def test_squashed_migrations_make_the_same_tables(tmp_path: Path) -> None:
    made = {}
    for form in ("squashed", "each"):
        database = tmp_path / f"{form}.sqlite3"
        environ = {**os.environ, "DATABASE_URL": f"sqlite:///{database}", "DJANGO_SETTINGS_MODULE": "config.settings"}
        run = subprocess.run(
            [sys.executable, "-c", MIGRATE, form], cwd=ROOT, env=environ, capture_output=True, text=True, check=True
        )
        made[form] = schema(database)
        assert bool(int(run.stdout)) is (form == "squashed")
    assert len(made["each"]) > 200
    assert made["squashed"] == made["each"]
