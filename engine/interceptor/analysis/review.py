"""The review of a year: by bombers shot down, from log line to log line, with the value of the lines left."""

from __future__ import annotations

from collections.abc import Sequence

from engine.interceptor.analysis.prospects import PROSPECTS, career_of
from engine.interceptor.charts.compiled import Charts
from engine.interceptor.state import MONTHS, Career, Setup, State
from engine.kernel.decisions import Decision

BETWEEN = ("month", "raid", "over")
"""Questions between two log lines."""
UNKNOWN = frozenset(("raid", "weather", "intercept", "target", "event"))
ON_THE_WAY = 92.0
ABLE = 6.0
MIGHTY = 30.0
COSTS = 2.0
SIZE = 13
"""Number of features, and the divisors that bring each of them near to one."""


class CareerReview:
    """Review of Interceptor Ace."""

    kind = ""
    matters = 0.1
    node_rollouts = 400
    most_rollouts = 1200
    all_rollouts = 200_000
    fewest_rollouts = 16
    most_judged = 0
    years = 12
    first_rollouts = 300
    together = frozenset[str]()
    ahead = 1
    splits = False
    adjusts_luck = True
    anew = hiding = proof = None

    def unknowable(self, streams: Sequence[str]) -> bool:
        """Raids, weather and what a search finds nobody could have known."""
        return UNKNOWN.issuperset(streams)

    def weighs(self, decision: Decision) -> bool:
        """Weigh what is decided in a sortie: what is bought before it shows too late to tell."""
        return PROSPECTS.covers(decision)

    def knows_all(self, state: State, seat: str) -> bool:
        """Say that the seat knows everything."""
        return True

    def result(self, state: State, charts: Charts, seat: str) -> float:
        """Return the bombers shot down, those of the sortie under way not counted yet. [5.2]"""
        return float(career_of(state, seat).bombers)

    def is_node(self, state: State) -> bool:
        """A log line is done with, and no question is open."""
        return state.phase in BETWEEN

    def weights(self, setup: Setup, charts: Charts, seat: str) -> tuple[float, ...]:
        """They are fitted to each year."""
        return ()

    def is_idle(self, state: State) -> bool:
        """All is flown to its end."""
        return False

    def chapter(self, state: State) -> str:
        """Name the month. [4.3]"""
        return MONTHS[state.month]

    def bands(self, state: State, charts: Charts, seat: str) -> list[tuple[str, float]]:
        """Return the levels of victory with the bombers that they begin at. [5.2]"""
        return [(band.name, float(band.bombers)) for band in charts.career.victory if band.bombers]

    def features(self, state: State, charts: Charts, seat: str) -> tuple[float, ...]:
        """Return the lines left, alone and with what he flies, can and has; nothing when all is over for him."""
        career = career_of(state, seat)
        if not career.alive or state.phase == "over":
            return (0.0,) * SIZE
        ahead = lines_left(state, charts, career) - max((absence.lines for absence in career.absences), default=0)
        left = max(ahead, 0) / ON_THE_WAY
        mat = charts.models[career.plane.model]
        might = (mat.fp + 1.5 * mat.speed) / MIGHTY
        # Unspent points count with the spent ones: the time of a purchase is no matter of chance.
        able = (len(career.skills) + career.experience / COSTS) / ABLE
        helped = (len(career.wingman.skills) + career.wingman.experience / COSTS) / ABLE
        known = career.points / MIGHTY
        squared = left * left
        return (
            left,
            squared,
            squared * left,
            left * might,
            squared * might,
            left * able,
            squared * able,
            left * helped,
            squared * helped,
            left * known,
            squared * known,
            left * able * might,
            left * min(career.bombers, 31) / MIGHTY,
        )


def lines_left(state: State, charts: Charts, career: Career) -> int:
    """Count the log lines that are still to come for a pilot, the one that is to be opened next among them. [4.3.3]"""
    first = max(state.month, career.start)
    behind = state.line if first == state.month else 0
    return sum(charts.lines(month) for month in range(first, len(MONTHS))) - behind


REVIEW = CareerReview()
