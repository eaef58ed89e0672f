"""The possible hexes of a counter's bomber, from the open facts of the table. [S5.1-S5.4]"""

from functools import lru_cache

from engine.nightfighter.charts.compiled import Charts, charts_of
from engine.nightfighter.charts.map import FACINGS, hex_name
from engine.nightfighter.views import ContactView
from play.charts.selectors import pack_in
from sorties.nightfighter.board.map_layer import NightCharts


def area_of(contact: ContactView, charts: NightCharts) -> tuple[str, ...]:
    """List the hexes of a counter's area: the small diagram at low uncertainty, else the large one. [S5.2, S5.3]"""
    hex_, facing = int(contact.hex), FACINGS.index(contact.facing)
    return _area(charts_of(pack_in(charts)), hex_, facing, contact.uncertainty == "low")


@lru_cache(maxsize=4096)
def _area(charts: Charts, hex_: int, facing: int, low: bool) -> tuple[str, ...]:
    solo = charts.tables.solo
    diagrams = [solo.low] if low else list(solo.moderate.values())
    steps = (walk for diagram in diagrams for _faces, walk in diagram.rows)
    found = {charts.map.walk(hex_, facing, walk) for walk in steps}
    return tuple(hex_name(one) for one in sorted(found - {0}))
