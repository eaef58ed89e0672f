"""The worker's application: settings from Django, and log lines that carry the id of the request that ordered them."""

import os
import time
import warnings
from functools import cached_property
from pathlib import Path

import structlog
from celery import Celery, Task, signals
from celery.fixups.django import DjangoFixup, DjangoWorkerFixup
from celery.platforms import SecurityWarning
from django.db import close_old_connections

from config.server.memory import freeze_loaded_objects
from config.server.parent_watch import tie_to_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class Connections(DjangoWorkerFixup):
    """Between tasks a child looks after its connections as Django does between requests.

    Celery would close the connection, and its pool, before and after each task; to open one again takes longer than
    most of what an order asks of it. One that is broken or too old is closed here, too.
    """

    def close_database(self, **_: object) -> None:
        """Close what can be used no longer, or has been open for as long as it may."""
        close_old_connections()


class Fixup(DjangoFixup):
    """Celery's fixup for Django, with connections that stay."""

    @cached_property
    def worker_fixup(self) -> DjangoWorkerFixup:
        """Prepare Django before and after each task of a worker."""
        return Connections(self.app)


def fixup(app: Celery) -> DjangoFixup:
    """Set Celery up for Django."""
    return Fixup(app).install()


app = Celery("dispersal", fixups={fixup})
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


if os.environ.get("SUPERVISED") == "1":
    # On a person's own machine or in a container the worker may well be root; messages are JSON, never pickles.
    warnings.filterwarnings("ignore", category=SecurityWarning)


@signals.setup_logging.connect
def keep_our_logging(**_: object) -> None:
    """Leave logging as the settings made it: a receiver here stops Celery from setting up its own."""


@signals.before_task_publish.connect
def mark_message(headers: dict[str, object], **_: object) -> None:
    """Put the time and the id of the request at hand on the message."""
    headers["sent"] = time.time()
    if request_id := structlog.contextvars.get_contextvars().get("request_id"):
        headers["request_id"] = request_id


@signals.task_prerun.connect
def take_request_id(task_id: str, task: Task, **_: object) -> None:
    """Carry on in the worker under the id that came with the message."""
    structlog.contextvars.clear_contextvars()
    request_id = getattr(task.request, "request_id", None) or (task.request.headers or {}).get("request_id")
    structlog.contextvars.bind_contextvars(task=task.name, task_id=task_id)
    if request_id:
        structlog.contextvars.bind_contextvars(request_id=request_id)


@signals.task_postrun.connect
def drop_request_id(**_: object) -> None:
    """Let the next task begin with nothing of this one."""
    structlog.contextvars.clear_contextvars()


@signals.worker_init.connect
def load_charts(**_: object) -> None:
    """Read the charts before the children are made, which then share them."""
    from play.games.titles import load_standard_packs

    load_standard_packs()
    freeze_loaded_objects()


@signals.worker_process_init.connect
def end_with_the_worker(**_: object) -> None:
    """Tie each child of the worker to it, so that none is left when it is killed."""
    tie_to_parent()


@signals.worker_ready.connect
def begin_with_what_was_left(**_: object) -> None:
    """Sweep up after a worker that was killed, parent and all; then signal readiness to the parent process."""
    from play.tasks import sweep

    sweep.apply_async(kwargs={"older_than": 0})
    if path := os.environ.get("WORKER_READY_FILE"):
        Path(path).touch()
