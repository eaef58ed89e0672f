"""Every model of the app, for Django to find."""

from sorties.interceptor.records.models import (
    Airframe,
    AwardRecord,
    BotFlight,
    CrewmanRecord,
    EngagementRecord,
    ExperienceEntry,
    InterceptorCareer,
    LedgerRecord,
    PrestigeEntry,
    SortieRecord,
    Wound,
)

__all__ = [
    "Airframe",
    "AwardRecord",
    "BotFlight",
    "CrewmanRecord",
    "EngagementRecord",
    "ExperienceEntry",
    "InterceptorCareer",
    "LedgerRecord",
    "PrestigeEntry",
    "SortieRecord",
    "Wound",
]
