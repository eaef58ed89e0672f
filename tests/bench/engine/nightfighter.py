"""Speed of Nightfighter: decisions of random play, and a night between the hunter and the umpire."""

import statistics
import time

from engine.kernel.dice import FastDice
from engine.kernel.table import Table
from engine.kernel.title import RandomPolicy, drive
from engine.nightfighter.charts.scenarios import scenario_ids
from engine.nightfighter.game import TITLE
from engine.nightfighter.simulate import Case, play_one
from engine.nightfighter.state import Setup
from tests.bench import bench

NIGHTS = 4


@bench("nightfighter.decisions_per_s", unit="1/s", at_least=60_000)
def decisions_per_s() -> float:
    """Random nights of every scenario, against the umpire."""
    pack = TITLE.load_pack("standard")
    taken, began = 0, time.process_time()
    for seed in range(NIGHTS):
        for scenario in scenario_ids(pack.tables):
            dice, whim = FastDice(seed), FastDice(seed + 1)
            policy = RandomPolicy(lambda sides, whim=whim: whim.draw("whim", sides))
            state = TITLE.start(Setup(scenario=scenario), pack)
            taken += drive(TITLE.play(state, Table(dice, pack)), policy.choose)[1]
    return taken / (time.process_time() - began)


@bench("nightfighter.scenario_ms", unit="ms", at_most=60)
def scenario_ms() -> float:
    """The median night between the hunter and the umpire, over every scenario."""
    pack = TITLE.load_pack("standard")
    times = []
    for number, scenario in enumerate(scenario_ids(pack.tables)):
        began = time.process_time()
        play_one(Case(seed=1, setup=Setup(scenario=scenario)), number, TITLE.load_pack("standard"))
        times.append(1000 * (time.process_time() - began))
    return statistics.median(times)
