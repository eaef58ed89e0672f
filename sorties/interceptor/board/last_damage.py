"""What the log tells of the boxes on the board: the bomber fought last, and which boxes the last fire marked."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.events import Event
from sorties.interceptor.board.last_roll import OURS, THEIRS, Action, boxes_of

WHOLE = {"port_wing": 0, "starboard_wing": 0, "airframe": 0, "controls": 0, "gunners": 0}


def fought_last(data: Sequence[Sequence[Event]], kind: str) -> dict[str, Any] | None:
    """Return the bomber of this type as it was left, when it is off the target chart and that is known."""
    target: dict[str, Any] | None = None
    for event in (event for order in data for event in order):
        if event.kind == "bomber.chosen":
            target = {**WHOLE, "type": event.data["enemy"], "engines": [0] * 4}
            target |= {"destroyed": "", "bombs": event.data["bombs"]}
        elif event.kind == "interception.rolled":
            target = None
        elif event.kind == "bomber.hit" and target is not None and event.data["effect"]:
            _mark(target, event)
        elif event.kind in ("bomber.destroyed", "bomber.down") and target is not None:
            target["destroyed"] = target["destroyed"] or "destroyed"
    return target if target is not None and target["type"].startswith(kind[:4]) else None


def _mark(target: dict[str, Any], event: Event) -> None:
    name = boxes_of(event)
    if name.startswith("engine_"):
        target["engines"][int(name[-1])] += 1
    elif name:
        target[name] += 1
    target["destroyed"] = event.data["destroyed"]
    target["gunners"] = event.data["gunners"]


def fresh(data: Mapping[str, Any] | None, whose: str) -> dict[str, int]:
    """Count the boxes that the last exchange marked, by part: on the enemy by own fire, on him by theirs."""
    marked: dict[str, int] = {}
    sides: Mapping[str, list[Action]] = dict(data["sides"]) if data else {}
    for action in sides.get(OURS if whose == "ours" else THEIRS, ()):
        for row in action.rows:
            if row.marks:
                marked[row.marks] = marked.get(row.marks, 0) + 1
    return marked
