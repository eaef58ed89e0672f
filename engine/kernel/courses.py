"""A guessed game on its way: taken up at an open question, it is flown on by bots on fast dice, and nobody keeps it.

Chance comes of `StreamDice` alone: the nth draw of a stream hangs on (seed, stream, n), so that two orders tried by
one seed meet the same as far as they can. The dice of a game that counts are refused, whatever they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol
from zlib import crc32

from .decisions import Decision, read_answer
from .dice import FastDice, JournalMisfit, RecordedDice
from .events import Draw
from .game import Policy, Title, drive
from .limits import GAME_DRAWS, GAME_SEAMS, Runaway
from .readings import restored
from .run import Record
from .strands import Strand, Strands
from .table import Table

WORD = (1 << 64) - 1
LONGEST = 200_000
"""Decisions after which a rollout is no honest game any more."""


class NotFastDice(Exception):
    """A rollout was to be flown with dice that somebody's game hangs on."""


def mixed(*numbers: int) -> int:
    """Mix numbers into one of 64 bits that has nothing in common with its neighbours (SplitMix64)."""
    word = 0
    for number in numbers:
        word = (word + number + 0x9E3779B97F4A7C15) & WORD
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
        word ^= word >> 31
    return word


class StreamDice:
    """For rollouts: the nth draw of a stream hangs on seed, stream and n, whatever fell on other streams."""

    __slots__ = ("_left", "_words", "counters", "seed")
    calendar = None

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._left = GAME_DRAWS
        self.counters: dict[str, int] = {}
        self._words: dict[str, int] = {}

    def name(self, prefix: str, stream: str, anchor: str) -> str:
        """Name the stream in its branch; anchors play no part."""
        return prefix + stream

    def draw(self, stream: str, sides: int) -> int:
        """Throw the stream's next die: a linear congruence of its own for each stream, of which the top bits count."""
        self._left -= 1
        if self._left < 0:
            raise Runaway("draws", GAME_DRAWS, stream)
        words = self._words
        word = words[stream] if stream in words else mixed(self.seed, crc32(stream.encode()))
        words[stream] = word = (word * 6364136223846793005 + 1442695040888963407) & WORD
        return ((word >> 32) * sides >> 32) + 1

    def card(self, stream: str, pile: Sequence[Any]) -> int:
        """Take the stream's next card."""
        return self.draw(stream, len(pile)) - 1


Fast = StreamDice | FastDice


def only_fast(dice: Any) -> Fast:
    """Return dice of which nothing hangs, or refuse them."""
    if type(dice) is not StreamDice and type(dice) is not FastDice:
        raise NotFastDice(f"rollouts are flown with fast dice, never with {type(dice).__name__}")
    return dice


class _Ahead(Table):
    """A quiet table that names each draw as it was named when it fell; a seam may end what is flown at it."""

    def __init__(self, dice: Any, pack: Any = None, prefix: str = "", place: str = "") -> None:
        super().__init__(dice, pack, prefix, place)
        self.roll, self.pick = self._named_roll, self._named_pick


class _Reached(Exception):
    """The course has come as far as it was to be flown."""


def _shortens(short: str, key: str) -> bool:
    """Say whether a key has some of the parts of another, in their order."""
    parts = iter(key.split("/"))
    return all(part in parts for part in short.split("/"))


class Course(Strands):
    """A game that is tried: its state, what is asked, and bots to fly it on. `draws` fall first, then fast dice."""

    def __init__(self, title: Title, pack: Any, state: Any, dice: Any, draws: Sequence[Draw] = ()) -> None:
        super().__init__()
        self.title = title
        self.pack = pack
        self.state = state
        self.dice = only_fast(dice)
        source: Any = RecordedDice(draws, {}, then=dice) if draws else dice
        self.table = _Ahead(source, pack)
        self._main = Strand(title.play(state, self.table))
        self._advance(self._main, None)

    def find(self, actor: str, key: str) -> Decision:
        """Return what an actor is asked at a key; a quiet table writes shorter keys, which leave out parts of it."""
        if (actor, key) in self.pending:
            return self.pending[actor, key]
        mine = [decision for (who, _key), decision in self.pending.items() if who == actor]
        if len(mine) > 1:
            mine = [decision for decision in mine if _shortens(decision.key, key)]
        if len(mine) != 1:
            raise JournalMisfit(f"the guess asks {actor} {len(mine)} things, and nothing at {key}")
        return mine[0]

    def answer(self, actor: str, key: str, raw: Any) -> None:
        """Answer as it was answered when the game was played: what was not offered is refused."""
        decision = self.find(actor, key)
        self._feed(decision, read_answer(decision, raw))

    def give(self, decision: Decision, value: Any) -> None:
        """Answer with what is known to be offered, as the flow wants it: decoded."""
        asked = self.find(decision.actor, decision.key)
        if asked.kind != decision.kind:
            raise JournalMisfit(f"the guess asks {decision.actor} {asked.kind}, not {decision.kind}")
        if asked.form is None and value not in asked.options:
            raise JournalMisfit(f"the guess does not offer {decision.actor} {value}")
        self._feed(asked, value)

    def fly(
        self,
        policies: Mapping[str, Policy],
        reached: Callable[[Any], bool] | None = None,
        given: Sequence[tuple[Decision, Any]] = (),
    ) -> None:
        """Let bots answer for every seat, to the first seam at which `reached` holds of the state, else to the end.

        `given` are the first answers. A course that was stopped at a seam serves no further: what counts is its state.
        """
        state, table, view = self.state, self.table, self.title.view
        looks = {seat: partial(view, state, self.pack, seat) for seat in policies}

        def choose(decision: Decision) -> Any:
            seat = decision.actor
            return policies[seat].choose(decision, looks[seat])

        seams = 0

        def at_seam() -> None:
            nonlocal seams
            seams += 1
            if seams > GAME_SEAMS:
                raise Runaway("seams", GAME_SEAMS)
            if reached is not None and reached(state):
                raise _Reached

        # What was recorded has fallen: from here the plain calls serve, which are the hottest of all.
        table.dice, table.roll, table.pick, table.seam = self.dice, self.dice.draw, self.dice.card, at_seam
        try:
            for decision, value in given:
                self.give(decision, value)
            while not self.over:
                place, decision = next(iter(self.pending.items()))
                strand = self._strands[place]
                if strand is self._main and not strand.waits:
                    del self.pending[place], self._strands[place]
                    self.result, _ = drive(strand.flow, choose, LONGEST, choose(decision))
                    self.over = True
                else:
                    self._feed(decision, choose(decision))
        except _Reached:
            return


class Guess(Protocol):
    """What a viewer takes the game to be: it can be taken up at his open question as often as one likes."""

    def begin(self, dice: Fast) -> Course:
        """Return the guessed game at the question, to go on with these dice."""


class Kept:
    """The guess where nothing is hidden: the game itself, from its last checkpoint and the faces that fell since.

    It holds the record's bytes, answers and faces alone: the dice and counters of the game are not within its reach.
    """

    def __init__(self, title: Title, pack: Any, record: Record) -> None:
        self.title = title
        self.pack = pack
        self._snapshot, self._began = record.snapshot, record.began
        self._draws = (*record.opening, *(draw for entry in record.tail for draw in entry.draws))
        self._answers = tuple((entry.actor, entry.key, entry.answer) for entry in record.tail)

    def begin(self, dice: Any) -> Course:
        """Take the game up where it stands."""
        state = restored(self._snapshot, self.title.State, self._began)
        course = Course(self.title, self.pack, state, dice, self._draws)
        for actor, key, answer in self._answers:
            course.answer(actor, key, answer)
        return course
