"""The workers of `manage.py up` and of docs/production.md: they empty every queue, the first before the others."""

import re
import sys

import pytest
from django.conf import settings
from redis import Redis

from campaigns.tasks import take_up_lost_flights
from config.server.queues import QUEUES, WORKERS
from play.bots.simulation import simulate_share
from play.tasks import sweep
from tests.faults.conftest import Process, until

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def works(child_environ, standing, tmp_path):
    """Start a worker of some kinds; its log shows its work."""
    standing.kill()
    running = []

    def start(*kinds: str) -> Process:
        command = [sys.executable, "-m", "config.worker", *kinds]
        running.append(Process(command, child_environ | {"LOG_LEVEL": "info"}, tmp_path / "log"))
        running[-1].start()
        return running[-1]

    yield start
    for process in running:
        process.kill()


def waiting() -> dict[str, int]:
    with Redis.from_url(settings.REDIS_URL) as broker:
        found = {queue: broker.llen(queue) for queue in QUEUES} | {"in hand": broker.hlen("unacked")}
    return {name: count for name, count in found.items() if count}


def test_every_queue_is_emptied_also_that_of_earlier_releases(works):
    for queue in QUEUES:
        sweep.apply_async(queue=queue)
    assert waiting() == dict.fromkeys(QUEUES, 1)
    process = works(*WORKERS)
    assert until(lambda: not waiting()), process.log.read_text()


def test_housekeeping_is_done_before_what_takes_long(works):
    for _number in range(5):
        simulate_share.delay("nobody-waits", "no-game", {}, 0, 1)
    take_up_lost_flights.delay()
    process = works("background", "housekeeping")
    # It begins with a sweep for orders, which is for another worker.
    assert until(lambda: set(waiting()) <= {"turns"}), process.log.read_text()
    received = re.findall(r"Task ([\w.]+)\[[^]]*\] received", process.log.read_text())
    # The first message is taken before the others are looked for, whichever it is.
    assert received.index("campaigns.tasks.take_up_lost_flights") < 2
    assert received.count("play.simulate_share") == 5
