"""Advanced combat against bombers [10.5]: where on the Position Chart a pass begins, and what the place is worth."""

from __future__ import annotations

from functools import partial

from msgspec.structs import astuple

from engine.interceptor.charts.compiled import Charts
from engine.interceptor.events import PositionRolled, PositionTaken
from engine.interceptor.questions import BomberPosition, PositionState
from engine.interceptor.rules.combat.damage import hit_interceptor
from engine.interceptor.state import Career, State
from engine.kernel.decisions import Flow, parts_of
from engine.kernel.table import Table

CLIMB, DIVE = 9, 10
LEVELS = ("low", "level", "high")


def choose_position(state: State, career: Career, table: Table) -> Flow[tuple[bool, bool]]:
    """Find the place of the pass, let him better it, and say whether he climbed and whether it is vertical. [10.5]"""
    flight, charts = career.aloft, table.pack
    location, altitude = start_position(career, table)
    options = open_positions(location, altitude, charts)
    facts = partial(position_facts, location, altitude, career, table)
    key = f"pass{flight.pass_number}/position"
    order: str = yield table.ask(career.seat, BomberPosition, options, key, "10.5", facts)
    hits, climbed = price(order, location, altitude)
    flight.location, flight.altitude = _place(order)  # type: ignore[assignment]
    table.tell(
        PositionTaken(seat=career.seat, location=flight.location, altitude=flight.altitude, hits=hits, climbed=climbed),
        "10.5",
        chart="p1",
    )
    hit_interceptor(career, table, hits)
    return climbed, flight.location in (CLIMB, DIVE)


def position_facts(location: int, altitude: str, career: Career, table: Table) -> PositionState:
    """Return where the dice have put him, and for a page what each place costs and is worth."""
    state, charts = PositionState(location, altitude, career.aloft.pass_number), table.pack
    if not table.hears:
        return state
    options = open_positions(location, altitude, charts)
    return BomberPosition(
        *astuple(state),
        places={str(place): row.name for place, row in charts.tables.positions.rows.items()},
        prices={option: price(option, location, altitude) for option in options},
        modifiers={option: _mods(*_place(option), charts) for option in options},
    )


def start_position(career: Career, table: Table) -> tuple[int, str]:
    """Return where the pass begins: by roll, or opposite the last one at the same height. [10.5]"""
    flight, positions = career.aloft, table.pack.tables.positions
    if flight.pass_number > 1 and flight.location in positions.rows:
        return positions.rows[flight.location].opposite, flight.altitude
    location = table.roll("position", 10)
    vertical = {CLIMB: "climb", DIVE: "dive"}.get(location)
    altitude: str = vertical or positions.altitude[table.roll("position", 6)]
    table.tell(PositionRolled(seat=career.seat, location=location, altitude=altitude), "10.5", chart="p1")
    return location, altitude


def open_positions(location: int, altitude: str, charts: Charts) -> tuple[str, ...]:
    """Return where he may begin: a place to either side, a level up or down, or out of a vertical attack. [10.5]"""
    rows = charts.tables.positions.rows
    here = f"go:{location}:{altitude}"
    if location == CLIMB:
        return (here, *(f"go:{place}:low" for place in rows))
    if location == DIVE:
        return (here, *(f"go:{place}:high" for place in rows))
    height = LEVELS.index(altitude)
    levels = [altitude, *LEVELS[max(0, height - 1) : height], *LEVELS[height + 1 : height + 2]]
    places = [location, *rows[location].adjacent]
    return tuple(f"go:{place}:{level}" for place in places for level in levels)


def price(option: str, location: int, altitude: str) -> tuple[int, bool]:
    """Return the random hits that a move costs, and whether the bomber fires first at long range for it. [10.5]"""
    place, level = _place(option)
    if place == location:
        return 0, altitude in LEVELS and LEVELS.index(level) > LEVELS.index(altitude)
    if location == CLIMB:
        return 1, True
    if location == DIVE:
        return 0, False
    return 1, LEVELS.index(level) > LEVELS.index(altitude)


def _place(option: str) -> tuple[int, str]:
    _, place, level = parts_of(option)
    return int(place), level


def _mods(location: int, altitude: str, charts: Charts) -> tuple[int, int]:
    """Return what a place adds to the hits of the bomber and of the fighter. Ruling p1-bf."""
    positions = charts.tables.positions
    if location == CLIMB:
        return positions.climb.modifiers
    if location == DIVE:
        return positions.dive.modifiers
    pair: tuple[int, int] = getattr(positions.rows[location], altitude)
    return pair


def position_mods(career: Career, charts: Charts) -> tuple[int, int]:
    """Return what his place adds to the hits of the bomber and to his own. [10.5]"""
    flight = career.aloft
    return _mods(flight.location, flight.altitude, charts)


def is_front(career: Career, charts: Charts) -> bool:
    """Say whether he attacks from the front, where a B-17G has its extra guns. [10.5]"""
    row = charts.tables.positions.rows.get(career.aloft.location)
    return row is not None and row.front
