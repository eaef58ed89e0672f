"""Combat: nightfighters and flak against raids, British fighters against nightfighters, and the results. [9.0]"""

from __future__ import annotations

from functools import cache

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ScenarioMap
from engine.bomber_command.events import (
    AttackCancelled,
    AttackRolled,
    BritishAttackRolled,
    DamageSpent,
    DefenceRolled,
    FightersLost,
    FlakRisked,
    OboeLost,
    RaidAdmitted,
    RaidFlakRolled,
    RaidHeavy,
    RaidMarked,
    RaidsAlerted,
    UnitDepleted,
    UnitHoming,
)
from engine.bomber_command.questions import FlakDamageQuestion
from engine.bomber_command.rules.cards.play import CardWindow, live, open_modifiers, open_window
from engine.bomber_command.rules.skies import light_mods, weather_mod, weather_value
from engine.bomber_command.state import (
    AIR,
    BRITISH,
    DECOY,
    GERMAN,
    MAIN,
    MOSQUITO,
    RAID,
    FighterUnit,
    Raid,
    State,
    homeward,
    occupied,
    stream_length,
)
from engine.kernel.decisions import Flow
from engine.kernel.events import Mod
from engine.kernel.table import Table

TAME_BOAR, GCI, WILD_BOAR, INTRUDER = "tame-boar", "gci", "wild-boar", "intruder"
AREA_FLAK, CITY_FLAK, SEARCHLIGHTS = "area-flak", "city-flak", "searchlights"


def strength(charts: Charts, night: State, unit: FighterUnit) -> int:
    """Return a unit's combat strength in a night under way."""
    return strength_on(charts.boards[night.scenario], unit)


def strength_on(board: ScenarioMap, unit: FighterUnit) -> int:
    """Return a unit's combat strength on the side it shows. [2.2.2]"""
    row = board.units[unit.id]
    return row.depleted if unit.depleted or row.full is None else row.full


def can_act(unit: FighterUnit) -> bool:
    """Say whether a unit in the air is free to deploy, infiltrate or attack. [7.4.2, 7.4.3, 9.3, 12.2.2]"""
    return unit.place == AIR and not (unit.scrambled or unit.homing or unit.gci or unit.intruder)


@cache
def throws_reaching(need: int) -> int:
    """Count the throws of two dice, of thirty-six, that reach a number."""
    return sum(one + two >= need for one in range(1, 7) for two in range(1, 7))


# Results -------------------------------------------------------------------------------------------------------------


def send_home(night: State, table: Table, unit: FighterUnit) -> None:
    """Mark a unit as returning to base; a GCI marker comes off. [7.4.3, 9.3]"""
    if not unit.homing:
        unit.homing = True
        unit.gci = False
        if table.hears:
            table.tell(UnitHoming(unit.id), "7.4.3")


def deplete(night: State, table: Table, unit: FighterUnit, rule: str = "9.7.1") -> None:
    """Flip a unit to its depleted side; one that is depleted already must return to base. [9.8.1]"""
    if unit.depleted:
        send_home(night, table, unit)
        return
    unit.depleted = True
    table.tell(UnitDepleted(unit.id), rule)


def lose_fighters(night: State, table: Table, unit: FighterUnit, losses: int, rule: str, cause: str) -> None:
    """Add to the nightfighters lost. [9.8.2]"""
    if losses > 0:
        unit.lost += losses
        night.score.nightfighters += losses
        if table.hears:
            table.tell(FightersLost(unit=unit.id, losses=losses, cause=cause, total=night.score.nightfighters), rule)


def mark_raid(
    night: State, table: Table, raid: Raid, losses: int = 0, disruption: int = 0, damage: int = 0, hunts: int = 0
) -> None:
    """Mark what a raid suffers in its box, under fog of war only on the tally sheet. [9.8, 12.5]"""
    raid.losses += losses
    raid.disruption += disruption
    raid.damage += damage
    raid.hunts += hunts
    if table.hears and (losses or disruption or damage or hunts):
        to = (BRITISH,) if night.setup.fog_of_war else ()
        table.tell(RaidMarked(raid.letter, losses, disruption, damage, hunts), "9.8", to=to)


def reveal_kind(night: State, table: Table, raid: Raid, by_fighter: bool) -> None:
    """Admit that a raid is a Decoy, or before fighters a Mosquito raid or heavily laden. [4.3.2, 4.3.4, 9.9, 12.3.1]"""
    admits = raid.kind == DECOY or (by_fighter and raid.kind == MOSQUITO)
    heavy = by_fighter and raid.heavy and not homeward(night, raid)
    if admits:
        raid.seen = True
    if heavy:
        raid.heavy_seen = True
    if admits:
        table.reveal("raid")
        table.tell(RaidAdmitted(raid.kind), "9.9" if raid.kind == MOSQUITO else "4.3.4")
    if heavy:
        table.reveal("raid")
        table.tell(RaidHeavy(), "12.3.1")


# Nightfighters against raids -----------------------------------------------------------------------------------------


