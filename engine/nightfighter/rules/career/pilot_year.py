"""A pilot's year: June 1942 to May 1943 week by week, as a green pilot or a seasoned one. [S, pilot campaign]"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from math import ceil

from engine.kernel.decisions import Flow
from engine.kernel.decks import NEVER, Deck, deck
from engine.kernel.events import Mod
from engine.kernel.table import Table
from engine.nightfighter.charts.compiled import Charts
from engine.nightfighter.charts.scenarios import Scenario
from engine.nightfighter.charts.schema import (
    Aim,
    AttackerForce,
    Carried,
    DefenderFlight,
    DefenderStart,
    Electronics,
    EntrySchedule,
    Jam,
    Jamming,
    SoloChanges,
    Victory,
    Waves,
    in_ranks,
)
from engine.nightfighter.events.years import (
    CareerBegan,
    CareerCalendar,
    CareerCard,
    CareerCrewLost,
    CareerEngageRolled,
    CareerFlyRolled,
    CareerInjury,
    CareerLoads,
    CareerMedal,
    CareerMonth,
    CareerRaid,
    CareerRecovered,
    CareerRetrained,
    CareerSky,
    CareerWeek,
    PilotYearOver,
)
from engine.nightfighter.questions import CareerLineQuestion
from engine.nightfighter.rules.umpired.umpire import TO_UMPIRE
from engine.nightfighter.rules.victory import goal_of
from engine.nightfighter.state import PLAYER, PilotCareer, State, WeekLog

RULE = "S campaign"
SUITS, RANKS, JOKERS = "CDHS", ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"), ("X1", "X2")
CARDS = (*(rank + suit for suit in SUITS for rank in RANKS), *JOKERS)
HEARTS = "H"
JAMMED_EARLY = "Freya"
"""The one search radar that is jammed before July 1943."""
OUT_OF_REACH = Aim(kills=99)
"""A campaign's night is flown to its end: no number of kills cuts it short."""
LoadRoller = Callable[["YearContext", list[str]], list[list[Carried]]]
"""Says what the bombers of a raid carry, each of its type."""


class YearContext:
    """The pilot's year with what its rules need at hand."""

    def __init__(self, state: State, table: Table, charts: Charts) -> None:
        assert state.career is not None  # noqa: S101 - a campaign begins with one
        self.state, self.table, self.charts = state, table, charts
        self.career: PilotCareer = state.career
        self.tables = charts.tables
        self.rules = charts.tables.campaign
        self.weeks = charts.tables.calendar.weeks
        self.green = state.setup.campaign == "green"
        self.hears = table.hears

    @property
    def month(self) -> str:
        """The month of the week."""
        return self.weeks[self.career.week - 1].month

    @property
    def pilot(self) -> str:
        """The pilot's standing in the air: a campaign begun green stays green. [S, pilot campaign]"""
        return "green" if self.green else "seasoned"

    def dice(self) -> list[int]:
        """Throw the dice of the week's moon. [S, pilot campaign]"""
        count = self.rules.dice[self.weeks[self.career.week - 1].moon]
        return [self.table.roll("campaign", 6) for _ in range(count)]


def anchor(year: YearContext) -> None:
    """Say which night of the calendar it is: a season gives all its pilots the same."""
    year.table.anchor(f"night-{year.career.week}")


def begin(state: State, charts: Charts) -> None:
    """Open the pilot's log. [S, pilot campaign]"""
    kills = 0 if state.setup.campaign == "green" else charts.tables.campaign.seasoned_from
    state.career = PilotCareer(kills=kills, best=kills)


def choose_line(year: YearContext) -> Flow[None]:
    """The pilot flies Messerschmitts or Junkers. [S, pilot campaign]"""
    career, lines = year.career, year.rules.lines
    career.line = yield year.table.ask(PLAYER, CareerLineQuestion, tuple(lines), "career/line", RULE)
    early, late = lines[career.line]
    career.type = early if year.green else late
    career.retrained = not year.green
    career.stage = "week"
    year.table.tell(CareerBegan(type=career.type, kills=career.kills, pilot=year.pilot), RULE)


def turn_page(year: YearContext) -> None:
    """Turn to the week's line of the log; with a new month the pack is shuffled. [S, pilot campaign]"""
    career, table = year.career, year.table
    week = year.weeks[career.week - 1]
    if career.month != week.month:
        career.month = week.month
        career.cards = deck("raids", CARDS, NEVER)
        table.tell(CareerMonth(month=week.month), RULE)
    table.tell(CareerWeek(week=career.week, monday=week.monday, moon=week.moon), RULE)


