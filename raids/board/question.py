"""A question of a night: orders as buttons, as hexes of the map, or for many units in one go with a check before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.bomber_command.charts.map import ENGLAND, ScenarioMap
from engine.bomber_command.questions import FighterMoveQuestion, PlotQuestion
from engine.bomber_command.state import AIR, RAID
from engine.kernel.decisions import parts_of
from play.games.boards import BoardContext
from play.pages.hexmap import Order
from raids.board.counters import UnitShown, units_of
from raids.board.previews import with_chances
from raids.board.scene import RaidScene, board_of

MANY = 24
"""Orders beyond which the list is searched and not pressed."""
IN_ONE_GO = frozenset(("fighters.move", "scramble", "deployment", "recovery"))
"""Questions that are asked again and again of unit after unit."""


def raid_question(scene: RaidScene, orders: Sequence[Order]) -> BoardContext:
    """Return what the question's template shows."""
    board = board_of(scene)
    orders = with_chances(orders, scene)
    units = {unit.id: unit for unit in units_of(scene.view, board)}
    rows = rows_of(orders, units) if scene.kind in IN_ONE_GO else []
    is_list = len(orders) > MANY
    return {
        "orders": [_in_one_line(order) for order in orders] if is_list else orders,
        "rows": rows,
        "closed": [order for order in orders if rows and order["state"] == "closed"],
        "is_list": is_list,
        "is_plot": isinstance(scene.question, PlotQuestion),
        "can_end": any(order["value"] == "done" for order in orders),
        "kind": scene.kind,
        "dry": dry_of(scene, board, units) if isinstance(scene.question, FighterMoveQuestion) else [],
    }


def _in_one_line(order: Order) -> Order:
    """Say an order of a list with its chance, for which a list has no place of its own."""
    if "chance" not in order:
        return order
    facts = {"order": order["label"], "n": order["chance"]}
    return {**order, "label": _("%(order)s: %(n)s in 100") % facts}


@dataclass(frozen=True)
class UnitOrders:
    """The orders that can be given to a unit."""

    unit: UnitShown
    orders: list[Order]

    @property
    def given(self) -> bool:
        """Say whether one of them is."""
        return any(order["state"] == "given" for order in self.orders)


def rows_of(orders: Sequence[Order], units: Mapping[str, UnitShown]) -> list[UnitOrders]:
    """Sort the orders by the unit that they are given to."""
    found: dict[str, UnitOrders] = {}
    for order in orders:
        named = parts_of(order["value"])
        if len(named) < 2 or order["state"] == "closed" or named[1] not in units:
            continue
        row = found.setdefault(named[1], UnitOrders(units[named[1]], []))
        row.orders.append({**order, "hex": named[2] if len(named) > 2 and named[0] == "move" else ""})
    return sorted(found.values(), key=lambda row: (row.unit.fuel, row.unit.id))


# The check before --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class DryUnit:
    """A unit whose last fuel this phase burns: where it may end, what becomes of it there, and what would save it."""

    unit: UnitShown
    is_inside: bool
    lands: bool
    near: str
    ends: Mapping[str, str]
    end: str
    cure: str
    cure_hex: str


def dry_of(scene: RaidScene, board: ScenarioMap, units: Mapping[str, UnitShown]) -> list[DryUnit]:
    """Say what becomes of each unit whose last fuel this phase burns, by where it may end. [7.5]"""
    reach: dict[str, list[str]] = {}
    for order in scene.orders:
        verb, *named = parts_of(order["value"])
        if verb == "move" and order["state"] != "closed":
            reach.setdefault(named[0], []).append(named[1])
    found = []
    for unit in units.values():
        if not unit.low or unit.place not in (AIR, RAID):
            continue
        near = board.near[unit.home]
        places = [unit.hex, *reach.get(unit.id, ())]
        cure = next((place for place in places[1:] if place in near), "")
        found.append(
            DryUnit(
                unit=unit,
                is_inside=unit.place == RAID,
                lands=unit.hex in near,
                near=" ".join(place for place in places if place in near),
                ends={place: end_of(place, near, board) for place in places if place},
                end=end_of(unit.hex, near, board) if unit.hex else "",
                cure=f"move:{unit.id}:{cure}" if cure and unit.hex not in near else "",
                cure_hex=cure,
            )
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
