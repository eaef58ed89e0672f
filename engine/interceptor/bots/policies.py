"""Bots: pilots who fly by standing orders, from careless to careful; a player may rewrite the orders.

They see what a player sees: the decision, its facts and the printed charts; never the state, and no dice.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.interceptor.bots.pilots import Careful, CarefulOrders, Careless, CarelessOrders, Pilot, PilotOrders
from engine.interceptor.charts.compiled import Charts
from engine.kernel.dice import FastDice
from engine.kernel.title import THINKING, Policy, RandomPolicy


def random_pilot(charts: Charts, seat: str, seed: int) -> Policy:
    """Make a pilot who does anything that is allowed."""
    dice = FastDice(seed)
    return RandomPolicy(lambda sides: dice.draw("whim", sides))


POLICIES: dict[str, Callable[..., Policy]] = {
    "sensible": Pilot,
    THINKING: Pilot,
    "careful": Careful,
    "careless": Careless,
    "random": random_pilot,
}
"""The thinking bot differs from the sensible one by its search (`engine.analysis.search`)."""
ORDERS: dict[str, type[PilotOrders]] = {
    "sensible": PilotOrders,
    THINKING: PilotOrders,
    "careful": CarefulOrders,
    "careless": CarelessOrders,
}
"""The standing orders of those who take any."""
