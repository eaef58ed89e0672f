"""The tabletop log: nights of the printed game are entered, and the rules of the year follow.

A pilot's week is one sheet: whether he flew, the sky, the card, his kills and his return. A Staffel's cards and patrols
are drawn and placed here, and each night is a sheet. Each impossible entry is reported with its field, a code, the rule
and figures. Landings and injuries are rolled here, or taken from the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Annotated, Any, Literal, Protocol, TypeVar

import msgspec

from engine.kernel.decisions import AnswerForm, Fault, Flow
from engine.kernel.table import with_faces
from engine.nightfighter.charts.schema import in_ranks
from engine.nightfighter.events.combat import BomberShotDown
from engine.nightfighter.events.years import CareerCard, CareerRaid, CareerSky, LogNight, LogWeek
from engine.nightfighter.questions import LogNightQuestion, LogWeekQuestion
from engine.nightfighter.rules.career import pilot_year as pilots
from engine.nightfighter.rules.career.pilot_year import CARDS, JOKERS, RULE, YearContext
from engine.nightfighter.state import PLAYER, AttackerCounter, FighterCounter, Setup, WeekLog

TABLETOP = "tabletop"
MOST_BOMBERS = 12
Face = Annotated[int, msgspec.Meta(ge=0, le=6)]
"""A face of a die; 0, and it is thrown here."""
RaidSummary = tuple[int, bool, bool]
"""Bombers of a raid, whether it is massive, and whether it flies low."""


def tabletop_faults(setup: Setup) -> list[Fault]:
    """Find what prevents a set-up from being a tabletop log: a single night has none."""
    single = setup.mode == TABLETOP and setup.campaign == "none"
    return [Fault("mode", "tabletop-year", RULE)] if single else []


# The sheets --------------------------------------------------------------------------------------------------------


class WrittenLoss(Protocol):
    """The number of bombers of a type shot down."""

    type: str
    count: int


class WrittenNight(Protocol):
    """A night as it was written down; each month has a type of its own, with the bombers that come."""

    fallen: list[WrittenLoss]
    hits: int
    lost: bool
    injury: tuple[int, int, int, int]


class WrittenWeek(WrittenNight, Protocol):
    """A pilot's week as it was written down."""

    flew: bool
    visibility: Literal["good", "moderate", "poor"]
    cloud: Literal["none", "cloudy"]
    moon_up: bool
    card: str
    landing: tuple[int, int]


SheetT = TypeVar("SheetT", bound=WrittenNight)


@cache
def sheet_types(types: tuple[str, ...]) -> tuple[type[msgspec.Struct], type[msgspec.Struct]]:
    """Return the types of a week's and a night's sheet, with the bombers that they may name."""
    named = Annotated[str, msgspec.Meta(max_length=40, extra_json_schema={"examples": list(types)})]
    count = Annotated[int, msgspec.Meta(ge=1, le=MOST_BOMBERS)]
    fallen = msgspec.defstruct("Fallen", [("type", named), ("count", count, 1)], forbid_unknown_fields=True)
    night: list[Any] = [
        ("fallen", list[fallen], []),  # type: ignore[valid-type]
        ("hits", Annotated[int, msgspec.Meta(ge=0, le=20)], 0),
        ("lost", bool, False),
        ("injury", tuple[Face, Face, Face, Face], (0, 0, 0, 0)),
    ]
    week: list[Any] = [
        ("flew", bool, True),
        ("visibility", Literal["good", "moderate", "poor"], "moderate"),
        ("cloud", Literal["none", "cloudy"], "none"),
        ("moon_up", bool, False),
        ("card", Annotated[str, msgspec.Meta(max_length=3)], ""),
        *night,
        ("landing", tuple[Face, Face], (0, 0)),
    ]
    return (
        msgspec.defstruct("WeekSheet", week, forbid_unknown_fields=True),
        msgspec.defstruct("NightSheet", night, forbid_unknown_fields=True),
    )


def bombers_of(year: YearContext) -> tuple[str, ...]:
    """Name the bombers that come this month. [S, pilot campaign]"""
    return tuple([mix for mix in year.tables.raids.mixes if mix.since <= year.month][-1].types)


def raid_of(card: str, year: YearContext) -> RaidSummary:
    """Return the number of bombers of a card. [S, pilot campaign]"""
    raids, rank, suit = year.tables.raids, card[:-1], card[-1]
    low = suit == raids.low_suit and rank in raids.low_ranks
    if rank in raids.massive:
        return 3 * raids.massive[rank], True, low
    return next(size.bombers for ranks, size in raids.normal.items() if in_ranks(rank, ranks)), False, low


