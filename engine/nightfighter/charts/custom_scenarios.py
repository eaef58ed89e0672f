"""The check whether a scenario can be played, and a player's own scenario from the text of its file. [3.2]"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.kernel.packs.faults import PackError, PackFault
from engine.kernel.packs.reading import read_pack
from engine.kernel.packs.schema import Report
from engine.nightfighter.charts.scenarios import ALONE_NEVER, Scenario, merge
from engine.nightfighter.charts.schema import (
    Aim,
    CustomScenario,
    DefenderStart,
    ScenarioChanges,
    Tables,
    check_scenario,
)

MOST_ATTACKERS, MOST_DEFENDERS = 72, 9
HOMING = ("Flensburg", "Naxos", "Serrate")
FILE = "scenario.yaml"
REQUIRED_FIELDS = ("date", "attackers", "entry", "defenders", "setup", "victory")
PLAIN = {
    "date": "a month such as 1942-06, or a day of it",
    "id": "up to twenty letters, figures and hyphens",
    "provenance": "printed, source, rule or reconstructed, and of what",
}
"""Expected value, where the type of a field would give a pattern."""

ScenarioFault = tuple[tuple[str | int, ...], str, str]
"""A field, what it should be and what it is."""


def scenario_faults(scenario: Scenario, tables: Tables, *, entry_ends: bool = True) -> Iterator[ScenarioFault]:
    """Find what prevents a scenario from being set up, won or ended, though its parts are complete. [3.2, 4.1]

    Before rules 4 (`entry_ends`) the check did not look whether each intruder can enter.
    """
    yield from _forces(scenario, tables)
    yield from _entries(scenario)
    if entry_ends:
        yield from _intruders(scenario)
    yield from _places(scenario.setup, tables)
    yield from _aims(scenario)
    carried = {item for flight in scenario.defenders for item in flight.equipment} | set(scenario.electronics.fighters)
    for name in scenario.search_radar:
        if name in HOMING and name not in carried:
            yield ("search_radar", name), "a set on the ground, or a fighter that carries it", name
    if scenario.jamming.ai != "none" and not scenario.jamming.bands:
        yield ("jamming", "bands"), "the bands that are jammed", "none"
    if scenario.contrails and scenario.altitude != "high":
        yield ("contrails",), "high altitude [21.2.1]", scenario.altitude


def _forces(scenario: Scenario, tables: Tables) -> Iterator[ScenarioFault]:
    """There are fighters and bombers, not too many, and each role has what its rules want."""
    attackers, defenders = scenario.attackers, scenario.defenders
    roles = {force.role for force in attackers}
    for field, count, most in (
        ("attackers", sum(f.count for f in attackers), MOST_ATTACKERS),
        ("defenders", sum(f.count for f in defenders), MOST_DEFENDERS),
    ):
        if not 1 <= count <= most:
            yield (field,), f"1 to {most} in all", str(count)
    if roles and not roles - {"intruder", "flare"}:
        yield ("attackers",), "a bomber among them", ", ".join(sorted(roles))
    if roles & {"torpedo", "flare"} and scenario.altitude != "low":
        yield ("altitude",), "low, for a naval action [26.0]", scenario.altitude
    if "identification" in scenario.specials and not {"bomber", "target"} <= roles:
        yield ("specials",), "bombers and targets for identification", ", ".join(sorted(roles))
    inert = {row.type for row in tables.aircraft.bombers if row.inert}
    if "v1" in scenario.specials and not {force.type for force in attackers} <= inert:
        yield ("specials",), "flying bombs alone for v1", ", ".join(force.type for force in attackers)


def _entries(scenario: Scenario) -> Iterator[ScenarioFault]:
    """Every attacker has a turn on which it comes in, unless the last turn is set. [8.1.1, 26.2.1]"""
    entry = scenario.entry
    due = sum(force.count for force in scenario.attackers if force.role != "flare")
    package = len(entry.singles) + (entry.waves.each * entry.waves.turns if entry.waves is not None else 0)
    if package < due and not scenario.turns:
        yield ("entry",), f"room for {due} attackers, or a last turn", f"room for {package}"
    droppers = sum(force.count for force in scenario.attackers if force.role == "flare")
    if len(entry.flares) < droppers and not scenario.turns:
        yield ("entry", "flares"), f"turns for {droppers} flare droppers, or a last turn", str(len(entry.flares))


def _intruders(scenario: Scenario) -> Iterator[ScenarioFault]:
    """Every intruder can come in, one with each wave at most, unless the last turn is set. [27.1]"""
    entry = scenario.entry
    due = sum(force.count for force in scenario.attackers if force.role == "intruder")
    package = len(entry.singles) + (entry.waves.turns if entry.waves is not None else 0)
    if package < due and not scenario.turns:
        yield ("entry",), f"room for {due} intruders, one a wave [27.1], or a last turn", f"room for {package}"


def _places(setup: DefenderStart, tables: Tables) -> Iterator[ScenarioFault]:
    """Every defender has a hex to start from. [3.2, 2.1.3]"""
    if not (setup.beacon or setup.box or setup.rows):
        yield ("setup",), "beacon, box or rows", "none of them"
    for field in ("rows", "y_rows"):
        rows = getattr(setup, field)
        if rows is not None and not 1 <= rows[0] <= rows[1] <= tables.map.rows:
            yield ("setup", field), f"rows of the map, 1 to {tables.map.rows}", f"{rows[0]} to {rows[1]}"


def _aims(scenario: Scenario) -> Iterator[ScenarioFault]:
    """Check that the aims are possible, and not reached at the start. [4.1]"""
    for level in ("win", "decisive"):
        aim: Aim | None = getattr(scenario.victory, level)
        if aim is None:
            continue
        prey = sum(force.count for force in scenario.attackers if aim.of in ("", force.type))
        if not prey and aim.of:
            yield ("victory", level, "of"), "a type of the attackers", aim.of
        elif 0 < prey < aim.kills:
            yield ("victory", level, "kills"), f"at most {prey}", str(aim.kills)
        if not aim.kills and not aim.hits_on_one and aim.points_at_most is None:
            yield ("victory", level), "kills, hits_on_one or points_at_most", "nothing to be done"
    win, decisive = scenario.victory.win, scenario.victory.decisive
    if decisive is not None and decisive.kills < win.kills and decisive.points_at_most is None:
        yield ("victory", "decisive", "kills"), f"{win.kills} or more, as for a win", str(decisive.kills)


# A file of a player's own ------------------------------------------------------------------------------------------


class CustomScenarioFile(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of a file with a player's own scenario."""

    own: CustomScenario


