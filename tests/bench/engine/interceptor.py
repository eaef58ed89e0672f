"""Speed of Interceptor Ace: random playouts, careers by the bot, a step of a sortie that is resumed."""

from __future__ import annotations

import random
import resource
import statistics
import time
from functools import cache

from engine.interceptor.bots.policies import POLICIES
from engine.interceptor.charts.compiled import Charts
from engine.interceptor.game import TITLE
from engine.interceptor.state import PilotSetup, Setup
from engine.kernel.dice import FairDice, FastDice
from engine.kernel.run import GameRecord, Run
from engine.kernel.table import Table
from engine.kernel.title import RandomPolicy, drive
from tests.bench import bench

CAREERS = 300


@cache
def standard() -> Charts:
    """The charts, loaded once as a simulation does."""
    return TITLE.load_pack("standard")


def random_year(seed: int) -> int:
    """Play a year at random and return the decisions that it took."""
    charts = standard()
    draw = random.Random(seed).random
    policy = RandomPolicy(lambda sides: int(draw() * sides) + 1)
    state = TITLE.start(Setup(), charts)
    return drive(TITLE.play(state, Table(FastDice(seed), charts)), policy.choose)[1]


@bench("interceptor.decisions_per_s", unit="1/s", at_least=60_000)
def decisions() -> float:
    """Decisions a second of CPU time in random playouts, events off; the best of five rounds."""
    random_year(0)
    rates = []
    for _ in range(5):
        began = time.process_time()
        taken = sum(random_year(seed) for seed in range(CAREERS))
        rates.append(taken / (time.process_time() - began))
    return max(rates)


def whole_year(seed: int) -> tuple[float, int]:
    """Fly a career by the sensible bot from March 1943; return its milliseconds of CPU time and its sorties."""
    charts = TITLE.load_pack("standard")
    began = time.process_time()
    state = TITLE.start(Setup([PilotSetup(unit=5)]), charts)
    bot = POLICIES["sensible"](charts, "pilot", seed)

    def choose(decision):
        return bot.choose(decision, lambda: TITLE.view(state, charts, "pilot"))

    drive(TITLE.play(state, Table(FastDice(seed), charts)), choose)
    return (time.process_time() - began) * 1000, len(state.careers[0].log)


@cache
def years() -> list[tuple[float, int]]:
    """Careers by the bot."""
    return [whole_year(seed) for seed in range(400)]


@bench("interceptor.career_ms", unit="ms", at_most=80)
def career() -> float:
    """The median of careers that last the whole year of 92 raids."""
    return statistics.median(ms for ms, lines in years() if lines == 92)


@cache
def steps() -> dict[int, float]:
    """Milliseconds to resume a sortie from its stored record and advance it by an order, by log line of the year."""
    charts, setup = TITLE.load_pack("standard"), Setup([PilotSetup(unit=5)])
    times: dict[int, list[float]] = {}
    for seed in range(60):
        dice = FairDice(bytes([seed]))
        run = Run.begin(TITLE, charts, setup, dice)
        bot = POLICIES["sensible"](charts, "pilot", seed)
        while not run.over:
            (decision,) = run.pending.values()
            answer = bot.choose(decision, lambda run=run: run.view("pilot"))
            began = time.process_time()
            run = Run.resume(TITLE, charts, FairDice(bytes([seed])), _kept(run.record))
            run.answer("pilot", answer)
            spent = (time.process_time() - began) * 1000
            times.setdefault(len(run.state.careers[0].log), []).append(spent)
    return {line: statistics.median(spent) for line, spent in times.items()}


def _kept(record: GameRecord) -> GameRecord:
    return GameRecord(
        record.snapshot,
        dict(record.counters),
        record.opening,
        record.opening_closed_by,
        record.opening_digest,
        list(record.tail),
    )


@bench("interceptor.step_ms", unit="ms", at_most=2)
def step() -> float:
    """The slowest median of any log line."""
    return max(steps().values())


@bench("interceptor.last_step_ms", unit="ms", at_most=2)
def last_step() -> float:
    """The median of the last ten lines of the year, which should be no slower than the first."""
    late = [spent for line, spent in steps().items() if line >= 80]
    return statistics.median(late or [0.0])


@bench("interceptor.memory_growth_mb", unit="MB", at_most=5)
def memory() -> float:
    """Memory growth of the process over 10,000 random careers, after a first thousand."""
    for seed in range(1_000):
        random_year(seed)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for seed in range(10_000):
        random_year(seed)
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
