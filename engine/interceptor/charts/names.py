"""Names that the rules, words and drawings of Interceptor Ace know, and the check that a pack brings no other.

A row of a pack that may carry its own words may also have a new name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import Any

from engine.kernel.packs.schema import Place, Report

AWARDS = {
    "wound-badge": "7.8.1",
    "wound-badge-silver": "7.8.1",
    "wound-badge-gold": "7.8.1",
    "ek2": "7.8.2",
    "ek1": "7.8.3",
    "ehrenpokal": "7.8.4",
    "clasp-bronze": "7.8.5",
    "clasp-silver": "7.8.5",
    "clasp-gold": "7.8.5",
    "german-cross": "7.8.6",
    "knights-cross": "7.8.7",
    "oak-leaves": "7.8.7.1",
    "swords": "7.8.7.2",
    "diamonds": "7.8.7.3",
    "ace": "7.8.8",
}
"""The awards of the book, each with its rule; another one comes by 7.8."""

DEFENCES = (
    "jink", "immelmann", "barrel-roll", "tight-turn", "skid", "cuban-eight", "straight-and-level", "scissors",
    "chandelle", "split-s", "stall",
)  # fmt: skip
QUALITIES = ("green", "trained", "veteran", "ace")
SKILLS = (
    "landing", "navigation", "parachute", "reflexes", "awareness", "maintenance", "expert", "leadership", "precision",
    "acm", "sixth-sense", "gunnery", "aim", "cuban-eight", "chandelle", "immelmann", "split-s",
)  # fmt: skip
STANDARD = ("tight-turn", "barrel-roll")
ADVANCED = ("cuban-eight", "chandelle", "immelmann", "split-s")
EVENTS = {
    "bounced": "",
    "engine-trouble": "",
    "test-burst-jam": "",
    "radio-dead": "",
    "wingman-turns-back": "",
    "controller-update": "sortie",
    "cloud-bank": "kept",
    "straggler": "",
    "eyewitness": "kept",
    "mine-shells": "kept",
    "mentioned": "",
}
"""The Random Events that have a rule, each with the duration of its marker."""
SPECIALS = ("", "head-on-master", "practised-jumper", "presses-home", "thirty-millimetre")
LEVELS = ("defeat", "draw", "marginal", "substantial", "decisive")
POSITIONS = (
    "clock-12", "clock-1030", "clock-130", "clock-9", "clock-3", "clock-730", "clock-430", "clock-6",
)  # fmt: skip
"""The places of the Position Chart by number, as they are drawn. [10.5]"""


def rule_of(award: str) -> str:
    """Return the rule by which an award comes. [7.8]"""
    return AWARDS.get(award, "7.8")


def check_names(tables: Any, report: Report) -> None:
    """Report every name that nothing here knows and the pack does not put in words."""
    _check_awards(tables, report)
    for table, rows, known in (
        ("defences", tables.defences.rows, DEFENCES),
        ("quality", tables.quality.effects, QUALITIES),
    ):
        field = "effects" if table == "quality" else "rows"
        _check_said(report, (table, field), rows.items(), known)
    for name in ("early", "late"):
        for _, quality in getattr(tables.quality, name).rows:
            _listed(report, ("quality", name), quality, tables.quality.effects, "a quality with effects")
    _some(report, ("skills", "rows"), tables.skills.rows, "a skill")
    for name, row in tables.skills.rows.items():
        _listed(report, ("skills", "rows", name), name, SKILLS)
        if row.by_series != (name == "expert"):
            report(("skills", "rows", name, "by_series"), "true for expert alone", str(row.by_series).lower())
    for group, manoeuvres in (("standard", STANDARD), ("advanced", ADVANCED)):
        for name in getattr(tables.manoeuvres, group):
            _listed(report, ("manoeuvres", group, name), name, manoeuvres)
    for span, event in tables.random_events.rows.rows:
        place = ("random_events", "rows", str(span), "event")
        _listed(report, place, event.event, EVENTS)
        if event.marker != EVENTS.get(event.event, event.marker):
            report((*place[:3], "marker"), EVENTS[event.event] or "nothing", event.marker or "nothing")
    for name, ace in tables.aces.rows.items():
        _listed(report, ("aces", "rows", name, "special"), ace.special, SPECIALS)
        if ace.rank >= len(getattr(tables.ranks, ace.track)):
            report(("aces", "rows", name, "rank"), f"a rank of the {ace.track} track", str(ace.rank))
    _check_levels(tables, report)
    _check_positions(tables, report)


def _check_awards(tables: Any, report: Report) -> None:
    """Report awards without words, awards listed twice, and counted names that are not awards."""
    rows = [("rows", at, row) for at, row in enumerate(tables.awards.rows)]
    rows += [("grades", at, row) for at, row in enumerate(tables.awards.grades)]
    seen: set[str] = set()
    for field, at, row in rows:
        if row.name in seen:
            report(("awards", field, at, "name"), "each award once", f"{row.name} again")
        if row.name not in AWARDS and row.title is None:
            report(("awards", field, at, "title"), "words for an award that the book does not have", "nothing")
        seen.add(row.name)
    for at, name in enumerate(tables.promotion.counted):
        _listed(report, ("promotion", "counted", at), name, seen, "an award")
    for name in ("bomber", "fighter", "needed"):
        if name not in tables.awards.first_class:
            report(("awards", "first_class"), "bomber, fighter and needed", f"no {name}")


def _check_levels(tables: Any, report: Report) -> None:
    """Report levels of victory out of order, and tracks and bands without a beginning."""
    bands = tables.victory.rows
    for at, band in enumerate(bands):
        _listed(report, ("victory", "rows", at, "name"), band.name, LEVELS)
    if not bands or bands[0].bombers or not _rise([band.bombers for band in bands]):
        report(("victory", "rows"), "bombers that rise from 0", "other numbers")
    if len({band.name for band in bands}) != len(bands):
        report(("victory", "rows"), "each level once", "one twice")
    for track in ("officer", "nco"):
        _some(report, ("ranks", track), getattr(tables.ranks, track), "a rank")
    bands = tables.fatigue.bands
    if not bands or bands[0].start or not _rise([band.start for band in bands]):
        report(("fatigue", "bands"), "levels that rise from 0", "other numbers")
    columns = tables.cards.columns
    if not columns or not _rise(columns):
        report(("cards", "columns"), "firepower that rises", "other numbers")


def _check_positions(tables: Any, report: Report) -> None:
    """Report a Position Chart that is not the eight places that are drawn. [10.5]"""
    rows = tables.positions.rows
    if sorted(rows) != list(range(1, len(POSITIONS) + 1)):
        report(("positions", "rows"), f"the places 1 to {len(POSITIONS)}", ", ".join(str(number) for number in rows))
        return
    for number, row in rows.items():
        if row.name != POSITIONS[number - 1]:
            report(("positions", "rows", number, "name"), POSITIONS[number - 1], row.name)
        for at, near in enumerate(row.adjacent):
            _listed(report, ("positions", "rows", number, "adjacent", at), near, rows, "a place of the chart")
        _listed(report, ("positions", "rows", number, "opposite"), row.opposite, rows, "a place of the chart")


def _check_said(report: Report, place: Place, rows: Iterable[tuple[str, Any]], known: Collection[str]) -> None:
    for name, row in rows:
        if name not in known and row.title is None:
            report((*place, name, "title"), "words for a name that the house does not know", "nothing")


def _listed(report: Report, place: Place, name: Any, known: Collection[Any], what: str = "") -> None:
    if name not in known:
        report(place, what or "one of " + ", ".join(str(one) for one in known if one != ""), str(name))


def _some(report: Report, place: Place, rows: Collection[Any], what: str) -> None:
    if not rows:
        report(place, f"{what} at least", "none")


def _rise(numbers: Iterable[int]) -> bool:
    return all(first < second for first, second in pairwise(numbers))
