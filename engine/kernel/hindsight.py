"""Where a finished game was lost: its expected result from node to node, and what choice and chance did in between.

V(s) is the expected result if all goes on as the house's bot would. At a question that was answered otherwise the bot's
answer is flown on beside the one that was given: `choice = Q(s, taken) - Q(s, the bot's)`. What lies between two nodes
is chance: dice, or what nobody could have known. As each node is valued once, the parts add up to the result, whatever
the errors of the values are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Any, Protocol

import msgspec

from .courses import Course, Kept, StreamDice, mixed
from .decisions import Decision
from .events import Draw
from .game import Policy, Title, snapshot
from .readings import restored
from .rollouts import STANDS_OUT, mean_of, paired
from .run import Run

CHOICE, DICE, UNKNOWN = "choice", "dice", "unknown"
RIDGE = 1.0


class Hindsight(Protocol):
    """What a title adds to be looked back on (`Title.hindsight`)."""

    unknown: frozenset[str]
    """The streams of what nobody could have known; all others are dice."""
    matters: float
    """What a decision must have cost to be named."""
    node_rollouts: int
    """Rollouts by which a node is valued."""
    most_rollouts: int
    """Rollouts of each of two answers at most."""
    all_rollouts: int
    """Rollouts of all answers that are judged, shared out evenly where they are many."""
    years: int
    """Rollouts to the end from each seam, to fit the worth of what is left; none where all are flown to the end."""
    first_rollouts: int
    """Rollouts to the end from the beginning."""

    def serves(self, state: Any) -> bool:
        """Say whether a game of this kind can be looked back on."""

    def result(self, state: Any, pack: Any, seat: str) -> float:
        """Return what a seat has reached so far, and at the end its result."""

    def is_node(self, state: Any) -> bool:
        """Say at a seam whether what is left can be valued here without flying on."""

    def chapter(self, state: Any) -> str:
        """Name the chapter that a state is in: a month, a turn."""

    def bands(self, pack: Any) -> list[tuple[str, float]]:
        """Return the levels of victory with the result that each begins at."""

    def features(self, state: Any, pack: Any, seat: str) -> tuple[float, ...]:
        """Return what the worth of what is left hangs on; zeros when nothing is left."""


class Part(msgspec.Struct):
    """A stretch of chance: the streams that fell, and the state at the node where it ends; none before a question."""

    fell: tuple[str, ...]
    node: bytes = b""


class Step(msgspec.Struct):
    """An answer of the game that is looked back on: what was asked, what was given, and what fell after it."""

    place: int
    """The number of its entry in the journal."""
    decision: Decision
    kept: Kept
    taken: Any
    preferred: Any
    """What the house's bot would have answered."""
    parts: list[Part]
    """What fell up to the next question, from node to node."""
    chart: int = 0
    """By which of the packs it was played."""

    weighed: bool = True
    """Whether what it did can be told from chance by flying on."""

    @property
    def differs(self) -> bool:
        """Whether the bot would have answered otherwise, and what that did can be told."""
        return self.weighed and bool(self.taken != self.preferred)


def stream_of(draw: Draw) -> str:
    """Return the stream of a draw, without the branch and the anchor that it is numbered in."""
    return draw.stream.partition("@")[0].rpartition("/")[2]


class Walk:
    """A finished game, step by step: what `look_back` needs of it."""

    def __init__(self, title: Any, seat: str, began: str, policy: Policy) -> None:
        self.title = title
        self.hindsight: Hindsight = title.hindsight
        self.seat = seat
        self.began = began
        self.policy = policy
        self.packs: list[Any] = []
        self.steps: list[Step] = []
        self.result = 0.0
        self.last: Any = None
        self._nodes: list[tuple[bytes, int]] = []

    def begin(self, run: Run) -> None:
        """Note the game before its first answer."""
        self.packs.append(run.pack)
        self.last = run
        run.at_seam = self._at_seam

    def _at_seam(self, state: Any, fallen: int) -> None:
        if self.hindsight.is_node(state):
            self._nodes.append((snapshot(state), fallen))

    def answer(self, run: Run, actor: str, key: str, answer: Any, place: int, *, joined: bool) -> None:
        """Give the game the answer that was given, and note what came of it."""
        decision = run.find(actor, key)
        kept = Kept(self.title, run.pack, run.record)
        preferred = self.policy.choose(decision, lambda: run.view(actor)) if actor == self.seat else answer
        weighed = actor == self.seat and self.title.prospects.covers(decision)
        self._nodes.clear()
        step = run.answer(actor, answer, key, joined=joined)
        streams = [stream_of(draw) for draw in step.draws]
        parts, since = [], 0
        for node, fallen in self._nodes:
            parts.append(Part(tuple(streams[since:fallen]), node))
            since = fallen
        parts.append(Part(tuple(streams[since:])))
        self.steps.append(Step(place, decision, kept, answer, preferred, parts, len(self.packs) - 1, weighed))
        self.last = run

    def end(self) -> None:
        """Note how it ended."""
        self.result = self.hindsight.result(self.last.state, self.last.pack, self.seat)

    def kind_of(self, streams: Sequence[str]) -> str:
        """Say whose doing it is what fell: nothing at all counts as dice, for it is but the error of two values."""
        return UNKNOWN if streams and all(stream in self.hindsight.unknown for stream in streams) else DICE

    def state_of(self, snapshot: bytes) -> Any:
        """Return the state at a node."""
        return restored(snapshot, self.title.State, self.began)


