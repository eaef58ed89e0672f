"""The way in for strangers: set a night up, see who is asked what, answer, read what happened, put it down.

    >>> run = begin(Setup(scenario="berlin"), seed=b"any bytes")
    >>> (decision,) = waiting(run)                      # who, kind, options or form, facts
    >>> decision.actor, decision.kind, decision.options[0]
    ('british', 'weather.order', 'zone:England')
    >>> step = run.answer(decision.actor, decision.options[0], decision.key)
    >>> [decision.key for decision in waiting(run)]     # step.events has what that brought about, as data
    ['weather/2']
    >>> run.view("german")["phase"]                     # the board as a side may know it
    'set-up'
    >>> kept = put_down(run)                            # bytes
    >>> take_up(kept, seed=b"any bytes").digest() == run.digest()
    True

Dice and cards can be scripted, in the order in which they are asked for: here which detachments come, and the
target chit; the script fails loudly where it does not fit.

    >>> run = begin(Setup(), script=[*[("units", 4)] * 8, ("deck/chits", "T10")])
    >>> run.view("british")["targets"]
    ['brunswick']
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import msgspec

from engine.bomber_command.charts.compiled import load_charts
from engine.bomber_command.game import TITLE
from engine.bomber_command.state import Setup
from engine.kernel.decisions import Decision
from engine.kernel.dice import Dice, FairDice, ScriptedDice
from engine.kernel.run import GameRecord, Run
from engine.kernel.title import Title

_TITLE = cast(Title, TITLE)


def begin(
    setup: Setup, *, seed: bytes = b"", script: Iterable[tuple[str, Any]] | None = None, pack: str = "standard"
) -> Run:
    """Start a night, by a seed or by a script; `run.step` holds what happened before the first question."""
    dice: Dice = FairDice(seed) if script is None else ScriptedDice(script)
    return Run.begin(_TITLE, load_charts(pack), setup, dice)


def waiting(run: Run) -> list[Decision]:
    """List the questions that are open, with their legal orders."""
    return list(run.pending.values())


def put_down(run: Run) -> bytes:
    """Return all that must be kept to take the night up again."""
    return msgspec.msgpack.encode(run.record)


def take_up(kept: bytes, *, seed: bytes, pack: str = "standard") -> Run:
    """Take a night up at the question where it was put down."""
    record = msgspec.msgpack.decode(kept, type=GameRecord)
    return Run.resume(_TITLE, load_charts(pack), FairDice(seed), record)
