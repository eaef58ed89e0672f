"""Encounters: what raids trigger as they move, and how the attacks are resolved. [7.2, 9.1, 9.3, 9.5, 9.6]"""

from __future__ import annotations

from typing import NamedTuple

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ScenarioMap
from engine.bomber_command.events import BoarDeclared, BombsDropping, CombatMarked, UnitReacted
from engine.bomber_command.questions import BoarQuestion, CombatQuestion, GciQuestion
from engine.bomber_command.rules.cards.play import CardWindow, any_time, live, open_window
from engine.bomber_command.rules.combat import (
    AREA_FLAK,
    CITY_FLAK,
    GCI,
    WILD_BOAR,
    can_act,
    city_flak,
    fighter_attack,
    flak_attack,
)
from engine.bomber_command.rules.movement import RaidMove, move_raids, remove_counters, turn_out_boars
from engine.bomber_command.state import AIR, DECOY, DROP, GARDENING, GERMAN, MAIN, MOSQUITO, FighterUnit, Raid, State
from engine.kernel.decisions import Flow, about, parts_of
from engine.kernel.table import Table

RAID_ORDER = (MAIN, DECOY, GARDENING, MOSQUITO)
ATTACK_ORDER = (GCI, AREA_FLAK, CITY_FLAK, WILD_BOAR)
"""In a hex, attacks on one kind of raid come before those on the next; among them GCI, flak, Wild Boars. [9.1.3]"""


class Encounter(NamedTuple):
    """A Combat marker: which attack, where, on which raid; for Wild Boars by which unit. [9.1.2]"""

    hex: str
    kind: str
    raid: Raid
    city: str = ""
    unit: str = ""
    stacked: bool = False

    def order(self) -> tuple[int, int]:
        """Return its place among the markers of its hex. [9.1.3]"""
        return RAID_ORDER.index(self.raid.kind), ATTACK_ORDER.index(self.kind)


def raids_move(night: State, table: Table) -> Flow[None]:
    """Raids move and trigger combat; every attack is declared before any is rolled. [5.0, 7.2, 9.1.2]"""
    charts: Charts = table.pack
    remove_counters(night, table)
    flown = move_raids(night, table)
    turn_out_boars(night, table)
    combats = declare_passing(night, charts, flown)
    bombing = [one.raid for one in flown if over_target(charts, night, one)]
    if night.setup.marks_stay:
        night.fought = sorted({combat.hex for combat in combats})
    if table.hears:
        _announce(night, table, flown, combats)
    combats += yield from declare_boars(night, table, bombing)
    yield from resolve(night, table, combats)
    if live(night, charts, "raids-moved"):
        yield from open_window(night, table, CardWindow("raids-moved"), GERMAN)
    yield from any_time(night, table, "raids-moved")


def over_target(charts: Charts, night: State, flown: RaidMove) -> bool:
    """Say whether the raid or its stream moved over the city that it is bombing. [9.5.1, 9.6.1]"""
    raid = flown.raid
    return bool(raid.marker) and charts.boards[night.scenario].cities[raid.target].hex in flown.hexes


def declare_passing(night: State, charts: Charts, flown: list[RaidMove]) -> list[Encounter]:
    """Place GCI and flak markers for every raid, once for each hex. [9.1.2, 9.3, 9.6.1]"""
    board: ScenarioMap = charts.boards[night.scenario]
    active = active_hexes(night, board)
    combats = []
    for one in flown:
        raid = one.raid
        target = board.cities[raid.target].hex if over_target(charts, night, one) else ""
        for hex_ in one.hexes:
            if hex_ in active:
                combats.append(Encounter(hex_, GCI, raid))
            if hex_ == target:
                if city_flak(night, board, raid.target) is not None:
                    combats.append(Encounter(hex_, CITY_FLAK, raid, raid.target))
            elif hex_ in board.area_flak:
                combats.append(Encounter(hex_, AREA_FLAK, raid))
    return combats


def active_hexes(night: State, board: ScenarioMap) -> set[str]:
    """Return the Himmelbett hexes that GCI units make active. [9.3]"""
    return {hex_ for unit in night.units if unit.gci for hex_ in board.active_around[unit.hex]}


def _announce(night: State, table: Table, flown: list[RaidMove], combats: list[Encounter]) -> None:
    """Tell hexes of combat and cities under attack, never which raid. [7.2, 9.1.2, 10.2]"""
    for one in sorted(flown, key=_target_of):
        if one.drops:
            table.reveal("bombing")
            table.tell(BombsDropping(one.raid.target), "10.2")
    for combat in sorted(combats, key=_where):
        table.reveal("combat")
        table.tell(CombatMarked(combat.hex, combat.kind, combat.city), "9.1.2")


def _target_of(flown: RaidMove) -> str:
    return flown.raid.target


def _where(combat: Encounter) -> tuple[str, str, str]:
    return combat.hex, combat.kind, combat.city


# Wild Boars ----------------------------------------------------------------------------------------------------------


