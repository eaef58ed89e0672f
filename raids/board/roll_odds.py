"""Chances of a roll before it fell: arithmetic from the charts alone.

All input comes from an event as its viewer received it.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import NamedTuple, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.bomber_command import events
from engine.bomber_command.charts.compiled import Charts
from engine.kernel.events import Event, EventData, sum_of_mods
from play.games.text import EventT, GameText, Sentence
from play.utils.percent import as_percent

Cell = int | str | None
"""Value of a chart and possible result of a roll: a yes or no is a number, too."""
Outcomes = Mapping[Cell, Fraction]
WIDTH = 100


class ChartRows(Protocol):
    """A chart that is read by a sum of dice and modifiers."""

    def __getitem__(self, total: int, /) -> Cell | tuple[Cell, ...]:
        """Return the row of a sum."""


class RollMeasure(NamedTuple):
    """One thing that a roll decided: its name, the chance of each outcome, and the one that fell."""

    name: str
    outcomes: Outcomes
    fell: Cell


@cache
def sums(sides: tuple[int, ...]) -> Mapping[int, int]:
    """Count the throws of dice by what they come to."""
    found: dict[int, int] = {}
    for faces in product(*(range(1, side + 1) for side in sides)):
        found[sum(faces)] = found.get(sum(faces), 0) + 1
    return found


def outcomes_of(roll: Event, outcome: Callable[[int], Cell]) -> Outcomes:
    """Return the chance of each outcome, given the result of each sum; counts are in order."""
    totals = sums(tuple(die.sides for die in roll.dice))
    throws: dict[Cell, int] = {}
    for total, often in totals.items():
        result = outcome(total)
        throws[result] = throws.get(result, 0) + often
    of = sum(totals.values())
    found = {result: Fraction(often, of) for result, often in throws.items()}
    counts = [result for result in found if isinstance(result, int)]
    return {count: found[count] for count in sorted(counts)} if len(counts) == len(found) else found


# Draws, kind by kind -------------------------------------------------------------------------------------------------

Reader = Callable[[EventT, Event, Charts], list[RollMeasure]]
"""Reads a roll: its public events, the event with its dice and modifiers, and the charts."""
AnyReader = Callable[[Event, Charts], list[RollMeasure]]


def reads(kind: type[EventT], read: Reader[EventT]) -> dict[type[EventData], AnyReader]:
    """Return the entry of a kind of event that is read by a function."""

    def reader(roll: Event, charts: Charts) -> list[RollMeasure]:
        return read(roll.data, roll, charts) if isinstance(roll.data, kind) else []

    return {kind: reader}


def in_rows(
    kind: type[EventT], rows: Callable[[EventT, Charts], ChartRows], fell: Callable[[EventT], Mapping[str, Cell]]
) -> dict[type[EventData], AnyReader]:
    """Read a chart by the sum of dice and modifiers; its rows give what fell by name, one after the other."""

    def read(event: EventT, roll: Event, charts: Charts) -> list[RollMeasure]:
        chart, shift = rows(event, charts), sum_of_mods(roll.mods)

        def cell(total: int, *, at: int, is_yes: bool) -> Cell:
            row = chart[total + shift]
            value = row[at] if isinstance(row, tuple) else row
            return bool(value) if is_yes else value

        return [
            RollMeasure(name, outcomes_of(roll, partial(cell, at=at, is_yes=isinstance(value, bool))), value)
            for at, (name, value) in enumerate(fell(event).items())
        ]

    return reads(kind, read)


def by_face(kind: type[EventT], name: str, fell: Callable[[EventT], int]) -> dict[type[EventData], AnyReader]:
    """Read a die whose face is the outcome."""

    def read(event: EventT, roll: Event, charts: Charts) -> list[RollMeasure]:
        return [RollMeasure(name, outcomes_of(roll, lambda total: total), fell(event))]

    return reads(kind, read)


def airfield(event: events.AirfieldAttacked, roll: Event, charts: Charts) -> list[RollMeasure]:
    """Read an attack on an airfield. [9.2.5]"""
    need = charts.tables.airfield_attack.closes_at - sum_of_mods(roll.mods)
    return [RollMeasure("closed", outcomes_of(roll, lambda total: total >= need), event.closed)]


def firestorm(event: events.FirestormRolled, roll: Event, charts: Charts) -> list[RollMeasure]:
    """Read whether an area burns in a storm. [10.5.5]"""
    return [RollMeasure("storm", outcomes_of(roll, lambda total: total < event.fires), event.storm)]


def detection(event: events.DetectionRolled, roll: Event, charts: Charts) -> list[RollMeasure]:
    """Read what a detection roll finds above the jamming level. [8.2]"""
    shift = sum_of_mods(roll.mods) - event.level
    rows = charts.tables.detection.rows
    return [RollMeasure("found", outcomes_of(roll, lambda total: rows[total + shift]), event.found)]


def infiltration(event: events.InfiltrationRolled, roll: Event, charts: Charts) -> list[RollMeasure]:
    """Read a try to get in; one that a card put an end to was not decided by the roll. [9.4.1]"""
    shift, value = sum_of_mods(roll.mods), event.value
    fell = _inside(event.total, value)
    measure = RollMeasure("inside", outcomes_of(roll, lambda total: _inside(total + shift, value)), fell)
    return [measure] if (fell != "outside") == event.inside else []


def _inside(total: int, value: int) -> str:
    return "outside" if total < value else "just" if total == value else "whole"


def marking(event: events.MarkingRolled, roll: Event, charts: Charts) -> list[RollMeasure]:
    """Read both columns of the marking. [10.3.2]"""
    chart, shift = charts.tables.marking, sum_of_mods(roll.mods)
    return [
        RollMeasure("drift", outcomes_of(roll, lambda total: chart.drift[total + shift]), event.drift),
        RollMeasure("quality", outcomes_of(roll, lambda total: chart.quality[total + shift]), event.quality),
    ]


def own_flak(event: events.FlakRisked, roll: Event, charts: Charts) -> list[RollMeasure]:
    """Read the die of a unit that dared its own flak; which faces cost a fighter, its card says. [9.6.3]"""
    uses = (use for card in charts.cards.values() for use in card.uses)
    worst = {
        one.value for use in uses for one in use.does if one.effect == "flak-risk" and one.sides == roll.dice[0].sides
    }
    if len(worst) != 1:
        return []
    return [RollMeasure("hit", outcomes_of(roll, lambda total: total <= max(worst)), event.hit)]


def mosquitos(event: events.MosquitosConfirmed, roll: Event, charts: Charts) -> list[RollMeasure]:
    """Read a die for each Mosquito claimed, hunted ones first. [9.9.1, 9.9.2]"""
    chart, sides = charts.tables.mosquito_losses, roll.dice[0].sides
    found = {0: Fraction(1)}
    for at in range(event.claimed):
        hit = Fraction(min(sides, chart.hunted if at < event.hunted else chart.confirmed), sides)
        after: dict[int, Fraction] = {}
        for lost, chance in found.items():
            after[lost] = after.get(lost, Fraction(0)) + chance * (1 - hit)
            after[lost + 1] = after.get(lost + 1, Fraction(0)) + chance * hit
        found = after
    return [RollMeasure("confirmed", {lost: chance for lost, chance in found.items() if chance}, event.confirmed)]


def twilight(event: events.TwilightRolled, roll: Event, charts: Charts) -> list[RollMeasure]:
    """Read the turn on which twilight begins. [3.4.5]"""
    after = charts.tables.visibility_values.twilight_after
    return [RollMeasure("turn", outcomes_of(roll, lambda total: total + after), event.turn)]


def weather(event: events.BadWeatherRolled, roll: Event, charts: Charts) -> list[RollMeasure]:
    """Read whether the weather of the night is bad. [12.1.1]"""
    rows = charts.tables.bad_weather
    return [RollMeasure("bad", outcomes_of(roll, lambda total: rows[total] == "bad"), event.bad)]


def _landing(event: events.RaidRecovered | events.RecoveryRolled, charts: Charts) -> ChartRows:
    """Return the column of the weather that was landed in. [7.4.4, 7.6]"""
    return charts.tables.recovery.column(charts.weather[event.weather].column)


READERS: Mapping[type[EventData], AnyReader] = {
    **by_face(events.AccidentRolled, "losses", lambda event: event.losses),
    **reads(events.AirfieldAttacked, airfield),
    **in_rows(
        events.AttackRolled,
        lambda event, charts: charts.tables.combat.column(event.column),
        lambda event: {"losses": event.losses, "disruption": event.disruption},
    ),
    **in_rows(
        events.BritishAttackRolled,
        lambda event, charts: charts.tables.combat.gci,
        lambda event: {"losses": event.losses, "disruption": event.disruption},
    ),
    **by_face(events.CollisionRolled, "losses", lambda event: event.losses),
    **in_rows(
        events.DefenceRolled,
        lambda event, charts: charts.tables.defensive_fire.rows,
        lambda event: {"losses": event.losses},
    ),
    **reads(events.DetectionRolled, detection),
    **reads(events.FirestormRolled, firestorm),
    **in_rows(
        events.FlakOnFighterRolled,
        lambda event, charts: charts.tables.combat.gci,
        lambda event: {"losses": event.losses},
    ),
    **reads(events.FlakRisked, own_flak),
    **in_rows(
        events.RaidFlakRolled,
        lambda event, charts: charts.tables.flak.rows,
        lambda event: {"losses": event.losses, "disruption": event.disruption, "damage": event.damage},
    ),
    **reads(events.InfiltrationRolled, infiltration),
    **reads(events.MarkingRolled, marking),
    **in_rows(events.MoonRolled, lambda event, charts: charts.tables.moon.rows, lambda event: {"result": event.result}),
    **reads(events.MosquitosConfirmed, mosquitos),
    **in_rows(
        events.QualityRolled,
        lambda event, charts: charts.tables.marking.quality,
        lambda event: {"quality": event.quality},
    ),
    **in_rows(events.RaidRecovered, _landing, lambda event: {"losses": event.losses}),
    **in_rows(events.RecoveryRolled, _landing, lambda event: {"losses": event.losses, "removed": event.removed}),
    **in_rows(
        events.ScrambleRolled,
        lambda event, charts: charts.tables.scramble.column(charts.weather[event.weather].column),
        lambda event: {"losses": event.losses, "depletes": event.depletes},
    ),
    **reads(events.TwilightRolled, twilight),
    **in_rows(
        events.StarUnitRolled,
        lambda event, charts: charts.tables.star_units,
        lambda event: {"available": event.available},
    ),
    **in_rows(
        events.VisibilityRolled,
        lambda event, charts: charts.tables.visibility,
        lambda event: {"visibility": event.visibility},
    ),
    **reads(events.BadWeatherRolled, weather),
    **in_rows(
        events.WindRolled, lambda event, charts: charts.tables.tail_wind.rows, lambda event: {"bearing": event.bearing}
    ),
}


def measures_of(event: Event, charts: Charts) -> list[RollMeasure]:
    """Return what a roll could have brought; nothing of one that these charts cannot have brought."""
    read = READERS.get(type(event.data))
    if read is None or not event.dice:
        return []
    try:
        found = read(event, charts)
    except (KeyError, AttributeError):  # written by older rules, with other figures
        return []
    return found if all(one.outcomes.get(one.fell) for one in found) else []


# In words ------------------------------------------------------------------------------------------------------------

NAMES: Mapping[str, Sentence] = {
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
    "depletes": gettext_lazy("Depleted on take-off"),
    "turn": gettext_lazy("Turn of twilight"),
    "available": gettext_lazy("Available tonight"),
    "visibility": gettext_lazy("Visibility"),
    "bad": gettext_lazy("Bad weather"),
    "bearing": gettext_lazy("Bearing of the wind"),
}
FIGHTERS = gettext_lazy("Nightfighters lost")
OF_FIGHTERS = (
    events.AccidentRolled,
    events.BritishAttackRolled,
    events.DefenceRolled,
    events.FlakOnFighterRolled,
    events.RecoveryRolled,
    events.ScrambleRolled,
)
INSIDE: Mapping[str, Sentence] = {
    "outside": gettext_lazy("finds no way in"),
    "just": gettext_lazy("gets in, one strength lost"),
    "whole": gettext_lazy("gets in whole"),
}


class OutcomeShown(NamedTuple):
    """One outcome in words, its chance in a hundred and how long its bar is, and whether it fell."""

    said: str
    chance: str
    bar: float
    fell: bool


class MeasureShown(NamedTuple):
    """One thing that a roll decided, with the rows of its table."""

    name: str
    rows: list[OutcomeShown]


def name_of(event: EventData, measure: str) -> str:
    """Name what a roll decides."""
    return str(FIGHTERS if measure == "losses" and isinstance(event, OF_FIGHTERS) else NAMES[measure])


def said(outcome: Cell, words: GameText) -> str:
    """Say one outcome."""
    if isinstance(outcome, bool):
        return _("yes") if outcome else _("no")
    if outcome is None:
        return _("none")
    return str(INSIDE.get(outcome) or words.name(outcome)) if isinstance(outcome, str) else str(outcome)


def chances_of(event: Event, charts: Charts, words: GameText) -> list[MeasureShown]:
    """Return the chances that a roll had, each with its bar, and what fell marked."""
    return [
        MeasureShown(
            name_of(event.data, one.name),
            [
                OutcomeShown(
                    said(outcome, words),
                    as_percent(chance.as_integer_ratio()),
                    round(WIDTH * float(chance), 1),
                    outcome == one.fell,
                )
                for outcome, chance in one.outcomes.items()
            ],
        )
        for one in measures_of(event, charts)
    ]


def raid_opened(event: Event, charts: Charts, words: GameText) -> Mapping[str, list[MeasureShown]]:
    """Return what an opened line of the log shows of a roll."""
    found = chances_of(event, charts, words)
    return {"chances": found} if found else {}
