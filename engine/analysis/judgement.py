"""Judge an answer: fly it on beside the bot's answer, and compare the results of both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from engine.analysis.review import PolicyFactory
from engine.analysis.reviewed_game import ReviewedGame, ReviewedStep
from engine.analysis.rollout_state import RolloutState
from engine.analysis.rollouts import Guesses, NoGuess
from engine.analysis.statistics import SIGNIFICANT_ERRORS, mean_of, paired_difference
from engine.analysis.stream_dice import StreamDice, mix_seed
from engine.kernel.decisions import Decision
from engine.kernel.dice import JournalMismatch
from engine.kernel.packs.schema import Charts


class StateValue:
    """The value of a state without flying on: what was reached, plus a fitted figure for the rest."""

    def __init__(self, walk: ReviewedGame, fitted: Sequence[float] = ()) -> None:
        self.walk = walk
        self.fitted = tuple(fitted)

    def of(self, state: Any, pack: Charts) -> float:
        """Value a state at a node or at the end."""
        review_rules, seat = self.walk.hindsight, self.walk.seat
        reached = review_rules.result(state, pack, seat)
        if not self.fitted:
            return reached
        features = review_rules.features(state, pack, seat)
        return reached + sum(weight * feature for weight, feature in zip(self.fitted, features, strict=True))


class Judgement(msgspec.Struct):
    """A decision on which the bot would have answered otherwise: what it gave away, or gained."""

    place: int
    gap: float
    """Below nothing: what was lost by it."""
    error: float
    n: int
    hidden: float = 0.0
    """Its further effect on the real game, which could not be known."""
    hidden_error: float = 0.0

    def is_named(self, matters: float) -> bool:
        """Say whether it was certainly worse, and by enough to matter."""
        return self.gap < -matters and -self.gap > SIGNIFICANT_ERRORS * self.error


def sample_values(
    walk: ReviewedGame,
    worth: StateValue,
    step: ReviewedStep,
    orders: Sequence[tuple[Decision, object]],
    pilots: PolicyFactory,
    seed: int,
    start: int,
    n: int,
    guesses: Guesses | None = None,
) -> list[float]:
    """Fly answers on to the next nodes, so many times, and value the results: on the game itself, or on guesses.

    A guess in which they cannot be given has no value: a NaN is in its place.
    """
    found = []
    for number in range(start, start + n):
        guess = guesses(number) if guesses is not None else step.kept
        course: RolloutState = guess.begin(StreamDice(mix_seed(seed, step.number, number)))
        try:
            course.fly(pilots(number), _end_of(walk, worth, step), orders)
        except JournalMismatch:
            if guess is step.kept:
                raise
            found.append(float("nan"))
        else:
            found.append(worth.of(course.state, course.pack))
    return found


def _end_of(walk: ReviewedGame, worth: StateValue, step: ReviewedStep) -> Callable[[Any], bool]:
    """Return where a flight ends: what is left is valued at a node; where nothing is fitted all is flown to the end.

    What a form lays down shows only at the end.
    """
    if not worth.fitted or step.decision.form is not None:
        return walk.hindsight.is_idle
    left, is_node = walk.hindsight.ahead, walk.hindsight.is_node

    def reached(state: Any) -> bool:
        nonlocal left
        left -= is_node(state)
        return left <= 0

    return reached


def rollouts_per_answer(walk: ReviewedGame) -> int:
    """Return how many rollouts of each of two answers a judgement may take, so that all of them stay within bounds."""
    differ = sum(step.differs and step.actor == walk.seat for step in walk.steps)
    each = walk.hindsight.all_rollouts // max(1, 2 * differ)
    return max(walk.hindsight.fewest_rollouts, min(walk.hindsight.most_rollouts, each))


def judge_answer(
    walk: ReviewedGame,
    worth: StateValue,
    step: ReviewedStep,
    pilots: PolicyFactory,
    seed: int,
    most: int = 0,
    guessed: int = 0,
) -> tuple[Judgement, list[float]]:
    """Fly the given answer and the bot's side by side, until they differ clearly or clearly do not.

    Return the verdict, and the values of the bot's answer, which are those of the node.
    """
    review_rules = walk.hindsight
    groups = (guessed or walk.hiding.guesses) if walk.hiding is not None and step.record is not None else 0
    guesses = walk.guesses(step, mix_seed(seed, step.number), groups)
    ours: list[float] = []
    theirs: list[float] = []
    most = most or rollouts_per_answer(walk)
    n = min(64, most)
    while True:
        more = n - len(ours)
        ours += sample_values(walk, worth, step, step.orders(), pilots, seed, len(ours), more, guesses)
        theirs += sample_values(walk, worth, step, step.orders_with_bot(), pilots, seed, len(theirs), more, guesses)
        gap, error = compare_samples(ours, theirs, groups)
        clear = abs(gap) > 1.5 * SIGNIFICANT_ERRORS * error
        nothing = abs(gap) + NEGLIGIBLE_ERRORS * error < review_rules.matters
        if n >= most or (n >= 128 and (clear or nothing)):
            return Judgement(step.place, gap, error, n), theirs
        n = min(2 * n, most)


NEGLIGIBLE_ERRORS = 2.0
"""Errors by which a difference must be below what matters to be let alone."""


def compare_samples(ones: Sequence[float], others: Sequence[float], groups: int = 0) -> tuple[float, float]:
    """Return by how much the first of two samples is more, and its error.

    Where so many guesses served in turn, those of one guess are one value: they are not chance of their own.
    """
    if not groups:
        return paired_difference(ones, others)
    by_guess = defaultdict[int, list[float]](list)
    for at, (one, other) in enumerate(zip(ones, others, strict=True)):
        if (gap := one - other) == gap:
            by_guess[at % groups].append(gap)
    return mean_of([sum(gaps) / len(gaps) for gaps in by_guess.values()])


def judge_hidden_answer(
    walk: ReviewedGame, worth: StateValue, step: ReviewedStep, pilots: PolicyFactory, seed: int
) -> tuple[Judgement, list[float]]:
    """Judge an answer by its seat's knowledge, and say what it did beyond that in the real game.

    Answers of other seats count as hidden facts. Where no guess fits, the answer is not judged.
    Return the verdict, and the values of the computer's answer in the real game, which are those of the node.
    """
    hiding = walk.hiding
    assert hiding is not None  # noqa: S101 - no other game hides anything
    truths = max(hiding.truths, rollouts_per_answer(walk) // 4)
    verdict, values = Judgement(step.place, 0.0, 0.0, 0), list[float]()
    if step.actor == walk.seat:
        with suppress(NoGuess):
            most = hiding.form_rollouts if step.decision.form is not None else 0
            verdict, values = judge_answer(walk, worth, step, pilots, seed, most)
        if step.record is None:
            return verdict, values
    ours, theirs = (
        sample_values(walk, worth, step, orders, pilots, seed, 0, truths)
        for orders in (step.orders(), step.orders_with_bot())
    )
    gap, error = paired_difference(ours, theirs)
    # The error of what he knew is that of his choice already.
    return msgspec.structs.replace(verdict, hidden=gap - verdict.gap, hidden_error=error), theirs


def steps_to_recheck(walk: ReviewedGame, verdicts: Mapping[int, Judgement]) -> list[int]:
    """Name the steps whose answers are to be flown on once more, the costliest first."""
    proof, matters = walk.hindsight.proof, walk.hindsight.matters
    if proof is None:
        return []
    seem = [at for at, found in verdicts.items() if -found.gap > max(matters, proof.seems * found.error)]
    return sorted(seem, key=lambda at: verdicts[at].gap)[: proof.answers]


def recheck_answer(
    walk: ReviewedGame, worth: StateValue, step: ReviewedStep, found: Judgement, pilots: PolicyFactory, seed: int
) -> Judgement:
    """Judge an answer that seems dear once more, by other dice; of a form the rollouts were all that there may be."""
    proof = walk.hindsight.proof
    assert proof is not None  # noqa: S101 - nothing is proved of other games
    if step.decision.form is not None:
        return found
    by = StateValue(walk) if proof.to_end else worth
    verdict = judge_answer(walk, by, step, pilots, mix_seed(seed, 3), proof.rollouts, proof.guesses)[0]
    if step.record is None:
        return verdict
    return msgspec.structs.replace(
        verdict, hidden=found.gap + found.hidden - verdict.gap, hidden_error=found.hidden_error
    )
