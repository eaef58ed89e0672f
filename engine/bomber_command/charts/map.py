"""The scenario maps and the city maps: places, distances, and the hexes in which a plot may be drawn. [2.1, 10.1]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from engine.kernel.hexes import Grid, Layout

if TYPE_CHECKING:
    from engine.bomber_command.charts.schema import ScenarioMapTable, UnitRow

Ground = Literal["land", "coast", "sea"]
LegHexes = tuple[str, ...]
"""The hexes that a leg passes, without the one it starts from."""

ENGLAND, JUTLAND = "England", "Jutland"
LAYOUT = Layout(top="flat", shifted="even", ids="letters")
AREAS = {
    "C": "city-centre",
    "R": "residential",
    "I": "industrial",
    "O": "industrial",
    "T": "transport",
    "F": "fields",
}
DIRECTIONS = (0, 2, 4, 6, 8, 10)
"""The six hexsides in the compass order of the maps, 1 being North; headings are clock hours."""


class ScenarioMap:
    """One scenario map with its cities, beacons, airfields and units, laid out for quick use."""

    def __init__(
        self,
        hexes: Mapping[str, tuple[str, Ground, float, float]],
        chart: ScenarioMapTable,
        units: Mapping[str, UnitRow],
    ) -> None:
        self.chart = chart
        self.grid = Grid(LAYOUT, hexes)
        self.zone = {hex_: row[0] for hex_, row in hexes.items()}
        self.zone |= {zone: zone for zone in self.zone.values()} | {JUTLAND: chart.jutland_zone, ENGLAND: ENGLAND}
        self.ground = {hex_: row[1] for hex_, row in hexes.items()}
        self.units = units
        self.cities = chart.cities
        self.beacons = chart.beacons
        self.entries = (*chart.northern_entries, *chart.southern_entries)
        self.exits = frozenset(chart.exits)
        self.ruhr = frozenset(chart.ruhr)
        self.himmelbett = frozenset(chart.himmelbett)
        self.area_flak = chart.area_flak
        self.searchlights = frozenset(chart.searchlights)
        self.mines = chart.mines
        self.out_of_range = frozenset(chart.out_of_range)
        self.cities_in = _by_hex({name: row.hex for name, row in chart.cities.items()})
        self.beacons_in = _by_hex({name: row.hex for name, row in chart.beacons.items()})
        self.barred_to_decoys = frozenset(
            [*self.cities_in, *(row.hex for row in chart.airfields.values()), *chart.occupied.values()]
        )
        self.near = {hex_: frozenset(self.grid.disc(hex_, 1)) for hex_ in self.grid}
        self.near[JUTLAND] = frozenset((JUTLAND,))
        self.near[ENGLAND] = frozenset((ENGLAND,))
        self.active_around = {hex_: self._himmelbett_around(hex_) for hex_ in chart.himmelbett}
        self.bit = {hex_: 1 << place for place, hex_ in enumerate(self.grid)}
        self._beside = tuple(self.bits(self.grid.adjacent(hex_)) for hex_ in self.grid)
        self.flights: dict[str, dict[str, int]] = {}
        self._reach: dict[tuple[str, int], tuple[str, ...]] = {}
        self._legs: dict[str, dict[str, tuple[LegHexes, ...]]] = {}
        self._ends: dict[str, frozenset[str]] = {}
        self._legs_to: dict[tuple[str, ...], dict[str, int]] = {}
        self._ends_within: dict[tuple[str, tuple[str, ...], int], list[str]] = {}
        self.country: Any = None
        """What a staff knows of the map, once it was found (`bots.staff.danger_map_of`)."""

    def __contains__(self, hex_: str) -> bool:
        return hex_ in self.grid

    def distance(self, one: str, other: str) -> int:
        """Count the hexes from one to another. [1.6]"""
        return self.grid.distance(one, other)

    def bits(self, hexes: Iterable[str]) -> int:
        """Return hexes as the bits of one number, for fast set operations."""
        found = 0
        for hex_ in hexes:
            found |= self.bit[hex_]
        return found

    def beside(self, hexes: int) -> int:
        """Return the hexes next to any of these, as bits."""
        found, beside = 0, self._beside
        while hexes:
            lowest = hexes & -hexes
            found |= beside[lowest.bit_length() - 1]
            hexes ^= lowest
        return found

    def _himmelbett_around(self, hex_: str) -> tuple[str, ...]:
        """List what a GCI unit in this hex makes active: it and its Himmelbett neighbours of one division. [9.3]"""
        return tuple(h for h in self.grid.disc(hex_, 1) if h in self.himmelbett and self.zone[h] == self.zone[hex_])

    def reach(self, place: str, hexes: int) -> tuple[str, ...]:
        """List where a nightfighter can be after so many hexes, its own place first. [7.1, 7.1.1]"""
        known = self._reach.get((place, hexes))
        if known is None:
            known = self._reach[place, hexes] = self._find_reach(place, hexes)
        return known

    def _find_reach(self, place: str, hexes: int) -> tuple[str, ...]:
        if place == JUTLAND:
            # The way between the box and its hex takes a whole move, however long the move is.
            return (JUTLAND, self.chart.jutland_link) if hexes else (JUTLAND,)
        found, edge = {place: None}, [place]
        for _ in range(hexes):
            edge = [step for hex_ in edge for step in self.grid.adjacent(hex_) if step not in found]
            found |= dict.fromkeys(edge)
        box = [JUTLAND] if place == self.chart.jutland_link and hexes else []
        return (*found, *box)

    def legs(self, start: str) -> dict[str, tuple[LegHexes, ...]]:
        """Map each hex that one leg can end in to the ways there: columns, and rows by either side. [4.2.1]"""
        known = self._legs.get(start)
        if known is None:
            ways: dict[str, dict[LegHexes, None]] = {}
            for heading in range(12):
                for first in (-1, 1):
                    run = self.grid.run(start, heading, first)
                    for length in range(1, len(run) + 1):
                        ways.setdefault(run[length - 1], {})[run[:length]] = None
            known = self._legs[start] = {end: tuple(found) for end, found in ways.items()}
        return known

    def course(self, start: str, leg: LegHexes) -> int:
        """Return the heading of a leg: over a hexside, or along a spine between the two sides that it alternates."""
        one, *other = sorted({self.grid.side_to(*step) or 0 for step in pairwise((start, *leg))})
        return (one - 1 if other == [one + 10] else one + 1) % 12 if other else one

    def legs_to(self, goals: tuple[str, ...]) -> dict[str, int]:
        """Map each hex to the fewest legs from it to any of the goals; a goal itself needs none."""
        known = self._legs_to.get(goals)
        if known is None:
            known = dict.fromkeys(goals, 0)
            left, edge, count = frozenset(self.ground).difference(goals), frozenset(goals), 0
            while edge:
                count += 1
                edge = left.intersection(frozenset().union(*[self._ends_from(hex_) for hex_ in edge]))
                left -= edge
                known.update(dict.fromkeys(edge, count))
            self._legs_to[goals] = known
        return known

    def ends_within(self, here: str, goals: tuple[str, ...], most: int) -> list[str]:
        """List where a leg can end from which so many lead to one of the goals at most."""
        known = self._ends_within.get((here, goals, most))
        if known is None:
            to_go = self.legs_to(goals)
            known = [end for end in self.legs(here) if to_go.get(end, 99) <= most]
            self._ends_within[here, goals, most] = known
        return known

    def _ends_from(self, start: str) -> frozenset[str]:
        known = self._ends.get(start)
        if known is None:
            known = self._ends[start] = frozenset(self.legs(start))
        return known


def _by_hex(places: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, hex_ in places.items():
        found[hex_] = (*found.get(hex_, ()), name)
    return found


class CityMap:
    """A city map: its areas by kind, the rings around each, and what borders the countryside. [10.1]"""

    def __init__(self, name: str, tops: Sequence[int], columns: Sequence[str]) -> None:
        self.name = name
        letters = {
            LAYOUT.name(column + 1, top + at): letter
            for column, (top, areas) in enumerate(zip(tops, columns, strict=True))
            for at, letter in enumerate(areas)
        }
        self.grid = Grid(LAYOUT, letters)
        self.kind = {area: AREAS[letters[area]] for area in self.grid}
        self.oil = next((area for area in self.grid if letters[area] == "O"), "")
        self.built = tuple(area for area in self.grid if self.kind[area] != "fields")
        self.outermost = tuple(area for area in self.grid if None in self.grid.neighbours(area))

    def step(self, area: str, number: int) -> str:
        """Return the area next to this one in a compass direction from 1 to 6, "" for the countryside. [10.3.2]"""
        return self.grid.step(area, DIRECTIONS[number - 1]) or ""
