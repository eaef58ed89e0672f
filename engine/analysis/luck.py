"""Split a result into choices and chance, and take luck off it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import sqrt

import msgspec

from engine.analysis.judgement import Judgement, StateValue
from engine.analysis.review import CHANCE, CHOICE, DICE, UNKNOWN
from engine.analysis.reviewed_game import ChanceStretch, ReviewedGame


class CurvePoint(msgspec.Struct):
    """A point of the curve: behind so many answers the result is expected to be so much, and so much is reached."""

    step: int
    value: float | None
    """Nothing where it would be that of the node before, with an answer judged since."""
    error: float
    reached: float | None = None
    chapter: str = ""
    dice: float = 0.0
    unknown: float = 0.0
    choice: float = 0.0
    """Sum of the parts up to here."""


class LuckAccount(msgspec.Struct):
    """The parts of a game's result: `expected + choice + dice + unknown = result`, to the last digit."""

    expected: float
    choice: float
    dice: float
    unknown: float
    result: float
    error: float
    """Of what was expected, and of what the choices did to it."""
    split_error: float
    """Of dice and unknown each, for one has what the other lacks."""


def chance_of(dice: float, unknown: float, *, splits: bool) -> dict[str, float]:
    """Return the part of chance as the page may show it: two parts, or their sum where they cannot be separated."""
    return {DICE: dice, UNKNOWN: unknown} if splits else {CHANCE: dice + unknown}


def steps_to_value(walk: ReviewedGame) -> list[int]:
    """Name the steps whose question must be valued, or whose answer judged."""
    turns = chance_turns(walk)
    return [at for at, step in enumerate(walk.steps) if step.differs or at in turns]


def chance_turns(walk: ReviewedGame) -> frozenset[int]:
    """Name the steps after which chance is of another kind, so that their question must be valued.

    The first is where nothing is dealt anew. Where it is, what falls before the first node is all of one kind.
    """
    found, before = set[int](), ""
    dealing = walk.anew is not None and not walk.opening
    for at, step in enumerate(walk.steps):
        first = step.parts[0].fell
        if (at == 0 and walk.anew is None) or (first and not dealing and before not in ("", walk.kind_of(first))):
            found.add(at)
        for part in step.parts:
            if part.fell:
                before = walk.kind_of(part.fell)
            if part.node:
                before, dealing = "", False
    return frozenset(found)


LUCK_SHARE = 0.5
"""The share of the luck that is taken off for a player who makes as much of it as the site's bot."""


INITIAL_REACHED = (0.5, 1.0)
"""Assumed results of the player and the site's bot at the start: a quarter of the first luck is taken off."""


def luck_adjusted(curve: Sequence[CurvePoint], result: float) -> float:
    """Return a result without luck: less half of the luck, or a smaller share for a player who used it less well.

    The share taken from the luck between two points depends only on what was before them, and luck is zero on average.
    So the correction moves nobody's results on average.
    """
    reached, (his, baselines) = 0.0, INITIAL_REACHED
    for before, after in pairwise(curve):
        would_have = reached - before.choice + baselines
        share = min(1.0, LUCK_SHARE * (reached + his) / would_have) if would_have > 0 else 1.0
        result -= share * (after.dice + after.unknown - before.dice - before.unknown)
        if after.reached is not None:
            reached = after.reached
    return result


MeanAndError = tuple[float, float]


def account_for(
    walk: ReviewedGame,
    worth: StateValue,
    values: Mapping[int, MeanAndError],
    verdicts: Mapping[int, Judgement],
    nodes: Mapping[tuple[int, int], MeanAndError] | None = None,
) -> tuple[LuckAccount, list[CurvePoint]]:
    """Add the parts up from node to node, and return them with the curve. `nodes` are those that were flown on from.

    `values` are those of questions; at 0 is what was to be expected. Of a game that is dealt anew, what was dealt
    before its first node could not be known.
    """
    first, first_error = values[0]
    sums = {CHOICE: 0.0, DICE: 0.0, UNKNOWN: 0.0}
    dealing = walk.anew is not None
    at_value, kind, curve = first, UNKNOWN if dealing else DICE, [CurvePoint(0, first, first_error)]
    squares = first_error**2
    noise = squares if dealing else 0.0

    def note(node: CurvePoint) -> None:
        curve.append(msgspec.structs.replace(node, dice=sums[DICE], unknown=sums[UNKNOWN], choice=sums[CHOICE]))

    def fall(at: int, parts: Sequence[ChanceStretch]) -> None:
        nonlocal at_value, noise, kind, dealing
        for n, part in enumerate(parts):
            if part.fell and not dealing:
                kind = walk.kind_of(part.fell)
            if part.node:
                state, pack = walk.node_at(at, n)
                value, error = nodes[at, n] if nodes is not None else (worth.of(state, pack), 0.0)
                sums[kind] += value - at_value
                noise += error**2
                at_value = value
                reached = walk.hindsight.result(state, pack, walk.seat)
                note(CurvePoint(at + 1, value, error, reached, walk.hindsight.chapter(state)))
                kind, dealing = DICE, False

    fall(-1, walk.opening)
    for at, step in enumerate(walk.steps):
        if at in values and (at or walk.anew is None):
            value, error = values[at]
            sums[kind] += value - at_value
            noise += error**2
            at_value = value
            note(CurvePoint(at, value, error))
        if at in verdicts:
            verdict = verdicts[at]
            if at not in values:
                note(CurvePoint(at, None, 0.0))
            sums[CHOICE] += verdict.gap
            sums[UNKNOWN] += verdict.hidden
            squares += verdict.error**2
            noise += verdict.hidden_error**2
            at_value += verdict.gap + verdict.hidden
        fall(at, step.parts)
    sums[kind] += walk.result - at_value
    note(CurvePoint(len(walk.steps), walk.result, 0.0, walk.result))
    made = LuckAccount(first, sums[CHOICE], sums[DICE], sums[UNKNOWN], walk.result, sqrt(squares), sqrt(noise))
    return made, curve
