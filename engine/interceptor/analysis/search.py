"""A pilot who thinks: what he counts, and over what he thinks."""

from __future__ import annotations

from engine.analysis.rollouts import Measure, Values
from engine.analysis.search import SearchPlan
from engine.interceptor.analysis.prospects import Baseline, SortieProspects
from engine.interceptor.analysis.review import REVIEW
from engine.interceptor.analysis.value_fn import VALUE_FN, YEAR, features
from engine.interceptor.charts.compiled import Charts
from engine.interceptor.state import COMPETITIVE, SEATS, Options, PilotSetup, Setup, State
from engine.kernel.decisions import Decision

MEASURES = (Measure("bombers", share=False, signed=True),)
KINDS = ("bomber.again", "box.order", "escort.meet", "fighter.another", "fighter.round")
"""Questions that he searches: to go on, to fight, or to get out. A search of each aim of a pass costs too much."""


class LineProspects(SortieProspects):
    """Every order is flown on to the end of its log line: bombers, and what the year that is left is worth in them."""

    def measures(self, decision: Decision) -> tuple[Measure, ...]:
        """Return no further measures."""
        return MEASURES

    def reached(self, state: State, mark: Baseline) -> bool:
        """Return true for a finished line: all are down and have seen its results."""
        return REVIEW.is_node(state)

    def count(self, state: State, charts: Charts, mark: Baseline) -> Values:
        """Return what he has, and what his sheet promises."""
        weights = VALUE_FN.of(charts, YEAR)
        left = sum(
            weight * feature for weight, feature in zip(weights, features(state, charts, mark.seat), strict=True)
        )
        return (REVIEW.result(state, charts, mark.seat) + left,)

    def worth(self, values: Values, decision: Decision) -> float:
        """Return just that."""
        return values[0]


SEARCH_PLAN = SearchPlan(KINDS, 600, LineProspects(), rounds=3)


def is_measured(setup: Setup, charts: Charts, seat: str) -> bool:
    """Say whether he was measured there: against another, by the basic rules, and all of his start left to the dice."""
    if setup.play != COMPETITIVE or seat != SEATS[1] or setup.options != Options():
        return False
    his = setup.pilots[1]
    return his == PilotSetup(name=his.name, track=his.track) and bool(VALUE_FN.of(charts, YEAR))
