"""Simulation over workers: the same distribution as on one machine, also when a worker is lost half-way."""

import io
import json
import threading

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.management import CommandError, call_command
from redis import Redis

from play.bots import simulation
from tests.faults.conftest import until

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

ASKED = ["simulate", "interceptor-ace", "--careers", "120", "--seed", "5", "--share", "10", "--json"]


def simulated(*more: str) -> dict:
    out = io.StringIO()
    call_command(*ASKED, *more, stdout=out, stderr=io.StringIO())
    report = json.loads(out.getvalue())
    assert report.pop("seconds") > 0
    return report


def test_workers_give_the_same_distribution_as_the_cores(started):
    here = simulated("--processes", "2")
    assert here["careers"] == 120
    assert simulated("--celery") == here
    assert simulated("--celery", "--share", "7") == here


def test_the_share_of_a_lost_worker_is_done_again(worker, monkeypatch):
    monkeypatch.setattr(simulation, "FIRST_PATIENCE", 6.0)
    many = ("--careers", "240")
    here = simulated("--processes", "2", *many)
    worker.start()
    reports: list[dict] = []
    asking = threading.Thread(target=lambda: reports.append(simulated("--celery", *many)))
    asking.start()
    assert until(lambda: not worker.idle())
    worker.kill()
    assert not reports, "it was killed too late to prove anything"
    worker.start()
    asking.join(300)
    assert reports == [here]


def test_a_share_delivered_twice_is_played_once(monkeypatch):
    case = simulation.simulator("interceptor-ace").plan(
        {
            "start": "",
            "policy": "random",
            "orders": "{}",
            "month": "",
            "track": "officer",
            "ace": "",
            "option": [],
            "pack": "standard",
            "careers": 2,
        },
        1,
    )[0]
    played = []
    honest = simulation.play_share
    monkeypatch.setattr(simulation, "play_share", lambda *what: played.append(what) or honest(*what))
    cache.set("simulate:a-run:wanted", True)
    for _ in range(2):
        simulation.simulate_share("a-run", "interceptor-ace", case, 0, 2)
    assert len(played) == 1
    simulation.simulate_share("another", "interceptor-ace", case, 0, 2)
    assert len(played) == 1, "nobody waits for it"


@pytest.mark.parametrize("ending", [KeyboardInterrupt, RuntimeError])
def test_a_stopped_simulation_leaves_nothing_behind(worker, monkeypatch, ending):
    """Ctrl-C, or an error: its shares are let go. They name a game that no worker can play without saying so."""

    def stop(_missing: int) -> None:
        raise ending

    monkeypatch.setattr(simulation, "FIRST_PATIENCE", 0)
    with pytest.raises(ending):
        list(simulation.on_all_workers("no-game", {}, simulation.shares(300, 1), print, stop))
    with Redis.from_url(settings.REDIS_URL) as broker:
        assert broker.llen("simulation") == 300
        worker.start()
        assert until(worker.idle)
        assert "no-game" not in worker.log.read_text()
        assert not broker.keys("*simulate:*")
        # So would one have been noticed.
        simulation._want("another")
        simulation._send("another", "no-game", {}, {0: 1})
        assert until(lambda: "no-game" in worker.log.read_text())


def test_the_shares_of_who_is_killed_are_wanted_for_seconds_only():
    simulation._want("a-run")
    with Redis.from_url(settings.REDIS_URL) as broker:
        (name,) = broker.keys("*simulate:*")
        assert 0 < broker.ttl(name) <= simulation.WANTED_SECONDS


def test_without_a_broker_it_says_so(settings):
    settings.REDIS_URL = ""
    with pytest.raises(CommandError, match="REDIS_URL"):
        simulated("--celery")


@pytest.mark.parametrize("wrong", [["--careers", "0"], ["--start", "77"], ["--orders", "{"], ["--processes", "0"]])
def test_what_cannot_be_simulated_is_refused_in_a_sentence(wrong):
    with pytest.raises(CommandError):
        simulated(*wrong)


def test_people_get_a_table_and_a_bar():
    out, err = io.StringIO(), io.StringIO()
    asked = ["simulate", "interceptor-ace", "--careers", "20", "--policy", "random"]
    call_command(*asked, stdout=out, stderr=err)
    assert "survived" in out.getvalue() and "1943-03" in out.getvalue()
    assert "20/20" in err.getvalue()
