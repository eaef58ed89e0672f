"""Losses of take-offs and landings before the order: the weather's column and the open modifiers, no card."""

from django.utils.translation import gettext as _

from engine.bomber_command.charts.map import ENGLAND, ScenarioMap
from engine.bomber_command.charts.schema import LandingTable, Small
from engine.bomber_command.state import FighterUnit
from engine.kernel.decisions import parts_of
from engine.kernel.packs.schema import ByRoll
from play.utils.percent import as_percent
from raids.board.scene import RaidScene, board_of

THROWS = 36
LandingColumn = ByRoll[tuple[Small, Small]]


def cost_of(order: str, scene: RaidScene) -> str:
    """Say how often a unit loses aircraft by an order to take off or to land; nothing of one whose hex is hidden."""
    verb, *named = parts_of(order)
    if verb not in ("scramble", "recover", "divert") or len(named) != 1:
        return ""
    board = board_of(scene)
    unit = next((unit for unit in scene.view.units if unit.id == named[0]), None)
    if unit is None or not (verb == "scramble" or unit.hex):
        return ""
    column, shift = _take_off(scene, board, unit) if verb == "scramble" else _landing(scene, board, unit, verb)
    dear = sum(column[one + two + shift][0] > 0 for one in range(1, 7) for two in range(1, 7))
    return _("loses aircraft in %(n)s of 100") % {"n": as_percent((dear, THROWS))}


def _take_off(scene: RaidScene, board: ScenarioMap, unit: FighterUnit) -> tuple[LandingColumn, int]:
    """Return the column and the modifiers of the Scramble Table. [7.4.2]"""
    chart = scene.pack.tables.scramble
    weather = scene.view.weather[board.zone[board.units[unit.id].hex]]
    shift = _common(scene, board, unit, chart)
    if scene.view.visibility == "poor":
        shift += chart.poor_visibility
    return chart.column(scene.pack.weather[weather].column), shift


def _landing(scene: RaidScene, board: ScenarioMap, unit: FighterUnit, verb: str) -> tuple[LandingColumn, int]:
    """Return the column and the modifiers of the Recovery Table. [7.4.4, 7.4.7]"""
    chart, row = scene.pack.tables.recovery, board.units[unit.id]
    far = unit.hex == ENGLAND or unit.hex in board.out_of_range
    shift = _common(scene, board, unit, chart)
    if verb == "divert":
        shift += chart.diverting
    if far:
        return chart.column(scene.pack.weather["fog"].column), shift + chart.out_of_range
    division = row.division if verb == "recover" else board.zone[unit.hex]
    if verb == "divert" and division == board.chart.allied_zone and board.chart.allied_divert:
        division = board.chart.allied_divert
    return chart.column(scene.pack.weather[scene.view.weather[division]].column), shift


def _common(scene: RaidScene, board: ScenarioMap, unit: FighterUnit, chart: LandingTable) -> int:
    single = chart.single_engined if board.units[unit.id].engines == "SE" else 0
    return single + (chart.twilight if scene.view.is_twilight else 0)
