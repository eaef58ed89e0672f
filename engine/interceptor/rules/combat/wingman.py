"""The wingman at work [7.2.3]: his attacks on bombers, and on the fighter that troubles his leader."""

from __future__ import annotations

from engine.interceptor.charts.compiled import DESTROYED, GROUP, CombatCard
from engine.interceptor.events import WingmanBomber, WingmanFighter
from engine.interceptor.rules.career import awards, skills
from engine.interceptor.rules.combat import firing
from engine.interceptor.rules.combat.damage import hit_bomber, hit_fighter, hit_fighter_package, rolled
from engine.interceptor.state import CLOSE, LONG, REACHES, Career, State
from engine.kernel.decisions import Flow
from engine.kernel.events import Mod, sum_of_mods
from engine.kernel.table import Table

BY = "wingman"


def can_be_called(career: Career) -> bool:
    """Say whether he can help against a fighter: present, undamaged, and the radio works. [7.2.2.3, 7.2.3.2]"""
    return career.wingman.status == "present" and career.plane.radio and not career.aloft.radio_dead


def attack_bomber(career: Career, table: Table) -> None:
    """Roll his attack on the bomber [W1]; range matters to him, return fire does not. [7.2.3.1]"""
    flight, man, charts = career.aloft, career.wingman, table.pack
    flight.wingman_bursts += 1
    mods = [Mod(-1, skill, "7.7") for skill in ("gunnery", "aim") if skills.has(man, skill)]
    chart = charts.tables.wingman_attack
    total = rolled(table, "wingman", chart.dice) + sum_of_mods(mods)
    result = chart.rows[total]
    hits = 0
    if isinstance(result, int):
        hits = max(0, result + charts.ranges[flight.reach].attacker) if result else 0
    elif result != "destroyed":
        man.status = result
    table.tell(
        WingmanBomber(
            seat=career.seat,
            total=total,
            result=result,
            hits=hits,
            reach=REACHES[flight.reach],
            moved=flight.reach in (LONG, CLOSE),
        ),
        "7.2.3.1",
        mods=mods,
        chart="w1",
    )
    if result == "destroyed":
        bomber = flight.target
        bomber.destroyed, bomber.killer = "destroyed", BY
        bomber.hit_by.append(BY)
    hit_bomber(career, table, flight.aim, hits, BY)


def called(state: State, career: Career, table: Table, face: CombatCard) -> Flow[CombatCard]:
    """Let an expert wingman take another card for the call. [7.2.3.3, 7.7]"""
    if may_redraw(career, table):
        face = yield from firing.redraw(state, career, table, face, 0, "wingman/card", BY)
    return face


def may_redraw(career: Career, table: Table) -> bool:
    """Say whether his Expert skill is still to be used in this sortie. [7.7]"""
    series = table.pack.models[career.plane.model].series
    return not career.aloft.wingman_expert_used and skills.is_expert(career.wingman, series)


def attack_fighter(state: State, career: Career, table: Table, fp: int) -> Flow[None]:
    """Attack the fighter with a card of his own, against which it has no defence. [7.2.3.2]"""
    flight, man, charts = career.aloft, career.wingman, table.pack
    face = firing.flip(state, career, table)
    if may_redraw(career, table):
        face = yield from firing.redraw(state, career, table, face, fp, "wingman/attack", BY)
    result = firing.hits_of(face, fp, charts)
    mods = []
    if result and result != DESTROYED:
        if skills.has(man, "gunnery"):
            mods.append(Mod(1, "gunnery", "7.7"))
        if state.options.ace_wingman_hits and awards.is_ace(man):
            mods.append(Mod(1, "ace", "7.8.8"))
    hits = sum_of_mods(mods) + (result if result < GROUP else 0)
    enemy = flight.opponent
    if table.hears:
        table.tell(
            WingmanFighter(
                seat=career.seat, enemy=enemy.type, card=face.number, fp=fp, result=firing.shown(result), hits=hits
            ),
            "7.2.3.2",
            mods=mods,
            chart="b2",
        )
    if result == DESTROYED:
        enemy.destroyed, enemy.killer = "destroyed", BY
        return
    if result == GROUP:
        hit_fighter_package(enemy, table, BY, career.seat)
    hit_fighter(enemy, table, hits, BY, career.seat)
