"""What is left of a pilot's year in bombers, by what his sheet shows of it: fitted to careers flown out. [5.2]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.courses import Course, StreamDice
from engine.kernel.dice import FastDice
from engine.kernel.hindsight import Handed, Sample
from engine.kernel.worths import Worths

from .bots import POLICIES
from .hindsight import YEARS
from .pack import PACKS, Charts
from .prospects import career_of
from .state import NCO, OFFICER, PilotSetup, Setup, State

HOME = PACKS.parents[1] / "worth" / "interceptor-ace-standard.json"
YEAR = "year"
"""The one kind of game."""
SERIES = ("Fw190", "Bf110", "Me410")
"""Beside the Bf 109: in a year that is looked back on there is hardly more than one of them."""
FEATURES = (
    "left", "left-2", "left-3", "might", "might-2", "able", "able-2", "helped", "helped-2", "known", "known-2",
    "able-might", "bombers", *SERIES,
)  # fmt: skip
"""What is counted, in the order of `features`."""
PILOT = "pilot"
ASTRAY = 50
"""Of a hundred careers: begun by a careless or a careful pilot."""
UNTIL = 92
"""Log lines after which the last of them has handed over to the sensible one."""
EVERY = 3
"""Of so many log lines one is looked at."""


def features(state: State, charts: Charts, seat: str) -> tuple[float, ...]:
    """Return what the rest of a year hangs on: nothing when all is over for him."""
    found = YEARS.features(state, charts, seat)
    series = charts.models[career_of(state, seat).plane.model].series if found[0] else ""
    return (*found, *(found[0] * (series == one) for one in SERIES))


def flown(title: Any, charts: Charts, kind: str, seed: int) -> Iterator[Sample]:
    """Fly a year from any line of 4.1 that another than the sensible pilot may begin; what is before does not count."""
    whim = FastDice(seed)
    pilot = PilotSetup(unit=whim.draw("unit", len(charts.units)), track=(OFFICER, NCO)[whim.draw("track", 2) - 1])
    state = title.start(Setup(pilots=[pilot]), charts)
    bot: Any = POLICIES["sensible"](charts, PILOT, seed & 0x7FFFFFFF)
    left, handed = whim.draw("first", EVERY), None
    if whim.draw("astray", 100) <= ASTRAY:
        other = ("careless", "careful")[whim.draw("how", 2) - 1]
        bot = handed = Handed(POLICIES[other](charts, PILOT, seed & 0x7FFFFFFF), bot)
        left = whim.draw("until", UNTIL)
    seen: list[Sample] = []

    def look(year: State) -> bool:
        nonlocal left
        if YEARS.is_node(year):
            left -= 1
            if left <= 0 and left % EVERY == 0:
                if handed is not None:
                    handed.over = True
                seen.append((features(year, charts, PILOT), YEARS.result(year, charts, PILOT)))
        return False

    Course(title, charts, state, StreamDice(seed)).fly({PILOT: bot}, look)
    end = YEARS.result(state, charts, PILOT)
    return ((found, end - reached) for found, reached in seen)


WORTHS = Worths(
    HOME,
    "flown by the sensible pilot, half of them begun by a careless or a careful one, by manage.py worth",
    FEATURES,
    {YEAR: 12_000},
    flown,
)
