"""What the raids' room keeps of its own: plans of raids, the records of nights, libraries of ways."""

from raids.estimate.models import WayLibrary
from raids.plans.models import Intended, Plan, PlannedLeg, PlannedRaid
from raids.records.models import BombedCity, Combat, FlownLeg, FlownRaid, Night, UnitMove

__all__ = [
    "BombedCity", "Combat", "FlownLeg", "FlownRaid", "Intended", "Night", "Plan", "PlannedLeg", "PlannedRaid",
    "UnitMove", "WayLibrary",
]  # fmt: skip
