"""A year's night as it was laid out, from what its player was told of it: the dice of the raid lie open.

By them the rules lay it out once more, with how radar is jammed. What the bombers carry is rolled anew where that is
the umpire's secret. The cards of other nights never come up in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.kernel.decks import NEVER, deck
from engine.kernel.dice import AT, FastDice, RecordedDice
from engine.kernel.events import Draw
from engine.kernel.table import Table

from .career import CARDS, Load, Year, are_hidden, lay_out, load_all
from .charts import charts_of
from .pack import Carried
from .staffel import StaffelYear, scramble
from .state import Career, Setup, Staffel, State

RAID = "career.raid"
"""The event with which a year's night begins."""
SCRAMBLED = "staffel.scrambled"
Story = Sequence[Mapping[str, Any]]


def night_begun(setup: Setup, now: Mapping[str, Any], story: Story, pack: Any, loads: int = 0) -> tuple[State, Story]:
    """Return a night before its first die, hidden loads rolled by a seed, and what was told and answered since."""
    state = State(setup)
    if setup.campaign == "none":
        return state, story
    begins = max(at for at, line in enumerate(story) if line.get("told", {}).get("kind") == RAID)
    state.career = msgspec.convert({**now["career"], "cards": None}, Career)
    state.career.cards = deck("raids", [card for card in CARDS if card != state.career.card], NEVER)
    shown = [Draw(stream.partition(AT)[0], sides, face) for stream, sides, face in story[begins]["told"]["dice"]]
    table, charts = Table(RecordedDice(shown, {}), pack), charts_of(pack)
    load = rolled_by(loads) if are_hidden(state) else None
    if setup.campaign == "staffel":
        state.staffel = msgspec.convert(now["staffel"], Staffel)
        scramble(StaffelYear(state, table, charts), load)
    else:
        lay_out(Year(state, table, charts), load=load)
    since = begins + 1
    if since < len(story) and story[since].get("told", {}).get("kind") == SCRAMBLED:
        since += 1
    return state, story[since:]


def rolled_by(seed: int) -> Load:
    """Return who rolls what the bombers carry with dice of his own."""

    def load(year: Year, types: list[str]) -> list[list[Carried]]:
        told = year.table
        year.table = Table(FastDice(seed), told.pack)
        try:
            return load_all(year, types)
        finally:
            year.table = told

    return load
