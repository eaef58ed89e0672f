"""Another aircraft or another unit: what is on offer, what it costs, and what replaces a loss. [9, 4.6.1, 4.6.4]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from msgspec.structs import astuple

from engine.interceptor.charts.compiled import Charts
from engine.interceptor.events import (
    AircraftLastOfItsKind,
    AircraftOffers,
    AircraftReplaced,
    AircraftUpgraded,
    CareerAway,
    CareerTransferred,
)
from engine.interceptor.questions import DispersalAircraft, DispersalSpend, PurseState, TypeFigures
from engine.interceptor.rules.career import awards, crew, prestige, skills
from engine.interceptor.rules.combat.damage import new_plane
from engine.interceptor.state import Absence, Career, State
from engine.kernel.decisions import ClosedOption, Flow, about, parts_of, verb_of
from engine.kernel.table import Table

REPAIR = "repair"
AWAY = {
    "repair": "7.4.2",
    "wound": "7.4.8",
    "hospital": "7.4.8",
    "forced": "7.4.5",
    "bail-out": "7.6",
    "transfer": "4.6.1",
    "series": "9.3",
    "leave": "10.3",
}
"""The rules by which a pilot misses sorties."""


def column(state: State, series: str, charts: Charts) -> Mapping[str, int]:
    """Return the types of a series in this month's row of Chart [R1], each with its number. [4.6.4]"""
    return charts.career.replacements[state.month][series]


def flyable(state: State, career: Career, series: str, charts: Charts) -> list[str]:
    """Return the types in this month's row of a series that his level, or a waiver, lets him fly. [8.1, 9.7, 9.8]"""
    return [model for model in column(state, series, charts) if prestige.may_fly(state, career, model, charts)]


def check_offers(state: State, career: Career, table: Table) -> None:
    """Roll once for each series: types whose number is not below the roll are on offer. [4.6.4, 9.2, 8.2]

    Nothing is rolled when he could have none; at level 7 all of the month are on offer without a roll.
    """
    charts = table.pack
    career.offers = []
    by_roll = career.free_transfers and state.options.transfer_by == "roll"
    if career.points < charts.career.costs.same_series and not by_roll:
        return
    known = prestige.is_free_to_choose(career, charts)
    for series in charts.series:
        types = column(state, series, charts)
        if not types:
            continue
        roll = 0 if known else table.roll("r1", 10)
        found = [model for model, number in types.items() if number >= roll and model not in career.gone]
        career.offers += found
        if table.hears:
            table.tell(AircraftOffers(seat=career.seat, series=series, total=roll, models=found), "4.6.4", chart="r1")


# Buying an aircraft ------------------------------------------------------------------------------------------------


def price(career: Career, model: str, charts: Charts) -> int:
    """Return what a type costs: one point in his series, two in another. [4.6.4, 8.1, 9.2, 9.3]"""
    return charts.prices[skills.series_of(career, charts)][model]


def upgrades(state: State, career: Career, charts: Charts) -> Iterator[tuple[str, int, str]]:
    """Give each type on offer: its name, price, and why he cannot have it (or nothing). [4.6.4, 8.1, 8.2]"""
    prices, points = charts.prices[skills.series_of(career, charts)], career.points
    for model in career.offers:
        if model == career.plane.model or model in career.gone:
            continue
        cost = prices[model]
        if not prestige.may_fly(state, career, model, charts):
            yield model, cost, "level"
        else:
            yield model, cost, "" if cost <= points else "points"


def upgrade(state: State, career: Career, model: str, table: Table) -> Flow[None]:
    """Pay for another type and take it over; a new series takes two sorties to get used to. [9.2, 9.3]"""
    cost = price(career, model, table.pack)
    before = skills.series_of(career, table.pack)
    prestige.pay(state, career, cost, model)
    table.tell(AircraftUpgraded(seat=career.seat, old=career.plane.model, model=model, cost=cost), "9.2")
    yield from take_over(state, career, model, table)
    if skills.series_of(career, table.pack) != before:
        add_absence(career, "series", table.pack.career.lost.series, table, parallel=False)


def take_over(state: State, career: Career, model: str, table: Table) -> Flow[None]:
    """Fly another aircraft from now on; repairs of the old one no longer matter. [9.1, 9.6]"""
    career.plane = new_plane(table.pack.models[model])
    career.absences = [absence for absence in career.absences if absence.cause != REPAIR]
    yield from crew.adjust_crew(state, career, table)


def skip_repair(state: State, career: Career, table: Table) -> Flow[None]:
    """Pay one point for a new aircraft of the series, so that no sortie is lost. [8.1]"""
    cost = table.pack.career.costs.no_repair
    prestige.pay(state, career, cost, "no-repair")
    options = [same_or_commonest(state, career, table.pack)]
    if not state.options.spare_same_model:
        options = in_service(state, career, table.pack)
    model = yield from choose_replacement(state, career, options, "8.1", table)
    table.tell(AircraftReplaced(seat=career.seat, model=model, cause="no-repair", cost=cost), "8.1")
    yield from take_over(state, career, model, table)


