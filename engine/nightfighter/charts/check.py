"""Checks of a pack beyond the types of its tables: every die, type and place has its row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, get_args

from engine.kernel.packs.schema import ByRoll, Place, Report

if TYPE_CHECKING:
    from engine.nightfighter.charts.schema import ScenarioChanges, Tables

COMPLETE = ("date", "attackers", "entry", "defenders", "setup", "victory")
"""Parts that a scenario needs; a variant inherits them."""
MEDALS = ("Iron Cross 1st Class", "Iron Cross 2nd Class", "German Cross", "Knight's Cross")
"""The decorations that the site has words for."""
JAMMED = "Freya"
"""The radar that is jammed in a pilot's year. [24.5.1]"""


def check_play(tables: Tables, report: Report) -> None:
    """Report names that play would look for and not find."""
    _check_map(tables, report)
    _check_dice(tables, report)
    _check_rows(tables, report)
    _check_year(tables, report)
    _check_raids(tables, report)
    _check_staffel(tables, report)
    _check_scenarios(tables, report)


def _check_map(tables: Tables, report: Report) -> None:
    """Report hexes and zones beyond the edge of the map."""
    chart = tables.map

    def on_map(place: Place, hex_: str) -> None:
        if not (1 <= int(hex_[:2]) <= chart.columns and 1 <= int(hex_[2:]) <= chart.rows):
            report(place, f"a hex of {chart.columns} columns and {chart.rows} rows", hex_)

    on_map(("map", "beacon"), chart.beacon)
    for at, hex_ in enumerate(chart.box_neighbours):
        on_map(("map", "box_neighbours", at), hex_)
    for at, entry in enumerate(chart.flare_entries):
        on_map(("map", "flare_entries", at, "hex"), entry.hex)
    _some(report, ("map", "box_neighbours"), chart.box_neighbours, "a hex beside the radio beacon box")
    for letter, box in chart.zones.items():
        for field, most in (("columns", chart.columns), ("rows", chart.rows)):
            first, last = getattr(box, field)
            if not 1 <= first <= last <= most:
                report(("map", "zones", letter, field), f"first and last of 1 to {most}", f"{first}, {last}")
    if chart.task_force_zone not in chart.zones:
        report(("map", "task_force_zone"), "a zone of the map", chart.task_force_zone)
    first, last = chart.torpedo_columns
    if not 1 <= first <= last <= chart.columns:
        report(("map", "torpedo_columns"), f"first and last of 1 to {chart.columns}", f"{first}, {last}")
    for side in ("red", "yellow"):
        if not any(first <= column <= last for chit in tables.chits.chits for column in getattr(chit, side)):
            what = f"a chit with a column of the torpedo run on its {side} side, {first} to {last} [26.3.1]"
            report(("chits", "chits"), what, "none")
    for field in ("odd_columns", "even_columns"):
        for at, column in enumerate(getattr(tables.solo, field)):
            if not 1 <= column <= chart.columns:
                report(("solo", field, at), f"a column of 1 to {chart.columns}", str(column))


def _check_dice(tables: Tables, report: Report) -> None:
    """Report charts without a row for every total that is thrown on them, or with dice that the rules do not throw."""
    from engine.nightfighter.charts.schema import Visibility

    dice = {
        "moon": "2d6", "visibility": "2d6", "cloud": "1d6", "hits": "2d6", "destruction": "1d6", "scatter": "1d6",
        "response": "1d6", "reaction": "1d6", "corkscrew": "1d6", "recovery": "2d6", "injury": "1d6",
    }  # fmt: skip
    for name, wanted in dice.items():
        if getattr(tables, name).dice.removeprefix("1") != wanted.removeprefix("1"):
            report((name, "dice"), wanted, getattr(tables, name).dice)
    open_ended = (
        ("moon", "rows"), ("visibility", "rows"), ("hits", "rows"), ("reaction", "rows"), ("recovery", "rows"),
        ("injury", "rows"),
    )  # fmt: skip
    for name, field in open_ended:
        if not getattr(getattr(tables, name), field).covers(-99, 99):
            report((name, field), "ends that are open, such as 3- or 5+, for what is added to the dice", "")
    adds = tables.response.alerted_adds
    for field in ("normal", "warning"):
        if not getattr(tables.response, field).covers(1 + min(adds, 0), 6 + max(adds, 0)):
            report(("response", field), f"a row for every roll of d6, and for it with {adds:+d}", "")
    thrown: list[tuple[Place, ByRoll[Any]]] = [
        (("injury", "grave"), tables.injury.grave),
        (("solo", "low"), tables.solo.low),
    ]
    thrown += [(("solo", "shift"), tables.solo.shift)]
    thrown += [(("solo", "moderate", die), row) for die, row in tables.solo.moderate.items()]
    for place, column in thrown:
        if not column.covers(1, 6):
            report(place, "a row for every roll of d6", "")
    _whole(report, ("solo", "moderate"), tables.solo.moderate, range(1, 7), "a row for every die")
    for place, table in ((("sight", "ranges"), tables.sight.ranges), (("sight", "dice"), tables.sight.dice)):
        _whole(report, place, table, get_args(Visibility), "every visibility")
    _whole(report, ("searchlights", "dice"), tables.searchlights.dice, get_args(Visibility), "every visibility")


