"""A running game: it asks, takes answers and keeps its journal. It can be stored and resumed at any decision."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from engine.kernel import digests
from engine.kernel.coroutines import Coroutine, CoroutineTree
from engine.kernel.decisions import Decision, NotAsked, Refused, UndoClosed, UndoNeedsConsent, read_answer
from engine.kernel.dice import Dice, JournalMismatch, RecordedDice
from engine.kernel.events import Draw, Event
from engine.kernel.limits import ONE_ORDER, Runaway
from engine.kernel.packs.schema import Charts
from engine.kernel.rule_versions import FIRST_VERSION, GameSetup
from engine.kernel.snapshot import restore, snapshot
from engine.kernel.table import RecordingTable, StepLog
from engine.kernel.title import Policy, Title

LONGEST_TAIL = 200
"""Answers since a checkpoint after which undo ends, so that resuming stays short."""


class RecordedAnswer(msgspec.Struct, gc=False):
    """One answer in the journal: who, to which question, what, and the faces that fell before the next question."""

    actor: str
    key: str
    answer: Any
    draws: list[Draw] = []
    closed_by: str = ""
    digest: str = ""
    joined: bool = False
    """True for an answer in the same order as the actor's answer before it: both are taken back together."""


class GameRecord(msgspec.Struct):
    """Everything needed to resume a game: the last checkpoint, and the journal since.

    `opening` are the draws between the checkpoint and the first question after it. `coming` is a later seam, passed
    after `coming_at` answers. It becomes the checkpoint once no order before it can be undone.
    """

    snapshot: bytes
    counters: dict[str, int] = {}
    opening: list[Draw] = []
    opening_closed_by: str = ""
    opening_digest: str = ""
    tail: list[RecordedAnswer] = []
    coming: GameRecord | None = None
    coming_at: int = 0
    began: str = FIRST_VERSION
    """The version of the rules with which the game began."""

    def last_digest(self) -> str:
        """Return the hash that the state had when the record was made."""
        return self.tail[-1].digest if self.tail else self.opening_digest


class Step(msgspec.Struct):
    """The result of one answer. The play loop stores it."""

    entry: RecordedAnswer | None
    events: list[Event]
    frames: list[bytes]
    closed_by: str
    over: bool
    draws: list[Draw] = []


