"""Enemies that do not get home: a damaged aircraft may crash on its way, and somebody must have seen it. [7.4.3]"""

from __future__ import annotations

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
            "enemy.home",
            "7.4.3",
            mods=mods,
            seat=career.seat,
            enemy=note.enemy,
            die=die,
            chance=chance,
            crashed=crashed,
        )
    if not crashed:
        return
    if by == "pilot" and "eyewitness" in career.markers:
        facts = {"enemy": note.enemy, "chance": check.credit}
        order = yield table.ask(career.seat, "home.witness", ("eyewitness", "roll"), "witness", "7.4.3", facts)
        if order == "eyewitness":
            career.markers.remove("eyewitness")
            note.credit = "pilot"
            table.tell("enemy.witnessed", "7.4.3", seat=career.seat, enemy=note.enemy, die=0, seen=True, credit=by)
            return
    die = table.roll("home", 6)
    seen = die <= check.credit
    if seen:
        note.credit = by  # type: ignore[assignment]
    else:
        note.result = "unseen"
    table.tell("enemy.witnessed", "7.4.3", seat=career.seat, enemy=note.enemy, die=die, seen=seen, credit=by)
