"""Tame Boars: infiltrating raids, attacking from inside them, and the fight over England. [9.4, 12.2]"""

from __future__ import annotations

from functools import partial

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ENGLAND, ScenarioMap
from engine.bomber_command.events import (
    CounterFalse,
    InfiltrationRolled,
    RaidsNumbered,
    UnitDepleted,
    UnitInfiltrated,
    UnitLeftRaid,
)
from engine.bomber_command.questions import (
    AdgbQuestion,
    InfiltrationOdds,
    InfiltrationQuestion,
    IntruderAttackQuestion,
    TameBoarQuestion,
)
from engine.bomber_command.rules.advanced import over_england, raids_in_england, wind_mods
from engine.bomber_command.rules.cards.play import CardWindow, any_time, live, open_modifiers, open_window
from engine.bomber_command.rules.combat import (
    INTRUDER,
    TAME_BOAR,
    british_attack,
    can_act,
    fighter_attack,
    throws_reaching,
    worst_hex,
)
from engine.bomber_command.rules.movement import shown_counters
from engine.bomber_command.rules.skies import light_mods, weather_mod
from engine.bomber_command.state import (
    AIR,
    BRITISH,
    GERMAN,
    MOSQUITO,
    RAID,
    FighterUnit,
    Raid,
    State,
    occupied,
    stream_length,
)
from engine.kernel.decisions import Flow, about, parts_of
from engine.kernel.decks import NEVER, deck
from engine.kernel.events import Mod
from engine.kernel.table import Table


def tame_boars(night: State, table: Table) -> Flow[None]:
    """Infiltrations, then attacks, then the fight over England. [5.0, 9.4]"""
    yield from infiltrations(night, table)
    yield from any_time(night, table, "infiltrations")
    yield from attacks_from_inside(night, table)
    yield from fight_over_england(night, table)
    if live(night, table.pack, "tame-boar-end"):
        yield from open_window(night, table, CardWindow("tame-boar-end"), GERMAN)
    yield from any_time(night, table, "tame-boar")


def infiltrations(night: State, table: Table) -> Flow[None]:
    """The German player tries to infiltrate, one unit at a time, each once. [9.4.1]"""
    tried: set[str] = set()
    while True:
        options = infiltration_options(night, table.pack, tried)
        if len(options) == 1:
            return
        make = partial(infiltration_question, night, table.pack, options)
        order = yield table.ask(GERMAN, InfiltrationQuestion, options, "infiltrate", "9.4.1", make)
        if order == "done":
            return
        verb, name, place = parts_of(order)
        tried.add(name)
        yield from infiltrate(night, table, night.unit(name), place, over_city=verb == "infiltrate-city")


def infiltration_options(night: State, charts: Charts, tried: set[str]) -> list[str]:
    """List which unit may try which counter or bombed city. [9.4, 9.4.1, 9.4.2]"""
    board: ScenarioMap = charts.boards[night.scenario]
    sides = charts.scenarios[night.scenario].infiltrate_on
    counters, streams = shown_counters(night)
    hexes = tuple(dict.fromkeys(counters + streams))
    bombed = sorted(raid.target for raid in night.raids if raid.marker in sides and raid.marker)
    options = ["done"]
    if not (hexes or bombed):
        return options
    for unit in night.units:
        if unit.id in tried or not can_act(unit) or board.units[unit.id].engines != "TE":
            continue
        near = board.near[unit.hex] if unit.box in board.beacons else (unit.hex,)
        options += [f"infiltrate:{unit.id}:{hex_}" for hex_ in hexes if hex_ in near]
        options += [f"infiltrate-city:{unit.id}:{city}" for city in bombed if board.cities[city].hex == unit.hex]
    return options


def raid_at(night: State, hex_: str) -> Raid | None:
    """Return the detected raid whose counter or shown stream is in a hex, None for a false counter. [8.2]"""
    for raid in night.raids:
        if raid.detected:
            length = stream_length(night, raid) if raid.clarified else 0
            if hex_ in occupied(raid, length) and (raid.clarified or raid.at < len(raid.route)):
                return raid
    return None


def infiltration_mods(
    night: State, charts: Charts, unit: FighterUnit, hex_: str, raid: Raid | None, over_city: bool
) -> list[Mod]:
    """Return what modifies an infiltration roll, cards apart. [9.4.1, 9.4.2, 12.1.3]"""
    board: ScenarioMap = charts.boards[night.scenario]
    values = charts.tables.infiltration
    mods = [weather_mod(night, charts, hex_), *light_mods(night, charts)]
    if night.beleuchter:
        mods.append(Mod(values.beleuchter, "beleuchter", "9.4.1"))
    if not over_city and unit.box not in board.beacons:
        mods.append(Mod(values.not_on_beacon, "not-on-beacon", "9.4.1"))
    if raid is not None:
        mods += wind_mods(night, charts, raid)
    return mods


def infiltration_question(night: State, charts: Charts, options: list[str]) -> InfiltrationQuestion:
    """Return what each try needs and its chances in thirty-six, before cards and British secrets. [9.4.1]"""
    value = charts.tables.jamming_track.infiltration[night.jamming]
    board: ScenarioMap = charts.boards[night.scenario]
    tries: dict[str, InfiltrationOdds] = {}
    for option in options[1:]:
        verb, name, place = parts_of(option)
        over_city = verb == "infiltrate-city"
        hex_ = board.cities[place].hex if over_city else place
        mods = infiltration_mods(night, charts, night.unit(name), hex_, None, over_city)
        shift = sum(mod.value for mod in mods)
        inside, whole = throws_reaching(value - shift), throws_reaching(value - shift + 1)
        tries[option] = InfiltrationOdds(open_modifiers(mods), inside, whole)
    return InfiltrationQuestion(value, tries)