def can_skip_repair(state: State, career: Career, charts: Charts) -> bool:
    """Say whether a point saves him a sortie: the aircraft alone keeps him on the ground for one. [8.1 E]"""
    if career.points < charts.career.costs.no_repair:
        return False
    lines = {absence.cause: absence.lines for absence in career.absences if absence.parallel}
    repair = lines.pop(REPAIR, 0)
    return repair > (0 if state.options.spare_same_model else max(lines.values(), default=0))


# Replacing one that is gone ----------------------------------------------------------------------------------------


def lose_aircraft(career: Career, table: Table) -> None:
    """Note that the aircraft is no more; a one-off type will not come again. [9.8]"""
    career.plane.lost = True
    mat = table.pack.models[career.plane.model]
    if mat.limited and mat.name not in career.gone:
        career.gone.append(mat.name)
        table.tell(AircraftLastOfItsKind(seat=career.seat, model=mat.name), "9.8")


def same_or_commonest(state: State, career: Career, charts: Charts) -> str:
    """Return the model of a like replacement: the same, or the commonest he may fly for a one-off type. [7.4.2, 9.8]"""
    mat = charts.models[career.plane.model]
    if not mat.limited:
        return mat.name
    types = column(state, mat.series, charts)
    flown = [model for model in flyable(state, career, mat.series, charts) if not charts.models[model].limited]
    return max(flown, key=lambda model: types[model])


def in_service(state: State, career: Career, charts: Charts) -> list[str]:
    """Return the types of his series in service that he may fly, and the one he had; none is one of a kind. [9.8]"""
    old = charts.models[career.plane.model]
    may = [model for model in flyable(state, career, old.series, charts) if not charts.models[model].limited]
    if not old.limited and old.name not in may:
        may.insert(0, old.name)
    return may


def free_choice(state: State, career: Career, table: Table) -> list[str]:
    """Return what may replace a loss: what is in service, or scarcer types by a roll on [R1] alone. [9.4, 9.5]"""
    charts = table.pack
    lost = charts.models[career.plane.model]
    types = column(state, lost.series, charts)
    may = in_service(state, career, charts)
    if not state.options.loss_by_roll:
        return may
    number = types.get(lost.name, max(types.values(), default=0))
    scarcer = [model for model in may if model != lost.name and types[model] < number]
    if not scarcer or prestige.is_free_to_choose(career, charts):
        return may
    roll = table.roll("r1", 10)
    found = [model for model in may if model not in scarcer or types[model] >= roll]
    table.tell(AircraftOffers(seat=career.seat, series=lost.series, total=roll, models=found), "9.5", chart="r1")
    return found


def replace_free(state: State, career: Career, cause: str, table: Table) -> Flow[None]:
    """Give a new aircraft of the series for one shot down, crashed, or left behind by a serious wound. [9.4, 9.5]"""
    options = free_choice(state, career, table)
    model = yield from choose_replacement(state, career, options, "9.4" if cause == "wound" else "9.5", table)
    if table.hears:
        table.tell(AircraftReplaced(seat=career.seat, model=model, cause=cause, cost=0), "9.5")
    yield from take_over(state, career, model, table)


def choose_replacement(state: State, career: Career, options: list[str], rule: str, table: Table) -> Flow[str]:
    """Ask which of several types he takes over, and return it."""
    if len(options) == 1:
        return options[0]
    key = f"{awards.when(state)}/{career.seat}/aircraft"
    facts = partial(loss_facts, career, options, table.pack)
    orders = tuple(f"take:{model}" for model in options)
    return about((yield table.ask(career.seat, DispersalAircraft, orders, key, rule, facts)))


def loss_facts(career: Career, options: list[str], charts: Charts) -> DispersalAircraft:
    """Return what he flew, and what he may have for it."""
    return DispersalAircraft(old=career.plane.model, level=career.level, types=figures(options, charts))


def figures(models: Iterable[str], charts: Charts) -> dict[str, TypeFigures]:
    """Return what a page says of each type."""
    mats = {model: charts.models[model] for model in models}
    return {model: TypeFigures(mat.speed, mat.fp, mat.level) for model, mat in mats.items()}


# Another unit ------------------------------------------------------------------------------------------------------


def transfers(state: State, career: Career, charts: Charts) -> list[str]:
    """Return the units that are open: `transfer:<line>`, and a type behind it where the series must change. [4.6.1]"""
    if not career.free_transfers and career.points < charts.career.costs.transfer:
        return []
    mine = skills.series_of(career, charts)
    types = {series: flyable(state, career, series, charts) for series in charts.series if series != mine}
    if state.options.transfer_by == "roll":
        types = {series: [model for model in found if model in career.offers] for series, found in types.items()}
    found = []
    for line, unit in charts.units.items():
        if line == career.unit or unit.start > state.month:
            continue
        flown = charts.series_at[line]
        if mine in flown:
            found.append(f"transfer:{line}")
        else:
            for series in flown:
                found += [f"transfer:{line}:{model}" for model in types[series]]
    return found


