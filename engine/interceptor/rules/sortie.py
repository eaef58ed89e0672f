"""The sequence of play [6]: raids month by month, the way out, interception in each Endurance box, the way home."""

from __future__ import annotations

from functools import partial

from msgspec.structs import astuple

from engine.interceptor.charts.compiled import Charts
from engine.interceptor.charts.schema import Contact, EnduranceTrack
from engine.interceptor.events import (
    FieldWeatherRolled,
    InterceptionRolled,
    InterceptorDown,
    MonthBegins,
    PilotKilled,
    RaidOutOfRange,
    RaidRolled,
    SortieAborted,
    SortieBegins,
    TargetRolled,
)
from engine.interceptor.questions import BoxOrder, BoxReroll, BoxState, SearchChances, SortieTakeOff
from engine.interceptor.rules.career import debriefing, skills
from engine.interceptor.rules.combat import exact_chances
from engine.interceptor.rules.combat.bomber_combat import meet_bombers
from engine.interceptor.rules.combat.damage import doomed, firepower, must_leave, rolled
from engine.interceptor.rules.combat.fighter_combat import DuelStart, fighter_combat
from engine.interceptor.rules.landing import bail_out, come_home
from engine.interceptor.rules.random_events import random_event
from engine.interceptor.state import (
    ADVANTAGED,
    COMPETITIVE,
    DISADVANTAGED,
    HEAD_ON,
    KILLED,
    MONTHS,
    ORIENTATIONS,
    OUT_OF_THE_SUN,
    Career,
    SortieFlight,
    SortieRaid,
    State,
)
from engine.kernel.decisions import Flow
from engine.kernel.table import Table

NAVIGATED = Contact(result="bombers", orientation="advantaged")


# The calendar ------------------------------------------------------------------------------------------------------


def begin_month(state: State, table: Table) -> Flow[None]:
    """Shuffle the Combat Cards for the month. [3.5.1, 4.3.3]"""
    state.line = 0
    for pile in [state.deck, *(career.deck for career in state.careers)]:
        if pile is not None:
            pile.shuffle_in()
    if table.hears:
        table.tell(MonthBegins(month=MONTHS[state.month], raids=table.pack.lines(state.month)), "4.3.3")
    state.phase = "raid"
    yield from ()


def begin_line(state: State, table: Table) -> Flow[None]:
    """Open a log line: who is away misses it; if anybody can fly, a raid comes in. [6.1]"""
    table.anchor(calendar_line(state))
    state.raid = None
    ready = []
    for career in serving(state):
        if debriefing.is_away(career):
            yield from debriefing.missed_sortie(state, career, table)
        else:
            ready.append(career)
    # The shared draws of a season come whether or not anybody is there to meet them.
    if ready or table.shares("raid"):
        state.raid = roll_raid(state, table)
        for career in ready:
            yield from take_off(state, career, table)
        if state.play != COMPETITIVE:
            share_weather(state, table)
    state.phase = "sortie"


def calendar_line(state: State) -> str:
    """Name the log line as a season's calendar does, so that all its pilots meet the same raid on it."""
    return f"season/{MONTHS[state.month]}/{state.line + 1}"


def serving(state: State) -> list[Career]:
    """Return the pilots whose careers are under way."""
    return [career for career in state.careers if career.alive and career.start <= state.month]


def roll_raid(state: State, table: Table) -> SortieRaid:
    """Roll on the Raid Chart [A1] for the month. [6.1]"""
    column = table.pack.raids[state.month]
    total = rolled(table, "raid", column.dice)
    row = column.rows[total]
    if table.hears:
        table.tell(RaidRolled(total=total, target=row.target, zone=row.zone), "6.1", chart="a1")
    return SortieRaid(row.target, row.zone, total)


def track_of(career: Career, charts: Charts) -> EnduranceTrack:
    """Return the Endurance boxes that his aircraft has from his base. [4.6.2]"""
    return charts.tables.tracks.rows[career.zone][charts.models[career.plane.model].series]


def entry_box(career: Career, zone: str, charts: Charts) -> int:
    """Return the box in which a raid on a zone is met, 0 where it is greyed out. [4.6.3]"""
    track = track_of(career, charts)
    entry = track.entry[zone] or 0
    return entry if entry <= track.boxes else 0


