"""The umpire's free choices: asked of a person, or made at random by how kind the umpire is. [5.0]

What the rules force him to say is said by the chapters. A free choice is told to him alone, and never hangs on a die
still to be thrown or on what the player is about to do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from engine.kernel.decisions import Flow, number_of
from engine.nightfighter.charts.map import hex_name
from engine.nightfighter.events.bombers import UmpireChose
from engine.nightfighter.rules.context import NightContext
from engine.nightfighter.state import UMPIRE

TO_UMPIRE = (UMPIRE,)
FARTHEST = 8

Level = Literal["helpful", "fair", "sly"]
UMPIRES: tuple[Level, ...] = ("helpful", "fair", "sly")
Weigh = Callable[[Sequence[str]], Sequence[int]]


def equal_weights(options: Sequence[str]) -> Sequence[int]:
    """Weigh all options alike."""
    return [1] * len(options)


Facts = Mapping[str, object]


def attacker_facts(night: NightContext, index: int) -> dict[str, object]:
    """Lay out of which attacker a person is asked: as it stands on the umpire's map. [5.1]"""
    bomber = night.state.bombers[index]
    return {"bomber": index, "type": bomber.type, "hex": hex_name(bomber.hex)}


def equals_facts(night: NightContext, indices: Sequence[int]) -> dict[str, object]:
    """Lay out where each of the attackers stands among which a person is to choose. [5.1]"""
    return {"places": {str(index): hex_name(night.state.bombers[index].hex) for index in indices}}


def choose(
    night: NightContext,
    kind: str,
    options: Sequence[str],
    key: str,
    rule: str,
    weigh: Weigh = equal_weights,
    facts: Facts | None = None,
) -> Flow[str]:
    """Have the umpire choose among what the rule leaves open; a person is told of what. [5.0]"""
    if len(options) == 1:
        return options[0]
    if night.person:
        known = {**(facts or {}), "advice": advice(night, options, weigh)} if night.hears else facts
        answer: str = yield night.table.ask(UMPIRE, kind, options, night.key(key), rule, known)
        return answer
    weights = weigh(options)
    place = night.settle(kind, key, options, weights)
    if night.hears:
        night.table.tell(
            UmpireChose(question=kind, options=list(options), weights=list(weights), choice=options[place]),
            rule,
            to=TO_UMPIRE,
            thrown=1,
        )
    return options[place]


def advice(night: NightContext, options: Sequence[str], weigh: Weigh) -> dict[str, dict[str, int]]:
    """Say how often in a hundred each kind of computer umpire would take each option. [5.0]"""
    found: dict[str, dict[str, int]] = {option: {} for option in options}
    level = night.level
    for kind in UMPIRES:
        night.level = kind
        weights = weigh(options)
        whole = sum(weights)
        for option, weight in zip(options, weights, strict=True):
            found[option][kind] = round(100 * weight / whole) if whole else 0
    night.level = level
    return found


def choose_hex(
    night: NightContext, kind: str, hexes: Sequence[int], key: str, rule: str, facts: Facts | None = None
) -> Flow[int]:
    """Have the umpire choose a hex; a sly one leans to those far from every fighter. [5.0]"""
    options = [f"hex:{hex_name(h)}" for h in hexes]
    choice = yield from choose(night, kind, options, key, rule, lambda _: far_weights(night, hexes), facts)
    return number_of(choice)


def far_weights(night: NightContext, hexes: Sequence[int]) -> list[int]:
    """Weigh hexes by how little they help: all alike, the nearest to a fighter only, or the far ones more."""
    if night.level == "fair":
        return [1] * len(hexes)
    near = [
        min((night.map.distance(f.hex, h) for f in night.state.fighters if f.status == "map"), default=0) for h in hexes
    ]
    if night.level == "helpful":
        least = min(near)
        return [int(n == least) for n in near]
    return [1 + min(n, FARTHEST) for n in near]
