"""The umpire's free choices: asked of a person, or random, by the computer umpire's kindness. [5.0]

The chapters send what the rules force him to say. Only he learns of a free choice. It never depends on a coming die or
on the player's next act.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from engine.kernel.decisions import AdvisedQuestion, Flow, number_of
from engine.nightfighter.charts.map import hex_name
from engine.nightfighter.events.bombers import UmpireChose
from engine.nightfighter.questions import AttackerQuestionT, Places
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


def attacker_question(kind: type[AttackerQuestionT], night: NightContext, index: int) -> AttackerQuestionT:
    """Return a question about an attacker, with its place on the umpire's map. [5.1]"""
    bomber = night.state.bombers[index]
    return kind(bomber=index, type=bomber.type, hex=hex_name(bomber.hex))


def places_of(night: NightContext, indices: Sequence[int]) -> Places:
    """Set out the place of each attacker among which a person is to choose. [5.1]"""
    return {str(index): hex_name(night.state.bombers[index].hex) for index in indices}


def choose(
    night: NightContext,
    question: AdvisedQuestion,
    options: Sequence[str],
    key: str,
    rule: str,
    weigh: Weigh = equal_weights,
) -> Flow[str]:
    """Let the umpire choose among the rule's options; a person learns the facts. [5.0]"""
    if len(options) == 1:
        return options[0]
    if night.person:
        if night.hears:
            question = msgspec.structs.replace(question, advice=advice(night, options, weigh))
        answer: str = yield night.table.ask(UMPIRE, question, options, night.key(key), rule)
        return answer
    weights = weigh(options)
    place = night.settle(question.kind, key, options, weights)
    if night.hears:
        night.table.tell(
            UmpireChose(question=question.kind, options=list(options), weights=list(weights), choice=options[place]),
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


def choose_hex(night: NightContext, question: AdvisedQuestion, hexes: Sequence[int], key: str, rule: str) -> Flow[int]:
    """Have the umpire choose a hex; a sly one leans to those far from every fighter. [5.0]"""
    options = [f"hex:{hex_name(h)}" for h in hexes]
    choice = yield from choose(night, question, options, key, rule, lambda _: far_weights(night, hexes))
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
