"""The sequence of play: the ten phases of a turn, the end of the game and who has won. [4.0]"""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel.decisions import Flow
from engine.kernel.table import Table
from engine.nightfighter.charts.map import hex_name
from engine.nightfighter.events.bombers import FlaresOut
from engine.nightfighter.events.fighters import FighterDrifted
from engine.nightfighter.events.setting_up import InterceptionOver, TurnBegan
from engine.nightfighter.questions import NightGoOnQuestion
from engine.nightfighter.rules.combat import fight
from engine.nightfighter.rules.context import NightContext, UmpirePolicy, context_of
from engine.nightfighter.rules.counters import REAR_LEFT, REAR_RIGHT, leave_play
from engine.nightfighter.rules.fighters import move_fighters
from engine.nightfighter.rules.flak import fire_flak
from engine.nightfighter.rules.umpire_policies import UMPIRE_POLICIES
from engine.nightfighter.rules.umpired.bombers import attackers_left, move_bombers
from engine.nightfighter.rules.umpired.intruders import move_intruders, plan_intruders, slip_later
from engine.nightfighter.rules.umpired.radar import move_ghost
from engine.nightfighter.rules.umpired.tallying import tally
from engine.nightfighter.rules.variants import pick_variants
from engine.nightfighter.rules.victory import level_of, reached
from engine.nightfighter.setup import bring_in, set_up
from engine.nightfighter.state import NOBODY, PLAYER, State

ContextMaker = Callable[[State, Table, UmpirePolicy], NightContext]
"""Lays out the night that a state describes."""

FLAK, RADAR, AI, LIGHTS, TALLY = range(4, 9)
"""The phases that a scenario may leave out. [3.2, 4.0]"""


def play_night(state: State, table: Table, lay_out: ContextMaker = context_of) -> Flow[None]:
    """Set a night up, then play turns to its end. [3.0, 4.0]"""
    night = lay_out(state, table, UMPIRE_POLICIES[state.setup.mode])
    if state.phase == "setup":
        if state.setup.pick_variants and state.career is None:
            yield from pick_variants(night)
            night = lay_out(state, table, UMPIRE_POLICIES[state.setup.mode])
        yield from set_up(night)
        state.phase = "turn"
        table.seam()
    while state.phase == "turn":
        yield from play_turn(night)
        table.seam()


def play_turn(night: NightContext) -> Flow[None]:
    """Play the ten phases of a turn. [4.0]"""
    state, decider, skips = night.state, night.keeper, night.scenario.skips
    if night.hears:
        night.table.tell(TurnBegan(turn=state.turn), "4.0")
    screen(night)
    plans = (yield from plan_intruders(night)) if night.intruders else []
    yield from move_bombers(night)
    if plans or night.intruders:
        yield from move_intruders(night, plans)
    yield from decider.enter(night)
    if attackers_left(night) and fighters_left(night):
        yield from bring_in(night)
        yield from move_fighters(night)
        if "y-displacement" in night.scenario.specials:
            yield from drift_under_y(night)
        screen(night)
        yield from slip_later(night, "moved")
        if FLAK not in skips:
            yield from fire_flak(night)
        if fighters_left(night) or not night.options.ends_at_once:
            yield from search_and_fight(night)
    yield from end_turn(night)


def search_and_fight(night: NightContext) -> Flow[None]:
    """The phases from radar to combat, for which there must be a fighter. [4.0, 4.1]"""
    decider, skips = night.keeper, night.scenario.skips
    if RADAR not in skips:
        yield from decider.search_by_radar(night)
    screen(night)
    yield from slip_later(night, "radar")
    if AI not in skips:
        yield from decider.search_by_ai(night)
    screen(night)
    if LIGHTS not in skips:
        yield from decider.search_by_lights(night)
    yield from slip_later(night, "lights")
    if TALLY not in skips:
        yield from tally(night)
    screen(night)
    yield from slip_later(night, "tally")
    yield from fight(night)
    yield from slip_later(night, "fought")


