"""The board of a night: the map with what its viewer knows, the phases, boxes, cards, and the orders at hexes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.bomber_command.charts.map import ScenarioMap
from engine.kernel.decisions import parts_of
from play.charts.selectors import pack_in
from play.games.boards import BoardScene
from play.pages.hexmap import Cells, HexOutline, ShownHexMap, map_of, orders_by_hex, scene_of
from play.pages.parts import things
from raids.board import city_map, counters, hand, landmarks
from raids.board.last_roll import last_roll
from raids.board.map_layer import boards_of
from raids.board.question import IN_ONE_GO

GAME = "bomber-command"
SHOWN = frozenset(("units", "boxes", "hand", "held", "bombings", "weather", "visibility", "scenario", "jamming"))
"""What stands on the board in words already."""
View = Mapping[str, Any]


def raid_board(scene: BoardScene) -> Mapping[str, Any]:
    """Return what the board's template shows of a view."""
    view, board = scene.view, boards_of(scene.pack)[scene.view["scenario"]]
    units = counters.units_of(view, board)
    city = city_map.bombed_now(scene)
    return {
        "map": city_map.city_scene(scene, city, board) if city else raid_scene(scene, board, units),
        "city": city_map.city_drawn(city, board, scene) if city else None,
        "view": view,
        "over": over_of(scene, board, units),
        "in_one_go": scene.kind in IN_ONE_GO,
        "plotting": scene.kind == "raids.plot",
        "phases": phases_of(view),
        "is_british": scene.viewer == "british",
        "sky": sky_of(view, scene),
        "jamming": jamming_of(view, scene.pack),
        "units": unit_rows(units, view, scene),
        "boxes": [box for box in boxes_of(view, units) if box["is_used"]],
        "hand": hand.hand_of(view, scene),
        "last": last_roll(scene),
        "cities": [city_map.city_drawn(bombing, board, scene) for bombing in view["bombings"]],
        "things": things({name: view[name] for name in view if name not in SHOWN}, scene.words),
    }


def raid_named(setup: Mapping[str, Any]) -> str:
    """Name a table by its scenario."""
    return str(setup.get("scenario", "")).title()


def raid_scene(scene: BoardScene, board: ScenarioMap, units: Sequence[Mapping[str, Any]]) -> ShownHexMap:
    """Return the map with its sentences, and the hexes where the question's orders are given."""
    view = scene.view
    said = {hex_: list(words) for hex_, words in landmarks.said_of(board).items()}
    for hex_, words in counters.said_of(view, units, counters.sightings_of(scene, board.grid)).items():
        said.setdefault(hex_, []).extend(words)
    orders = orders_by_hex(scene.orders, hexes_of(scene, board, units))
    return scene_of(
        GAME,
        pack_in(scene.pack).hash,
        view["scenario"],
        map_of(GAME, scene.pack, view["scenario"]),
        cells=Cells(said, orders),
        outlines=[HexOutline(beds, "lit-up", filled=True) for beds in lit_of(view, board)],
        begin=_begins(scene, view, units),
    )


def _begins(scene: BoardScene, view: View, units: Sequence[Mapping[str, Any]]) -> str:
    """Choose the hex with the tab stop: the unit that is asked about, a raid, a target."""
    asked = next((unit["hex"] for unit in units if unit["id"] == scene.facts.get("unit")), "")
    if scene.kind in IN_ONE_GO and not asked:
        named = {part for order in scene.orders for part in parts_of(order["value"])[1:2]}
        first = min((unit for unit in units if unit["id"] in named and unit["hex"]), key=by_fuel, default=None)
        asked = first["hex"] if first else ""
    targets = scene.facts.get("target_hexes") or [""]
    return asked or next(iter(view["counters"]), "") or str(targets[0]) or "L4"


def by_fuel(unit: Mapping[str, Any]) -> tuple[int, str]:
    """Put the unit first that has least fuel."""
    return unit["fuel"], unit["id"]


def lit_of(view: View, board: ScenarioMap) -> list[tuple[str, ...]]:
    """List the Himmelbett that units wait on. [9.3]"""
    return [board.active_around[one["hex"]] for one in view["units"] if one["gci"] and one["hex"] in board.himmelbett]


