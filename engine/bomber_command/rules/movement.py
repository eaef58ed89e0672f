"""Movement: nightfighters and their fuel, deployment, raids along their plots, streams and exits. [7.1-7.3, 7.5]"""

from __future__ import annotations

from typing import NamedTuple

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ENGLAND, JUTLAND, ScenarioMap
from engine.bomber_command.events import (
    FuelOut,
    RaidInEngland,
    RaidMoved,
    RaidsLifted,
    UnitLeftRaid,
    UnitMoved,
    UnitStacked,
    UnitUnderGci,
)
from engine.bomber_command.questions import DeploymentQuestion, FighterMoveQuestion, UnitPlaceQuestion
from engine.bomber_command.rules.cards.play import CardWindow, any_time, live, open_window
from engine.bomber_command.rules.combat import can_act, send_home
from engine.bomber_command.rules.plotting import has_broken_out, move_on
from engine.bomber_command.state import (
    AIR,
    BRITISH,
    DROP,
    FLYING,
    GARDENING,
    GERMAN,
    RAID,
    WAITING,
    FighterUnit,
    Raid,
    State,
    occupied,
    stream_length,
)
from engine.kernel.decisions import Flow, about, parts_of
from engine.kernel.table import Table

FULL_MOVE, SCRAMBLE_MOVE = 2, 1
"""Hexes that a nightfighter moves, and one with a Scramble marker. [7.1]"""


# Nightfighters -------------------------------------------------------------------------------------------------------


def fighters_move(night: State, table: Table) -> Flow[None]:
    """The German player moves his units in any order; then they burn fuel. [5.0, 7.1, 7.4.3, 7.5, 9.4.3]"""
    charts: Charts = table.pack
    for unit in night.units:
        if unit.place == RAID and unit.homing:
            # A unit ordered home from inside a raid must leave it now.
            yield from leave_raid(night, table, unit)
    moment = CardWindow("fighters-move")
    if live(night, charts, "fighters-move"):
        yield from open_window(night, table, moment, GERMAN)
    moved: set[str] = set()
    while True:
        options = move_options(night, charts, moved, moment.extra_hexes)
        order = (
            "done" if len(options) == 1 else (yield table.ask(GERMAN, FighterMoveQuestion, options, "fighters", "7.1"))
        )
        if order == "done":
            break
        verb, name, *place = parts_of(order)
        unit = night.unit(name)
        if verb == "home":
            send_home(night, table, unit)
        elif verb == "leave":
            yield from leave_raid(night, table, unit)
        else:
            moved.add(name)
            yield from move_unit(night, table, unit, place[0])
    burn_fuel(night, table)
    if live(night, charts, "fighters-moved"):
        yield from open_window(night, table, CardWindow("fighters-moved"), GERMAN)


def move_options(night: State, charts: Charts, moved: set[str], extra: dict[str, int]) -> tuple[str, ...]:
    """List every order of the phase: move, return to base, leave a raid, be done. [7.1, 7.4.3, 9.4.3]"""
    options = ["done"]
    for unit in night.units:
        if unit.place == RAID:
            options.append(f"leave:{unit.id}")
        elif unit.place == AIR and unit.id not in moved:
            if not unit.homing:
                options.append(f"home:{unit.id}")
            if not unit.gci:
                hexes = (SCRAMBLE_MOVE if unit.scrambled else FULL_MOVE) + extra.get(unit.id, 0)
                options += moves_of(night, charts, unit, hexes)
    return tuple(options)


def moves_of(night: State, charts: Charts, unit: FighterUnit, hexes: int) -> tuple[str, ...]:
    """List a unit's moves; one stacked on a box may also step off it within its hex. [7.1, 7.1.1, 7.3, 12.2.2]"""
    key = (night.scenario, unit.id, unit.hex, hexes, bool(unit.box), unit.scrambled, unit.intruder)
    known = charts.moves.get(key)
    if known is None:
        places = destinations(charts.boards[night.scenario], unit, hexes)
        known = charts.moves[key] = tuple(f"move:{unit.id}:{place}" for place in places)
    return known


def destinations(board: ScenarioMap, unit: FighterUnit, hexes: int) -> tuple[str, ...]:
    """List where a unit may go; between England and the coast it takes a full move, and only intruders go. [12.2.2]"""
    if unit.hex == ENGLAND:
        return tuple(board.chart.exits) if hexes >= FULL_MOVE else ()
    if unit.hex == JUTLAND and unit.scrambled:
        return ()
    places = board.reach(unit.hex, hexes)
    if JUTLAND in places and hexes < FULL_MOVE:
        places = tuple(place for place in places if place != JUTLAND)
    if not unit.box:
        places = places[1:]
    if unit.intruder and hexes >= FULL_MOVE and unit.hex in board.exits:
        places = (*places, ENGLAND)
    return places


