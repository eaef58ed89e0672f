"""A guessed game in a rollout: resumed at an open question, and flown on by bots with fast dice.

Its chance comes from `StreamDice` alone: the nth draw of a stream depends on (seed, stream, n). So two orders tried
with
one seed meet the same draws as far as possible. The dice of a real game are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from engine.analysis.stream_dice import RolloutDice, require_rollout_dice
from engine.kernel.coroutines import Coroutine, CoroutineTree
from engine.kernel.decisions import Decision, read_answer
from engine.kernel.dice import Dice, JournalMismatch, RecordedDice
from engine.kernel.events import Draw
from engine.kernel.limits import GAME_SEAMS, Runaway
from engine.kernel.packs.schema import Charts
from engine.kernel.run import GameRecord
from engine.kernel.snapshot import restore
from engine.kernel.table import Table
from engine.kernel.title import Policy, Title, drive

MOST_DECISIONS = 200_000
"""Decisions after which a rollout is no honest game any more."""


class _RolloutTable(Table):
    """A quiet table that names each draw as it was named when it fell; a seam may end what is flown at it."""

    def __init__(self, dice: Dice, pack: Charts | None = None, prefix: str = "", place: str = "") -> None:
        super().__init__(dice, pack, prefix, place)
        self.roll, self.pick = self._named_roll, self._named_pick


class _EndReached(Exception):
    """The course has come as far as it was to be flown."""


def _shortens(short: str, key: str) -> bool:
    """Say whether a key has some of the parts of another, in their order."""
    parts = iter(key.split("/"))
    return all(part in parts for part in short.split("/"))


class RolloutState(CoroutineTree):
    """A game that is tried: its state, what is asked, and bots to fly it on. `draws` fall first, then fast dice."""

    def __init__(self, title: Title, pack: Charts, state: Any, dice: object, draws: Sequence[Draw] = ()) -> None:
        super().__init__()
        self.title = title
        self.pack = pack
        self.state = state
        self.dice: RolloutDice = require_rollout_dice(dice)
        source: Dice = RecordedDice(draws, {}, then=self.dice) if draws else self.dice
        self.table = _RolloutTable(source, pack)
        self._main = Coroutine(title.play(state, self.table))
        self._advance(self._main, None)

    def find(self, actor: str, key: str) -> Decision:
        """Return what an actor is asked at a key; a quiet table writes shorter keys, which leave out parts of it."""
        if (actor, key) in self.pending:
            return self.pending[actor, key]
        mine = [decision for (who, _key), decision in self.pending.items() if who == actor]
        if len(mine) > 1:
            mine = [decision for decision in mine if _shortens(decision.key, key)]
        if len(mine) != 1:
            raise JournalMismatch(f"the guess asks {actor} {len(mine)} things, and nothing at {key}")
        return mine[0]

    def answer(self, actor: str, key: str, raw: object) -> None:
        """Answer as it was answered when the game was played: what was not offered is refused."""
        decision = self.find(actor, key)
        self._feed(decision, read_answer(decision, raw))

    def give(self, decision: Decision, value: object) -> None:
        """Answer with what is known to be offered, as the flow wants it: decoded."""
        asked = self.find(decision.actor, decision.key)
        if asked.kind != decision.kind:
            raise JournalMismatch(f"the guess asks {decision.actor} {asked.kind}, not {decision.kind}")
        if asked.form is None and value not in asked.options:
            raise JournalMismatch(f"the guess does not offer {decision.actor} {value}")
        self._feed(asked, value)

    def fly(
        self,
        policies: Mapping[str, Policy],
        reached: Callable[[Any], bool] | None = None,
        given: Sequence[tuple[Decision, object]] = (),
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
                raise _EndReached

        # The recorded draws are used up: from here the plain calls serve, which are the hottest of all.
        table.dice, table.roll, table.pick, table.seam = self.dice, self.dice.draw, self.dice.card, at_seam
        try:
            for decision, value in given:
                self.give(decision, value)
            while not self.over:
                place, decision = next(iter(self.pending.items()))
                coroutine = self._coroutines[place]
                if coroutine is self._main and not coroutine.waits:
                    del self.pending[place], self._coroutines[place]
                    self.result, _ = drive(coroutine.flow, choose, MOST_DECISIONS, choose(decision))
                    self.over = True
                else:
                    self._feed(decision, choose(decision))
        except _EndReached:
            return


class Guess(Protocol):
    """A viewer's guess of the game. It can be resumed at his open question any number of times."""

    def begin(self, dice: object) -> RolloutState:
        """Return the guessed game at the question, to go on with these dice."""


class KnownGame:
    """The guess where nothing is hidden: the game itself, from its last checkpoint and the faces that fell since.

    It holds the record's bytes, answers and faces alone: the dice and counters of the game are not within its reach.
    """

    def __init__(self, title: Title, pack: Charts, record: GameRecord) -> None:
        self.title = title
        self.pack = pack
        self._snapshot, self._began = record.snapshot, record.began
        self._draws = (*record.opening, *(draw for entry in record.tail for draw in entry.draws))
        self._answers = tuple((entry.actor, entry.key, entry.answer) for entry in record.tail)

    def begin(self, dice: object) -> RolloutState:
        """Resume the game at its present place."""
        state = restore(self._snapshot, self.title.State, self._began)
        course = RolloutState(self.title, self.pack, state, dice, self._draws)
        for actor, key, answer in self._answers:
            course.answer(actor, key, answer)
        return course
