"""The wingman and the rear gunner between two sorties: who is back, who is new, and with what experience. [9.6]"""

from __future__ import annotations

from engine.interceptor.events import (
    GunnerBack,
    GunnerKilled,
    GunnerLeft,
    GunnerNew,
    GunnerRecalled,
    GunnerStandIn,
    WingmanBack,
    WingmanNew,
    WoundDuration,
)
from engine.interceptor.questions import DispersalCrewman, DispersalGunner, DispersalRecall
from engine.interceptor.rules.career import awards, prestige
from engine.interceptor.state import KILLED, LIGHT, SERIOUS, SOUND, Career, Crewman, State
from engine.kernel.decisions import Flow
from engine.kernel.table import Table


def new_wingman(career: Career, table: Table) -> None:
    """Replace a wingman who was shot down; a Feldwebel finds a better one. [7.2.3, 7.9.2]"""
    found = awards.rank_of(career, table.pack).replacement_experience
    career.wingman = Crewman("wingman", experience=found or table.pack.career.experience.wingman)
    if table.hears:
        table.tell(WingmanNew(seat=career.seat, points=career.wingman.experience, feldwebel=bool(found)), "7.2.3")


def wingman_returns(career: Career, table: Table) -> None:
    """After the sortie a damaged or absent wingman is there again, a lost one is replaced. [7.2.3]"""
    if career.wingman.status == "lost":
        new_wingman(career, table)
    elif career.wingman.status != "present":
        career.wingman.status = "present"
        table.tell(WingmanBack(seat=career.seat), "7.2.3")


def new_gunner(state: State, career: Career, table: Table, *, replaces: bool = True) -> Flow[None]:
    """Get a gunner: without experience, with a Feldwebel's four points, or with two for a Prestige Point. [9.6, 8.1]

    The point is for replacements: the first gunner of a new two-seater comes as he is, unless a Feldwebel finds him.
    """
    chart = table.pack.career.experience
    cost = table.pack.career.costs.crewman
    points, how = chart.gunner, "plain"
    if found := awards.rank_of(career, table.pack).replacement_experience:
        points, how = found, "feldwebel"
    elif replaces and career.points >= cost:
        key = f"{awards.when(state)}/{career.seat}/new-gunner"
        question = DispersalCrewman(cost=cost, points=career.points, experience=chart.bought_crewman)
        if (yield table.ask(career.seat, question, ("paid", "plain"), key, "8.1")) == "paid":
            prestige.pay(state, career, cost, "crewman")
            points, how = chart.bought_crewman, "paid"
    career.gunner, career.old_gunner = Crewman("gunner", experience=points), None
    table.tell(GunnerNew(seat=career.seat, points=points, how=how), "9.6")


def adjust_crew(state: State, career: Career, table: Table) -> Flow[None]:
    """Fit the crew to a new aircraft: one seat more brings a gunner, one less loses him. [9.3, 9.6]"""
    seats = table.pack.models[career.plane.model].gunner
    if seats and career.gunner is None:
        yield from new_gunner(state, career, table, replaces=False)
    elif not seats and career.gunner is not None:
        career.gunner = career.old_gunner = None
        table.tell(GunnerLeft(seat=career.seat), "9.6")


# Wounds of the gunner ----------------------------------------------------------------------------------------------


def tend_gunner(state: State, career: Career, wound: int, table: Table, *, in_hospital: bool = False) -> Flow[None]:
    """Replace a gunner who was hit: temporarily while he is wounded, for good when he is dead. [7.4.8]

    The place of a dead man stays empty for a pilot in hospital. It is filled once, at his release. [9.4]
    """
    man = career.gunner
    if man is None or wound == SOUND:
        return
    if wound == KILLED and not man.stand_in:
        table.tell(GunnerKilled(seat=career.seat), "7.4.8")
        career.gunner = career.old_gunner = None
        if not in_hospital:
            yield from new_gunner(state, career, table)
        return
    if not man.stand_in:
        man.wound = wound
        man.away = lines_away(wound, "gunner", career, table)
        career.old_gunner = man
    career.gunner = Crewman("gunner", stand_in=True)
    away = career.old_gunner.away if career.old_gunner else 0
    table.tell(GunnerStandIn(seat=career.seat, wound=wound, lines=away), "7.4.8")


def lines_away(wound: int, who: str, career: Career, table: Table) -> int:
    """Return the sorties that a wound costs: one, or what Chart [C2] says for a serious one. [7.4.8]"""
    chart = table.pack.career
    if wound != SERIOUS:
        lines: int = chart.lost.light_wound if wound == LIGHT else 0
        return lines
    total = table.roll("wound", 6) + table.roll("wound", 6)
    lines = chart.serious_wound[total].sorties
    table.tell(WoundDuration(seat=career.seat, who=who, total=total, lines=lines), "7.4.8", chart="c2")
    return lines


def gunner_heals(state: State, career: Career, table: Table) -> Flow[None]:
    """Count a log line off a gunner's wound. At its end he may return, or his substitute may stay. [7.4.8]"""
    man = career.old_gunner
    if man is None or man.away == 0:
        return
    man.away -= 1
    if man.away:
        return
    man.wound = SOUND
    career.old_gunner = None
    stand_in = career.gunner
    if stand_in is None:
        return
    order = "old"
    if stand_in.skills or stand_in.experience:
        question = DispersalGunner(old=list(man.skills), stand_in=list(stand_in.skills))
        key = f"{awards.when(state)}/{career.seat}/gunner-back"
        order = yield table.ask(career.seat, question, ("old", "stand-in"), key, "7.4.8")
    if order == "old":
        career.gunner = man
    else:
        stand_in.stand_in = False
    table.tell(GunnerBack(seat=career.seat, kept=order), "7.4.8")


def recall_gunner(state: State, career: Career, table: Table) -> Flow[None]:
    """Out of hospital the pilot gets a new gunner, or has the old one reassigned for a Prestige Point. [9.4]"""
    old = career.old_gunner or career.gunner
    if old is None:
        if table.pack.models[career.plane.model].gunner:
            # He was killed when the pilot was wounded. [7.4.8]
            yield from new_gunner(state, career, table)
        return
    cost = table.pack.career.costs.crewman
    if career.points >= cost:
        question = DispersalRecall(cost=cost, points=career.points, skills=list(old.skills))
        key = f"{awards.when(state)}/{career.seat}/recall"
        order = yield table.ask(career.seat, question, ("recall", "new"), key, "9.4")
        if order == "recall":
            prestige.pay(state, career, cost, "recall")
            if not old.away:
                # A pilot in hospital has his substitute until his own sorties are over. [7.4.8]
                old.stand_in = False
                career.gunner, career.old_gunner = old, None
            table.tell(GunnerRecalled(seat=career.seat), "9.4")
            return
    yield from new_gunner(state, career, table)
