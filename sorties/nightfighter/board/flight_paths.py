"""Where a fighter may fly with the MP that are left: straight hexes, with at most one turn after each. [9.2]"""

from collections.abc import Mapping, Sequence
from typing import Any

from play.games.boards import BoardScene
from play.pages.hexmap import PathSteps, Step
from sorties.nightfighter.board.map_layer import night_map

TURNS = {"ahead": 0, "left": 5, "right": 1}
HEADINGS = ("N", "NE", "SE", "S", "SW", "NW")


def flight_paths(scene: BoardScene, orders: Sequence[Mapping[str, Any]]) -> PathSteps | None:
    """Return the ways of the fighter that is asked about; what ends on the way the rules stop themselves."""
    if scene.kind != "fighter.step" or not scene.facts.get("hex"):
        return None
    facts = scene.facts
    offered = [order["value"] for order in orders if order["state"] != "closed"]
    left = facts["most"] - facts["spent"]
    start = (int(facts["hex"]), HEADINGS.index(facts["facing"]))
    turns = {order: by for order, by in TURNS.items() if order in offered}
    if not turns:
        return None
    step = _short_of(night_map(scene.pack).step, facts.get("belt", 0))
    steps: dict[str, list[Step]] = {}
    front = [start]
    for _point in range(left):
        front = [place for each in front for place in _from(each, step, turns, steps)]
    return PathSteps(_name(start), steps, max(1, facts["least"] - facts["spent"]), left, "end", HEADINGS)


def _short_of(step: tuple[list[int], ...], belt: int) -> tuple[list[int], ...]:
    """Return the steps of the map, none of which enters the row of a gun belt or goes beyond it. [scenario 8F]"""
    if not belt:
        return step
    return tuple([0 if beyond % 100 >= belt else beyond for beyond in beyonds] for beyonds in step)


def _from(
    place: tuple[int, int], step: tuple[list[int], ...], turns: dict[str, int], steps: dict[str, list[Step]]
) -> list[tuple[int, int]]:
    """Write down where one place leads; nothing when that is known or leads off the map."""
    hex_, facing = place
    ahead = step[facing][hex_]
    if _name(place) in steps or not ahead:
        return []
    beyond = {order: (ahead, (facing + by) % 6) for order, by in turns.items()}
    steps[_name(place)] = [(order, _name(other)) for order, other in beyond.items()]
    return list(beyond.values())


def _name(place: tuple[int, int]) -> str:
    return f"{place[0]:04}/{place[1]}"
