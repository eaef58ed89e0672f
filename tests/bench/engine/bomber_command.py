"""Speed of Bomber Command: random playouts, nights between bots, a turn from its checkpoint, the check of a plot."""

from __future__ import annotations

import statistics
import time

import msgspec

from engine.bomber_command.analysis.estimate import TrackLibrary, estimate, make_tracks
from engine.bomber_command.bots.policies import POLICIES
from engine.bomber_command.charts.schema import ScenarioName
from engine.bomber_command.game import TITLE
from engine.bomber_command.rules.plotting import Planner
from engine.bomber_command.state import SEATS, Setup
from engine.kernel.dice import FairDice, FastDice
from engine.kernel.run import GameRecord, Run
from engine.kernel.table import Table
from engine.kernel.title import RandomPolicy, drive, playout
from tests.bench import bench
from tests.engine.bomber_command.analysis.test_estimate import flown

NIGHTS = 120
ESTIMATED = 400


def random_night(seed: int) -> int:
    """Play a night at random, the scenarios in turn; return the decisions that it took."""
    charts = TITLE.load_pack("standard")
    whim = FastDice(seed + 1_000_000)
    policy = RandomPolicy(lambda sides: whim.draw("whim", sides))
    night = TITLE.start(Setup(scenario=("berlin", "downfall")[seed % 2]), charts)
    return drive(TITLE.play(night, Table(FastDice(seed), charts)), policy.choose)[1]


@bench("bomber_command.decisions_per_s", unit="1/s", at_least=40_000)
def decisions() -> float:
    """Decisions a second of CPU time in random playouts, events off; the best of three rounds."""
    random_night(0)
    rates = []
    for _ in range(3):
        began = time.process_time()
        taken = sum(random_night(seed) for seed in range(NIGHTS))
        rates.append(taken / (time.process_time() - began))
    return max(rates)


@bench("bomber_command.night_ms", unit="ms", at_most=200)
def night() -> float:
    """The median Berlin night between the weak bots, CPU time."""
    charts, spent = TITLE.load_pack("standard"), []
    for seed in range(40):
        began = time.process_time()
        state = TITLE.start(Setup(), charts)
        bots = {seat: POLICIES["weak"](charts, seat, seed) for seat in SEATS}
        playout(TITLE, state, Table(FastDice(seed), charts), bots)
        spent.append(1000 * (time.process_time() - began))
    return statistics.median(spent)


@bench("bomber_command.turn_ms", unit="ms", at_most=20)
def turn() -> float:
    """Taking a night up from its checkpoint and playing on for a whole turn with events, the median of its turns."""
    charts = TITLE.load_pack("standard")
    whim = FastDice(4)
    policy = RandomPolicy(lambda sides: whim.draw("whim", sides))
    run = Run.begin(TITLE, charts, Setup(), FairDice(b"bench"))
    spent = []
    while not run.over:
        record = msgspec.msgpack.decode(msgspec.msgpack.encode(run.record), type=GameRecord)
        began, before = time.process_time(), run.state.turn
        run = Run.resume(TITLE, charts, FairDice(b"bench"), record)
        while not run.over and run.state.turn == before:
            decision = next(iter(run.pending.values()))
            order = policy.choose(decision)
            run.answer(decision.actor, msgspec.to_builtins(order), decision.key)
        spent.append(1000 * (time.process_time() - began))
    return statistics.median(spent)


@bench("bomber_command.plot_ms", unit="ms", at_most=3)
def plot() -> float:
    """Judging a plot of a Downfall night, CPU time."""
    charts = TITLE.load_pack("standard")
    state = TITLE.start(Setup(scenario="downfall"), charts)
    state.targets = ["leuna", "kassel"]
    planner, whim = Planner(state, charts), FastDice(2)
    draft = planner.example(lambda sides: whim.draw("whim", sides))
    began = time.process_time()
    for _ in range(200):
        planner.faults(draft)
    return 1000 * (time.process_time() - began) / 200


def calibrated(scenario: ScenarioName) -> float:
    """Share of the controller's estimates of 25 to 35 per cent that come true, over nights between bots."""
    charts = TITLE.load_pack("standard")
    library = TrackLibrary(charts, scenario, make_tracks(charts, scenario))
    came = []
    for place in range(ESTIMATED):
        seen, targets = flown(scenario, 2_000_000 + place)
        for turn in range(1, len(seen) + 1):
            found = estimate(library, seen[:turn])
            if found.known:
                break
            if found.tells and seen[turn - 1].counters:
                came += [one.city in targets for one in found.shares if 0.25 <= one.share < 0.35]
    return 100 * statistics.mean(came)


@bench("estimate.calibration", unit="%", at_least=25, at_most=35)
def calibration() -> float:
    """Calibration in Berlin nights."""
    return calibrated("berlin")


@bench("estimate.calibration.downfall", unit="%", at_least=25, at_most=35)
def calibration_downfall() -> float:
    """Calibration in Downfall nights. Each share is the chance to be one of the two targets."""
    return calibrated("downfall")
