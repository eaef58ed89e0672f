"""Skills and Experience Points of the pilot, his wingman and his rear gunner. [7.7, 7.2.3.3, 10.6]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.interceptor.charts.career import FatigueBand, Lesson
from engine.interceptor.charts.compiled import Charts
from engine.interceptor.events import CareerExperience, SkillBought
from engine.interceptor.questions import SetupSkill, SkillMenu
from engine.interceptor.state import Career, Crewman, PointsEntry, State
from engine.kernel.decisions import ClosedOption, Flow, parts_of
from engine.kernel.table import Table

EXPERT, LEADERSHIP = "expert", "leadership"


def has(who: Career | Crewman, skill: str) -> bool:
    """Say whether he has learned a skill."""
    return skill in who.skills


def expert_in(series: str) -> str:
    """Name the Expert skill of a series; in another one it sleeps. [7.7]"""
    return f"{EXPERT}:{series}"


def is_expert(who: Career | Crewman, series: str) -> bool:
    """Say whether he is an expert in the series he flies. [7.7]"""
    return expert_in(series) in who.skills


def series_of(career: Career, charts: Charts) -> str:
    """Return the series that he flies. [9.1]"""
    return charts.models[career.plane.model].series


# Experience Points -------------------------------------------------------------------------------------------------


def start_experience(career: Career, charts: Charts) -> None:
    """Give pilot and wingman what they bring from flight school. [7.7, 7.2.3.3]"""
    chart = charts.career.experience
    career.experience = chart.officer if career.track == "officer" else chart.nco
    career.wingman.experience = chart.wingman


def earn(state: State, career: Career, table: Table) -> None:
    """Count a sortie flown for all aboard: one point in four, for those he leads one in three. [7.7]"""
    chart = table.pack.career.experience
    if _count(career, chart.sorties):
        note(state, career, "sorties", 1)
        if table.hears:
            table.tell(CareerExperience(seat=career.seat, who="pilot", points=career.experience), "7.7")
    needed = chart.sorties_when_led if has(career, LEADERSHIP) else chart.sorties
    for man in crew(career):
        if _count(man, needed) and table.hears:
            table.tell(CareerExperience(seat=career.seat, who=man.role, points=man.experience), "7.7")


def _count(who: Career | Crewman, needed: int) -> bool:
    who.sorties += 1
    if who.sorties < needed:
        return False
    who.sorties = 0
    who.experience += 1
    return True


def crew(career: Career) -> tuple[Crewman, ...]:
    """Return those who fly with him: his wingman, and his gunner if the aircraft has one."""
    return (career.wingman,) if career.gunner is None else (career.wingman, career.gunner)


def note(state: State, career: Career, cause: str, value: int) -> None:
    """Enter a change of the pilot's Experience Points in his ledger; the points themselves are changed already."""
    career.experience_ledger.append(PointsEntry(state.month, state.line, cause, value, career.experience))


# Buying ------------------------------------------------------------------------------------------------------------


def on_sale(state: State, career: Career, who: str, charts: Charts) -> list[Lesson]:
    """Return what he has not learned yet. [7.7, 10.6]"""
    held = airman(career, who).skills
    lessons = charts.career.lessons[who, series_of(career, charts), state.options.manoeuvres]
    return [lesson for lesson in lessons if lesson.skill not in held]


def why_closed(lesson: Lesson, man: Career | Crewman) -> str:
    """Say why he cannot learn it now, or nothing. [7.7, 10.6]"""
    if lesson.after and lesson.after not in man.skills:
        return "manoeuvre-before"
    return "experience" if lesson.cost > man.experience else ""


def airman(career: Career, who: str) -> Career | Crewman:
    """Return the pilot, wingman or gunner by that word."""
    if who == "pilot":
        return career
    man = career.wingman if who == "wingman" else career.gunner
    if man is None:
        raise LookupError(f"no {who} flies with {career.seat}")
    return man


