"""Permanent features of hexes, drawn and named: cities, beacons, guns, lights, mines, entries."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from engine.bomber_command.charts.map import ScenarioMap
from engine.bomber_command.charts.schema import CityRow
from play.pages.hexmap import SIZE

RADAR = {
    "good": "M0-2.2L2.2 1.8H-2.2Z",
    "normal": "M-2.4-.9H2.4V.9H-2.4Z",
    "poor": "M-1.9 0a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1-3.8 0",
}
ROW = 5.4
GROUND = {"land": gettext_lazy("land"), "coast": gettext_lazy("coast"), "sea": gettext_lazy("sea")}


@dataclass(frozen=True, kw_only=True)
class CityBox:
    """A city box of the map: what it prints, and where it and the dot of a crowded one lie."""

    id: str
    hex: str
    name: str
    flak: int | str
    map: str
    radar: str
    is_open: bool
    oboe: bool
    crowded: bool
    industry: bool
    x: str
    y: str
    dot: str
    dot_y: str


@lru_cache(maxsize=8)
def cities_drawn(board: ScenarioMap) -> list[CityBox]:
    """Place every city box; where several share a hex they are small until the map is near."""
    found = []
    for hex_, names in board.cities_in.items():
        x, y = board.grid.centre(hex_, SIZE)
        for n, name in enumerate(names):
            row = board.cities[name]
            found.append(
                CityBox(
                    id=name,
                    hex=hex_,
                    name=row.name,
                    flak="X" if row.flak is None else row.flak,
                    map=row.map or "–",
                    radar=RADAR.get(row.radar or "", ""),
                    is_open=row.radar == "poor",
                    oboe=row.oboe,
                    crowded=len(names) > 1,
                    industry=row.map == "E",
                    x=f"{x:.1f}",
                    y=f"{y - 3.4:.1f}" if len(names) == 1 else f"{y - 7.5 + ROW * n:.1f}",
                    dot=f"{x - 3.5 * (len(names) - 1) + 7 * n:.1f}",
                    dot_y=f"{y + 2:.1f}",
                )
            )
    return found


def said_of(board: ScenarioMap) -> Mapping[str, list[str]]:
    """Name the permanent features of every hex, in the reader's language."""
    return _said_in(board, get_language())


@lru_cache(maxsize=16)
def _said_in(board: ScenarioMap, _language: str | None) -> Mapping[str, list[str]]:
    said: dict[str, list[str]] = {}
    for hex_ in board.grid:
        said[hex_] = [str(GROUND[board.ground[hex_]]), board.zone[hex_]]
    for hex_, names in board.cities_in.items():
        said[hex_] += [_city(board.cities[name]) for name in names]
    for hex_, names in board.beacons_in.items():
        said[hex_] += [_("beacon %(name)s") % {"name": board.beacons[name].name} for name in names]
    for hex_ in board.himmelbett:
        said[hex_].append("Himmelbett")
    for hex_, value in board.area_flak.items():
        said[hex_].append(_("area flak %(value)s") % {"value": value})
    for hex_, mine in board.mines.items():
        said[hex_].append(_("mines, %(vp)s VP") % {"vp": mine.vp})
    for hex_ in board.searchlights:
        said[hex_].append(_("searchlights"))
    for hexes, word in ((board.entries, _("entry")), (sorted(board.exits), _("exit"))):
        for hex_ in hexes:
            said[hex_].append(word)
    return said


def _city(row: CityRow) -> str:
    if row.flak is None:
        return _("%(city)s, no flak") % {"city": row.name}
    return _("%(city)s, flak %(flak)s") % {"city": row.name, "flak": row.flak}
