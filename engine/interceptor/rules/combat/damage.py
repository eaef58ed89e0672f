"""Damage [7.4]: what a hit does to an interceptor, a fighter or a bomber, and what it leaves of speed and guns."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from engine.interceptor.charts.compiled import Charts, Foe, Mat
from engine.interceptor.events import (
    Blast,
    BomberHit,
    CrewSpared,
    CrewWounded,
    FighterHit,
    InterceptorHit,
    InterceptorTank,
)
from engine.interceptor.state import (
    CLOSE,
    KILLED,
    LIGHT,
    SERIOUS,
    WOUNDS,
    AlliedFighter,
    Career,
    Plane,
    SortieFlight,
    TargetBomber,
    Weapon,
)
from engine.kernel.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

FRAME = {"port-wing": "port_wing", "starboard-wing": "starboard_wing", "airframe": "airframe", "controls": "controls"}
"""Fields of the mat that count the hits that shoot a part away."""
SEVERITY = {"LW": LIGHT, "SW": SERIOUS, "KIA": KILLED}


# The mat -----------------------------------------------------------------------------------------------------------


def new_plane(mat: Mat) -> Plane:
    """Return an aircraft of the type, whole and armed. [4.4, 4.5]"""
    return Plane(
        mat.name,
        engines=[0] * mat.engines,
        rockets="loaded" if mat.rockets else "",
        weapons=[Weapon(row.ammo) for row in mat.guns],
    )


def speed(plane: Plane, mat: Mat, charts: Charts) -> int:
    """Return the speed that damage has left; without its rockets an aircraft is faster. [7.1.14, 7.4.1]"""
    losses = charts.tables.engine_losses
    total = mat.speed + engine_loss(plane.engines, mat, losses.twin_out)
    return total + losses.rockets_gone if plane.rockets in ("fired", "jettisoned") else total


def engine_loss(engines: list[int], kind: Mat | Foe, twin_out: int) -> int:
    """Return what engine damage takes from the speed; each engine of a twin counts. [7.4.1]"""
    total = 0
    for hits in engines:
        if hits >= kind.engine:
            total += twin_out
        elif hits:
            total += kind.losses[min(hits, len(kind.losses) - 1)]
    return total


def is_agile(plane: Plane | AlliedFighter, kind: Mat | Foe) -> bool:
    """Say whether an agile aircraft still is: no engine and no controls damage. [7.2.2.8]"""
    return kind.agile and not plane.controls and not any(plane.engines)


def firing_rows(plane: Plane) -> list[int]:
    """Return the forward weapon rows that fire: not jammed, not knocked out, with ammunition. [7.1.3, 7.1.15]"""
    return [n for n, row in enumerate(plane.weapons) if row.ammo and not row.jammed and not row.broken]


def firepower(plane: Plane, mat: Mat) -> int:
    """Return the firepower of all rows that fire. [7.1.6]"""
    total, guns = 0, mat.guns
    for n, row in enumerate(plane.weapons):
        if row.ammo and not row.jammed and not row.broken:
            total += guns[n].fp
    return total


def foe_firepower(enemy: AlliedFighter, foe: Foe) -> int:
    """Return the firepower of an Allied fighter's guns that are left. Ruling enemy-guns."""
    total = 0
    for fp, works in zip(foe.guns, enemy.weapons, strict=True):
        if works:
            total += fp
    return total


def engines_dead(engines: list[int], kind: Mat | Foe) -> bool:
    """Say whether no engine is left. [7.4]"""
    return min(engines) >= kind.engine


def damaged_systems(plane: Plane) -> int:
    """Count the systems that were hit, as the other reading of the repair table does. Ruling repair-count."""
    parts = (plane.port_wing, plane.starboard_wing, plane.airframe, plane.controls, plane.armour, plane.leak)
    works = (plane.radio, plane.oxygen, plane.boost, plane.rear_guns, plane.rockets != "damaged")
    broken = sum(row.broken for row in plane.weapons)
    return sum(map(bool, parts)) + sum(not work for work in works) + sum(map(bool, plane.engines)) + broken


# Hits on the interceptor -------------------------------------------------------------------------------------------


