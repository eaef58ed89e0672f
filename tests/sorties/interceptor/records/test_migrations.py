"""The tables of careers belong to the app of their game: an older database keeps every row."""

from importlib import import_module
from shutil import copy

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from tests import upgrades
from tests.shared.builders.careers import kept
from tests.shared.cached_databases import TABLES, cached_database
from tests.shared.factories import PlayerFactory

MADE_HERE = "tests/sorties/interceptor/records/test_migrations.py"
BEFORE = ("campaigns", "0007_charts_kept")
AFTER = ("interceptor", "0001_careers")
MODELS = [model for model in apps.get_app_config("interceptor").get_models() if not model._meta.auto_created]


def rows():
    """Return all contents of the tables, with their constraints, by table."""
    found = {}
    with connection.cursor() as cursor:
        for model in MODELS:
            table = model._meta.db_table
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)} ORDER BY 1")
            lines = [list(map(str, row)) for row in cursor.fetchall()]
            held = sorted(connection.introspection.get_constraints(cursor, table))
            found[table] = lines, held
    return found


@pytest.mark.slow
def test_the_house_of_an_earlier_release_keeps_its_careers(release_2a36ce7):
    assert len(MODELS) == 10
    for model in MODELS:
        assert model.objects.exists(), model
        kind = ContentType.objects.get(app_label="interceptor", model=model._meta.model_name)
        assert not ContentType.objects.filter(app_label="campaigns", model=model._meta.model_name).exists()
        assert Permission.objects.filter(content_type=kind).count() == 4


@pytest.mark.slow
def test_a_career_of_the_earlier_release_is_read_with_all_that_hangs_on_it(release_2a36ce7):
    career = release_2a36ce7.career("Fallen")
    assert career.sorties.count() > 0 and career.sorties.filter(met__isnull=False).exists()
    assert career.session.careers.get() == career and career.owner.careers.filter(pk=career.pk).exists()


@pytest.fixture
def moved(request, tmp_path, django_db_blocker, monkeypatch):
    """A database with a career as today has it, moved back to after the move and before it, and forth again: by name.

    To migrate there and back takes half a minute: it is done anew when a migration changes.
    """
    read = MigrationLoader.load_disk

    def load_each(self):
        """The way back goes by single steps: a squashed migration has no middle."""
        read(self)
        self.disk_migrations = {key: one for key, one in self.disk_migrations.items() if not one.replaces}

    def cached(name, make):
        return cached_database(request.config, (*TABLES, MADE_HERE), f"career-{name}", make, tmp_path / name)

    def with_a_career(path):
        cached_database(request.config, TABLES, "tables", upgrades.empty, path)
        with upgrades.whole(path):
            kept(PlayerFactory(), 3)

    def migrated(before, *target):
        def make(path):
            copy(before, path)
            with upgrades.whole(path), monkeypatch.context() as patch:
                patch.setattr(MigrationLoader, "load_disk", load_each)
                call_command("migrate", *target, verbosity=0)

        return make

    with django_db_blocker.unblock():
        found = {"today": cached("today", with_a_career)}
        for name, of, target in (("after", "today", AFTER), ("before", "after", BEFORE), ("again", "before", ())):
            found[name] = cached(name, migrated(found[of], *target))
        yield found


@pytest.mark.slow
def test_the_move_changes_no_row_no_index_and_no_constraint_there_and_back(moved):
    with upgrades.opened(moved["today"]):
        was = rows()
        permissions = set(
            Permission.objects.filter(content_type__model="interceptorcareer").values_list("pk", "codename")
        )
    assert was["campaigns_career"][0] and was["campaigns_sortie"][0]
    assert permissions
    with upgrades.opened(moved["after"]):
        then = rows()
    with upgrades.opened(moved["before"]):
        assert rows() == then
        assert ContentType.objects.filter(app_label="campaigns", model="career").exists()
        old = MigrationExecutor(connection).loader.project_state([BEFORE]).apps.get_model("campaigns", "Career")
        assert old.objects.count() == 1
    with upgrades.opened(moved["again"]):
        assert rows() == was
        of_careers = Permission.objects.filter(
            content_type__app_label="interceptor", content_type__model="interceptorcareer"
        )
        assert set(of_careers.values_list("pk", "codename")) == permissions


def test_staff_keep_what_they_may_do_with_a_renamed_model(db):
    migration = import_module("campaigns.migrations.0029_permissions_of_renamed_models")
    kind = ContentType.objects.get(app_label="interceptor", model="sortierecord")
    permission = Permission.objects.get(content_type=kind, codename="view_sortierecord")
    readers, others = (Group.objects.create(name=name) for name in ("Readers", "Others"))
    readers.permissions.add(permission)
    migration.backwards(apps, None)
    assert readers.permissions.get().codename == "view_sortie"
    migration.forwards(apps, None)
    assert readers.permissions.get() == permission
    assert readers.permissions.get().codename == "view_sortierecord"
    former = Permission.objects.create(content_type=kind, codename="view_sortie", name="Can view sortie")
    others.permissions.add(former)
    migration.forwards(apps, None)
    assert others.permissions.get() == permission
    assert Permission.objects.filter(content_type=kind).count() == 4