def move_unit(night: State, table: Table, unit: FighterUnit, place: str) -> Flow[None]:
    """Move a unit that has been named, unless a card holds it where it is. [7.1]"""
    if live(night, table.pack, "unit-moves"):
        moment = CardWindow("unit-moves", unit=unit, hex_=unit.hex)
        yield from open_window(night, table, moment, BRITISH)
        if moment.frozen:
            return
    start, unit.hex, unit.box = unit.hex, place, ""
    if table.hears:
        table.tell(UnitMoved(unit.id, start, place), "7.1")


def leave_raid(night: State, table: Table, unit: FighterUnit) -> Flow[None]:
    """A unit leaves a raid: the British player says in which of the raid's hexes. [9.4.3]"""
    raid = night.raid(unit.raid)
    yield from place_from_raid(night, table, unit, raid)
    send_home(night, table, unit)


def place_from_raid(night: State, table: Table, unit: FighterUnit, raid: Raid) -> Flow[None]:
    """The British player takes a unit from a Raid Box and puts it in a hex of the raid. [7.4.4, 9.4.3]"""
    hexes = occupied(raid, stream_length(night, raid))
    choice = f"place:{hexes[0]}"
    if len(hexes) > 1 or night.setup.asks_alike:
        options = tuple(f"place:{hex_}" for hex_ in hexes)
        choice = yield table.ask(BRITISH, UnitPlaceQuestion(unit.id), options, "fighters/place", "9.4.3")
    unit.place, unit.raid, unit.hex = AIR, "", about(choice)
    table.reveal("raid")
    table.tell(UnitLeftRaid(unit.id, unit.hex), "9.4.3")


def burn_fuel(night: State, table: Table) -> None:
    """Every unit in the air without a GCI marker burns fuel; Scramble markers come off. [7.1, 7.5, 7.5.1]"""
    for unit in night.units:
        if unit.place == AIR or unit.place == RAID:
            unit.scrambled = False
            if not unit.gci:
                unit.fuel = max(0, unit.fuel - 1)
                if unit.fuel == 0:
                    table.tell(FuelOut(unit.id), "7.5")


def deployment(night: State, table: Table) -> Flow[None]:
    """Units stack on boxes in their hex, or take a GCI marker. [5.0, 7.3, 9.3]"""
    charts: Charts = table.pack
    if live(night, charts, "deployment"):
        yield from open_window(night, table, CardWindow("deployment"), GERMAN)
    done: set[str] = set()
    while True:
        options = deployment_options(night, charts, done)
        order = (
            "done" if len(options) == 1 else (yield table.ask(GERMAN, DeploymentQuestion, options, "deployment", "7.3"))
        )
        if order == "done":
            break
        verb, name, *box = parts_of(order)
        unit = night.unit(name)
        done.add(name)
        if verb == "home":
            send_home(night, table, unit)
        elif verb == "gci":
            unit.gci, unit.box = True, ""
            table.tell(UnitUnderGci(name, unit.hex), "9.3")
        else:
            unit.box = box[0]
            table.tell(UnitStacked(name, box[0], unit.hex), "7.3")
    yield from any_time(night, table, "deployment")


def deployment_options(night: State, charts: Charts, done: set[str]) -> tuple[str, ...]:
    """List every order of the Deployment Phase. [7.3, 7.4.3, 9.3, 9.3.1]"""
    board: ScenarioMap = charts.boards[night.scenario]
    options = ["done"]
    marked = {unit.hex for unit in night.units if unit.gci}
    for unit in night.units:
        if unit.place not in (AIR, RAID) or unit.id in done:
            continue
        if not unit.homing:
            options.append(f"home:{unit.id}")
        if can_act(unit):
            hex_ = unit.hex
            for box in board.cities_in.get(hex_, ()) + board.beacons_in.get(hex_, ()):
                if box != unit.box:
                    options.append(f"stack:{unit.id}:{box}")
            if hex_ in board.himmelbett and hex_ not in marked and may_mark_gci(night, board, unit):
                options.append(f"gci:{unit.id}")
    return tuple(options)


