"""The map of both players: hexes as whole numbers, the six facings, distances, radar arcs and searchlight zones. [2.1]

A hex is the number that is printed in it, so 0915 is 915; 0 is anywhere off the map. Facings count clockwise from N,
the entry side, to which the exit side, S, is opposite.
"""

from __future__ import annotations

from functools import cache

from engine.kernel.hexes import Grid, Layout
from engine.nightfighter.charts.schema import MapTable

OFF = 0
N, NE, SE, S, SW, NW = range(6)
FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
WALK = {"f": 0, "fr": 1, "rr": 2, "b": 3, "rl": 4, "fl": 5}
"""Steps from an aircraft's own view, as facings clockwise of its nose."""

# Axial steps of the facings; q counts columns, r runs along them.
_AXIAL = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def _forms(facing: int) -> tuple[int, int, int, int]:
    """Return the two linear forms that are nowhere negative inside the 120° ahead, its edge lines included."""
    (a, b), (c, d) = _AXIAL[(facing - 1) % 6], _AXIAL[(facing + 1) % 6]
    turn = a * d - b * c
    return d * turn, -c * turn, -b * turn, a * turn


_WIDE = tuple(_forms(facing) for facing in range(6))
# Twice the projection of an axial step on the facing, which is negative behind the wings.
_HEMI = tuple((2 * q + r, q + 2 * r) for q, r in _AXIAL)


def _distances(columns: int, span: int) -> list[int]:
    """Return the distances between places: the columns between them are as many times the span."""
    reach = range(-(span // 2), span // 2 + 1)
    away = [0] * (2 * columns + 1) * span
    for q in range(-columns, columns + 1):
        for r in reach:
            away[q * span + r] = max(abs(q), abs(r), abs(q + r))
    return away


@cache
def hex_name(hex_: int) -> str:
    """Return the number as it is printed, with four figures. [2.1.1]"""
    return f"{hex_:04}"


class NightMap:
    """The map of a pack, with what the rules ask of it in tables."""

    def __init__(self, table: MapTable) -> None:
        layout = Layout(top="flat", shifted="even", ids="digits")
        self.grid = grid = Grid.rectangle(layout, table.columns, table.rows)
        self.columns, self.rows = table.columns, table.rows
        self.hexes = tuple(int(name) for name in grid.hexes)
        size = 100 * (table.columns + 1)
        self.on_map = bytearray(size)
        self.q, self.r = [0] * size, [0] * size
        self.step: tuple[list[int], ...] = tuple([OFF] * size for _ in FACINGS)
        self.zone: list[str] = [""] * size
        for hex_ in self.hexes:
            column, row = divmod(hex_, 100)
            self.on_map[hex_] = 1
            self.q[hex_], self.r[hex_] = column, row - (column - 1) // 2 - 1
            for facing, side in enumerate(grid.sides):
                beyond = grid.step(hex_name(hex_), side)
                self.step[facing][hex_] = int(beyond) if beyond else OFF
            for letter, box in table.zones.items():
                if box.columns[0] <= column <= box.columns[1] and box.rows[0] <= row <= box.rows[1]:
                    self.zone[hex_] = letter
        # The distance of two hexes depends only on the difference of their places; one below 0 counts from the end.
        span = 2 * (table.columns + table.rows) + 1
        self.place = [q * span + r for q, r in zip(self.q, self.r, strict=True)]
        self.away = _distances(table.columns + 1, span)
        self.zones = {z: tuple(h for h in self.hexes if self.zone[h] == z) for z in table.zones}
        self.adjacent = [tuple(s[h] for s in self.step if s[h]) if self.on_map[h] else () for h in range(size)]
        self.beacon = int(table.beacon)
        self.box_neighbours = tuple(int(h) for h in table.box_neighbours)
        self.torpedo_columns = table.torpedo_columns
        self.task_force_zone = table.task_force_zone
        self.flare_entries = tuple((int(e.hex), FACINGS.index(e.facing)) for e in table.flare_entries)
        self.hex_options = tuple(f"hex:{name}" for name in grid.hexes)
        self.hex_or_pass = (*self.hex_options, "pass")
        near = {z: {n for h in hexes for n in self.adjacent[h]} for z, hexes in self.zones.items()}
        self.in_or_next_to = {z: frozenset(near[z]) | frozenset(self.zones[z]) for z in self.zones}

    def distance(self, one: int, other: int) -> int:
        """Count hexes by the shortest path, the first not counted. [2.1.4]"""
        place = self.place
        return self.away[place[other] - place[one]]

    def in_wide(self, hex_: int, facing: int, target: int) -> bool:
        """Say whether the target is within 120° ahead at any distance. [19.1.1]"""
        q, r = self.q[target] - self.q[hex_], self.r[target] - self.r[hex_]
        a, b, c, d = _WIDE[facing]
        return a * q + b * r >= 0 and c * q + d * r >= 0

    def in_hemisphere(self, hex_: int, facing: int, target: int) -> bool:
        """Say whether the target does not lie behind the wings. [19.1.1, 28.6]"""
        a, b = _HEMI[facing]
        return a * (self.q[target] - self.q[hex_]) + b * (self.r[target] - self.r[hex_]) >= 0

    def in_arc(self, arc: str, hex_: int, facing: int, target: int) -> bool:
        """Say whether the target is in a radar arc, at any range; the own hex is part of each arc. [19.1.1]"""
        if hex_ == target:
            return True
        if arc == "wide":
            return self.in_wide(hex_, facing, target)
        if arc == "hemi":
            return self.in_hemisphere(hex_, facing, target)
        q, r = _AXIAL[facing]
        dq, dr = self.q[target] - self.q[hex_], self.r[target] - self.r[hex_]
        return dq * r == dr * q and dq * q + dr * r > 0

    def arc_hexes(self, arc: str, reach: int, hex_: int, facing: int) -> tuple[int, ...]:
        """List the hexes of the map in an arc up to a range. [19.1.1]"""
        return tuple(h for h in self.hexes if self.distance(hex_, h) <= reach and self.in_arc(arc, hex_, facing, h))

    def walk(self, hex_: int, facing: int, steps: str) -> int:
        """Follow steps such as `rr f` as seen by an aircraft of this facing; 0 when they lead off the map."""
        for step in steps.split():
            hex_ = self.step[(facing + WALK[step]) % 6][hex_]
            if not hex_:
                return OFF
        return hex_
