"""The end of a rollout: the end of the night, played by the computer's strong commanders. [11.0]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.analysis.rollouts import Measure, Values
from engine.bomber_command.rules.victory import count_score
from engine.bomber_command.state import BRITISH, OTHER, Setup, State
from engine.kernel.decisions import Decision

KINDS_BEFORE_PLAY = ("weather.", "patrol.leave-out", "raids.plot", "moon.", "flak.strip", "hand.")
"""Questions before both sides hold their cards: there is no event yet to guess from."""
ROLLOUTS = 160
EACH = 16
"""Rollouts of each order at most where many are open."""
NET, BOMBERS, FIGHTERS = 12.0, 12.0, 5.0
"""By how much nights that are flown on from one question differ: net points, bombers and nightfighters lost."""


class RaidProspects:
    """Bomber Command, flown on."""

    policy = "strong"
    glance = 1

    def unserved(self, setup: Setup, seat: str) -> bool:
        """Both sides may have odds."""
        return False

    def serves(self, state: State) -> bool:
        """Any night can be flown on; what is hidden must be guessed first."""
        return True

    def covers(self, decision: Decision) -> bool:
        """Say whether a decision has odds: any choice among orders, once both sides hold their cards."""
        if decision.form is not None or decision.kind.startswith(KINDS_BEFORE_PLAY):
            return False
        return len(decision.options) > 1

    def budget(self, decision: Decision) -> int:
        """A night is flown on in some forty milliseconds, its last turns in few: the time ends most."""
        return max(ROLLOUTS, EACH * len(decision.options))

    def measures(self, decision: Decision) -> tuple[Measure, ...]:
        """Return the night's result for the deciding side. [11.1, 11.2]"""
        mine = decision.actor == BRITISH
        return (
            Measure("won"),
            Measure("lost", good=False),
            Measure("net", share=False, signed=True, spread=NET),
            Measure("bombers", share=False, good=not mine, spread=BOMBERS),
            Measure("fighters", share=False, good=mine, spread=FIGHTERS),
        )

    def mark(self, state: State, decision: Decision) -> str:
        """Note whose odds they are."""
        return decision.actor

    def reached(self, state: State, mark: str) -> bool:
        """A night is counted when it is over."""
        return state.phase == "over"

    def count(self, state: State, pack: Any, mark: str) -> Values:
        """Return band, net points and losses as the side that decides counts them."""
        score = count_score(state, pack)
        net = score.british - score.german
        won, lost = score.band.startswith(mark), score.band.startswith(OTHER[mark])
        mine = net if mark == BRITISH else -net
        return float(won), float(lost), float(mine), float(score.bombers), float(score.nightfighters)

    def worth(self, values: Values, decision: Decision) -> float:
        """Weigh by net points, by which the night is decided."""
        return values[2]

    def exact(self, decision: Decision) -> Mapping[Any, Mapping[str, float]]:
        """No single chart ends a night."""
        return {}


PROSPECTS = RaidProspects()
