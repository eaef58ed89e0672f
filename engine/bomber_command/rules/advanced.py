"""Advanced rules: bad weather, moon, tail winds, variable north, and intruders over England. [12.0]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.bomber_command.charts.map import ENGLAND
from engine.bomber_command.events import (
    BadWeatherRolled,
    IntruderDeclared,
    MoonPlaced,
    MoonRolled,
    NorthRolled,
    WindRolled,
)
from engine.bomber_command.state import AIR, BRITISH, FLYING, GERMAN, FighterUnit, Raid, State
from engine.kernel.decisions import Flow, about, number_of
from engine.kernel.events import Mod
from engine.kernel.table import Table

if TYPE_CHECKING:
    from engine.bomber_command.charts.compiled import Charts


# Skies ---------------------------------------------------------------------------------------------------------------

from engine.bomber_command.questions import IntruderQuestion, MoonQuestion


def roll_scenario_weather(night: State, table: Table) -> None:
    """Roll whether the weather of the night is good or bad; without the rule it is good. [12.1.1]"""
    if night.setup.bad_weather:
        night.bad_weather = table.pack.tables.bad_weather[table.roll("weather", 6)] == "bad"
        table.tell(BadWeatherRolled(night.bad_weather), "12.1.1")


def roll_moon(night: State, table: Table) -> Flow[None]:
    """Roll for a moon; its marker may be put up to two turns from the turn on the chit, which stays secret. [12.1.2]"""
    if not night.setup.moon:
        return
    chart = table.pack.tables.moon
    result = chart.rows[table.roll("weather", 6) + table.roll("weather", 6)]
    table.tell(MoonRolled(result), "12.1.2", chart="moon")
    if result == "none":
        return
    last = table.pack.tables.track.turns
    turns = [
        turn for turn in range(night.moon_value - chart.shift, night.moon_value + chart.shift + 1) if 1 <= turn <= last
    ]
    choice = yield table.ask(BRITISH, MoonQuestion, tuple(f"turn:{turn}" for turn in turns), "moon", "12.1.2")
    if result == "moonrise":
        night.moonrise = number_of(choice)
    else:
        night.moonset = number_of(choice)
    if table.hears:
        table.tell(MoonPlaced(result, number_of(choice)), "12.1.2")


def roll_wind(night: State, table: Table) -> None:
    """Roll for a tail wind, which only bad weather brings. [12.1.3]"""
    if not (night.setup.tail_winds and night.bad_weather):
        return
    night.wind = table.pack.tables.tail_wind.rows[table.roll("weather", 6) + table.roll("weather", 6)]
    table.tell(WindRolled(night.wind), "12.1.3", chart="tail_wind")


def roll_norths(night: State, table: Table) -> None:
    """Roll which number of each target's compass is North. [12.4.1]"""
    for city in dict.fromkeys(night.targets):
        night.north[city] = table.roll("target", 6) if night.setup.variable_north else 1
        if night.setup.variable_north:
            table.tell(NorthRolled(city, night.north[city]), "12.4.1", to=(BRITISH,))


def wind_mods(night: State, charts: Charts, raid: Raid) -> list[Mod]:
    """Return the wind's modifier to infiltrating a raid, by the plotted course of its counter's last hex. [12.1.3]"""
    last = min(raid.at, len(raid.route) - 1)
    if night.wind is None or last < 1:
        return []
    # Bearings are degrees, headings clock hours; the wind's own direction and the one on either side of it count.
    off = abs((30 * raid.courses[last - 1] - night.wind + 180) % 360 - 180)
    chart = charts.tables.tail_wind
    if off <= 30:
        return [Mod(chart.with_wind, "with-wind", "12.1.3")]
    if off >= 150:
        return [Mod(chart.against_wind, "against-wind", "12.1.3")]
    return []


# Intruders -----------------------------------------------------------------------------------------------------------


def may_intrude(night: State, charts: Charts, unit: FighterUnit) -> bool:
    """Say whether a unit that has just scrambled may be declared an intruder. [12.2.1]"""
    if not night.setup.intruders:
        return False
    most = charts.scenarios[night.scenario].most_intruders
    if most is not None and night.intruders >= most:
        return False
    return charts.boards[night.scenario].units[unit.id].division in charts.tables.intruders.divisions


def declare_intruders(night: State, table: Table, units: list[FighterUnit]) -> Flow[None]:
    """After scramble losses the German player may declare intruders. [12.2.1]"""
    while True:
        able = [
            unit for unit in units if unit.place == AIR and not unit.intruder and may_intrude(night, table.pack, unit)
        ]
        if not able:
            return
        options = ("done", *(f"intruder:{unit.id}" for unit in able))
        order = yield table.ask(GERMAN, IntruderQuestion, options, "intruder", "12.2.1")
        if order == "done":
            return
        unit = night.unit(about(order))
        unit.intruder = True
        night.intruders += 1
        table.tell(IntruderDeclared(unit.id), "12.2.1")


def raids_in_england(night: State) -> list[Raid]:
    """List the raids whose counter is in the England space. [7.2.4]"""
    return [raid for raid in night.raids if raid.status == FLYING and raid.at >= len(raid.route)]


def over_england(night: State) -> list[FighterUnit]:
    """List the intruders in the England space that have not turned for home. [12.2.2]"""
    return [unit for unit in night.units if unit.hex == ENGLAND and unit.place == AIR]
