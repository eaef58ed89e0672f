"""The board of a night: the map with what its viewer knows, the turns, the sky, the fighters, the contacts."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.kernel.decisions import parts_of
from play.charts.selectors import pack_in
from play.games.boards import BoardScene
from play.games.text import GameText
from play.pages.hexmap import Cells, ShownHexMap, map_of, orders_by_hex, scene_of
from play.pages.parts import things
from play.utils.months import month_and_year
from sorties.nightfighter.board.descriptions import hex_descriptions, how_sure, umpire_reports, umpire_summary, why_not
from sorties.nightfighter.board.flight_paths import flight_paths
from sorties.nightfighter.board.map_layer import NIGHT
from sorties.nightfighter.board.map_marks import beams_of, hue_of, marks_of, outlines_of
from sorties.nightfighter.board.previews import with_chances
from sorties.nightfighter.setup.scenario_form import at, loosely
from sorties.nightfighter.text.orders import aircraft_letter

GAME = "nightfighter"
LAST_TURN, MANY = 20, 60
View = Mapping[str, Any]


def night_board(scene: BoardScene) -> Mapping[str, Any]:
    """Return what the board's template shows of a view; a week at the airfield has no map."""
    view, words = scene.view, scene.words
    if "contacts" not in view:
        return {"map": None, "things": things(view, words)}
    rest = {name: value for name, value in view.items() if name != "umpire"}
    rest["contacts"] = [
        {**one, "craft": aircraft_letter(one["craft"])} if "craft" in one else one for one in view["contacts"]
    ]
    drawn = night_scene(scene)
    return {
        "map": drawn,
        "held": [cell for row in drawn.rows for cell in row if cell.holds or cell.orders][:MANY],
        "view": view,
        "solo": view["mode"] == "solo",
        "when": when_and_where(view["scenario"], words),
        "turns": [{"n": n, "starred": n % 2 == 0} for n in range(1, max(LAST_TURN, view["turn"]) + 1)],
        "sky": {name: words.name(value) for name, value in view["sky"].items() if value},
        "fighters": [_fighter(one, words) for one in view["fighters"]],
        "contacts": [_contact(one) for one in sorted(view["contacts"], key=aircraft_first)],
        "told": umpire_reports(view),
        "notes": scene.notes,
        "things": things(rest, words),
        "screen": umpire_summary(view),
        "umpire": things({"umpire": view["umpire"]}, words) if "umpire" in view else [],
    }


def when_and_where(scenario: View, words: GameText) -> str:
    """Say the month of a scenario and its place: June 1942, the Netherlands."""
    year, month = (int(part) for part in scenario["date"].split("-")[:2])
    return ", ".join(filter(None, (month_and_year(year, month), words.name(scenario["place"]))))


def night_named(setup: Mapping[str, Any]) -> str:
    """Name a table by its scenario: its number in the book, or the title that its maker gave it."""
    own = setup.get("own", "")
    return str((at(loosely(own), "title") if own else "") or setup.get("scenario", ""))


def night_scene(scene: BoardScene) -> ShownHexMap:
    """Return the map: zones that are lit, where bombers may be, counters, and the hexes of orders."""
    view, pack = scene.view, scene.pack
    orders, scene_map = with_chances(scene.orders, scene.facts), map_of(GAME, pack, NIGHT)
    ways = flight_paths(scene, orders)
    asked = scene.facts.get("fighter", "")
    on_map = [one for one in view["fighters"] if one["hex"]]
    own = next((one for one in on_map if one["name"] == asked), on_map[0] if on_map else None)
    holds = {one["hex"] for one in (*on_map, *view["contacts"], *view["searches"])}
    notes = [note for note in scene.notes if note["place"] in scene_map.grid]
    why = why_not(scene.kind, scene.facts, view, scene.rule)
    read = hexes_of(view)
    # An umpire's choices bear their numbers on his map.
    chosen = scene.orders[:9] if scene.kind.startswith("umpire.") else ()
    keys = {hex_: str(n) for n, order in enumerate(chosen, 1) for hex_ in read(order["value"])}
    return scene_of(
        GAME,
        pack_in(pack).hash,
        NIGHT,
        scene_map,
        cells=Cells(hex_descriptions(view, pack, notes), orders_by_hex(orders, read), holds, why, keys),
        marks=marks_of(view, pack, asked, notes),
        outlines=outlines_of(view, pack, ways, own, scene.facts),
        beams=beams_of(view, pack),
        begin=own["hex"] if own else "",
        turns=True,
        ways=ways,
    )


def hexes_of(view: View) -> Callable[[str], list[str]]:
    """Return what reads the hexes of an order: the one that it names, or the one of the contact that it names."""
    where = {str(one["contact"]): one["hex"] for one in view["contacts"]}

    def read(order: str) -> list[str]:
        verb, *parts = parts_of(order)
        if verb == "hex" and parts:
            return [parts[0]]
        named = parts[-1] if verb in ("contact", "zone") and parts else order.removeprefix("C")
        return [where[named]] if named in where else []

    return read


def aircraft_first(contact: View) -> tuple[int, int]:
    """Sort contacts so that the counters of one aircraft stand together. [S5.4]"""
    return contact.get("craft", 0), contact["contact"]


def _contact(contact: View) -> dict[str, Any]:
    letter = aircraft_letter(contact["craft"]) if "craft" in contact else ""
    return {**contact, "how": how_sure(contact), "letter": letter, "hue": hue_of(contact)}


def _fighter(fighter: View, words: GameText) -> dict[str, Any]:
    return {**fighter, "status_word": words.name(fighter["status"]), "pilot_word": words.name(fighter["pilot"])}
