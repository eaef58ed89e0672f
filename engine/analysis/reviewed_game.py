"""A finished game, step by step, as a review needs it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from engine.analysis.game_analysis import GameAnalysis
from engine.analysis.review import DICE, UNKNOWN, ReviewRules
from engine.analysis.rollout_state import KnownGame
from engine.analysis.rollouts import Guesses, guesses_of
from engine.kernel.decisions import Decision, read_answer
from engine.kernel.events import Draw, Event
from engine.kernel.packs.schema import Charts
from engine.kernel.rule_versions import GameSetup
from engine.kernel.run import GameRecord, NoDice, RecordedAnswer, Run
from engine.kernel.snapshot import restore, snapshot
from engine.kernel.title import Look, Policy, Title


class ChanceStretch(msgspec.Struct):
    """A stretch of chance: the streams that fell, and the state at the node where it ends; none before a question."""

    fell: tuple[str, ...]
    node: bytes = b""


class ReviewedAnswer(msgspec.Struct):
    """An answer of the reviewed game: its question, its journal entry, and the computer's answer."""

    place: int
    """The number of its entry in the journal."""
    decision: Decision
    taken: object
    preferred: object

    @property
    def differs(self) -> bool:
        """True where the bot would have answered otherwise."""
        return bool(self.taken != self.preferred)

    @property
    def order(self) -> tuple[Decision, object]:
        """The answer that was given, as a course takes it."""
        decision = self.decision
        return decision, self.taken if decision.form is None else read_answer(decision, self.taken)


class ReviewedStep(msgspec.Struct):
    """An answer, or several in a row that are judged as one: what was asked and given, and what fell after it."""

    actor: str
    number: int
    """Number of earlier answers of this seat."""
    kept: KnownGame
    answers: list[ReviewedAnswer]
    parts: list[ChanceStretch] = []
    """Draws up to the next question, from node to node."""
    chart: int = 0
    """By which of the packs it was played."""
    weighed: bool = True
    """True if rollouts can separate its effect from chance."""
    record: GameRecord | None = None
    """The game at the question, where its seat must guess it."""
    since: int = 0
    told: int = 0
    """Indexes of the first line that a guess is made of, and after the last one."""

    @property
    def differs(self) -> bool:
        """True where the bot would have answered otherwise, and the effect can be measured."""
        return self.weighed and any(given.differs for given in self.answers)

    @property
    def first(self) -> ReviewedAnswer:
        """The first answer that is not the bot's."""
        return next((given for given in self.answers if given.differs), self.answers[0])

    @property
    def decision(self) -> Decision:
        """The question at which the answers first differ."""
        return self.first.decision

    @property
    def taken(self) -> object:
        """The player's answer there."""
        return self.first.taken

    @property
    def preferred(self) -> object:
        """The bot's answer there."""
        return self.first.preferred

    @property
    def place(self) -> int:
        """The number of that answer's entry in the journal."""
        return self.first.place

    def orders(self) -> list[tuple[Decision, object]]:
        """Return all that was answered."""
        return [given.order for given in self.answers]

    def orders_with_bot(self) -> list[tuple[Decision, object]]:
        """Return the same with the bot's answer in the place of the first that differs; the bot goes on from there.

        A form it fills in by itself, each time by another whim.
        """
        before = self.answers[: self.answers.index(self.first)]
        baseline = [] if self.decision.form is not None else [(self.decision, self.preferred)]
        return [*(given.order for given in before), *baseline]


def stream_of(draw: Draw) -> str:
    """Return the stream of a draw, without the branch and the anchor that it is numbered in."""
    return draw.stream.partition("@")[0].rpartition("/")[2]


