"""The rows of a year of nights that sum it up: head, aircraft and crews."""

from collections.abc import Iterable
from dataclasses import replace

from sorties.nightfighter.records.event_reader import FLOWN, GONE, YearReader
from sorties.nightfighter.records.rows import AircraftOfYear, CrewOfYear


def machines(year: YearReader) -> list[AircraftOfYear]:
    """Return the aircraft: the lost ones, then those on the field; a pilot's one after another."""
    if year.staffel is None:
        found = list(_of_the_pilot(year))
    else:
        now = year.staffel.machines
        found = [*year.lost, *(AircraftOfYear(type=one.type, radar=one.radar, back_in=one.back_in) for one in now)]
    return [replace(one, place=place) for place, one in enumerate(found, 1)]


def _of_the_pilot(year: YearReader) -> Iterable[AircraftOfYear]:
    early = year.type
    if year.career.line:
        lines = year.charts.tables.campaign.lines[year.career.line]
        early = lines[0] if year.state.setup.campaign == "green" else lines[1]
    row: AircraftOfYear | None = None
    for log in year.career.log:
        retrained = bool(year.retrained) and log.week > year.retrained
        type_ = year.type if retrained else early
        if log.what not in FLOWN:
            continue
        if row is not None and row.type != type_:
            yield replace(row, fate="handed-on")
            row = None
        if row is None:
            row = AircraftOfYear(type=type_, week=log.week)
        row.last_week, row.flights, row.kills = log.week, row.flights + 1, row.kills + log.kills
        row.repairs += log.home == "repairable"
        if log.home in GONE:
            yield replace(row, fate=log.home)
            row = None
    if row is not None:
        yield replace(row, fate="handed-on" if row.type != year.career.type else "", back_in=year.career.back_in)


def crews(year: YearReader) -> list[CrewOfYear]:
    """Return the crews: a pilot's own, or each that a Staffel has had."""
    if year.staffel is not None:
        return list(year.crews.values())
    career = year.career
    dead = any(log.crew == "killed" for log in career.log)
    row = CrewOfYear(
        place=1,
        name="",
        joined=1,
        left=career.log[-1].week if dead else 0,
        status="killed" if dead else "here",
        start_kills=year.total,
        kills=career.kills,
        best=career.best,
        points=career.points,
        well_in=career.well_in,
        patrols=sum(log.what in FLOWN for log in career.log),
        raids=sum(log.what == "fought" for log in career.log),
    )
    return [row]


def head(year: YearReader) -> dict[str, object]:
    """Return the head of the log."""
    career, staffel, setup = year.career, year.staffel, year.state.setup
    lost = sum(log.home in GONE for log in career.log) if staffel is None else staffel.losses
    flown = sum(log.what in FLOWN for log in career.log) if staffel is None else 0
    return {
        "kind": setup.campaign,
        "mode": setup.mode,
        "umpire": setup.umpire,
        "stage": career.stage,
        "month": career.month or year.charts.tables.calendar.weeks[0].month,
        "week": career.week,
        "line": career.line if staffel is None else year.charts.tables.staffel.line,
        "aircraft": career.type if staffel is None else "",
        "pilot": standing(year),
        "retrained": career.retrained and setup.campaign == "green",
        "back_in": career.back_in,
        "well_in": career.well_in,
        "kills": career.kills if staffel is None else staffel.kills,
        "start_kills": year.total if staffel is None else 0,
        "points": career.points if staffel is None else staffel.points,
        "flown": flown or sum(row.placed for row in year.weeks),
        "met": sum(row.is_over and not row.box for row in year.raids),
        "wounds": sum("wounded" in row.result for row in year.injuries),
        "men_lost": sum(row.result != "wounded" for row in year.injuries),
        "aircraft_lost": lost,
        "crews": len(staffel.crews) if staffel is not None else 1,
        "machines": len(staffel.machines) if staffel is not None else 1,
        "over": career.stage == "over",
        "alive": not any(log.crew == "killed" for log in career.log) and (staffel is None or bool(staffel.crews)),
        "result": career.result,
        "end": career.end,
    }


def standing(year: YearReader) -> str:
    """Return a pilot's standing as it counts when he lands; a Staffel has none."""
    if year.staffel is not None:
        return ""
    if year.state.setup.campaign == "green":
        return "green"
    kills = year.career.best if year.state.setup.options.former_status else year.career.kills
    return "experte" if kills >= year.charts.tables.campaign.experte_from else "seasoned"
