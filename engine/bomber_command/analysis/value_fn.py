"""The value of each feature of a night in net points for the British side, fitted to simulated nights. [11.0]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.analysis.linear_fit import FeatureSample
from engine.analysis.redeal import HandoverPolicy
from engine.analysis.rollout_state import RolloutState
from engine.analysis.stream_dice import StreamDice
from engine.analysis.value_fn import ValueFunction
from engine.bomber_command.analysis.features import FEATURES, features
from engine.bomber_command.bots.policies import POLICIES
from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.schema import PACKS
from engine.bomber_command.rules.victory import count_score
from engine.bomber_command.state import ADVANCED, BRITISH, SEATS, Setup, State
from engine.kernel.dice import FastDice
from engine.kernel.title import Policy

WEIGHTS_FILE = PACKS.parents[1] / "worth" / "bomber-command-standard.json"
BY_BASIC_RULES, CARELESS_SHARE, ADVANCED_IN = 40, 85, 25
"""Of a hundred nights: by the basic rules, begun by a careless commander, by any one advanced rule of the rest."""
UNTIL = 14
"""Turns after which the last careless commander has handed over to the site's bot."""


def play_sample(title: Any, charts: Charts, scenario: str, seed: int) -> Iterator[FeatureSample]:
    """Fly a night that one side may begin carelessly; what is seen before it hands over does not count."""
    rng = FastDice(seed)
    state = title.start(_setup(scenario, rng), charts)
    bots: dict[str, Policy] = {seat: POLICIES["strong"](charts, seat, seed & 0x7FFFFFFF) for seat in SEATS}
    left, handed = 0, None
    if rng.draw("astray", 100) <= CARELESS_SHARE:
        seat = SEATS[rng.draw("who", 2) - 1]
        careless = ("random", "weak")[rng.draw("how", 2) - 1]
        bots[seat] = handed = HandoverPolicy(POLICIES[careless](charts, seat, seed & 0x7FFFFFFF), bots[seat])
        left = rng.draw("until", UNTIL)
    seen: list[FeatureSample] = []

    def look(night: State) -> bool:
        nonlocal left
        if night.phase == "draw-cards":
            left -= 1
            if left <= 0:
                if handed is not None:
                    handed.over = True
                seen.append((features(night, charts, BRITISH), _net(night, charts)))
        return False

    RolloutState(title, charts, state, StreamDice(seed)).fly(bots, look)
    end = _net(state, charts)
    return ((found, end - reached) for found, reached in seen)


def _setup(scenario: str, rng: FastDice) -> Setup:
    if rng.draw("basic", 100) <= BY_BASIC_RULES:
        return Setup(scenario)  # type: ignore[arg-type]
    rules = {rule: rng.draw(rule, 100) <= ADVANCED_IN for rule in ADVANCED}
    return Setup(scenario, **rules)  # type: ignore[arg-type]


def _net(night: State, charts: Charts) -> float:
    score = count_score(night, charts)
    return float(score.british - score.german)


VALUE_FN = ValueFunction(
    WEIGHTS_FILE,
    "flown between strong commanders, some careless at first, by manage.py worth",
    FEATURES,
    {"berlin": 2200, "downfall": 1600},
    play_sample,
)
