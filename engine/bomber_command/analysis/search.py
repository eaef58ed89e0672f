"""A British commander who thinks: over what, and where it was shown to be worth while."""

from __future__ import annotations

from engine.analysis.search import SearchPlan
from engine.bomber_command.analysis.prospects import PROSPECTS
from engine.bomber_command.state import ADVANCED, BRITISH, Setup

DISCARDS = SearchPlan(("cards.discard",), 32, PROSPECTS)
"""Questions that the thinking British commander searches: the choice of cards to hold."""


def is_measured(setup: Setup, seat: str) -> bool:
    """Say whether he was measured there: as the British side over Berlin, by the basic rules."""
    return seat == BRITISH and setup.scenario == "berlin" and not any(getattr(setup, rule) for rule in ADVANCED)
