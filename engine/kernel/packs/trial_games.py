"""Games that bots play on trial by new charts, for what no check of tables sees: an order that breaks or never ends.

    for fault in trial_faults(TITLE, charts, trials(charts)): ...

A trial is bounded by dice, events and decisions and never by time, so that the same charts always get the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

import msgspec

from engine.kernel.decisions import Decision
from engine.kernel.dice import FastDice
from engine.kernel.limits import ONE_ORDER, Runaway
from engine.kernel.packs.faults import PackFault
from engine.kernel.packs.reading import MANIFEST
from engine.kernel.packs.schema import Charts
from engine.kernel.table import RecordingTable, StepLog
from engine.kernel.title import Title, drive

TRIAL_DRAWS, TRIAL_DECISIONS = 60_000, 30_000
"""A year of a Staffel, the longest game there is, has some 6,000 of either."""
EXPECTED_END = "a game that can be played to its end"


class TrialGame(NamedTuple):
    """One game to be played: how it is called in a fault, its set-up, and the bot for every seat."""

    name: str
    setup: msgspec.Struct
    policy: str


def trial_faults(title: Title, charts: Charts, trials: Iterable[TrialGame], seed: int = 1) -> Iterator[PackFault]:
    """Play the games one after another, and report each that does not come to its end."""
    for place, trial in enumerate(trials):
        try:
            play_trial(title, charts, trial, seed + place)
        except Exception as problem:  # any exception of the rules with these charts is the finding
            what = str(problem) if isinstance(problem, Runaway) else f"{type(problem).__name__}: {problem}"
            yield PackFault(MANIFEST, 1, trial.name, EXPECTED_END, what[:200])


def play_trial(title: Title, charts: Charts, trial: TrialGame, seed: int) -> int:
    """Play one game, each order within its limits, and look at it from every seat; return the decisions it took."""
    state = title.start(trial.setup, charts)
    log = StepLog(ONE_ORDER)
    table = RecordingTable(FastDice(seed, TRIAL_DRAWS), charts, log=log)
    bots = {seat: title.policies()[trial.policy](charts, seat, seed) for seat in title.seats(trial.setup)}
    looks = {seat: partial(title.view, state, charts, seat) for seat in bots}

    def choose(decision: Decision) -> Any:
        log.clear()
        return bots[decision.actor].choose(decision, looks[decision.actor])

    _, taken = drive(title.play(state, table), choose, TRIAL_DECISIONS)
    for seat, look in looks.items():
        look()
        title.standing(state, charts, seat)
    if title.outcome(state, charts) is None:
        raise Runaway("turns", taken)
    return taken
