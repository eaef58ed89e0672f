"""A game under way: it asks, takes answers, keeps its journal, and can be put down and taken up at any decision."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Mapping
from functools import partial
from typing import Any

import msgspec

from .decisions import (
    Abreast,
    Decision,
    NotAsked,
    Refused,
    Together,
    UndoClosed,
    UndoNeedsConsent,
    read_answer,
)
from .dice import Dice, JournalMisfit, RecordedDice
from .events import Draw, Event
from .game import Policy, Title, snapshot
from .table import Log, RecordingTable

LONGEST_TAIL = 200
"""Answers since a checkpoint after which undo gives way, so that resuming stays short."""


class Entry(msgspec.Struct, gc=False):
    """One answer in the journal: who, to which question, what, and the faces that fell before the next question."""

    actor: str
    key: str
    answer: Any
    draws: list[Draw] = []
    closed_by: str = ""
    digest: str = ""


class Record(msgspec.Struct):
    """What must be kept to take a game up again: the last checkpoint, and the journal since.

    `opening` are the draws between the checkpoint and the first question after it. `coming` is a later seam,
    passed after `coming_at` answers, that becomes the checkpoint as soon as no order before it can be taken back.
    """

    snapshot: bytes
    counters: dict[str, int] = {}
    opening: list[Draw] = []
    opening_closed_by: str = ""
    opening_digest: str = ""
    tail: list[Entry] = []
    coming: Record | None = None
    coming_at: int = 0

    def last_digest(self) -> str:
        """Return the hash that the state had when the record was made."""
        return self.tail[-1].digest if self.tail else self.opening_digest


class Step(msgspec.Struct):
    """What one answer brought about; the play loop stores it."""

    entry: Entry | None
    events: list[Event]
    frames: list[bytes]
    closed_by: str
    over: bool
    draws: list[Draw] = []


class Strand:
    """One flow of the tree: the main one, or one of several abreast."""

    __slots__ = ("flow", "got", "name", "parent", "waits")

    def __init__(self, flow: Generator[Any, Any, Any], parent: Strand | None = None, name: str = "") -> None:
        self.flow = flow
        self.parent = parent
        self.name = name
        self.got: dict[str, Any] = {}
        self.waits = 0


class Run:
    """The one driver: it refuses what was not offered and whoever was not asked, and leaves the game untouched then."""

    def __init__(
        self, title: Title, pack: Any, dice: Dice, record: Record, *, fresh: bool = False, frames: bool = False
    ) -> None:
        self.title = title
        self.pack = pack
        self.dice = dice
        self.record = record
        self.pending: dict[tuple[str, str], Decision] = {}
        self._strands: dict[tuple[str, str], Strand] = {}
        self._keep_frames = frames
        self._rebuild(fresh)

    # -- beginning, and taking up again

    @classmethod
    def begin(cls, title: Title, pack: Any, setup: Any, dice: Dice, *, frames: bool = False) -> Run:
        """Start a game; `run.step` holds what happened before the first question."""
        return cls(title, pack, dice, Record(snapshot(title.start(setup, pack))), fresh=True, frames=frames)

    @classmethod
    def resume(cls, title: Title, pack: Any, dice: Dice, record: Record, *, frames: bool = False) -> Run:
        """Take a game up where it was put down; `dice` go on where the recorded faces end."""
        return cls(title, pack, dice, record, frames=frames)

    def _rebuild(self, fresh: bool) -> None:
        """Set the flow going from the checkpoint; unless it is fresh, replay the journal with the faces that fell."""
        record = self.record
        self.state: Any = msgspec.msgpack.decode(record.snapshot, type=self.title.State)
        self.pending.clear()
        self._strands.clear()
        self.over, self.result = False, None
        self._next: Record | None = None
        self._cut = 0
        self._log = log = Log()
        # The live source counts its draws in the dictionary that the replay counts in.
        counters = self.dice.counters
        counters.clear()
        counters.update(record.counters)
        draws = [] if fresh else [*record.opening, *(draw for entry in record.tail for draw in entry.draws)]
        source = RecordedDice(draws, counters, then=self.dice if fresh else None)
        if fresh:
            self._listen()
        self._advance(Strand(self.title.play(self.state, RecordingTable(source, self.pack, "", log))), None)
        if fresh:
            self.step = self._close_step(None)
            return
        for entry in record.tail:
            self._replay(entry)
        if source.at != len(draws):
            raise JournalMisfit(f"{len(draws) - source.at} recorded draws were never asked for")
        source.then = self.dice
        log.clear()
        self._listen()
        closed_by = record.tail[-1].closed_by if record.tail else record.opening_closed_by
        self.step = Step(None, [], [], closed_by, self.over)

    def _listen(self) -> None:
        self._log.on_seam = self._at_seam
        self._log.shoot = self._shoot if self._keep_frames else None

    def _replay(self, entry: Entry) -> None:
        found = (entry.actor, entry.key)
        if found not in self.pending:
            asked = ", ".join(f"{key} of {actor}" for actor, key in self.pending) or "nothing"
            raise JournalMisfit(f"the journal answers {entry.key} of {entry.actor}; the rules now ask {asked}")
        decision = self.pending[found]
        try:
            value = read_answer(decision, entry.answer)
        except Refused as refusal:
            raise JournalMisfit(f"the journal answers {entry.key} with what is not offered: {refusal}") from refusal
        self._feed(decision, value)

    # -- the tree of flows

    def _advance(self, strand: Strand, value: Any) -> None:
        """Send a value into a strand, and carry on until it asks, waits or ends."""
        while True:
            try:
                request = strand.flow.send(value)
            except StopIteration as stop:
                parent = strand.parent
                if parent is None:
                    self.over, self.result = True, stop.value
                    return
                parent.got[strand.name] = stop.value
                parent.waits -= 1
                if parent.waits:
                    return
                strand, value = parent, dict(parent.got)
                continue
            kind = type(request)
            if kind is Decision:
                self._put(strand, request)
            elif kind is Together:
                strand.got, strand.waits = {}, len(request.decisions)
                for decision in request.decisions:
                    self._put(strand, decision)
            elif kind is Abreast:
                if not request.flows:
                    value = {}
                    continue
                strand.got, strand.waits = {}, len(request.flows)
                for name, flow in request.flows.items():
                    self._advance(Strand(flow, strand, name), None)
            else:
                raise TypeError(f"a flow yielded {request!r}")
            return

    def _put(self, strand: Strand, decision: Decision) -> None:
        place = (decision.actor, decision.key)
        if place in self.pending:
            raise ValueError(f"{decision.actor} is asked {decision.key} twice at once")
        if decision.form is None and not decision.options:
            raise ValueError(f"{decision.kind} at {decision.key} offers {decision.actor} nothing")
        self.pending[place] = decision
        self._strands[place] = strand

    def _feed(self, decision: Decision, value: Any) -> None:
        place = (decision.actor, decision.key)
        del self.pending[place]
        strand = self._strands.pop(place)
        if strand.waits:
            strand.got[decision.actor] = value
            strand.waits -= 1
            if strand.waits:
                return
            value = dict(strand.got)
        self._advance(strand, value)

    # -- answering

    def asked(self, actor: str) -> list[Decision]:
        """Return what this actor has to decide now."""
        return [d for (who, _), d in self.pending.items() if who == actor]

    def answer(self, actor: str, answer: Any, key: str | None = None) -> Step:
        """Take an answer, run to the next question, and return what came of it; a refusal leaves all as it was."""
        decision = self._find(actor, key)
        value = read_answer(decision, answer)
        raw = answer if decision.form is None else msgspec.to_builtins(value)
        entry = Entry(actor, decision.key, raw)
        self.record.tail.append(entry)
        self._log.clear()
        self._feed(decision, value)
        self.step = self._close_step(entry)
        return self.step

    def _find(self, actor: str, key: str | None) -> Decision:
        mine = self.asked(actor)
        if key is not None:
            mine = [d for d in mine if d.key == key]
        if len(mine) == 1:
            return mine[0]
        if not mine:
            raise NotAsked(f"{actor} has nothing to decide" + (f" at {key}" if key else ""), actor=actor, key=key or "")
        keys = [d.key for d in mine]
        raise NotAsked(f"{actor} has several decisions open; name one of {keys}", actor=actor, keys=keys)

    def _close_step(self, entry: Entry | None) -> Step:
        log, record = self._log, self.record
        digest = self.digest()
        if entry is None:
            record.opening, record.opening_closed_by, record.opening_digest = log.draws, log.closed_by, digest
        else:
            entry.draws, entry.closed_by, entry.digest = log.draws, log.closed_by, digest
        if self._next is not None:
            record.coming, record.coming_at, self._next = self._next, len(record.tail), None
            record.coming.opening, record.coming.opening_closed_by = log.draws[self._cut :], log.closed_by
            record.coming.opening_digest = digest
        if record.coming is not None and (log.closed_by or not record.tail or len(record.tail) > LONGEST_TAIL):
            self.record = record.coming
            self.record.tail = record.tail[record.coming_at :]
        return Step(entry, log.events, log.frames, log.closed_by, self.over, log.draws)

    def digest(self) -> str:
        """Return a short hash of the state and of what is asked, to tell whether other code would play on the same."""
        asked = sorted(f"{d.actor} {d.key} {d.kind} {' '.join(d.options)}" for d in self.pending.values())
        return hashlib.blake2b(snapshot(self.state) + "\n".join(asked).encode(), digest_size=8).hexdigest()

    # -- seams

    def _at_seam(self) -> None:
        """Keep the state as a checkpoint-to-be, provided that nothing else is under way."""
        if self.pending:
            return
        self._cut = len(self._log.draws)
        self._next = Record(snapshot(self.state), dict(self.dice.counters))

    # -- undo

    def withdrawal(self, actor: str, consent: tuple[str, ...] = ()) -> list[Entry]:
        """Return what an undo would take back: this actor's last answer and whatever came after it; or refuse."""
        tail = self.record.tail
        place = next((i for i in range(len(tail) - 1, -1, -1) if tail[i].actor == actor), None)
        if place is None:
            shut = self.record.opening_closed_by or "checkpoint"
            raise UndoClosed(f"{actor} has no order to take back since the last {shut}", closed_by=shut)
        withdrawn = tail[place:]
        shut = next((entry.closed_by for entry in withdrawn if entry.closed_by), "")
        if shut:
            raise UndoClosed(f"{shut} closed the order", closed_by=shut)
        others = {entry.actor for entry in withdrawn} | {who for who, _ in self.pending}
        seats = sorted(others - {actor} - set(consent))
        if seats and self._crosses(withdrawn, actor):
            raise UndoNeedsConsent("another side has seen it: " + ", ".join(seats), seats=seats)
        return withdrawn

    def undo(self, actor: str, consent: tuple[str, ...] = ()) -> list[Entry]:
        """Take back this actor's last answer and whatever came after it; return the entries withdrawn."""
        withdrawn = self.withdrawal(actor, consent)
        tail = self.record.tail
        del tail[len(tail) - len(withdrawn) :]
        if self.record.coming_at > len(tail):
            self.record.coming, self.record.coming_at = None, 0
        self._rebuild(fresh=False)
        return withdrawn

    def _crosses(self, withdrawn: list[Entry], actor: str) -> bool:
        """Say whether another seat has answered since, or is asked something that only this order brought about."""
        if any(entry.actor != actor for entry in withdrawn):
            return True
        before = self._asked_before(withdrawn)
        return any(place not in before for place in self.pending if place[0] != actor)

    def _asked_before(self, withdrawn: list[Entry]) -> set[tuple[str, str]]:
        record = self.record
        kept = record.tail[: len(record.tail) - len(withdrawn)]
        earlier = msgspec.structs.replace(record, tail=kept)
        return set(Run(self.title, self.pack, _NoDice(), earlier).pending)

    # -- looking

    def _shoot(self) -> bytes:
        return snapshot(self.state)

    def view(self, viewer: str) -> Mapping[str, Any]:
        """Return the board as this viewer may know it."""
        return self.title.view(self.state, self.pack, viewer)

    def outcome(self) -> Mapping[str, Any] | None:
        """Return how it ended, None while it goes on."""
        return self.title.outcome(self.state, self.pack)

    def play_on(
        self, policies: Mapping[str, Policy], *, until: Callable[[Run], bool], keep: Callable[[Step], None]
    ) -> None:
        """Let policies answer for their seats until a condition holds, handing each step on to be kept."""
        while not self.over and not until(self):
            decision = next((d for (who, _), d in self.pending.items() if who in policies), None)
            if decision is None:
                return
            seat = decision.actor
            answer = policies[seat].choose(decision, partial(self.view, seat))
            if decision.form is not None:
                answer = msgspec.to_builtins(answer)
            keep(self.answer(seat, answer, decision.key))


