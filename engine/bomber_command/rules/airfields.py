"""Airfields: scramble, the patrols over them, recovery, rearming, and the bombers' own landing. [7.4, 7.6, 9.2.4]"""

from __future__ import annotations

from typing import NamedTuple

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ENGLAND, ScenarioMap
from engine.bomber_command.charts.schema import LandingTable
from engine.bomber_command.events import (
    AccidentRolled,
    AirfieldAttacked,
    MosquitosConfirmed,
    PatrolBack,
    PatrolSpent,
    RaidAdmitted,
    RaidHome,
    RaidRecovered,
    RecoveryRolled,
    ScrambleRolled,
    UnitDiverted,
    UnitMoved,
    UnitReady,
    UnitRearming,
    UnitRecovering,
    UnitScrambled,
)
from engine.bomber_command.questions import (
    DivisionQuestion,
    LandingPatrolQuestion,
    LandingQuestion,
    RecoveryQuestion,
    ScrambleMoveQuestion,
    ScramblePatrolQuestion,
    ScrambleQuestion,
)
from engine.bomber_command.rules.advanced import declare_intruders
from engine.bomber_command.rules.cards.play import CardWindow, any_time, live, open_window
from engine.bomber_command.rules.combat import british_attack, deplete, lose_fighters
from engine.bomber_command.rules.movement import left_map, place_from_raid, turn_out_boars
from engine.bomber_command.rules.skies import in_twilight
from engine.bomber_command.state import (
    AIR,
    BRITISH,
    CLOSED,
    DECOY,
    FLYING,
    GERMAN,
    GONE,
    HOME,
    MAIN,
    MOSQUITO,
    RAID,
    READY,
    REARM,
    FighterUnit,
    Patrol,
    Raid,
    State,
    stream_length,
)
from engine.kernel.decisions import Flow, about, parts_of
from engine.kernel.events import Mod
from engine.kernel.table import Table

# Scramble ------------------------------------------------------------------------------------------------------------


def scramble(night: State, table: Table) -> Flow[None]:
    """Units take off; patrols pounce; losses are rolled; intruders are declared. [5.0, 7.4.2]"""
    charts: Charts = table.pack
    if live(night, charts, "scramble-start"):
        yield from open_window(night, table, CardWindow("scramble-start"), GERMAN)
    up: list[FighterUnit] = []
    grounded: set[str] = set()
    while True:
        ready = [f"scramble:{unit.id}" for unit in night.units if unit.place == READY and unit.id not in grounded]
        if not ready:
            break
        order = yield table.ask(GERMAN, ScrambleQuestion, ("done", *ready), "scramble", "7.4.2")
        if order == "done":
            break
        unit = night.unit(about(order))
        if (yield from _is_grounded(night, table, unit)):
            grounded.add(unit.id)
            continue
        yield from take_off(night, table, unit)
        up.append(unit)
    closed = yield from patrol_scrambles(night, table, up)
    for unit in up:
        if unit.id not in closed:
            yield from roll_scramble(night, table, unit)
    yield from declare_intruders(night, table, up)
    yield from any_time(night, table, "scramble")


def _is_grounded(night: State, table: Table, unit: FighterUnit) -> Flow[bool]:
    """A card may keep the unit just named on the ground. [6.2]"""
    if not live(night, table.pack, "unit-scrambles"):
        return False
    moment = CardWindow("unit-scrambles", unit=unit)
    yield from open_window(night, table, moment, BRITISH)
    return moment.frozen


def take_off(night: State, table: Table, unit: FighterUnit) -> Flow[None]:
    """Place a unit on its airfield's hex with full fuel; a single-engined one moves on at once. [7.4.2, 7.5]"""
    board: ScenarioMap = table.pack.boards[night.scenario]
    row = board.units[unit.id]
    unit.place, unit.hex = AIR, row.hex
    unit.fuel = table.pack.tables.fuel.rows[row.aircraft]
    unit.scrambled = row.engines == "TE"
    if table.hears:
        table.tell(UnitScrambled(unit.id, unit.hex, unit.fuel), "7.4.2")
    if row.engines == "SE":
        options = tuple(f"to:{hex_}" for hex_ in board.reach(unit.hex, 1))
        choice = yield table.ask(GERMAN, ScrambleMoveQuestion(unit.id), options, "scramble/move", "7.4.2")
        start, unit.hex = unit.hex, about(choice)
        if unit.hex != start:
            table.tell(UnitMoved(unit.id, start, unit.hex), "7.4.2")


