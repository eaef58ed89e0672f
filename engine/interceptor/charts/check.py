"""Check that the charts of Interceptor Ace belong together."""

from __future__ import annotations

from engine.interceptor.charts.career import check_career
from engine.interceptor.charts.names import check_names
from engine.interceptor.charts.schema import Tables
from engine.interceptor.state import MONTHS
from engine.kernel.packs.schema import (
    Report,
    dice_range,
)

DICE = {
    "units": "d20",
    "weather": "2d6",
    "interception": "2d6",
    "extended_burst": "2d6",
    "rockets": "2d6",
    "fuel_tank": "2d6",
    "severity": "d6",
    "quality": "d6",
    "positions": "d10",
    "landing": "2d6",
    "home_check": "d10",
    "cooperation": "d6",
    "random_events": "2d6",
    "serious_wound": "2d6",
}
"""Dice that the rules name: a pack has them too. Any other chart is rolled on with the dice that it gives itself."""


def check(tables: Tables, report: Report) -> None:
    """Report every name that one table uses and another does not have."""
    models, zones, targets = tables.mats.rows, tables.base_zones.rows, _target_zones(tables)
    for line, unit in tables.units.rows.items():
        _known(report, ("units", "rows", line, "zone"), unit.zone, zones, "a base zone")
        for place, model in enumerate(unit.aircraft):
            _known(report, ("units", "rows", line, "aircraft", place), model, models, "a mat")
    for zone in zones:
        _known(report, ("tracks", "rows"), zone, tables.tracks.rows, "a track for every base zone", zone)
    for base, by_series in tables.tracks.rows.items():
        for series in tables.mats.series:
            if series not in by_series:
                report(("tracks", "rows", base), "a row for every series", f"no {series}")
                continue
            for target in targets:
                if target not in by_series[series].entry:
                    report(("tracks", "rows", base, series, "entry"), "a box for every target zone", f"no {target}")
    for month in MONTHS:
        _check_month(tables, report, month, targets)
    _check_dice(tables, report)
    for number, card in tables.cards.rows.items():
        _known(report, ("cards", "rows", number, "defence"), card.defence, tables.defences.rows, "a defensive text")
    for name, mat in models.items():
        _known(report, ("mats", "rows", name, "series"), mat.series, tables.mats.series, "a series")
        for place, row in enumerate(mat.weapons):
            _known(report, ("mats", "rows", name, "weapons", place, "weapon"), row.weapon, tables.weapons.rows, "a gun")
    check_career(tables, models, report)
    check_names(tables, report)
    _check_met(tables, report)
    for name, ace in tables.aces.rows.items():
        _known(report, ("aces", "rows", name, "unit"), ace.unit, tables.units.rows, "a line of the units")
    for roll in range(2, 13):
        contact = tables.interception[roll]
        if contact.enemy is not None:
            _known(report, ("interception", "rows"), contact.enemy, tables.fighters.rows, "a fighter")
        if (contact.result in ("fighters", "event")) != (contact.enemy is not None):
            report(("interception", "rows"), "an enemy where fighters are met, and nowhere else", str(contact.enemy))
        if contact.result != "nothing" and contact.orientation is None:
            report(("interception", "rows"), "an orientation where anybody is met", f"none on {roll}")


def _check_met(tables: Tables, report: Report) -> None:
    """Report aircraft that an event or a share of the bombers sends up and no table describes."""
    for field, known, what in (
        ("bounced_by", tables.fighters.rows, "a fighter"),
        ("straggler", tables.bombers.rows, "a bomber"),
    ):
        _known(report, ("event_values", field), getattr(tables.event_values, field), known, what)
    flown = {kind for share in tables.bomber_types.months.values() for _, kind in share.rows.rows}
    for name in ("B-17", "YB-40", "B-17G") if "B-17" in flown else ():
        _known(
            report,
            ("bombers", "rows"),
            name,
            tables.bombers.rows,
            "B-17, YB-40 and B-17G where B-17s fly",
            f"no {name}",
        )
    for line in range(1, dice_range(tables.units.dice)[1] + 1):
        _known(report, ("units", "rows"), line, tables.units.rows, "a unit for every roll of d20", f"none for {line}")
    for month, by_series in tables.replacement.months.items():
        for series in tables.mats.series:
            _known(
                report, ("replacement", "months", month), series, by_series, "a row for every series", f"no {series}"
            )


def _check_dice(tables: Tables, report: Report) -> None:
    """Report dice that the rules do not throw, and results that are missing where modifiers or differences lead."""
    named = {(name, "dice"): dice for name, dice in DICE.items()}
    named |= {("bomber_types", "yb40_dice"): "2d6", ("home_check", "credit_dice"): "d6"}
    for (name, field), dice in named.items():
        got = getattr(getattr(tables, name), field)
        if got != dice:
            report((name, field), dice, got)
    least, most = dice_range(tables.wingman_attack.dice)
    reached = {"landing": (-9, 40), "parachute": (-9, 40), "rockets": (1, 12), "wingman_attack": (least - 2, most)}
    for name, (low, high) in reached.items():
        if not getattr(tables, name).rows.covers(low, high):
            report((name, "rows"), "ends that are open, such as 11- or 16+, for what is added to the dice", "")
    if not tables.initiative.shifts.covers(0, 40):
        report(("initiative", "shifts"), "a row for every difference from 0, the last one open", "")
    for name, column in (("early", tables.quality.early), ("late", tables.quality.late)):
        if not column.covers(1, 6):
            report(("quality", name), "a row for every roll of d6", "")
    if not tables.positions.altitude.covers(1, 6):
        report(("positions", "altitude"), "a row for every roll of d6", "")


def _check_month(tables: Tables, report: Report, month: str, targets: tuple[str, ...]) -> None:
    """Report what a month lacks on the charts that have a column for each month."""
    if month not in tables.raids.months:
        report(("raids", "months"), "every month", f"no {month}")
    if month not in tables.bomber_types.months:
        report(("bomber_types", "months"), "every month", f"no {month}")
    else:
        low, high = dice_range(tables.bomber_types.dice)
        share = tables.bomber_types.months[month]
        if not share.rows.covers(low, high):
            report(("bomber_types", "months", month, "rows"), f"a row for every roll of {tables.bomber_types.dice}", "")
        for _, kind in share.rows.rows:
            _known(report, ("bomber_types", "months", month, "rows"), kind, tables.bombers.rows, "a bomber")
    low, high = dice_range(tables.escorts.dice)
    for zone in targets:
        cell = tables.escorts.months.get(month, {}).get(zone)
        if cell is None:
            report(("escorts", "months"), "every month and target zone", f"no {zone} in {month}")
            continue
        if not cell.rows.covers(low, high):
            report(("escorts", "months", month, zone), f"a row for every roll of {tables.escorts.dice}", "")
        for _, kind in cell.rows.rows:
            if kind != "none":
                _known(report, ("escorts", "months", month, zone), kind, tables.fighters.rows, "a fighter")


def _known(report: Report, place: tuple[str | int, ...], name: object, known: object, what: str, got: str = "") -> None:
    if name not in known:  # type: ignore[operator]
        report(place, what, got or str(name))


def _target_zones(tables: Tables) -> tuple[str, ...]:
    zones: dict[str, None] = {}
    for column in tables.raids.months.values():
        for _, target in column.rows.rows:
            zones[target.zone] = None
    return tuple(zones)