def declare_boars(night: State, table: Table, bombing: list[Raid]) -> Flow[list[Encounter]]:
    """Nightfighters over a bombed city declare attacks, and others react from the boxes around it. [9.5.1, 9.5.2]"""
    charts: Charts = table.pack
    board: ScenarioMap = charts.boards[night.scenario]
    combats: list[Encounter] = []
    if not bombing:
        return combats
    attacked: set[str] = set()
    while True:
        options = boar_options(night, board, bombing, attacked)
        if len(options) == 1:
            break
        order = yield table.ask(GERMAN, BoarQuestion, options, "boar", "9.5.1")
        if order == "done":
            break
        verb, name, city = parts_of(order)
        unit, raid = night.unit(name), next(raid for raid in bombing if raid.target == city)
        attacked.add(name)
        combats.append(declare_boar(night, table, board, unit, raid, reacts=verb == "react"))
    if combats and live(night, charts, "wild-boar"):
        moment = CardWindow("wild-boar")
        moment.declared = combats
        yield from open_window(night, table, moment, GERMAN)
    return combats


def boar_options(night: State, board: ScenarioMap, bombing: list[Raid], attacked: set[str]) -> list[str]:
    """List who may attack which bombed city, and who may react to bombs just falling. [9.5, 9.5.1, 9.5.2]"""
    options = ["done"]
    for unit in night.units:
        if unit.id in attacked or not can_act(unit):
            continue
        for raid in bombing:
            hex_ = board.cities[raid.target].hex
            if unit.hex == hex_:
                options.append(f"boar:{unit.id}:{raid.target}")
            elif raid.marker == DROP and unit.box and hex_ in board.near[unit.hex]:
                options.append(f"react:{unit.id}:{raid.target}")
    return options


def declare_boar(
    night: State, table: Table, board: ScenarioMap, unit: FighterUnit, raid: Raid, reacts: bool
) -> Encounter:
    """Place a Wild Boar marker; a unit that reacts moves first, and one on a beacon leaves it. [9.5.1, 9.5.2]"""
    city = raid.target
    stacked = unit.box == city
    if reacts:
        start, unit.hex = unit.hex, board.cities[city].hex
        unit.box = ""
        table.tell(UnitReacted(unit.id, start, unit.hex), "9.5.2")
    elif unit.box in board.beacons:
        unit.box = ""
    table.tell(BoarDeclared(unit.id, city, stacked), "9.5.1")
    return Encounter(unit.hex, WILD_BOAR, raid, city, unit.id, stacked)


# Resolving -----------------------------------------------------------------------------------------------------------


def resolve(night: State, table: Table, combats: list[Encounter]) -> Flow[None]:
    """Resolve every marker: the German player picks the hex, the order within it is fixed. [9.1.2, 9.1.3]"""
    by_hex: dict[str, list[Encounter]] = {}
    for combat in combats:
        by_hex.setdefault(combat.hex, []).append(combat)
    left = {hex_: sorted(by_hex[hex_], key=Encounter.order) for hex_ in sorted(by_hex)}
    met: set[tuple[str, str]] = set()
    while left:
        hex_ = next(iter(left))
        if len(left) > 1:
            options = tuple(f"resolve:{h}" for h in left)
            order = yield table.ask(GERMAN, CombatQuestion, options, "combat/next", "9.1.2")
            hex_ = about(order)
        combat = left[hex_].pop(0)
        if not left[hex_]:
            del left[hex_]
        yield from resolve_one(night, table, combat, met)


def resolve_one(night: State, table: Table, combat: Encounter, met: set[tuple[str, str]]) -> Flow[None]:
    """Resolve one Combat marker. [9.3, 9.5.1, 9.6.1]"""
    board: ScenarioMap = table.pack.boards[night.scenario]
    raid, hex_ = combat.raid, combat.hex
    if combat.kind == GCI:
        yield from resolve_gci(night, table, combat, met)
    elif combat.kind == AREA_FLAK:
        yield from flak_attack(night, table, raid, AREA_FLAK, hex_, board.area_flak[hex_])
    elif combat.kind == CITY_FLAK:
        value = city_flak(night, board, combat.city)
        if value is not None:
            yield from flak_attack(night, table, raid, CITY_FLAK, hex_, value, combat.city)
    else:
        unit = night.unit(combat.unit)
        if can_act(unit):
            yield from fighter_attack(night, table, unit, raid, WILD_BOAR, hex_, combat.city, combat.stacked)


def resolve_gci(night: State, table: Table, combat: Encounter, met: set[tuple[str, str]]) -> Flow[None]:
    """Choose the GCI unit that attacks; a unit attacks no raid twice in a phase. [9.3]"""
    board: ScenarioMap = table.pack.boards[night.scenario]
    moment = CardWindow("gci", raid=combat.raid, attack=GCI, hex_=combat.hex)
    if live(night, table.pack, "gci"):
        yield from open_window(night, table, moment, GERMAN)
    again = True
    while again:
        again = bool(moment.stragglers)
        able = gci_units(night, board, combat, met, moment.stragglers)
        if not able:
            return
        options = ("pass", *(f"gci:{u.id}" for u in able))
        order = yield table.ask(GERMAN, GciQuestion(combat.hex), options, "combat/gci", "9.3")
        if order == "pass":
            return
        unit = night.unit(about(order))
        met.add((unit.id, combat.raid.letter))
        yield from fighter_attack(night, table, unit, combat.raid, GCI, combat.hex)


def gci_units(
    night: State, board: ScenarioMap, combat: Encounter, met: set[tuple[str, str]], reach: int
) -> list[FighterUnit]:
    """List the GCI units that may attack the raid in this hex; stragglers are in reach of every division's. [9.3]"""
    found = []
    for unit in night.units:
        if unit.gci and unit.place == AIR and (unit.id, combat.raid.letter) not in met:
            near = (
                board.distance(unit.hex, combat.hex) <= reach if reach else combat.hex in board.active_around[unit.hex]
            )
            if near:
                found.append(unit)
    return found
