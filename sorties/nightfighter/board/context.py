"""The board of a night: the map with what its viewer knows, the turns, the sky, the fighters, the contacts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import msgspec

from engine.kernel.decisions import parts_of
from engine.nightfighter.questions import NamesFighter
from engine.nightfighter.views import ContactView, InterceptionView, NightfighterView, NightYearView, ScenarioView
from play.charts.selectors import pack_in
from play.games.boards import BoardContext, BoardScene
from play.games.text import GameText
from play.pages.hexmap import Cells, ShownHexMap, map_of, orders_by_hex, scene_of
from play.pages.parts import things
from play.utils.months import month_and_year
from sorties.nightfighter.board.descriptions import hex_descriptions, how_sure, umpire_reports, umpire_summary, why_not
from sorties.nightfighter.board.flight_paths import flight_paths
from sorties.nightfighter.board.map_layer import NIGHT, NightCharts
from sorties.nightfighter.board.map_marks import beams_of, hue_of, marks_of, outlines_of
from sorties.nightfighter.board.previews import with_chances
from sorties.nightfighter.setup.scenario_form import at, loosely
from sorties.nightfighter.text.orders import aircraft_letter

GAME = "nightfighter"
LAST_TURN, MANY = 20, 60
NightScene = BoardScene[NightfighterView, NightCharts]


@dataclass(frozen=True, kw_only=True)
class ContactRow:
    """A contact as the list beside the map shows it: how sure its place is, and its aircraft's letter and hue."""

    contact: int
    hex: str
    facing: str
    type: str
    hits: int
    alerted: bool
    how: str
    letter: str
    hue: str


def night_board(scene: NightScene) -> BoardContext:
    """Return what the board's template shows of a view; a week at the airfield has no map."""
    view, words = scene.view, scene.words
    plain = msgspec.to_builtins(view, str_keys=True)
    if isinstance(view, NightYearView):
        return {"map": None, "things": things(plain, words)}
    umpire = plain.pop("umpire", None)
    for one in plain["contacts"]:
        if "craft" in one:
            one["craft"] = aircraft_letter(one["craft"])
    drawn = night_scene(scene, view)
    return {
        "map": drawn,
        "held": [cell for row in drawn.rows for cell in row if cell.holds or cell.orders][:MANY],
        "view": view,
        "solo": view.mode == "solo",
        "when": when_and_where(view.scenario, words),
        "turns": [{"n": n, "starred": n % 2 == 0} for n in range(1, max(LAST_TURN, view.turn) + 1)],
        "sky": {name: words.name(value) for name, value in plain["sky"].items() if value},
        "fighters": [(one, words.name(one.status)) for one in view.fighters],
        "contacts": [_contact(one) for one in sorted(view.contacts, key=aircraft_first)],
        "told": umpire_reports(view),
        "notes": scene.notes,
        "things": things(plain, words),
        "screen": umpire_summary(view),
        "umpire": things({"umpire": umpire}, words) if umpire is not None else [],
    }


def when_and_where(scenario: ScenarioView, words: GameText) -> str:
    """Say the month of a scenario and its place: June 1942, the Netherlands."""
    year, month = (int(part) for part in scenario.date.split("-")[:2])
    return ", ".join(filter(None, (month_and_year(year, month), words.name(scenario.place))))


def night_named(setup: Mapping[str, object]) -> str:
    """Name a table by its scenario: its number in the book, or the title that its maker gave it."""
    own = str(setup.get("own", ""))
    return str((at(loosely(own), "title") if own else "") or setup.get("scenario", ""))


def night_scene(scene: NightScene, view: InterceptionView) -> ShownHexMap:
    """Return the map: zones that are lit, where bombers may be, counters, and the hexes of orders."""
    pack, question = scene.pack, scene.question
    orders, scene_map = with_chances(scene.orders, question), map_of(GAME, pack, NIGHT)
    ways = flight_paths(scene, orders)
    asked = question.fighter if isinstance(question, NamesFighter) else ""
    on_map = [one for one in view.fighters if one.hex]
    own = next((one for one in on_map if one.name == asked), on_map[0] if on_map else None)
    holds = {one.hex for one in on_map} | {one.hex for one in view.contacts} | {one.hex for one in view.searches}
    notes = [note for note in scene.notes if note["place"] in scene_map.grid]
    why = why_not(scene.kind, question, scene.rule)
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
        outlines=outlines_of(view, pack, ways, own, question),
        beams=beams_of(view, pack),
        begin=own.hex if own else "",
        turns=True,
        ways=ways,
    )


def hexes_of(view: InterceptionView) -> Callable[[str], list[str]]:
    """Return what reads the hexes of an order: the one that it names, or the one of the contact that it names."""
    where = {str(one.contact): one.hex for one in view.contacts}

    def read(order: str) -> list[str]:
        verb, *parts = parts_of(order)
        if verb == "hex" and parts:
            return [parts[0]]
        named = parts[-1] if verb in ("contact", "zone") and parts else order.removeprefix("C")
        return [where[named]] if named in where else []

    return read


def aircraft_first(contact: ContactView) -> tuple[int, int]:
    """Sort contacts so that the counters of one aircraft are together. [S5.4]"""
    return contact.craft or 0, contact.contact


def _contact(contact: ContactView) -> ContactRow:
    return ContactRow(
        contact=contact.contact,
        hex=contact.hex,
        facing=contact.facing,
        type=contact.type,
        hits=contact.hits,
        alerted=bool(contact.alerted),
        how=how_sure(contact),
        letter=aircraft_letter(contact.craft) if contact.craft is not None else "",
        hue=hue_of(contact),
    )