def is_away(year: YearContext) -> bool:
    """Close the week of a pilot who is wounded or has no aircraft. [S, pilot campaign]"""
    career = year.career
    if career.week >= career.well_in and career.week >= career.back_in:
        return False
    end_week(year, WeekLog(career.week, "wounded" if career.week < career.well_in else "grounded"))
    return True


def begin_week(year: YearContext) -> None:
    """Settle whether he flies, whether he meets the enemy, and by which card. [S, pilot campaign]"""
    career, table = year.career, year.table
    turn_page(year)
    card = calendar_card(year)
    if is_away(year):
        return
    if year.green:
        faces = year.dice()
        flies = year.rules.success in faces
        table.tell(CareerFlyRolled(faces=faces, flies=flies), RULE)
        if not flies:
            end_week(year, WeekLog(career.week, "stayed"))
            return
    roll_night(year)
    faces = year.dice()
    engages = year.rules.success in faces
    table.tell(CareerEngageRolled(faces=faces, engages=engages), RULE)
    career.card = ""
    if engages:
        card = card or table.draw(raids_of(career))
        table.tell(CareerCard(card=card, joker=card in JOKERS), RULE)
        career.card = "" if card in JOKERS else card
    career.stage = "night" if career.card else "home"
    if career.card:
        make_night(year)


def raids_of(career: PilotCareer) -> Deck:
    """Return the cards of the month."""
    assert career.cards is not None  # noqa: S101 - opened with the month
    return career.cards


def calendar_card(year: YearContext) -> str:
    """Draw the night's card where a season shares it: an absent pilot does not change the next one's."""
    if not year.table.shares("deck/raids"):
        return ""
    card = year.table.draw(raids_of(year.career))
    year.table.tell(CareerCalendar(card=card, joker=card in JOKERS), RULE)
    return card


def roll_night(year: YearContext) -> None:
    """Roll the night's visibility, cloud and whether the moon is up. [3.3.2, 3.3.3, S pilot campaign]"""
    career, tables, throw = year.career, year.tables, year.table.roll
    career.visibility = tables.visibility.rows[throw("weather", 6) + throw("weather", 6)]
    career.cloud = tables.cloud.rows[throw("weather", 6)]
    moon = year.weeks[career.week - 1].moon
    career.moon_up = moon != "none" and throw("weather", 6) >= year.rules.moon_up_from
    if year.hears:
        year.table.tell(CareerSky(visibility=career.visibility, cloud=career.cloud, moon_up=career.moon_up), RULE)


# The night ---------------------------------------------------------------------------------------------------------


def make_night(
    year: YearContext, ai: str | None = None, controller: bool = False, load: LoadRoller | None = None
) -> None:
    """Make the night of the card, and clear the table for it. [S, pilot campaign]"""
    career, state, raids = year.career, year.state, year.tables.raids
    rank, suit = career.card[:-1], career.card[-1]
    career.low = suit == raids.low_suit and rank in raids.low_ranks
    if rank in raids.massive:
        waves = raids.massive[rank]
        types = [kind for kind in (draw_type(year) for _ in range(waves)) for _ in range(3)]
        entry = EntrySchedule(waves=Waves(first=1, each=3, turns=waves))
    else:
        size = next(s for ranks, s in raids.normal.items() if in_ranks(rank, ranks))
        types = [draw_type(year) for _ in range(size.bombers)]
        entry = EntrySchedule(singles=list(size.turns))
    carried = (load or roll_loads)(year, types)
    week = year.weeks[career.week - 1]
    state.scenario = Scenario(
        id=career.card,
        title="Dunaja" if suit == HEARTS else "Himmelbett",
        date=week.month,
        attackers=[
            AttackerForce(type=kind, count=1, equipment=sets) for kind, sets in zip(types, carried, strict=True)
        ],
        entry=entry,
        defenders=[DefenderFlight(type=career.type, pilot=year.pilot, ai=ai)],  # type: ignore[arg-type]
        setup=DefenderStart(beacon=True),
        victory=Victory(win=OUT_OF_REACH),
        skips=[4, 7],
        search_radar=dict(raids.dunaja if suit == HEARTS else raids.himmelbett),
        moon=week.moon if career.moon_up else "none",
        visibility=career.visibility,
        cloud=career.cloud,
        altitude="low" if career.low else "medium",
        advantage=career.low,
        specials=["good-controller"] if controller else [],
        jamming=Jamming(search=jam(year), sets=[JAMMED_EARLY]),
        electronics=Electronics(),
        solo=SoloChanges(),
    )
    clear_table(state)
    if year.hears:
        year.table.tell(raid_event(career, state.scenario, massive=rank in raids.massive), RULE)


