"""A Staffel's year: nine crews and their aircraft from June 1942, placed on patrol week by week. [S, campaign]

While a crew is in the air or comes home, the state's `Career` holds its log, so that the rules of the pilot's year
serve here too; the Staffel's own book holds everybody else.
"""

from __future__ import annotations

from functools import partial

from engine.kernel.decisions import Flow
from engine.kernel.decks import NEVER, deck
from engine.kernel.events import EventData, Mod
from engine.kernel.table import Table
from engine.nightfighter.charts.compiled import Charts
from engine.nightfighter.charts.schema import StaffelTable
from engine.nightfighter.events.years import (
    CareerCard,
    CareerSky,
    CareerWeek,
    StaffelByDay,
    StaffelDayRolled,
    StaffelDebriefed,
    StaffelEvent,
    StaffelGoesOn,
    StaffelLands,
    StaffelOver,
    StaffelPassed,
    StaffelPlaced,
    StaffelReplaced,
    StaffelScrambled,
    StaffelWeekOver,
)
from engine.nightfighter.questions import CrewOnDuty, StaffelPlaceQuestion
from engine.nightfighter.rules.career import pilot_year as pilots
from engine.nightfighter.rules.career.pilot_year import CARDS, JOKERS, RULE, YearContext
from engine.nightfighter.rules.victory import staffel_level
from engine.nightfighter.state import PLAYER, PilotCareer, Staffel, StaffelAircraft, StaffelCrew, State, WeekLog

NOBODY_FLIES = "nobody"
SLOTS = ("first", "second")


class StaffelContext(YearContext):
    """The Staffel's year, with the log of the crew on duty laid open."""

    def __init__(self, state: State, table: Table, charts: Charts) -> None:
        super().__init__(state, table, charts)
        assert state.staffel is not None  # noqa: S101 - the campaign begins with one
        self.staffel: Staffel = state.staffel
        self.book: StaffelTable = charts.tables.staffel
        sets = sorted(charts.ai.values(), key=lambda row: (row.name != "Lichtenstein BC", row.since))
        self.first_set = sets[0].name if sets else ""
        """The AI radar that the Staffel is given: the earliest, where the charts have no Lichtenstein BC."""
        self.crew: StaffelCrew | None = None
        if self.staffel.on_duty:
            self.open_log(self.named(self.staffel.on_duty))

    def named(self, name: str) -> StaffelCrew:
        """Return a crew by its name."""
        return next(c for c in self.staffel.crews if c.name == name)

    @property
    def pilot(self) -> str:
        """The standing of the crew on duty, by its kills. [S, campaign]"""
        assert self.crew is not None  # noqa: S101 - asked for a crew in the air only
        return crew_grade(self, self.crew.kills)

    def open_log(self, crew: StaffelCrew) -> None:
        """Lay a crew's log open. [S, campaign]"""
        self.crew, self.staffel.on_duty = crew, crew.name
        self.green = crew_grade(self, best(self, crew)) == "green"
        log = self.career
        log.kills, log.points, log.best, log.type = crew.kills, crew.points, crew.best, crew.machine or ""

    def close_log(self) -> None:
        """Write what the duty brought into the Staffel's book."""
        crew, log = self.crew, self.career
        assert crew is not None  # noqa: S101 - opened before
        crew.kills, crew.points, crew.best = log.kills, log.points, max(crew.best, log.best)
        crew.well_in = max(crew.well_in, log.well_in)
        log.well_in = 1
        self.crew, self.staffel.on_duty = None, ""

    def tell(self, event: EventData) -> None:
        """Tell the log what happened."""
        self.table.tell(event, RULE)


def anchor(year: StaffelContext) -> None:
    """Say which night of the calendar it is, and behind how many cards: a patrol that flew shifts no other's raid."""
    log = year.career
    cards = len(CARDS) - len(log.cards) if log.cards is not None and log.stage != "week" else 0
    year.table.anchor(f"night-{log.week}/card-{cards}" if cards else f"night-{log.week}")


def crew_grade(year: StaffelContext, kills: int) -> str:
    """Return green, seasoned or experte by kills. [S, campaign]"""
    rules = year.rules
    return "experte" if kills >= rules.experte_from else "seasoned" if kills >= rules.seasoned_from else "green"


def best(year: StaffelContext, crew: StaffelCrew) -> int:
    """Return the kills that count when a crew lands. [S, campaign]"""
    return crew.best if year.state.setup.options.former_status else crew.kills


