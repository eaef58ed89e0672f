"""Damage marks on the board from the log: the bomber fought last, and the boxes marked by the last fire."""

from collections.abc import Sequence

from engine.interceptor.events import (
    BomberChosen,
    BomberDestroyedOutright,
    BomberDown,
    BomberHit,
    InterceptionRolled,
)
from engine.interceptor.state import TargetBomber
from engine.kernel.events import Event
from sorties.interceptor.board.aircraft import mark_box
from sorties.interceptor.board.last_roll import LastExchange, boxes_of


def fought_last(orders: Sequence[Sequence[Event]], kind: str) -> TargetBomber | None:
    """Return the bomber of this type as it was left, when it is off the target chart and that is known."""
    target: TargetBomber | None = None
    for event in (event for order in orders for event in order):
        match event.data:
            case BomberChosen(enemy=enemy, bombs=bombs):
                target = TargetBomber(enemy, bombs=bombs)
            case InterceptionRolled():
                target = None
            case BomberHit(effect=True) as hit if target is not None:
                mark_box(target, boxes_of(hit))
                target.destroyed, target.gunners = hit.destroyed, hit.gunners
            case BomberDestroyedOutright() | BomberDown() if target is not None:
                target.destroyed = target.destroyed or "destroyed"
    return target if target is not None and target.type.startswith(kind[:4]) else None


def fresh(last: LastExchange | None, whose: str) -> dict[str, int]:
    """Count the boxes that the last exchange marked, by part: on the enemy by own fire, on him by theirs."""
    marked: dict[str, int] = {}
    sides = dict(last.sides) if last is not None else {}
    for action in sides.get(whose, ()):
        for row in action.rows:
            if row.marks:
                marked[row.marks] = marked.get(row.marks, 0) + 1
    return marked
