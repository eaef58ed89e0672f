"""Every task has a queue, every queue a worker, and no order waits behind what takes long."""

import subprocess
import sys

from django.conf import settings
from kombu.utils.imports import symbol_by_name
from kombu.utils.scheduling import cycle_by_name

from config.celery import app
from config.server.queues import LOCAL_WORKERS, QUEUES, ROUTES, Precedence, merged_worker
from play.orders.models import Order, OrderKind
from play.sessions.models import Session
from tests.shared.site import ROOT


def registered() -> list[str]:
    """The site's own tasks, as a worker finds them."""
    code = "from config.celery import app; app.loader.import_default_modules(); print(*app.tasks, sep='\\n')"
    environ = {"PATH": "", "NO_BOOTSTRAP": "1", "VAR_DIR": str(settings.VAR_DIR), "DATABASE_URL": "sqlite://"}
    command = [sys.executable, "-c", code]
    said = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True).stdout
    return [name for name in said.split() if not name.startswith("celery.")]


def queue_of(task: str) -> str:
    """Return the queue of a task that is called only by its name."""
    return app.amqp.router.route({}, task)["queue"].name


def test_every_task_is_routed_and_every_route_is_a_tasks() -> None:
    assert set(registered()) == set(ROUTES)
    assert {name: queue_of(name) for name in ROUTES} == ROUTES


def test_every_queue_is_served_by_up() -> None:
    assert set(ROUTES.values()) <= set(QUEUES) == set(settings.CELERY_TASK_QUEUES)
    assert {queue for names in LOCAL_WORKERS for queue in merged_worker(names).queues} == set(QUEUES)


def test_orders_wait_behind_nothing_that_takes_long() -> None:
    """Separate workers serve the tasks with more than the default time limit. They serve no orders."""
    app.loader.import_default_modules()
    long = [name for name in ROUTES if (app.tasks[name].soft_time_limit or 0) > settings.CELERY_TASK_SOFT_TIME_LIMIT]
    assert {"play.tasks.look_back", "play.tasks.calibrate", "play.simulate_share"} <= set(long)
    turns = next(merged_worker(names) for names in LOCAL_WORKERS if "turns" in names)
    assert turns.queues == ("turns",) and turns.nice == 0
    assert not {queue_of(name) for name in long} & set(turns.queues)
    assert {name for name in ROUTES if queue_of(name) == "turns"} == {
        "play.tasks.carry_out", "play.tasks.sweep", "play.tasks.heed_clocks",
    }  # fmt: skip


def test_an_order_that_thinks_or_replays_a_journal_has_another_queue() -> None:
    begins, replays = Session(), Session(replays=[])
    assert Order(kind=OrderKind.ANSWER, session=replays).queue == "turns"
    assert Order(kind=OrderKind.BEGIN, session=begins).queue == "turns"
    assert Order(kind=OrderKind.BEGIN, session=replays).queue == "files"
    assert Order(kind=OrderKind.THINK, session=begins).queue == "odds"


def test_what_takes_long_gives_way() -> None:
    for names in LOCAL_WORKERS:
        kind = merged_worker(names)
        assert kind.nice > 0 or not set(kind.queues) & {"files", "analysis", "simulation", "odds", "bulk"}
    # A notice waits for one share of an analysis at most, and not for all that are asked for.
    assert merged_worker(("background", "housekeeping")).queues[0] == "housekeeping"


def test_a_worker_of_several_queues_looks_into_them_in_order() -> None:
    assert cycle_by_name("config.server.queues:Precedence") is Precedence
    assert symbol_by_name(settings.CELERY_BROKER_TRANSPORT_OPTIONS["queue_order_strategy"]) is Precedence
    order = Precedence()
    order.update({"simulation", "unheard-of", "housekeeping", "analysis"})
    for _round in range(2):
        assert order.consume(4) == ["housekeeping", "analysis", "simulation", "unheard-of"]
        order.rotate("housekeeping")
    assert order.consume(2) == ["housekeeping", "analysis"]
