"""Everything between two sorties, in the book's order: log, score, awards, crew, repair, absences, spending. [6.1]"""

from __future__ import annotations

from engine.interceptor.charts.career import GradeRow
from engine.interceptor.charts.compiled import Charts
from engine.interceptor.events import (
    AircraftRepaired,
    AircraftScrounged,
    AircraftWrittenOff,
    CareerReleased,
    CareerRested,
    SortieNotFlown,
)
from engine.interceptor.rules.career import awards, crew, prestige, skills, upgrades
from engine.interceptor.rules.combat.damage import damaged_systems, new_plane
from engine.interceptor.state import LIGHT, SCORED, SERIOUS, TABLETOP, Career, Plane, SortieFlight, SortieLine, State
from engine.kernel.decisions import Flow
from engine.kernel.table import Table

HOSPITAL = "hospital"


# A sortie flown ----------------------------------------------------------------------------------------------------


def after_sortie(state: State, career: Career, table: Table) -> Flow[None]:
    """Debrief one sortie, however it ended; the dead are decorated all the same. [6.1, 5.2.2]"""
    flight = career.flight
    if flight is None:
        raise ValueError(f"{career.seat} has no sortie to debrief")
    line = write_log(state, career, flight)
    career.log.append(line)
    scorers = score(career, flight)
    career.flights += 1
    skills.tire(state, career, table.pack, flown=True)
    if career.old_gunner is not None:
        yield from crew.gunner_heals(state, career, table)
    count_wounds(career, flight)
    if career.alive:
        skills.earn(state, career, table)
    if flight.prestige:
        prestige.gain(state, career, table, "mentioned", "7.10", flight.prestige)
    journeys = awards.decorate(state, career, table, new_kill="pilot" in scorers, hurt=flight.wounds_taken > 0)
    if career.wingman.status != "lost":
        awards.clasp_wingman(state, career, table)
    if "wingman" in scorers:
        awards.decorate_crewman(career, career.wingman, table)
    if "gunner" in scorers and career.gunner is not None:
        awards.decorate_crewman(career, career.gunner, table)
    if career.alive:
        yield from recover(state, career, flight, journeys, table)
    career.flight, career.offers = None, []
    line.fatigue, line.experience, line.prestige = career.fatigue, career.experience, career.points


def recover(state: State, career: Career, flight: SortieFlight, journeys: list[GradeRow], table: Table) -> Flow[None]:
    """Travel to Berlin, tend the crew, see to the aircraft, and spend what was won. [6.1]"""
    for grade in journeys:
        yield from awards.travel(state, career, grade, table)
        if not career.alive:
            return
    crew.wingman_returns(career, table)
    if flight.gunner_wound:
        in_hospital = flight.pilot_wound == SERIOUS
        yield from crew.tend_gunner(state, career, flight.gunner_wound, table, in_hospital=in_hospital)
    recuperate(career, flight, table)
    yield from see_to_aircraft(state, career, flight, table)
    upgrades.check_offers(state, career, table)
    yield from upgrades.spend(state, career, table)


def write_log(state: State, career: Career, flight: SortieFlight) -> SortieLine:
    """Write the line of the Sortie Log Sheet. [4.3.2]"""
    raid = state.raid
    return SortieLine(
        month=state.month,
        line=state.line,
        kind="flown",
        target=raid.target if raid else "",
        zone=raid.zone if raid else "",
        weather=flight.weather,
        unit=career.unit,
        aircraft=career.plane.model,
        engagements=flight.engagements,
        events=flight.events,
        end=flight.end,
        landing=flight.landing,
        hits=career.plane.hits,
        pilot_wound=flight.pilot_wound,
        gunner_wound=flight.gunner_wound,
    )


