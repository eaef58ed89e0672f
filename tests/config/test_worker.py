"""Steps of a worker before and after each task, besides the task."""

import subprocess
import sys
from types import SimpleNamespace

import pytest
from django.db import connection

from config.celery import Fixup, app, fixup
from play import tasks
from tests.shared.site import ROOT

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


@pytest.mark.slow
def test_web_processes_and_workers_leave_alone_what_they_have_loaded() -> None:
    begin = "import gc, sys, config.asgi, config.celery; web = gc.get_freeze_count(); gc.unfreeze()"
    told = "config.celery.load_charts(); print(web, gc.get_freeze_count())"
    found = subprocess.run([sys.executable, "-c", f"{begin}; {told}"], cwd=ROOT, capture_output=True, text=True)
    assert [int(count) > 50_000 for count in found.stdout.split()] == [True, True], found.stderr


def test_what_takes_seconds_of_cpu_time_and_gives_way_has_minutes_by_the_clock(monkeypatch):
    """A slow share of a review is not a fault: on a busy machine it took more than ten seconds."""
    long = (tasks.reckon, tasks.look_back, tasks.calibrate, tasks.choose_exercise)
    assert all(task.soft_time_limit >= 240 and task.time_limit > task.soft_time_limit for task in long)
    assert tasks.sweep.soft_time_limit < 60, "all else has what the house gives any task"
    sent = []
    monkeypatch.setattr(tasks.carry_out, "apply_async", lambda **how: sent.append(how.get("soft_time_limit")))
    tasks.send(1, queue="odds")
    tasks.send(2)
    assert sent == [240, None]