def _check_rows(tables: Tables, report: Report) -> None:
    """Report duplicate rows, and values by jamming, band or speed that are missing."""
    from engine.nightfighter.charts.schema import Band

    for table, field, key in (
        ("aircraft", "nightfighters", "type"), ("aircraft", "bombers", "type"), ("radars", "search", "name"),
        ("radars", "ai", "name"),
    ):  # fmt: skip
        rows = getattr(getattr(tables, table), field)
        for name, count in Counter(getattr(row, key) for row in rows).items():
            if count > 1:
                report((table, field), "each row once", f"{name} again")
    for place, by_level in (
        (("jamming", "ai_dice"), tables.jamming.ai_dice), (("solo", "jam_removes"), tables.solo.jam_removes),
    ):  # fmt: skip
        _whole(report, place, by_level, ("light", "heavy"), "light and heavy")
    bands = get_args(Band)
    _whole(report, ("altitude", "low_range_halves"), tables.altitude.low_range_halves, bands, "every band")
    _whole(report, ("corkscrew", "follow_fixed"), tables.corkscrew.follow_fixed, bands, "every band")
    for level, shares in tables.umpire.delay.items():
        if sum(shares) != 100 or min(shares) < 0:
            report(("umpire", "delay", level), "100 per cent in all", ", ".join(str(share) for share in shares))
    _whole(report, ("umpire", "delay"), tables.umpire.delay, ("helpful", "fair", "sly"), "every kind of umpire")


def _check_year(tables: Tables, report: Report) -> None:
    """Report what a pilot's year lacks: dice by moon, points by engines, medals in words."""
    from engine.nightfighter.charts.schema import Phase

    rules = tables.campaign
    _whole(report, ("campaign", "dice"), rules.dice, get_args(Phase), "every phase of the moon")
    engines = {row.engines for row in tables.aircraft.bombers}
    _whole(report, ("campaign", "points"), rules.points, sorted(engines), "every number of engines")
    names = [medal.name for medal in rules.medals]
    for at, medal in enumerate(rules.medals):
        if medal.name not in MEDALS and medal.title is None:
            report(("campaign", "medals", at, "title"), "words for a medal that the house does not know", "nothing")
        if medal.name in names[:at]:
            report(("campaign", "medals", at, "name"), "each medal once", f"{medal.name} again")
    if rules.minor_medal not in names:
        report(("campaign", "minor_medal"), "one of the medals", rules.minor_medal)
    months = [week.month for week in tables.calendar.weeks]
    if months != sorted(months):
        report(("calendar", "weeks"), "weeks in their order", "another order")


def _check_raids(tables: Tables, report: Report) -> None:
    """Report cards that bring no raid, and months without bombers or odds of jamming."""
    from engine.nightfighter.charts.schema import Rank, in_ranks

    raids, first = tables.raids, tables.calendar.weeks[0].month
    searches = {row.name for row in tables.radars.search}
    bombers = {row.type for row in tables.aircraft.bombers}
    for field in ("dunaja", "himmelbett"):
        _some(report, ("raids", field), getattr(raids, field), "a search radar")
        for name in getattr(raids, field):
            _known(report, ("raids", field, name), name, searches, "a search counter of the radars table")
    _known(report, ("radars", "search"), JAMMED, searches, f"{JAMMED}, which is jammed in a pilot's year", "none")
    for rank in get_args(Rank):
        if rank not in raids.massive and not any(in_ranks(rank, ranks) for ranks in raids.normal):
            report(("raids", "normal"), "a raid for every rank", f"none for {rank}")
    for at, name in enumerate(raids.not_low):
        _known(report, ("raids", "not_low", at), name, bombers, "a bomber of the aircraft table")
    for field in ("mixes", "jamming"):
        since = [row.since for row in getattr(raids, field)]
        if since != sorted(since) or not since or since[0] > first:
            report(("raids", field), f"months in their order, the first no later than {first}", ", ".join(since))
    for at, mix in enumerate(raids.mixes):
        if all(name in raids.not_low or not share for name, share in mix.types.items()):
            report(("raids", "mixes", at, "types"), "a bomber that may fly low", "none")