def landing_mods(night: State, charts: Charts, unit: FighterUnit, chart: LandingTable, rule: str) -> list[Mod]:
    """Return what modifies a roll on taking off or landing, whichever the table. [7.4.2, 7.4.4]"""
    mods = []
    if charts.boards[night.scenario].units[unit.id].engines == "SE":
        mods.append(Mod(chart.single_engined, "single-engined", rule))
    if in_twilight(night):
        mods.append(Mod(chart.twilight, "twilight", rule))
    return mods


def roll_scramble(night: State, table: Table, unit: FighterUnit) -> Flow[None]:
    """Roll for accidents on taking off, by the weather at the airfield. [7.4.2]"""
    charts: Charts = table.pack
    board: ScenarioMap = charts.boards[night.scenario]
    chart = charts.tables.scramble
    moment = CardWindow("scramble", unit=unit, hex_=board.units[unit.id].hex)
    moment.mods = landing_mods(night, charts, unit, chart, "7.4.2")
    if night.visibility == "poor":
        moment.mods.append(Mod(chart.poor_visibility, "visibility:poor", "7.4.2"))
    if live(night, charts, "scramble"):
        yield from open_window(night, table, moment, GERMAN)
    total = table.roll("landing", 6) + table.roll("landing", 6) + sum(mod.value for mod in moment.mods)
    weather = night.weather[board.zone[moment.hex]]
    losses, suffers = chart.column(charts.weather[weather].column)[total]
    if table.hears:
        rolled = ScrambleRolled(unit=unit.id, weather=weather, total=total, losses=losses, depletes=bool(suffers))
        table.tell(rolled, "7.4.2", mods=moment.mods, chart="scramble")
    _lose_landing(night, table, unit, losses, moment, "7.4.2", "scramble")
    if suffers and not unit.detachment:
        deplete(night, table, unit, "7.4.2")
    for _ in moment.risks:
        # A detachment or a depleted unit that a card affects goes home. [7.4.3, 9.8.1]
        deplete(night, table, unit, "6.2")


def _lose_landing(
    night: State, table: Table, unit: FighterUnit, losses: int, moment: CardWindow, rule: str, cause: str
) -> None:
    """Take losses on the ground, more if a card brought an accident about. [6.2, 7.4.2, 7.4.4]"""
    lose_fighters(night, table, unit, losses, rule, cause)
    for risk in moment.risks:
        more = table.roll("landing", risk.sides)
        table.tell(AccidentRolled(unit.id, more), "6.2")
        lose_fighters(night, table, unit, more, "6.2", "accident")


# Patrols -------------------------------------------------------------------------------------------------------------


def patrol_scrambles(night: State, table: Table, up: list[FighterUnit]) -> Flow[set[str]]:
    """Patrols attack units that scramble, or their airfields; return the units closed in. [9.2.4, 9.2.5]

    Either way the weather is that of the airfield, even for a single-engined unit that has moved on already.
    """
    board: ScenarioMap = table.pack.boards[night.scenario]
    closed: set[str] = set()
    struck: set[str] = set()
    while True:
        options = ["done"]
        for patrol in night.patrols:
            if not patrol.back:
                for unit in up:
                    if unit.id not in struck:
                        options.append(f"attack:{patrol.strength}:{unit.id}")
                        if board.units[unit.id].airfield not in struck and airfield_open(night, table.pack, unit):
                            options.append(f"airfield:{patrol.strength}:{unit.id}")
        if len(options) == 1:
            return closed
        order = yield table.ask(BRITISH, ScramblePatrolQuestion, options, "patrol/scramble", "9.2.4")
        if order == "done":
            return closed
        verb, value, name = parts_of(order)
        unit, row = night.unit(name), board.units[name]
        spend_patrol(night, table, int(value))
        struck.add(name)
        if verb == "attack":
            british_attack(night, table, unit, int(value), "patrol", row.hex, "9.2.4")
        else:
            struck.add(row.airfield)
            if attack_airfield(night, table, unit, int(value)):
                closed.add(name)


