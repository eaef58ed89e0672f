"""What a worker does before and after each task, besides the task."""

from types import SimpleNamespace

import pytest
from django.db import connection

from config.celery import Fixup, app, fixup

TASK = SimpleNamespace(request=SimpleNamespace(is_eager=False))


@pytest.mark.django_db(transaction=True)
def test_a_connection_stays_from_task_to_task_until_it_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 60)
    connection.close()
    connection.ensure_connection()
    kept, between = connection.connection, Fixup(app).worker_fixup
    between.on_task_postrun(TASK)
    between.on_task_prerun(TASK)
    assert connection.connection is kept
    connection.close_at = 0
    between.on_task_prerun(TASK)
    assert connection.connection is None


def test_the_workers_are_looked_after_in_this_way() -> None:
    assert app.fixups == {fixup}
