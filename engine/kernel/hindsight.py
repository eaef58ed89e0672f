"""Where a finished game was lost: its expected result from node to node, and what choice and chance did in between.

V(s) is the expected result if all goes on as the house's bots would. At a question that was answered otherwise its
answer is flown on beside the one that was given: `choice = Q(s, taken) - Q(s, the bot's)`. What lies between two nodes
is chance: dice, or what nobody could have known. As each node is valued once, the parts add up to the result, whatever
the errors of the values are.

Where something is hidden, Q is that of guesses made of what the seat knew alone; what the same answer did to the game
as it was, beyond that, could not be known, and neither could what others answered otherwise than the house.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from math import sqrt
from typing import Any, Protocol

import msgspec

from .courses import Course, Kept, StreamDice, mixed
from .decisions import Decision, read_answer
from .dice import FastDice, JournalMisfit
from .events import Draw, Event
from .game import Look, Policy, Title, snapshot
from .readings import restored
from .rollouts import STANDS_OUT, Guesses, NoGuess, guesses_of, mean_of, paired
from .run import Entry, NoDice, Record, Run

CHOICE, DICE, UNKNOWN, CHANCE = "choice", "dice", "unknown", "chance"
RIDGE = 1.0


class Anew(msgspec.Struct, frozen=True):
    """How much is dealt before the first node that nobody could know: what was to be expected comes of other deals."""

    deals: int
    """Games that the house flies, dealt anew to the same set-up: they say what was to be expected."""
    careless: tuple[str, ...] = ()
    """Bots that begin as many more, so that what is left is fitted to games gone astray, too; none where all are flown
    to the end."""
    until: int = 0
    """Nodes after which the last of them has handed over to the house's."""


class Hiding(msgspec.Struct, frozen=True):
    """How an answer is judged by a seat that did not know all: on guesses of the game."""

    guesses: int
    """Guesses by which an answer is judged, in turn."""
    truths: int
    """Rollouts of each of two answers on the game as it was; more where few answers share in what there is."""
    form_rollouts: int = 0
    """Rollouts of each of two forms, which are flown to the end and differ most of all."""


class Proof(msgspec.Struct, frozen=True):
    """How the answers that seem dearest are flown on once more, by other dice, before they are named."""

    answers: int
    """How many at most."""
    rollouts: int
    """Rollouts of each of two answers."""
    guesses: int = 0
    """Guesses for each of them, where something is hidden."""
    seems: float = STANDS_OUT
    """Errors by which one must have been worse to be looked at again."""
    to_end: bool = False
    """Whether they are flown to the end of the game, for a fitted worth has errors of its own."""


class Hindsight(Protocol):
    """What a title adds to be looked back on (`Title.hindsight`, which names it by set-up and seat)."""

    kind: str
    """By which its words are found beside those of its title; nothing where these serve."""
    matters: float
    """What a decision must have cost to be named."""
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
    """Whether dice and what could not be known are told apart. They cannot be where a node is valued by a fit, and a
    question by flying on: what the fit misses of a player unlike the house's is then taken from one and given to the
    other, node by node. Their sum has no such fault."""
    evens: bool
    """Whether it was shown over bots that a result with luck taken off (`evened`) varies less."""
    anew: Anew | None
    """How it is dealt anew, where what was to be expected is not flown from the first question; its nodes are flown."""
    hiding: Hiding | None
    """How an answer is judged where something is hidden."""
    proof: Proof | None
    """How what seems dear is flown on once more; none where every answer is flown on often enough."""

    def unknowable(self, streams: Sequence[str]) -> bool:
        """Say whether what fell on these streams is what nobody could have known, all else is dice.

        A seat whose answers are of that kind is named as a stream is.
        """

    def weighs(self, decision: Decision) -> bool:
        """Say whether what an answer did can be told from chance by flying on."""

    def knows_all(self, state: Any, seat: str) -> bool:
        """Say whether nothing is hidden from a seat at this moment."""

    def result(self, state: Any, pack: Any, seat: str) -> float:
        """Return what a seat has reached so far, and at the end its result."""

    def is_node(self, state: Any) -> bool:
        """Say at a seam whether what is left can be valued here without flying on."""

    def is_idle(self, state: Any) -> bool:
        """Say at a seam that nothing more can come of it, whether the rules play on or not."""

    def chapter(self, state: Any) -> str:
        """Name the chapter that a state is in: a month, a turn."""

    def bands(self, state: Any, pack: Any, seat: str) -> list[tuple[str, float]]:
        """Return the levels of victory with the result that each begins at for a seat."""

    def features(self, state: Any, pack: Any, seat: str) -> tuple[float, ...]:
        """Return what the worth of what is left hangs on; zeros when nothing is left."""

    def weights(self, setup: Any, pack: Any, seat: str) -> tuple[float, ...]:
        """Return what each of the features is worth, where that is known already; nothing where it is to be fitted."""