class Run(CoroutineTree):
    """The only driver of play that counts. It refuses options that were not offered and seats that were not asked.

    A refusal leaves the game unchanged.
    """

    def __init__(
        self, title: Title, pack: Charts, dice: Dice, record: GameRecord, *, fresh: bool = False, frames: bool = False
    ) -> None:
        super().__init__(ONE_ORDER)
        self.title = title
        self.pack: Any = pack
        self.dice = dice
        self.record = record
        self._keep_frames = frames
        self.at_seam: Callable[[Any, int], None] | None = None
        """Told of each seam that is passed: the state, and how many draws of the step fell before it."""
        self.makes_digests = True
        """Whether each entry gets the digest of its state; a trial that is thrown away needs none."""
        self._rebuild(fresh)

    # -- beginning, and taking up again

    @classmethod
    def begin(
        cls, title: Title, pack: Charts, setup: GameSetup, dice: Dice, *, frames: bool = False, began: str = ""
    ) -> Run:
        """Start a game; `run.step` holds what happened before the first question.

        `began` are the rules by which it was begun once, if it is played again; its set-up has their readings.
        """
        record = GameRecord(snapshot(title.start(setup, pack)), began=began or title.rules)
        return cls(title, pack, dice, record, fresh=True, frames=frames)

    @classmethod
    def resume(cls, title: Title, pack: Charts, dice: Dice, record: GameRecord, *, frames: bool = False) -> Run:
        """Resume a game where it was stopped; `dice` go on where the recorded faces end."""
        return cls(title, pack, dice, record, frames=frames)

    def _rebuild(self, fresh: bool) -> None:
        """Set the flow going from the checkpoint; unless it is fresh, replay the journal with the faces that fell."""
        record = self.record
        self.state: Any = restore(record.snapshot, self.title.State, record.began)
        self._clear()
        self._next: GameRecord | None = None
        self._cut = 0
        self._log = log = StepLog(ONE_ORDER)
        # The live source counts its draws in the dictionary that the replay counts in.
        counters = self.dice.counters
        counters.clear()
        counters.update(record.counters)
        draws = [] if fresh else [*record.opening, *(draw for entry in record.tail for draw in entry.draws)]
        source = RecordedDice(draws, counters, then=self.dice if fresh else None)
        if fresh:
            self._listen()
        self._advance(Coroutine(self.title.play(self.state, RecordingTable(source, self.pack, log=log))), None)
        if fresh:
            self.step = self._close_step(None)
            return
        for entry in record.tail:
            log.clear()
            self._replay(entry)
        if source.at != len(draws):
            raise JournalMismatch(f"{len(draws) - source.at} recorded draws were never asked for")
        source.then = self.dice
        log.clear()
        self._listen()
        closed_by = record.tail[-1].closed_by if record.tail else record.opening_closed_by
        self.step = Step(None, [], [], closed_by, self.over)

    def _listen(self) -> None:
        self._log.on_seam = self._at_seam
        self._log.shoot = self._shoot if self._keep_frames else None

    def _replay(self, entry: RecordedAnswer) -> None:
        found = (entry.actor, entry.key)
        if found not in self.pending:
            asked = ", ".join(f"{key} of {actor}" for actor, key in self.pending) or "nothing"
            raise JournalMismatch(f"the journal answers {entry.key} of {entry.actor}; the rules now ask {asked}")
        decision = self.pending[found]
        try:
            value = read_answer(decision, entry.answer)
        except Refused as refusal:
            raise JournalMismatch(f"the journal answers {entry.key} with what is not offered: {refusal}") from refusal
        self._feed(decision, value)

    # -- answering

    def asked(self, actor: str) -> list[Decision]:
        """Return what this actor has to decide now."""
        return [d for (who, _), d in self.pending.items() if who == actor]

    def answer(self, actor: str, answer: object, key: str | None = None, *, joined: bool = False) -> Step:
        """Take an answer, run to the next question, and return the result. A refusal leaves everything unchanged.

        An order that exceeds its limits (`Runaway`) also leaves the game as it was before.
        """
        decision = self.find(actor, key)
        value = read_answer(decision, answer)
        raw = answer if decision.form is None else msgspec.to_builtins(value)
        if not joined and len(self.record.tail) > LONGEST_TAIL:
            self._pass_seam()
        entry = RecordedAnswer(actor, decision.key, raw, joined=joined)
        self.record.tail.append(entry)
        self._log.clear()
        try:
            self._feed(decision, value)
        except Runaway:
            self.record.tail.pop()
            self._rebuild(fresh=False)
            raise
        self.step = self._close_step(entry)
        return self.step

    def find(self, actor: str, key: str | None) -> Decision:
        """Return what this actor has to decide at that key, or the one thing that is asked; or refuse."""
        mine = self.asked(actor)
        if key is not None:
            mine = [d for d in mine if d.key == key]
        if len(mine) == 1:
            return mine[0]
        if not mine:
            raise NotAsked(f"{actor} has nothing to decide" + (f" at {key}" if key else ""), actor=actor, key=key or "")
        keys = [d.key for d in mine]
        raise NotAsked(f"{actor} has several decisions open; name one of {keys}", actor=actor, keys=keys)

    def _close_step(self, entry: RecordedAnswer | None) -> Step:
        log, record = self._log, self.record
        digest = self.digest() if self.makes_digests else ""
        if entry is None:
            record.opening, record.opening_closed_by, record.opening_digest = log.draws, log.closed_by, digest
        else:
            entry.draws, entry.closed_by, entry.digest = log.draws, log.closed_by, digest
        if self._next is not None:
            record.coming, record.coming_at, self._next = self._next, len(record.tail), None
            record.coming.opening, record.coming.opening_closed_by = log.draws[self._cut :], log.closed_by
            record.coming.opening_digest = digest
        if log.closed_by or not record.tail:
            self._pass_seam()
        return Step(entry, log.events, log.frames, log.closed_by, self.over, log.draws)

    def _pass_seam(self) -> None:
        """Make the latest seam the checkpoint: what was answered before it is not taken back any more."""
        record = self.record
        if record.coming is not None:
            self.record = record.coming
            self.record.tail = record.tail[record.coming_at :]

    def digest(self) -> str:
        """Return a short hash of the state and of what is asked, to tell whether other code would play on the same."""
        return digests.digest_of(self.state, self._asking(), self.record.began)

    def agrees(self, digest: str) -> bool:
        """Say whether a digest is that of this moment, be it made today or by an earlier release."""
        return digests.matches(self.state, self._asking(), self.record.began, digest)

    def _asking(self) -> str:
        asked = sorted(f"{d.actor} {d.key} {d.kind} {' '.join(d.options)}" for d in self.pending.values())
        return "\n".join(asked)

    # -- seams

    def _at_seam(self) -> None:
        """Keep the state as a checkpoint-to-be, provided that nothing else is under way."""
        if self.pending:
            return
        self._cut = len(self._log.draws)
        if self.at_seam is not None:
            self.at_seam(self.state, self._cut)
        self._next = GameRecord(snapshot(self.state), dict(self.dice.counters), began=self.record.began)

    def seam(self) -> GameRecord | None:
        """Return the seam at which the game is, with the draws since; None between seams."""
        record = self.record
        if record.coming is not None and record.coming_at == len(record.tail):
            return record.coming
        return record if not record.tail else None

    def continue_with_charts(self, pack: Charts) -> Run:
        """Restart the game from its present seam with other charts. Everything before becomes final."""
        seam = self.seam()
        if seam is None:
            raise JournalMismatch("other charts can only be laid out at a seam")
        bare = GameRecord(seam.snapshot, dict(seam.counters), began=seam.began)
        return Run(self.title, pack, self.dice, bare, fresh=True, frames=self._keep_frames)

    # -- undo

    def withdrawal(self, actor: str, consent: tuple[str, ...] = ()) -> list[RecordedAnswer]:
        """Return what an undo would withdraw: this actor's last order and everything after it. Refuse if it may not."""
        tail = self.record.tail
        mine = (i for i in range(len(tail) - 1, -1, -1) if tail[i].actor == actor and not tail[i].joined)
        place = next(mine, None)
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

    def undo(self, actor: str, consent: tuple[str, ...] = ()) -> list[RecordedAnswer]:
        """Undo this actor's last order and everything after it; return the withdrawn entries."""
        withdrawn = self.withdrawal(actor, consent)
        tail = self.record.tail
        del tail[len(tail) - len(withdrawn) :]
        if self.record.coming_at > len(tail):
            self.record.coming, self.record.coming_at = None, 0
        self._rebuild(fresh=False)
        return withdrawn

    def _crosses(self, withdrawn: list[RecordedAnswer], actor: str) -> bool:
        """Say whether another seat has answered since, or is asked something that only this order brought about."""
        if any(entry.actor != actor for entry in withdrawn):
            return True
        before = self._asked_before(withdrawn)
        return any(place not in before for place in self.pending if place[0] != actor)

    def _asked_before(self, withdrawn: list[RecordedAnswer]) -> set[tuple[str, str]]:
        record = self.record
        stored = record.tail[: len(record.tail) - len(withdrawn)]
        earlier = msgspec.structs.replace(record, tail=stored)
        return set(Run(self.title, self.pack, NoDice(), earlier).pending)

    # -- looking

    @property
    def events_so_far(self) -> list[Event]:
        """Return the events of the last answer so far, even if a refused roll stopped it."""
        return self._log.events

    def _shoot(self) -> bytes:
        return snapshot(self.state)

    def view(self, viewer: str) -> Any:
        """Return the board as this viewer may know it."""
        return self.title.view(self.state, self.pack, viewer)

    def outcome(self) -> Mapping[str, object] | None:
        """Return how it ended, None while it goes on."""
        return self.title.outcome(self.state, self.pack)

    def next_of(self, seats: Container[str]) -> Decision | None:
        """Return what these seats are to answer next."""
        return next((decision for (who, _key), decision in self.pending.items() if who in seats), None)

    def play_on(
        self, policies: Mapping[str, Policy], *, until: Callable[[Run], bool], keep: Callable[[Step], None]
    ) -> None:
        """Let policies answer for their seats until a condition holds, and hand each step to `keep`."""
        while not self.over and not until(self):
            decision = self.next_of(policies)
            if decision is None:
                return
            seat = decision.actor
            answer = policies[seat].choose(decision, partial(self.view, seat))
            if decision.form is not None:
                answer = msgspec.to_builtins(answer)
            keep(self.answer(seat, answer, decision.key))


