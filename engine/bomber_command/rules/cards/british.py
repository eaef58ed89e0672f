"""Effects of the British cards. [6.0]"""

from __future__ import annotations

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.schema import ZONES, CardEffect
from engine.bomber_command.events import CounterFaked, FlakOnFighterRolled, RaidWithheld
from engine.bomber_command.questions import CardHexQuestion, CardRaidQuestion, CardUnitQuestion, CardZoneQuestion
from engine.bomber_command.rules.cards.play import CardPlay, CardWindow, always, effect, raid_bars
from engine.bomber_command.rules.combat import (
    WILD_BOAR,
    british_attack,
    city_flak,
    deplete,
    lose_fighters,
    prey,
    where_hunted,
)
from engine.bomber_command.setup import draw_weather
from engine.bomber_command.state import AIR, BRITISH, FLYING, MOSQUITO, State
from engine.kernel.decisions import Flow, about
from engine.kernel.events import Mod
from engine.kernel.table import Table


def _has_prey(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return bool(prey(night))


@effect("fighter-attack", _has_prey)
def hunt_nightfighter(night: State, table: Table, play: CardPlay, effect: CardEffect) -> Flow[None]:
    """Deplete a nightfighter unit of choice, then attack it. [9.2.1, 9.2.2]"""
    options = tuple(f"hunt:{unit.id}" for unit in prey(night))
    order = yield table.ask(BRITISH, CardUnitQuestion(play.card.id), options, "cards/unit", "9.2.2")
    unit = night.unit(about(order))
    deplete(night, table, unit, "9.2.2")
    place = where_hunted(night, table.pack, unit)
    british_attack(night, table, unit, effect.value, play.card.title, place, "9.2.2")


def _cup_holds(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return night.weather_cup is not None and len(night.weather_cup) > 0


@effect("weather", _cup_holds)
def change_weather(night: State, table: Table, play: CardPlay, effect: CardEffect) -> Flow[None]:
    """Draw a new Weather marker for a zone of choice. [12.1.1]"""
    options = tuple(f"zone:{zone}" for zone in ZONES)
    order = yield table.ask(BRITISH, CardZoneQuestion(play.card.id), options, "cards/zone", "12.1.1")
    draw_weather(night, table, about(order))


@effect("accident")
def bring_about_accident(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """The unit taking off or landing loses more; the rule that rolls for it carries it out. [6.2]"""
    play.moment.risks.append(effect)


def _is_on_map(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return moment.unit is not None and moment.unit.place == AIR and not moment.frozen


def _still_ready(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return not moment.frozen


@effect("ground", _still_ready)
@effect("freeze", _is_on_map)
def hold_unit(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """The unit just named does not move, and burns fuel all the same, or stays in the Ready Box."""
    play.moment.frozen = True


def _some_detected(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return any(raid.detected for raid in night.raids)


@effect("withhold", _some_detected, always)
def withhold_raid(night: State, table: Table, play: CardPlay, effect: CardEffect) -> Flow[None]:
    """Keep one raid's counters off the map; it counts as undetected this turn. [8.2]"""
    options = tuple(f"withhold:{raid.letter}" for raid in night.raids if raid.detected)
    order = options[0]
    if len(options) > 1 or night.setup.asks_alike:
        order = yield table.ask(BRITISH, CardRaidQuestion(play.card.id), options, "cards/raid", "8.2")
    raid = night.raid(about(order))
    raid.detected = raid.clarified = raid.stretched = False
    table.tell(RaidWithheld(raid.letter), "8.2", to=(BRITISH,))


def false_hexes(night: State, charts: Charts, effect: CardEffect) -> list[str]:
    """List the hexes for a false counter: near a Mosquito raid or an entry hex, and not on a real counter."""
    board = charts.boards[night.scenario]
    real = {raid.route[raid.at] for raid in night.raids if raid.status == FLYING and raid.at < len(raid.route)}
    roots = [
        raid.route[raid.at]
        for raid in night.raids
        if raid.kind == MOSQUITO and raid.status == FLYING and raid.at < len(raid.route)
    ]
    near = {hex_ for root in (*board.entries, *roots) for hex_ in board.grid.disc(root, effect.reach)}
    return [hex_ for hex_ in board.grid if hex_ in near and hex_ not in real and hex_ not in night.false_counters]


@effect("false-counter")
def place_false_counter(night: State, table: Table, play: CardPlay, effect: CardEffect) -> Flow[None]:
    """Place a raid counter with no raid beneath it, until raids move again."""
    options = tuple(f"false:{hex_}" for hex_ in false_hexes(night, table.pack, effect))
    order = yield table.ask(BRITISH, CardHexQuestion(play.card.id), options, "cards/hex", "6.2")
    night.false_counters.append(about(order))
    if table.hears:
        table.tell(CounterFaked(about(order)), "6.2", to=(BRITISH,))


def _is_such_attack(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return moment.attack in (effect.attacks or ()) and not moment.cancelled


@effect("cancel-attack", _is_such_attack)
def call_off_attack(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """The attack is not made."""
    play.moment.cancelled = True


def _has_losses(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return moment.losses > 0 and not raid_bars(night, moment.raid, effect)


@effect("fewer-losses", _has_losses)
def corkscrew(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """Cut the losses of the attack just rolled. [9.7]"""
    play.moment.losses = max(0, play.moment.losses - effect.value)


def _over_flak(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    if moment.attack != WILD_BOAR or moment.unit is None:
        return False
    return city_flak(night, charts.boards[night.scenario], moment.city) is not None


@effect("flak-on-unit", _over_flak)
def flak_hits_friend(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """The city's flak fires on the Wild Boar over it: two dice and its value, read in the GCI column. [9.6.3]"""
    charts, unit, city = table.pack, play.moment.unit, play.moment.city
    value = city_flak(night, charts.boards[night.scenario], city)
    assert unit is not None and value is not None  # noqa: S101 - the use is announced for no other attack
    total = table.roll("combat", 6) + table.roll("combat", 6) + value
    losses, _ = charts.tables.combat.gci[total]
    if table.hears:
        mods = (Mod(value, "flak", "9.6.3"),)
        table.tell(FlakOnFighterRolled(unit.id, city, total, losses), "9.6.3", mods=mods, chart="combat")
    lose_fighters(night, table, unit, losses, "9.6.3", "own-flak")


@effect("concentration")
def shift_concentration(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """Shift rows on the Bomb Concentration Table; up is negative. [10.4.2]"""
    play.moment.rows += effect.value


@effect("accuracy")
def add_accuracy(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """Add to the accuracy value. [10.5.2]"""
    play.moment.accuracy += effect.value


@effect("creepback")
def move_creepback(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """Move the number of fires that bring creepback about. [10.5.4]"""
    play.moment.creepback += effect.value


def _marks_by(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return effect.methods is not None and moment.method == effect.methods[0]


@effect("method", _marks_by)
def change_method(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """Mark by the second method named instead of the first. [10.3.2]"""
    assert effect.methods is not None  # noqa: S101 - the use is announced for no other marking
    play.moment.method = effect.methods[1]
