"""What taking off and landing may cost, before it is ordered: the weather's column and the open modifiers, no card."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from engine.bomber_command.charts.map import ENGLAND, ScenarioMap
from engine.kernel.decisions import parts_of
from play.utils.percent import as_percent
from raids.board.map_layer import boards_of

THROWS = 36


def cost_of(order: str, scene: Any) -> str:
    """Say how often a unit loses aircraft by an order to take off or to land; nothing of one whose hex is hidden."""
    verb, *named = parts_of(order)
    if verb not in ("scramble", "recover", "divert") or len(named) != 1:
        return ""
    board: ScenarioMap = boards_of(scene.pack)[scene.view["scenario"]]
    unit = next((unit for unit in scene.view["units"] if unit["id"] == named[0]), None)
    if unit is None or not (verb == "scramble" or unit["hex"]):
        return ""
    column, shift = _take_off(scene, board, unit) if verb == "scramble" else _landing(scene, board, unit, verb)
    dear = sum(column[one + two + shift][0] > 0 for one in range(1, 7) for two in range(1, 7))
    return _("loses aircraft in %(n)s of 100") % {"n": as_percent((dear, THROWS))}


def _take_off(scene: Any, board: ScenarioMap, unit: Mapping[str, Any]) -> tuple[Any, int]:
    """Return the column and the modifiers of the Scramble Table. [7.4.2]"""
    chart = scene.pack.tables.scramble
    weather = scene.view["weather"][board.zone[board.units[unit["id"]].hex]]
    shift = _common(scene, board, unit, chart)
    if scene.view["visibility"] == "poor":
        shift += chart.poor_visibility
    return chart.column(scene.pack.weather[weather].column), shift


def _landing(scene: Any, board: ScenarioMap, unit: Mapping[str, Any], verb: str) -> tuple[Any, int]:
    """Return the column and the modifiers of the Recovery Table. [7.4.4, 7.4.7]"""
    chart, row = scene.pack.tables.recovery, board.units[unit["id"]]
    far = unit["hex"] == ENGLAND or unit["hex"] in board.out_of_range
    shift = _common(scene, board, unit, chart)
    if verb == "divert":
        shift += chart.diverting
    if far:
        return chart.column(scene.pack.weather["fog"].column), shift + chart.out_of_range
    division = row.division if verb == "recover" else board.zone[unit["hex"]]
    if verb == "divert" and division == board.chart.allied_zone and board.chart.allied_divert:
        division = board.chart.allied_divert
    return chart.column(scene.pack.weather[scene.view["weather"][division]].column), shift


def _common(scene: Any, board: ScenarioMap, unit: Mapping[str, Any], chart: Any) -> int:
    view = scene.view
    single = chart.single_engined if board.units[unit["id"]].engines == "SE" else 0
    return int(single + (chart.twilight if view["twilight"] is not None and view["turn"] >= view["twilight"] else 0))
