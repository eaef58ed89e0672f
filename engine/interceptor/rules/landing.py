"""Coming home: landing, forced landing, bailing out and parachutes. [7.4.4 to 7.4.6, 7.5, 7.6]"""

from __future__ import annotations

from functools import partial

from engine.interceptor.charts.compiled import Charts
from engine.interceptor.events import LandingRolled, ParachuteRolled
from engine.interceptor.questions import HomeState, LandingChances, LandingForced, LandingHurt, LandOrJump
from engine.interceptor.rules.career import aces, skills
from engine.interceptor.rules.combat import exact_chances
from engine.interceptor.rules.combat.damage import engines_dead, must_leave, rolled, wound
from engine.interceptor.state import KILLED, LIGHT, SERIOUS, Career, State
from engine.kernel.decisions import Flow
from engine.kernel.events import Mod, sum_of_mods
from engine.kernel.table import Table

FORCED, HURT = (LandingForced, "forced", "7.4.5"), (LandingHurt, "hurt", "7.4.1")
"""Questions to pilots who cannot reach the base, and to those who hardly can: question, key, rule."""


def come_home(state: State, career: Career, table: Table) -> Flow[None]:
    """Land, normally or where the aircraft comes down; a dead engine and a leak leave no way to the base. [7.4.5]

    Whom a wound or his aircraft has sent home may jump after the last round as after any other. [7.4.1]
    """
    flight, plane = career.aloft, career.plane
    dead = engines_dead(plane.engines, table.pack.models[plane.model])
    forced = dead or (plane.leak and state.options.leak_forces_landing)
    flight.stage = "landing"
    if forced or flight.escaping or must_leave(career):
        asked, key, rule = FORCED if forced else HURT
        facts = partial(landing_facts, asked, state, career, table, forced)
        order = yield table.ask(career.seat, asked, ("land", "bail-out"), key, rule, facts)
        if order == "bail-out":
            bail_out(career, table, state)
            return
    land(state, career, table, forced)


def land(state: State, career: Career, table: Table, forced: bool) -> None:
    """Roll the landing and apply it. [7.4.4, 7.4.6]"""
    flight, charts = career.aloft, table.pack
    mods = landing_mods(state, career, charts, forced)
    total = table.roll("landing", 6) + table.roll("landing", 6) + sum_of_mods(mods)
    flight.landing = charts.tables.landing.rows[total]
    flight.end = "forced" if forced else "landed"
    if table.hears:
        table.tell(
            LandingRolled(seat=career.seat, total=total, result=flight.landing, forced=forced),
            "7.4.4",
            mods=mods,
            chart="b7",
        )
    if flight.landing == "rough":
        for who in crew(career):
            wound(career, table, who, "7.4.6", LIGHT)
    elif flight.landing == "crash":
        career.plane.lost = True
        for who in crew(career):
            wound(career, table, who, "7.4.6")
    elif flight.landing == "killed":
        career.plane.lost = True
        for who in crew(career):
            wound(career, table, who, "7.4.6", KILLED)
    if flight.pilot_wound == KILLED:
        flight.death = flight.death or "landing"


def crew(career: Career) -> tuple[str, ...]:
    """Return who is aboard and alive. [7.4.7]"""
    aboard = career.gunner is not None and career.aloft.gunner_wound != KILLED
    return ("pilot", "gunner") if aboard else ("pilot",)


