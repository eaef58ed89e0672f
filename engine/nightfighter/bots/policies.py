"""The bots of Nightfighter by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.kernel.dice import FastDice
from engine.kernel.packs.schema import Pack
from engine.kernel.title import Policy, RandomPolicy
from engine.nightfighter.bots.hunter import hunter
from engine.nightfighter.charts.schema import Tables


def random_policy(pack: Pack[Tables], seat: str, seed: int) -> Policy:
    """Return a player who picks any legal order."""
    dice = FastDice(seed)
    return RandomPolicy(lambda sides: dice.draw("whim", sides))


POLICIES: Mapping[str, Callable[..., Policy]] = {"hunter": hunter, "random": random_policy}
