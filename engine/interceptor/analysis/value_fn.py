"""The bombers in the rest of a pilot's year, estimated from his sheet: fitted to simulated careers. [5.2]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.analysis.linear_fit import FeatureSample
from engine.analysis.redeal import HandoverPolicy
from engine.analysis.rollout_state import RolloutState
from engine.analysis.stream_dice import StreamDice
from engine.analysis.value_fn import ValueFunction
from engine.interceptor.analysis.prospects import career_of
from engine.interceptor.analysis.review import REVIEW
from engine.interceptor.bots.policies import POLICIES
from engine.interceptor.charts.compiled import PACKS, Charts
from engine.interceptor.state import NCO, OFFICER, PilotSetup, Setup, State
from engine.kernel.dice import FastDice

HOME = PACKS.parents[1] / "worth" / "interceptor-ace-standard.json"
YEAR = "year"
"""The one kind of game."""
SERIES = ("Fw190", "Bf110", "Me410")
"""Beside the Bf 109: in a reviewed year there is hardly more than one of them."""
FEATURES = (
    "left", "left-2", "left-3", "might", "might-2", "able", "able-2", "helped", "helped-2", "known", "known-2",
    "able-might", "bombers", *SERIES,
)  # fmt: skip
"""Names of the features, in the order of `features`."""
PILOT = "pilot"
HANDED_OVER = 50
"""Of a hundred careers: begun by a careless or a careful pilot."""
UNTIL = 92
"""Log lines after which the last of them has handed over to the sensible one."""
EVERY = 3
"""Of so many log lines one is looked at."""


def features(state: State, charts: Charts, seat: str) -> tuple[float, ...]:
    """Return the features that the rest of a year is valued by; zeros when his year is over."""
    found = REVIEW.features(state, charts, seat)
    series = charts.models[career_of(state, seat).plane.model].series if found[0] else ""
    return (*found, *(found[0] * (series == one) for one in SERIES))


def play_year(title: Any, charts: Charts, kind: str, seed: int) -> Iterator[FeatureSample]:
    """Fly a year from any line of 4.1 that another than the sensible pilot may begin; what is before does not count."""
    rng = FastDice(seed)
    pilot = PilotSetup(unit=rng.draw("unit", len(charts.units)), track=(OFFICER, NCO)[rng.draw("track", 2) - 1])
    state = title.start(Setup(pilots=[pilot]), charts)
    bot: Any = POLICIES["sensible"](charts, PILOT, seed & 0x7FFFFFFF)
    left, handed = rng.draw("first", EVERY), None
    if rng.draw("astray", 100) <= HANDED_OVER:
        other = ("careless", "careful")[rng.draw("how", 2) - 1]
        bot = handed = HandoverPolicy(POLICIES[other](charts, PILOT, seed & 0x7FFFFFFF), bot)
        left = rng.draw("until", UNTIL)
    seen: list[FeatureSample] = []

    def look(year: State) -> bool:
        nonlocal left
        if REVIEW.is_node(year):
            left -= 1
            if left <= 0 and left % EVERY == 0:
                if handed is not None:
                    handed.over = True
                seen.append((features(year, charts, PILOT), REVIEW.result(year, charts, PILOT)))
        return False

    RolloutState(title, charts, state, StreamDice(seed)).fly({PILOT: bot}, look)
    end = REVIEW.result(state, charts, PILOT)
    return ((found, end - reached) for found, reached in seen)


VALUE_FN = ValueFunction(
    HOME,
    "flown by the sensible pilot, half of them begun by a careless or a careful one, by manage.py worth",
    FEATURES,
    {YEAR: 12_000},
    play_year,
    independent_of=("awards", "victory"),
)