def landing_mods(state: State, career: Career, charts: Charts, forced: bool) -> list[Mod]:
    """Return what is added to the landing roll. [7.4.4, 7.4.5, 7.4.8, 7.5, 7.7, 10.3]"""
    flight, plane, chart = career.aloft, career.plane, charts.tables.landing
    mat = charts.models[plane.model]
    capacity, all_out = mat.engine, engines_dead(plane.engines, mat)
    mods = []
    for hits in plane.engines:
        if hits >= capacity and not all_out:
            mods.append(Mod(chart.engine_out, "engine-out", "7.4.4"))
        elif hits:
            mods.append(Mod(chart.engine_damaged, "engine-damaged", "7.4.4"))
    if plane.controls:
        mods.append(Mod(chart.controls, "controls", "7.4.4"))
    if flight.pilot_wound == SERIOUS:
        mods.append(Mod(chart.wound, "serious-wound", "7.4.8"))
    if forced:
        mods.append(Mod(chart.forced, "forced", "7.4.5"))
    weather = charts.weather_landing[flight.weather] if flight.weather else 0
    if weather:
        mods.append(Mod(weather, f"weather-{flight.weather}", "7.5"))
    if skills.has(career, "landing"):
        mods.append(Mod(chart.skill, "landing-skill", "7.7"))
    if state.options.fatigue:
        tired = skills.fatigue_band(career, charts).landing
        if tired:
            mods.append(Mod(tired, "fatigue", "10.3"))
    return mods


def landing_facts(asked: type[LandOrJump], state: State, career: Career, table: Table, forced: bool) -> HomeState:
    """Return what speaks for landing and for jumping, as modifiers to either roll."""
    flight, charts = career.aloft, table.pack
    if not table.hears:
        return HomeState(wound=flight.pilot_wound, hits=career.plane.hits)
    ledger, jump = landing_mods(state, career, charts, forced), parachute_mods(career, charts, "pilot", state)
    return asked(
        wound=flight.pilot_wound,
        hits=career.plane.hits,
        landing=exact_chances.ledger(ledger),
        parachute=exact_chances.ledger(jump),
        chances=LandingChances(land=exact_chances.landing(charts, ledger), bail_out=exact_chances.jump(charts, jump)),
    )


# Parachutes --------------------------------------------------------------------------------------------------------


def bail_out(career: Career, table: Table, state: State, shot_down: bool = False) -> None:
    """Leave the aircraft, each on a roll of his own. [7.4.1, 7.6]"""
    flight = career.aloft
    flight.end = "shot-down" if shot_down else "bailed"
    flight.stage = "down"
    career.plane.lost = True
    for who in crew(career):
        jump(career, table, who, state)
    if flight.pilot_wound == KILLED:
        flight.death = flight.death or "parachute"


def jump(career: Career, table: Table, who: str, state: State) -> None:
    """Roll on the Parachute Chart [B8] for one of the crew. [7.6]"""
    charts = table.pack
    mods = parachute_mods(career, charts, who, state)
    chart = charts.tables.parachute
    total = rolled(table, "parachute", chart.dice) + sum_of_mods(mods)
    result = chart.rows[total]
    if table.hears:
        table.tell(ParachuteRolled(seat=career.seat, who=who, total=total, result=result), "7.6", mods=mods, chart="b8")
    if result == "injured":
        wound(career, table, who, "7.6")
    elif result == "killed":
        wound(career, table, who, "7.6", KILLED)


def parachute_mods(career: Career, charts: Charts, who: str, state: State) -> list[Mod]:
    """Return what is added to a parachute roll. [7.6, 7.7, 10.2.2, 10.3]"""
    flight, chart = career.aloft, charts.tables.parachute
    is_pilot = who == "pilot"
    mods = []
    if skills.has(career if is_pilot or career.gunner is None else career.gunner, "parachute"):
        mods.append(Mod(chart.skill, "parachute-skill", "7.7"))
    if (flight.pilot_wound if is_pilot else flight.gunner_wound) == SERIOUS:
        mods.append(Mod(chart.wound, "serious-wound", "7.6"))
    if is_pilot and state.options.fatigue:
        tired = skills.fatigue_band(career, charts).parachute
        if tired:
            mods.append(Mod(tired, "fatigue", "10.3"))
    if is_pilot and aces.has_special(career, "practised-jumper", charts):
        mods.append(Mod(charts.tables.ace_abilities.practised_jumper, "practised-jumper", "10.2.2"))
    return mods