def may_mark_gci(night: State, board: ScenarioMap, unit: FighterUnit) -> bool:
    """Say whether a unit may take a GCI marker: at home, and twin-engined unless in Downfall. [9.3, 9.3.1]"""
    row = board.units[unit.id]
    return board.zone[unit.hex] == row.division and (row.engines == "TE" or night.scenario == "downfall")


# Raids ---------------------------------------------------------------------------------------------------------------


class RaidMove(NamedTuple):
    """One move of a raid: the hexes that it and its stream entered, and whether it began to bomb."""

    raid: Raid
    hexes: tuple[str, ...]
    drops: bool


def remove_counters(night: State, table: Table) -> None:
    """Remove raid and stream counters; the hexes that they stood in may be marked. [7.2, 7.2.5]"""
    night.tracks = shown_counters(night)[0] + shown_counters(night)[1]
    night.false_counters = []
    for raid in night.raids:
        raid.detected = raid.clarified = raid.stretched = False
    if table.hears:
        table.tell(RaidsLifted(list(night.tracks)), "7.2")


def shown_counters(night: State) -> tuple[list[str], list[str]]:
    """List the hexes of raid counters and of stream counters that lie on the map. [8.2]"""
    return ([], []) if night.covered else detected_counters(night)


def detected_counters(night: State) -> tuple[list[str], list[str]]:
    """List the hexes of all that a detection found, laid or not, in an order that tells nothing. [8.2]"""
    counters, streams = list(night.false_counters), []
    for raid in night.raids:
        if raid.detected:
            if raid.at < len(raid.route):
                counters.append(raid.route[raid.at])
            if raid.clarified:
                streams += stream_hexes(night, raid)
    return sorted(counters), sorted(streams)


def stream_hexes(night: State, raid: Raid) -> list[str]:
    """List the hexes of a raid's stream counters on the map. [7.2.2, 7.2.3]"""
    length = stream_length(night, raid)
    if not length:
        return [raid.route[raid.at]] if raid.kind in ("main", "decoy") and raid.at < len(raid.route) else []
    return [raid.route[at] for at in range(max(0, raid.at - length), raid.at) if at < len(raid.route)]


def move_raids(night: State, table: Table) -> list[RaidMove]:
    """Move every raid to its next plotted hex. [4.2.2, 7.2]"""
    flown = []
    for raid in night.raids:
        if raid.status == FLYING or (raid.status == WAITING and night.turn >= raid.turn):
            moved = move_raid(night, table, raid)
            if moved is not None:
                flown.append(moved)
    return flown


def move_raid(night: State, table: Table, raid: Raid) -> RaidMove | None:
    """Move one raid; an escort that is still with its parent only keeps count. [4.4.1, 7.2]"""
    before = raid.at
    raid.at = move_on(raid, night.turn)
    first = before + 1 - stream_length(night, raid)
    if raid.parent and raid.status == WAITING:
        if not has_broken_out(raid, before):
            return None
        # It appears in the hex of the split as if it had just moved into it.
        first = raid.appears
    if raid.status == WAITING:
        raid.status = FLYING
    end = min(raid.at, len(raid.route) - 1)
    hexes = tuple(dict.fromkeys(raid.route[max(0, first) : end + 1]))
    drops = raid.target_at >= 0 and raid.kind != GARDENING and before < raid.target_at <= raid.at
    if drops:
        raid.marker = DROP
    if table.hears:
        place = raid.route[raid.at] if raid.at < len(raid.route) else ENGLAND
        table.tell(RaidMoved(raid.letter, place), "7.2", to=(BRITISH,))
        if raid.at >= len(raid.route) > before:
            table.tell(RaidInEngland(), "7.2.4")
    return RaidMove(raid, hexes, drops)


def left_map(night: State, raid: Raid) -> bool:
    """Say whether a raid is in the England space with all of its stream. [7.2.4]"""
    return raid.status == FLYING and raid.at - stream_length(night, raid) >= len(raid.route)


def turn_out_boars(night: State, table: Table) -> None:
    """Place units inside a raid that has left the map in the hex from which it left, homeward bound. [9.4.3]"""
    for unit in night.units:
        if unit.place == RAID:
            raid = night.raid(unit.raid)
            if left_map(night, raid):
                unit.place, unit.raid, unit.hex = AIR, "", raid.route[-1]
                table.reveal("raid")
                table.tell(UnitLeftRaid(unit.id, unit.hex), "9.4.3")
                send_home(night, table, unit)
