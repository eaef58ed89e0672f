"""Alone: how far a counter may lie from the truth, phantoms, location rolls and exclusions. [S5, S7, S21]"""

from __future__ import annotations

from engine.nightfighter.charts.map import hex_name
from engine.nightfighter.events.bombers import LocationRolled, PhantomLast, PhantomTested
from engine.nightfighter.rules.context import NightContext
from engine.nightfighter.state import EXACT, HIGH, LOW, MODERATE, AttackerCounter

DIE = range(1, 7)
IN_COUNT = ("map", "delayed", "exited")
"""Counters that still speak for their bomber, on the map or not. [S5.4, S7.0]"""


def base_level(night: NightContext) -> int:
    """Return the level of a bomber that no search has touched: contrails leave nothing moderate. [S5.3, S21.0]"""
    return LOW if night.scenario.contrails else MODERATE


def as_low(night: NightContext, bomber: AttackerCounter) -> bool:
    """Say whether a counter's place is diced for on the small diagram. [S5.2, S21.0]"""
    return bomber.level == LOW or (bomber.level == HIGH and night.scenario.contrails)


def area(night: NightContext, bomber: AttackerCounter) -> tuple[int, ...]:
    """List the hexes of the map where the bomber may be. [S5.1-S5.4]"""
    if bomber.level == EXACT:
        return (bomber.hex,)
    key = (bomber.hex, bomber.facing, as_low(night, bomber))
    known = night.charts.areas.get(key)
    if known is None:
        known = night.charts.areas[key] = tuple(sorted(places(night, bomber) - {0}))
    return known


def places(night: NightContext, bomber: AttackerCounter) -> set[int]:
    """Return the places to which a roll on the diagram of a counter's level may lead; 0 is off the map. [S5.2, S5.3]"""
    solo, walk = night.tables.solo, night.map.walk
    tables = (solo.low,) if as_low(night, bomber) else tuple(solo.moderate.values())
    walks = (table[die] for table in tables for die in DIE)
    return {walk(bomber.hex, bomber.facing, steps) for steps in walks}


def locate(night: NightContext, index: int, allowed: set[int]) -> int:
    """Roll for a bomber's hex within a search area; 0 when it is outside, and then that area is barred. [S5.2-S5.5]

    Hexes that this turn's searches have ruled out, or that hold another counter, are rolled again.
    """
    bomber = night.state.bombers[index]
    if bomber.level == EXACT:
        return bomber.hex if bomber.hex in allowed else 0
    barred = ruled_out(night, index)
    within = area(night, bomber)
    # Only hexes on the map can be barred; while any other place is left, some roll will find it.
    nowhere = all(h in barred for h in within) and 0 not in places(night, bomber)
    hex_ = 0 if nowhere else -1
    while hex_ == -1 or hex_ in barred:
        hex_ = roll_place(night, bomber)
    found = hex_ if hex_ in allowed else 0
    if not found:
        bomber.barred = sorted({*bomber.barred, *(h for h in within if h in allowed)})
    if night.hears:
        night.table.tell(
            LocationRolled(contact=bomber.mark, hex=hex_name(hex_) if hex_ else "", found=bool(found)),
            "S5.2" if as_low(night, bomber) else "S5.3",
        )
    return found


def ruled_out(night: NightContext, index: int) -> set[int]:
    """Return the hexes where a bomber cannot be: those barred this turn, and those of other counters. [S5.5]"""
    bombers = night.state.bombers
    if bombers[index].level == EXACT:
        return set()
    return {*bombers[index].barred, *(b.hex for i, b in enumerate(bombers) if b.status == "map" and i != index)}


def roll_place(night: NightContext, bomber: AttackerCounter) -> int:
    """Roll on the diagram of a counter's level; 0 is a place off the map. [S5.2, S5.3]"""
    solo, throw = night.tables.solo, night.table.roll
    if as_low(night, bomber):
        steps = solo.low[throw("location", 6)]
    else:
        blue = throw("location", 6)
        steps = solo.moderate[blue][throw("location", 6)]
    return night.map.walk(bomber.hex, bomber.facing, steps)


def set_exact(night: NightContext, index: int, hex_: int) -> None:
    """A bomber is found: its counter is moved to where it is. [S5.1]"""
    bomber = night.state.bombers[index]
    bomber.hex, bomber.level, bomber.barred = hex_, EXACT, []


# Phantoms ----------------------------------------------------------------------------------------------------------


def other_counters(night: NightContext, index: int) -> list[int]:
    """List the other counters that may still be the same bomber. [S5.4]"""
    bombers = night.state.bombers
    craft = bombers[index].craft
    return [i for i, b in enumerate(bombers) if i != index and b.craft == craft and b.status in IN_COUNT]


def is_real(night: NightContext, index: int) -> bool:
    """Test a high-uncertainty counter: it is the bomber, and its others go, or it is a phantom. [S5.4]"""
    bombers = night.state.bombers
    bomber, rest = bombers[index], other_counters(night, index)
    if bomber.level != HIGH:
        return True
    limit = night.tables.solo.phantom_real.get(min(len(rest), 3), 6)
    die = night.table.roll("phantom", 6)
    while len(rest) >= 3 and die > len(rest) + 1:
        die = night.table.roll("phantom", 6)
    real = die <= limit
    if night.hears:
        night.table.tell(PhantomTested(contact=bomber.mark, counters=len(rest) + 1, real=real, die=die), "S5.4")
    if real:
        bomber.level = base_level(night)
        for other in rest:
            remove(bombers[other])
    else:
        remove(bomber)
        if len(rest) == 1:
            last = bombers[rest[0]]
            last.level = base_level(night)
            night.table.tell(PhantomLast(contact=last.mark, gone=last.status == "exited"), "S5.4")
    return real


def remove(bomber: AttackerCounter) -> None:
    """Take a phantom out of play. [S5.4]"""
    bomber.status, bomber.hex, bomber.barred = "phantom", 0, []
