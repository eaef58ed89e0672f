"""The board of a night: the map with what its viewer knows, the phases, boxes, cards, and the orders at hexes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from msgspec import to_builtins

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ScenarioMap
from engine.bomber_command.questions import (
    CardWindowQuestion,
    FlakDamageQuestion,
    PlotQuestion,
    ScrambleMoveQuestion,
    UnitPlaceQuestion,
)
from engine.bomber_command.state import AIR, BRITISH, CLOSED, GONE, RAID, READY, REARM
from engine.bomber_command.views import NightView
from engine.kernel.decisions import parts_of
from play.charts.selectors import pack_in
from play.games.boards import BoardContext
from play.pages.hexmap import Cells, HexOutline, ShownHexMap, map_of, orders_by_hex, scene_of
from play.pages.parts import things
from raids.board import city_map, counters, hand, landmarks
from raids.board.counters import HexPlate, RaidsSeen, RouteDrawn, Sighting, UnitShown, UnitStack
from raids.board.last_roll import last_roll
from raids.board.question import IN_ONE_GO
from raids.board.scene import RaidScene, board_of

GAME = "bomber-command"
SHOWN = frozenset(("units", "boxes", "hand", "held", "bombings", "weather", "visibility", "scenario", "jamming"))
"""Parts of the view that the board shows in words already."""
ABOUT_A_UNIT = (CardWindowQuestion, FlakDamageQuestion, ScrambleMoveQuestion, UnitPlaceQuestion)


def raid_board(scene: RaidScene) -> BoardContext:
    """Return what the board's template shows of a view."""
    view, board = scene.view, board_of(scene)
    units = counters.units_of(view, board)
    city = city_map.bombed_now(scene)
    return {
        "map": city_map.city_scene(scene, city, board) if city else raid_scene(scene, board, units),
        "city": city_map.city_drawn(city, board, scene) if city else None,
        "view": view,
        "over": over_of(scene, board, units),
        "in_one_go": scene.kind in IN_ONE_GO,
        "plotting": isinstance(scene.question, PlotQuestion),
        "phases": phases_of(view),
        "is_british": scene.viewer == BRITISH,
        "sky": sky_of(scene),
        "jamming": jamming_of(view, scene.pack),
        "units": unit_rows(units, scene),
        "is_folded": bool(city) or isinstance(scene.question, PlotQuestion),
        "boxes": [box for box in boxes_of(view, units) if box.is_used],
        "hand": hand.hand_of(scene),
        "last": last_roll(scene),
        "cities": [city_map.city_drawn(bombing, board, scene) for bombing in view.bombings],
        "things": things({name: each for name, each in to_builtins(view).items() if name not in SHOWN}, scene.words),
    }


def raid_named(setup: Mapping[str, object]) -> str:
    """Name a table by its scenario."""
    return str(setup.get("scenario", "")).title()


def raid_scene(scene: RaidScene, board: ScenarioMap, units: Sequence[UnitShown]) -> ShownHexMap:
    """Return the map with its sentences, and the hexes where the question's orders are given."""
    view = scene.view
    said = {hex_: list(words) for hex_, words in landmarks.said_of(board).items()}
    for hex_, words in counters.said_of(view, units, counters.sightings_of(scene, board.grid)).items():
        said.setdefault(hex_, []).extend(words)
    orders = orders_by_hex(scene.orders, hexes_of(scene, board, units))
    return scene_of(
        GAME,
        pack_in(scene.pack).hash,
        view.scenario,
        map_of(GAME, scene.pack, view.scenario),
        cells=Cells(said, orders),
        outlines=[HexOutline(beds, "lit-up", filled=True) for beds in lit_of(view, board)],
        begin=_begins(scene, units),
    )


def _begins(scene: RaidScene, units: Sequence[UnitShown]) -> str:
    """Choose the hex with the tab stop: the unit that is asked about, a raid, a target."""
    question = scene.question
    name = question.unit if isinstance(question, ABOUT_A_UNIT) else ""
    asked = next((unit.hex for unit in units if unit.id == name), "")
    if scene.kind in IN_ONE_GO and not asked:
        named = {part for order in scene.orders for part in parts_of(order["value"])[1:2]}
        first = min((unit for unit in units if unit.id in named and unit.hex), key=by_fuel, default=None)
        asked = first.hex if first else ""
    targets = question.target_hexes if isinstance(question, PlotQuestion) else []
    return asked or next(iter([*scene.view.counters, *targets]), "") or "L4"


def by_fuel(unit: UnitShown) -> tuple[int, str]:
    """Put the unit first that has least fuel."""
    return unit.fuel, unit.id


def lit_of(view: NightView, board: ScenarioMap) -> list[tuple[str, ...]]:
    """List the Himmelbett that units wait on. [9.3]"""
    return [board.active_around[one.hex] for one in view.units if one.gci and one.hex in board.himmelbett]


@dataclass(frozen=True, kw_only=True)
class OverDrawn:
    """The drawings over the ground."""

    cities: list[landmarks.CityBox]
    targets: list[str]
    stacks: list[UnitStack]
    raids: RaidsSeen
    sightings: list[Sighting]
    routes: list[RouteDrawn]
    fires: list[HexPlate]