def take_off(state: State, career: Career, table: Table) -> Flow[None]:
    """Take off for the raid, unless its zone is greyed out; a tired pilot may stay down. [4.6.3, 6.1, 10.3]"""
    charts, raid = table.pack, state.raid
    if raid is None:
        return
    entry = entry_box(career, raid.zone, charts)
    if not entry:
        if table.hears:
            table.tell(RaidOutOfRange(seat=career.seat, target=raid.target, zone=raid.zone), "4.6.3")
        yield from debriefing.grey_raid(state, career, table)
        return
    if state.options.fatigue:
        question = SortieTakeOff(fatigue=career.fatigue, target=raid.target, zone=raid.zone)
        order = yield table.ask(career.seat, question, ("fly", "stay"), "take-off", "10.3")
        if order == "stay":
            yield from debriefing.stood_down(state, career, table)
            return
    career.flight = SortieFlight(box=entry, last_box=track_of(career, charts).boxes, stage="box")
    career.stage = "air"
    if table.hears:
        table.tell(SortieBegins(seat=career.seat, target=raid.target, zone=raid.zone, box=entry), "6.1")
    if state.play == COMPETITIVE:
        table.anchor(f"{calendar_line(state)}/{career.seat}")
        career.flight.weather = roll_weather(table)


def share_weather(state: State, table: Table) -> None:
    """Roll the weather once for all who have taken off from the same bases. [7.5, 10.1.1]"""
    weather = roll_weather(table) if table.shares("weather") else ""
    for career in state.careers:
        if career.flight is not None:
            career.flight.weather = weather = weather or roll_weather(table)


def roll_weather(table: Table) -> str:
    """Roll on the Weather Chart [B9]. [7.5]"""
    total = table.roll("weather", 6) + table.roll("weather", 6)
    row = table.pack.tables.weather.rows[total]
    if table.hears:
        table.tell(FieldWeatherRolled(total=total, weather=row.weather, landing=row.landing), "7.5", chart="b9")
    weather: str = row.weather
    return weather


def end_line(state: State, table: Table) -> Flow[None]:
    """Close the log line: the next one, the next month, or the end of the game. [5.1, 6.1, 7.9.3]"""
    for career in state.careers:
        career.offers = []
    state.line += 1
    state.phase = "raid"
    if state.line >= table.pack.lines(state.month):
        for career in serving(state):
            yield from debriefing.month_end(state, career, table)
        state.month, state.line = state.month + 1, 0
        state.phase = "month"
    if state.month == len(MONTHS) or not [career for career in state.careers if career.alive]:
        end_game(state)


def end_game(state: State) -> None:
    """End the game: after February 1944, or with the last pilot's death. [5.1.1, 5.1.3]"""
    state.month = min(state.month, len(MONTHS) - 1)
    state.phase = "over"
    state.raid = None
    for career in state.careers:
        career.stage = "over"


# The sortie --------------------------------------------------------------------------------------------------------


def fly(state: State, table: Table) -> Flow[None]:
    """Fly the sortie to its end: alone, together, or each his own against the other. [6.1, 10.1]"""
    if state.play == COMPETITIVE:
        yield table.parallel(
            {
                career.seat: partial(fly_alone, state, career)
                for career in state.careers
                if career.flight is not None and not career.flight.end
            }
        )
    else:
        while flyers := together(airborne(state.careers)):
            yield from fly_box(state, flyers, table)
            table.seam()
    state.phase = "debriefing"


def fly_alone(state: State, career: Career, table: Table) -> Flow[None]:
    """Fly a sortie that no other pilot shares. [10.1.2]"""
    while flyers := airborne([career]):
        yield from fly_box(state, flyers, table)


def airborne(careers: list[Career]) -> list[Career]:
    """Return who is still in the air."""
    return [career for career in careers if (flight := career.flight) is not None and not flight.end]


def together(flyers: list[Career]) -> list[Career]:
    """Return the leader and who flies with him: comrades who took off from the same zone. [10.1.1]"""
    if len(flyers) < 2:
        return flyers
    return [career for career in flyers if career.zone == flyers[0].zone]


