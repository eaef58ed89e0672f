"""The ground of the night map: its hexes, its searchlight zones, the radio beacon. [2.1]"""

from functools import lru_cache

from engine.kernel.packs.schema import Pack
from engine.nightfighter.charts.compiled import charts_of
from engine.nightfighter.charts.map import NightMap, hex_name
from engine.nightfighter.charts.schema import Tables
from play.charts.selectors import pack_in
from play.pages.hexmap import HexArea, HexMap

NightCharts = Pack[Tables]
"""The charts that a night is played by."""
NIGHT = "night"
ZONE, EDGE, BEACON = "#0b121b", "#34495d", "#182432"


def night_map(charts: NightCharts) -> NightMap:
    """Return the map of a pack, as the rules read it."""
    return charts_of(pack_in(charts)).map


def ground(charts: NightCharts, name: str) -> HexMap:
    """Return the one map of the night."""
    if name != NIGHT:
        raise LookupError(f"no night is flown over {name}")
    return _drawn(night_map(charts))


@lru_cache(maxsize=8)
def _drawn(night: NightMap) -> HexMap:
    zones = (HexArea(tuple(map(hex_name, hexes)), ZONE, EDGE, 1.5) for hexes in night.zones.values())
    return HexMap(night.grid, (HexArea(night.grid.hexes, ZONE), *zones, HexArea((hex_name(night.beacon),), BEACON)))
