"""The end of a rollout: the end of the night, flown by the computer's hunter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.analysis.rollouts import FIRST_ROUND, Measure, Values
from engine.kernel.decisions import Decision
from engine.kernel.packs.schema import Pack
from engine.nightfighter.charts.schema import Tables
from engine.nightfighter.state import PLAYER, UMPIRE, Setup, State

MEASURES = (
    Measure("kill"),
    Measure("kills", share=False),
    Measure("lost", good=False),
    Measure("won"),
)
ROLLOUTS = 300
EACH = 8
"""Rollouts of each order at most where many are open, such as all hexes for a search counter."""
LOSS = 1.0
"""Bombers that a lost fighter is weighed with where orders are left out."""
LONGEST = 120
"""Turns after which nobody is left over the map. An intruder that stays in the pool, because the last wave had another,
would keep a night going for ever. [4.1, 8.1.3, 27.1]"""
GROUND_KINDS = ("career.", "staffel.", "setup.", "variants.")
"""Questions before a night, or between two."""


class NightBaseline(msgspec.Struct, frozen=True):
    """The night's results before the order."""

    kills: int
    losses: int


class NightProspects:
    """Nightfighter, flown on."""

    policy = "hunter"
    glance = FIRST_ROUND

    def serves(self, state: State) -> bool:
        """Every night can be flown on."""
        return True

    def unserved(self, setup: Setup, seat: str) -> bool:
        """Say whether a seat gets no odds: the umpire, who knows it all and wins nothing."""
        return seat == UMPIRE

    def covers(self, decision: Decision) -> bool:
        """Say whether a decision has odds: the player's choices in the air."""
        mine = decision.actor == PLAYER and not decision.kind.startswith(GROUND_KINDS)
        return mine and decision.form is None and len(decision.options) > 1

    def budget(self, decision: Decision) -> int:
        """A night is flown on in five milliseconds."""
        return max(ROLLOUTS, EACH * len(decision.options))

    def measures(self, decision: Decision) -> tuple[Measure, ...]:
        """Return the rest of the night's results, and their value by the scenario's aims. [4.1]"""
        return MEASURES

    def mark(self, state: State, decision: Decision) -> NightBaseline:
        """Note what has been shot down and lost before the order."""
        return NightBaseline(*kills_and_losses(state))

    def reached(self, state: State, mark: NightBaseline) -> bool:
        """A night is counted when it is over, also within a year."""
        return state.phase == "over" or is_idle(state)

    def count(self, state: State, pack: Pack[Tables], mark: NightBaseline) -> Values:
        """Return what the order was followed by."""
        kills, losses = kills_and_losses(state)
        return (
            float(kills > mark.kills),
            float(kills - mark.kills),
            float(losses > mark.losses),
            float(state.won),
        )

    def worth(self, values: Values, decision: Decision) -> float:
        """Weigh bombers against fighters."""
        _kill, kills, lost, won = values
        return kills - LOSS * lost + 0.5 * won

    def exact(self, decision: Decision) -> Mapping[Any, Mapping[str, float]]:
        """No single chart ends a night."""
        return {}


def kills_and_losses(state: State) -> tuple[int, int]:
    """Count bombers shot down and fighters lost."""
    kills = sum(bomber.status == "destroyed" for bomber in state.bombers)
    return kills, sum(fighter.status == "lost" for fighter in state.fighters)


def is_idle(state: State) -> bool:
    """Say at a turn's end that no aircraft left can enter any more."""
    return state.phase == "turn" and state.turn > LONGEST


PROSPECTS = NightProspects()