class Part(msgspec.Struct):
    """A stretch of chance: the streams that fell, and the state at the node where it ends; none before a question."""

    fell: tuple[str, ...]
    node: bytes = b""


class Given(msgspec.Struct):
    """An answer of the game that is looked back on: to what, by which entry, and what the house's would have been."""

    place: int
    """The number of its entry in the journal."""
    decision: Decision
    taken: Any
    preferred: Any

    @property
    def differs(self) -> bool:
        """Whether the bot would have answered otherwise."""
        return bool(self.taken != self.preferred)

    @property
    def order(self) -> tuple[Decision, Any]:
        """The answer that was given, as a course takes it."""
        decision = self.decision
        return decision, self.taken if decision.form is None else read_answer(decision, self.taken)


class Step(msgspec.Struct):
    """An answer, or several in a row that are judged as one: what was asked and given, and what fell after it."""

    actor: str
    number: int
    """How many answers of this seat came before it."""
    kept: Kept
    answers: list[Given]
    parts: list[Part] = []
    """What fell up to the next question, from node to node."""
    chart: int = 0
    """By which of the packs it was played."""
    weighed: bool = True
    """Whether what it did can be told from chance by flying on."""
    record: Record | None = None
    """The game at the question, where its seat must guess it."""
    since: int = 0
    told: int = 0
    """From which line to which the game had told and been answered what a guess is made of."""

    @property
    def differs(self) -> bool:
        """Whether the bot would have answered otherwise, and what that did can be told."""
        return self.weighed and any(given.differs for given in self.answers)

    @property
    def first(self) -> Given:
        """The first answer that is not the bot's."""
        return next((given for given in self.answers if given.differs), self.answers[0])

    @property
    def decision(self) -> Decision:
        """What was asked where it first differs."""
        return self.first.decision

    @property
    def taken(self) -> Any:
        """What was answered there."""
        return self.first.taken

    @property
    def preferred(self) -> Any:
        """What the house's bot would have answered there."""
        return self.first.preferred

    @property
    def place(self) -> int:
        """The number of that answer's entry in the journal."""
        return self.first.place

    def orders(self) -> list[tuple[Decision, Any]]:
        """Return all that was answered."""
        return [given.order for given in self.answers]

    def orders_of_house(self) -> list[tuple[Decision, Any]]:
        """Return the same with the bot's answer in the place of the first that differs; the bot goes on from there.

        A form it fills in by itself, each time by another whim.
        """
        before = self.answers[: self.answers.index(self.first)]
        house = [] if self.decision.form is not None else [(self.decision, self.preferred)]
        return [*(given.order for given in before), *house]


def stream_of(draw: Draw) -> str:
    """Return the stream of a draw, without the branch and the anchor that it is numbered in."""
    return draw.stream.partition("@")[0].rpartition("/")[2]