def over_of(scene: BoardScene, board: ScenarioMap, units: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what is drawn over the ground: cities, raids, counters, fires."""
    view = scene.view
    return {
        "cities": landmarks.cities_drawn(board),
        "targets": sorted(view.get("targets", ())),
        "stacks": counters.stacks_of(units, board.grid),
        "raids": counters.raids_seen(view, board.grid),
        "sightings": counters.sightings_of(scene, board.grid),
        "routes": counters.routes_of(view, board.grid),
        "fires": counters.fires_of(view, board),
    }


# Orders at hexes -----------------------------------------------------------------------------------------------------


def hexes_of(scene: BoardScene, board: ScenarioMap, units: Sequence[Mapping[str, Any]]) -> Callable[[str], list[str]]:
    """Return what reads the hexes of an order: where it leads, else where what it names stands."""
    if scene.kind.startswith("bombing."):
        return lambda order: []
    stands = {unit["id"]: unit["hex"] for unit in units if unit["hex"]}
    stands |= {name: row.hex for name, row in board.cities.items()}
    raids = {raid["letter"]: raid["hex"] for raid in scene.view.get("raids", ()) if raid["hex"] in board.grid}

    def read(order: str) -> list[str]:
        named = parts_of(order)[1:]
        if named and named[-1] in board.grid:
            return [named[-1]]
        return [where[name] for name in named for where in (stands, raids) if where.get(name) in board.grid][:1]

    return read


# Beside the map ------------------------------------------------------------------------------------------------------


def phases_of(view: View) -> list[dict[str, Any]]:
    """Return the phases of a turn, and which of them it is."""
    words = {
        "draw-cards": _("Cards"), "fighters": _("Fighters move"), "scramble": _("Scramble"), "raids": _("Raids move"),
        "raid-detection": _("Detection"), "tame-boars": _("Tame Boar"), "deploying": _("Deploy"),
        "recovery": _("Recovery"), "bombing": _("Bombing"), "end": _("End"),
    }  # fmt: skip
    if view["phase"] not in words:
        return []
    return [{"word": word, "is_now": name == view["phase"]} for name, word in words.items()]


def sky_of(view: View, scene: BoardScene) -> dict[str, Any]:
    """Return the weather by zone and what else hangs in the sky."""
    values = scene.pack.weather
    zones = [
        {"zone": scene.words.name(zone), "weather": scene.words.name(weather), "value": values[weather].value}
        for zone, weather in view["weather"].items()
    ]
    return {"zones": zones, "visibility": scene.words.name(view["visibility"])}


def jamming_of(view: View, charts: Any) -> list[dict[str, Any]]:
    """Return the jamming track."""
    track = charts.tables.jamming_track.infiltration
    return [{"level": level, "value": track[level], "is_now": level == view["jamming"]} for level in charts.levels]


def unit_rows(units: Sequence[dict[str, Any]], view: View, scene: BoardScene) -> list[dict[str, Any]]:
    """Group the units by where they are, the least fuel first."""
    groups = [
        ("air", _("In the air")),
        ("raid", _("Inside a raid")),
        ("ready", _("Ready")),
        ("rearm", _("Rearm and refuel")),
        ("closed", _("Airfield closed")),
        ("gone", _("Out of play")),
    ]
    found = []
    for place, title in groups:
        here = sorted((unit for unit in units if unit["place"] == place), key=lambda unit: unit["fuel"])
        if here:
            for unit in here:
                unit["over"] = scene.words.name(unit["box"]) if unit["box"] else ""
            found.append({"place": place, "title": title, "units": here, "in_air": place in ("air", "raid")})
    return found


def boxes_of(view: View, units: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the Raid Boxes, with who is inside."""
    found = []
    for box in view["boxes"]:
        inside = [unit for unit in units if unit["place"] == "raid" and unit["raid"] == box["raid"]]
        marks = {name: box[name] for name in ("losses", "disruption", "damage", "hunts")}
        found.append({"letter": box["raid"], "inside": inside, "is_used": bool(inside or any(marks.values()))} | marks)
    return found
