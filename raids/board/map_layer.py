"""The ground of the scenario maps and of the cities: coasts, rivers, zones, permanent features."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache

import msgspec
import yaml
from django.conf import settings

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import CityMap, ScenarioMap
from engine.kernel.hexes import Grid
from play.pages.hexmap import SIZE, HexArea, HexMap, Inscription, MapShape, edge_of, fill_of

HEIGHT = SIZE * 3**0.5
SEA, SHALLOWS, LAND, COAST, RIVER = "#081019", "#0c1b29", "#1d2a36", "#7f99ae", "#2c4357"
BORDER, BED, HAZE, NUMBER, SEA_NAME = "#62768a", "#a8903f", "#3a3230", "#8fa0b0", "#86a3be"
SIGN, ENTRY = "#93a5b4", "#6fa8dc"
CITY = "city-"
AREAS = {
    "fields": ("#0f1a22", "#1b2a35", ""),
    "residential": ("#26323d", "#33434f", "R"),
    "industrial": ("#2c3440", "#3d4a59", "I"),
    "transport": ("#23303d", "#3b5068", "T"),
    "city-centre": ("#3a3f49", "#5b6470", "C"),
}
"""Fill, edge and letter of each kind of area."""
SEAS = (("North Sea", "C3"), ("Baltic", "K1"))
"""Names that the map prints over water, of the map like those of its cities."""


def ground(charts: Charts, name: str) -> HexMap:
    """Return the map of a scenario, or of a city by its letter."""
    for letter, plan in charts.city_maps.items():
        if name == CITY + letter:
            return city_of(plan)
    if name not in charts.boards:
        raise LookupError(f"no night is flown over {name}")
    return drawn_of(charts.boards[name])


@lru_cache(maxsize=8)
def city_of(plan: CityMap) -> HexMap:
    """Draw a city's areas by kind, each with its letter and its name: built ones are raised, the fields lie low."""
    kinds = {kind: tuple(a for a in plan.grid if plan.kind[a] == kind) for kind in AREAS}
    fields = tuple(HexArea(hexes, AREAS[kind][0], AREAS[kind][1], 0.6) for kind, hexes in kinds.items() if hexes)
    words = []
    for area in plan.grid:
        x, y = plan.grid.centre(area, SIZE)
        letter = "O" if area == plan.oil else AREAS[plan.kind[area]][2]
        words.append(Inscription(letter, round(x - 13, 1), round(y + 2, 1), 6, NUMBER))
        words.append(Inscription(area, round(x, 1), round(y - 10.5, 1), 6, NUMBER))
    return HexMap(plan.grid, fields, words=tuple(words), line="#0b121b")


@lru_cache(maxsize=8)
def drawn_of(board: ScenarioMap) -> HexMap:
    """Draw a board: what is the same for everybody, every night."""
    grid, (land, rivers) = board.grid, _coasts(board.grid)
    zones = sorted({zone for hex_, zone in board.zone.items() if hex_ in grid})
    lands = ([hex_ for hex_ in grid if board.zone[hex_] == zone] for zone in zones)
    ends = [MapShape(edge_of(grid, hexes), "none", BORDER, 1, "5 2 1 2") for hexes in lands]
    beds = edge_of(grid, board.himmelbett)
    beneath = (
        MapShape(_box(grid), SEA),
        MapShape(land, "none", SHALLOWS, 9),
        MapShape(land, LAND, COAST, 0.7),
        MapShape(rivers, "none", RIVER, 0.8),
        MapShape(fill_of(grid, sorted(board.ruhr)), HAZE + "88"),
    )
    above = (
        *ends,
        MapShape(beds, "none", "#0b121b", 3.2),
        *(MapShape(_inset(grid, hex_), "none", BED, 1) for hex_ in sorted(board.himmelbett)),
        *_signs(board),
    )
    return HexMap(grid, (), beneath, above, tuple(_words(board)), line="#2a3a4b")


def _words(board: ScenarioMap) -> Iterable[Inscription]:
    """Number the hexes, name the seas and the occupied cities."""
    grid = board.grid
    for hex_ in grid:
        x, y = grid.centre(hex_, SIZE)
        yield Inscription(hex_, round(x, 1), round(y - 12, 1), 4.6, NUMBER)
    for name, hex_ in SEAS:
        if hex_ in grid:
            x, y = grid.centre(hex_, SIZE)
            yield Inscription(name, round(x, 1), round(y + 4, 1), 9, SEA_NAME, slants=True)
    for name, hex_ in board.chart.occupied.items():
        if hex_ in grid:
            x, y = grid.centre(hex_, SIZE)
            yield Inscription(name, round(x, 1), round(y + 14.5, 1), 4.2, NUMBER, slants=True)


# Signs ---------------------------------------------------------------------------------------------------------------

