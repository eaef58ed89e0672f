"""Several answers given as one order: a path over hexes, a list of purchases, the moves of many units.

The kernel feeds the answers one after another, as if each came alone. The list ends early at anything that the player
could not foresee: a die, a card, a revealed fact, another seat, another question. A list with an answer that the rules
never offer is refused as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from engine.kernel.decisions import NotAsked, Refused, read_answer
from engine.kernel.run import Run, Step

OTHERS, OTHERWISE, CHANGED, OVER = "others", "otherwise", "changed", "over"
"""Why a list ended, beside what closes undo: another seat is to answer first; something else is asked first; what
another seat answered in between has closed the order; the game is over."""

BatchItem = Sequence[Any]
"""A pair: the key of a question and the answer to it; without a key it answers whatever is asked then."""


class BatchStop(msgspec.Struct, frozen=True):
    """The place where a list ended before its last answer: how many answers counted, and the reason."""

    taken: int
    reason: str


def answer_in_turn(
    run: Run,
    actor: str,
    items: Sequence[BatchItem],
    *,
    keep: Callable[[Step], None],
    between: Callable[[], Sequence[str]],
) -> BatchStop | None:
    """Feed answers one after another; None when all were taken, and a refusal leaves the caller to drop the run.

    `between` lets the bots answer, and returns what closed undo in each of their answers, nothing for one that did not.
    """
    disturbed, kind = False, ""
    for place, (key, answer) in enumerate(items):
        try:
            decision = run.find(actor, key)
            read_answer(decision, answer)
        except Refused as refusal:
            if place and (
                reason := _why(run, actor, refusal, disturbed, meant=_is_meant(run, actor, items[place], kind))
            ):
                return BatchStop(place, reason)
            refusal.facts["place"] = place
            raise
        kind = decision.kind
        step = run.answer(actor, answer, decision.key, joined=place > 0)
        keep(step)
        if place + 1 == len(items):
            break
        if step.closed_by:
            return BatchStop(place + 1, step.closed_by)
        closed = between()
        disturbed = disturbed or bool(closed)
        if any(closed):
            return BatchStop(place + 1, next(filter(None, closed)))
    return None


def _why(run: Run, actor: str, refusal: Refused, disturbed: bool, *, meant: bool) -> str:
    """Say why a list ends here, or nothing when it is to be refused as a whole."""
    if not run.asked(actor):
        return OVER if run.over else OTHERS
    if disturbed:
        return CHANGED
    return "" if meant and not isinstance(refusal, NotAsked) else OTHERWISE


def _is_meant(run: Run, actor: str, item: BatchItem, kind: str) -> bool:
    """Say whether an answer is meant for what is asked: by its key, as the answer before it was, or as a form is."""
    key, answer = item
    asked = run.asked(actor)
    forms = any(decision.form is not None for decision in asked)
    return (
        key is not None or any(decision.kind == kind for decision in asked) or (forms and not isinstance(answer, str))
    )
