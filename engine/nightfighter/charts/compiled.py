"""A pack made ready for play: rows by name, speeds as numbers, the map's tables. Built once for each pack."""

from __future__ import annotations

from engine.kernel.packs.schema import Pack
from engine.nightfighter.charts.map import NightMap
from engine.nightfighter.charts.schema import Aircraft, AiSet, BomberRow, NightfighterRow, Tables

MovePoints = tuple[int, int]
"""Movement points, and how many more on even turns. [7.2, 9.1]"""


def parse_speed(printed: str) -> MovePoints:
    """Read a printed MP value such as `3*`. [6.0]"""
    return int(printed.rstrip("*")), int(printed.endswith("*"))


def printed_speed(row: Aircraft, altitude: str) -> str:
    """Return the MP value that holds at an altitude. [6.0, 21.0]"""
    special = row.low_mp if altitude == "low" else row.high_mp if altitude == "high" else None
    return special or row.mp


class Charts:
    """Tables in the form that the rules look up during play."""

    def __init__(self, pack: Pack[Tables]) -> None:
        self.hash = pack.hash
        self.tables = tables = pack.tables
        self.map = NightMap(tables.map)
        self.nightfighters: dict[str, NightfighterRow] = {row.type: row for row in tables.aircraft.nightfighters}
        self.bombers: dict[str, BomberRow] = {row.type: row for row in tables.aircraft.bombers}
        self.ai = {row.name: row for row in tables.radars.ai}
        self.search = {row.name: row for row in tables.radars.search}
        self.areas: dict[tuple[int, int, bool], tuple[int, ...]] = {}
        """Where an uncertain bomber may be, by counter hex, facing and diagram; filled as it is asked for. [S5]"""
        steps = tables.alert.steps
        self.alerted = {parse_speed(slow): parse_speed(fast) for slow, fast in steps.items()}

    def ai_reach(self, radar: AiSet, *, low: bool) -> int:
        """Return an AI set's range, which ground returns cut at low altitude. [21.1]"""
        if not low:
            return radar.range
        return radar.range * self.tables.altitude.low_range_halves[radar.band] // 2

    def attacker(self, type_: str) -> Aircraft:
        """Return the row of an attacker, be it a bomber, an intruder or a German fighter in the stream."""
        return self.bombers.get(type_) or self.nightfighters[type_]


_cached_charts: dict[str, Charts] = {}


def charts_of(pack: Pack[Tables]) -> Charts:
    """Return the charts of a pack, made once for its content."""
    found = _cached_charts.get(pack.hash)
    if found is None:
        if len(_cached_charts) > 8:
            _cached_charts.clear()
        found = _cached_charts[pack.hash] = Charts(pack)
    return found