def raid_event(career: PilotCareer, scenario: Scenario, *, massive: bool) -> CareerRaid:
    """Set up the raid of a card. [S, pilot campaign]"""
    return CareerRaid(
        card=career.card,
        title=scenario.title,
        bombers=len(scenario.attackers),
        low=career.low,
        massive=massive,
        jamming=scenario.jamming.search,
    )


def draw_type(year: YearContext) -> str:
    """Roll a bomber's type on the month's mix; some do not lay mines. [S, pilot campaign]"""
    raids = year.tables.raids
    mix = [m for m in raids.mixes if m.since <= year.month][-1]
    while True:
        roll = year.table.roll("raid", 100)
        place = next(n for n, reached in enumerate(accumulate(mix.types.values())) if reached >= roll)
        kind = list(mix.types)[place]
        if not (year.career.low and kind in raids.not_low):
            return kind


def roll_loads(year: YearContext, types: list[str]) -> list[list[Carried]]:
    """Roll what each bomber carries: warning sets, and H2S in four-engined ones. [24.2, 24.3.1]"""
    thrown = [roll_sets(year, kind) for kind in types]
    carried = [[found for found in dice if found] for dice in thrown]
    if year.hears and loads_are_hidden(year.state):
        year.table.tell(CareerLoads(loads=carried), "24.2", to=TO_UMPIRE, thrown=sum(map(len, thrown)))
    return carried


def loads_are_hidden(state: State) -> bool:
    """Say whether what bombers carry is the umpire's secret. [24.2, 24.3.1]"""
    return state.setup.mode == "blind" and state.setup.options.loads_hidden


def roll_sets(year: YearContext, kind: str) -> list[Carried | None]:
    """Throw a bomber's dice, and say what each brings it. [24.2, 24.3.1]"""
    raids = year.tables.raids
    found: list[Carried | None] = []
    if year.month >= raids.h2s_from and year.charts.bombers[kind].engines == 4:
        found.append("H2S" if year.table.roll("raid", 6) == 6 else None)
    if year.month >= raids.warning_from:
        found.append(raids.warning_sets.get(year.table.roll("raid", 6)))
    return found


def jam(year: YearContext) -> Jam:
    """Roll whether Freya is jammed; the Würzburg is not yet. [24.5.1]"""
    odds = [j for j in year.tables.raids.jamming if j.since <= year.month][-1]
    if odds.light_from > 6:
        return "none"
    die = year.table.roll("raid", 6)
    return "heavy" if die >= odds.heavy_from else "light" if die >= odds.light_from else "none"


def clear_table(state: State) -> None:
    """Take last time's counters off the map and begin with turn 1."""
    fresh = State(setup=state.setup)
    for field in State.__struct_fields__:
        if field not in ("setup", "scenario", "career", "staffel"):
            setattr(state, field, getattr(fresh, field))


# Coming home -------------------------------------------------------------------------------------------------------


def come_home(year: YearContext) -> None:
    """Book the kills, dice for the landing and the crew, and close the week. [A7.1, 10.2, S pilot campaign]"""
    career, state = year.career, year.state
    log = WeekLog(career.week, "fought" if career.card else "returned")
    hits, lost = 0, False
    if career.card:
        fighter = state.fighters[0]
        hits, lost = fighter.hits, fighter.status == "lost"
        record_kills(year, log)
    if lost:
        log.home = "shot-down"
        injure(year, log, shot_down=True)
    else:
        log.home = recover(year, hits)
        if log.home == "written-off":
            injure(year, log, shot_down=False)
        elif hits:
            log.home = "repairable"
    if log.home == "repairable":
        career.back_in = career.week + 1 + year.rules.repair_weeks
    elif log.home in ("written-off", "shot-down"):
        career.back_in = career.week + 1 + year.rules.loss_weeks
    end_week(year, log)


def record_kills(year: YearContext, log: WeekLog) -> None:
    """Count what he shot down, in kills and in points by engines. [10.2]"""
    career = year.career
    for bomber in year.state.bombers:
        if bomber.status == "destroyed":
            log.kills += 1
            log.points += year.rules.points[year.charts.bombers[bomber.type].engines]
    career.kills += log.kills
    career.points += log.points
    career.best = max(career.best, career.kills)


def status(year: YearContext) -> str:
    """Return the standing that counts when he lands. [S, campaign]"""
    if year.green:
        return "green"
    kills = year.career.best if year.state.setup.options.former_status else year.career.kills
    return "experte" if kills >= year.rules.experte_from else "seasoned"


