"""What a worker does before and after each task, besides the task."""

import subprocess
import sys
from types import SimpleNamespace

import pytest
from django.db import connection

from config.celery import Fixup, app, fixup
from tests.platform.house import ROOT

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


def test_web_processes_and_workers_leave_alone_what_they_have_loaded() -> None:
    begin = "import gc, sys, config.asgi, config.celery; web = gc.get_freeze_count(); gc.unfreeze()"
    told = "config.celery.load_charts(); print(web, gc.get_freeze_count())"
    found = subprocess.run([sys.executable, "-c", f"{begin}; {told}"], cwd=ROOT, capture_output=True, text=True)
    assert [int(count) > 50_000 for count in found.stdout.split()] == [True, True], found.stderr
