"""The bots of Bomber Command by name."""

from __future__ import annotations

from collections.abc import Callable

from engine.bomber_command.bots.base import ALWAYS, Bot
from engine.bomber_command.charts.compiled import Charts
from engine.kernel.dice import FastDice
from engine.kernel.title import THINKING, Policy, RandomPolicy

Maker = Callable[[Charts, str, int], Policy]
"""Makes a bot by the charts, its seat and a seed."""


def random_policy(pack: Charts, seat: str, seed: int) -> RandomPolicy:
    """Return a player who picks any legal order."""
    dice = FastDice(seed)
    return RandomPolicy(lambda sides: dice.draw("whim", sides))


def _of_skill(skill: int) -> Callable[[Charts, str, int], Bot]:
    def make(pack: Charts, seat: str, seed: int) -> Bot:
        from engine.bomber_command.bots.british import BritishBot
        from engine.bomber_command.bots.german import GermanBot

        return (BritishBot if seat == "british" else GermanBot)(pack, seat, seed, skill)

    return make


POLICIES: dict[str, Maker] = {
    "strong": _of_skill(ALWAYS),
    THINKING: _of_skill(ALWAYS),
    "weak": _of_skill(35),
    "random": random_policy,
}


OPPONENTS: dict[str, Callable[[Charts, str, int], Policy]] = {
    name: maker for name, maker in POLICIES.items() if name != THINKING
}
"""Bots that can be simulated.

The thinking bot differs from the strong one by its search (`engine.analysis.search`).
"""