def airfield_open(night: State, charts: Charts, unit: FighterUnit) -> bool:
    """Say whether the skies allow an attack on a unit's airfield. [9.2.5]"""
    board: ScenarioMap = charts.boards[night.scenario]
    return night.weather[board.zone[board.units[unit.id].hex]] not in charts.tables.airfield_attack.barred_by


def attack_airfield(night: State, table: Table, unit: FighterUnit, value: int) -> bool:
    """Roll against an airfield: closed, the unit does not get away. [9.2.5]"""
    total = table.roll("combat", 6) + value
    shut: bool = total >= table.pack.tables.airfield_attack.closes_at
    if table.hears:
        mods = (Mod(value, "strength", "9.2.5"),)
        table.tell(AirfieldAttacked(unit.id, total, shut), "9.2.5", mods=mods, chart="airfield_attack")
    if shut:
        clear_markers(unit)
        unit.place, unit.hex = CLOSED, ""
    return shut


def spend_patrol(night: State, table: Table, value: int) -> None:
    """Put a used Patrol on the turn of its return, as many spaces on as it is strong. [9.2.4]"""
    patrol: Patrol = next(p for p in night.patrols if p.strength == value and not p.back)
    patrol.back = night.turn + value
    table.tell(PatrolSpent(value, patrol.back), "9.2.4")


def return_patrols(night: State, table: Table) -> None:
    """Patrols whose turn the marker enters go back to the pool. [9.2.4]"""
    for patrol in night.patrols:
        if patrol.back == night.turn:
            patrol.back = 0
            table.tell(PatrolBack(patrol.strength), "9.2.4")


# Recovery ------------------------------------------------------------------------------------------------------------


class UnitLanding(NamedTuple):
    """A unit in a Recovery Box: at home or diverting, in which division, from which hex."""

    unit: FighterUnit
    home: bool
    division: str
    start: str


def recovery(night: State, table: Table) -> Flow[None]:
    """Carry out the Recovery Phase, in its strict order. [5.0, 7.4.5, 7.4.6]"""
    for unit in night.units:
        if unit.place == REARM:
            unit.place = READY
            if table.hears:
                table.tell(UnitReady(unit.id), "7.4.5")
    landings = yield from choose_landings(night, table)
    down = []
    for landing in landings:
        if not (yield from roll_recovery(night, table, landing)):
            down.append(landing)
    yield from patrol_landings(night, table, down)
    for landing in down:
        move_to_rearm(night, table, landing)
    for unit in night.units:
        if unit.place == CLOSED:
            unit.place = REARM
            restore(unit)
            table.tell(UnitRearming(unit.id), "7.4.6")
    for raid in night.raids:
        if left_map(night, raid):
            yield from recover_raid(night, table, raid)
    yield from any_time(night, table, "recovery")


def clear_markers(unit: FighterUnit) -> None:
    """Take every marker off a unit that is down."""
    unit.box = unit.raid = ""
    unit.scrambled = unit.homing = unit.gci = unit.intruder = False


def restore(unit: FighterUnit) -> None:
    """Flip a unit back to full strength, unless it is a detachment. [7.4.4]"""
    unit.depleted = unit.detachment


def near_home(board: ScenarioMap, unit: FighterUnit) -> bool:
    """Say whether a unit is in or next to the hex of its own airfield, in the box if that is in Jutland. [7.4.4]"""
    return unit.hex in board.near[board.units[unit.id].hex]


