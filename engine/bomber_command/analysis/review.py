"""The review of a night of two sides: by net points, from turn to turn, each choice by its side's knowledge."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.review import HiddenPlan, RecheckPlan, RedealPlan
from engine.bomber_command.analysis.features import features
from engine.bomber_command.analysis.value_fn import VALUE_FN
from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.rules.victory import count_score
from engine.bomber_command.state import BRITISH, Setup, State
from engine.kernel.decisions import Decision

OPEN_PHASES = ("set-up", "plot")
"""Phases in which the German player holds nothing yet that the British one does not see."""
ASKED_IN_SERIES = frozenset(
    (
        "weather.order", "flak.strip", "hand.put-back", "fighters.move", "scramble", "deployment", "recovery",
        "stream.lay", "bombing.drop", "bombing.accuracy", "bombing.convert",
    )
)  # fmt: skip
"""Questions that are asked once for each unit, city, card or counter in a row."""


class RaidReview:
    """Review of Bomber Command."""

    kind = ""
    matters = 1.0
    node_rollouts = 16
    most_rollouts = 24
    all_rollouts = 1800
    fewest_rollouts = 10
    most_judged = 0
    years = 0
    first_rollouts = 0
    together = ASKED_IN_SERIES
    ahead = 2
    splits = True
    adjusts_luck = False
    anew = RedealPlan(deals=50, careless=("random", "weak"), until=14)
    hiding = HiddenPlan(guesses=5, truths=4, form_rollouts=64)
    proof = RecheckPlan(answers=6, rollouts=24, guesses=12, to_end=True)

    def unknowable(self, streams: Sequence[str]) -> bool:
        """Say that the first deal has no stream of its own; everything later is dice and cards."""
        return False

    def weighs(self, decision: Decision) -> bool:
        """Weigh every choice, the plot too."""
        return decision.form is not None or len(decision.options) > 1

    def knows_all(self, state: State, seat: str) -> bool:
        """Until the German player holds cards, the British player knows everything. [3.0]"""
        return seat == BRITISH and state.phase in OPEN_PHASES

    def result(self, state: State, charts: Charts, seat: str) -> float:
        """Return the net points as a side has them. [11.1]"""
        score = count_score(state, charts)
        net = float(score.british - score.german)
        return net if seat == BRITISH else 0.0 - net

    def is_node(self, state: State) -> bool:
        """A turn begins."""
        return state.phase == "draw-cards"

    def is_idle(self, state: State) -> bool:
        """All is flown to its end."""
        return False

    def chapter(self, state: State) -> str:
        """Name the turn."""
        return str(state.turn)

    def bands(self, state: State, charts: Charts, seat: str) -> list[tuple[str, float]]:
        """Return the bands of the Victory Table with the net points that they begin at for a side. [11.2]"""
        rows = charts.scenarios[state.scenario].bands.rows
        if seat == BRITISH:
            return [(band, float(span.low)) for span, band in rows if span.low is not None]
        return [(band, 0.0 - span.high) for span, band in rows if span.high is not None]

    def features(self, state: State, charts: Charts, seat: str) -> tuple[float, ...]:
        """Return the features that the rest of a night is valued by; zeros when it is over."""
        return features(state, charts, seat)

    def weights(self, setup: Setup, charts: Charts, seat: str) -> tuple[float, ...]:
        """Return the weights fitted to nights by these charts; without any, they are fitted again."""
        sign = 1.0 if seat == BRITISH else -1.0
        return tuple(sign * weight for weight in VALUE_FN.of(charts, setup.scenario))


RAID_REVIEW = RaidReview()