class _NoDice:
    """Stands behind a replay that must not throw anything new."""

    def __init__(self) -> None:
        self.counters: dict[str, int] = {}

    def draw(self, stream: str, sides: int) -> int:
        raise JournalMisfit(f"a replay asked for a new die of {stream}")

    def card(self, stream: str, pile: Any) -> int:
        raise JournalMisfit(f"a replay asked for a new card of {stream}")


class Fit(msgspec.Struct, frozen=True):
    """Whether today's rules play a kept journal on as before: same, differs (`at` an answer) or cannot (`why`)."""

    verdict: str
    at: int = 0
    why: str = ""


def fits(title: Title, pack: Any, record: Record) -> Fit:
    """Replay a record in a dry run, and look for the first decision whose state is not the one that was kept."""
    try:
        whole = Run.resume(title, pack, _NoDice(), record)
    except Exception as problem:  # whatever new rules raise on an old journal is the finding
        return Fit("cannot", why=f"{type(problem).__name__}: {problem}")
    if whole.digest() == record.last_digest():
        return Fit("same", len(record.tail))
    for taken in range(len(record.tail) + 1):
        part = msgspec.structs.replace(record, tail=record.tail[:taken])
        if Run.resume(title, pack, _NoDice(), part).digest() != part.last_digest():
            return Fit("differs", taken)
    raise AssertionError("a state that differs at the end differs somewhere")
