"""The value of each feature of a year of nights by the year's own measure: fitted to simulated years."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.analysis.linear_fit import FeatureSample
from engine.analysis.redeal import HandoverPolicy
from engine.analysis.rollout_state import RolloutState
from engine.analysis.stream_dice import StreamDice
from engine.analysis.value_fn import ValueFunction
from engine.kernel.dice import FastDice
from engine.kernel.packs.schema import Pack
from engine.kernel.title import Title
from engine.nightfighter.analysis.features import FEATURES, features, is_between, measured
from engine.nightfighter.bots.policies import POLICIES
from engine.nightfighter.charts.compiled import Charts, charts_of
from engine.nightfighter.charts.schema import PACKS, Tables
from engine.nightfighter.rules.umpired.umpire import UMPIRES
from engine.nightfighter.state import PLAYER, Setup, State

WEIGHTS_FILE = PACKS.parents[1] / "worth" / "nightfighter-standard.json"
CARELESS_SHARE = 40
"""Of a hundred years: begun by one who flies at random."""
UNTIL = 52
"""Weeks after which the last of them has handed over to the hunter."""
UMPIRED = "-umpired"


def value_kind(setup: Setup) -> str:
    """Name the kind of a year: a campaign, alone or under an umpire, whose level is a feature."""
    return setup.campaign + (UMPIRED if setup.mode == "blind" else "")


def play_sample(title: Title, pack: Pack[Tables], kind: str, seed: int) -> Iterator[FeatureSample]:
    """Fly a year that may be begun carelessly, or with a pilot who has something; what is before does not count."""
    rng, charts = FastDice(seed), charts_of(pack)
    campaign: Any = kind.removesuffix(UMPIRED)
    mode: Any = "blind" if kind.endswith(UMPIRED) else "solo"
    level = UMPIRES[rng.draw("level", len(UMPIRES)) - 1]
    state = title.start(Setup(campaign=campaign, mode=mode, level=level), pack)
    _give(state, charts, rng)
    bot: Any = POLICIES["hunter"](pack, PLAYER, 1)
    left, handed = 0, None
    if rng.draw("astray", 100) <= CARELESS_SHARE:
        bot = handed = HandoverPolicy(POLICIES["random"](pack, PLAYER, seed & 0x7FFFFFFF), bot)
        left = rng.draw("until", UNTIL)
    seen: list[FeatureSample] = []

    def look(year: State) -> bool:
        nonlocal left
        if is_between(year):
            left -= 1
            if left <= 0:
                if handed is not None:
                    handed.over = True
                seen.append((features(year, charts), measured(year)))
        return False

    RolloutState(title, pack, state, StreamDice(seed)).fly({PLAYER: bot}, look)
    end = measured(state)
    return ((found, end - reached) for found, reached in seen)


def _give(state: State, charts: Charts, rng: FastDice) -> None:
    """Have a pilot of either line begin with some of what he needs: so it is met at any time of the year."""
    career, rules = state.career, charts.tables.campaign
    assert career is not None  # noqa: S101 - a year has one
    if state.staffel is not None:
        return
    career.line = list(rules.lines)[rng.draw("line", len(rules.lines)) - 1]
    green = state.setup.campaign == "green"
    career.type, career.retrained, career.stage = rules.lines[career.line][not green], not green, "week"
    if green:
        career.kills = rng.draw("kills", 4) - 1
        career.points = min(5 * career.kills, rules.points_to_win - 1)
    else:
        career.kills += rng.draw("kills", rules.experte_from - career.kills) - 1
        career.points = 5 * (career.kills - rules.seasoned_from)
    career.best = career.kills


VALUE_FN = ValueFunction(
    WEIGHTS_FILE,
    "flown by the hunter, two of five years begun by one who flies at random, by manage.py worth",
    FEATURES,
    {
        "green": 3000,
        "seasoned": 2500,
        "staffel": 400,
        "green-umpired": 3000,
        "seasoned-umpired": 2500,
        "staffel-umpired": 400,
    },
    play_sample,
)