def score(career: Career, flight: SortieFlight) -> set[str]:
    """Count the victories of the sortie in order, for each of its winners; return those with a new one. [7.4.3, 7.8]"""
    scorers: set[str] = set()
    for fight in flight.engagements:
        if fight.result not in SCORED or not fight.credit:
            continue
        who = skills.airman(career, fight.credit)
        if fight.is_bomber:
            who.bombers += 1
        else:
            who.fighters += 1
        if fight.credit == "pilot":
            career.kill_order += "b" if fight.is_bomber else "f"
            career.period_kills += 1
        scorers.add(fight.credit)
    return scorers


def count_wounds(career: Career, flight: SortieFlight) -> None:
    """Count the pilot's wounds for the Wound Badge; the one that kills him needs no badge. [7.8.1]"""
    career.wounds += flight.wounds_taken


def recuperate(career: Career, flight: SortieFlight, table: Table) -> None:
    """Miss sorties for a wound, a forced landing or a jump. [7.4.5, 7.4.8, 7.6]"""
    lost = table.pack.career.lost
    if flight.pilot_wound in (LIGHT, SERIOUS):
        cause = "wound" if flight.pilot_wound == LIGHT else HOSPITAL
        lines = crew.lines_away(flight.pilot_wound, "pilot", career, table)
        upgrades.add_absence(career, cause, lines, table, parallel=True)
    if flight.end == "forced":
        upgrades.add_absence(career, "forced", lost.forced, table, parallel=True)
    elif flight.end in ("bailed", "shot-down"):
        upgrades.add_absence(career, "bail-out", lost.bail_out, table, parallel=True)


# The aircraft ------------------------------------------------------------------------------------------------------


def see_to_aircraft(state: State, career: Career, flight: SortieFlight, table: Table) -> Flow[None]:
    """Replace what was lost, repair what came home; in hospital he needs no aircraft. [7.4.2, 9.4, 9.5, 9.8]"""
    in_hospital = flight.pilot_wound == SERIOUS
    if career.plane.lost or (in_hospital and hits_to_repair(state, career) >= table.pack.career.repair.write_off_from):
        upgrades.lose_aircraft(career, table)
    if in_hospital:
        # He gets a new one when he is released, in every case. [9.4]
        lost, career.plane = career.plane.lost, new_plane(table.pack.models[career.plane.model])
        career.plane.lost = lost
    elif career.plane.lost:
        yield from upgrades.replace_free(state, career, "lost", table)
    else:
        yield from repair(state, career, flight, table)


def counted_hits(plane: Plane, *, systems: bool) -> int:
    """Return what the repair table counts: hits that did something, or systems damaged by the other reading. [7.4.2]"""
    return damaged_systems(plane) if systems else plane.hits


def hits_to_repair(state: State, career: Career) -> int:
    """Return the hits that repair is looked up for; a sheet of the tabletop log brings them counted. [7.4.2, 4.3.2]"""
    systems = state.options.repair_by == "systems" and state.dice != TABLETOP
    return counted_hits(career.plane, systems=systems)


def repair(state: State, career: Career, flight: SortieFlight, table: Table) -> Flow[None]:
    """Repair up to three hits at once; four or five cost a sortie, six write the aircraft off. [7.4.2, 7.4.6]"""
    charts: Charts = table.pack
    chart, lost = charts.career.repair, charts.career.lost
    hits = hits_to_repair(state, career)
    if hits >= chart.write_off_from:
        upgrades.lose_aircraft(career, table)
        model = upgrades.same_or_commonest(state, career, charts)
        table.tell(AircraftWrittenOff(seat=career.seat, hits=hits, old=career.plane.model, model=model), "7.4.2")
        yield from upgrades.take_over(state, career, model, table)
        return
    lines = lost.repair if hits >= chart.lose_from and not scrounges(career, table) else 0
    if flight.landing == "rough":
        lines = max(lines, lost.rough)
    if table.hears:
        table.tell(AircraftRepaired(seat=career.seat, hits=hits, lines=lines, rough=flight.landing == "rough"), "7.4.2")
    career.plane = new_plane(charts.models[career.plane.model])
    upgrades.add_absence(career, upgrades.REPAIR, lines, table, parallel=True)


