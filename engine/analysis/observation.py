"""All that a viewer knows at a question, as plain data: what a guess of the game is made of, and nothing else is.

    {"viewer": seat, "rules": the version that the game began by,
     "asked": {"kind", "key", "options", "facts"}, the question that is open to him
     "now": …, "then": …,                          the title's `knows` of this moment, and of the last seam
     "since": [{"told": event} | {"key", "answer"}],   what he was told and answered since that seam, in order
     "told": [event],                              all that he was told from the beginning, or at least since the last
                                                   event of the kind that the game's analysis names (`recalled_event`)
     "story": [{"told": event} | {"key", "answer"}]}   the same with his answers in their places

What others answered and the faces that he was not shown are left out here, once for all games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from engine.kernel.coroutines import Coroutine, CoroutineTree
from engine.kernel.decisions import Decision, facts_of, read_answer
from engine.kernel.dice import RecordedDice
from engine.kernel.events import Event, record_of
from engine.kernel.run import GameRecord, NoDice, RecordedAnswer, Run
from engine.kernel.snapshot import restore, snapshot
from engine.kernel.table import RecordingTable, StepLog
from engine.kernel.title import Title

Observation = Mapping[str, Any]
PLAIN = frozenset((str, int, float, bool, type(None)))


def observation_of(
    run: Run, viewer: str, decision: Decision, data: Iterable[Event | RecordedAnswer] = ()
) -> Observation:
    """Return what a viewer knows at a question; `told` is what was told and answered from its beginning."""
    story = [_as_data(line) for line in data if _is_his(line, viewer)]
    again = _ReplayFromSeam(run)
    title = run.title
    known = {
        "viewer": viewer,
        "rules": run.record.began,
        "asked": observed_question(decision),
        "now": observed_state(title, run.state, run.pack, viewer),
        "then": observed_state(title, restore(again.seam, title.State, run.record.began), run.pack, viewer),
        "since": [_as_data(line) for line in again.lines if _is_his(line, viewer)],
        "told": [line["told"] for line in story if "told" in line],
        "story": story,
    }
    return known


def observed_question(decision: Decision) -> dict[str, Any]:
    """Return a question as whoever is asked has it."""
    facts = facts_of(decision.question)
    return {"kind": decision.kind, "key": decision.key, "options": list(decision.options), "facts": facts}


def observed_state(title: Title, state: Any, pack: Any, viewer: str) -> Any:
    """Return what a viewer knows of one moment."""
    return msgspec.to_builtins(title.knows(state, pack, viewer), str_keys=True)


def require_plain_data(value: Any) -> None:
    """Refuse whatever is not plain data: nothing that could lead to the state comes through."""
    kind = type(value)
    if kind in PLAIN:
        return
    if kind is dict:
        for name, one in value.items():
            if type(name) not in PLAIN:
                require_plain_data(name)
            if type(one) not in PLAIN:
                require_plain_data(one)
    elif kind is list or kind is tuple:
        for one in value:
            if type(one) not in PLAIN:
                require_plain_data(one)
    else:
        raise TypeError(f"what is known is plain data, and holds no {kind.__name__}")


def _is_his(line: RecordedAnswer | Event, viewer: str) -> bool:
    return line.seen_by(viewer) if isinstance(line, Event) else line.actor == viewer


def _as_data(line: RecordedAnswer | Event) -> dict[str, Any]:
    if isinstance(line, Event):
        return {"told": msgspec.to_builtins(record_of(line), str_keys=True)}
    return {"key": line.key, "answer": msgspec.to_builtins(line.answer, str_keys=True)}


class _ReplayFromSeam(CoroutineTree):
    """A game played again from its last seam with the faces that fell, to hear once more what it told on the way."""

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
        """Begin anew where the state is whole: what was before is in it."""
        if not self.pending:
            self.seam = snapshot(self.state)
            self.lines.clear()
            self._log.events.clear()


def _latest(record: GameRecord) -> GameRecord:
    """Return the record from its last seam on."""
    if record.coming is None:
        return record
    return msgspec.structs.replace(record.coming, tail=record.tail[record.coming_at :])
