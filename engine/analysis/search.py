"""A bot that thinks: at some questions it tries orders in rollouts, and replaces the standard bot's if one is better.

It knows what a player in its seat knows (`rollouts`). It counts rollouts and never time, so equal seeds give equal
orders.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2
from typing import Any

import msgspec

from engine.analysis.rollouts import ELIMINATED_ERRORS, Guesses, NoGuess, OrderTrial, PolicyFactory, Prospects
from engine.kernel.decisions import Decision

AHEAD_ERRORS = 1.0
"""Errors by which an order must be ahead of the bot's."""


class SearchPlan(msgspec.Struct, frozen=True):
    """The questions that a thinking bot considers, and the number of rollouts (`GameAnalysis.search_plan`)."""

    kinds: Sequence[str]
    rollouts: int
    """Of all orders of a question together."""
    prospects: Prospects
    """End of a rollout, and the figures that are counted there (`Prospects`)."""
    rounds: int = 1
    """Shared out in so many at least; where that is more than halving takes, most questions end early (`thinned`)."""

    def is_of(self, decision: Decision) -> bool:
        """Say whether a question is thought over."""
        return decision.form is None and len(decision.options) > 1 and decision.kind in self.kinds


def best_order(
    thought: SearchPlan,
    guesses: Guesses,
    decision: Decision,
    usual: object,
    pilots: PolicyFactory,
    *,
    seed: int,
    stopped: Callable[[], bool] = lambda: False,
) -> Any:
    """Return the order that is ahead of the usual one by an error, else the usual one; nothing where he was `stopped`.

    Where nothing can be guessed he gives the usual one, too.
    """
    trial = OrderTrial(thought.prospects, guesses, decision, pilots, seed=seed)
    mine = trial.options.index(usual)
    try:
        if not sequential_halving(trial, mine, thought.rollouts, stopped, thought.rounds):
            return None
    except NoGuess:
        return usual
    best = max(trial.field, key=lambda place: (_mean(trial, place), place == mine))
    gap, error = trial.gap(best, mine)
    return trial.options[best] if gap > AHEAD_ERRORS * error else usual


def sequential_halving(
    trial: OrderTrial, stored: int, budget: int, stopped: Callable[[], bool], at_least: int = 1
) -> bool:
    """Share the rollouts out by sequential halving: each round drops the worse half, but never `stored`.

    Say whether it came to the end.
    """
    enough = max(1, ceil(log2(len(trial.field))))
    rounds = max(enough, at_least)
    number = 0
    for _round in range(rounds):
        number += max(1, budget // (rounds * len(trial.field)))
        if not trial.fly(number, stopped):
            return False
        ordered = sorted(trial.field, key=lambda place: -_mean(trial, place))
        best = ordered[: (len(ordered) + 1) // 2] if rounds == enough else eliminate_worse(trial, stored, ordered)
        trial.field = [place for place in trial.field if place in best or place == stored]
        if len(trial.field) == 1:
            break
    return True


def eliminate_worse(trial: OrderTrial, stored: int, ordered: Sequence[int]) -> list[int]:
    """Return the better half of the others, one at least, but none that is behind `stored` by two errors."""
    others = [place for place in ordered if place != stored]
    near = []
    for place in others[: max(1, len(others) // 2)]:
        gap, error = trial.gap(stored, place)
        if gap <= ELIMINATED_ERRORS * error:
            near.append(place)
    return near


def _mean(trial: OrderTrial, place: int) -> float:
    return sum(trial.worths[place]) / len(trial.worths[place])