def fighter_mods(night: State, charts: Charts, unit: FighterUnit, raid: Raid, hex_: str) -> list[Mod]:
    """Return what modifies a nightfighter's attack, cards and flak damage apart. [9.7]"""
    values = charts.tables.combat_values
    weather = weather_mod(night, charts, hex_, hidden=unit.place == RAID)
    mods = [Mod(strength(charts, night, unit), "strength", "9.7"), weather]
    mods += light_mods(night, charts)
    if raid.kind == DECOY:
        mods.append(Mod(values.decoy, "decoy", "4.3.4"))
    if raid.heavy and not homeward(night, raid):
        mods.append(Mod(values.heavy_load, "heavy-load", "12.3.1"))
    return mods


def column_of(night: State, kind: str, stacked: bool) -> str:
    """Return the column of the Combat Table that an attack is read in. [9.5.1, 9.7, 12.2.4]"""
    if kind == WILD_BOAR:
        return "wild_boar_stacked" if stacked else "wild_boar_late"
    if kind == INTRUDER:
        return "tame_boar" if night.alerted else "wild_boar_stacked"
    return "gci" if kind == GCI else "tame_boar"


def fighter_attack(
    night: State,
    table: Table,
    unit: FighterUnit,
    raid: Raid,
    kind: str,
    hex_: str,
    city: str = "",
    stacked: bool = False,
) -> Flow[None]:
    """Resolve one nightfighter attack. [9.1.1, 9.7, 9.7.1]"""
    charts: Charts = table.pack
    reveal_kind(night, table, raid, by_fighter=True)
    moment = CardWindow("attack", unit=unit, raid=raid, attack=kind, hex_=hex_, city=city)
    moment.mods = fighter_mods(night, charts, unit, raid, hex_)
    moment.hunting = hunts(night, charts, unit, raid)
    moment.column = column_of(night, kind, stacked)
    yield from _spend_damage(night, table, moment, raid)
    if live(night, charts, "attack"):
        yield from open_window(night, table, moment, GERMAN)
    if moment.cancelled or unit.place not in (AIR, RAID):
        table.tell(AttackCancelled(unit=unit.id, attack=kind, hex=hex_, city=city), "9.7")
        return
    column = moment.column
    one, two = table.roll("combat", 6), table.roll("combat", 6)
    total = one + two + sum(mod.value for mod in moment.mods)
    losses, disruption = charts.tables.combat.column(column)[total]
    moment.losses = losses
    if table.hears:
        shown = "" if kind == TAME_BOAR else hex_
        rolled = AttackRolled(unit.id, kind, column, shown, city, total, losses, disruption)
        table.tell(rolled, "9.7", mods=moment.mods, chart="combat")
    if live(night, charts, "after-attack"):
        moment.window = "after-attack"
        yield from open_window(night, table, moment, BRITISH)
    losses = moment.losses
    mark_raid(night, table, raid, losses, disruption, hunts=losses if moment.hunting and raid.kind == MOSQUITO else 0)
    if disruption and kind == GCI:
        _jam_oboe(night, table, unit, raid, hex_)
    for risk in moment.risks:
        run_flak_risk(night, table, unit, risk.sides, risk.value)
    if one == two:
        deplete(night, table, unit)
    face = charts.tables.defensive_fire.face
    if (one == face or two == face) and raid.kind != MOSQUITO and not moment.no_defence:
        yield from defensive_fire(night, table, moment, kind)


def hunts(night: State, charts: Charts, unit: FighterUnit, raid: Raid) -> bool:
    """Say whether an attack is Mosquito Hunting by the attacker's own nature. [9.3.1, 9.9.2]"""
    row = charts.boards[night.scenario].units[unit.id]
    hunter = row.engines == "SE" or row.aircraft in charts.tables.mosquito_losses.hunters
    return raid.kind == MOSQUITO and unit.gci and hunter


def _spend_damage(night: State, table: Table, moment: CardWindow, raid: Raid) -> Flow[None]:
    """Before the roll the German player may spend one Flak Damage marker. [9.8.4]"""
    if not raid.damage:
        return
    assert moment.unit is not None  # noqa: S101 - only nightfighters spend damage
    question = FlakDamageQuestion(moment.unit.id, moment.attack, moment.column, open_modifiers(moment.mods))
    order = yield table.ask(GERMAN, question, ("spend", "keep"), "attack/damage", "9.8.4")
    if order == "spend":
        raid.damage -= 1
        moment.mods.append(Mod(table.pack.tables.combat_values.flak_damage, "flak-damage", "9.8.4"))
        table.tell(DamageSpent(moment.unit.id), "9.8.4")


def _jam_oboe(night: State, table: Table, unit: FighterUnit, raid: Raid, hex_: str) -> None:
    """A single-engined unit that disrupts a Main Force over its target spoils its OBOE. [9.3.2]"""
    single = table.pack.boards[night.scenario].units[unit.id].engines == "SE"
    if single and raid.kind == MAIN and raid.marker and raid.route[raid.target_at] == hex_ and not raid.oboe_lost:
        raid.oboe_lost = True
        table.tell(OboeLost(hex_), "9.3.2")


