"""The tables of careers belong to the room of their game: a database of before keeps every row."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

BEFORE = ("campaigns", "0007_charts_kept")
AFTER = ("interceptor", "0001_careers")
MODELS = [model for model in apps.get_app_config("interceptor").get_models() if not model._meta.auto_created]


def rows():
    """Everything that stands in the tables, and what holds them, by table."""
    found = {}
    with connection.cursor() as cursor:
        for model in MODELS:
            table = model._meta.db_table
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)} ORDER BY 1")
            lines = [list(map(str, row)) for row in cursor.fetchall()]
            held = sorted(connection.introspection.get_constraints(cursor, table))
            found[table] = lines, held
    return found


def test_the_house_of_an_earlier_release_keeps_its_careers(release_2a36ce7):
    assert len(MODELS) == 10
    for model in MODELS:
        assert model.objects.exists(), model
        kind = ContentType.objects.get(app_label="interceptor", model=model._meta.model_name)
        assert not ContentType.objects.filter(app_label="campaigns", model=model._meta.model_name).exists()
        assert Permission.objects.filter(content_type=kind).count() == 4


def test_a_career_of_the_earlier_release_is_read_with_all_that_hangs_on_it(release_2a36ce7):
    career = release_2a36ce7.career("Fallen")
    assert career.sorties.count() > 0 and career.sorties.filter(met__isnull=False).exists()
    assert career.session.careers.get() == career and career.owner.careers.filter(pk=career.pk).exists()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_move_changes_no_row_no_index_and_no_constraint_there_and_back(monkeypatch):
    read = MigrationLoader.load_disk

    def load_each(self):
        """The way back goes by single steps: a squashed migration has no middle."""
        read(self)
        self.disk_migrations = {key: one for key, one in self.disk_migrations.items() if not one.replaces}

    monkeypatch.setattr(MigrationLoader, "load_disk", load_each)
    from tests.shared.builders.careers import kept
    from tests.shared.factories import PlayerFactory

    kept(PlayerFactory(), 3)
    was = rows()
    assert was["campaigns_career"][0] and was["campaigns_sortie"][0]
    permissions = set(Permission.objects.filter(content_type__model="interceptorcareer").values_list("pk", "codename"))
    assert permissions
    try:
        call_command("migrate", *AFTER, verbosity=0)
        then = rows()
        call_command("migrate", *BEFORE, verbosity=0)
        assert rows() == then
        assert ContentType.objects.filter(app_label="campaigns", model="career").exists()
        old = MigrationExecutor(connection).loader.project_state([BEFORE]).apps.get_model("campaigns", "Career")
        assert old.objects.count() == 1
    finally:
        call_command("migrate", verbosity=0)
    ContentType.objects.clear_cache()
    assert rows() == was
    found = Permission.objects.filter(content_type__app_label="interceptor", content_type__model="interceptorcareer")
    assert set(found.values_list("pk", "codename")) == permissions


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
