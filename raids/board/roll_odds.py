"""What could have come of a roll before it fell: arithmetic from the charts alone.

All is read from an event as its viewer was told it; nothing else is known here.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.bomber_command.charts.compiled import Charts
from engine.kernel.events import Event, sum_of_mods
from play.games.text import GameText
from play.utils.percent import as_percent

Outcomes = Mapping[Any, Fraction]
WIDTH = 100


class RollMeasure(NamedTuple):
    """One thing that a roll decided: its name, the chance of each outcome, and the one that fell."""

    name: str
    outcomes: Outcomes
    fell: Any


@cache
def sums(sides: tuple[int, ...]) -> Mapping[int, int]:
    """Count the throws of dice by what they come to."""
    found: dict[int, int] = {}
    for faces in product(*(range(1, side + 1) for side in sides)):
        found[sum(faces)] = found.get(sum(faces), 0) + 1
    return found


def outcomes_of(event: Event, outcome: Callable[[int], Any]) -> Outcomes:
    """Return the chance of each outcome, given what a sum of the dice leads to; counts stand in order."""
    totals = sums(tuple(die.sides for die in event.dice))
    found: dict[Any, Fraction] = {}
    for total, often in totals.items():
        result = outcome(total)
        found[result] = found.get(result, Fraction(0)) + Fraction(often, sum(totals.values()))
    counted = all(isinstance(result, int) for result in found)
    return dict(sorted(found.items())) if counted else found


# What fell, kind by kind ---------------------------------------------------------------------------------------------

Reader = Callable[[Event, Charts], list[RollMeasure]]
Rows = Callable[[Event, Charts], Any]


def in_rows(rows: Rows, *names: str) -> Reader:
    """Read a chart by the sum of dice and modifiers; its rows give what is named, one after the other."""

    def read(event: Event, charts: Charts) -> list[RollMeasure]:
        chart, shift = rows(event, charts), sum_of_mods(event.mods)

        def cell(total: int, at: int) -> Any:
            row = chart[total + shift]
            value = row[at] if isinstance(row, (tuple, list)) else row
            return bool(value) if isinstance(event.data[names[at]], bool) else value

        return [
            RollMeasure(name, outcomes_of(event, lambda total, at=at: cell(total, at)), event.data[name])  # type: ignore[misc]
            for at, name in enumerate(names)
        ]

    return read


def by_face(name: str) -> Reader:
    """Read a die whose face is the outcome."""
    return lambda event, charts: [RollMeasure(name, outcomes_of(event, lambda total: total), event.data[name])]


def reaches(name: str, test: Callable[[Event, Charts], Callable[[int], bool]]) -> Reader:
    """Read a roll that does a thing or does not."""
    return lambda event, charts: [RollMeasure(name, outcomes_of(event, test(event, charts)), event.data[name])]


def detection(event: Event, charts: Charts) -> list[RollMeasure]:
    """Read what a detection roll finds above the jamming level. [8.2]"""
    shift = sum_of_mods(event.mods) - event.data["level"]
    rows = charts.tables.detection.rows
    return [RollMeasure("found", outcomes_of(event, lambda total: rows[total + shift]), event.data["found"])]


def infiltration(event: Event, charts: Charts) -> list[RollMeasure]:
    """Read a try to get in; one that a card put an end to was not decided by the roll. [9.4.1]"""
    shift, value = sum_of_mods(event.mods), event.data["value"]
    measure = RollMeasure(
        "inside", outcomes_of(event, lambda total: _inside(total + shift, value)), _inside(event.data["total"], value)
    )
    return [measure] if (measure.fell != "outside") == event.data["inside"] else []


def _inside(total: int, value: int) -> str:
    return "outside" if total < value else "just" if total == value else "whole"


def landing(event: Event, charts: Charts, name: str) -> Any:
    """Return the column of the weather that was landed in. [7.4.2, 7.4.4, 7.6]"""
    return getattr(charts.tables, name).column(charts.weather[event.data["weather"]].column)


def own_flak(event: Event, charts: Charts) -> list[RollMeasure]:
    """Read the die of a unit that dared its own flak; which faces cost a fighter, its card says. [9.6.3]"""
    uses = (use for card in charts.cards.values() for use in card.uses)
    worst = {
        one.value for use in uses for one in use.does if one.effect == "flak-risk" and one.sides == event.dice[0].sides
    }
    return (
        [RollMeasure("hit", outcomes_of(event, lambda total: total <= max(worst)), event.data["hit"])]
        if len(worst) == 1
        else []
    )


def mosquitos(event: Event, charts: Charts) -> list[RollMeasure]:
    """Read a die for each Mosquito claimed, hunted ones first. [9.9.1, 9.9.2]"""
    chart, sides = charts.tables.mosquito_losses, event.dice[0].sides
    found = {0: Fraction(1)}
    for at in range(event.data["claimed"]):
        hit = Fraction(min(sides, chart.hunted if at < event.data["hunted"] else chart.confirmed), sides)
        after: dict[int, Fraction] = {}
        for lost, chance in found.items():
            after[lost] = after.get(lost, Fraction(0)) + chance * (1 - hit)
            after[lost + 1] = after.get(lost + 1, Fraction(0)) + chance * hit
        found = after
    return [
        RollMeasure("confirmed", {lost: chance for lost, chance in found.items() if chance}, event.data["confirmed"])
    ]


def twilight(event: Event, charts: Charts) -> list[RollMeasure]:
    """Read the turn on which twilight begins. [3.4.5]"""
    after = charts.tables.visibility_values.twilight_after
    return [RollMeasure("turn", outcomes_of(event, lambda total: total + after), event.data["turn"])]


def weather(event: Event, charts: Charts) -> list[RollMeasure]:
    """Read whether the weather of the night is bad. [12.1.1]"""
    rows = charts.tables.bad_weather
    return [RollMeasure("bad", outcomes_of(event, lambda total: rows[total] == "bad"), event.data["bad"])]


READERS: Mapping[str, Reader] = {
    "accident.rolled": by_face("losses"),
    "airfield.attacked": reaches(
        "closed",
        lambda event, charts: lambda total: total + sum_of_mods(event.mods) >= charts.tables.airfield_attack.closes_at,
    ),
    "attack.rolled": in_rows(
        lambda event, charts: getattr(charts.tables.combat, event.data["column"]), "losses", "disruption"
    ),
    "british.attack": in_rows(lambda event, charts: charts.tables.combat.gci, "losses", "disruption"),
    "collision.rolled": by_face("losses"),
    "defence.rolled": in_rows(lambda event, charts: charts.tables.defensive_fire.rows, "losses"),
    "detection.rolled": detection,
    "firestorm.rolled": reaches("storm", lambda event, charts: lambda total: total < event.data["fires"]),
    "flak.on-fighter": in_rows(lambda event, charts: charts.tables.combat.gci, "losses"),
    "flak.risked": own_flak,
    "flak.rolled": in_rows(lambda event, charts: charts.tables.flak.rows, "losses", "disruption", "damage"),
    "infiltration.rolled": infiltration,
    "marking.rolled": lambda event, charts: [
        *in_rows(lambda event, charts: charts.tables.marking.drift, "drift")(event, charts),
        *in_rows(lambda event, charts: charts.tables.marking.quality, "quality")(event, charts),
    ],
    "moon.rolled": in_rows(lambda event, charts: charts.tables.moon.rows, "result"),
    "mosquitos.confirmed": mosquitos,
    "quality.rolled": in_rows(lambda event, charts: charts.tables.marking.quality, "quality"),
    "raid.recovered": in_rows(lambda event, charts: landing(event, charts, "recovery"), "losses"),
    "recovery.rolled": in_rows(lambda event, charts: landing(event, charts, "recovery"), "losses", "removed"),
    "scramble.rolled": in_rows(lambda event, charts: landing(event, charts, "scramble"), "losses", "depletes"),
    "twilight.rolled": twilight,
    "unit.star": in_rows(lambda event, charts: charts.tables.star_units, "available"),
    "visibility.rolled": in_rows(lambda event, charts: charts.tables.visibility, "visibility"),
    "weather.rolled": weather,
    "wind.rolled": in_rows(lambda event, charts: charts.tables.tail_wind.rows, "bearing"),
}


def measures_of(event: Event, charts: Charts) -> list[RollMeasure]:
    """Return what a roll could have brought; nothing of one that these charts cannot have brought."""
    read = READERS.get(event.kind)
    if read is None or not event.dice:
        return []
    try:
        found = read(event, charts)
    except (KeyError, AttributeError):  # told by older rules, with other figures
        return []
    return found if all(one.outcomes.get(one.fell) for one in found) else []


# In words ------------------------------------------------------------------------------------------------------------

NAMES: Mapping[str, Any] = {
    "losses": gettext_lazy("Bombers lost"),
    "disruption": gettext_lazy("Disruption"),
    "damage": gettext_lazy("Flak damage"),
    "found": gettext_lazy("Detection finds"),
    "inside": gettext_lazy("Infiltration"),
    "closed": gettext_lazy("The airfield is closed"),
    "hit": gettext_lazy("Its own flak hits it"),
    "storm": gettext_lazy("A firestorm"),
    "drift": gettext_lazy("Drift of the marking"),
    "quality": gettext_lazy("Rows down"),
    "result": gettext_lazy("Moon"),
    "confirmed": gettext_lazy("Mosquitos lost"),
    "removed": gettext_lazy("Out of the fight"),
    "depletes": gettext_lazy("Not all get up"),
    "turn": gettext_lazy("Turn of twilight"),
    "available": gettext_lazy("Available tonight"),
    "visibility": gettext_lazy("Visibility"),
    "bad": gettext_lazy("Bad weather"),
    "bearing": gettext_lazy("Bearing of the wind"),
}
FIGHTERS = gettext_lazy("Nightfighters lost")
OF_FIGHTERS = frozenset(
    ("accident.rolled", "british.attack", "defence.rolled", "flak.on-fighter", "recovery.rolled", "scramble.rolled")
)
INSIDE: Mapping[str, Any] = {
    "outside": gettext_lazy("finds no way in"),
    "just": gettext_lazy("just gets in"),
    "whole": gettext_lazy("gets in whole"),
}


def name_of(kind: str, measure: str) -> str:
    """Name what a roll decides."""
    return str(FIGHTERS if measure == "losses" and kind in OF_FIGHTERS else NAMES[measure])


def said(outcome: Any, words: GameText) -> str:
    """Say one outcome."""
    if isinstance(outcome, bool):
        return _("yes") if outcome else _("no")
    if outcome is None:
        return _("none")
    return str(INSIDE.get(outcome) or words.name(outcome)) if isinstance(outcome, str) else str(outcome)


def raid_opened(event: Event, charts: Charts, words: GameText) -> Mapping[str, Any]:
    """Return the chances that a roll had, each with its bar, and what fell marked."""
    found = [
        {
            "name": name_of(event.kind, one.name),
            "rows": [
                {
                    "said": said(outcome, words),
                    "chance": as_percent(chance.as_integer_ratio()),
                    "bar": round(WIDTH * float(chance), 1),
                    "fell": outcome == one.fell,
                }
                for outcome, chance in one.outcomes.items()
            ],
        }
        for one in measures_of(event, charts)
    ]
    return {"chances": found} if found else {}