def begin(state: State, charts: Charts) -> None:
    """Open the Staffel's book with its first crews and aircraft. [S, campaign]"""
    book, lines = charts.tables.staffel, charts.tables.campaign.lines
    state.career = PilotCareer(stage="week")
    state.staffel = staffel = Staffel()
    for kills, count in book.crews.items():
        for _ in range(count):
            add_crew(staffel, kills)
    early, late = lines[book.line]
    staffel.machines = [StaffelAircraft(late, True) for _ in range(book.late_machines)]
    staffel.machines += [StaffelAircraft(early) for _ in range(book.early_machines)]


def add_crew(staffel: Staffel, kills: int) -> StaffelCrew:
    """Enter a crew into the book."""
    staffel.joined += 1
    crew = StaffelCrew(f"C{staffel.joined}", kills, best=kills)
    staffel.crews.append(crew)
    return crew


# The week ----------------------------------------------------------------------------------------------------------


def begin_week(year: StaffelContext) -> None:
    """A new month's events and replacements, the week's moon, sorties by day, the sky of the night. [S, campaign]"""
    log, staffel = year.career, year.staffel
    week = year.weeks[log.week - 1]
    staffel.no_second = staffel.controller = False
    if log.month != week.month:
        log.month, staffel.fog = week.month, False
        replace_losses(year)
        month_event(year)
        fit_radar(year)
    year.tell(CareerWeek(week=log.week, monday=week.monday, moon=week.moon))
    if year.month >= year.book.day_from:
        sent = year.table.roll("staffel", 6) == 1
        year.tell(StaffelDayRolled(sent=sent))
        if sent:
            fly_by_day(year)
    log.visibility = year.tables.visibility.rows[year.table.roll("weather", 6) + year.table.roll("weather", 6)]
    log.cloud = year.tables.cloud.rows[year.table.roll("weather", 6)]
    log.moon_up = week.moon != "none" and year.table.roll("weather", 6) >= year.book.moon_up_from
    year.tell(CareerSky(visibility=log.visibility, cloud=log.cloud, moon_up=log.moon_up))
    log.cards = deck("raids", CARDS, NEVER)
    staffel.drawn, staffel.patrol = 0, {}
    log.stage = "place"


def current_type(year: StaffelContext) -> str:
    """Return the type that new aircraft have. [S, campaign]"""
    return year.rules.lines[year.book.line][int(year.month >= year.rules.retraining_from)]


