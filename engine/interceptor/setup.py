"""Game set-up [4]: unit and base, start date, aircraft, ammunition, wingman and first experience; ace cards [10.2]."""

from __future__ import annotations

from engine.interceptor.charts.compiled import Charts
from engine.interceptor.events import AircraftTaken, PilotPosted
from engine.interceptor.questions import SetupAircraft
from engine.interceptor.rules.career import aces, skills, upgrades
from engine.interceptor.rules.combat.damage import new_plane
from engine.interceptor.state import (
    COMPETITIVE,
    COOPERATIVE,
    LONGEST_NAME,
    MONTHS,
    SEATS,
    SOLITAIRE,
    TABLETOP,
    Career,
    Crewman,
    PilotSetup,
    Setup,
    State,
)
from engine.kernel.decisions import Fault, Flow
from engine.kernel.decks import Deck, deck
from engine.kernel.table import Table


def faults(setup: Setup, charts: Charts) -> list[Fault]:
    """Name every fault of a set-up. [4.1, 4.2]"""
    found = []
    if setup.dice == TABLETOP and setup.play != SOLITAIRE:
        found.append(Fault("dice", "tabletop-alone", "4.3.2", {"play": setup.play}))
    wanted = 1 if setup.play == SOLITAIRE else 2
    if len(setup.pilots) != wanted:
        found.append(Fault("pilots", "pilots", "10.1", {"wanted": wanted, "got": len(setup.pilots)}))
    for place, pilot in enumerate(setup.pilots):
        found += [Fault(f"pilots[{place}].{field}", code, rule) for field, code, rule in _wrong(pilot, charts)]
    return found


def _wrong(pilot: PilotSetup, charts: Charts) -> list[tuple[str, str, str]]:
    """Return field, code and rule of each fault in one pilot's set-up."""
    if pilot.unit and pilot.unit not in charts.units:
        return [("unit", "unknown_unit", "4.1")]
    wrong = [("name", "long_name", "4")] if len(pilot.name) > LONGEST_NAME else []
    if pilot.ace and pilot.ace not in charts.career.aces:
        wrong.append(("ace", "unknown_ace", "10.2"))
    if pilot.start and pilot.start not in MONTHS:
        wrong.append(("start", "unknown_month", "4.2.1"))
    elif pilot.start and pilot.unit and MONTHS.index(pilot.start) < charts.units[pilot.unit].start:
        wrong.append(("start", "too_early", "4.2.1"))
    number = pilot.unit
    if pilot.ace in charts.career.aces and pilot.ace_unit == "card":
        number = charts.career.aces[pilot.ace].unit
    if pilot.aircraft and (not number or pilot.aircraft not in charts.units[number].aircraft):
        wrong.append(("aircraft", "not_of_unit", "4.1"))
    return wrong


def new_deck(charts: Charts, seat: str = "") -> Deck:
    """Return the Combat Cards, shuffled. [3.5.1]"""
    return deck(f"combat-{seat}" if seat else "combat", charts.card_ids)


def new_state(setup: Setup, charts: Charts) -> State:
    """Return the year before its first die, each pilot under his name. [4.3.1]"""
    rivals = setup.play == COMPETITIVE
    careers = [
        Career(seat, name=pilot.name or pilot.ace, deck=new_deck(charts, seat) if rivals else None)
        for seat, pilot in zip(SEATS, setup.pilots, strict=False)
    ]
    return State(setup.play, setup.options, list(setup.pilots), careers, new_deck(charts), dice=setup.dice)


def set_up(state: State, table: Table) -> Flow[None]:
    """Set up every pilot, and let the year begin with the earliest of them. [4.0]"""
    for career, pilot in zip(state.careers, state.setups, strict=True):
        yield from set_up_pilot(state, career, pilot, table)
    state.month = min(career.start for career in state.careers)
    state.phase = "month"


def set_up_pilot(state: State, career: Career, pilot: PilotSetup, table: Table) -> Flow[None]:
    """Post a pilot to his unit, give him aircraft and wingman, and let him spend his first experience. [4.1 to 4.4]"""
    charts = table.pack
    career.track = pilot.track
    post(state, career, pilot, table)
    if pilot.ace:
        aces.take_card(career, pilot.ace, charts)
    else:
        skills.start_experience(career, charts)
    career.wingman = Crewman("wingman", experience=charts.career.experience.wingman)
    yield from choose_aircraft(career, pilot, table)
    career.stage = "ready"
    if not pilot.keeps_points:
        yield from skills.first_purchases(state, career, table)


def post(state: State, career: Career, pilot: PilotSetup, table: Table) -> None:
    """Roll or take the line of the starting units and the month; comrades share a unit. [4.1, 4.2.1, 10.1.1, 10.2.1]"""
    charts, die = table.pack, 0
    leader = state.careers[0]
    wanted = MONTHS.index(pilot.start) if pilot.start else 0
    if pilot.ace:
        wanted = max(wanted, aces.first_month(pilot.ace, charts))
    if state.play == COOPERATIVE and career is not leader:
        number = leader.unit
    elif pilot.ace and pilot.ace_unit == "card":
        number = charts.career.aces[pilot.ace].unit
    elif pilot.unit:
        number = pilot.unit
    else:
        number = die = random_line(pilot, wanted, table)
    line = charts.units[number]
    career.unit, career.zone, career.base = number, line.zone, line.base
    career.start = max(line.start, wanted)
    table.tell(
        PilotPosted(
            seat=career.seat, die=die, unit=line.unit, base=line.base, zone=line.zone, month=MONTHS[career.start]
        ),
        "4.1",
        chart="4.1",
    )


def random_line(pilot: PilotSetup, month: int, table: Table) -> int:
    """Roll a line; for an ace until its unit is there when his card begins. Ruling ace-late. [4.1, 10.2.1]"""
    units = table.pack.units
    rolled: int = table.roll("unit", 20)
    if pilot.ace and any(units[line].start <= month for line in range(1, 21)):
        while units[rolled].start > month:
            rolled = table.roll("unit", 20)
    return rolled


def choose_aircraft(career: Career, pilot: PilotSetup, table: Table) -> Flow[None]:
    """Take one of the types that the line lists, at any Prestige Level. [4.1, 4.2.2, 4.4.1, 9.7]"""
    charts = table.pack
    types = charts.units[career.unit].aircraft
    if pilot.aircraft in types:
        model = pilot.aircraft
    elif len(types) == 1:
        model = types[0]
    else:
        question = SetupAircraft(
            unit=charts.units[career.unit].unit,
            skills=list(career.skills),
            types=upgrades.figures(types, charts),
        )
        options = sorted(types, key=lambda name: not skills.is_expert(career, charts.models[name].series))
        model = yield table.ask(career.seat, question, options, "aircraft", "4.1")
    mat = charts.models[model]
    career.plane = new_plane(mat)
    career.waived = [model]
    if mat.gunner:
        career.gunner = Crewman("gunner", experience=charts.career.experience.gunner)
    table.tell(AircraftTaken(seat=career.seat, model=model), "4.4.1")
