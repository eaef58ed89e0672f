"""Moving the nightfighters: tail warnings, dives, the radio beacon box, each hex and turn. [9.0, 18.0, 23.0, 27.3]"""

from __future__ import annotations

from collections.abc import Collection

from engine.kernel.decisions import Flow, about, parts_of
from engine.nightfighter.charts.map import FACINGS, NightMap, hex_name
from engine.nightfighter.events.fighters import (
    FighterDived,
    FighterEvaded,
    FighterExited,
    FighterLeftBox,
    FighterMoved,
    FighterTailWarning,
)
from engine.nightfighter.questions import (
    FighterDiveQuestion,
    FighterEvadeQuestion,
    FighterLeaveBoxQuestion,
    FighterNextQuestion,
    FighterStepQuestion,
)
from engine.nightfighter.rules.context import NightContext
from engine.nightfighter.rules.counters import drop_fix, drop_tally, leave_play
from engine.nightfighter.rules.speeds import mp_in
from engine.nightfighter.rules.umpired.intruders import slip_away
from engine.nightfighter.state import EXACT, PLAYER, FighterCounter, Options

GUN_BELT_FROM = 23
"""The first row of the gun belt that the special rule closes to fighters."""
TURNS = {"ahead": 0, "left": 5, "right": 1}
"""By how many sixths of a circle, clockwise, each order turns a fighter after its step. [9.2]"""

STRAIGHT = ("ahead",)
STRAIGHT_OR_END = ("ahead", "end")
ANY_WAY = ("ahead", "left", "right")
ANY_WAY_OR_END = ("ahead", "left", "right", "end")
EXIT = ("exit",)
EXIT_OR_END = ("exit", "end")
DIVES = ("level", "dive", "dive-out")


def move_fighters(night: NightContext) -> Flow[None]:
    """The player moves his fighters one at a time, in an order of his own. [9.0]"""
    yield from call_tail_warnings(night)
    fighters = night.state.fighters
    for fighter in fighters:
        fighter.moved, fighter.turned, fighter.dived = 0, False, False
    to_move = [f for f in fighters if f.status == "map" and not f.stays]
    for fighter in fighters:
        fighter.stays = False
    may_leave = night.state.left_box < night.state.turn - 1
    in_box = [f for f in fighters if f.status == "box"]
    while to_move or (in_box and may_leave):
        if not in_box or not may_leave:
            fighter = to_move[0]
            if len(to_move) > 1:
                options = [f.name for f in to_move]
                name = yield night.table.ask(
                    PLAYER, FighterNextQuestion, options, night.key("next", len(to_move)), "9.0"
                )
                fighter = next(f for f in to_move if f.name == name)
            to_move.remove(fighter)
            yield from move(night, fighter)
            continue
        options = [f.name for f in to_move] or ["stay"]
        options += [f"leave:{f.name}" for f in in_box]
        key = night.key("next", len(to_move), "box")
        answer = yield night.table.ask(PLAYER, FighterNextQuestion, options, key, "23.0")
        if answer == "stay":
            break
        if answer.startswith("leave:"):
            may_leave = False
            fighter = next(f for f in in_box if f.name == about(answer))
            yield from leave_box(night, fighter)
        else:
            fighter = next(f for f in to_move if f.name == answer)
            to_move.remove(fighter)
            yield from move(night, fighter)


def allowance(night: NightContext, fighter: FighterCounter) -> int:
    """Return the most MP that a fighter has, before a dive. [9.1, 27.3.1]"""
    return mp_in(night.fighter_speed(fighter), night.state.turn) + fighter.evading


def move(night: NightContext, fighter: FighterCounter) -> Flow[None]:
    """Move one fighter: straight hexes, with at most one turn of 60° after each. [9.1, 9.2]"""
    least, most = yield from span(night, fighter)
    yield from fly(night, fighter, least, most)


