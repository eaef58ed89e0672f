"""The analysis of a game: odds, reviews, guesses, search and fitted values. Its rules do not import it."""

from __future__ import annotations

from typing import Any, Protocol

from engine.analysis.observation import Observation
from engine.analysis.review import ReviewRules
from engine.analysis.rollouts import Guesser, Prospects
from engine.analysis.search import SearchPlan
from engine.analysis.value_fn import ValueFunction


class GameAnalysis(Protocol):
    """The analysis of one game. A game can be played without it."""

    @property
    def prospects(self) -> Prospects:
        """Return the end of a rollout and its measures."""

    value_fn: ValueFunction
    """Estimate of the rest of a game from the features of a state."""
    recalled_event: str
    """The kind of event before which no guess asks for events; empty where all are needed."""

    def review_rules(self, setup: Any, seat: str) -> ReviewRules | None:
        """Return how a seat reviews a game of such a set-up, if it does."""

    def search_plan(self, setup: Any, pack: Any, seat: str) -> SearchPlan | None:
        """Return what a thinking bot thinks over; None where it was not shown to be worth while."""

    def guesser(self, known: Observation, pack: Any, viewer: str) -> Guesser | None:
        """Return who makes guesses of a game from what a viewer knows; None where nothing is hidden."""