def hit_interceptor(career: Career, table: Table, hits: int) -> None:
    """Roll random hits on the Fighter Damage Chart [B6] and apply them, until the aircraft is destroyed. [7.4.1]"""
    flight, rows, roll = career.aloft, table.pack.tables.fighter_damage.rows, table.roll
    for _ in range(hits):
        if flight.doom or flight.pilot_wound == KILLED:
            return
        d66 = 10 * roll("combat", 6) + roll("combat", 6)
        hit_part(career, table, rows[d66], d66)


def hit_package(career: Career, table: Table) -> None:
    """Apply a group damage result to the interceptor: the airframe's package, without its gunner. [7.4.1]"""
    flight = career.aloft
    for part in table.pack.fighter_package:
        if not flight.doom and flight.pilot_wound != KILLED:
            hit_part(career, table, part, 0)


def hit_part(career: Career, table: Table, part: str, roll: int = 0) -> None:
    """Apply one hit to the interceptor; what is not fitted, or already knocked out, is not hit again. [7.4, B4]"""
    plane, flight, charts = career.plane, career.aloft, table.pack
    mat = charts.models[plane.model]
    if part == "crew":
        _hit_crew(career, table, roll)
        return
    if part == "fuel":
        _hit_tank(career, table, roll)
        return
    counted = _damage(plane, mat, part)
    plane.hits += counted
    if counted:
        flight.doom = _shot_away(plane, mat, part)
    if table.hears:
        table.tell(
            InterceptorHit(
                seat=career.seat, part=part, roll=roll, effect=bool(counted), destroyed=flight.doom, hits=plane.hits
            ),
            "7.4.1",
            chart="b6" if roll else "b3",
        )
    if part in ("port-engine", "starboard-engine") and counted:
        _engine_state(career, mat)
    elif part == "oxygen" and counted:
        flight.escaping = flight.escaping or "oxygen"


def _damage(plane: Plane, mat: Mat, part: str) -> int:
    """Mark the hit on the mat, and say whether it did something. [B4]"""
    if field := FRAME.get(part):
        setattr(plane, field, getattr(plane, field) + 1)
    elif part in ("port-engine", "starboard-engine"):
        return _hit_engine(plane, mat, part)
    elif part.startswith("weapon-"):
        place = int(part[-1]) - 1
        if place >= len(plane.weapons) or plane.weapons[place].broken:
            return 0
        plane.weapons[place].broken = True
    elif part == "rockets":
        if plane.rockets != "loaded":
            return 0
        plane.rockets = "damaged"
    elif part == "boost":
        return _knock_out(plane, "boost", bool(mat.boost))
    elif part == "rear-guns":
        return _knock_out(plane, "rear_guns", mat.rear_gun)
    elif part in ("radio", "oxygen"):
        return _knock_out(plane, part, True)
    else:
        return 0
    return 1


def _knock_out(plane: Plane, system: str, fitted: bool) -> int:
    """Knock a system out, once, where it is fitted. [7.4]"""
    if not fitted or not getattr(plane, system):
        return 0
    setattr(plane, system, False)
    return 1


def _hit_engine(plane: Plane, mat: Mat, part: str) -> int:
    """Hit an engine: a radial's armour takes the first hit; port and starboard mean nothing to a single one. [7.4.1]"""
    if plane.armour < mat.armour:
        plane.armour += 1
        return 1
    place = 1 if part == "starboard-engine" and mat.engines > 1 else 0
    if plane.engines[place] >= mat.engine:
        return 0
    plane.engines[place] += 1
    return 1


def _shot_away(plane: Plane, mat: Mat, part: str) -> str:
    """Return the part whose damage threshold is met, which destroys the aircraft. [7.4]"""
    field = FRAME.get(part)
    return part if field and getattr(plane, field) >= getattr(mat, field) else ""


def _engine_state(career: Career, mat: Mat) -> None:
    """A twin with one engine out goes home after the combat; without any the aircraft glides. Ruling engine-next."""
    plane, flight = career.plane, career.aloft
    if engines_dead(plane.engines, mat):
        flight.escaping = "engines"
    elif any(hits >= mat.engine for hits in plane.engines):
        flight.escaping = flight.escaping or "engine"