def fly_box(state: State, flyers: list[Career], table: Table) -> Flow[None]:
    """Search an Endurance box, fight what is met there, and move one box on, or home. [6.1, 7.1.2]"""
    table.anchor(f"{calendar_line(state)}/box-{flyers[0].aloft.box}")
    searching = []
    for career in flyers:
        if (yield from goes_on(state, career, table)):
            searching.append(career)
    if not searching:
        return
    yield from intercept(state, searching, table)
    for career in searching:
        yield from leave_box(state, career, table)


def goes_on(state: State, career: Career, table: Table) -> Flow[bool]:
    """Ask whether he searches the box; he may abort at any time. [6.1, 7.4.2]"""
    facts = partial(box_facts, career, table)
    order = yield table.ask(career.seat, BoxOrder, ("search", "go-home"), "box/order", "6.1", facts)
    if order == "go-home":
        if table.hears:
            table.tell(SortieAborted(seat=career.seat, box=career.aloft.box), "7.4.2")
        yield from come_home(state, career, table)
        close_life(career, table)
        return False
    return True


def box_facts(career: Career, table: Table) -> BoxState:
    """Return what he knows before he searches a box."""
    flight = career.aloft
    state = BoxState(
        box=flight.box,
        last_box=flight.last_box,
        hits=career.plane.hits,
        wound=flight.pilot_wound,
        fp=firepower(career.plane, table.pack.models[career.plane.model]),
        wingman=career.wingman.status,
        met=len(flight.engagements),
    )
    if not table.hears:
        return state
    return BoxOrder(*astuple(state), chances=SearchChances(exact_chances.search(career, table.pack)))


def leave_box(state: State, career: Career, table: Table) -> Flow[None]:
    """See to what the box has done to him, then move on, or land after the last box. [6.1, 7.2.2.9, 7.4.1]"""
    flight = career.aloft
    flight.escort = flight.bomber_type = ""
    flight.loose = flight.sun = False
    flight.location, flight.altitude, flight.pass_number, flight.round = 0, "", 0, 0
    if not flight.end and doomed(flight):
        fall(state, career, table)
    if flight.end:
        close_life(career, table)
        return
    flight.box += 1
    if must_leave(career) or flight.escaping or flight.box > flight.last_box:
        yield from come_home(state, career, table)
        close_life(career, table)


def fall(state: State, career: Career, table: Table) -> None:
    """Fall from the sky: no parachute after an explosion or for a dead pilot, else a roll for each. [7.4.1, 7.6]"""
    flight = career.aloft
    table.tell(InterceptorDown(seat=career.seat, cause=flight.doom or "pilot"), "7.4")
    if flight.pilot_wound == KILLED:
        career.plane.lost = True
        flight.end, flight.stage = "killed", "down"
        flight.death = flight.death or ("tank" if flight.doom == "explosion" else "air")
    else:
        bail_out(career, table, state, shot_down=True)


def close_life(career: Career, table: Table) -> None:
    """Write down a pilot's death. [5.1.3]"""
    flight = career.aloft
    if flight.pilot_wound == KILLED:
        career.alive = False
        career.death = flight.death
        table.tell(PilotKilled(seat=career.seat, cause=flight.death), "5.1.3")


# Interception ------------------------------------------------------------------------------------------------------


def intercept(state: State, searching: list[Career], table: Table) -> Flow[None]:
    """Roll for interception; the leader's roll counts for both who fly together. [7.1.2, 10.1.1]"""
    leader = searching[0]
    contact = yield from roll_contact(leader, table)
    if contact.result == "event":
        if not leader.aloft.event_had:
            yield from random_event(state, leader, table)
            return
    elif contact.result == "nothing":
        return
    if contact.result == "bombers":
        yield from meet_raid(state, searching, contact, table)
    else:
        yield from meet_fighters(state, searching, contact, table)