class Walk:
    """A finished game, step by step: what `look_back` needs of it. `policies` are the house's, one for each seat."""

    def __init__(self, title: Any, seat: str, began: str, policies: Mapping[str, Policy], setup: Any) -> None:
        found = hindsight_of(title, setup, seat)
        if found is None:
            raise ValueError(f"{seat} has nothing to look back on")
        self.title = title
        self.hindsight: Hindsight = found
        self.anew, self.hiding = found.anew, found.hiding
        self.seat = seat
        self.began = began
        self.policies = policies
        self.setup = setup
        self.packs: list[Any] = []
        self.opening: list[Part] = []
        """What fell before the first question, where it is dealt anew."""
        self.steps: list[Step] = []
        self.told: list[Event | Entry] = []
        self._recalled = 0
        self.result = 0.0
        self.spared = 0
        """How many answers unlike the house's are not judged, so that the work has bounds."""
        self.last: Any = None
        self._nodes: list[tuple[bytes, int]] = []

    @property
    def seats(self) -> list[str]:
        """All seats, which the house's bots fly on."""
        return list(self.policies)

    def begin(self, run: Run) -> None:
        """Note the game before its first answer, or before its next by other charts."""
        if self.anew is not None and not self.packs and self.hindsight.is_node(self.state_of(run.record.snapshot)):
            self.opening.append(Part((), run.record.snapshot))
        self.packs.append(run.pack)
        self.last = run
        self._hear(run.step.events)
        run.at_seam = self._at_seam

    def _hear(self, lines: Iterable[Event | Entry]) -> None:
        """Note what was told and answered, for those who must guess."""
        if self.hiding is None:
            return
        recalls = getattr(self.title, "recalls", "")
        for line in lines:
            if isinstance(line, Event) and line.kind == recalls:
                self._recalled = len(self.told)
            self.told.append(line)

    def _at_seam(self, state: Any, fallen: int) -> None:
        if self.hindsight.is_node(state):
            self._nodes.append((snapshot(state), fallen))

    def answer(self, run: Run, actor: str, key: str, answer: Any, place: int, *, joined: bool) -> None:
        """Give the game the answer that was given, and note what came of it."""
        decision = run.find(actor, key)
        preferred = self._preferred(decision, lambda: run.view(actor))
        given = Given(place, decision, answer, preferred)
        if self._goes_on(decision):
            self.steps[-1].answers.append(given)
        else:
            self.steps.append(self._step(run, given))
        self._nodes.clear()
        step = run.answer(actor, answer, key, joined=joined)
        self._hear((Entry(actor, key, answer), *step.events))
        free = [actor] if actor != self.seat and self.hindsight.unknowable((actor,)) else []
        streams = [*free, *(stream_of(draw) for draw in step.draws)]
        parts, since = [], 0
        for node, fallen in self._nodes:
            parts.append(Part(tuple(streams[since : fallen + len(free)]), node))
            since = fallen + len(free)
        parts.append(Part(tuple(streams[since:])))
        self.steps[-1].parts = parts
        self.last = run

    def _preferred(self, decision: Decision, look: Look) -> Any:
        chosen = self.policies[decision.actor].choose(decision, look)
        return chosen if decision.form is None else msgspec.to_builtins(chosen)

    def _goes_on(self, decision: Decision) -> bool:
        """Say whether a question only goes on with the one before it, of which nothing has come yet."""
        if decision.kind not in self.hindsight.together or not self.steps:
            return False
        before = self.steps[-1]
        nothing = len(before.parts) == 1 and not before.parts[0].fell
        return nothing and before.actor == decision.actor and before.answers[-1].decision.kind == decision.kind

    def _step(self, run: Run, given: Given) -> Step:
        decision = given.decision
        actor = decision.actor
        number = sum(len(step.answers) for step in self.steps if step.actor == actor)
        weighed = self.hindsight.weighs(decision) and (actor == self.seat or self.hiding is not None)
        step = Step(actor, number, Kept(self.title, run.pack, run.record), [given], [], len(self.packs) - 1, weighed)
        if self.hiding is not None and actor == self.seat and not self.hindsight.knows_all(run.state, actor):
            # The record goes on with the game: what it holds now is put aside.
            step.record = msgspec.structs.replace(run.record, tail=list(run.record.tail))
            step.since, step.told = self._recalled, len(self.told)
        return step

    def guesses(self, step: Step, seed: int, count: int = 1) -> Guesses:
        """Return the guesses by which a step is judged, from what its seat knew then; where it knew all, the game."""
        record = step.record
        if record is None:
            return lambda _number: step.kept
        run = Run.resume(self.title, self.packs[step.chart], NoDice(), record)
        decision = run.find(step.actor, step.answers[0].decision.key)
        told = self.told[step.since : step.told]
        return guesses_of(run, step.actor, seed, decision=decision, told=told, particles=count)

    def end(self) -> None:
        """Note how it ended, and spare those of very many answers that are not judged."""
        differ, most = (
            [step for step in self.steps if step.differs and step.actor == self.seat],
            self.hindsight.most_judged,
        )
        if most and len(differ) > most:
            self.spared = len(differ) - most
            judged = {place * len(differ) // most for place in range(most)}
            for place, step in enumerate(differ):
                step.weighed = place in judged
        self.result = self.hindsight.result(self.last.state, self.last.pack, self.seat)

    def kind_of(self, streams: Sequence[str]) -> str:
        """Say whose doing it is what fell: nothing at all counts as dice, for it is but the error of two values."""
        return UNKNOWN if streams and self.hindsight.unknowable(streams) else DICE

    def state_of(self, snapshot: bytes) -> Any:
        """Return the state at a node."""
        return restored(snapshot, self.title.State, self.began)

    def node_at(self, at: int, part: int) -> tuple[Any, Any]:
        """Return the state at the end of a part, and the charts; before the first step stands the opening."""
        if at < 0:
            return self.state_of(self.opening[part].node), self.packs[0]
        step = self.steps[at]
        return self.state_of(step.parts[part].node), self.packs[step.chart]


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
    value: float | None
    """Nothing where it would be that of the node before, with an answer judged since."""
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
    hidden: float = 0.0
    """What it did beyond that to the game as it was, which could not be known."""
    hidden_error: float = 0.0

    def is_named(self, matters: float) -> bool:
        """Say whether it was certainly worse, and by enough to matter."""
        return self.gap < -matters and -self.gap > STANDS_OUT * self.error


# Flying on ----------------------------------------------------------------------------------------------------------


def sampled(
    walk: Walk,
    worth: Worth,
    step: Step,
    orders: Sequence[tuple[Decision, Any]],
    pilots: Pilots,
    seed: int,
    start: int,
    n: int,
    guesses: Guesses | None = None,
) -> list[float]:
    """Fly answers on to the next nodes, so many times, and value what came of them: on the game itself, or on guesses.

    A guess in which they cannot be given has no value: a NaN is in its place.
    """
    found = []
    for number in range(start, start + n):
        guess = guesses(number) if guesses is not None else step.kept
        course: Course = guess.begin(StreamDice(mixed(seed, step.number, number)))
        try:
            course.fly(pilots(number), _end_of(walk, worth, step), orders)
        except JournalMisfit:
            if guess is step.kept:
                raise
            found.append(float("nan"))
        else:
            found.append(worth.of(course.state, course.pack))
    return found


def _end_of(walk: Walk, worth: Worth, step: Step) -> Callable[[Any], bool]:
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


def share_of(walk: Walk) -> int:
    """Return how many rollouts of each of two answers a judgement may take, so that all of them stay within bounds."""
    differ = sum(step.differs and step.actor == walk.seat for step in walk.steps)
    each = walk.hindsight.all_rollouts // max(1, 2 * differ)
    return max(walk.hindsight.fewest_rollouts, min(walk.hindsight.most_rollouts, each))


def judged(
    walk: Walk, worth: Worth, step: Step, pilots: Pilots, seed: int, most: int = 0, guessed: int = 0
) -> tuple[Judged, list[float]]:
    """Fly the answer given and the bot's on side by side, until they are told apart or it is clear that they are not.

    Returns the verdict, and the values of the bot's answer, which are those of the node.
    """
    hindsight = walk.hindsight
    groups = (guessed or walk.hiding.guesses) if walk.hiding is not None and step.record is not None else 0
    guesses = walk.guesses(step, mixed(seed, step.number), groups)
    ours: list[float] = []
    theirs: list[float] = []
    most = most or share_of(walk)
    n = min(64, most)
    while True:
        more = n - len(ours)
        ours += sampled(walk, worth, step, step.orders(), pilots, seed, len(ours), more, guesses)
        theirs += sampled(walk, worth, step, step.orders_of_house(), pilots, seed, len(theirs), more, guesses)
        gap, error = compared(ours, theirs, groups)
        clear = abs(gap) > 1.5 * STANDS_OUT * error
        nothing = abs(gap) + LEAVE * error < hindsight.matters
        if n >= most or (n >= 128 and (clear or nothing)):
            return Judged(step.place, gap, error, n), theirs
        n = min(2 * n, most)


LEAVE = 2.0
"""Errors by which a difference must be below what matters to be let alone."""


def compared(ones: Sequence[float], others: Sequence[float], groups: int = 0) -> tuple[float, float]:
    """Return by how much the first of two samples is more, and its error.

    Where so many guesses served in turn, those of one guess are one value: they are not chance of their own.
    """
    if not groups:
        return paired(ones, others)
    by_guess = defaultdict[int, list[float]](list)
    for at, (one, other) in enumerate(zip(ones, others, strict=True)):
        if (gap := one - other) == gap:
            by_guess[at % groups].append(gap)
    return mean_of([sum(gaps) / len(gaps) for gaps in by_guess.values()])


def judged_in_hiding(walk: Walk, worth: Worth, step: Step, pilots: Pilots, seed: int) -> tuple[Judged, list[float]]:
    """Judge an answer by what its seat knew, and say what it did beyond that to the game as it was.

    What another seat answered could not be known. Where no guess fits, nothing is held against the answer.
    Returns the verdict, and the values of the house's answer on the game as it was, which are those of the node.
    """
    hiding = walk.hiding
    assert hiding is not None  # noqa: S101 - no other game hides anything
    truths = max(hiding.truths, share_of(walk) // 4)
    verdict, values = Judged(step.place, 0.0, 0.0, 0), list[float]()
    if step.actor == walk.seat:
        with suppress(NoGuess):
            most = hiding.form_rollouts if step.decision.form is not None else 0
            verdict, values = judged(walk, worth, step, pilots, seed, most)
        if step.record is None:
            return verdict, values
    ours, theirs = (
        sampled(walk, worth, step, orders, pilots, seed, 0, truths)
        for orders in (step.orders(), step.orders_of_house())
    )
    gap, error = paired(ours, theirs)
    # The error of what he knew is that of his choice already.
    return msgspec.structs.replace(verdict, hidden=gap - verdict.gap, hidden_error=error), theirs


def seeming(walk: Walk, verdicts: Mapping[int, Judged]) -> list[int]:
    """Name the steps whose answers are to be flown on once more, the dearest first."""
    proof, matters = walk.hindsight.proof, walk.hindsight.matters
    if proof is None:
        return []
    seem = [at for at, found in verdicts.items() if -found.gap > max(matters, proof.seems * found.error)]
    return sorted(seem, key=lambda at: verdicts[at].gap)[: proof.answers]


def proved(walk: Walk, worth: Worth, step: Step, found: Judged, pilots: Pilots, seed: int) -> Judged:
    """Judge an answer that seems dear once more, by other dice; of a form the rollouts were all that there may be."""
    proof = walk.hindsight.proof
    assert proof is not None  # noqa: S101 - nothing is proved of other games
    if step.decision.form is not None:
        return found
    by = Worth(walk) if proof.to_end else worth
    verdict = judged(walk, by, step, pilots, mixed(seed, 3), proof.rollouts, proof.guesses)[0]
    if step.record is None:
        return verdict
    return msgspec.structs.replace(
        verdict, hidden=found.gap + found.hidden - verdict.gap, hidden_error=found.hidden_error
    )


def nodes_of(walk: Walk) -> list[tuple[int, int]]:
    """Name the nodes of a game that is dealt anew, at which it is flown on to its end: step and part."""
    stretches = [(-1, walk.opening), *((at, step.parts) for at, step in enumerate(walk.steps))]
    return [(at, n) for at, parts in stretches for n, part in enumerate(parts) if part.node]


def node_value(walk: Walk, at: int, part: int, pilots: Pilots, seed: int) -> tuple[float, float]:
    """Fly the game as it was from a node to its end, and return what comes of it."""
    found = []
    for number in range(walk.hindsight.node_rollouts):
        state, pack = walk.node_at(at, part)
        course = Course(walk.title, pack, state, StreamDice(mixed(seed, at, part, number)))
        course.fly(pilots(number), walk.hindsight.is_idle)
        found.append(walk.hindsight.result(course.state, pack, walk.seat))
    return mean_of(found)


Sample = tuple[tuple[float, ...], float]


class Handed:
    """Somebody who begins a game carelessly, and hands it over to the house's bot at a node."""

    def __init__(self, careless: Policy, house: Policy) -> None:
        self.careless = careless
        self.house = house
        self.over = False

    def choose(self, decision: Decision, look: Look) -> Any:
        """Let him answer whose game it is."""
        return (self.house if self.over else self.careless).choose(decision, look)


def dealt(walk: Walk, number: int, pilots: Pilots, seed: int) -> tuple[float, bool, list[Sample]]:
    """Deal a game anew to the same set-up and fly it to its end.

    Returns its result, whether the house's bots flew all of it, and what its nodes showed with what came of them.
    """
    hindsight, seat, pack, anew = walk.hindsight, walk.seat, walk.packs[0], walk.anew
    assert anew is not None  # noqa: S101 - no other game is dealt anew
    state, whim = walk.title.start(walk.setup, pack), FastDice(mixed(seed, number, 2))
    bots, makers = dict(pilots(number)), walk.title.policies()
    astray: list[Handed] = []
    if number >= anew.deals and anew.careless:
        for name, bot in bots.items():
            careless = anew.careless[whim.card("who", anew.careless)]
            bots[name] = handed = Handed(makers[careless](pack, name, mixed(seed, number) & 0x7FFFFFFF), bot)
            astray.append(handed)
    left, seen = whim.draw("until", anew.until) if astray else 0, list[tuple[tuple[float, ...], float]]()

    def look(state: Any) -> bool:
        nonlocal left
        if hindsight.is_node(state):
            left -= 1
            if left <= 0:
                for handed in astray:
                    handed.over = True
                seen.append((hindsight.features(state, pack, seat), hindsight.result(state, pack, seat)))
        return hindsight.is_idle(state)

    course = Course(walk.title, pack, state, StreamDice(mixed(seed, number)))
    course.fly(bots, look)
    end = hindsight.result(course.state, pack, seat)
    return end, not astray, [(features, end - reached) for features, reached in seen]


def years_from(
    walk: Walk, snapshot: bytes, pack: Any, pilots: Pilots, seed: int, count: int, every: int = 3
) -> Iterator[Sample]:
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
            return hindsight.is_idle(state)

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


def chance_of(dice: float, unknown: float, *, splits: bool) -> dict[str, float]:
    """Return what chance did as it may be shown: by its two parts, or their sum where these cannot be told apart."""
    return {DICE: dice, UNKNOWN: unknown} if splits else {CHANCE: dice + unknown}


def nodes_wanted(walk: Walk) -> list[int]:
    """Name the steps whose question must be valued, or whose answer judged."""
    turns = turning(walk)
    return [at for at, step in enumerate(walk.steps) if step.differs or at in turns]


def turning(walk: Walk) -> frozenset[int]:
    """Name the steps after which chance is of another kind, so that their question must be valued.

    The first is where nothing is dealt anew. Where it is, what falls before the first node is all of one kind.
    """
    found, before = set[int](), ""
    dealing = walk.anew is not None and not walk.opening
    for at, step in enumerate(walk.steps):
        first = step.parts[0].fell
        if (at == 0 and walk.anew is None) or (first and not dealing and before not in ("", walk.kind_of(first))):
            found.add(at)
        for part in step.parts:
            if part.fell:
                before = walk.kind_of(part.fell)
            if part.node:
                before, dealing = "", False
    return frozenset(found)


HALF = 0.5
"""The share of the luck that is taken off for one who makes as much of it as the house's pilot."""
AT_FIRST = (0.5, 1.0)
"""What he and the house's are taken to have reached at the start: a quarter of the first luck is taken off."""


def evened(curve: Sequence[Node], result: float) -> float:
    """Return a result with luck taken off: half of it, less for one who has made less of it than the house would have.

    How much is taken off of the luck between two points hangs on what lay before them, and luck comes to nothing on
    the average. So nobody's results are moved on the average, whatever he does.
    """
    reached, (his, houses) = 0.0, AT_FIRST
    for before, after in pairwise(curve):
        would_have = reached - before.choice + houses
        share = min(1.0, HALF * (reached + his) / would_have) if would_have > 0 else 1.0
        result -= share * (after.dice + after.unknown - before.dice - before.unknown)
        if after.reached is not None:
            reached = after.reached
    return result


Value = tuple[float, float]


def account(
    walk: Walk,
    worth: Worth,
    values: Mapping[int, Value],
    verdicts: Mapping[int, Judged],
    nodes: Mapping[tuple[int, int], Value] | None = None,
) -> tuple[Account, list[Node]]:
    """Add the parts up from node to node, and return them with the curve. `nodes` are those that were flown on from.

    `values` are those of questions; at 0 is what was to be expected. Of a game that is dealt anew, what was dealt
    before its first node could not be known.
    """
    first, first_error = values[0]
    sums = {CHOICE: 0.0, DICE: 0.0, UNKNOWN: 0.0}
    dealing = walk.anew is not None
    at_value, kind, curve = first, UNKNOWN if dealing else DICE, [Node(0, first, first_error)]
    squares = first_error**2
    noise = squares if dealing else 0.0

    def note(node: Node) -> None:
        curve.append(msgspec.structs.replace(node, dice=sums[DICE], unknown=sums[UNKNOWN], choice=sums[CHOICE]))

    def fall(at: int, parts: Sequence[Part]) -> None:
        nonlocal at_value, noise, kind, dealing
        for n, part in enumerate(parts):
            if part.fell and not dealing:
                kind = walk.kind_of(part.fell)
            if part.node:
                state, pack = walk.node_at(at, n)
                value, error = nodes[at, n] if nodes is not None else (worth.of(state, pack), 0.0)
                sums[kind] += value - at_value
                noise += error**2
                at_value = value
                reached = walk.hindsight.result(state, pack, walk.seat)
                note(Node(at + 1, value, error, reached, walk.hindsight.chapter(state)))
                kind, dealing = DICE, False

    fall(-1, walk.opening)
    for at, step in enumerate(walk.steps):
        if at in values and (at or walk.anew is None):
            value, error = values[at]
            sums[kind] += value - at_value
            noise += error**2
            at_value = value
            note(Node(at, value, error))
        if at in verdicts:
            verdict = verdicts[at]
            if at not in values:
                note(Node(at, None, 0.0))
            sums[CHOICE] += verdict.gap
            sums[UNKNOWN] += verdict.hidden
            squares += verdict.error**2
            noise += verdict.hidden_error**2
            at_value += verdict.gap + verdict.hidden
        fall(at, step.parts)
    sums[kind] += walk.result - at_value
    note(Node(len(walk.steps), walk.result, 0.0, walk.result))
    made = Account(first, sums[CHOICE], sums[DICE], sums[UNKNOWN], walk.result, sqrt(squares), sqrt(noise))
    return made, curve


def first_value(walk: Walk, pilots: Pilots, seed: int) -> tuple[float, float]:
    """Fly the game from its first question to its end, and return what the bot reaches in its place."""
    step, found = walk.steps[0], []
    for number in range(walk.hindsight.first_rollouts):
        course = step.kept.begin(StreamDice(mixed(seed, number)))
        course.fly(pilots(number), walk.hindsight.is_idle)
        found.append(walk.hindsight.result(course.state, course.pack, walk.seat))
    return mean_of(found)


def hindsight_of(title: Title, setup: Any, seat: str) -> Hindsight | None:
    """Return how a seat looks back on a game of such a set-up, if it does."""
    named: Callable[[Any, str], Hindsight | None] | None = getattr(title, "hindsight", None)
    return named(setup, seat) if named is not None else None