def engine_trouble(career: Career, table: Table) -> None:
    """An engine hit that comes from within: armour does not absorb it. [C1]"""
    plane = career.plane
    mat = table.pack.models[plane.model]
    plane.armour, stored = mat.armour, plane.armour
    side = "port-engine" if mat.engines == 1 or table.roll("combat", 6) % 2 else "starboard-engine"
    hit_part(career, table, side)
    plane.armour = stored


def _hit_tank(career: Career, table: Table, roll: int) -> None:
    """A fuel tank leaks, burns or explodes; an explosion kills the crew at once. [7.4, 7.4.1]"""
    flight, plane = career.aloft, career.plane
    total = table.roll("combat", 6) + table.roll("combat", 6)
    result = table.pack.tables.fuel_tank[total]
    # A tank that leaks already is not hit again by another leak. [7.4]
    plane.hits += not (result == "leak" and plane.leak)
    if result == "leak":
        plane.leak = True
        if flight.escaping != "engines":
            flight.escaping = "leak"
    else:
        flight.doom = result
    if result == "explosion":
        flight.pilot_wound = KILLED
        if career.gunner is not None:
            flight.gunner_wound = KILLED
    table.tell(
        InterceptorTank(seat=career.seat, roll=roll, total=total, result=result, hits=plane.hits), "7.4.1", chart="b6"
    )


# Crew --------------------------------------------------------------------------------------------------------------


class WoundDice(NamedTuple):
    """The dice of the hit that wounds one of the crew."""

    roll: int | msgspec.UnsetType = msgspec.UNSET
    die: int | msgspec.UnsetType = msgspec.UNSET


NO_HIT = WoundDice()


def stacked(before: int, wound: int) -> int:
    """Add a wound to another of the same sortie: two light make a serious one, two serious kill. Ruling wound-stack."""
    if not before or not wound:
        return before or wound
    if before == wound and before < KILLED:
        return before + 1
    return max(before, wound)


def _hit_crew(career: Career, table: Table, roll: int) -> None:
    """Find who is hit, and how badly; there is no rear gunner to be hit where none flies. [7.4.7]"""
    chart = table.pack.tables.fighter_crew
    die = rolled(table, "combat", chart.dice)
    who = chart.rows[die]
    if who == "nobody" or (who == "gunner" and career.gunner is None):
        table.tell(CrewSpared(seat=career.seat, roll=roll, die=die), "7.4.7", chart="b4")
        return
    wound(career, table, who, "7.4.7", by=WoundDice(roll, die))


def wound(career: Career, table: Table, who: str, rule: str, severity: int = 0, by: WoundDice = NO_HIT) -> int:
    """Wound the pilot or the gunner, by the severity die or as given, and return his new state. [7.4.8, 10.7]"""
    flight = career.aloft
    face = 0
    if not severity:
        face = table.roll("combat", 6)
        severity = SEVERITY[table.pack.tables.severity[face]]
    if who == "pilot":
        flight.pilot_wound = now = stacked(flight.pilot_wound, severity)
        flight.wounds_taken += now < KILLED
        if now == SERIOUS:
            flight.escaping = flight.escaping or "wound"
    else:
        flight.gunner_wound = now = stacked(flight.gunner_wound, severity)
    if table.hears:
        wounded = CrewWounded(career.seat, who, WOUNDS[severity], WOUNDS[now], face, by.roll, by.die)
        table.tell(wounded, rule, chart="b4")
    return now


# Hits on an Allied fighter -----------------------------------------------------------------------------------------


def new_fighter(kind: str, quality: str, charts: Charts) -> AlliedFighter:
    """Return an Allied fighter, whole. [7.2.2]"""
    foe = charts.foes[kind]
    return AlliedFighter(kind, quality, engines=[0] * foe.engines, weapons=[True] * len(foe.guns))


def hit_fighter(enemy: AlliedFighter, table: Table, hits: int, by: str, seat: str = "") -> None:
    """Roll random hits on an Allied fighter [B6] and apply them, until it is destroyed. [7.4.1]"""
    rows, roll = table.pack.tables.fighter_damage.rows, table.roll
    for _ in range(hits):
        if enemy.destroyed:
            return
        d66 = 10 * roll("combat", 6) + roll("combat", 6)
        hit_fighter_part(enemy, table, rows[d66], by, d66, seat)


