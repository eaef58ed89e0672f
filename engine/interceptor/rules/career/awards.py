"""Awards, ace status and promotions, and the journey to Berlin with what may happen there. [7.8, 7.9, 10.7]"""

from __future__ import annotations

from engine.interceptor.charts.career import AwardRow, GradeRow, RankRow
from engine.interceptor.charts.compiled import Charts
from engine.interceptor.charts.names import rule_of
from engine.interceptor.events import (
    AwardRolled,
    AwardWon,
    BerlinEnd,
    BerlinShots,
    BerlinWound,
    CareerAway,
    CareerPromoted,
    PromotionRolled,
)
from engine.interceptor.questions import BerlinAttempt
from engine.interceptor.rules.career import prestige
from engine.interceptor.state import KILLED, MONTHS, SERIOUS, WOUNDS, Absence, Award, Career, Crewman, State
from engine.kernel.decisions import Flow
from engine.kernel.events import Mod, sum_of_mods
from engine.kernel.table import Table

FIRST_CLASS, KNIGHTS_CROSS, ACE = "ek1", "knights-cross", "ace"


def holds(who: Career | Crewman, name: str) -> bool:
    """Say whether he has an award; none is won twice."""
    if isinstance(who, Crewman):
        return name in who.awards
    return name in [award.name for award in who.awards]


def kills_of(who: Career | Crewman) -> int:
    """Return his victories, bombers and fighters alike."""
    return who.bombers + who.fighters


def is_ace(who: Career | Crewman) -> bool:
    """Say whether five victories have made him an ace, which is worth one at initiative. [7.8.8]"""
    return holds(who, ACE)


# The debriefing ----------------------------------------------------------------------------------------------------


def decorate(state: State, career: Career, table: Table, *, new_kill: bool, hurt: bool) -> list[GradeRow]:
    """Give the pilot what the sortie brought; return the grades that mean a journey. [7.8]"""
    charts: Charts = table.pack
    if not (new_kill or hurt or career.flights in charts.career.clasp_flights):
        return []
    for award in charts.career.awards:
        if is_due(career, award, charts) and not holds(career, award.name):
            give(state, career, award, table)
    if not new_kill:
        return []
    grade = next_grade(career, charts)
    if grade is None or not wins_grade(career, career.seat, grade, table):
        return []
    give(state, career, grade, table)
    return [grade] if grade.journey else []


def is_due(career: Career, award: AwardRow, charts: Charts) -> bool:
    """Say whether kills, flights or wounds have brought an award. [7.8.1, 7.8.2, 7.8.4, 7.8.5, 7.8.6, 7.8.8]"""
    if award.flights:
        return career.flights >= award.flights
    if award.wounds:
        return career.wounds >= award.wounds
    return kills_bring(career, award, charts)


def kills_bring(who: Career | Crewman, award: AwardRow, charts: Charts) -> bool:
    """Say whether his victories have brought an award; the Iron Cross 1st Class counts points as well. [7.8.3]

    It comes with a second or later victory, once bombers at three points and fighters at one make three.
    """
    if kills_of(who) < award.kills:
        return False
    points = charts.career.first_class
    worth = who.bombers * points["bomber"] + who.fighters * points["fighter"]
    return award.name != FIRST_CLASS or worth >= points["needed"]


def next_grade(who: Career | Crewman, charts: Charts) -> GradeRow | None:
    """Return the grade of the Knight's Cross that would come next. [7.8.7]"""
    return next((grade for grade in charts.career.grades if not holds(who, grade.name)), None)


def wins_grade(who: Career | Crewman, seat: str, grade: GradeRow, table: Table) -> bool:
    """Roll for a grade: 1 at its first kill, one more for each further, sure in the end. [7.8.7, 7.8.7.1, 7.8.7.2]

    The Diamonds are never rolled for: they are sure at a hundred. [7.8.7.3]
    """
    kills = kills_of(who)
    if kills < grade.kills:
        return False
    if kills >= grade.sure:
        return True
    modifier = grade.kills - kills
    total = table.roll("award", 6) + modifier
    if table.hears:
        mods = [Mod(modifier, "further-kills", "7.8.7")] if modifier else []
        won, role = total <= 1, "pilot" if isinstance(who, Career) else who.role
        table.tell(
            AwardRolled(seat=seat, who=role, award=grade.name, total=total, won=won), rule_of(grade.name), mods=mods
        )
    return total <= 1


def give(state: State, career: Career, award: AwardRow | GradeRow, table: Table) -> None:
    """Pin it on, with its Prestige Point. [7.8, 7.8.7.4, 8.1]"""
    name = award.name
    career.awards.append(Award(name, state.month, state.line))
    if name in table.pack.career.promotion.counted:
        career.period_awards += 1
    if table.hears:
        table.tell(AwardWon(seat=career.seat, who="pilot", award=name, kills=kills_of(career)), rule_of(name))
    prestige.gain(state, career, table, name, rule_of(name), award.prestige)


def clasp_wingman(state: State, career: Career, table: Table) -> None:
    """Count a wingman's flight and pin on the clasp it brings; his wounds are nowhere rolled. [7.2.3.3, 7.8.5]"""
    man, charts = career.wingman, table.pack
    if not state.options.wingman_clasps:
        return
    man.flights += 1
    if man.flights not in charts.career.clasp_flights:
        return
    for award in charts.career.awards:
        if award.flights and man.flights >= award.flights and not holds(man, award.name):
            _pin_on(career, man, award.name, table)


