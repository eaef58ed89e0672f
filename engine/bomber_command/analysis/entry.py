"""The analysis of Bomber Command."""

from __future__ import annotations

from engine.analysis.observation import Observation
from engine.analysis.rollouts import Guesser
from engine.analysis.search import SearchPlan
from engine.bomber_command.analysis.guesses import make_guesser
from engine.bomber_command.analysis.prospects import PROSPECTS
from engine.bomber_command.analysis.review import RAID_REVIEW, RaidReview
from engine.bomber_command.analysis.search import DISCARDS, is_measured
from engine.bomber_command.analysis.value_fn import VALUE_FN
from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.game import TITLE
from engine.bomber_command.state import Setup


class BomberCommandAnalysis:
    """Nights of which each side knows only its own."""

    prospects = PROSPECTS
    value_fn = VALUE_FN
    recalled_event = ""

    def review_rules(self, setup: Setup, seat: str) -> RaidReview:
        """Return the rules of a night's review, the same for any player."""
        return RAID_REVIEW

    def search_plan(self, setup: Setup, pack: Charts, seat: str) -> SearchPlan | None:
        """Return what a thinking commander thinks over: none where it was not shown to be worth while."""
        return DISCARDS if is_measured(setup, seat) else None

    def guesser(self, known: Observation, pack: Charts, viewer: str) -> Guesser:
        """Return who makes guesses of a night from what a side knows."""
        return make_guesser(TITLE, known, pack, viewer)


ANALYSIS = BomberCommandAnalysis()