def hit_fighter_package(enemy: AlliedFighter, table: Table, by: str, seat: str = "") -> None:
    """Apply a group damage result to an Allied fighter: the airframe's package, without its gunner. [7.4.1]"""
    for part in table.pack.fighter_package:
        if not enemy.destroyed:
            hit_fighter_part(enemy, table, part, by, 0, seat)


def hit_fighter_part(enemy: AlliedFighter, table: Table, part: str, by: str, roll: int = 0, seat: str = "") -> None:
    """Apply one hit to an Allied fighter. [7.4, B4]"""
    foe = table.pack.foes[enemy.type]
    effect, detail = _damage_fighter(enemy, foe, table, part)
    if effect and by not in enemy.hit_by:
        enemy.hit_by.append(by)
    if enemy.destroyed and not enemy.killer:
        enemy.killer = by
    if table.hears:
        table.tell(
            FighterHit(
                seat=seat,
                enemy=enemy.type,
                part=part,
                roll=roll,
                by=by,
                effect=effect,
                detail=detail,
                destroyed=enemy.destroyed,
            ),
            "7.4.1",
            chart="b6" if roll else "b3",
        )


def _damage_fighter(enemy: AlliedFighter, foe: Foe, table: Table, part: str) -> tuple[bool, str]:
    """Mark the hit, and say whether it did something and what a second roll found."""
    if field := FRAME.get(part):
        hits = getattr(enemy, field) + 1
        setattr(enemy, field, hits)
        enemy.destroyed = part if hits >= getattr(foe, field) else ""
    elif part in ("port-engine", "starboard-engine"):
        return _hit_fighter_engine(enemy, foe, part), ""
    elif part == "fuel":
        return True, _hit_fighter_tank(enemy, table)
    elif part == "crew":
        return _hit_fighter_pilot(enemy, table)
    elif part == "oxygen":
        effect, enemy.oxygen = enemy.oxygen, False
        return effect, ""
    elif part.startswith("weapon-"):
        place = int(part[-1]) - 1
        if place >= len(enemy.weapons) or not enemy.weapons[place]:
            return False, ""
        enemy.weapons[place] = False
    else:
        return False, ""
    return True, ""


def _hit_fighter_engine(enemy: AlliedFighter, foe: Foe, part: str) -> bool:
    """Hit an engine; a fighter whose engines are all out is shot down. Ruling engines-out."""
    if enemy.armour < foe.armour:
        enemy.armour += 1
        return True
    place = 1 if part == "starboard-engine" and foe.engines > 1 else 0
    if enemy.engines[place] >= foe.engine:
        return False
    enemy.engines[place] += 1
    if engines_dead(enemy.engines, foe):
        enemy.destroyed = "engines"
    return True


def _hit_fighter_tank(enemy: AlliedFighter, table: Table) -> str:
    total = table.roll("combat", 6) + table.roll("combat", 6)
    result: str = table.pack.tables.fuel_tank[total]
    if result == "leak":
        enemy.leak = True
    else:
        enemy.destroyed = result
    return result


def _hit_fighter_pilot(enemy: AlliedFighter, table: Table) -> tuple[bool, str]:
    """An enemy pilot killed is a fighter shot down; there is no gunner. Ruling enemy-crew."""
    chart = table.pack.tables.fighter_crew
    if chart.rows[rolled(table, "combat", chart.dice)] != "pilot":
        return False, ""
    severity = SEVERITY[table.pack.tables.severity[table.roll("combat", 6)]]
    enemy.pilot = stacked(enemy.pilot, severity)
    if enemy.pilot == KILLED:
        enemy.destroyed = "pilot"
    return True, WOUNDS[severity]


def wants_home(enemy: AlliedFighter) -> bool:
    """Say whether an Allied fighter tries to disengage. [7.3.1]"""
    return bool(enemy.pilot) or enemy.leak or not enemy.oxygen or not any(enemy.weapons)


# Hits on a bomber --------------------------------------------------------------------------------------------------

WINGS = {"port-wing": (0, 1), "starboard-wing": (3, 2)}
"""Outboard and inboard engine of each wing, by place."""
ENGINES = {"port-outboard": 0, "port-inboard": 1, "starboard-inboard": 2, "starboard-outboard": 3}