def aboard(career: Career) -> tuple[str, ...]:
    """Return who may learn something now."""
    return ("pilot", "wingman") if career.gunner is None else ("pilot", "wingman", "gunner")


def purchases(state: State, career: Career, charts: Charts) -> list[str]:
    """Return the orders that buy a skill: `skill:<who>:<name>`, Expert with its series behind it. [7.7]"""
    found: list[str] = []
    series, manoeuvres = series_of(career, charts), state.options.manoeuvres
    for who in aboard(career):
        man = airman(career, who)
        if man.experience:
            for lesson in charts.career.within(man.experience, who, series, manoeuvres):
                if lesson.skill not in man.skills and not why_closed(lesson, man):
                    found.append(lesson.order)
    return found


def closed_purchases(state: State, career: Career, charts: Charts) -> Iterator[ClosedOption]:
    """Give the skills that cannot be bought just now, each with its reason. [7.7]"""
    for who in aboard(career):
        man = airman(career, who)
        for lesson in on_sale(state, career, who, charts):
            if why := why_closed(lesson, man):
                rule = "10.6" if why == "manoeuvre-before" else "7.7"
                yield ClosedOption(lesson.order, why, rule, {"cost": lesson.cost, "points": man.experience})


def prices(state: State, career: Career, charts: Charts) -> dict[str, int]:
    """Return what each skill on sale costs, by order."""
    return {lesson.order: lesson.cost for who in aboard(career) for lesson in on_sale(state, career, who, charts)}


def buy(state: State, career: Career, order: str, table: Table) -> None:
    """Carry out `skill:<who>:<name>`: the points go, the skill stays. [7.7]"""
    _, who, name = parts_of(order, 3)
    man = airman(career, who)
    cost = table.pack.career.skills[name.partition(":")[0]].cost
    man.experience -= cost
    man.skills.append(name)
    if isinstance(man, Career):
        note(state, career, name, -cost)
    if table.hears:
        table.tell(SkillBought(seat=career.seat, who=who, skill=name, cost=cost, left=man.experience), "7.7")


def first_purchases(state: State, career: Career, table: Table) -> Flow[None]:
    """Before the first sortie the points from flight school may be spent. [4.4.2, 7.7]"""
    while options := purchases(state, career, table.pack):
        facts = partial(lesson_facts, state, career, table)
        closed = tuple(closed_purchases(state, career, table.pack)) if table.hears else ()
        bought = len(career.skills) + len(career.wingman.skills)
        key = f"setup/{career.seat}/skill{bought}"
        order = yield table.ask(career.seat, SetupSkill, (*options, "done"), key, "4.4.2", facts, closed)
        if order == "done":
            return
        buy(state, career, order, table)


def lesson_facts(state: State, career: Career, table: Table) -> SkillMenu:
    """Return what those aboard have learned, and for a page what more costs."""
    held = held_aboard(career)
    if not table.hears:
        return SkillMenu(held)
    return SetupSkill(held, prices=prices(state, career, table.pack), experience=points_of(career))


def held_aboard(career: Career) -> dict[str, tuple[str, ...]]:
    """Return the skills of all aboard."""
    return {who: tuple(airman(career, who).skills) for who in aboard(career)}


def points_of(career: Career) -> dict[str, int]:
    """Return the Experience Points of all aboard."""
    return {who: airman(career, who).experience for who in aboard(career)}


# Fatigue -----------------------------------------------------------------------------------------------------------


def tire(state: State, career: Career, charts: Charts, *, flown: bool) -> None:
    """Add a sortie's fatigue, or take off what a sortie not flown restores; never below nothing. [10.3]"""
    if state.options.fatigue:
        chart = charts.career.fatigue
        career.fatigue = max(0, career.fatigue + (chart.flown if flown else chart.not_flown))


def fatigue_band(career: Career, charts: Charts) -> FatigueBand:
    """Return what his fatigue adds to parachute, landing and initiative rolls. [10.3]"""
    return next(band for band in charts.career.fatigue_bands if career.fatigue >= band.start)
