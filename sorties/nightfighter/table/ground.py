"""The ground of the night map: its hexes, its searchlight zones, the radio beacon. [2.1]"""

from functools import lru_cache
from typing import Any

from engine.nightfighter.charts import charts_of
from engine.nightfighter.map import NightMap, hex_name
from play.hexmap import Field, HexMap
from play.packs.library import pack_in

NIGHT = "night"
ZONE, EDGE, BEACON = "#0b121b", "#34495d", "#182432"


def night_map(charts: Any) -> NightMap:
    """Return the map of a pack, as the rules read it."""
    return charts_of(pack_in(charts)).map


def ground(charts: Any, name: str) -> HexMap:
    """Return the one map of the night."""
    if name != NIGHT:
        raise LookupError(f"no night is flown over {name}")
    return _drawn(night_map(charts))


@lru_cache(maxsize=8)
def _drawn(night: NightMap) -> HexMap:
    zones = (Field(tuple(map(hex_name, hexes)), ZONE, EDGE, 1.5) for hexes in night.zones.values())
    return HexMap(night.grid, (Field(night.grid.hexes, ZONE), *zones, Field((hex_name(night.beacon),), BEACON)))