def transfer(state: State, career: Career, order: str, table: Table) -> Flow[None]:
    """Move to another unit, for two points or a rank's free reassignment; a new series comes with it. [4.6.1, 7.9.1]"""
    charts = table.pack
    line, model = (*parts_of(about(order)), "")[:2]
    free = career.free_transfers > 0
    if free:
        career.free_transfers -= 1
    else:
        prestige.pay(state, career, charts.career.costs.transfer, "transfer")
    unit = charts.units[int(line)]
    career.unit, career.zone, career.base = int(line), unit.zone, unit.base
    table.tell(CareerTransferred(seat=career.seat, unit=unit.unit, base=unit.base, zone=unit.zone, free=free), "4.6.1")
    add_absence(career, "transfer", charts.career.lost.transfer, table, parallel=False)
    if model:
        table.tell(AircraftReplaced(seat=career.seat, model=model, cause="transfer", cost=0), "4.6.1")
        yield from take_over(state, career, model, table)
        add_absence(career, "series", charts.career.lost.series, table, parallel=False)


# The menu of a debriefing ------------------------------------------------------------------------------------------


def add_absence(career: Career, cause: str, lines: int, table: Table, *, parallel: bool) -> None:
    """Miss sorties for a cause; ruling lost-sorties says which run side by side."""
    if lines:
        career.absences.append(Absence(cause, lines, parallel))
        if table.hears:
            table.tell(CareerAway(seat=career.seat, cause=cause, lines=lines), AWAY[cause])


def may_take_leave(state: State, career: Career) -> bool:
    """Say whether the leave of the year is open: once, and not from a sickbed. [10.3]"""
    if not state.options.fatigue or career.leave_taken:
        return False
    return not any(absence.cause in ("wound", "hospital") for absence in career.absences)


def orders(state: State, career: Career, charts: Charts) -> list[str]:
    """Return all that Experience and Prestige Points can buy now. [6.1, 8.1]"""
    found = skills.purchases(state, career, charts)
    if career.offers:
        found += [f"upgrade:{model}" for model, _, shut in upgrades(state, career, charts) if not shut]
    if can_skip_repair(state, career, charts):
        found.append("spare-repair")
    found += transfers(state, career, charts)
    if may_take_leave(state, career):
        found.append("leave")
    return found


def spend(state: State, career: Career, table: Table) -> Flow[None]:
    """Spend Experience and Prestige Points, as long as he wants and can. [6.1, 8.1]"""
    bought = 0
    while options := orders(state, career, table.pack):
        facts = partial(menu_facts, state, career, table)
        closed = tuple(closed_orders(state, career, table.pack)) if table.hears else ()
        key = f"{awards.when(state)}/{career.seat}/spend{bought}"
        order = yield table.ask(career.seat, DispersalSpend, (*options, "done"), key, "6.1", facts, closed)
        if order == "done":
            return
        yield from carry_out(state, career, order, table)
        bought += 1


def carry_out(state: State, career: Career, order: str, table: Table) -> Flow[None]:
    """Do what was chosen from the menu. [8.1]"""
    what = verb_of(order)
    if what == "skill":
        skills.buy(state, career, order, table)
    elif what == "upgrade":
        yield from upgrade(state, career, about(order), table)
    elif what == "transfer":
        yield from transfer(state, career, order, table)
    elif what == "spare-repair":
        yield from skip_repair(state, career, table)
    else:
        career.leave_taken = True
        add_absence(career, "leave", table.pack.career.lost.leave, table, parallel=False)


def menu_facts(state: State, career: Career, table: Table) -> PurseState:
    """Return what he has and is, and for a page what everything costs."""
    purse = PurseState(
        points=career.points,
        level=career.level,
        aircraft=career.plane.model,
        fatigue=career.fatigue,
        skills=skills.held_aboard(career),
    )
    if not table.hears:
        return purse
    charts = table.pack
    prices = skills.prices(state, career, charts)
    prices |= {f"upgrade:{model}": cost for model, cost, _ in upgrades(state, career, charts)}
    return DispersalSpend(
        *astuple(purse),
        experience=skills.points_of(career),
        prices=prices,
        free_transfers=career.free_transfers,
        transfer=charts.career.costs.transfer,
        units={str(line): (unit.unit, unit.base) for line, unit in charts.units.items()},
        offers=list(career.offers),
    )


def closed_orders(state: State, career: Career, charts: Charts) -> Iterator[ClosedOption]:
    """Give what stays visible though it cannot be bought now, with its reason. [7.7, 8.2]"""
    yield from skills.closed_purchases(state, career, charts)
    for model, cost, shut in upgrades(state, career, charts):
        if shut:
            facts = {"cost": cost, "points": career.points, "needs": charts.models[model].level, "level": career.level}
            yield ClosedOption(f"upgrade:{model}", shut, "8.2" if shut == "level" else "8.1", facts)