def recover(year: YearContext, hits: int, fog: int = 0) -> str:
    """Dice for the aircraft's return: a high total is a bad landing. [A7.1]"""
    career, table = year.career, year.tables.recovery
    dice = year.table.roll("landing", 6), year.table.roll("landing", 6)
    mods = []
    standing = status(year)
    if standing == "green":
        softened = year.state.setup.options.softened_recovery
        mods.append(Mod(table.green_softened if softened else table.green, "green", "A7.1"))
    elif standing == "experte":
        mods.append(Mod(table.experte, "experte", "A7.1"))
    if hits:
        mods.append(Mod(hits * table.each_hit, "hits", "A7.1"))
    if career.visibility == "poor":
        mods.append(Mod(table.poor_visibility, "poor-visibility", "A7.1"))
    elif career.visibility == "good":
        mods.append(Mod(table.good_visibility, "good-visibility", "A7.1"))
    if career.cloud == "cloudy" and not career.moon_up:
        mods.append(Mod(table.cloud_without_moon, "dark-cloud", "A7.1"))
    if year.month[5:7] in table.winter_months:
        mods.append(Mod(table.winter, "winter", "A7.1"))
    if fog:
        mods.append(Mod(fog, "fog", "A7.1"))
    total = sum(dice) + sum(m.value for m in mods)
    result = "safe" if sum(dice) == table.always_safe else table.rows[total]
    year.table.tell(CareerRecovered(total=total, result=result), "A7.1", mods=mods, chart="recovery")
    return result


def injure(year: YearContext, log: WeekLog, *, shot_down: bool) -> None:
    """Dice for the crew of a lost aircraft. [A7.1]"""
    career, table, throw = year.career, year.tables.injury, year.table.roll
    mods = [Mod(table.shot_down, "shot-down", "A7.1")] if shot_down else []
    if career.card and career.low:
        mods.append(Mod(table.low_altitude, "low-altitude", "A7.1"))
    total = throw("injury", 6) + sum(m.value for m in mods)
    result: str = table.rows[total]
    if result == "grave":
        result = table.grave[throw("injury", 6)]
    weeks = 0
    if result in ("wounded", "wounded-and-casualty"):
        dice = table.wounds_dice if result == "wounded" else table.grave_wounds_dice
        weeks = sum(throw("injury", 6) for _ in range(dice))
        career.well_in = career.week + 1 + weeks
    year.table.tell(CareerInjury(total=total, result=result, weeks=weeks), "A7.1", mods=mods, chart="injury")
    log.crew = result
    if result in ("casualty", "wounded-and-casualty"):
        share = year.rules.casualty_share
        career.kills -= ceil(career.kills / share)
        career.points -= ceil(career.points / share)
        year.table.tell(CareerCrewLost(kills=career.kills, points=career.points), "A7.1")


# The end of the week and of the year -------------------------------------------------------------------------------


def end_week(year: YearContext, log: WeekLog) -> None:
    """Medals, then the goals, then retraining, then the next week. [10.2, S pilot campaign]"""
    career = year.career
    career.log.append(log)
    career.card = ""
    award(year)
    career.result, career.end = verdict(year, log)
    if career.result:
        career.stage = "over"
        if year.hears:
            year.table.tell(
                PilotYearOver(result=career.result, end=career.end, kills=career.kills, points=career.points), RULE
            )
        return
    retrain(year, log)
    career.week += 1
    career.stage = "week"


def award(year: YearContext) -> None:
    """Give each decoration once, when the points are there. [10.2]"""
    for medal in year.rules.medals:
        if year.career.points >= medal.points and medal.name not in year.career.medals:
            year.career.medals.append(medal.name)
            year.table.tell(CareerMedal(medal=medal.name, points=year.career.points), "10.2")


def verdict(year: YearContext, log: WeekLog) -> tuple[str, str]:
    """Return how and why the campaign ends with this week, empty while it goes on. [S, pilot campaign]"""
    career, rules = year.career, year.rules
    if log.crew == "killed":
        return "defeat", "killed"
    if not year.green and career.kills < rules.seasoned_from:
        return "defeat", "demoted"
    goal = goal_of(career, rules, green=year.green)
    if goal == "victory":
        return goal, "goal"
    return (goal, "year") if career.week >= len(year.weeks) else ("", "")


def retrain(year: YearContext, log: WeekLog) -> None:
    """Two weeks on end without flying, wounds apart, bring the newer type from November on. [S, pilot campaign]"""
    career = year.career
    idle = log.what in ("grounded", "stayed") and year.month >= year.rules.retraining_from
    career.idle = career.idle + 1 if idle else 0
    if career.idle >= year.rules.retraining_weeks and not career.retrained:
        career.retrained = True
        career.type = year.rules.lines[career.line][1]
        year.table.tell(CareerRetrained(type=career.type), RULE)
