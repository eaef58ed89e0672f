"""Every model of the app, for Django to find."""

from raids.estimate.models import RouteLibrary
from raids.plans.models import IntendedPlan, PlannedLeg, PlannedRaid, RaidPlan
from raids.records.models import BombedCity, CombatRecord, FlownLeg, FlownRaid, NightRecord, UnitMove

__all__ = [
    "BombedCity",
    "CombatRecord",
    "FlownLeg",
    "FlownRaid",
    "IntendedPlan",
    "NightRecord",
    "PlannedLeg",
    "PlannedRaid",
    "RaidPlan",
    "RouteLibrary",
    "UnitMove",
]
