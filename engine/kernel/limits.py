"""Limits on what one order may bring about, so that no rule and no chart can keep a machine busy for ever.

`docs/reference/limits.md` says what was measured. A limit stops a loop and never a game: each is at least ten times
what any order of the three games has needed.
"""

from __future__ import annotations

import sys

import msgspec

from engine.kernel.decisions import Refused


class Limits(msgspec.Struct, frozen=True):
    """Limits of draws, events and steps for one order."""

    draws: int = sys.maxsize
    """Dice thrown and cards drawn."""
    events: int = sys.maxsize
    steps: int = sys.maxsize
    """Questions asked and seams passed, which a flow may do without a die or an event."""


UNLIMITED = Limits()
ONE_ORDER = Limits(draws=5_000, events=5_000, steps=2_000)
GAME_DRAWS, GAME_SEAMS = 5_000_000, 100_000
"""Draws of one source of fast dice, and seams of one quiet table: either serves one simulated game or rollout."""


class Runaway(Refused):
    """An order, or a simulated game, goes past its limit: a rule does not end, or the charts do not let it end."""

    code = "runaway"

    def __init__(self, what: str, most: int, last: str = "") -> None:
        super().__init__(f"more than {most} {what}" + (f", last {last}" if last else ""), what=what, most=most)
