"""Every model of the app, for Django to find."""

from sorties.nightfighter.records.models import (
    AircraftRecord,
    CareerRow,
    CrewRecord,
    Decoration,
    Injury,
    Kill,
    NightCareer,
    NightFlight,
    RaidRecord,
    WeekRecord,
)
from sorties.nightfighter.setup.models import SavedScenario

__all__ = [
    "AircraftRecord",
    "CareerRow",
    "CrewRecord",
    "Decoration",
    "Injury",
    "Kill",
    "NightCareer",
    "NightFlight",
    "RaidRecord",
    "SavedScenario",
    "WeekRecord",
]
