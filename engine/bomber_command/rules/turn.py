"""The sequence of play: set-up, the turns with their phases, and the landing of the last units. [5.0, 11.0]"""

from __future__ import annotations

from collections.abc import Callable

from engine.bomber_command.events import NightEnding, TurnBegins
from engine.bomber_command.questions import EndNightQuestion
from engine.bomber_command.rules.airfields import bring_home, recovery, return_patrols, scramble
from engine.bomber_command.rules.bombing import bombing_phase
from engine.bomber_command.rules.cards import british, german
from engine.bomber_command.rules.cards.play import any_time, draw_phase
from engine.bomber_command.rules.detection import raid_detection
from engine.bomber_command.rules.encounters import raids_move
from engine.bomber_command.rules.movement import deployment, fighters_move
from engine.bomber_command.rules.tame_boar import tame_boars
from engine.bomber_command.rules.victory import settle_score
from engine.bomber_command.setup import deal_hands, plot_raids, set_up, strip_flak
from engine.bomber_command.state import (
    AIR,
    BRITISH,
    DROP,
    FLYING,
    GERMAN,
    HOME,
    MAIN,
    RAID,
    RESOLVE,
    SEATS,
    WAITING,
    State,
)
from engine.kernel.decisions import Decision, Flow
from engine.kernel.table import Table

Phase = Callable[[State, Table], Flow[None]]
SKY = "sky"


def draw_cards(night: State, table: Table) -> Flow[None]:
    """Begin a turn; cards are drawn from the second one on. [5.0]"""
    if table.hears:
        table.tell(TurnBegins(night.turn, night.turn >= night.twilight), "5.0")
    if night.turn > 1:
        yield from draw_phase(night, table)
    yield from any_time(night, table, "turn")


def end_phase(night: State, table: Table) -> Flow[None]:
    """Flip bombing markers, move the turn marker on, and see whether the night is over. [5.0, 10.2, 11.0]"""
    for raid in night.raids:
        if raid.marker == DROP:
            raid.marker = RESOLVE
    night.turn += 1
    return_patrols(night, table)
    if not _all_home(night) and not (yield from _agree_to_end(night, table)):
        return
    night.ending = True
    table.tell(NightEnding(), "11.0")


def _all_home(night: State) -> bool:
    """Say whether every raid that entered or is still to enter has recovered. [11.0]"""
    return all(raid.status == HOME for raid in night.raids)


def _agree_to_end(night: State, table: Table) -> Flow[bool]:
    """Once every Main Force is home both sides may agree to end play. [11.0]"""
    out = any(raid.kind == MAIN and raid.status != HOME for raid in night.raids)
    agree = _british_first if night.setup.asks_alike else _together
    if not (yield from agree(night, table, out)):
        return False
    for raid in night.raids:
        if raid.status == WAITING:
            raid.status = HOME
        if raid.status == FLYING:
            raid.marker = ""
    yield from bring_home(night, table)
    return True


def _together(night: State, table: Table, out: bool) -> Flow[bool]:
    """Ask both sides at once, which shows that no Main Force is out any more."""
    if out:
        return False
    orders = yield table.together(*(_ask_to_end(table, seat, ("play-on", "end")) for seat in SEATS))
    return all(order == "end" for order in orders.values())


def _british_first(night: State, table: Table, out: bool) -> Flow[bool]:
    """Let the British player offer the end after the first landing; only he may say what still flies. [8.3]"""
    if all(raid.status != HOME for raid in night.raids):
        return False
    if (yield _ask_to_end(table, BRITISH, ("play-on",) if out else ("play-on", "end"))) == "play-on":
        return False
    order: str = yield _ask_to_end(table, GERMAN, ("play-on", "end"))
    return order == "end"


def _ask_to_end(table: Table, seat: str, options: tuple[str, ...]) -> Decision:
    return table.ask(seat, EndNightQuestion, options, f"end/{seat}", "11.0")


def bring_down(night: State, table: Table) -> Flow[None]:
    """Play turns of movement and recovery until every unit is down; nothing is left to intercept. [11.0]"""
    for unit in night.units:
        unit.gci = False
    while any(unit.place in (AIR, RAID) for unit in night.units):
        table.tell(TurnBegins(night.turn, night.turn >= night.twilight), "11.0")
        yield from fighters_move(night, table)
        yield from recovery(night, table)
        night.turn += 1
        return_patrols(night, table)
    settle_score(night, table)


DECKS = (british, german)
"""The modules that register what cards do."""

PHASES: dict[str, tuple[Phase, str]] = {
    "set-up": (set_up, "plot"),
    "plot": (plot_raids, "strip-flak"),
    "strip-flak": (strip_flak, "hands"),
    "hands": (deal_hands, "draw-cards"),
    "draw-cards": (draw_cards, "fighters"),
    "fighters": (fighters_move, "scramble"),
    "scramble": (scramble, "raids"),
    "raids": (raids_move, "raid-detection"),
    "raid-detection": (raid_detection, "tame-boars"),
    "tame-boars": (tame_boars, "deploying"),
    "deploying": (deployment, "recovery"),
    "recovery": (recovery, "bombing"),
    "bombing": (bombing_phase, "end"),
    "end": (end_phase, "draw-cards"),
    "landing": (bring_down, "over"),
}
"""Every phase with the one that follows; a night whose raids are home goes on to the landing of the last units."""


def play_night(night: State, table: Table) -> Flow[None]:
    """Play from any state of the night; between phases it can be stored. [5.0]"""
    while night.phase != "over":
        # The sky of the set-up alone may be shared: what cards and turns bring later is each night's own.
        table.anchor(SKY if night.phase == "set-up" else "")
        phase, following = PHASES[night.phase]
        yield from phase(night, table)
        night.phase = "landing" if night.ending and following == "draw-cards" else following
        table.seam()