class Worth:
    """What a state is worth where it need not be flown on: what was reached, and a fitted figure for what is left."""

    def __init__(self, walk: Walk, fitted: Sequence[float] = ()) -> None:
        self.walk = walk
        self.fitted = tuple(fitted)

    def of(self, state: Any, pack: Any) -> float:
        """Value a state at a node or at the end."""
        hindsight, seat = self.walk.hindsight, self.walk.seat
        reached = hindsight.result(state, pack, seat)
        if not self.fitted:
            return reached
        features = hindsight.features(state, pack, seat)
        return reached + sum(weight * feature for weight, feature in zip(self.fitted, features, strict=True))


Pilots = Callable[[int], Mapping[str, Policy]]


class Node(msgspec.Struct):
    """A point of the curve: behind so many answers the result is expected to be so much, and so much is reached."""

    step: int
    value: float
    error: float
    reached: float | None = None
    chapter: str = ""
    dice: float = 0.0
    unknown: float = 0.0
    choice: float = 0.0
    """What the parts have come to up to here."""


class Judged(msgspec.Struct):
    """A decision on which the bot would have answered otherwise: what it gave away, or gained."""

    place: int
    gap: float
    """Below nothing: what was lost by it."""
    error: float
    n: int

    def is_named(self, matters: float) -> bool:
        """Say whether it was certainly worse, and by enough to matter."""
        return self.gap < -matters and -self.gap > STANDS_OUT * self.error


# Flying on ----------------------------------------------------------------------------------------------------------


def sampled(
    walk: Walk, worth: Worth, step: Step, option: Any, pilots: Pilots, seed: int, start: int, n: int
) -> list[float]:
    """Fly an answer on to the next node, so many times, and value what came of it."""
    hindsight, found = walk.hindsight, []
    # What is left is valued at a node; where nothing is fitted all is flown to the end.
    ends = hindsight.is_node if worth.fitted else None
    for number in range(start, start + n):
        course = step.kept.begin(StreamDice(mixed(seed, step.place, number)))
        course.fly(pilots(number), ends, (step.decision, option))
        found.append(worth.of(course.state, course.pack))
    return found


FEWEST = 16


def share_of(walk: Walk) -> int:
    """Return how many rollouts of each of two answers a judgement may take, so that all of them stay within bounds."""
    differ = sum(step.differs for step in walk.steps)
    each = walk.hindsight.all_rollouts // max(1, 2 * differ)
    return max(FEWEST, min(walk.hindsight.most_rollouts, each))


def judged(walk: Walk, worth: Worth, step: Step, pilots: Pilots, seed: int) -> tuple[Judged, list[float]]:
    """Fly the answer given and the bot's on side by side, until they are told apart or it is clear that they are not.

    Returns the verdict, and the values of the bot's answer, which are those of the node.
    """
    hindsight = walk.hindsight
    ours: list[float] = []
    theirs: list[float] = []
    most = share_of(walk)
    n = min(64, most)
    while True:
        more = n - len(ours)
        ours += sampled(walk, worth, step, step.taken, pilots, seed, len(ours), more)
        theirs += sampled(walk, worth, step, step.preferred, pilots, seed, len(theirs), more)
        gap, error = paired(ours, theirs)
        clear = abs(gap) > 1.5 * STANDS_OUT * error
        nothing = abs(gap) + LEAVE * error < hindsight.matters
        if n >= most or (n >= 128 and (clear or nothing)):
            return Judged(step.place, gap, error, n), theirs
        n = min(2 * n, most)


LEAVE = 2.0
"""Errors by which a difference must be below what matters to be let alone."""


def years_from(
    walk: Walk, snapshot: bytes, pack: Any, pilots: Pilots, seed: int, count: int, every: int = 3
) -> Iterator[tuple[tuple[float, ...], float]]:
    """Fly a game from a node to its end, and give what its later nodes showed with what came of them after."""
    hindsight, seat = walk.hindsight, walk.seat
    for number in range(count):
        course = Course(walk.title, pack, walk.state_of(snapshot), StreamDice(mixed(seed, len(snapshot), number)))
        seen = [(hindsight.features(course.state, pack, seat), hindsight.result(course.state, pack, seat))]
        met = 0

        def look(state: Any, seen: list[Any] = seen) -> bool:
            nonlocal met
            if hindsight.is_node(state):
                met += 1
                if met % every == 0:
                    seen.append((hindsight.features(state, pack, seat), hindsight.result(state, pack, seat)))
            return False

        course.fly(pilots(number), look)
        end = hindsight.result(course.state, pack, seat)
        for features, reached in seen:
            yield features, end - reached


