"""The end of a rollout: the landing, flown by the computer's pilot; on the ground the end of the year."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.analysis.rollouts import FIRST_ROUND, Measure, Values
from engine.interceptor.charts.compiled import Charts
from engine.interceptor.questions import DuelLedgers, LandOrJump, PassLedgers, RaidQuestion
from engine.interceptor.state import HERE, KILLED, SCORED, Career, Setup, SortieFlight, State
from engine.kernel.decisions import Decision

IN_THE_AIR = (
    Measure("home"),
    Measure("down", good=False),
    Measure("dead", good=False),
    Measure("bomber"),
    Measure("fighter"),
)
BY_FEBRUARY = (Measure("bombers", share=False), Measure("fighters", share=False), Measure("alive"))
ON_THE_GROUND = ("dispersal.", "setup.", "berlin.", "sortie.")
"""Questions outside a sortie: their value shows in the following year."""
MAY_JUMP = (RaidQuestion, PassLedgers, DuelLedgers, LandOrJump)
"""Questions that say how a jump may end."""
DEATH = 6.0
"""Bombers that a pilot's death is weighed with where orders are left out."""
AIRCRAFT_LOSS = 0.4


class Baseline(msgspec.Struct, frozen=True):
    """The pilot whose order is tried, and his figures at that moment."""

    seat: str
    in_the_air: bool
    bombers: int
    fighters: int


class SortieProspects:
    """Interceptor Ace, flown on."""

    policy = "sensible"
    glance = FIRST_ROUND

    def unserved(self, setup: Setup, seat: str) -> bool:
        """Every pilot may have odds."""
        return False

    def serves(self, state: State) -> bool:
        """A sortie that is flown with the printed game has its dice there."""
        return state.dice == HERE

    def covers(self, decision: Decision) -> bool:
        """Say whether a decision has odds: only those in the air. A purchase takes a year to show."""
        return decision.form is None and len(decision.options) > 1 and in_the_air(decision)

    def budget(self, decision: Decision) -> int:
        """A sortie is flown on in a sixth of a millisecond, a year in five."""
        return 4000 if in_the_air(decision) else 160

    def measures(self, decision: Decision) -> tuple[Measure, ...]:
        """In the air how the sortie ends, on the ground how the year does."""
        return IN_THE_AIR if in_the_air(decision) else BY_FEBRUARY

    def mark(self, state: State, decision: Decision) -> Baseline:
        """Note what has fallen to him before the order."""
        career = career_of(state, decision.actor)
        airborne = in_the_air(decision) and career.flight is not None
        return Baseline(decision.actor, airborne, *(scored(career, career.aloft) if airborne else (0, 0)))

    def reached(self, state: State, mark: Baseline) -> bool:
        """A sortie is counted when all are down; a year at its end."""
        return mark.in_the_air and state.phase == "debriefing"

    def count(self, state: State, charts: Charts, mark: Baseline) -> Values:
        """Return what the order was followed by."""
        career = career_of(state, mark.seat)
        if not mark.in_the_air:
            return float(career.bombers), float(career.fighters), float(career.alive)
        flight = career.aloft
        bombers, fighters = scored(career, flight)
        dead = flight.pilot_wound == KILLED
        home = not dead and not career.plane.lost and flight.end in ("landed", "forced")
        return (
            float(home),
            float(not home and not dead),
            float(dead),
            float(bombers > mark.bombers),
            float(fighters > mark.fighters),
        )

    def worth(self, values: Values, decision: Decision) -> float:
        """Weigh bombers against the year that a death ends."""
        if in_the_air(decision):
            _home, down, dead, bomber, _fighter = values
            return bomber - DEATH * dead - AIRCRAFT_LOSS * down
        return values[0]

    def exact(self, decision: Decision) -> Mapping[Any, Mapping[str, float]]:
        """A jump ends the sortie: its chart alone says whether he lives. [7.6]"""
        asked = decision.question
        if not isinstance(asked, MAY_JUMP) or "bail-out" not in decision.options or asked.wound:
            # A wounded pilot may die of an injury, which is a second chart.
            return {}
        jump = asked.chances.bail_out
        dead = jump.get("killed", 0) / jump["of"]
        return {"bail-out": {"home": 0.0, "down": 1 - dead, "dead": dead}}


def in_the_air(decision: Decision) -> bool:
    """Say whether an order belongs to a sortie."""
    return not decision.kind.startswith(ON_THE_GROUND)


def career_of(state: State, seat: str) -> Career:
    """Return a pilot."""
    return next(career for career in state.careers if career.seat == seat)


def scored(career: Career, flight: SortieFlight) -> tuple[int, int]:
    """Count the bombers and fighters that have fallen to the pilot in a sortie so far."""
    his = [one.is_bomber for one in flight.engagements if one.result in SCORED and one.credit == "pilot"]
    return sum(his), len(his) - sum(his)


PROSPECTS = SortieProspects()