def roll_contact(leader: Career, table: Table) -> Flow[Contact]:
    """Roll on the Interception Chart [B1]; an update allows a second roll, Navigation finds the raid. [7.1.2, 7.7]"""
    flight, chart = leader.aloft, table.pack.tables.interception
    roll = table.roll
    while True:
        total = roll("intercept", 6) + roll("intercept", 6)
        row: Contact = chart.rows[total]
        found = row.result == "nothing" and skills.has(leader, "navigation")
        contact = NAVIGATED if found else row
        event = row.result == "event" and not flight.event_had
        if table.hears:
            table.tell(
                InterceptionRolled(
                    seat=leader.seat,
                    box=flight.box,
                    total=total,
                    result="event" if event else "fighters" if row.result == "event" else contact.result,
                    orientation=contact.orientation,
                    enemy=contact.enemy,
                    navigation=found,
                ),
                "7.1.2",
                chart="b1",
            )
        if "controller-update" not in flight.markers:
            return contact
        question = BoxReroll(result=contact.result, orientation=contact.orientation, enemy=contact.enemy)
        order = yield table.ask(leader.seat, question, ("keep", "reroll"), "box/reroll", "7.10")
        if order == "keep":
            return contact
        flight.markers.remove("controller-update")


def met_at(contact: Contact) -> tuple[int, bool]:
    """Return how they are met, and whether out of the sun, which is an advantage too. [7.1.2, 7.2.2]"""
    sun = contact.orientation == OUT_OF_THE_SUN
    return ADVANTAGED if sun else ORIENTATIONS.index(str(contact.orientation)), sun


def meet_fighters(state: State, searching: list[Career], contact: Contact, table: Table) -> Flow[None]:
    """Fight a fighter sweep; it cannot be refused. [7.1.2, 7.2.1]"""
    enemy, (orientation, sun) = str(contact.enemy), met_at(contact)
    starts = []
    for career in searching:
        career.aloft.met, career.aloft.sun = orientation, sun
        starts.append(DuelStart(career, enemy, orientation))
    yield from fighter_combat(state, starts, table)


def meet_raid(state: State, searching: list[Career], contact: Contact, table: Table) -> Flow[None]:
    """Meet the bombers: type and escort are rolled, each attacks, then escorts are fought. [7.1.2, 7.1.10]"""
    kind, escort = roll_target(state, table)
    orientation, sun = met_at(contact)
    if not escort and orientation == DISADVANTAGED:
        # Without escorts it has no meaning. [7.1.2]
        orientation = HEAD_ON
    for career in searching:
        flight = career.aloft
        flight.bomber_type, flight.escort = kind, escort
        flight.orientation = flight.met = orientation
        flight.sun = sun
    starts = []
    for career in searching:
        start = yield from meet_bombers(state, career, table)
        if start is not None:
            starts.append(DuelStart(career, escort, start))
    if starts:
        yield from fighter_combat(state, starts, table)


def roll_target(state: State, table: Table) -> tuple[str, str]:
    """Roll on the Aircraft Target Chart [A3], only for what can differ. [7.1.2]"""
    charts, raid = table.pack, state.raid
    if raid is None:
        raise LookupError("no raid is in the air")
    dice = charts.tables.bomber_types.dice, charts.tables.escorts.dice
    bombers, escorts = charts.bomber_shares[state.month].rows, charts.escorts[state.month][raid.zone].rows
    kind = bombers.rows[0][1] if len(bombers.rows) == 1 else bombers[rolled(table, "target", dice[0])]
    escort = escorts.rows[0][1] if len(escorts.rows) == 1 else escorts[rolled(table, "target", dice[1])]
    escort = "" if escort == "none" else escort
    # Sent at every table: a simulation listens for it (`simulate.Lookout`).
    table.tell(TargetRolled(bomber=kind, escort=escort), "7.1.2", chart="a3")
    return kind, escort


# Debriefing --------------------------------------------------------------------------------------------------------


def debrief(state: State, table: Table) -> Flow[None]:
    """See to everything between two sorties, for each who has flown. [6.1]"""
    back = [career for career in state.careers if career.flight is not None]
    if len(back) == 1:
        yield from debrief_one(state, back[0], table)
    elif back:
        yield table.parallel({career.seat: partial(debrief_one, state, career) for career in back})
    yield from end_line(state, table)


def debrief_one(state: State, career: Career, table: Table) -> Flow[None]:
    """Debrief one pilot. [6.1]"""
    career.stage = "debriefing"
    yield from debriefing.after_sortie(state, career, table)
    career.stage = "ready" if career.alive else "over"