def screen(night: NightContext) -> None:
    """Close undo at an umpire's hidden actions, with or without a result. [5.0]

    Otherwise a player who undoes a move could try every hex, and a closed undo would reveal hidden dice.
    """
    if not night.solo:
        night.table.reveal("screen")


def drift_under_y(night: NightContext) -> Flow[None]:
    """Fighters under Y guidance drift aside on a die of 1 or 2, unless they hold a tally. [scenario 4G]"""
    for fighter in night.state.fighters:
        if fighter.guidance != "Y" or fighter.status != "map" or fighter.tally != NOBODY:
            continue
        die = night.table.roll("guidance", 6)
        way = {1: REAR_LEFT, 2: REAR_RIGHT}.get(die)
        hex_ = night.map.step[(fighter.facing + way) % 6][fighter.hex] if way is not None else fighter.hex
        fighter.hex = hex_ or fighter.hex
        if night.hears:
            night.table.tell(
                FighterDrifted(fighter=fighter.name, hex=hex_name(fighter.hex), drifted=way is not None and bool(hex_)),
                "3.2",
            )
        if not hex_:
            yield from leave_play(night, fighter, "exited")


def end_turn(night: NightContext) -> Flow[None]:
    """Clear the turn's markers, look whether the game is over, and move the turn on. [4.0, 4.1, 26.2.2, 2.1.5]"""
    state = night.state
    state.markers = []
    for fighter in state.fighters:
        fighter.evading = fighter.corkscrewed = False
        if fighter.attacked:
            fighter.attacked = []
        if fighter.positions:
            fighter.positions = []
    for bomber in state.bombers:
        if bomber.corkscrewed:
            bomber.corkscrewed = False
        if bomber.may_slip:
            bomber.may_slip = False
        if bomber.barred:
            bomber.barred = []
    yield from judge(night)
    if state.phase == "over":
        return
    state.turn += 1
    if not night.solo:
        move_ghost(night)
    if state.flares_until and state.flares_until <= state.turn:
        state.flares_until = 0
        night.table.tell(FlaresOut(), "26.2.2")


# The end -----------------------------------------------------------------------------------------------------------


def fighters_left(night: NightContext) -> bool:
    """Say whether any nightfighter is still in play. [4.1]"""
    return any(f.status in ("waiting", "map", "box") for f in night.state.fighters)


def judge(night: NightContext) -> Flow[None]:
    """End the game when its length is run, nobody is left, or enough is won; the player may go on for more. [4.1]"""
    state, victory = night.state, night.scenario.victory
    over = bool(state.lost_by_rule) or not attackers_left(night)
    # Torpedoes that nobody stops any more still count, so a naval attack is flown to its end.
    over = over or (not fighters_left(night) and victory.win.points_at_most is None)
    over = over or 0 < night.scenario.turns <= state.turn
    if not over and reached(state, victory.decisive, at_end=False):
        over = True
    if not over and not state.went_on and reached(state, victory.win, at_end=False):
        over = victory.decisive is None
        if not over:
            key = night.key("go-on")
            over = (yield night.table.ask(PLAYER, NightGoOnQuestion, ("go-on", "end"), key, "4.1")) == "end"
            state.went_on = True
    if over:
        finish(night)


def finish(night: NightContext) -> None:
    """Assess victory; both maps may now be seen. [4.1]"""
    state, victory = night.state, night.scenario.victory
    state.phase = "over"
    state.result = level_of(state, victory)
    state.won = state.result != "loss"
    if night.hears:
        kills = sum(b.status == "destroyed" for b in state.bombers)
        losses = sum(f.status == "lost" for f in state.fighters)
        night.table.tell(
            InterceptionOver(result=state.result, kills=kills, losses=losses, points=state.points, turn=state.turn),
            "4.1",
        )