def replace_losses(year: StaffelContext) -> None:
    """New crews for those killed or gone, and new aircraft; the wounded keep their places. [S, campaign]"""
    staffel = year.staffel
    if year.career.week == 1:
        return
    crews = min((year.table.roll("staffel", 6) + 1) // 2, max(0, year.book.strength - len(staffel.crews)))
    machines = (year.table.roll("staffel", 6) + 1) // 2
    for _ in range(crews):
        add_crew(staffel, 0)
    staffel.machines += [StaffelAircraft(current_type(year)) for _ in range(machines)]
    year.tell(StaffelReplaced(month=year.month, crews=crews, machines=machines))


def month_event(year: StaffelContext) -> None:
    """Two dice for what the month brings. [S, campaign]"""
    staffel = year.staffel
    total = year.table.roll("staffel", 6) + year.table.roll("staffel", 6)
    event = year.book.events[total]
    names = []
    if event == "promoted" and staffel.crews:
        leaver = max(staffel.crews, key=lambda c: c.kills)
        staffel.crews.remove(leaver)
        names = [leaver.name]
    elif event == "flu":
        for crew in pick_crews(year, staffel.crews, 2):
            crew.well_in = max(crew.well_in, year.career.week + 2)
            names.append(crew.name)
    elif event == "radar":
        plain = next((m for m in staffel.machines if not m.radar), None)
        if plain is not None:
            plain.radar = True
    elif event == "aircraft":
        staffel.machines.append(StaffelAircraft(current_type(year)))
    elif event == "ace":
        names = [add_crew(staffel, year.book.ace_kills).name]
    staffel.fog, staffel.no_second, staffel.controller = event == "fog", event == "fuel", event == "controller"
    year.tell(StaffelEvent(total=total, event=event, names=names))


def pick_crews(year: StaffelContext, crews: list[StaffelCrew], count: int) -> list[StaffelCrew]:
    """Draw crews by lot."""
    left, picked = list(crews), list[StaffelCrew]()
    while left and len(picked) < count:
        picked.append(left.pop(year.table.roll("lot", len(left)) - 1))
    return picked


def fit_radar(year: StaffelContext) -> None:
    """Lichtenstein sets are fitted until the month's share of the aircraft has one. [S, campaign]"""
    machines, late = year.staffel.machines, year.rules.lines[year.book.line][1]
    share = [s for since, s in sorted(year.book.radar_share.items()) if since <= year.month][-1]
    for machine in machines:
        machine.radar |= machine.type == late
    for machine in machines:
        if 100 * sum(m.radar for m in machines) >= share * len(machines):
            return
        machine.radar = True


def fly_by_day(year: StaffelContext) -> None:
    """A seasoned crew is sent up by day and may not come back whole. [S, campaign]"""
    fit = [c for c in year.staffel.crews if c.well_in <= year.career.week and crew_grade(year, c.kills) != "green"]
    for crew in pick_crews(year, fit, 1):
        year.tell(StaffelByDay(crew=crew.name))
        year.open_log(crew)
        log = WeekLog(year.career.week, "fought")
        pilots.injure(year, log, shot_down=False)
        settle_crew(year, crew, log)


# The patrol --------------------------------------------------------------------------------------------------------


def ready_machines(year: StaffelContext) -> list[StaffelAircraft]:
    """List the serviceable aircraft, the best equipped first."""
    late = year.rules.lines[year.book.line][1]
    able = [m for m in year.staffel.machines if m.back_in <= year.career.week]
    return sorted(able, key=lambda m: (m.type != late, not m.radar))


def place_patrol(year: StaffelContext) -> Flow[None]:
    """The player places crews on the patrol boxes, in the first and the second wave. [S, campaign]"""
    staffel, week = year.staffel, year.career.week
    fit = [c for c in staffel.crews if c.well_in <= week]
    machines = ready_machines(year)
    for slot in SLOTS[: 1 if staffel.no_second else 2]:
        for suit, box in year.book.boxes.items():
            if not fit or not machines:
                break
            options = [*(c.name for c in fit), NOBODY_FLIES]
            facts = partial(place_question, year, fit, machines[0], box, slot)
            key = f"week{week}/{suit}/{slot}"
            name = yield year.table.ask(PLAYER, StaffelPlaceQuestion, options, key, RULE, facts)
            if name == NOBODY_FLIES:
                continue
            crew, machine = year.named(name), machines.pop(0)
            fit.remove(crew)
            crew.machine, crew.radar, machine.crew = machine.type, machine.radar, crew.name
            staffel.patrol.setdefault(suit, []).append(name)
            staffel.placed.append(name)
            year.tell(StaffelPlaced(crew=name, box=box, wave=slot, type=machine.type))
    year.career.stage = "draw"


def place_question(
    year: StaffelContext, fit: list[StaffelCrew], machine: StaffelAircraft, box: str, wave: str
) -> StaffelPlaceQuestion:
    """Lay out who may be placed, with kills and standing, and the aircraft that waits for him. [S, campaign]"""
    return StaffelPlaceQuestion(
        crews={crew.name: CrewOnDuty(crew.kills, crew_grade(year, crew.kills)) for crew in fit},
        machine=machine.type,
        radar=year.first_set if machine.radar else "",
        box=box,
        wave=wave,
    )


def draw_card(year: StaffelContext) -> None:
    """A card names the box that the raid comes to; an empty box lets it pass. [S, campaign]"""
    log, staffel = year.career, year.staffel
    assert log.cards is not None  # noqa: S101 - shuffled with the week
    if not log.cards.pile:
        log.stage = "recovery"
        return
    card = year.table.draw(log.cards)
    anchor(year)
    year.tell(CareerCard(card=card, joker=card in JOKERS))
    log.stage = "continue"
    if card in JOKERS:
        return
    staffel.drawn += 1
    waiting = staffel.patrol.get(card[-1], [])
    if not waiting:
        staffel.points += year.book.empty_box
        year.tell(StaffelPassed(box=year.book.boxes[card[-1]], points=staffel.points))
        return
    crew = year.named(waiting.pop(0))
    log.card = card
    year.open_log(crew)
    scramble(year)
    year.tell(StaffelScrambled(crew=crew.name, kills=crew.kills, pilot=year.pilot))
    log.stage = "night"


def scramble(year: StaffelContext, load: pilots.LoadRoller | None = None) -> None:
    """Lay out the night of the crew on duty. [S, campaign]"""
    assert year.crew is not None  # noqa: S101 - whoever waits in the box is on duty
    ai = (year.crew.radar and year.first_set) or None
    pilots.make_night(year, ai=ai, controller=year.staffel.controller, load=load)


def debrief(year: StaffelContext) -> None:
    """Record a crew's kills and hits; a crew that was shot down rolls its fate at once. [10.2, S campaign]"""
    crew, log, staffel = year.crew, year.career, year.staffel
    assert crew is not None  # noqa: S101 - a crew was in the air
    flown = WeekLog(log.week, "fought")
    pilots.record_kills(year, flown)
    staffel.points += flown.points
    staffel.kills += flown.kills
    fighter = year.state.fighters[0]
    crew.hits = fighter.hits
    if fighter.status == "lost":
        lose_machine(year, crew)
        staffel.placed.remove(crew.name)
        pilots.injure(year, flown, shot_down=True)
        settle_crew(year, crew, flown)
    else:
        year.close_log()
    log.card = ""
    lost = fighter.status == "lost"
    year.tell(StaffelDebriefed(crew=crew.name, kills=flown.kills, lost=lost, total=staffel.points))
    log.stage = "continue"


def lose_machine(year: StaffelContext, crew: StaffelCrew) -> None:
    """Strike an aircraft off. [S, campaign]"""
    machines = year.staffel.machines
    machines.remove(next(m for m in machines if m.crew == crew.name))
    year.staffel.points += year.book.aircraft_lost
    year.staffel.losses += 1


def settle_crew(year: StaffelContext, crew: StaffelCrew, log: WeekLog) -> None:
    """Close the log of a crew that was hurt; the dead are struck off. [S, campaign]"""
    year.close_log()
    if log.crew == "killed":
        year.staffel.crews.remove(crew)
        year.staffel.points += year.book.crew_lost


def go_on(year: StaffelContext) -> None:
    """A die says whether the night goes on, by the cards already drawn and the moon. [S, campaign]"""
    book, drawn = year.book, year.staffel.drawn
    mods = [Mod(-drawn, "cards-drawn", RULE)] if drawn else []
    moon = year.weeks[year.career.week - 1].moon
    if moon != "half":
        mods.append(Mod(-1 if moon == "full" else 1, "full-moon" if moon == "full" else "no-moon", RULE))
    total = year.table.roll("staffel", 6) + sum(m.value for m in mods)
    goes_on = total >= book.goes_on_from
    year.table.tell(StaffelGoesOn(total=total, goes_on=goes_on), RULE, mods=mods)
    year.career.stage = "draw" if goes_on else "recovery"


# Coming home -------------------------------------------------------------------------------------------------------


def recover_all(year: StaffelContext) -> None:
    """Every crew that was placed comes home by the dice; then the week is over. [A7.1, S campaign]"""
    staffel, log = year.staffel, year.career
    for name in staffel.placed:
        crew = year.named(name)
        machine = next(m for m in staffel.machines if m.crew == name)
        year.open_log(crew)
        year.tell(StaffelLands(crew=name))
        result = pilots.recover(year, crew.hits, fog=int(staffel.fog))
        if result == "written-off":
            lose_machine(year, crew)
            flown = WeekLog(log.week, "returned")
            pilots.injure(year, flown, shot_down=False)
            settle_crew(year, crew, flown)
        else:
            year.close_log()
            if result == "repairable" or crew.hits:
                machine.back_in = log.week + 1 + year.rules.repair_weeks
            machine.crew = ""
        crew.hits, crew.machine = 0, ""
    staffel.placed, staffel.patrol = [], {}
    year.tell(StaffelWeekOver(week=log.week, points=staffel.points, crews=len(staffel.crews)))
    log.week += 1
    log.stage = "week"
    if log.week > len(year.weeks) or not staffel.crews:
        finish(year)


def finish(year: StaffelContext) -> None:
    """Weigh the year by its points. [S, campaign]"""
    log, staffel = year.career, year.staffel
    log.stage, log.week = "over", min(log.week, len(year.weeks))
    log.result = staffel_level(staffel, year.book)
    log.end = "year" if staffel.crews else "nobody-left"
    year.tell(StaffelOver(result=log.result, points=staffel.points, kills=staffel.kills))
