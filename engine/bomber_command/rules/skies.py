"""The skies: what weather, haze, visibility, moon and twilight do to a roll. [3.4]"""

from __future__ import annotations

from collections.abc import Mapping

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ScenarioMap
from engine.bomber_command.state import State
from engine.kernel.events import Mod


def weather_at(night: State, charts: Charts, hex_: str) -> str:
    """Return the weather that bombing meets in a hex: over the Ruhr the worse of haze and the zone's. [3.4.2, 3.4.3]"""
    board: ScenarioMap = charts.boards[night.scenario]
    weather = night.weather[board.zone[hex_]]
    if hex_ in board.ruhr and charts.weather[weather].concentration < charts.weather["haze"].concentration:
        return "haze"
    return weather


def weather_value(night: State, charts: Charts, hex_: str) -> int:
    """Return what the weather of a hex does in a night under way."""
    return weather_value_of(night.weather, charts, charts.boards[night.scenario], hex_)


def weather_value_of(weather: Mapping[str, str], charts: Charts, board: ScenarioMap, hex_: str) -> int:
    """Return what the weather by zone does to attacks and infiltrations in a hex. [3.4.2, 3.4.3]"""
    value = charts.weather[weather[board.zone[hex_]]].value
    return min(value, charts.weather["haze"].value) if hex_ in board.ruhr else value


def weather_mod(night: State, charts: Charts, hex_: str, hidden: bool = False) -> Mod:
    """Return the weather's modifier, named after the weather that makes it unless the hex is hidden. [3.4.2, 3.4.3]

    Inside a raid only the modifier is announced, for the weather's name would tell the zone that it flies in. [9.4.4]
    """
    if hidden:
        return Mod(weather_value(night, charts, hex_), "weather", "9.4.4")
    board: ScenarioMap = charts.boards[night.scenario]
    weather = night.weather[board.zone[hex_]]
    value = charts.weather[weather].value
    if hex_ in board.ruhr and value > charts.weather["haze"].value:
        return Mod(charts.weather["haze"].value, "ruhr-haze", "3.4.3")
    return Mod(value, f"weather:{weather}", "3.4.2")


def in_twilight(night: State) -> bool:
    """Say whether twilight has begun. [3.4.5]"""
    return night.turn >= night.twilight


def moon_is_up(night: State) -> bool:
    """Say whether the moon has risen: it stays until its set, or until twilight. [12.1.2]"""
    if night.moonrise:
        return night.moonrise <= night.turn < night.twilight
    return bool(night.moonset) and night.turn <= night.moonset


def light_mods(night: State, charts: Charts) -> list[Mod]:
    """Return the modifiers of the light in a night under way."""
    return light_mods_of(charts, night.visibility, twilight=in_twilight(night), moon=moon_is_up(night))


def light_mods_of(charts: Charts, visibility: str, *, twilight: bool, moon: bool) -> list[Mod]:
    """Return the modifiers of visibility and moon, or of twilight, which replaces both. [3.4.4, 3.4.5, 12.1.2]"""
    values = charts.tables.visibility_values
    if twilight:
        return [Mod(values.twilight, "twilight", "3.4.5")]
    mods = []
    if visibility in ("good", "poor"):
        mods.append(Mod(getattr(values, visibility), f"visibility:{visibility}", "3.4.4"))
    if moon:
        mods.append(Mod(values.moon, "moon", "12.1.2"))
    return mods
