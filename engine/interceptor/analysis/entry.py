"""The analysis of Interceptor Ace."""

from __future__ import annotations

from engine.analysis.observation import Observation
from engine.analysis.search import SearchPlan
from engine.interceptor.analysis.prospects import PROSPECTS
from engine.interceptor.analysis.review import REVIEW, CareerReview
from engine.interceptor.analysis.search import SEARCH_PLAN, is_measured
from engine.interceptor.analysis.value_fn import VALUE_FN
from engine.interceptor.charts.compiled import Charts
from engine.interceptor.state import HERE, SOLITAIRE, Setup


class InterceptorAnalysis:
    """Years in which nothing is hidden."""

    prospects = PROSPECTS
    value_fn = VALUE_FN
    recalled_event = ""

    def review_rules(self, setup: Setup, seat: str) -> CareerReview | None:
        """Return how a year is reviewed: one flown alone, with the dice of this site."""
        return REVIEW if setup.dice == HERE and setup.play == SOLITAIRE else None

    def search_plan(self, setup: Setup, charts: Charts, seat: str) -> SearchPlan | None:
        """Return what a thinking pilot thinks over: none where it was not shown to be worth while."""
        return SEARCH_PLAN if is_measured(setup, charts, seat) else None

    def guesser(self, known: Observation, charts: Charts, viewer: str) -> None:
        """Return None: the game hides nothing, so nothing is guessed."""


ANALYSIS = InterceptorAnalysis()