# Impossible entries ------------------------------------------------------------------------------------------------


def check_night(sheet: WrittenNight, year: YearContext, raid: RaidSummary) -> Iterator[Fault]:
    """Name what cannot have happened in a night. [11.0, A7.1]"""
    size, _massive, low = raid
    known, raids = bombers_of(year), year.tables.raids
    for place, one in enumerate(sheet.fallen):
        if one.type not in known:
            yield Fault(f"fallen[{place}].type", "type-unknown", RULE, {"type": one.type, "types": list(known)})
        elif low and one.type in raids.not_low:
            yield Fault(f"fallen[{place}].type", "type-not-low", RULE, {"type": one.type})
    fell = sum(one.count for one in sheet.fallen)
    if fell > size:
        yield Fault("fallen", "too-many", RULE, {"most": size, "got": fell})
    damage = damage_of(year)
    if sheet.hits >= damage and not sheet.lost:
        yield Fault("hits", "hits-lost", "11.0", {"most": damage - 1})


def check_week(sheet: WrittenWeek, year: YearContext) -> Iterator[Fault]:
    """Name what cannot have happened in a pilot's week. [S, pilot campaign]"""
    data = sheet.fallen or sheet.hits or sheet.lost
    if not sheet.flew:
        if not year.green:
            yield Fault("flew", "must-fly", RULE)
        if sheet.card or data or any(sheet.landing):
            yield Fault("flew", "stayed-down", RULE)
        return
    if sheet.moon_up and year.weeks[year.career.week - 1].moon == "none":
        yield Fault("moon_up", "no-moon-this-week", RULE)
    if sheet.card and sheet.card not in CARDS:
        yield Fault("card", "card-unknown", RULE, {"card": sheet.card})
        return
    if sheet.card and sheet.card not in pilots.raids_of(year.career).pile:
        yield Fault("card", "card-drawn", RULE, {"card": sheet.card})
    if not sheet.card or sheet.card in JOKERS:
        if data:
            yield Fault("card", "no-raid", RULE)
    else:
        yield from check_night(sheet, year, raid_of(sheet.card, year))
    yield from check_dice(sheet)


def check_dice(sheet: WrittenWeek) -> Iterator[Fault]:
    """Name dice that nobody throws. [A7.1]"""
    if sheet.lost and any(sheet.landing):
        yield Fault("landing", "no-landing", "A7.1")
    if any(sheet.landing) and not all(sheet.landing):
        yield Fault("landing", "two-dice", "A7.1")
    if any(sheet.injury) and not sheet.lost and not all(sheet.landing):
        yield Fault("injury", "injury-first", "A7.1")


def damage_of(year: YearContext) -> int:
    """Return the hits that bring his aircraft down. [11.0]"""
    return year.charts.nightfighters[year.career.type].damage


# Writing down ------------------------------------------------------------------------------------------------------


def write_week(year: YearContext) -> Flow[None]:
    """Take a pilot's week down; one that he misses is counted off. [S, pilot campaign]"""
    career = year.career
    pilots.turn_page(year)
    if pilots.is_away(year):
        return
    week = year.weeks[career.week - 1]
    question = LogWeekQuestion(week=career.week, monday=week.monday, moon=week.moon, type=career.type)
    form = form_of(year, sheet_types(bombers_of(year))[0], check_week, any_week)
    sheet = yield year.table.ask_form(PLAYER, question, form, f"sheet/{career.week}", RULE)
    year.table.tell(msgspec.convert(sheet, LogWeek, from_attributes=True), RULE)
    if not sheet.flew:
        pilots.end_week(year, WeekLog(career.week, "stayed"))
        return
    career.visibility, career.cloud, career.moon_up = sheet.visibility, sheet.cloud, sheet.moon_up
    year.table.tell(CareerSky(visibility=sheet.visibility, cloud=sheet.cloud, moon_up=sheet.moon_up), RULE)
    career.card = ""
    if sheet.card:
        pilots.raids_of(career).pile.remove(sheet.card)
        year.table.tell(CareerCard(card=sheet.card, joker=sheet.card in JOKERS), RULE)
        career.card = "" if sheet.card in JOKERS else sheet.card
    if career.card:
        size, massive, low = raid_of(career.card, year)
        career.low = low
        title = "Dunaja" if career.card[-1] == pilots.HEARTS else "Himmelbett"
        year.table.tell(
            CareerRaid(card=career.card, title=title, bombers=size, low=low, massive=massive, jamming="none"), RULE
        )
        place_counters(year, sheet)
    year.table = with_faces(year.table, faces_of(sheet, landing=sheet.landing))
    pilots.come_home(year)
    year.state.fighters, year.state.bombers = [], []


