"""Flak over the searchlight zones and around a task force. [22.0, 26.1]"""

from __future__ import annotations

from engine.kernel.decisions import Flow
from engine.nightfighter.events.fighters import FlakBurst, FlakHit, ZoneFlakRolled
from engine.nightfighter.rules.context import NightContext
from engine.nightfighter.rules.counters import leave_play
from engine.nightfighter.state import FighterCounter


def fire_flak(night: NightContext) -> Flow[None]:
    """One roll for all fighters in zones with flak; a double six brings dice that hit by tally number. [22.0]"""
    if not night.flak_zones:
        return
    zone_of, table = night.map.zone, night.tables.flak
    inside = [f for f in night.state.fighters if f.status == "map" and zone_of[f.hex] in night.flak_zones]
    if not inside:
        return
    total = night.table.roll("flak", 6) + night.table.roll("flak", 6)
    night.table.tell(ZoneFlakRolled(total=total, fires=total >= table.trigger), "22.0")
    if total < table.trigger:
        return
    over_ships = [f for f in inside if night.task_force and zone_of[f.hex] == night.task_force]
    elsewhere = [f for f in inside if f not in over_ships]
    for fighters, dice in ((over_ships, table.task_force_dice), (elsewhere, table.dice)):
        if fighters:
            yield from burst(night, fighters, dice)


def burst(night: NightContext, fighters: list[FighterCounter], dice: int) -> Flow[None]:
    """Each die hits the fighters whose tally number it shows. [22.0, 26.1]"""
    faces = night.roll("flak", dice)
    night.table.tell(FlakBurst(faces=faces), "22.0")
    for fighter in fighters:
        hits = faces.count(fighter.number)
        if hits:
            fighter.hits += hits
            destroyed = fighter.hits >= night.row(fighter).damage
            if night.hears:
                night.table.tell(FlakHit(fighter=fighter.name, hits=hits, destroyed=destroyed), "22.0")
            if destroyed:
                yield from leave_play(night, fighter, "lost")