def run_flak_risk(night: State, table: Table, unit: FighterUnit, sides: int, worst: int) -> None:
    """A die decides whether a unit that dared its own flak pays for it. [9.6.3]"""
    face = table.roll("combat", sides)
    table.tell(FlakRisked(unit.id, face <= worst), "9.6.3")
    lose_fighters(night, table, unit, int(face <= worst), "9.6.3", "own-flak")


def defensive_fire(night: State, table: Table, moment: CardWindow, kind: str) -> Flow[None]:
    """The bombers shoot back when a six was rolled. [9.7.2]"""
    charts: Charts = table.pack
    unit = moment.unit
    assert unit is not None  # noqa: S101 - there is always an attacker to fire at
    if kind == INTRUDER and not night.alerted:
        night.alerted = True
        table.tell(RaidsAlerted(), "12.2.4")
    mods: list[Mod] = []
    if live(night, charts, "defence"):
        yield from open_window(
            night, table, CardWindow("defence", unit=unit, raid=moment.raid, attack=kind, mods=mods), BRITISH
        )
    total = table.roll("combat", 6) + table.roll("combat", 6) + sum(mod.value for mod in mods)
    losses = charts.tables.defensive_fire.rows[total]
    table.tell(DefenceRolled(unit.id, total, losses), "9.7.2", mods=mods, chart="defensive_fire")
    lose_fighters(night, table, unit, losses, "9.7.2", "defensive-fire")


# Flak ----------------------------------------------------------------------------------------------------------------


def city_flak(night: State, board: ScenarioMap, city: str) -> int | None:
    """Return a city's flak value, None where there is no flak at all. [3.6, 9.6]"""
    value = board.cities[city].flak
    if value is None or city in night.stripped:
        return None
    return min(5, value + night.mobile_flak.count(city))


def flak_attack(night: State, table: Table, raid: Raid, kind: str, hex_: str, value: int, city: str = "") -> Flow[None]:
    """Resolve one flak attack. [9.6.1, 9.7]"""
    charts: Charts = table.pack
    reveal_kind(night, table, raid, by_fighter=False)
    moment = CardWindow("flak", raid=raid, attack=kind, hex_=hex_, city=city)
    moment.mods = [Mod(value, "flak", "9.6"), weather_mod(night, charts, hex_), *light_mods(night, charts)]
    if raid.kind == DECOY:
        moment.mods.append(Mod(charts.tables.combat_values.decoy, "decoy", "4.3.4"))
    if live(night, charts, "flak"):
        yield from open_window(night, table, moment, GERMAN)
    total = table.roll("combat", 6) + table.roll("combat", 6) + sum(mod.value for mod in moment.mods)
    losses, disruption, damage = charts.tables.flak.rows[total]
    if table.hears:
        rolled = RaidFlakRolled(kind, hex_, city, total, losses, disruption, damage)
        table.tell(rolled, "9.6.1", mods=moment.mods, chart="flak")
    mark_raid(night, table, raid, losses, disruption, damage)


# British attacks -----------------------------------------------------------------------------------------------------


def british_attack(
    night: State, table: Table, unit: FighterUnit, value: int, by: str, place: str, rule: str, landed: bool = False
) -> None:
    """Roll a British attack on a nightfighter unit in the GCI column; a disruption depletes it. [9.2.1]"""
    charts: Charts = table.pack
    weather = weather_mod(night, charts, place, hidden=unit.place == RAID)
    mods = [Mod(value, "strength", "9.2.1"), weather, *light_mods(night, charts)]
    total = table.roll("combat", 6) + table.roll("combat", 6) + sum(mod.value for mod in mods)
    losses, disruption = charts.tables.combat.gci[total]
    if table.hears:
        table.tell(BritishAttackRolled(unit.id, by, total, losses, disruption), rule, mods=mods, chart="combat")
    lose_fighters(night, table, unit, losses, "9.2.1", by)
    if disruption and not landed:
        deplete(night, table, unit, "9.2.1")


def where_hunted(night: State, charts: Charts, unit: FighterUnit) -> str:
    """Return the hex whose weather a British attack meets: for a unit in a Raid Box the raid's clearest. [9.2.1]"""
    if unit.place != RAID:
        return unit.hex
    raid = night.raid(unit.raid)
    hexes = occupied(raid, stream_length(night, raid))
    return max(hexes, key=lambda hex_: weather_value(night, charts, hex_))


def prey(night: State) -> list[FighterUnit]:
    """List the units that a roving British fighter can find: all in the air, Raid Boxes included. [7.4.1, 9.2.2]"""
    return [unit for unit in night.units if unit.place in (AIR, RAID)]


def worst_hex(night: State, charts: Charts, raid: Raid) -> str:
    """Return the hex of a raid whose weather the British player announces for a Tame Boar attack: the worst. [9.4.4]"""
    hexes = occupied(raid, stream_length(night, raid))
    return min(hexes, key=lambda hex_: weather_value(night, charts, hex_))
