"""The counters of a night as the page draws them: nightfighters by hex, raids, streams, tracks, what burns."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.bomber_command.charts.map import ENGLAND, ScenarioMap
from engine.bomber_command.events import RaidsDetected, TurnBegins
from engine.bomber_command.game import TITLE
from engine.bomber_command.rules.combat import strength_on
from engine.bomber_command.state import AIR, CLOSED, DROP, HOME, RAID, READY, REARM, FighterUnit
from engine.bomber_command.views import NightView, RaidView
from engine.kernel.events import read_data
from engine.kernel.hexes import Grid
from play.pages.hexmap import SIZE
from raids.board.scene import RaidScene

WIDTH, HEIGHT = 33, 17
PLATE, LETTER = 22, 3.2
"""The least width of a plate with a word on it, and what a letter takes."""
SHOWN = 2
"""Counters of one hex that are drawn whole; of more the map says how many."""


@dataclass(kw_only=True)
class UnitShown:
    """A nightfighter unit with what its counter shows."""

    id: str
    name: str
    aircraft: str
    twin: bool
    strength: int
    depleted: bool
    fuel: int
    place: str
    hex: str
    """Its hex; on the ground the hex of its airfield."""
    airfield: str
    home: str
    raid: str
    box: str
    low: bool
    mark: str
    over: str = ""
    """The name of the box that it is stacked over."""


def units_of(view: NightView, board: ScenarioMap) -> list[UnitShown]:
    """Return every unit with what its counter shows."""
    return [_unit(one, board) for one in view.units]


def _unit(one: FighterUnit, board: ScenarioMap) -> UnitShown:
    row = board.units[one.id]
    states = [
        (one.fuel == 0 and one.place in (AIR, RAID), "dry"),
        (one.gci, "GCI"),
        (one.homing, "rtb"),
        (one.scrambled, "scr"),
        (one.intruder, "int"),
    ]
    return UnitShown(
        id=one.id,
        name=row.name,
        aircraft=row.aircraft,
        twin=row.engines == "TE",
        strength=strength_on(board, one),
        depleted=one.depleted,
        fuel=one.fuel,
        place=one.place,
        hex=one.hex or (row.hex if one.place in (READY, REARM, CLOSED) else ""),
        airfield=board.chart.airfields[row.airfield].name,
        home=row.hex,
        raid=one.raid,
        box=one.box,
        low=one.fuel <= 1 and one.place in (AIR, RAID) and not one.gci,
        mark=next((word for holds, word in states if holds), ""),
    )


class PlacedUnit(NamedTuple):
    """A counter that is drawn whole: its unit, the position of its corner, and the blocks of its fuel."""

    unit: UnitShown
    x: str
    y: str
    fuel: str


class UnitStack(NamedTuple):
    """The units of a hex, and how many more there are than are drawn."""

    hex: str
    units: list[PlacedUnit]
    more: int
    x: str
    y: str


def stacks_of(units: Sequence[UnitShown], grid: Grid) -> list[UnitStack]:
    """Lay the units in the air on their hexes, two whole counters at most in each."""
    by_hex: dict[str, list[UnitShown]] = {}
    for unit in units:
        if unit.place == AIR and unit.hex in grid:
            by_hex.setdefault(unit.hex, []).append(unit)
    found = []
    for hex_, here in by_hex.items():
        x, y = grid.centre(hex_, SIZE)
        rows = here[:SHOWN]
        top = y if len(rows) == 1 else y - HEIGHT
        placed = [
            PlacedUnit(unit, f"{x - WIDTH / 2:.1f}", f"{top + n * (HEIGHT + 1):.1f}", fuel_path(unit.fuel))
            for n, unit in enumerate(rows)
        ]
        found.append(UnitStack(hex_, placed, len(here) - len(rows), f"{x + 17:.1f}", f"{y + 1:.1f}"))
    return found


def fuel_path(fuel: int) -> str:
    """Draw fuel as blocks, one a turn."""
    return "".join(f"M{1 + n * 3.9:.1f} 16h3.2" for n in range(fuel))


RECENT, RECALLED = 3, 3
"""Turns for which a sighting is drawn as a fresh one, and how many turns are named at one hex."""


class HexPoint(NamedTuple):
    """A mark and its position on the map."""

    hex: str
    x: str
    y: str


class RaidsSeen(NamedTuple):
    """The counters that lie open on the map, and the tracks of the turn before."""

    tracks: list[HexPoint]
    streams: list[HexPoint]
    counters: list[HexPoint]


def raids_seen(view: NightView, grid: Grid) -> RaidsSeen:
    """Place the counters that lie open on the map, and the tracks of the turn before."""
    return RaidsSeen(
        tracks=[_at(grid, hex_, -9, -7) for hex_ in dict.fromkeys(view.tracks) if hex_ in grid],
        streams=[_at(grid, hex_, -9, -7) for hex_ in view.streams if hex_ in grid],
        counters=[_at(grid, hex_, 9, -7) for hex_ in view.counters if hex_ in grid],
    )


class Sighting(NamedTuple):
    """Contacts found in a hex on earlier turns: their place, the turns, the words, and whether they are new."""

    hex: str
    x: str
    y: str
    turns: list[int]
    said: str
    age: str


def sightings_of(scene: RaidScene, grid: Grid) -> list[Sighting]:
    """Place the contacts found on earlier turns, with the turns: public facts stay known. [8.2]"""
    seen: dict[str, list[int]] = {}
    turn = 0
    for kind, data in scene.recalled:
        event = read_data(TITLE.events, kind, data)
        if isinstance(event, TurnBegins):
            turn = event.turn
        elif isinstance(event, RaidsDetected):
            for hex_ in dict.fromkeys((*event.counters, *event.streams)):
                if hex_ in grid and turn not in seen.setdefault(hex_, []):
                    seen[hex_].append(turn)
    now = scene.view.turn
    found = []
    for hex_, turns in seen.items():
        past = [turn for turn in turns if turn < now]
        if past:
            age = "new" if now - past[-1] <= RECENT else "old"
            said = ", ".join(str(turn) for turn in past[-RECALLED:])
            found.append(Sighting(*_at(grid, hex_, -12, 9), past, said, age))
    return found


def _at(grid: Grid, hex_: str, right: float = 0, down: float = 0) -> HexPoint:
    x, y = grid.centre(hex_, SIZE)
    return HexPoint(hex_, f"{x + right:.1f}", f"{y + down:.1f}")


@dataclass(frozen=True, kw_only=True)
class RouteDrawn:
    """A raid of the British player: its route flown and to come, its place, and its target."""

    letter: str
    n: int
    kind: str
    flown: str
    coming: str
    x: str
    y: str
    aim_x: str
    aim_y: str


def routes_of(view: NightView, grid: Grid) -> list[RouteDrawn]:
    """Draw the British player's own raids: flown route, route to come, and present place."""
    found = []
    for n, raid in enumerate(view.raids or ()):
        if raid.status == HOME:
            continue
        points = [grid.centre(hex_, SIZE) for hex_ in raid.route]
        at = _place_on(raid, view.turn)
        here = grid.centre(raid.hex, SIZE) if raid.hex in grid else None
        aim = grid.centre(raid.route[raid.target_at], SIZE) if raid.target_at >= 0 else None
        found.append(
            RouteDrawn(
                letter=raid.letter,
                n=n % 6,
                kind=raid.kind,
                flown=path_of(points[: at + 1]) if at > 0 else "",
                coming=path_of(points[max(at, 0) :]) if raid.hex != ENGLAND else "",
                x=f"{here[0]:.1f}" if here else "",
                y=f"{here[1]:.1f}" if here else "",
                aim_x=f"{aim[0]:.1f}" if aim else "",
                aim_y=f"{aim[1]:.1f}" if aim else "",
            )
        )
    return found


