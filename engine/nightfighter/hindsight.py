"""How a night is looked back on: by bombers shot down, each question flown on to the morning."""

from __future__ import annotations

from typing import Any

from engine.kernel.decisions import Decision
from engine.kernel.hindsight import Anew, Hiding, Proof

from .prospects import NIGHTS, is_idle
from .state import UMPIRE, Setup, State

WHO_COMES = frozenset(("counters", "pool", "chits", "column", "weather"))
ALONE = frozenset(("radar", "location", "shift", "phantom", "cup"))
BEHIND_THE_SCREEN = frozenset((UMPIRE, "marker", "displacement"))
"""What an umpire throws and chooses unseen; the seat of a person has the name of the stream."""


class NightsPast:
    """Nightfighter, looked back on: a night alone."""

    kind = ""
    unknown = WHO_COMES | ALONE
    matters = 0.05
    node_rollouts = 64
    most_rollouts = 256
    all_rollouts = 8000
    years = 0
    first_rollouts = 200
    together = frozenset[str]()
    ahead = 1
    evens = False
    anew: Anew | None = None
    hiding: Hiding | None = None
    proof: Proof | None = None

    def weighs(self, decision: Decision) -> bool:
        """Weigh whatever has odds."""
        return NIGHTS.covers(decision)

    def knows_all(self, state: State, seat: str) -> bool:
        """Alone nothing is hidden that was decided."""
        return True

    def result(self, state: State, pack: Any, seat: str) -> float:
        """Count what has been shot down. [4.1]"""
        return float(sum(bomber.status == "destroyed" for bomber in state.bombers))

    def is_node(self, state: State) -> bool:
        """A night is flown on to its end from everywhere."""
        return False

    def features(self, state: State, pack: Any, seat: str) -> tuple[float, ...]:
        """Nothing is fitted."""
        return ()

    def weights(self, setup: Any, pack: Any, seat: str) -> tuple[float, ...]:
        """Nothing is fitted."""
        return ()

    def is_idle(self, state: State) -> bool:
        """Nobody is over the map any more, or still to come. [4.1]"""
        return is_idle(state)

    def chapter(self, state: State) -> str:
        """Name the turn."""
        return str(state.turn)

    def bands(self, state: State, pack: Any, seat: str) -> list[tuple[str, float]]:
        """The aims of a night differ."""
        return []


class NightsUmpired(NightsPast):
    """A night under an umpire: turns are its nodes, and an answer is judged on nights that tell the player the same."""

    kind = "umpire"
    unknown = WHO_COMES | BEHIND_THE_SCREEN
    node_rollouts = 32
    most_rollouts = 96
    all_rollouts = 2000
    together = frozenset(("fighter.step",))
    anew = Anew(deals=200)
    hiding = Hiding(guesses=8, truths=6)
    proof = Proof(answers=5, rollouts=96, guesses=24, seems=2.0)

    def knows_all(self, state: State, seat: str) -> bool:
        """The umpire's map is hidden from the first. [5.0]"""
        return False

    def is_node(self, state: State) -> bool:
        """A turn begins."""
        return state.phase == "turn"


NIGHTS_PAST = NightsPast()
NIGHTS_UMPIRED = NightsUmpired()


def past_of(setup: Setup, seat: str) -> NightsPast | None:
    """Return how a seat looks back; an umpire has nothing to win, and so nothing to lose. [1.2]"""
    if seat == UMPIRE or setup.campaign != "none":
        return None
    return NIGHTS_UMPIRED if setup.mode == "blind" else NIGHTS_PAST