_MANIFEST = "game: nightfighter\nname: own\ntitle: Own scenario\nversion: '1'\n"


def read_custom_scenario(text: str, tables: Tables, *, entry_ends: bool = True) -> ScenarioChanges:
    """Return a player's own scenario, or raise a `PackError` that names each fault with its line."""

    def check(own: CustomScenarioFile, report: Report) -> None:
        place, changes = ("own", "scenario"), own.own.scenario
        lacking = [field for field in REQUIRED_FIELDS if getattr(changes, field) is None]
        for field in lacking:
            report((*place, field), "this part of a scenario", "nothing")
        for field, given in (("needs", changes.needs), ("balance", changes.balance)):
            if given:
                report((*place, field), "nothing: only variants of the book have it", str(given))
        check_scenario(tables, changes, place, report)
        if lacking:
            return
        for misfit in scenario_faults(merge([changes]), tables, entry_ends=entry_ends):
            report((*place, *misfit[0]), *misfit[1:])
        if changes.solo is not None and changes.solo.supported and not _has_no_solo_rules(changes):
            for where, expected, got in scenario_faults(merge([changes], solo=True), tables, entry_ends=entry_ends):
                if getattr(changes.solo, str(where[0]), None) is not None:
                    report((*place, "solo", *where), expected, got)

    try:
        return read_pack({"pack.yaml": _MANIFEST, FILE: text}, CustomScenarioFile, check=check).tables.own.scenario
    except PackError as problem:
        raise PackError([_in_plain_words(fault) for fault in problem.faults]) from problem


def _has_no_solo_rules(changes: ScenarioChanges) -> bool:
    attackers = (changes.solo and changes.solo.attackers) or changes.attackers or ()
    return any(force.role in ALONE_NEVER for force in attackers)


def _in_plain_words(fault: PackFault) -> PackFault:
    """Say a pattern in words. The manifest is ours, so anything missing is missing in the file."""
    expected = fault.expected
    if "regex" in expected:
        expected = PLAIN.get(
            fault.field.rpartition(".")[2], "one letter, of a zone" if "zones" in fault.field else expected
        )
    return PackFault(FILE, fault.line, fault.field, expected, fault.got)
