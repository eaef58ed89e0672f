"""The review of a finished game: its expected result from node to node, and the parts of choice and chance between.

V(s) is the expected result if the computer's bots play on. Where a player answered otherwise, the bot's answer is flown
on beside his: `choice = Q(s, taken) - Q(s, the bot's)`. Everything else between two nodes is chance: dice or hidden
facts. Each node is valued once, so the parts add up to the result, with any errors of the values.

Where something is hidden, Q comes from guesses of what the seat knew alone. The further effect of the same answer in
the real game is a hidden fact. So are other seats' answers that differ from the computer's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from engine.analysis.statistics import SIGNIFICANT_ERRORS
from engine.kernel.decisions import Decision
from engine.kernel.title import Policy

CHOICE, DICE, UNKNOWN, CHANCE = "choice", "dice", "unknown", "chance"


class RedealPlan(msgspec.Struct, frozen=True):
    """The number of deals before the first node. They give the expected result at the start."""

    deals: int
    """Games that the bot flies, dealt again to the same set-up: they give the expected result."""
    careless: tuple[str, ...] = ()
    """Bots that begin as many more, so that what is left is fitted to games gone astray, too; none where all are flown
    to the end."""
    until: int = 0
    """Nodes after which the last of them has handed over to the site's bot."""


class HiddenPlan(msgspec.Struct, frozen=True):
    """The way to judge an answer of a seat that did not know everything: on guesses of the game."""

    guesses: int
    """Guesses by which an answer is judged, in turn."""
    truths: int
    """Rollouts of each of two answers on the game as it was; more where few answers share in what there is."""
    form_rollouts: int = 0
    """Rollouts of each of two forms, which are flown to the end and differ most of all."""


class RecheckPlan(msgspec.Struct, frozen=True):
    """The second flight of the costliest answers, with other dice, before the page names them."""

    answers: int
    """Largest number of answers."""
    rollouts: int
    """Rollouts of each of two answers."""
    guesses: int = 0
    """Guesses for each of them, where something is hidden."""
    seems: float = SIGNIFICANT_ERRORS
    """Errors by which one must have been worse to be looked at again."""
    to_end: bool = False
    """True if they are flown to the end of the game, because an estimate has errors of its own."""


class ReviewRules(Protocol):
    """A title's rules for its reviews (`GameAnalysis.review_rules`, by set-up and seat)."""

    kind: str
    """By which its words are found beside those of its title; nothing where these serve."""
    matters: float
    """Smallest cost of a decision that is named."""
    node_rollouts: int
    """Rollouts by which a node is valued."""
    most_rollouts: int
    """Rollouts of each of two answers at most."""
    all_rollouts: int
    """Rollouts of all answers that are judged, shared out evenly where they are many."""
    fewest_rollouts: int
    """Rollouts of each of two answers at least."""
    most_judged: int
    """Answers that are judged at most, spread evenly over the game; none where all are."""
    years: int
    """Rollouts to the end from each seam, to fit the worth of what is left; none where all are flown to the end."""
    first_rollouts: int
    """Rollouts to the end from the beginning."""
    together: frozenset[str]
    """Kinds of question: answers to several in a row, with nothing falling between them, are judged as one."""
    ahead: int
    """Nodes by which an answer is flown on, where what is left then is fitted."""
    splits: bool
    """True if dice and hidden facts are separated.

    This is impossible where an estimate values a node, and rollouts value a question. The estimate has an error for a
    player unlike the site's bot. The error would move from one part to the other at each node. Their sum has no such
    fault.
    """
    adjusts_luck: bool
    """True if bots have shown that a result adjusted for luck (`evened`) varies less."""

    @property
    def anew(self) -> RedealPlan | None:
        """The deals for the expected result at the start, where it does not come from the first question."""

    @property
    def hiding(self) -> HiddenPlan | None:
        """The way to judge an answer where something is hidden."""

    @property
    def proof(self) -> RecheckPlan | None:
        """The second flight of costly answers; None where every answer is flown on often enough."""

    def unknowable(self, streams: Sequence[str]) -> bool:
        """Say whether what fell on these streams is what nobody could have known, all else is dice.

        A seat whose answers are of that kind is named as a stream is.
        """

    def weighs(self, decision: Decision) -> bool:
        """Say whether flying on can separate the effect of an answer from chance."""

    def knows_all(self, state: Any, seat: str) -> bool:
        """Say whether nothing is hidden from a seat at this moment."""

    def result(self, state: Any, pack: Any, seat: str) -> float:
        """Return what a seat has reached so far, and at the end its result."""

    def is_node(self, state: Any) -> bool:
        """Say at a seam whether what is left can be valued here without flying on."""

    def is_idle(self, state: Any) -> bool:
        """Say at a seam that nothing more can change the result, whether or not the rules play on."""

    def chapter(self, state: Any) -> str:
        """Name the chapter that a state is in: a month, a turn."""

    def bands(self, state: Any, pack: Any, seat: str) -> list[tuple[str, float]]:
        """Return the levels of victory with the result that each begins at for a seat."""

    def features(self, state: Any, pack: Any, seat: str) -> tuple[float, ...]:
        """Return the features that the rest of a game is valued by; zeros when nothing is left."""

    def weights(self, setup: Any, pack: Any, seat: str) -> tuple[float, ...]:
        """Return what each of the features is worth, where that is known already; nothing where it is to be fitted."""


PolicyFactory = Callable[[int], Mapping[str, Policy]]
