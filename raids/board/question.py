"""A question of a night: orders as buttons, as hexes of the map, or for many units in one go with a check before."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.bomber_command.charts.map import ENGLAND, ScenarioMap
from engine.kernel.decisions import parts_of
from play.games.boards import BoardContext, BoardScene
from raids.board.counters import units_of
from raids.board.map_layer import boards_of
from raids.board.previews import with_chances

MANY = 24
"""Orders beyond which the list is searched and not pressed."""
IN_ONE_GO = frozenset(("fighters.move", "scramble", "deployment", "recovery"))
"""Questions that are asked again and again of unit after unit."""
Orders = Sequence[Mapping[str, Any]]


def raid_question(scene: BoardScene, orders: list[dict[str, Any]]) -> BoardContext:
    """Return what the question's template shows."""
    board = boards_of(scene.pack)[scene.view["scenario"]]
    orders = with_chances(orders, scene)
    units = {unit["id"]: unit for unit in units_of(scene.view, board)}
    rows = rows_of(scene, orders, units) if scene.kind in IN_ONE_GO else []
    is_list = len(orders) > MANY
    return {
        "orders": [_in_one_line(order) for order in orders] if is_list else orders,
        "rows": rows,
        "closed": [order for order in orders if rows and order["state"] == "closed"],
        "is_list": is_list,
        "is_plot": scene.kind == "raids.plot",
        "can_end": any(order["value"] == "done" for order in orders),
        "kind": scene.kind,
        "dry": dry_of(scene, board, units) if scene.kind == "fighters.move" else [],
    }


def _in_one_line(order: Mapping[str, Any]) -> Mapping[str, Any]:
    """Say an order of a list with its chance, for which a list has no place of its own."""
    if "chance" not in order:
        return order
    facts = {"order": order["label"], "n": order["chance"]}
    return {**order, "label": _("%(order)s: %(n)s in 100") % facts}


def rows_of(scene: BoardScene, orders: Orders, units: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Sort the orders by the unit that they are given to."""
    found: dict[str, dict[str, Any]] = {}
    for order in orders:
        named = parts_of(order["value"])
        if len(named) < 2 or order["state"] == "closed" or named[1] not in units:
            continue
        row = found.setdefault(named[1], {"unit": units[named[1]], "orders": []})
        row["orders"].append({**order, "hex": named[2] if len(named) > 2 and named[0] == "move" else ""})
    for row in found.values():
        row["given"] = any(order["state"] == "given" for order in row["orders"])
    return sorted(found.values(), key=lambda row: (row["unit"]["fuel"], row["unit"]["id"]))


# The check before --------------------------------------------------------------------------------------------------


def dry_of(scene: BoardScene, board: ScenarioMap, units: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Say what becomes of each unit whose last fuel this phase burns, by where it may end. [7.5]"""
    reach: dict[str, list[str]] = {}
    for order in scene.orders:
        verb, *named = parts_of(order["value"])
        if verb == "move" and order["state"] != "closed":
            reach.setdefault(named[0], []).append(named[1])
    found = []
    for unit in units.values():
        if not unit["low"] or unit["place"] not in ("air", "raid"):
            continue
        near = board.near[unit["home"]]
        places = [unit["hex"], *reach.get(unit["id"], ())]
        cure = next((place for place in places[1:] if place in near), "")
        found.append(
            {
                "unit": unit,
                "is_inside": unit["place"] == "raid",
                "lands": unit["hex"] in near,
                "near": " ".join(place for place in places if place in near),
                "ends": {place: end_of(place, near, board) for place in places if place},
                "end": end_of(unit["hex"], near, board) if unit["hex"] else "",
                "cure": f"move:{unit['id']}:{cure}" if cure and unit["hex"] not in near else "",
                "cure_hex": cure,
            }
        )
    return found


def end_of(place: str, near: frozenset[str], board: ScenarioMap) -> str:
    """Say where a unit comes down that has no fuel left."""
    if place in near:
        return _("lands at home")
    if place == ENGLAND:
        return _("diverts from England, out for the night, rolled as in fog")
    facts = {"zone": board.zone[place]}
    if place in board.out_of_range:
        return _("diverts over the sea, out for the night, rolled as in fog")
    return _("diverts to %(zone)s, out for the night") % facts