class ReviewedGame:
    """A finished game, step by step, for `look_back`. `policies` are the computer's bots, one for each seat."""

    def __init__(
        self,
        title: Title,
        analysis: GameAnalysis,
        seat: str,
        began: str,
        policies: Mapping[str, Policy],
        setup: GameSetup,
    ) -> None:
        found = analysis.review_rules(setup, seat)
        if found is None:
            raise ValueError(f"{seat} has nothing to look back on")
        self.title = title
        self.analysis = analysis
        self.hindsight: ReviewRules = found
        self.anew, self.hiding = found.anew, found.hiding
        self.seat = seat
        self.began = began
        self.policies = policies
        self.setup = setup
        self.packs: list[Charts] = []
        self.opening: list[ChanceStretch] = []
        """What fell before the first question, where it is dealt anew."""
        self.steps: list[ReviewedStep] = []
        self.told: list[Event | RecordedAnswer] = []
        self._recalled = 0
        self.result = 0.0
        self.spared = 0
        """How many answers unlike the house's are not judged, so that the work has bounds."""
        self.last: Any = None
        self._nodes: list[tuple[bytes, int]] = []

    @property
    def seats(self) -> list[str]:
        """All seats, flown on by the computer's bots."""
        return list(self.policies)

    def begin(self, run: Run) -> None:
        """Note the game before its first answer, or before its next by other charts."""
        if self.anew is not None and not self.packs and self.hindsight.is_node(self.state_of(run.record.snapshot)):
            self.opening.append(ChanceStretch((), run.record.snapshot))
        self.packs.append(run.pack)
        self.last = run
        self._hear(run.step.events)
        run.at_seam = self._at_seam

    def _hear(self, lines: Iterable[Event | RecordedAnswer]) -> None:
        """Note events and answers, for the guesses."""
        if self.hiding is None:
            return
        for line in lines:
            if isinstance(line, Event) and line.kind == self.analysis.recalled_event:
                self._recalled = len(self.told)
            self.told.append(line)

    def _at_seam(self, state: Any, fallen: int) -> None:
        if self.hindsight.is_node(state):
            self._nodes.append((snapshot(state), fallen))

    def answer(self, run: Run, actor: str, key: str, answer: object, place: int, *, joined: bool) -> None:
        """Give the game the answer, and record its result."""
        decision = run.find(actor, key)
        preferred = self._preferred(decision, lambda: run.view(actor))
        given = ReviewedAnswer(place, decision, answer, preferred)
        if self._goes_on(decision):
            self.steps[-1].answers.append(given)
        else:
            self.steps.append(self._step(run, given))
        self._nodes.clear()
        step = run.answer(actor, answer, key, joined=joined)
        self._hear((RecordedAnswer(actor, key, answer), *step.events))
        free = [actor] if actor != self.seat and self.hindsight.unknowable((actor,)) else []
        streams = [*free, *(stream_of(draw) for draw in step.draws)]
        parts, since = [], 0
        for node, fallen in self._nodes:
            parts.append(ChanceStretch(tuple(streams[since : fallen + len(free)]), node))
            since = fallen + len(free)
        parts.append(ChanceStretch(tuple(streams[since:])))
        self.steps[-1].parts = parts
        self.last = run

    def _preferred(self, decision: Decision, look: Look) -> object:
        chosen = self.policies[decision.actor].choose(decision, look)
        return chosen if decision.form is None else msgspec.to_builtins(chosen)

    def _goes_on(self, decision: Decision) -> bool:
        """Say whether a question only goes on with the one before it, of which nothing has come yet."""
        if decision.kind not in self.hindsight.together or not self.steps:
            return False
        before = self.steps[-1]
        nothing = len(before.parts) == 1 and not before.parts[0].fell
        return nothing and before.actor == decision.actor and before.answers[-1].decision.kind == decision.kind

    def _step(self, run: Run, given: ReviewedAnswer) -> ReviewedStep:
        decision = given.decision
        actor = decision.actor
        number = sum(len(step.answers) for step in self.steps if step.actor == actor)
        weighed = self.hindsight.weighs(decision) and (actor == self.seat or self.hiding is not None)
        step = ReviewedStep(
            actor, number, KnownGame(self.title, run.pack, run.record), [given], [], len(self.packs) - 1, weighed
        )
        if self.hiding is not None and actor == self.seat and not self.hindsight.knows_all(run.state, actor):
            # The record goes on with the game: what it holds now is put aside.
            step.record = msgspec.structs.replace(run.record, tail=list(run.record.tail))
            step.since, step.told = self._recalled, len(self.told)
        return step

    def guesses(self, step: ReviewedStep, seed: int, count: int = 1) -> Guesses:
        """Return the guesses by which a step is judged, from what its seat knew then; where it knew all, the game."""
        record = step.record
        if record is None:
            return lambda _number: step.kept
        run = Run.resume(self.title, self.packs[step.chart], NoDice(), record)
        decision = run.find(step.actor, step.answers[0].decision.key)
        data = self.told[step.since : step.told]
        return guesses_of(run, step.actor, seed, self.analysis, decision=decision, data=data, particles=count)

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
        return restore(snapshot, self.title.State, self.began)

    def node_at(self, at: int, part: int) -> tuple[Any, Any]:
        """Return the state at the end of a part, and the charts. Before the first step this is the opening."""
        if at < 0:
            return self.state_of(self.opening[part].node), self.packs[0]
        step = self.steps[at]
        return self.state_of(step.parts[part].node), self.packs[step.chart]
