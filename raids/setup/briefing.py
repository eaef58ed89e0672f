"""The briefing beside the order: what the chits can name, who flies, who waits, on the map; never a target drawn."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.bomber_command.charts.compiled import Charts
from play.charts.selectors import pack_in
from play.games.titles import pack_of
from play.pages.hexmap import SIZE, extent_of
from raids.debriefing.page import BANDS, TITLES

GAME = "bomber-command"
MEASURED = Path(settings.BASE_DIR) / "fixtures" / "fields" / "bomber-command-standard.json"
"""Nights between the strong bots by the standard charts; the file says how it is made."""
BONUS = 3
"""Points from which a chit's bonus is written on the map."""


def briefing(scenario: str, side: str, pack: str = "standard") -> dict[str, Any]:
    """Return the briefing for a side; the German one has the fighters in place of the chits."""
    charts: Charts = pack_of(GAME, pack)
    board = charts.boards[scenario]
    table = charts.tables.berlin_chits if scenario == "berlin" else charts.tables.downfall_chits
    chits = [chit for chit in table.rows.values() if chit.city in board.cities]
    worth: dict[str, int] = {}
    for chit in chits:
        worth[chit.city] = max(worth.get(chit.city, 0), chit.vp)
    row = charts.scenarios[scenario]
    left, top, width, height = extent_of(board.grid)
    return {
        "scenario": scenario,
        "side": side,
        "ground": reverse("map_ground", args=[GAME, pack_in(charts).hash, scenario]),
        "box": {"left": left, "top": top, "width": width, "height": height},
        "cities": [_city(board, name, worth.get(name), side) for name in board.cities],
        "units": _units(board) if side != "british" else [],
        "chits": len(table.rows),
        "targets": len(worth),
        "lines": [*_lines(charts, scenario, row), *_usual(scenario)],
        "bands": bands_of(scenario),
        "nights": measured()["nights"],
        "as_measured": pack_in(charts).hash == measured()["pack_hash"],
    }


@cache
def measured() -> dict[str, Any]:
    """Return what came of nights that bots have played."""
    found: dict[str, Any] = json.loads(MEASURED.read_text(encoding="utf-8"))
    return found


def bands_of(scenario: str) -> list[dict[str, Any]]:
    """Return the five verdicts with how often in a hundred nights each came, rounded so that they make a hundred."""
    counts: dict[str, int] = measured()["scenarios"][scenario]["bands"]
    exact = {band: 100 * counts[band] / measured()["nights"] for band in BANDS}
    shares = {band: int(share) for band, share in exact.items()}
    for band in sorted(exact, key=lambda one: shares[one] - exact[one])[: 100 - sum(shares.values())]:
        shares[band] += 1
    return [{"band": band, "title": TITLES[band], "share": shares[band]} for band in BANDS]


def _usual(scenario: str) -> list[tuple[str, str]]:
    found = measured()["scenarios"][scenario]
    spread = _("%(low)s to %(high)s, %(middle)s in the middle")
    named = ((_("It lasts"), "turns", _("turns: %(spread)s")), (_("Bombers lost"), "bombers", "%(spread)s"))
    shown = []
    for word, name, said in named:
        low, middle, high = found[name]
        shown.append((word, said % {"spread": spread % {"low": low, "middle": middle, "high": high}}))
    return shown


def _lines(charts: Charts, scenario: str, row: Any) -> list[tuple[str, str]]:
    raids, board = row.raids, charts.boards[scenario]
    sure = sum(not unit.star for unit in board.units.values())
    more = sum(unit.star for unit in board.units.values())
    fighters = _("%(sure)s units, and up to %(more)s more by a die; jamming starts at %(level)s")
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


def _city(board: Any, name: str, worth: int | None, side: str) -> dict[str, Any]:
    city = board.cities[name]
    x, y = board.grid.centre(city.hex, SIZE)
    here = board.cities_in[city.hex]
    shift = 7 * here.index(name) - 3.5 * (len(here) - 1)
    look = "none" if worth is None else "rich" if worth >= BONUS else "some" if worth else "plain"
    return {
        "name": city.name if worth is not None and worth >= BONUS and len(here) == 1 else "",
        "x": f"{x + shift:.1f}",
        "y": f"{y:.1f}",
        "look": look,
        "worth": worth if look == "rich" else "",
    }


def _units(board: Any) -> list[dict[str, Any]]:
    by_hex: dict[str, int] = {}
    for unit in board.units.values():
        if unit.hex in board.grid:
            by_hex[unit.hex] = by_hex.get(unit.hex, 0) + 1
    found = []
    for hex_, number in by_hex.items():
        x, y = board.grid.centre(hex_, SIZE)
        found.append({"x": f"{x - 6:.1f}", "y": f"{y + 7:.1f}", "number": number})
    return found
