"""The way in for strangers: set up a night, see what may be ordered, order it, read what happened, keep the state.

    from engine.nightfighter import door

    game = door.open_night({"scenario": "4B", "mode": "solo"}, script=[("weather", 3), ("weather", 4)])
    while not game.over:
        question = game.questions[0]
        game.answer(question, question.options[0])
    print(game.outcome, [event.kind for event in game.events])

A script lists what falls, in order: `(stream, face)`, faces from 1. The streams are `weather`, `counters`, `chits`,
`pool`, `search` (searchlights), `ai`, `tally`, `response`, `combat`, `follow`, `corkscrew`, `displacement`, `flak`,
`equipment`, `guidance`, `identify`, `intruder`, `marker` and `umpire` (its free choices); alone also `radar`,
`location`, `shift`, `phantom`, `column` and `cup`; in a year `campaign`, `raid`, `deck/raids`, `landing` and
`injury`, and of a Staffel `staffel` and `lot`. With `loose=True` the order holds within each stream only;
with a `seed` the dice go on from it where the script ends, or fall from it without any script.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

import msgspec

from engine.kernel.decisions import Decision
from engine.kernel.dice import Dice, FastDice, ScriptedDice
from engine.kernel.events import Event
from engine.kernel.run import Run
from engine.kernel.snapshot import snapshot
from engine.kernel.title import Title
from engine.nightfighter.game import TITLE
from engine.nightfighter.state import PLAYER, Setup, State

_TITLE: Title = cast(Title, TITLE)


class Game:
    """A night under way."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.events: list[Event] = list(run.step.events)

    @property
    def state(self) -> State:
        """All there is to know; whoever plays by the rules reads `view` instead."""
        state: State = self._run.state
        return state

    @property
    def questions(self) -> list[Decision]:
        """What is to be decided now, each with its legal orders."""
        return list(self._run.pending.values())

    @property
    def over(self) -> bool:
        """Whether the night has ended."""
        return self._run.over

    @property
    def outcome(self) -> Mapping[str, Any] | None:
        """How it ended, None while it goes on."""
        return TITLE.outcome(self.state, self._run.pack)

    def answer(self, question: Decision, order: str) -> list[Event]:
        """Give an order; an illegal one is refused and changes nothing. Returns what came of it."""
        step = self._run.answer(question.actor, order, question.key)
        self.events += step.events
        return step.events

    def view(self, viewer: str = PLAYER) -> Mapping[str, Any]:
        """What a viewer may see."""
        return TITLE.view(self.state, self._run.pack, viewer)

    def snapshot(self) -> bytes:
        """The state as bytes, equal for equal states."""
        return snapshot(self.state)


def open_night(
    setup: Mapping[str, Any],
    *,
    seed: int | None = None,
    script: Iterable[tuple[str, int]] = (),
    loose: bool = False,
    pack: str = "standard",
) -> Game:
    """Lay out a night from a plain set-up (see `state.Setup`), with scripted dice, seeded ones, or both."""
    lines = list(script)
    dice: Dice = FastDice(seed or 0)
    if lines:
        dice = ScriptedDice(lines, loose=loose, then=dice if seed is not None else None)
    typed = msgspec.convert(dict(setup), Setup)
    return Game(Run.begin(_TITLE, TITLE.load_pack(pack), typed, dice))
