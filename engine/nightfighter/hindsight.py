"""How a night alone is looked back on: by bombers shot down, each question flown on to the morning."""

from __future__ import annotations

from typing import Any

from engine.kernel.decisions import Decision

from .prospects import NIGHTS
from .state import State


class NightsPast:
    """Nightfighter, looked back on."""

    unknown = frozenset(
        ("counters", "pool", "chits", "column", "weather", "radar", "location", "shift", "phantom", "cup")
    )
    matters = 0.05
    node_rollouts = 64
    most_rollouts = 256
    all_rollouts = 8000
    years = 0
    first_rollouts = 200
    together = frozenset[str]()
    ahead = 1
    evens = False
    anew = None

    def serves(self, state: State) -> bool:
        """A single night, flown alone."""
        return state.setup.mode == "solo" and state.career is None

    def weighs(self, decision: Decision) -> bool:
        """Weigh whatever has odds."""
        return NIGHTS.covers(decision)

    def knows_all(self, state: State, seat: str) -> bool:
        """Alone nothing is hidden that was decided."""
        return True

    def result(self, state: State, pack: Any, seat: str) -> float:
        """Count what has been shot down. [4.1]"""
        return float(sum(bomber.status == "destroyed" for bomber in state.bombers))

    def is_node(self, state: State) -> bool:
        """A night is flown on to its end from everywhere."""
        return False

    def features(self, state: State, pack: Any, seat: str) -> tuple[float, ...]:
        """Nothing is fitted."""
        return ()

    def weights(self, setup: Any, pack: Any, seat: str) -> tuple[float, ...]:
        """Nothing is fitted."""
        return ()

    def chapter(self, state: State) -> str:
        """Name the turn."""
        return str(state.turn)

    def bands(self, state: State, pack: Any, seat: str) -> list[tuple[str, float]]:
        """The aims of a night differ."""
        return []


NIGHTS_PAST = NightsPast()