BEACON = (
    "M-2.2 0a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0M-.8 0a.8.8 0 1 1 1.6 0a.8.8 0 1 1-1.6 0"
    "M-4-2.4a4.7 4.7 0 0 0 0 4.8M4-2.4a4.7 4.7 0 0 1 0 4.8"
)
FIELD = "M-2.4 0a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1-4.8 0M-3 1.6L3-1.6"
GUN = "M-3 2.4H3M0 2.4V.6M-2.4.8L3-2.4"
LIGHTS = "M0 3L-2.6-3H2.6ZM0 3V-3"
MINE = (
    "M-2 0a2 2 0 1 1 4 0a2 2 0 1 1-4 0M0-2V-3.6M0 2V3.6M-2 0H-3.6M2 0H3.6"
    "M-1.4-1.4L-2.5-2.5M1.4-1.4L2.5-2.5M-1.4 1.4L-2.5 2.5M1.4 1.4L2.5 2.5"
)
WAVES = "M-3-2.6q1.5-1.4 3 0t3 0M-3 0q1.5-1.4 3 0t3 0M-3 2.6q1.5-1.4 3 0t3 0"
ARROW = "M3.4 0H-3.4M-1.2-2L-3.4 0L-1.2 2"


def _signs(board: ScenarioMap) -> Iterable[MapShape]:
    """Draw the permanent features along the foot of each hex."""
    chart = board.chart
    fields = sorted({(row.hex, name) for name, row in chart.airfields.items()})
    found: dict[str, list[tuple[str, str]]] = {}
    for hex_, _name in fields:
        if (FIELD, SIGN) not in found.setdefault(hex_, []):
            found[hex_].append((FIELD, SIGN))
    for row in chart.beacons.values():
        found.setdefault(row.hex, []).append((BEACON, "#7fe3c0"))
    for hex_ in board.area_flak:
        found.setdefault(hex_, []).append((GUN, "#c8b57a"))
    for hex_ in board.searchlights:
        found.setdefault(hex_, []).append((LIGHTS, SIGN))
    for hex_ in board.mines:
        found.setdefault(hex_, []).append((MINE, SIGN))
    for hex_ in board.entries:
        found.setdefault(hex_, []).append((WAVES, ENTRY))
    for hex_ in board.exits:
        found.setdefault(hex_, []).append((ARROW, ENTRY))
    for hex_, signs in found.items():
        if hex_ not in board.grid:
            continue
        x, y = board.grid.centre(hex_, SIZE)
        left = x - 4.2 * (len(signs) - 1)
        for n, (path, colour) in enumerate(signs):
            yield MapShape(_moved(path, left + 8.4 * n, y + 9.5), "none", colour, 0.7)


def _moved(path: str, x: float, y: float) -> str:
    """Lay a path that is drawn about its middle somewhere else: its absolute places are moved, the others are not."""
    found, number, command = [], "", ""
    tokens = _tokens(path)
    at = 0
    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            found.append(command)
            at += 1
            continue
        take = {"M": "xy", "L": "xy", "H": "x", "V": "y"}.get(command, "r")
        for axis in take:
            value = float(tokens[at])
            number = {"x": f"{value + x:.1f}", "y": f"{value + y:.1f}", "r": f"{value:g}"}[axis]
            found.append(number)
            at += 1
    return " ".join(found)


def _tokens(path: str) -> list[str]:
    return re.findall(r"[A-Za-z]|-?(?:\d*\.\d+|\d+)", path)


# Coasts --------------------------------------------------------------------------------------------------------------


Line = list[tuple[float, float]]


class CoastLines(msgspec.Struct):
    """Coasts and rivers, in hexes from the middle of A0."""

    land: list[Line]
    rivers: list[Line]


@cache
def _coast_lines() -> CoastLines:
    with (settings.BASE_DIR / "fixtures" / "coasts.yaml").open(encoding="utf-8") as file:
        return msgspec.convert(yaml.safe_load(file), CoastLines)


def _coasts(grid: Grid) -> tuple[str, str]:
    """Draw the coasts under a grid: they are stored in hexes from the middle of A0."""
    one = grid.hexes[0]
    column, row = grid.layout.parse(one)
    x, y = grid.centre(one, SIZE)
    left = x - (column - 1) * 1.5 * SIZE
    top = y - (row + (0.5 if column % 2 == 0 else 0)) * HEIGHT

    def lay(points: Iterable[tuple[float, float]], closed: bool) -> str:
        drawn = "L".join(f"{left + u * HEIGHT:.1f} {top + v * HEIGHT:.1f}" for u, v in points)
        return f"M{drawn}{'Z' if closed else ''}"

    stored = _coast_lines()
    return "".join(lay(one, True) for one in stored.land), "".join(lay(one, False) for one in stored.rivers)


def _box(grid: Grid) -> str:
    left, top, width, height = grid.extent(SIZE)
    return f"M{left - 200:.0f} {top - 200:.0f}h{width + 400:.0f}v{height + 400:.0f}h{-width - 400:.0f}Z"


def _inset(grid: Grid, hex_: str) -> str:
    """Draw a hex a little smaller than it is."""
    x, y = grid.centre(hex_, SIZE)
    corners = [(x + (u - x) * 0.92, y + (v - y) * 0.92) for u, v in grid.corners(hex_, SIZE)]
    return "M" + "L".join(f"{u:.1f} {v:.1f}" for u, v in corners) + "Z"
