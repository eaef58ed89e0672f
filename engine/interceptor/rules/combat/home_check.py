"""Enemies that do not get home: a damaged aircraft may crash on its way, and a pilot must have seen it. [7.4.3]"""

from __future__ import annotations

from engine.interceptor.events import EnemyHome, EnemyWitnessed
from engine.interceptor.questions import HomeWitness
from engine.interceptor.state import Career, Engagement
from engine.kernel.decisions import Flow
from engine.kernel.events import Mod, sum_of_mods
from engine.kernel.table import Table


def home_check(career: Career, table: Table, note: Engagement, by: str, engines_out: int, nearly: int) -> Flow[None]:
    """Roll whether a damaged enemy crashes on the way home, and whether it was seen. [7.4.3]"""
    check = table.pack.tables.home_check
    mods = [Mod(check.base, "damaged", "7.4.3")]
    if engines_out:
        mods.append(Mod(check.engine_out * engines_out, "engines-out", "7.4.3"))
    if nearly:
        mods.append(Mod(check.one_short * nearly, "one-short", "7.4.3"))
    chance = sum_of_mods(mods)
    die = table.roll("home", 10)
    crashed = die <= chance
    note.result = "crashed" if crashed else "damaged"
    if table.hears:
        table.tell(
            EnemyHome(seat=career.seat, enemy=note.enemy, die=die, chance=chance, crashed=crashed), "7.4.3", mods=mods
        )
    if not crashed:
        return
    if by == "pilot" and "eyewitness" in career.markers:
        question = HomeWitness(enemy=note.enemy, chance=check.credit)
        order = yield table.ask(career.seat, question, ("eyewitness", "roll"), "witness", "7.4.3")
        if order == "eyewitness":
            career.markers.remove("eyewitness")
            note.credit = "pilot"
            table.tell(EnemyWitnessed(seat=career.seat, enemy=note.enemy, die=0, seen=True, credit=by), "7.4.3")
            return
    die = table.roll("home", 6)
    seen = die <= check.credit
    if seen:
        note.credit = by  # type: ignore[assignment]
    else:
        note.result = "unseen"
    table.tell(EnemyWitnessed(seat=career.seat, enemy=note.enemy, die=die, seen=seen, credit=by), "7.4.3")