def _place_on(raid: RaidView, turn: int) -> int:
    """Return the place of a raid on its route; of a hex that it crosses twice, the place that fits the turn."""
    places = [n for n, hex_ in enumerate(raid.route) if hex_ == raid.hex]
    due = raid.first - 1 + 2 * (turn - raid.turn)
    return min(places, key=lambda n: abs(n - due), default=-1)


def path_of(points: Iterable[tuple[float, float]]) -> str:
    """Draw a line through points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


class HexPlate(NamedTuple):
    """A plate with a word on it: its position, its look, its width and its left edge."""

    hex: str
    x: str
    y: str
    word: str
    look: str
    wide: float
    left: float


def fires_of(view: NightView, board: ScenarioMap) -> list[HexPlate]:
    """Mark the cities under bombs, the mined hexes, and where raids were fought this turn."""
    found: list[HexPlate] = []
    for city, marker in view.bombed.items():
        if city in board.cities:
            word = _("bombs") if marker == DROP else _("burns")
            found.append(_plate(board.grid, board.cities[city].hex, word, marker))
    for hex_ in view.mined:
        if hex_ in board.grid:
            found.append(_plate(board.grid, hex_, _("mined"), "mined"))
    for hex_ in view.fought:
        if hex_ in board.grid:
            found.append(_plate(board.grid, hex_, pgettext("on a map", "fought"), "fought"))
    return found


def _plate(grid: Grid, hex_: str, word: str, look: str) -> HexPlate:
    wide = max(PLATE, LETTER * len(word) + 6)
    return HexPlate(*_at(grid, hex_), word, look, wide, -wide / 2)


def said_of(view: NightView, units: Sequence[UnitShown], sightings: Iterable[Sighting] = ()) -> dict[str, list[str]]:
    """Say of each hex what is in it tonight, and what was found there before."""
    said: dict[str, list[str]] = {}
    for one in sightings:
        turns = ", ".join(str(turn) for turn in one.turns)
        said[one.hex] = [_("found here on turn %(turns)s") % {"turns": turns}]
    for hexes, word in (
        (view.counters, _("a raid")),
        (view.streams, _("a stream")),
        (view.tracks, _("a track")),
        (view.fought, pgettext("on a map", "fought")),
    ):
        for hex_ in hexes:
            said.setdefault(hex_, []).append(word)
    for raid in view.raids or ():
        if raid.hex and raid.hex != ENGLAND:
            said.setdefault(raid.hex, []).append(_("raid %(letter)s") % {"letter": raid.letter})
    for unit in units:
        if unit.place == AIR and unit.hex:
            facts = {"unit": unit.name, "strength": unit.strength, "fuel": unit.fuel}
            said.setdefault(unit.hex, []).append(_("%(unit)s, strength %(strength)s, fuel %(fuel)s") % facts)
    return said