class Fit:
    """A linear fit by normal equations, with a light ridge: added to sample by sample, and put away as plain data."""

    def __init__(self, size: int, sums: Sequence[Sequence[float]] | None = None) -> None:
        self.size = size
        self.sums = [list(row) for row in sums] if sums else [[0.0] * (size + 1) for _ in range(size)]

    def add(self, features: Sequence[float], target: float) -> None:
        """Take a sample in."""
        row_of = (*features, target)
        for at, left in enumerate(features):
            if left:
                row = self.sums[at]
                for place in range(at, self.size + 1):
                    row[place] += left * row_of[place]

    def solved(self) -> list[float]:
        """Return the weights."""
        size = self.size
        rows = [[self.sums[min(i, j)][max(i, j)] for j in range(size)] + [self.sums[i][size]] for i in range(size)]
        for i in range(size):
            rows[i][i] += RIDGE
        for i in range(size):
            pivot = max(range(i, size), key=lambda k: abs(rows[k][i]))
            rows[i], rows[pivot] = rows[pivot], rows[i]
            head = rows[i][i]
            for k in range(size):
                if k != i and rows[k][i]:
                    factor = rows[k][i] / head
                    rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
        return [rows[i][size] / rows[i][i] for i in range(size)]


# Adding up ----------------------------------------------------------------------------------------------------------


class Account(msgspec.Struct):
    """What a game came to, part by part: `expected + choice + dice + unknown = result`, to the last digit."""

    expected: float
    choice: float
    dice: float
    unknown: float
    result: float
    error: float
    """Of what was expected, and of what the choices did to it."""
    split_error: float
    """Of dice and unknown each, for one has what the other lacks."""


def nodes_wanted(walk: Walk) -> list[int]:
    """Name the steps whose question must be valued: where the bot differs, or chance is of another kind after."""
    wanted, before = [], ""
    for at, step in enumerate(walk.steps):
        first = step.parts[0].fell
        after = walk.kind_of(first)
        if at == 0 or step.differs or (first and before not in ("", after)):
            wanted.append(at)
        for part in step.parts:
            if part.fell:
                before = walk.kind_of(part.fell)
            if part.node:
                before = ""
    return wanted


def account(
    walk: Walk, worth: Worth, values: Mapping[int, tuple[float, float]], verdicts: Mapping[int, Judged]
) -> tuple[Account, list[Node]]:
    """Add the parts up from node to node, and return them with the curve."""
    first, first_error = values[0]
    sums = {CHOICE: 0.0, DICE: 0.0, UNKNOWN: 0.0}
    at_value, kind, curve = first, DICE, [Node(0, first, first_error)]
    squares = first_error**2
    noise = 0.0

    def note(node: Node) -> None:
        curve.append(msgspec.structs.replace(node, dice=sums[DICE], unknown=sums[UNKNOWN], choice=sums[CHOICE]))

    for at, step in enumerate(walk.steps):
        if at in values:
            value, error = values[at]
            sums[kind] += value - at_value
            noise += error**2
            at_value = value
            note(Node(at, value, error))
        if at in verdicts:
            sums[CHOICE] += verdicts[at].gap
            squares += verdicts[at].error ** 2
            at_value += verdicts[at].gap
        for part in step.parts:
            if part.fell:
                kind = walk.kind_of(part.fell)
            if part.node:
                state, pack = walk.state_of(part.node), walk.packs[step.chart]
                value = worth.of(state, pack)
                sums[kind] += value - at_value
                at_value = value
                reached = walk.hindsight.result(state, pack, walk.seat)
                note(Node(at + 1, value, 0.0, reached, walk.hindsight.chapter(state)))
                kind = DICE
    sums[kind] += walk.result - at_value
    note(Node(len(walk.steps), walk.result, 0.0, walk.result))
    made = Account(first, sums[CHOICE], sums[DICE], sums[UNKNOWN], walk.result, sqrt(squares), sqrt(noise))
    return made, curve


def first_value(walk: Walk, pilots: Pilots, seed: int) -> tuple[float, float]:
    """Fly the game from its first question to its end, and return what the bot reaches in its place."""
    step, found = walk.steps[0], []
    for number in range(walk.hindsight.first_rollouts):
        course = step.kept.begin(StreamDice(mixed(seed, number)))
        course.fly(pilots(number))
        found.append(walk.hindsight.result(course.state, course.pack, walk.seat))
    return mean_of(found)


def titles_hindsight(title: Title) -> Hindsight | None:
    """Return how a title is looked back on, if it is."""
    return getattr(title, "hindsight", None)