def hit_bomber(career: Career, table: Table, aim: str, hits: int, by: str) -> None:
    """Roll random hits in the column of the aim point [B3] and apply them, until the bomber is destroyed. [7.1.6]"""
    flight = career.aloft
    chart, bomber = table.pack.tables.bomber_damage, flight.target
    column, dice = chart.airframe if aim == "airframe" else chart.wing, chart.dice
    for _ in range(hits):
        if bomber.destroyed:
            return
        face = rolled(table, "combat", dice)
        hit_bomber_part(career, table, bomber_part(column[face], aim), by, face)


def bomber_part(result: str, aim: str) -> str:
    """Return the part that a result of the column means at this aim point."""
    if result == "wing":
        return aim
    if result in ("outboard", "inboard"):
        return f"{aim.partition('-')[0]}-{result}"
    return result


def hit_bomber_parts(career: Career, table: Table, parts: Iterable[str], by: str) -> None:
    """Apply a group damage result to the bomber. [7.1.3]"""
    flight = career.aloft
    for part in parts:
        if not flight.target.destroyed:
            hit_bomber_part(career, table, part, by)


def hit_bomber_part(career: Career, table: Table, part: str, by: str, roll: int = 0) -> None:
    """Apply one hit to the bomber. [7.4, B4]"""
    flight = career.aloft
    bomber = flight.target
    effect, detail = _damage_bomber(bomber, table, part, by == "flak")
    if effect and by not in bomber.hit_by:
        bomber.hit_by.append(by)
    if bomber.destroyed and not bomber.killer:
        bomber.killer = by
    if table.hears:
        table.tell(
            BomberHit(
                seat=career.seat,
                enemy=bomber.type,
                part=part,
                roll=roll,
                by=by,
                effect=effect,
                detail=detail,
                destroyed=bomber.destroyed,
                gunners=bomber.gunners,
            ),
            "7.1.6",
            chart="b3",
        )
    if bomber.destroyed == "bomb-bay" and flight.reach == CLOSE:
        _blast(career, table)


def _damage_bomber(bomber: TargetBomber, table: Table, part: str, spare: bool) -> tuple[bool, str]:
    """Mark the hit, and say whether it did something and what a second roll found; flak spares a last box. [7.1.5]"""
    kind = table.pack.tables.bombers.rows[bomber.type]
    if part == "nothing":
        return False, ""
    if part == "gunner":
        bomber.gunners += 1
    elif part == "cockpit":
        return _hit_cockpit(bomber, table, spare)
    elif part == "fuel":
        return True, _hit_bomber_tank(bomber, table)
    elif part == "bomb-bay":
        return _hit_bomb_bay(bomber, table, spare)
    elif part in ENGINES:
        return _hit_bomber_engine(bomber, kind.engine, ENGINES[part], spare), ""
    else:
        return _hit_bomber_frame(bomber, part.replace("-", "_"), getattr(kind, part.replace("-", "_")), spare), ""
    return True, ""


def _hit_bomber_frame(bomber: TargetBomber, field: str, capacity: int, spare: bool) -> bool:
    """Hit a wing, the airframe or the controls; the last box loses the bomber. [7.4]"""
    hits = getattr(bomber, field) + 1
    if spare and hits >= capacity:
        return False
    setattr(bomber, field, hits)
    if hits >= capacity:
        bomber.destroyed = field.replace("_", "-")
    return True


def _hit_bomber_engine(bomber: TargetBomber, capacity: int, place: int, spare: bool) -> bool:
    """Damage an engine or knock it out; a bomber without engines is lost. [7.4]"""
    if bomber.engines[place] >= capacity:
        return False
    if spare and sum(hits >= capacity for hits in bomber.engines) == len(bomber.engines) - 1:
        return False
    bomber.engines[place] += 1
    if all(hits >= capacity for hits in bomber.engines):
        bomber.destroyed = "engines"
    return True


def _hit_bomber_tank(bomber: TargetBomber, table: Table) -> str:
    """A bomber's tank leaks without further effect, burns or explodes. Ruling bomber-leak."""
    total = table.roll("combat", 6) + table.roll("combat", 6)
    result: str = table.pack.tables.fuel_tank[total]
    if result == "leak":
        bomber.leaking = True
    else:
        bomber.destroyed = result
    return result