def decorate_crewman(career: Career, man: Crewman, table: Table) -> None:
    """Give a wingman what his victory brings, without prestige; a gunner only ace status. [7.2.3.3, 7.8.8]"""
    charts: Charts = table.pack
    for award in charts.career.awards:
        open_to_him = award.kills and (man.role == "wingman" or award.name == ACE)
        if open_to_him and not holds(man, award.name) and kills_bring(man, award, charts):
            _pin_on(career, man, award.name, table)
    grade = next_grade(man, charts)
    if man.role == "wingman" and grade is not None and wins_grade(man, career.seat, grade, table):
        _pin_on(career, man, grade.name, table)


def _pin_on(career: Career, man: Crewman, name: str, table: Table) -> None:
    man.awards.append(name)
    if table.hears:
        table.tell(AwardWon(seat=career.seat, who=man.role, award=name, kills=kills_of(man)), rule_of(name))


# Berlin ------------------------------------------------------------------------------------------------------------


def travel(state: State, career: Career, grade: GradeRow, table: Table) -> Flow[None]:
    """Receiving Oak Leaves, Swords or Diamonds costs a sortie, and is the occasion for the attempt. [7.8.7.5, 10.7]"""
    if state.options.attempt:
        key = f"{when(state)}/{career.seat}/berlin"
        question = BerlinAttempt(award=grade.name)
        order = yield table.ask(career.seat, question, ("salute", "shoot"), key, "10.7")
        if order == "shoot":
            attempt(career, table)
            return
    career.absences.append(Absence("award", grade.journey, parallel=False))
    table.tell(CareerAway(seat=career.seat, cause="award", lines=grade.journey), "7.8.7.5")


def attempt(career: Career, table: Table) -> None:
    """One to six shots, each a wound; two light ones are a serious one, two serious ones kill. [10.7]"""
    shots = table.roll("attempt", 6)
    table.tell(BerlinShots(seat=career.seat, shots=shots), "10.7")
    light = serious = 0
    dead = False
    for _ in range(shots):
        wound = WOUNDS.index(table.pack.tables.severity[table.roll("attempt", 6)])
        dead = dead or wound == KILLED
        light, serious = light + (wound < SERIOUS), serious + (wound == SERIOUS)
        table.tell(BerlinWound(seat=career.seat, wound=WOUNDS[wound]), "10.7")
    succeeded = dead or serious + light // 2 >= 2
    career.attempt = "succeeded" if succeeded else "failed"
    career.alive, career.death = False, "attempt"
    table.tell(BerlinEnd(seat=career.seat, succeeded=succeeded, light=light, serious=serious), "10.7")


# Promotion ---------------------------------------------------------------------------------------------------------


def rank_of(career: Career, charts: Charts) -> RankRow:
    """Return his rank with what it allows; an NCO's higher rank keeps what the lower one can do. [7.9.1, 7.9.2]"""
    return charts.career.ranks[career.track][career.rank]


def promotion_mods(career: Career, charts: Charts) -> list[Mod]:
    """Return what helps his promotion: the Knight's Cross, ten kills each, counting awards of the period. [7.9.3]"""
    chart = charts.career.promotion
    mods = []
    if holds(career, KNIGHTS_CROSS):
        mods.append(Mod(chart.knights_cross, "knights-cross", "7.9.3"))
    if tens := career.period_kills // 10:
        mods.append(Mod(tens * chart.each_ten_kills, "period-kills", "7.9.3"))
    if career.period_awards:
        mods.append(Mod(career.period_awards * chart.each_award, "period-awards", "7.9.3"))
    return mods


def consider_promotion(state: State, career: Career, table: Table) -> None:
    """Roll for the next rank after the last sortie of June, October and February. [7.9, 7.9.3]"""
    charts: Charts = table.pack
    ranks = charts.career.ranks[career.track]
    if career.rank + 1 < len(ranks):
        mods = promotion_mods(career, charts)
        total = table.roll("promotion", 6) + sum_of_mods(mods)
        promoted = total <= charts.career.promotion.success
        if table.hears:
            old, new = ranks[career.rank].name, ranks[career.rank + 1].name
            rolled = PromotionRolled(seat=career.seat, rank=old, next=new, total=total, promoted=promoted)
            table.tell(rolled, "7.9.3", mods=mods)
        if promoted:
            promote(state, career, table)
    career.period_kills = career.period_awards = 0


def promote(state: State, career: Career, table: Table) -> None:
    """Give the next rank: to officers a Prestige Point, to a Hauptmann and a Major a free reassignment. [7.9, 7.9.1]"""
    career.rank += 1
    career.promoted_at.append(state.month)
    rank = rank_of(career, table.pack)
    if table.hears:
        table.tell(CareerPromoted(seat=career.seat, rank=rank.name, free_transfer=bool(rank.free_transfer)), "7.9")
    prestige.gain(state, career, table, rank.name, "7.9", rank.prestige)
    career.free_transfers += rank.free_transfer


def when(state: State) -> str:
    """Return the path of a question of this log line."""
    return f"{MONTHS[state.month]}/{state.line + 1}"
