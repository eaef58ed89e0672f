"""Deal a game again from the same set-up, to learn what could be expected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.analysis.linear_fit import FeatureSample
from engine.analysis.review import PolicyFactory
from engine.analysis.reviewed_game import ReviewedGame
from engine.analysis.rollout_state import RolloutState
from engine.analysis.statistics import mean_of
from engine.analysis.stream_dice import StreamDice, mix_seed
from engine.kernel.decisions import Decision
from engine.kernel.dice import FastDice
from engine.kernel.packs.schema import Charts
from engine.kernel.title import Look, Policy


def nodes_of(walk: ReviewedGame) -> list[tuple[int, int]]:
    """Name the nodes of a game that is dealt again, at which it is flown on to its end: step and part."""
    stretches = [(-1, walk.opening), *((at, step.parts) for at, step in enumerate(walk.steps))]
    return [(at, n) for at, parts in stretches for n, part in enumerate(parts) if part.node]


def node_value(walk: ReviewedGame, at: int, part: int, pilots: PolicyFactory, seed: int) -> tuple[float, float]:
    """Fly the real game from a node to its end, and return its result."""
    found = []
    for number in range(walk.hindsight.node_rollouts):
        state, pack = walk.node_at(at, part)
        course = RolloutState(walk.title, pack, state, StreamDice(mix_seed(seed, at, part, number)))
        course.fly(pilots(number), walk.hindsight.is_idle)
        found.append(walk.hindsight.result(course.state, pack, walk.seat))
    return mean_of(found)


class HandoverPolicy:
    """A bot that begins a game carelessly, and hands over to the computer's bot at a node."""

    def __init__(self, careless: Policy, baseline: Policy) -> None:
        self.careless = careless
        self.house = baseline
        self.over = False

    def choose(self, decision: Decision, look: Look) -> object:
        """Let him answer whose game it is."""
        return (self.house if self.over else self.careless).choose(decision, look)


def redeal_game(
    walk: ReviewedGame, number: int, pilots: PolicyFactory, seed: int
) -> tuple[float, bool, list[FeatureSample]]:
    """Deal a game again with the same set-up and fly it to its end.

    Return its result, whether the computer's bots flew all of it, and what its nodes showed with their results.
    """
    review_rules, seat, pack, anew = walk.hindsight, walk.seat, walk.packs[0], walk.anew
    assert anew is not None  # noqa: S101 - no other game is dealt anew
    state, rng = walk.title.start(walk.setup, pack), FastDice(mix_seed(seed, number, 2))
    bots, makers = dict(pilots(number)), walk.title.policies()
    astray: list[HandoverPolicy] = []
    if number >= anew.deals and anew.careless:
        for name, bot in bots.items():
            careless = anew.careless[rng.card("who", anew.careless)]
            bots[name] = handed = HandoverPolicy(makers[careless](pack, name, mix_seed(seed, number) & 0x7FFFFFFF), bot)
            astray.append(handed)
    left, seen = rng.draw("until", anew.until) if astray else 0, list[tuple[tuple[float, ...], float]]()

    def look(state: Any) -> bool:
        nonlocal left
        if review_rules.is_node(state):
            left -= 1
            if left <= 0:
                for handed in astray:
                    handed.over = True
                seen.append((review_rules.features(state, pack, seat), review_rules.result(state, pack, seat)))
        return review_rules.is_idle(state)

    course = RolloutState(walk.title, pack, state, StreamDice(mix_seed(seed, number)))
    course.fly(bots, look)
    end = review_rules.result(course.state, pack, seat)
    return end, not astray, [(features, end - reached) for features, reached in seen]


def sample_continuations(
    walk: ReviewedGame, snapshot: bytes, pack: Charts, pilots: PolicyFactory, seed: int, count: int, every: int = 3
) -> Iterator[FeatureSample]:
    """Fly a game from a node to its end, and give the features of its later nodes with the results."""
    review_rules, seat = walk.hindsight, walk.seat
    for number in range(count):
        course = RolloutState(
            walk.title, pack, walk.state_of(snapshot), StreamDice(mix_seed(seed, len(snapshot), number))
        )
        seen = [(review_rules.features(course.state, pack, seat), review_rules.result(course.state, pack, seat))]
        met = 0

        def look(state: Any, seen: list[tuple[tuple[float, ...], float]] = seen) -> bool:
            nonlocal met
            if review_rules.is_node(state):
                met += 1
                if met % every == 0:
                    seen.append((review_rules.features(state, pack, seat), review_rules.result(state, pack, seat)))
            return review_rules.is_idle(state)

        course.fly(pilots(number), look)
        end = review_rules.result(course.state, pack, seat)
        for features, reached in seen:
            yield features, end - reached


def first_value(walk: ReviewedGame, pilots: PolicyFactory, seed: int) -> tuple[float, float]:
    """Fly the game from its first question to its end, and return what the bot reaches in its place."""
    step, found = walk.steps[0], []
    for number in range(walk.hindsight.first_rollouts):
        course = step.kept.begin(StreamDice(mix_seed(seed, number)))
        course.fly(pilots(number), walk.hindsight.is_idle)
        found.append(walk.hindsight.result(course.state, course.pack, walk.seat))
    return mean_of(found)