def _hit_bomb_bay(bomber: TargetBomber, table: Table, spare: bool) -> tuple[bool, str]:
    """Bombs that are still aboard may go off; an empty bay is part of the airframe. [7.1.4, 7.4]"""
    bay = table.pack.tables.bomb_bay
    if not bomber.bombs:
        if bay.empty == "nothing":
            return False, ""
        capacity = table.pack.tables.bombers.rows[bomber.type].airframe
        return _hit_bomber_frame(bomber, "airframe", capacity, spare), "empty"
    # A straggler that still flies was hit before, and held together.
    if not spare and rolled(table, "combat", bay.dice) >= bay.explodes_from:
        bomber.destroyed = "bomb-bay"
        return True, "explodes"
    return True, "holds"


def _hit_cockpit(bomber: TargetBomber, table: Table, spare: bool) -> tuple[bool, str]:
    """A crew injury wounds a pilot, or counts as a gunner hit; without pilots the bomber is lost. [7.1.8]"""
    chart = table.pack.tables.bomber_crew
    who = chart.rows[rolled(table, "combat", chart.dice)]
    if who == "gunner":
        bomber.gunners += 1
        return True, who
    severity = SEVERITY[table.pack.tables.severity[table.roll("combat", 6)]]
    other = bomber.copilot if who == "pilot" else bomber.pilot
    if spare and other >= SERIOUS:
        return False, who
    if who == "pilot":
        bomber.pilot = stacked(bomber.pilot, severity)
    else:
        bomber.copilot = stacked(bomber.copilot, severity)
    if bomber.pilot >= SERIOUS and bomber.copilot >= SERIOUS:
        bomber.destroyed = "pilots"
    return True, who


def _blast(career: Career, table: Table) -> None:
    """Bombs that go off at close range may hurt the interceptor. [7.1.4]"""
    blast, flight = table.pack.tables.bombs_and_flak, career.aloft
    total = table.roll("combat", 6) + table.roll("combat", 6)
    hits = rolled(table, "combat", blast.blast_hits) if total in blast.blast_on else 0
    table.tell(Blast(seat=career.seat, total=total, hits=hits), "7.1.4")
    if hits:
        alive = flight.pilot_wound != KILLED
        hit_interceptor(career, table, hits)
        if alive and flight.pilot_wound == KILLED:
            flight.death = "bomb-bay"


def doomed(flight: SortieFlight) -> bool:
    """Say whether the aircraft is destroyed or its pilot dead."""
    return bool(flight.doom) or flight.pilot_wound == KILLED


def must_leave(career: Career) -> bool:
    """Say whether he has to break off and go home: leaking fuel, no oxygen, or a serious wound. [7.4.2, 7.4.8]"""
    plane = career.plane
    return plane.leak or not plane.oxygen or career.aloft.pilot_wound == SERIOUS


def rolled(table: Table, stream: str, dice: str) -> int:
    """Throw dice written such as `d6-3`, not below zero."""
    thrown, total = written(dice)
    for sides in thrown:
        total += table.roll(stream, sides)
    return total if total > 0 else 0


@cache
def written(dice: str) -> tuple[tuple[int, ...], int]:
    """Read dice: the sides of each, and what is added."""
    count, _, rest = dice.partition("d")
    sides, shift = rest, 0
    for sign in "+-":
        if sign in rest:
            sides, _, amount = rest.partition(sign)
            shift = int(sign + amount)
    return (int(sides),) * int(count or 1), shift


def one_short(bomber: TargetBomber, charts: Charts) -> int:
    """Count the parts of a bomber that one more hit would lose. [7.4.3]"""
    kind = charts.tables.bombers.rows[bomber.type]
    return (
        (bomber.port_wing == kind.port_wing - 1)
        + (bomber.starboard_wing == kind.starboard_wing - 1)
        + (bomber.airframe == kind.airframe - 1)
        + (bomber.controls == kind.controls - 1)
    )


def foe_one_short(enemy: AlliedFighter, charts: Charts) -> int:
    """Count the parts of an Allied fighter that one more hit would lose. [7.4.3]"""
    foe = charts.foes[enemy.type]
    return (
        (enemy.port_wing == foe.port_wing - 1)
        + (enemy.starboard_wing == foe.starboard_wing - 1)
        + (enemy.airframe == foe.airframe - 1)
        + (enemy.controls == foe.controls - 1)
    )