def write_night(year: YearContext) -> Flow[None]:
    """Take down a night of a Staffel's crew, whose raid was drawn here. [S, campaign]"""
    log = year.career
    raid = raid_of(log.card, year)
    question = LogNightQuestion(week=log.week, card=log.card, bombers=raid[0], type=log.type, pilot=year.pilot)

    def check(sheet: WrittenNight, year: YearContext) -> Iterator[Fault]:
        return check_night(sheet, year, raid)

    form = form_of(year, sheet_types(bombers_of(year))[1], check, any_night)
    sheet = yield year.table.ask_form(PLAYER, question, form, f"sheet/{log.week}/{log.card}", RULE)
    year.table.tell(msgspec.convert(sheet, LogNight, from_attributes=True), RULE)
    place_counters(year, sheet)
    year.table = with_faces(year.table, faces_of(sheet))


def place_counters(year: YearContext, sheet: WrittenNight) -> None:
    """Lay the counters down as the night has left them, for the debriefing to read."""
    state = year.state
    fighter = FighterCounter("F1", year.career.type, 0, year.pilot, "", "", [])
    fighter.hits, fighter.status = sheet.hits, "lost" if sheet.lost else "exited"
    state.fighters, state.bombers = [fighter], []
    for one in sheet.fallen:
        for _place in range(one.count):
            number = len(state.bombers)
            state.bombers.append(AttackerCounter(one.type, 0, number, "stream", status="destroyed"))
            year.table.tell(BomberShotDown(fighter="F1", contact=0, type=one.type), "11.0")


def faces_of(sheet: WrittenNight, **more: Iterable[int]) -> dict[str, list[int]]:
    """Return the dice that were thrown on the table, by what they are for; those after the first gap are not."""
    found = {}
    thrown: dict[str, Iterable[int]] = {"injury": sheet.injury, **more}
    for stream, dice in thrown.items():
        given = list(dice)
        found[stream] = given[: given.index(0)] if 0 in given else given
    return found


# The form ----------------------------------------------------------------------------------------------------------


def form_of(
    year: YearContext,
    typed: type[msgspec.Struct],
    check: Callable[[SheetT, YearContext], Iterator[Fault]],
    example: Callable[[YearContext, Callable[[int], int]], dict[str, object]],
) -> AnswerForm:
    """Return the form of a sheet, with its validator and an example for those who play at random."""

    def faults(sheet: SheetT) -> list[Fault]:
        return list(check(sheet, year))

    def any_sheet(draw: Callable[[int], int]) -> object:
        return msgspec.convert(example(year, draw), typed)

    return AnswerForm(typed.__name__, typed, faults, any_sheet)


def any_night(year: YearContext, draw: Callable[[int], int]) -> dict[str, object]:
    """Make up a night: sometimes a bomber falls, now and then the fighter."""
    types = [one for one in bombers_of(year) if one not in year.tables.raids.not_low]
    lost = draw(12) == 1
    fell = [{"type": types[draw(len(types)) - 1], "count": 1}] if draw(3) == 1 else []
    hits = min(draw(3) - 1, damage_of(year) - 1)
    return {"fallen": fell, "hits": damage_of(year) if lost else hits, "lost": lost}


def any_week(year: YearContext, draw: Callable[[int], int]) -> dict[str, object]:
    """Make up a week that can have happened."""
    if year.green and draw(2) == 1:
        return {"flew": False}
    sky: dict[str, object] = {
        "visibility": ("good", "moderate", "poor")[draw(3) - 1],
        "cloud": ("none", "cloudy")[draw(2) - 1],
    }
    if draw(2) == 1:
        return sky | {"landing": [draw(6), draw(6)]} if draw(2) == 1 else sky
    pile = pilots.raids_of(year.career).pile
    card = pile[draw(len(pile)) - 1]
    return sky | {"card": card} | ({} if card in JOKERS else any_night(year, draw))