def span(night: NightContext, fighter: FighterCounter) -> Flow[tuple[int, int]]:
    """Return the least and the most MP of a move; who dives must use all, one more than usual. [9.1, 18.0]"""
    most = allowance(night, fighter)
    least = min(most, night.row(fighter).least_mp)
    if fighter.dives:
        kind = yield night.table.ask(
            PLAYER,
            FighterDiveQuestion(fighter=fighter.name, dives=fighter.dives),
            DIVES,
            night.key(fighter.name, "dive"),
            "18.0",
        )
        if kind != "level":
            fighter.dives = 0 if kind == "dive-out" else fighter.dives - 1
            fighter.dived = True
            most += night.tables.altitude.dive_adds
            least = most
            night.table.tell(FighterDived(fighter=fighter.name, dives=fighter.dives), "18.0")
    return least, most


def hex_ahead(night_map: NightMap, hex_: int, facing: int, belt: int = 0) -> int:
    """Return the hex straight ahead; 0 off the map, and from row `belt` on. [9.2, scenario 8F]"""
    ahead = night_map.step[facing][hex_]
    return 0 if belt and ahead % 100 >= belt else ahead


def steps_from(night_map: NightMap, hex_: int, facing: int, belt: int = 0) -> dict[str, tuple[int, int]]:
    """Return by order where one step leads, as hex and facing; nothing where only the exit is left. [9.2]"""
    ahead = hex_ahead(night_map, hex_, facing, belt)
    return {order: (ahead, (facing + by) % 6) for order, by in TURNS.items()} if ahead else {}


def fly(night: NightContext, fighter: FighterCounter, least: int, most: int) -> Flow[None]:
    """Spend movement points one by one. A blinded crew flies straight unless it evades. [9.2, 17.3.2, 27.3.1]"""
    options: tuple[str, ...]
    straight = night.blinded(fighter) and not fighter.evading
    night_map, ask, hears = night.map, night.table.ask, night.hears
    belt = GUN_BELT_FROM if "gun-belt" in night.scenario.specials else 0
    warned = night.options.alerted_bombers and any(warns(night.options, b.equipment) for b in night.state.bombers)
    start = fighter.hex
    while fighter.moved < most:
        spent = fighter.moved
        ahead = hex_ahead(night_map, fighter.hex, fighter.facing, belt)
        if not ahead:
            options = EXIT_OR_END if spent >= least else EXIT
        elif spent >= least:
            options = STRAIGHT_OR_END if straight else ANY_WAY_OR_END
        else:
            options = STRAIGHT if straight else ANY_WAY
        if hears:
            question = step_question(night, fighter, most, least, belt)
            key = night.key(fighter.name, "step", spent)
        else:
            question, key = FighterStepQuestion(fighter.name, spent, most, least), ""
        order = yield ask(PLAYER, question, options, key, "9.2")
        if order == "end":
            break
        fighter.moved = spent + 1
        if order == "exit":
            yield from leave_play(night, fighter, "exited")
            night.table.tell(FighterExited(fighter=fighter.name), "9.2.1")
            return
        fighter.hex = ahead
        if order != "ahead":
            fighter.facing = (fighter.facing + TURNS[order]) % 6
            fighter.turned = True
        if warned:
            h2s_alarm(night, fighter)
    if hears:
        night.table.tell(
            FighterMoved(
                fighter=fighter.name,
                origin=hex_name(start),
                hex=hex_name(fighter.hex),
                facing=FACINGS[fighter.facing],
                mp=fighter.moved,
            ),
            "9.2",
        )


def step_question(
    night: NightContext, fighter: FighterCounter, most: int, least: int, belt: int
) -> FighterStepQuestion:
    """Lay out where a fighter is on its way, and the hex ahead. [9.2]"""
    return FighterStepQuestion(
        fighter=fighter.name,
        spent=fighter.moved,
        most=most,
        least=least,
        hex=hex_name(fighter.hex),
        facing=FACINGS[fighter.facing],
        ahead=hex_name(night.map.step[fighter.facing][fighter.hex]),
        belt=belt,
    )