def infiltrate(night: State, table: Table, unit: FighterUnit, place: str, over_city: bool) -> Flow[None]:
    """Roll to infiltrate a counter, or the raid that bombs a city. [9.4.1, 9.4.2]"""
    charts: Charts = table.pack
    board: ScenarioMap = charts.boards[night.scenario]
    if over_city:
        hex_ = board.cities[place].hex
        sides = charts.scenarios[night.scenario].infiltrate_on
        raid = next((r for r in night.raids if r.target == place and r.marker in sides), None)
    else:
        hex_, raid = place, raid_at(night, place)
    moment = CardWindow("infiltration", unit=unit, raid=raid, hex_=hex_)
    moment.mods = infiltration_mods(night, charts, unit, hex_, raid, over_city)
    if live(night, charts, "infiltration"):
        yield from open_window(night, table, moment, GERMAN)
    value = charts.tables.jamming_track.infiltration[night.jamming]
    total = table.roll("infiltration", 6) + table.roll("infiltration", 6) + sum(mod.value for mod in moment.mods)
    inside = total >= value and unit.place == AIR and not unit.homing
    if table.hears:
        rolled = InfiltrationRolled(unit.id, hex_, total, value, inside)
        table.tell(rolled, "9.4.1", mods=moment.mods, chart="jamming_track")
    if not inside:
        return
    if raid is None:
        night.false_counters.remove(hex_)
        table.reveal("raid")
        table.tell(CounterFalse(hex_), "6.2")
        return
    if total == value and not unit.depleted:
        unit.depleted = True
        table.tell(UnitDepleted(unit.id), "9.4.1")
    unit.place, unit.raid, unit.hex, unit.box = RAID, raid.letter, "", ""
    table.reveal("raid")
    table.tell(UnitInfiltrated(unit.id, raid.letter), "9.4.1")


def attacks_from_inside(night: State, table: Table) -> Flow[None]:
    """Each unit in a Raid Box may attack that raid once. [9.1.1, 9.4.1]"""
    done: set[str] = set()
    while True:
        able = [u for u in night.units if u.place == RAID and not u.homing and u.id not in done]
        able = [u for u in able if occupied(night.raid(u.raid), stream_length(night, night.raid(u.raid)))]
        if not able:
            return
        options = ("done", *(f"attack:{unit.id}" for unit in able))
        order = yield table.ask(GERMAN, TameBoarQuestion, options, "tame-boar", "9.4.1")
        if order == "done":
            return
        unit = night.unit(about(order))
        done.add(unit.id)
        raid = night.raid(unit.raid)
        yield from fighter_attack(night, table, unit, raid, TAME_BOAR, worst_hex(night, table.pack, raid))
        if raid.kind == MOSQUITO and unit.place == RAID:
            leave_mosquitos(night, table, unit, raid)


def leave_mosquitos(night: State, table: Table, unit: FighterUnit, raid: Raid) -> None:
    """Place a unit in the hex of Mosquitos, free: it cannot keep up with them. [4.3.2, 9.4.3]"""
    unit.place, unit.raid, unit.hex = AIR, "", occupied(raid, 0)[0]
    table.reveal("raid")
    table.tell(UnitLeftRaid(unit.id, unit.hex), "9.4.3")


# Over England --------------------------------------------------------------------------------------------------------


def fight_over_england(night: State, table: Table) -> Flow[None]:
    """The ADGB counter attacks one intruder, then intruders attack raids in England. [9.2.3, 12.2.3, 12.2.4]"""
    intruders = over_england(night)
    if not intruders:
        return
    order = yield table.ask(
        BRITISH, AdgbQuestion, ("pass", *(f"adgb:{unit.id}" for unit in intruders)), "england/adgb", "12.2.3"
    )
    if order != "pass":
        value = table.pack.tables.british_fighters.adgb
        british_attack(night, table, night.unit(about(order)), value, "adgb", ENGLAND, "12.2.3")
    attacked: set[str] = set()
    raids = number_raids(night, table)
    while True:
        able = [unit for unit in over_england(night) if unit.id not in attacked and not unit.homing]
        if not (raids and able):
            return
        options = ["done", *(f"intrude:{unit.id}:{at}" for unit in able for at in range(1, len(raids) + 1))]
        order = yield table.ask(GERMAN, IntruderAttackQuestion, options, "england/intruder", "12.2.4")
        if order == "done":
            return
        _, name, at = parts_of(order)
        attacked.add(name)
        yield from fighter_attack(night, table, night.unit(name), raids[int(at) - 1], INTRUDER, ENGLAND)


def number_raids(night: State, table: Table) -> list[Raid]:
    """Number the raids over England by lot, for their order in the plot would give them away. [8.3, 12.2.4]"""
    raids = raids_in_england(night)
    if len(raids) < 2 or all(unit.homing for unit in over_england(night)):
        return raids
    lots = deck("england", [raid.letter for raid in raids], NEVER)
    raids = [night.raid(table.draw(lots)) for _ in raids]
    if table.hears:
        table.tell(RaidsNumbered([raid.letter for raid in raids]), "8.3", to=(BRITISH,))
    return raids
