"""What each feature of a night is worth in net points to the British side, fitted to nights flown out. [11.0]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.courses import Course, StreamDice
from engine.kernel.dice import FastDice
from engine.kernel.hindsight import Handed, Sample
from engine.kernel.worths import Worths

from .bots import POLICIES
from .pack import PACKS, Charts
from .state import ADVANCED, BRITISH, SEATS, Night, Setup
from .victory import count_score
from .worth import FEATURES, features

HOME = PACKS.parents[1] / "worth" / "bomber-command-standard.json"
BY_BASIC_RULES, ASTRAY, ADVANCED_IN = 40, 85, 25
"""Of a hundred nights: by the basic rules, begun by a careless commander, by any one advanced rule of the rest."""
UNTIL = 14
"""Turns after which the last careless commander has handed over to the house's."""


def flown(title: Any, charts: Charts, scenario: str, seed: int) -> Iterator[Sample]:
    """Fly a night that one side may begin carelessly; what is seen before it hands over does not count."""
    whim = FastDice(seed)
    state = title.start(_setup(scenario, whim), charts)
    bots: dict[str, Any] = {seat: POLICIES["strong"](charts, seat, seed & 0x7FFFFFFF) for seat in SEATS}
    left, handed = 0, None
    if whim.draw("astray", 100) <= ASTRAY:
        seat = SEATS[whim.draw("who", 2) - 1]
        careless = ("random", "weak")[whim.draw("how", 2) - 1]
        bots[seat] = handed = Handed(POLICIES[careless](charts, seat, seed & 0x7FFFFFFF), bots[seat])
        left = whim.draw("until", UNTIL)
    seen: list[Sample] = []

    def look(night: Night) -> bool:
        nonlocal left
        if night.phase == "draw-cards":
            left -= 1
            if left <= 0:
                if handed is not None:
                    handed.over = True
                seen.append((features(night, charts, BRITISH), _net(night, charts)))
        return False

    Course(title, charts, state, StreamDice(seed)).fly(bots, look)
    end = _net(state, charts)
    return ((found, end - reached) for found, reached in seen)


def _setup(scenario: str, whim: FastDice) -> Setup:
    if whim.draw("basic", 100) <= BY_BASIC_RULES:
        return Setup(scenario)  # type: ignore[arg-type]
    rules = {rule: whim.draw(rule, 100) <= ADVANCED_IN for rule in ADVANCED}
    return Setup(scenario, **rules)  # type: ignore[arg-type]


def _net(night: Night, charts: Charts) -> float:
    score = count_score(night, charts)
    return float(score.british - score.german)


WORTHS = Worths(
    HOME,
    "flown between strong commanders, some careless at first, by manage.py worth",
    FEATURES,
    {"berlin": 2200, "downfall": 1600},
    flown,
)
