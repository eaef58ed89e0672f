"""The briefing beside the order: what the chits can name, who flies, who waits, on the map; never a target drawn."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ScenarioMap
from engine.bomber_command.charts.schema import Band, ScenarioLimits
from play.charts.selectors import pack_in
from play.games.titles import pack_of
from play.pages.hexmap import SIZE, extent_of
from raids.board.map_box import MapBox
from raids.debriefing.page import BANDS, TITLES
from raids.routes.page import ground_of

GAME = "bomber-command"
MEASURED = Path(settings.BASE_DIR) / "fixtures" / "fields" / "bomber-command-standard.json"
"""Nights between the strong bots by the standard charts; the file says how it is made."""
BONUS = 3
"""Points from which a chit's bonus is written on the map."""


class MeasuredNights(msgspec.Struct):
    """Results of a scenario: nights by band, and the low, median and high figure of some measures."""

    bands: dict[Band, int]
    bombers: tuple[int, int, int]
    turns: tuple[int, int, int]
    net: tuple[int, int, int]


class MeasuredScenarios(msgspec.Struct):
    """Results of nights that bots have played."""

    provenance: str
    pack_hash: str
    nights: int
    scenarios: dict[str, MeasuredNights]


class BriefingCity(NamedTuple):
    """A city on the map by the bonus of its chit."""

    name: str
    x: str
    y: str
    look: str
    worth: int | str | None


class BriefingUnits(NamedTuple):
    """The units in a hex."""

    x: str
    y: str
    number: int


class BandShare(NamedTuple):
    """In how many of a hundred nights a verdict came."""

    band: Band
    title: Promise
    share: int


@dataclass(frozen=True, kw_only=True)
class NightBriefing:
    """The briefing for a side."""

    side: str
    ground: str
    box: MapBox
    cities: list[BriefingCity]
    units: list[BriefingUnits]
    chits: int
    targets: int
    lines: list[tuple[str, str]]
    bands: list[BandShare]
    nights: int
    as_measured: bool


def briefing(scenario: str, side: str, pack: str = "standard") -> NightBriefing:
    """Return the briefing for a side; the German one has the fighters in place of the chits."""
    charts: Charts = pack_of(GAME, pack)
    board = charts.boards[scenario]
    table = charts.tables.berlin_chits if scenario == "berlin" else charts.tables.downfall_chits
    chits = [chit for chit in table.rows.values() if chit.city in board.cities]
    worth: dict[str, int] = {}
    for chit in chits:
        worth[chit.city] = max(worth.get(chit.city, 0), chit.vp)
    return NightBriefing(
        side=side,
        ground=ground_of(charts, scenario),
        box=MapBox(*extent_of(board.grid)),
        cities=[_city(board, name, worth.get(name)) for name in board.cities],
        units=_units(board) if side != "british" else [],
        chits=len(table.rows),
        targets=len(worth),
        lines=[*_lines(charts, scenario, charts.scenarios[scenario]), *_usual(scenario)],
        bands=bands_of(scenario),
        nights=measured().nights,
        as_measured=pack_in(charts).hash == measured().pack_hash,
    )


@cache
def measured() -> MeasuredScenarios:
    """Return the results of nights that bots have played."""
    return msgspec.json.decode(MEASURED.read_bytes(), type=MeasuredScenarios)


def bands_of(scenario: str) -> list[BandShare]:
    """Return the five verdicts with how often in a hundred nights each came, rounded so that they make a hundred."""
    counts = measured().scenarios[scenario].bands
    exact = {band: 100 * counts[band] / measured().nights for band in BANDS}
    shares = {band: int(share) for band, share in exact.items()}
    for band in sorted(exact, key=lambda one: shares[one] - exact[one])[: 100 - sum(shares.values())]:
        shares[band] += 1
    return [BandShare(band, TITLES[band], shares[band]) for band in BANDS]


def _usual(scenario: str) -> list[tuple[str, str]]:
    found = measured().scenarios[scenario]
    spread = _("%(low)s to %(high)s, median %(middle)s")
    named = ((_("It lasts"), found.turns, _("turns: %(spread)s")), (_("Bombers lost"), found.bombers, "%(spread)s"))
    shown = []
    for word, (low, middle, high), said in named:
        shown.append((word, said % {"spread": spread % {"low": low, "middle": middle, "high": high}}))
    return shown


def _lines(charts: Charts, scenario: str, row: ScenarioLimits) -> list[tuple[str, str]]:
    raids, board = row.raids, charts.boards[scenario]
    sure = sum(not unit.star for unit in board.units.values())
    more = sum(unit.star for unit in board.units.values())
    fighters = _("%(sure)s units, and up to %(more)s more by a roll; jamming starts at %(level)s")
    flown = [(raids.main, _("Main Force")), (raids.mosquito, _("Mosquito raid")), (raids.decoy, _("Decoy raid"))]
    facts = {"sure": sure, "more": more, "level": row.jamming}
    return [
        (_("The British fly"), ", ".join(f"{n} × {word}" for n, word in flown if n)),
        (
            _("The German has"),
            fighters % facts,
        ),
        (_("A turn"), _("half an hour, at most %(n)s of them") % {"n": charts.tables.track.turns}),
    ]


def _city(board: ScenarioMap, name: str, worth: int | None) -> BriefingCity:
    city = board.cities[name]
    x, y = board.grid.centre(city.hex, SIZE)
    here = board.cities_in[city.hex]
    shift = 7 * here.index(name) - 3.5 * (len(here) - 1)
    look = "none" if worth is None else "rich" if worth >= BONUS else "some" if worth else "plain"
    return BriefingCity(
        name=city.name if worth is not None and worth >= BONUS and len(here) == 1 else "",
        x=f"{x + shift:.1f}",
        y=f"{y:.1f}",
        look=look,
        worth=worth if look == "rich" else "",
    )


def _units(board: ScenarioMap) -> list[BriefingUnits]:
    by_hex: dict[str, int] = {}
    for unit in board.units.values():
        if unit.hex in board.grid:
            by_hex[unit.hex] = by_hex.get(unit.hex, 0) + 1
    found = []
    for hex_, number in by_hex.items():
        x, y = board.grid.centre(hex_, SIZE)
        found.append(BriefingUnits(f"{x - 6:.1f}", f"{y + 7:.1f}", number))
    return found
