"""Events of a night and of a year of nights: one type for each kind, by subject."""

from __future__ import annotations

from engine.kernel.events import EventTypes, event_types
from engine.nightfighter.events import bombers, combat, fighters, searches, setting_up, tallies, years

SUBJECTS = (setting_up, bombers, fighters, searches, tallies, combat, years)
EVENTS: EventTypes = {kind: found for subject in SUBJECTS for kind, found in event_types(subject).items()}
"""All of them by their kind."""
