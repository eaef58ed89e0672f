"""Hex maps: their hexes, the neighbours, circles, sectors and lines, and the position of each on a drawing.

A hex is known by its printed id (`K5`, `0915`). A heading is a clock hour from 0 to 11: 0 is the top of the map and
each step is 30° clockwise, so that both the six hexsides and the six hexspines have one. On a flat-topped grid the
hexsides have the even headings, on a pointy-topped grid the odd ones. A turn over one hexside is two steps.
"""

import math
import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

Hex = str
Heading = int
Point = tuple[float, float]

LEFT, RIGHT = -1, 1
NARROW, WIDE, HEMISPHERE = 0, 120, 180
"""Widths of arcs, in degrees."""

_FLAT_STEPS = {0: (0, -2), 2: (1, -1), 4: (1, 1), 6: (0, 2), 8: (-1, 1), 10: (-1, -1)}
_POINTY_STEPS = {1: (1, -1), 3: (2, 0), 5: (1, 1), 7: (-1, 1), 9: (-2, 0), 11: (-1, -1)}
_FLAT_NAMES = ("N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW")
_POINTY_NAMES = ("N", "NE", "ENE", "E", "ESE", "SE", "S", "SW", "WSW", "W", "WNW", "NW")
_HALF_ROOT_3 = math.sqrt(3) / 2


def opposite(heading: Heading) -> Heading:
    """The heading straight astern."""
    return (heading + 6) % 12


def turned(heading: Heading, sides: int) -> Heading:
    """The heading after a turn over so many hexsides, clockwise when positive."""
    return (heading + 2 * sides) % 12


def turns_between(one: Heading, other: Heading) -> float:
    """Count the 60° turns between two headings; a hexside and the spine next to it differ by a half."""
    steps = abs(one - other) % 12
    return min(steps, 12 - steps) / 2