def warns(options: Options, equipment: Collection[str]) -> bool:
    """Say whether what a bomber carries shows it a fighter close by. [28.2.1]"""
    return "Fishpond" in equipment or (options.h2s_warns and "H2S" in equipment)


def h2s_alarm(night: NightContext, fighter: FighterCounter) -> None:
    """A bomber with H2S is alerted when a fighter comes into a hex next to it. [28.2.1]"""
    for bomber in night.state.bombers:
        unaware = bomber.status == "map" and not bomber.alerted and not bomber.level
        if unaware and warns(night.options, bomber.equipment):
            bomber.alerted = night.map.distance(fighter.hex, bomber.hex) == 1


def leave_box(night: NightContext, fighter: FighterCounter) -> Flow[None]:
    """A fighter leaves the radio beacon box for a hex next to it, facing as it likes, for one MP. [23.0]"""
    options = [f"hex:{hex_name(h)}:{way}" for h in night.map.box_neighbours for way in FACINGS]
    key = night.key(fighter.name, "leave")
    answer = yield night.table.ask(PLAYER, FighterLeaveBoxQuestion(fighter.name), options, key, "23.0")
    _, name, way = parts_of(answer)
    fighter.status, fighter.hex, fighter.facing = "map", int(name), FACINGS.index(way)
    fighter.moved = 1
    night.state.left_box = night.state.turn
    if night.options.alerted_bombers:
        h2s_alarm(night, fighter)
    night.table.tell(FighterLeftBox(fighter=fighter.name, hex=name, facing=way), "23.0")
    least, most = yield from span(night, fighter)
    yield from fly(night, fighter, least, most)


# Tail warnings -----------------------------------------------------------------------------------------------------


def call_tail_warnings(night: NightContext) -> Flow[None]:
    """Before anyone moves, call each warning, one to a fighter; a warned fighter may evade. [27.3, 27.3.1, 16.0]"""
    warned = []
    for fighter in night.state.fighters:
        if fighter.status != "map" or "tail warning" not in fighter.equipment:
            continue
        found = astern(night, fighter)
        if not found:
            continue
        warned.append((fighter, found))
        night.table.tell(FighterTailWarning(fighter=fighter.name), "27.3")
    if warned:
        night.table.reveal("tail-warning")
    for fighter, found in warned:
        question, key = FighterEvadeQuestion(fighter.name), night.key(fighter.name, "evade")
        answer = yield night.table.ask(PLAYER, question, ("evade", "carry-on"), key, "27.3.1")
        if answer == "evade":
            fighter.evading = True
            night.table.tell(FighterEvaded(fighter=fighter.name), "27.3.1")
            yield from drop_tally(night, fighter)
            yield from drop_fix(night, fighter)
        # Whether an intruder slips away then is nothing that the player could learn by taking his answer back.
        night.table.reveal("screen")
        for index in found:
            if night.state.bombers[index].role == "intruder":
                yield from slip_away(night, index)


def hexes_astern(night_map: NightMap, hex_: int, facing: int) -> tuple[int, int]:
    """Return the two hexes in line behind an aircraft, 0 for one off the map. [27.3]"""
    back = night_map.step[(facing + 3) % 6]
    return back[hex_], back[back[hex_]]


def astern(night: NightContext, fighter: FighterCounter) -> list[int]:
    """List the attackers in the fighter's hex and in the two hexes in line behind it, but for those it holds. [27.3]"""
    behind = hexes_astern(night.map, fighter.hex, fighter.facing)
    found = []
    for index, bomber in enumerate(night.state.bombers):
        # Alone, a counter whose place is not known is no aircraft that a set could warn of.
        if bomber.status != "map" or bomber.level != EXACT:
            continue
        if bomber.hex in behind or (bomber.hex == fighter.hex and index not in (fighter.tally, fighter.fix)):
            found.append(index)
    return found