def scrounges(career: Career, table: Table) -> bool:
    """An Unteroffizier finds the parts in time on 4 to 6, an Unterfeldwebel always. [7.9.2]"""
    needed = awards.rank_of(career, table.pack).scrounge
    if needed is None:
        return False
    sure = needed <= 1
    found = sure or table.roll("repair", 6) >= needed
    table.tell(AircraftScrounged(seat=career.seat, found=found, sure=sure), "7.9.2")
    return found


# Sorties not flown -------------------------------------------------------------------------------------------------


def is_away(career: Career) -> bool:
    """Say whether he misses the log line under way."""
    return bool(career.absences)


def count_down(career: Career) -> tuple[str, list[str]]:
    """Take a log line off his absences; return its cause and the absences that are over.

    Those that run side by side are counted together, the longest naming the line; the others follow one by one.
    """
    side_by_side = [absence for absence in career.absences if absence.parallel]
    counted = side_by_side or career.absences[:1]
    cause = max(counted, key=lambda absence: absence.lines).cause
    for absence in counted:
        absence.lines -= 1
    over = [absence.cause for absence in counted if absence.lines <= 0]
    career.absences = [absence for absence in career.absences if absence.lines > 0]
    return cause, over


def missed_sortie(state: State, career: Career, table: Table) -> Flow[None]:
    """Let a log line pass while he is away; it counts as no sortie, and rests him. [4.3.2, 5.1.2, 7.4.8, 10.3]"""
    cause, over = count_down(career)
    yield from stay_down(state, career, SortieLine(state.month, state.line, "missed", cause), table)
    if HOSPITAL in over:
        table.tell(CareerReleased(seat=career.seat), "9.4")
        yield from crew.recall_gunner(state, career, table)
        yield from upgrades.replace_free(state, career, "wound", table)
    if "leave" in over:
        career.fatigue = 0
        table.tell(CareerRested(seat=career.seat), "10.3")


def grey_raid(state: State, career: Career, table: Table) -> Flow[None]:
    """Let a raid pass that is out of range: it uses the log line, and he has not taken off. [4.6.3]"""
    raid = state.raid
    line = SortieLine(state.month, state.line, "grey", "range")
    if raid is not None:
        line.target, line.zone = raid.target, raid.zone
    yield from stay_down(state, career, line, table)
    upgrades.check_offers(state, career, table)
    yield from upgrades.spend(state, career, table)
    career.offers = []


def stood_down(state: State, career: Career, table: Table) -> Flow[None]:
    """Let a raid pass because he chose not to fly. [10.3]"""
    line = SortieLine(state.month, state.line, "missed", "stood-down")
    if state.raid is not None:
        line.target, line.zone = state.raid.target, state.raid.zone
    yield from stay_down(state, career, line, table)


def stay_down(state: State, career: Career, line: SortieLine, table: Table) -> Flow[None]:
    """Enter a line that was not flown: no experience, no flight, some rest. [7.7, 10.3]"""
    skills.tire(state, career, table.pack, flown=False)
    line.unit, line.aircraft, line.fatigue = career.unit, career.plane.model, career.fatigue
    line.experience, line.prestige = career.experience, career.points
    career.log.append(line)
    if table.hears:
        table.tell(
            SortieNotFlown(seat=career.seat, reason=line.cause, target=line.target, fatigue=career.fatigue), "4.3.2"
        )
    if career.old_gunner is not None:
        yield from crew.gunner_heals(state, career, table)


def month_end(state: State, career: Career, table: Table) -> Flow[None]:
    """After the last line of June, October and February promotions are looked at, also for one in hospital. [7.9.3]"""
    if career.alive and state.month in table.pack.career.promotion_months:
        awards.consider_promotion(state, career, table)
    yield from ()