class Layout(NamedTuple):
    """The print of a map: the orientation of its hexes, the shifted columns or rows, and the form of ids.

    On a flat-topped map the columns of the `shifted` parity lie half a hex lower than the others. On a pointy-topped
    map the rows of that parity lie half a hex further right. Columns count from 1, and so A is 1. Ids are `letters`
    (K5, AA12) or `digits` (0915: column 09, row 15).
    """

    top: Literal["flat", "pointy"]
    shifted: Literal["odd", "even"]
    ids: Literal["letters", "digits"]

    def parse(self, hex_: Hex) -> tuple[int, int]:
        """Read column and row from an id."""
        if self.ids == "digits":
            if re.fullmatch("[0-9]{4}", hex_):
                return int(hex_[:2]), int(hex_[2:])
        elif found := re.fullmatch("([A-Z]{1,2})(0|[1-9][0-9]?)", hex_):
            column = 0
            for letter in found[1]:
                column = 26 * column + ord(letter) - 64
            return column, int(found[2])
        raise ValueError(f"{hex_} is not a hex id of {self.ids}")

    def name(self, column: int, row: int) -> Hex:
        """Write the id of a column and a row."""
        if not (0 <= row <= 99 and (0 <= column <= 99 if self.ids == "digits" else 1 <= column <= 702)):
            raise ValueError(f"there is no id for column {column}, row {row}")
        if self.ids == "digits":
            return f"{column:02}{row:02}"
        letters = chr(64 + column) if column <= 26 else chr(64 + (column - 1) // 26) + chr(65 + (column - 1) % 26)
        return f"{letters}{row}"

    def place(self, hex_: Hex) -> tuple[int, int]:
        """Give the hex a place on a lattice of half steps, where x and y are both even or both odd."""
        column, row = self.parse(hex_)
        if self.top == "flat":
            return column, 2 * row + self._shift(column)
        return 2 * column + self._shift(row), row

    def _shift(self, number: int) -> int:
        if number % 2 == 0:
            return 0
        return 1 if self.shifted == "odd" else -1


class Grid:
    """The hexes of one map, with tables of what every rule asks of them; a hex that is not listed is off the map."""

    def __init__(self, layout: Layout, hexes: Iterable[Hex]) -> None:
        self.layout = layout
        self.hexes = tuple(sorted(set(hexes), key=layout.parse))
        self._flat = layout.top == "flat"
        self._steps = _FLAT_STEPS if self._flat else _POINTY_STEPS
        self._names = _FLAT_NAMES if self._flat else _POINTY_NAMES
        self.sides = tuple(self._steps)
        self.spines = tuple((side + 1) % 12 for side in self._steps)
        self._place = {hex_: layout.place(hex_) for hex_ in self.hexes}
        self._hex_at = {place: hex_ for hex_, place in self._place.items()}
        self._index = {hex_: index for index, hex_ in enumerate(self.hexes)}
        self._step = {hex_: {side: self._beyond(hex_, side) for side in self.sides} for hex_ in self.hexes}
        self._neighbours = {hex_: tuple(steps.values()) for hex_, steps in self._step.items()}
        self._adjacent = {hex_: tuple(n for n in near if n is not None) for hex_, near in self._neighbours.items()}
        self._distances: dict[Hex, tuple[int, ...]] = {}
        self._rings: dict[tuple[Hex, int], tuple[Hex, ...]] = {}
        self._corners: dict[tuple[Hex, float], tuple[Point, ...]] = {}
        self._discs: dict[tuple[Hex, int], tuple[Hex, ...]] = {}
        self._arcs: dict[tuple[Hex, Heading, int, int], tuple[Hex, ...]] = {}
        self._lines: dict[tuple[Hex, Hex], tuple[tuple[Hex, ...], ...]] = {}
        self._runs: dict[tuple[Hex, Heading, int], tuple[Hex, ...]] = {}

    @classmethod
    def rectangle(cls, layout: Layout, columns: int, rows: int) -> "Grid":
        """A map of full columns and rows, both counted from 1."""
        return cls(layout, (layout.name(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)))

    def __contains__(self, hex_: object) -> bool:
        return hex_ in self._place

    def __iter__(self) -> Iterator[Hex]:
        return iter(self.hexes)

    def __len__(self) -> int:
        return len(self.hexes)

    # Headings

    def name(self, heading: Heading) -> str:
        """Name a heading as a compass does, the top of the map being N."""
        return self._names[heading]

    def heading(self, name: str) -> Heading:
        """Find the heading of a compass name."""
        return self._names.index(name)

    # Next to

    def step(self, hex_: Hex, side: Heading) -> Hex | None:
        """Take one step over a hexside, or None where that leaves the map."""
        return self._step[hex_][side]

    def neighbours(self, hex_: Hex) -> tuple[Hex | None, ...]:
        """List the six hexes around, in the order of `sides`, with None for those off the map."""
        return self._neighbours[hex_]

    def adjacent(self, hex_: Hex) -> tuple[Hex, ...]:
        """List the hexes of the map that are next to this one, clockwise."""
        return self._adjacent[hex_]

    def side_to(self, hex_: Hex, neighbour: Hex) -> Heading | None:
        """Find the heading from a hex to its neighbour, or None where the two are not adjacent."""
        for side, near in self._step[hex_].items():
            if near == neighbour:
                return side
        return None

    def toward(self, hex_: Hex, target: Hex) -> tuple[Heading, ...]:
        """List the sides, one or two, over which a step on the map comes nearer to the target."""
        away = self.distance(hex_, target)
        near = self._step[hex_].items()
        return tuple(side for side, step in near if step is not None and self.distance(step, target) < away)

    # Around

    def distance(self, one: Hex, other: Hex) -> int:
        """Count the steps from one hex to the other, holes in the map not minded."""
        row = self._distances.get(one)
        if row is None:
            x, y = self._place[one]
            row = tuple([self._far(u - x, v - y) for u, v in self._place.values()])
            self._distances[one] = row
        return row[self._index[other]]

    def ring(self, hex_: Hex, radius: int) -> tuple[Hex, ...]:
        """List the hexes of the map at exactly that distance, clockwise from the first of `sides`."""
        known = self._rings.get((hex_, radius))
        if known is None:
            places = self._ring_places(self._place[hex_], radius)
            known = tuple(self._hex_at[place] for place in places if place in self._hex_at)
            self._rings[hex_, radius] = known
        return known

    def disc(self, hex_: Hex, radius: int) -> tuple[Hex, ...]:
        """List the hexes of the map up to that distance, nearest first, the hex itself leading."""
        known = self._discs.get((hex_, radius))
        if known is None:
            known = tuple(near for distance in range(radius + 1) for near in self.ring(hex_, distance))
            self._discs[hex_, radius] = known
        return known

    def bearing(self, hex_: Hex, target: Hex) -> float:
        """Measure the direction from centre to centre, in degrees clockwise from the top of the map."""
        (x, y), (u, v) = self.centre(hex_), self.centre(target)
        return math.degrees(math.atan2(u - x, y - v)) % 360

    def off_nose(self, hex_: Hex, heading: Heading, target: Hex) -> float:
        """Measure the angle of a target from a heading, from -180 to 180 degrees, positive to the right."""
        angle = (self.bearing(hex_, target) - 30 * heading) % 360
        return angle - 360 if angle > 180 else angle

    def arc(self, hex_: Hex, heading: Heading, width: int, radius: int) -> tuple[Hex, ...]:
        """List the hexes up to a radius whose centres lie in an arc about the heading, its edges and the hex included.

        The heading may be a spine, so that a rear arc is about `opposite(heading)` and a flank about three steps aside.
        """
        key = (hex_, heading, width, radius)
        known = self._arcs.get(key)
        if known is None:
            edge = width / 2 + 1e-6
            disc = self.disc(hex_, radius)
            known = tuple(near for near in disc if near == hex_ or abs(self.off_nose(hex_, heading, near)) <= edge)
            self._arcs[key] = known
        return known

    # Along and between

    def run(self, hex_: Hex, heading: Heading, first: int = RIGHT, length: int | None = None) -> tuple[Hex, ...]:
        """Follow the grain from a hex, itself not counted, for a length or until the map ends.

        Over a hexside the run is straight. Along a spine it goes to and fro over the two sides beside the spine,
        beginning with the one to the LEFT or to the RIGHT.
        """
        known = self._runs.get((hex_, heading, first))
        if known is None:
            pair = (heading, heading)
            if heading not in self._steps:
                pair = ((heading + first) % 12, (heading - first) % 12)
            hexes: list[Hex] = []
            beyond = self._step[hex_][pair[0]]
            while beyond is not None:
                hexes.append(beyond)
                beyond = self._step[beyond][pair[len(hexes) % 2]]
            known = tuple(hexes)
            self._runs[hex_, heading, first] = known
        return known if length is None else known[:length]

    def runs_between(self, start: Hex, end: Hex) -> tuple[tuple[Heading, tuple[Hex, ...]], ...]:
        """Find the runs along the grain that lead from one hex to another, with their headings, the end included."""
        length = self.distance(start, end)
        found = []
        for heading in range(12):
            for first in (RIGHT,) if heading in self._steps else (LEFT, RIGHT):
                run = self.run(start, heading, first, length)
                if length and len(run) == length and run[-1] == end:
                    found.append((heading, run))
        return tuple(found)

    def line(self, start: Hex, end: Hex) -> tuple[tuple[Hex, ...], ...]:
        """Draw the direct line: at each distance from the start the nearest hex, or both where the line parts two.

        The line has one more entry than the distance; an entry is empty where the line crosses a hole in the map.
        """
        known = self._lines.get((start, end))
        if known is None:
            known = self._lines[start, end] = self._line(start, end)
        return known

    # Where it is drawn

    def centre(self, hex_: Hex, size: float = 1.0) -> Point:
        """Place the hex's centre, x to the right and y down, where size is the distance from centre to corner."""
        x, y = self._place[hex_]
        if self._flat:
            return 1.5 * size * x, _HALF_ROOT_3 * size * y
        return _HALF_ROOT_3 * size * x, 1.5 * size * y

    def corners(self, hex_: Hex, size: float = 1.0) -> tuple[Point, ...]:
        """Place the six corners clockwise, beginning with the one clockwise of the first of `sides`."""
        known = self._corners.get((hex_, size))
        if known is None:
            x, y = self.centre(hex_, size)
            angles = [math.radians(30 * spine) for spine in self.spines]
            known = tuple((x + size * math.sin(angle), y - size * math.cos(angle)) for angle in angles)
            self._corners[hex_, size] = known
        return known

    def extent(self, size: float = 1.0) -> tuple[float, float, float, float]:
        """Measure the box that holds the whole map: left, top, width and height."""
        points = [corner for hex_ in self.hexes for corner in self.corners(hex_, size)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    # The lattice beneath

    def _beyond(self, hex_: Hex, side: Heading) -> Hex | None:
        (x, y), (dx, dy) = self._place[hex_], self._steps[side]
        return self._hex_at.get((x + dx, y + dy))

    def _far(self, dx: int, dy: int) -> int:
        across, along = (abs(dx), abs(dy)) if self._flat else (abs(dy), abs(dx))
        return across + max(0, along - across) // 2

    def _ring_places(self, centre: tuple[int, int], radius: int) -> Iterator[tuple[int, int]]:
        """The places of a full ring, each of its six edges walked from one corner to the next."""
        if radius == 0:
            yield centre
            return
        for side in self.sides:
            dx, dy = self._steps[side]
            x, y = centre[0] + radius * dx, centre[1] + radius * dy
            dx, dy = self._steps[(side + 4) % 12]
            for _ in range(radius):
                yield x, y
                x, y = x + dx, y + dy

    def _axial(self, place: tuple[int, int]) -> tuple[int, int]:
        across, along = place if self._flat else place[::-1]
        return across, (along - across) // 2

    def _line(self, start: Hex, end: Hex) -> tuple[tuple[Hex, ...], ...]:
        length = self.distance(start, end)
        (q, r), (q2, r2) = self._axial(self._place[start]), self._axial(self._place[end])
        if not length:
            return ((start,),)
        steps = range(length + 1)
        return tuple(self._nearest(q * length + (q2 - q) * i, r * length + (r2 - r) * i, length) for i in steps)

    def _nearest(self, q: int, r: int, scale: int) -> tuple[Hex, ...]:
        """The one or two hexes nearest to a point of the lattice, given in whole numbers so that ties are exact."""
        nearest: list[tuple[int, int]] = []
        least = None
        for a in (q // scale, q // scale + 1):
            for b in (r // scale, r // scale + 1):
                dq, dr = q - a * scale, r - b * scale
                far = dq * dq + dr * dr + dq * dr
                if least is None or far < least:
                    least, nearest = far, [(a, b)]
                elif far == least:
                    nearest.append((a, b))
        places = ((a, 2 * b + a) if self._flat else (2 * b + a, a) for a, b in nearest)
        return tuple(self._hex_at[place] for place in places if place in self._hex_at)