def _check_staffel(tables: Tables, report: Report) -> None:
    """Report a Staffel without a line, crews, boxes or events."""
    from engine.nightfighter.charts.schema import Suit

    book, first = tables.staffel, tables.calendar.weeks[0].month
    _known(report, ("staffel", "line"), book.line, tables.campaign.lines, "one of the campaign's lines")
    _whole(report, ("staffel", "boxes"), book.boxes, get_args(Suit), "every suit")
    if not book.events.covers(2, 12):
        report(("staffel", "events"), "a row for every roll of 2d6", "")
    if min(book.radar_share) > first:
        report(("staffel", "radar_share"), f"a share for {first}", min(book.radar_share))
    if not 1 <= sum(book.crews.values()) <= 40:
        report(("staffel", "crews"), "1 to 40 crews", str(sum(book.crews.values())))
    if book.early_machines + book.late_machines < 1:
        report(("staffel", "early_machines"), "an aircraft at least", "none")


def _check_scenarios(tables: Tables, outside: Report) -> None:
    """Report scenarios that are duplicate, incomplete, need a missing variant, or cannot be played."""
    seen: set[str] = set()
    missing = 0

    def report(place: Place, expected: str, got: str) -> None:
        nonlocal missing
        missing += 1
        outside(place, expected, got)

    for at, row in enumerate(tables.scenarios.scenarios):
        place: Place = ("scenarios", "scenarios", at)
        for field in COMPLETE:
            if getattr(row, field) is None:
                report((*place, field), "a value that the variants inherit", "nothing")
        for field in ("attackers", "defenders"):
            _some(report, (*place, field), getattr(row, field) or (), "an aircraft")
        variants = {variant.id for variant in row.variants}
        layers = [(place, row), *(((*place, "variants", n), one) for n, one in enumerate(row.variants))]
        for where, one in layers:
            if one.id in seen:
                report((*where, "id"), "each scenario once", f"{one.id} again")
            seen.add(one.id)
            if one.needs and (one.needs not in variants or one.needs == one.id):
                report((*where, "needs"), "another variant of the same scenario", one.needs)
            for field in ("attackers", "defenders"):
                if getattr(one, field) == []:
                    report((*where, field), "an aircraft at least", "none")
            _check_entry(where, one, report)
    if not missing:
        _check_playable(tables, outside)


def _check_playable(tables: Tables, report: Report) -> None:
    """Report what prevents a scenario with complete parts from being set up, won or ended. [3.2, 4.1]"""
    from engine.nightfighter.charts.custom_scenarios import scenario_faults
    from engine.nightfighter.charts.scenarios import UnknownScenario, resolve

    for at, row in enumerate(tables.scenarios.scenarios):
        place: Place = ("scenarios", "scenarios", at)
        layers = [(place, row), *(((*place, "variants", n), one) for n, one in enumerate(row.variants))]
        for where, one in layers:
            found = set(scenario_faults(resolve(tables, one.id), tables))
            with suppress(UnknownScenario):
                found |= set(scenario_faults(resolve(tables, one.id, (), solo=True), tables))
            for field, expected, got in sorted(found, key=str):
                report((*where, *field), expected, got)


def _check_entry(place: Place, one: ScenarioChanges, report: Report) -> None:
    """Report an entry by which nobody comes in, and rows of a set-up out of order."""
    for where, entry in ((("entry",), one.entry), (("solo", "entry"), one.solo.entry if one.solo else None)):
        if entry is not None and not (entry.singles or entry.waves or entry.flares):
            report((*place, *where), "turns on which attackers come in", "none")
    for field in ("rows", "y_rows"):
        rows = getattr(one.setup, field) if one.setup else None
        if rows is not None and not 1 <= rows[0] <= rows[1]:
            report((*place, "setup", field), "first and last row", f"{rows[0]}, {rows[1]}")


def _whole(report: Report, place: Place, table: Collection[object], wanted: Iterable[object], what: str) -> None:
    for one in wanted:
        if one not in table:
            report(place, what, f"no {one}")


def _known(report: Report, place: Place, name: object, known: Collection[object], what: str, got: str = "") -> None:
    if name not in known:
        report(place, what, got or str(name))


def _some(report: Report, place: Place, rows: Collection[object], what: str) -> None:
    if not rows:
        report(place, f"{what} at least", "none")