class NoDice:
    """A dice source for replays and rehearsals, which must not roll anything new."""

    def __init__(self, instead_of: Dice | None = None) -> None:
        self.counters: dict[str, int] = {}
        self.calendar = instead_of.calendar if instead_of is not None else None
        self.instead_of = instead_of

    def name(self, prefix: str, stream: str, anchor: str) -> str:
        """Name a draw as the replaced dice do."""
        return self.instead_of.name(prefix, stream, anchor) if self.instead_of is not None else prefix + stream

    def draw(self, stream: str, sides: int) -> int:
        """Refuse a die."""
        raise JournalMismatch(f"a replay or a rehearsal asked for a new die of {stream}")

    def card(self, stream: str, pile: Sequence[object]) -> int:
        """Refuse a card."""
        raise JournalMismatch(f"a replay or a rehearsal asked for a new card of {stream}")


class ReplayCheck(msgspec.Struct, frozen=True):
    """The result of replaying a stored journal by today's rules: same, differs (`at` an answer) or cannot (`why`)."""

    verdict: str
    at: int = 0
    why: str = ""


def check_replay(title: Title, pack: Charts, record: GameRecord) -> ReplayCheck:
    """Replay a record in a dry run, and find the first decision whose state differs from the stored one."""
    try:
        whole = Run.resume(title, pack, NoDice(), record)
    except Exception as problem:  # any exception of new rules on an old journal is the finding
        return ReplayCheck("cannot", why=f"{type(problem).__name__}: {problem}")
    if whole.agrees(record.last_digest()):
        return ReplayCheck("same", len(record.tail))
    for taken in range(len(record.tail) + 1):
        part = msgspec.structs.replace(record, tail=record.tail[:taken])
        if not Run.resume(title, pack, NoDice(), part).agrees(part.last_digest()):
            return ReplayCheck("differs", taken)
    raise AssertionError("a state that differs at the end differs somewhere")