def choose_landings(night: State, table: Table) -> Flow[list[UnitLanding]]:
    """The German player names the units that recover; those without fuel must. [7.4.4, 7.5]"""
    board: ScenarioMap = table.pack.boards[night.scenario]
    landings: list[UnitLanding] = []
    landed: set[str] = set()
    while True:
        options = ["done"]
        for unit in night.units:
            if unit.place == RAID:
                options.append(f"recover:{unit.id}")
            elif unit.place == AIR and unit.id not in landed:
                near = near_home(board, unit)
                options.append(f"recover:{unit.id}" if near else f"divert:{unit.id}")
                if near:
                    options.append(f"divert:{unit.id}")
        order = (
            "done" if len(options) == 1 else (yield table.ask(GERMAN, RecoveryQuestion, options, "recovery", "7.4.4"))
        )
        if order == "done":
            break
        verb, name = parts_of(order)
        unit = night.unit(name)
        landings.append((yield from land(night, table, unit, divert=verb == "divert")))
        landed.add(name)
    for unit in night.units:
        if unit.place in (AIR, RAID) and unit.id not in landed and unit.fuel == 0:
            landings.append((yield from land(night, table, unit)))
            landed.add(unit.id)
    return landings


def land(night: State, table: Table, unit: FighterUnit, divert: bool = False) -> Flow[UnitLanding]:
    """Put a unit in a Recovery Box: its own near home, otherwise one to divert to. [7.4.4, 7.4.8, 12.2.2]"""
    board: ScenarioMap = table.pack.boards[night.scenario]
    if unit.place == RAID:
        yield from place_from_raid(night, table, unit, night.raid(unit.raid))
        if near_home(board, unit):
            order = yield table.ask(GERMAN, LandingQuestion, ("recover", "divert"), "recovery/where", "7.4.4")
            divert = order == "divert"
    home = near_home(board, unit) and not divert
    division: str
    if home:
        division = board.units[unit.id].division
    elif unit.hex == ENGLAND:
        division = yield from _divert_from_england(night, table)
    else:
        division = board.zone[unit.hex]
        if division == board.chart.allied_zone and board.chart.allied_divert:
            division = board.chart.allied_divert
    if table.hears:
        table.tell(UnitRecovering(unit.id, home, division), "7.4.4")
    return UnitLanding(unit, home, division, unit.hex)


def _divert_from_england(night: State, table: Table) -> Flow[str]:
    """An intruder diverts to one of two divisions, in Downfall to the one that is left. [12.2.2]"""
    allied = table.pack.boards[night.scenario].chart.allied_zone
    left = [zone for zone in table.pack.tables.intruders.divisions if zone != allied]
    if len(left) == 1:
        return str(left[0])
    order: str = yield table.ask(
        GERMAN, DivisionQuestion, tuple(f"division:{z}" for z in left), "recovery/where", "12.2.2"
    )
    return about(order)


def roll_recovery(night: State, table: Table, landing: UnitLanding) -> Flow[bool]:
    """Roll for losses on landing; return whether the unit is out of play. [7.4.4, 7.4.7]"""
    charts: Charts = table.pack
    board: ScenarioMap = charts.boards[night.scenario]
    chart, unit = charts.tables.recovery, landing.unit
    far = landing.start in board.out_of_range or landing.start == ENGLAND
    moment = CardWindow("recovery", unit=unit)
    moment.mods = landing_mods(night, charts, unit, chart, "7.4.4")
    if not landing.home:
        moment.mods.append(Mod(chart.diverting, "diverting", "7.4.4"))
    if far:
        moment.mods.append(Mod(chart.out_of_range, "out-of-range", "7.4.7"))
    if live(night, charts, "recovery"):
        yield from open_window(night, table, moment, GERMAN)
    total = table.roll("landing", 6) + table.roll("landing", 6) + sum(mod.value for mod in moment.mods)
    weather = "fog" if far else night.weather[landing.division]
    losses, removed = chart.column(charts.weather[weather].column)[total]
    if table.hears:
        rolled = RecoveryRolled(unit=unit.id, weather=weather, total=total, losses=losses, removed=bool(removed))
        table.tell(rolled, "7.4.7" if far else "7.4.4", mods=moment.mods, chart="recovery")
    _lose_landing(night, table, unit, losses, moment, "7.4.4", "recovery")
    if removed:
        clear_markers(unit)
        unit.place, unit.hex = GONE, ""
    return bool(removed)


