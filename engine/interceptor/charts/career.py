"""The charts of a career: status [A2], skills [B5], events [C1], wounds [C2], replacement aircraft [R1], ace cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec

from engine.interceptor.state import MONTHS
from engine.kernel.packs.schema import ChartRow, ChartTable, Name, PackWords, RollTable

Count = Annotated[int, msgspec.Meta(ge=0, le=200)]
Who = Literal["pilot", "wingman", "gunner"]
Month = Annotated[str, msgspec.Meta(pattern="^(1943-(0[3-9]|1[0-2])|1944-0[12])$", max_length=7)]
"""The months of the year that is flown: `state.MONTHS`."""

# The tables as the files hold them ---------------------------------------------------------------------------------


class AwardRow(ChartRow, frozen=True, kw_only=True):
    """An award that comes with a number of kills, flights or wounds, and whether it is worth a Prestige Point."""

    name: Name
    kills: Count = 0
    flights: Count = 0
    wounds: Count = 0
    prestige: Count = 0
    title: PackWords | None = None


class GradeRow(ChartRow, frozen=True, kw_only=True):
    """A grade of the Knight's Cross: rolled for from so many kills, sure at so many, with or without a journey."""

    name: Name
    kills: Count
    sure: Count
    prestige: Count = 1
    journey: Count = 0
    title: PackWords | None = None


class AwardTable(ChartTable, frozen=True, kw_only=True):
    """Awards in the order in which a debriefing looks at them. [7.8]"""

    rows: tuple[AwardRow, ...]
    grades: tuple[GradeRow, ...]
    first_class: dict[Literal["bomber", "fighter", "needed"], Count]
    """Points of a kill towards the Iron Cross 1st Class."""


class PromotionTable(ChartTable, frozen=True, kw_only=True):
    """Dates, die and modifiers of promotion. [7.9.3]"""

    after: tuple[Month, ...]
    success: Count
    knights_cross: int
    each_ten_kills: int
    each_award: int
    counted: tuple[str, ...]


class RankRow(ChartRow, frozen=True, kw_only=True):
    """A rank and what it brings."""

    name: Name
    prestige: Count = 0
    free_transfer: Count = 0
    scrounge: Annotated[int, msgspec.Meta(ge=0, le=6)] | None = None
    """The lowest die that repairs in time; 1 repairs always."""
    replacement_experience: Count = 0


class RankTable(ChartTable, frozen=True, kw_only=True):
    """Both tracks. [7.9.1, 7.9.2]"""

    officer: tuple[RankRow, ...]
    nco: tuple[RankRow, ...]


class CostTable(ChartTable, frozen=True, kw_only=True):
    """Prices in Prestige Points. [8.1]"""

    same_series: Count
    other_series: Count
    transfer: Count
    crewman: Count
    no_repair: Count
    highest_level: Count


class LostTable(ChartTable, frozen=True, kw_only=True):
    """Sorties lost by cause. [4.6.1, 7.4, 7.6, 9.3]"""

    transfer: Count
    series: Count
    repair: Count
    rough: Count
    forced: Count
    bail_out: Count
    light_wound: Count
    leave: Count


class RepairTable(ChartTable, frozen=True, kw_only=True):
    """Hits from which a sortie is lost, and from which the aircraft is written off. [7.4.2]"""

    lose_from: Count
    write_off_from: Count


class ExperienceTable(ChartTable, frozen=True, kw_only=True):
    """Experience Points at the start and by sorties. [7.2.3.3, 7.7]"""

    officer: Count
    nco: Count
    wingman: Count
    gunner: Count
    sorties: Annotated[int, msgspec.Meta(ge=1)]
    sorties_when_led: Annotated[int, msgspec.Meta(ge=1)]
    bought_crewman: Count


class FatigueBand(ChartRow, frozen=True, kw_only=True):
    """Modifiers to rolls for a level of fatigue."""

    start: Count
    parachute: int = 0
    landing: int = 0
    initiative: int = 0


class FatigueTable(ChartTable, frozen=True, kw_only=True):
    """Fatigue gained and lost, and its effects. [10.3]"""

    flown: int
    not_flown: int
    bands: tuple[FatigueBand, ...]


class BandRow(ChartRow, frozen=True, kw_only=True):
    """A victory level: from so many bombers."""

    name: Name
    bombers: Count


class VictoryTable(ChartTable, frozen=True, kw_only=True):
    """Victory levels by bombers. [5.2.1]"""

    rows: tuple[BandRow, ...]


class SkillRow(ChartRow, frozen=True, kw_only=True):
    """A skill: its cost, who may buy it, and the manoeuvre that must be learned before."""

    cost: Annotated[int, msgspec.Meta(ge=1, le=10)]
    who: tuple[Who, ...]
    after: str = ""
    by_series: bool = False
    optional: bool = False


class SkillTable(ChartTable, frozen=True, kw_only=True):
    """Skills by name. [7.7, 10.6]"""

    rows: dict[Name, SkillRow]


class RandomEventRow(ChartRow, frozen=True, kw_only=True):
    """A Random Event: what happens, and whether it is a marker to keep, for the sortie or until it is used."""

    event: str
    marker: Literal["", "sortie", "kept"] = ""
    prestige: Count = 0


class WoundRow(ChartRow, frozen=True, kw_only=True):
    """Sorties missed."""

    sorties: Count


class ReplacementTable(ChartTable, frozen=True, kw_only=True):
    """Types by month and series, each with the highest die that offers it. [4.6.4]"""

    months: dict[Month, dict[Name, dict[Name, Annotated[int, msgspec.Meta(ge=1, le=10)]]]]