def over_of(scene: RaidScene, board: ScenarioMap, units: Sequence[UnitShown]) -> OverDrawn:
    """Return what is drawn over the ground: cities, raids, counters, fires."""
    view = scene.view
    return OverDrawn(
        cities=landmarks.cities_drawn(board),
        targets=sorted(view.targets or ()),
        stacks=counters.stacks_of(units, board.grid),
        raids=counters.raids_seen(view, board.grid),
        sightings=counters.sightings_of(scene, board.grid),
        routes=counters.routes_of(view, board.grid),
        fires=counters.fires_of(view, board),
    )


# Orders at hexes -----------------------------------------------------------------------------------------------------


def hexes_of(scene: RaidScene, board: ScenarioMap, units: Sequence[UnitShown]) -> Callable[[str], list[str]]:
    """Return a function that gives the hexes of an order: its destination, or else the place of its subject."""
    if scene.kind.startswith("bombing."):
        return lambda order: []
    stands = {unit.id: unit.hex for unit in units if unit.hex}
    stands |= {name: row.hex for name, row in board.cities.items()}
    raids = {raid.letter: raid.hex for raid in scene.view.raids or () if raid.hex in board.grid}

    def read(order: str) -> list[str]:
        named = parts_of(order)[1:]
        if named and named[-1] in board.grid:
            return [named[-1]]
        return [where[name] for name in named for where in (stands, raids) if where.get(name) in board.grid][:1]

    return read


# Beside the map ------------------------------------------------------------------------------------------------------


class PhaseShown(NamedTuple):
    """A phase of the turn."""

    word: str
    is_now: bool


def phases_of(view: NightView) -> list[PhaseShown]:
    """Return the phases of a turn, and which of them it is."""
    words = {
        "draw-cards": _("Cards"), "fighters": _("Fighters move"), "scramble": _("Scramble"), "raids": _("Raids move"),
        "raid-detection": _("Detection"), "tame-boars": _("Tame Boar"), "deploying": _("Deploy"),
        "recovery": _("Recovery"), "bombing": _("Bombing"), "end": _("End"),
    }  # fmt: skip
    if view.phase not in words:
        return []
    return [PhaseShown(word, name == view.phase) for name, word in words.items()]


class ZoneWeather(NamedTuple):
    """The weather of a zone, and what it does to an attack."""

    zone: str
    weather: str
    value: int


class SkyShown(NamedTuple):
    """The weather by zone, and the visibility."""

    zones: list[ZoneWeather]
    visibility: str


def sky_of(scene: RaidScene) -> SkyShown:
    """Return the weather by zone and the other contents of the sky."""
    values, words = scene.pack.weather, scene.words
    zones = [
        ZoneWeather(words.name(zone), words.name(weather), values[weather].value)
        for zone, weather in scene.view.weather.items()
    ]
    return SkyShown(zones, words.name(scene.view.visibility))


class JammingShown(NamedTuple):
    """A level of the jamming track, and what gets into a stream there."""

    level: int
    value: int
    is_now: bool


def jamming_of(view: NightView, charts: Charts) -> list[JammingShown]:
    """Return the jamming track."""
    track = charts.tables.jamming_track.infiltration
    return [JammingShown(level, track[level], level == view.jamming) for level in charts.levels]


class UnitGroup(NamedTuple):
    """The units of one place, the least fuel first."""

    place: str
    title: str
    units: list[UnitShown]
    in_air: bool


def unit_rows(units: Sequence[UnitShown], scene: RaidScene) -> list[UnitGroup]:
    """Group the units by where they are, the least fuel first."""
    groups = [
        (AIR, _("In the air")),
        (RAID, _("Inside a raid")),
        (READY, _("Ready")),
        (REARM, _("Rearm and refuel")),
        (CLOSED, _("Airfield closed")),
        (GONE, _("Out of play")),
    ]
    found = []
    for place, title in groups:
        here = sorted((unit for unit in units if unit.place == place), key=lambda unit: unit.fuel)
        if here:
            for unit in here:
                unit.over = scene.words.name(unit.box) if unit.box else ""
            found.append(UnitGroup(place, title, here, place in (AIR, RAID)))
    return found


@dataclass(frozen=True, kw_only=True)
class BoxShown:
    """A Raid Box, with who is inside."""

    letter: str
    inside: list[UnitShown]
    is_used: bool
    losses: int
    disruption: int
    damage: int
    hunts: int


def boxes_of(view: NightView, units: Sequence[UnitShown]) -> list[BoxShown]:
    """Return the Raid Boxes, with who is inside."""
    found = []
    for box in view.boxes:
        inside = [unit for unit in units if unit.place == RAID and unit.raid == box.raid]
        found.append(
            BoxShown(
                letter=box.raid,
                inside=inside,
                is_used=bool(inside or box.is_marked),
                losses=box.losses,
                disruption=box.disruption,
                damage=box.damage,
                hunts=box.hunts,
            )
        )
    return found
