"""All that a viewer knows at a question, as plain data: what a guess of the game is made of, and nothing else is.

What others answered and the faces that he was not shown are left out here, once for all games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from engine.kernel.coroutines import Coroutine, CoroutineTree
from engine.kernel.decisions import Decision, facts_of, read_answer
from engine.kernel.dice import RecordedDice
from engine.kernel.events import Draw, Event, EventRecord, Mod, record_of
from engine.kernel.run import GameRecord, NoDice, RecordedAnswer, Run
from engine.kernel.snapshot import restore, snapshot
from engine.kernel.table import RecordingTable, StepLog
from engine.kernel.title import Title


class ObservedQuestion(msgspec.Struct, frozen=True):
    """A question as its decider receives it."""

    kind: str
    key: str
    options: list[str]
    facts: Mapping[str, object]


class ObservedAnswer(msgspec.Struct, frozen=True):
    """A viewer's answer to the question of a key."""

    key: str
    answer: object


ObservedLine = EventRecord | ObservedAnswer
"""An event of a viewer, or his answer."""


class Observation(msgspec.Struct, frozen=True):
    """All that a viewer knows at a question: plain data (`require_plain_data`), of which nothing leads to the state."""

    viewer: str
    rules: str
    """The version that the game began by."""
    asked: ObservedQuestion
    """The question that is open to him."""
    now: Mapping[str, object]
    """The title's `knows` of this moment."""
    then: Mapping[str, object]
    """The same of the last seam."""
    since: Sequence[ObservedLine]
    """His events and answers since that seam, in order."""
    told: Sequence[EventRecord]
    """All his events from the beginning, or at least since the last `recalled_event` of the game's analysis."""
    story: Sequence[ObservedLine]
    """The same with his answers in their places."""


PLAIN = frozenset((str, int, float, bool, type(None)))
PLAIN_STRUCTS = frozenset((Observation, ObservedQuestion, ObservedAnswer, EventRecord, Draw, Mod))


def observation_of(
    run: Run, viewer: str, decision: Decision, data: Iterable[Event | RecordedAnswer] = ()
) -> Observation:
    """Return a viewer's knowledge at a question; `data` is what he received and answered from the beginning."""
    story = [_as_data(line) for line in data if _is_his(line, viewer)]
    again = _ReplayFromSeam(run)
    title = run.title
    return Observation(
        viewer=viewer,
        rules=run.record.began,
        asked=observed_question(decision),
        now=observed_state(title, run.state, run.pack, viewer),
        then=observed_state(title, restore(again.seam, title.State, run.record.began), run.pack, viewer),
        since=[_as_data(line) for line in again.lines if _is_his(line, viewer)],
        told=[line for line in story if isinstance(line, EventRecord)],
        story=story,
    )


def observed_question(decision: Decision) -> ObservedQuestion:
    """Return a question as its decider receives it."""
    return ObservedQuestion(decision.kind, decision.key, list(decision.options), facts_of(decision.question))


def observed_state(title: Title, state: object, pack: object, viewer: str) -> Mapping[str, object]:
    """Return what a viewer knows of one moment, as plain data."""
    known: dict[str, object] = msgspec.to_builtins(title.knows(state, pack, viewer), str_keys=True)
    return known


def require_plain_data(value: object) -> None:
    """Refuse anything but plain data, so that nothing leads to the state."""
    kind = type(value)
    if kind in PLAIN:
        return
    if isinstance(value, dict):
        for name, one in value.items():
            if type(name) not in PLAIN:
                require_plain_data(name)
            if type(one) not in PLAIN:
                require_plain_data(one)
    elif isinstance(value, list | tuple):
        for one in value:
            if type(one) not in PLAIN:
                require_plain_data(one)
    elif isinstance(value, msgspec.Struct) and kind in PLAIN_STRUCTS:
        for name in value.__struct_fields__:
            require_plain_data(getattr(value, name))
    else:
        raise TypeError(f"what is known is plain data, and holds no {kind.__name__}")


def _is_his(line: RecordedAnswer | Event, viewer: str) -> bool:
    return line.seen_by(viewer) if isinstance(line, Event) else line.actor == viewer


def _as_data(line: RecordedAnswer | Event) -> ObservedLine:
    if isinstance(line, Event):
        return record_of(line)
    return ObservedAnswer(line.key, msgspec.to_builtins(line.answer, str_keys=True))


class _ReplayFromSeam(CoroutineTree):
    """A replay from the last seam with the recorded faces, to collect its events again."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        record = _latest(run.record)
        title: Title = run.title
        self.seam = record.snapshot
        self.state = restore(record.snapshot, title.State, record.began)
        self.lines: list[RecordedAnswer | Event] = []
        self._log = log = StepLog()
        log.on_seam = self._at_seam
        draws = [*record.opening, *(draw for entry in record.tail for draw in entry.draws)]
        source = RecordedDice(draws, {}, then=NoDice())
        self._advance(Coroutine(title.play(self.state, RecordingTable(source, run.pack, log=log))), None)
        self._listen()
        for entry in record.tail:
            self.lines.append(entry)
            decision = self.pending[entry.actor, entry.key]
            self._feed(decision, read_answer(decision, entry.answer))
            self._listen()

    def _listen(self) -> None:
        self.lines += self._log.events
        self._log.clear()

    def _at_seam(self) -> None:
        """Begin again where the state is complete: it holds everything before."""
        if not self.pending:
            self.seam = snapshot(self.state)
            self.lines.clear()
            self._log.events.clear()


def _latest(record: GameRecord) -> GameRecord:
    """Return the record from its last seam on."""
    if record.coming is None:
        return record
    return msgspec.structs.replace(record.coming, tail=record.tail[record.coming_at :])