class AceRow(ChartRow, frozen=True, kw_only=True):
    """A Historical Ace card: where he starts, what he has, and the total that he is measured by."""

    track: Literal["officer", "nco"]
    rank: Count
    unit: Annotated[int, msgspec.Meta(ge=1, le=23)]
    kills: Count
    bombers: Count
    awards: tuple[str, ...]
    wounds: Count = 0
    level: Annotated[int, msgspec.Meta(ge=0, le=7)]
    experience: Count
    skills: tuple[str, ...]
    special: str = ""
    allowed: str = ""
    """A type that he may fly whatever his level."""
    first_month: Month | None = None
    total: Count
    total_bombers: Count


class AceTable(ChartTable, frozen=True, kw_only=True):
    """Ace cards by name. [10.2]"""

    rows: dict[Name, AceRow]


class CareerTables(msgspec.Struct, frozen=True, kw_only=True):
    """All tables of a career; the schema of the whole pack holds them beside its own."""

    awards: AwardTable
    promotion: PromotionTable
    ranks: RankTable
    prestige_costs: CostTable
    sorties_lost: LostTable
    repair: RepairTable
    experience: ExperienceTable
    fatigue: FatigueTable
    victory: VictoryTable
    skills: SkillTable
    random_events: RollTable[RandomEventRow]
    serious_wound: RollTable[WoundRow]
    replacement: ReplacementTable
    aces: AceTable


# Ready for use -----------------------------------------------------------------------------------------------------


class Lesson(msgspec.Struct, frozen=True, gc=False):
    """A skill as one of the crew may learn it: the order that buys it, and Expert in the series that he flies. [7.7]"""

    skill: str
    order: str
    cost: int
    after: str


class CareerCharts:
    """The same tables as rules look things up in them."""

    def __init__(self, tables: CareerTables, series: Iterable[str]) -> None:
        self.awards = tables.awards.rows
        self.grades = tables.awards.grades
        self.clasp_flights = frozenset(row.flights for row in self.awards if row.flights)
        self.first_class = tables.awards.first_class
        self.said = {row.name: row.title for row in self.awards if row.title is not None}
        self.said |= {row.name: row.title for row in self.grades if row.title is not None}
        self.promotion = tables.promotion
        self.promotion_months = tuple(MONTHS.index(month) for month in tables.promotion.after)
        self.ranks = {"officer": tables.ranks.officer, "nco": tables.ranks.nco}
        self.costs = tables.prestige_costs
        self.lost = tables.sorties_lost
        self.repair = tables.repair
        self.experience = tables.experience
        self.fatigue = tables.fatigue
        self.fatigue_bands = tables.fatigue.bands[::-1]
        self.victory = tables.victory.rows
        self.skills = tables.skills.rows
        self.lessons = {
            (who, flown, optional): tuple(self._lessons(who, flown, optional))
            for who in ("pilot", "wingman", "gunner")
            for flown in series
            for optional in (False, True)
        }
        dearest = max(row.cost for row in self.skills.values())
        self._within = {
            key: [tuple(one for one in lessons if one.cost <= points) for points in range(dearest)]
            for key, lessons in self.lessons.items()
        }
        self.random_events = tables.random_events
        self.serious_wound = tables.serious_wound
        self.replacements: tuple[Mapping[str, Mapping[str, int]], ...] = tuple(
            tables.replacement.months[month] for month in MONTHS
        )
        self.aces = tables.aces.rows

    def within(self, points: int, who: str, series: str, optional: bool) -> tuple[Lesson, ...]:
        """Return the lessons that so many Experience Points would pay for: mostly none. [7.7]"""
        lessons = self._within[who, series, optional]
        return lessons[points] if points < len(lessons) else self.lessons[who, series, optional]

    def _lessons(self, who: str, series: str, optional: bool) -> Iterator[Lesson]:
        """Give what is taught to one of the crew who flies this series, with the manoeuvres or without. [7.7, 10.6]"""
        for name, row in self.skills.items():
            if who in row.who and (optional or not row.optional):
                skill = f"{name}:{series}" if row.by_series else name
                yield Lesson(skill, f"skill:{who}:{skill}", row.cost, row.after)


def check_career(tables: CareerTables, models: Any, report: Any) -> None:
    """Tell what does not fit between these tables and the aircraft, and within them."""
    for month in MONTHS:
        row = tables.replacement.months.get(month)
        if row is None:
            report(("replacement", "months"), f"a row for {month}", "none")
            continue
        for series, types in row.items():
            for model in types:
                if model not in models or models[model].series != series:
                    report(("replacement", "months", month, series, model), f"a type of the {series} series", model)
    for name, skill in tables.skills.rows.items():
        if skill.after and skill.after not in tables.skills.rows:
            report(("skills", "rows", name, "after"), "a skill", skill.after)
    awards = {row.name for row in tables.awards.rows} | {row.name for row in tables.awards.grades}
    for ace, card in tables.aces.rows.items():
        if card.allowed and card.allowed not in models:
            report(("aces", "rows", ace, "allowed"), "a type", card.allowed)
        for place, award in enumerate(card.awards):
            if award not in awards:
                report(("aces", "rows", ace, "awards", place), "an award", award)
        for place, held in enumerate(card.skills):
            if held.partition(":")[0] not in tables.skills.rows:
                report(("aces", "rows", ace, "skills", place), "a skill", held)