def patrol_landings(night: State, table: Table, down: list[UnitLanding]) -> Flow[None]:
    """Patrols attack units in the Recovery Boxes, by the weather of the division that they land in. [9.2.4]"""
    struck: set[str] = set()
    while True:
        pool = [patrol for patrol in night.patrols if not patrol.back]
        prey = [landing for landing in down if landing.unit.id not in struck]
        if not (pool and prey):
            return
        options = ["done", *(f"attack:{p.strength}:{landing.unit.id}" for p in pool for landing in prey)]
        question = LandingPatrolQuestion({landing.unit.id: landing.division for landing in prey})
        order = yield table.ask(BRITISH, question, options, "patrol/recovery", "9.2.4")
        if order == "done":
            return
        _, value, name = parts_of(order)
        landing = next(landing for landing in prey if landing.unit.id == name)
        spend_patrol(night, table, int(value))
        struck.add(name)
        british_attack(night, table, landing.unit, int(value), "patrol", landing.division, "9.2.4", landed=True)


def move_to_rearm(night: State, table: Table, landing: UnitLanding) -> None:
    """Move a unit that is down to the Rearm & Refuel Box; one that diverted is out of play. [7.4.4]"""
    unit = landing.unit
    clear_markers(unit)
    unit.hex = ""
    unit.place = REARM if landing.home else GONE
    restore(unit)
    if table.hears:
        table.tell(UnitRearming(unit.id) if landing.home else UnitDiverted(unit.id), "7.4.4")


# The bombers ---------------------------------------------------------------------------------------------------------


def recover_raid(night: State, table: Table, raid: Raid) -> Flow[None]:
    """Remove a raid in England from play, with what its landing costs. [7.2.4, 7.6, 9.9.1]"""
    if raid.kind in (MAIN, DECOY):
        land_bombers(night, table, raid)
    elif raid.kind == MOSQUITO:
        table.reveal("raid")
        table.tell(RaidAdmitted(raid.kind), "9.9.1")
        if raid.losses:
            confirm_mosquitos(night, table, raid)
    raid.status = HOME
    table.tell(RaidHome(), "7.2.4")
    return
    yield


def land_bombers(night: State, table: Table, raid: Raid) -> None:
    """Roll for bombers lost on landing. [7.6, 7.6.1]"""
    charts: Charts = table.pack
    chart, weather = charts.tables.recovery, night.weather[ENGLAND]
    mods = []
    if in_twilight(night):
        mods.append(Mod(chart.twilight, "twilight", "7.6"))
    hurt = (raid.disruption + raid.damage) // chart.disruption_step
    if hurt:
        mods.append(Mod(hurt, "disruption", "7.6"))
    if night.fido and weather == "fog":
        mods.append(Mod(chart.fido, "fido", "7.6.1"))
    total = table.roll("landing", 6) + table.roll("landing", 6) + sum(mod.value for mod in mods)
    losses, _ = chart.column(charts.weather[weather].column)[total]
    raid.losses += losses
    if table.hears:
        table.reveal("raid")
        landed = RaidRecovered(weather, raid.disruption, raid.damage, total, losses)
        table.tell(landed, "7.6", mods=mods, chart="recovery")


def confirm_mosquitos(night: State, table: Table, raid: Raid) -> None:
    """Roll for each loss claimed of a Mosquito raid, hunted ones first. [9.9.1, 9.9.2]"""
    chart = table.pack.tables.mosquito_losses
    faces = [table.roll("landing", 6) for _ in range(raid.losses)]
    confirmed = sum(face <= (chart.hunted if at < raid.hunts else chart.confirmed) for at, face in enumerate(faces))
    if table.hears:
        table.reveal("raid")
        table.tell(MosquitosConfirmed(raid.losses, raid.hunts, confirmed), "9.9.1", chart="mosquito_losses")
    raid.losses = raid.confirmed = confirmed


def bring_home(night: State, table: Table) -> Flow[None]:
    """Land the raids that are still out when both sides agree to end play. [9.4.3, 11.0]"""
    out = [raid for raid in night.raids if raid.status == FLYING]
    for raid in out:
        raid.at = len(raid.route) + stream_length(night, raid)
    turn_out_boars(night, table)
    for raid in out:
        yield from recover_raid(night, table, raid)
