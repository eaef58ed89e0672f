"""The analysis of Nightfighter."""

from __future__ import annotations

from engine.analysis.observation import Observation
from engine.analysis.rollouts import Guesser
from engine.kernel.packs.schema import Pack
from engine.nightfighter.analysis.guesses import make_guesser
from engine.nightfighter.analysis.prospects import PROSPECTS
from engine.nightfighter.analysis.raid import RAID_EVENT
from engine.nightfighter.analysis.review import NightReview, review_of
from engine.nightfighter.analysis.value_fn import VALUE_FN
from engine.nightfighter.charts.schema import Tables
from engine.nightfighter.game import TITLE
from engine.nightfighter.state import Setup


class NightfighterAnalysis:
    """Nights under an umpire, who hides the attackers, and nights alone."""

    prospects = PROSPECTS
    value_fn = VALUE_FN
    recalled_event = RAID_EVENT
    """Guesses do not ask for the events before this one."""

    def review_rules(self, setup: Setup, seat: str) -> NightReview | None:
        """Return how a seat reviews a night. [4.1]"""
        return review_of(setup, seat)

    def search_plan(self, setup: Setup, pack: Pack[Tables], seat: str) -> None:
        """No bot thinks."""

    def guesser(self, known: Observation, pack: Pack[Tables], viewer: str) -> Guesser:
        """Return who makes guesses of a night from what its player knows. [5.0]"""
        return make_guesser(TITLE, known, pack, viewer)


ANALYSIS = NightfighterAnalysis()
