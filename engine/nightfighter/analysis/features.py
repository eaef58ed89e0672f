"""Features of the rest of a year of nights, from its log between two weeks, as numbers that a fit can weigh.

A feature is zero where nothing of its kind is left, so all are zero when the year is over. [S campaign]
"""

from __future__ import annotations

from engine.nightfighter.charts.compiled import Charts
from engine.nightfighter.state import PilotCareer, Staffel, State

BETWEEN = ("week", "over")
"""Stages at which a week is done with and no night under way."""
STRENGTH = 9.0
WEEKS = 10.0
"""Divisors that bring features near to one: a Staffel's strength, and weeks of absence."""
FEW = 5
"""Crews or aircraft below which boxes stay empty."""
THIN = 2
"""Kills above a seasoned pilot's least that one loss of his crew may cost."""
FEATURES = (
    "left", "left-2", "left-3", "sly", "helpful",
    "gap", "gap-left", "gap-left-2", "gap-2-left", "line", "late", "late-2", "have", "thin",
    "crews", "crews-2", "able", "aces", "few-crews", "unfit",
    "machines", "machines-2", "late-machines", "radar", "few-machines", "broken",
)  # fmt: skip
"""Names of the features, in the order of `features`: of every year, of a pilot's, of a Staffel's."""


def is_between(state: State) -> bool:
    """Say at a seam whether a year is between two weeks."""
    return state.career is not None and state.career.stage in BETWEEN


def measured(state: State) -> float:
    """Return what a year is measured by: a Staffel and a green pilot by points, a seasoned one by kills. [10.2]"""
    career = state.career
    assert career is not None  # noqa: S101 - a year has one
    if state.staffel is not None:
        return float(state.staffel.points)
    return float(career.points if state.setup.campaign == "green" else career.kills)


def features(state: State, charts: Charts) -> tuple[float, ...]:
    """Return the features that the rest of a year is valued by; zeros when it is over."""
    career, found = state.career, dict.fromkeys(FEATURES, 0.0)
    assert career is not None  # noqa: S101 - a year has one
    if career.stage == "over":
        return tuple(found.values())
    weeks = len(charts.tables.calendar.weeks)
    away = 0 if state.staffel is not None else max(0, career.back_in - career.week, career.well_in - career.week)
    left = max(0, weeks + 1 - career.week - away) / weeks
    found |= {"left": left, "left-2": left**2, "left-3": left**3}
    if state.setup.mode == "blind":
        found |= {level: left * (state.setup.level == level) for level in ("sly", "helpful")}
    if state.staffel is not None:
        found |= _of_staffel(state.staffel, career, charts, left)
    else:
        found |= _of_pilot(state, career, charts, left)
    return tuple(found.values())


def _of_pilot(state: State, career: PilotCareer, charts: Charts, left: float) -> dict[str, float]:
    """Count what a pilot still needs to his goal, what he flies, and what a loss of his crew would cost."""
    rules, green = charts.tables.campaign, state.setup.campaign == "green"
    goal, begun = (rules.points_to_win, 0) if green else (rules.experte_from, rules.seasoned_from)
    gap = max(0.0, goal - measured(state)) / max(1, goal - begun)
    late = career.type == rules.lines[career.line][1]
    over = THIN - (career.kills - rules.seasoned_from)
    return {
        "gap": gap * (left > 0),
        "gap-left": gap * left,
        "gap-left-2": gap * left**2,
        "gap-2-left": gap**2 * left,
        "line": left * (career.line != next(iter(rules.lines))),
        "late": left * late,
        "late-2": left**2 * late,
        "have": left * measured(state) / max(1, goal),
        "thin": 0.0 if green else left * max(0, over) / THIN,
    }


def _of_staffel(staffel: Staffel, career: PilotCareer, charts: Charts, left: float) -> dict[str, float]:
    """Count crews by their standing, and aircraft by what they are, and how long both are away."""
    rules, late = charts.tables.campaign, charts.tables.campaign.lines[charts.tables.staffel.line][1]
    crews, machines = staffel.crews, staffel.machines
    able = sum(crew.kills >= rules.seasoned_from for crew in crews)
    unfit = sum(max(0, crew.well_in - career.week) for crew in crews)
    broken = sum(max(0, machine.back_in - career.week) for machine in machines)
    return {
        "crews": left * len(crews) / STRENGTH,
        "crews-2": left**2 * len(crews) / STRENGTH,
        "able": left * able / STRENGTH,
        "aces": left * sum(crew.kills >= rules.experte_from for crew in crews) / STRENGTH,
        "few-crews": left * max(0, FEW - len(crews)) / FEW,
        "unfit": (left > 0) * unfit / WEEKS,
        "machines": left * len(machines) / STRENGTH,
        "machines-2": left**2 * len(machines) / STRENGTH,
        "late-machines": left * sum(machine.type == late for machine in machines) / STRENGTH,
        "radar": left * sum(machine.radar for machine in machines) / STRENGTH,
        "few-machines": left * max(0, FEW - len(machines)) / FEW,
        "broken": (left > 0) * broken / WEEKS,
    }
