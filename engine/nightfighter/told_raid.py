"""A year's night as it was laid out, from what its player was told of it: the dice of the raid lie open.

By them the rules lay it out once more, with what the bombers carry and how radar is jammed. The cards of other nights
never come up in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.kernel.decks import NEVER, deck
from engine.kernel.dice import AT, RecordedDice
from engine.kernel.events import Draw
from engine.kernel.table import Table

from .career import CARDS, Year, lay_out
from .charts import charts_of
from .staffel import StaffelYear, scramble
from .state import Career, Setup, Staffel, State

RAID = "career.raid"
"""The event with which a year's night begins."""
SCRAMBLED = "staffel.scrambled"
Story = Sequence[Mapping[str, Any]]


def night_begun(setup: Setup, now: Mapping[str, Any], story: Story, pack: Any) -> tuple[State, Story]:
    """Return a night before its first die, and what was told and answered since."""
    state = State(setup)
    if setup.campaign == "none":
        return state, story
    begins = max(at for at, line in enumerate(story) if line.get("told", {}).get("kind") == RAID)
    state.career = msgspec.convert({**now["career"], "cards": None}, Career)
    state.career.cards = deck("raids", [card for card in CARDS if card != state.career.card], NEVER)
    shown = [Draw(stream.partition(AT)[0], sides, face) for stream, sides, face in story[begins]["told"]["dice"]]
    table, charts = Table(RecordedDice(shown, {}), pack), charts_of(pack)
    if setup.campaign == "staffel":
        state.staffel = msgspec.convert(now["staffel"], Staffel)
        scramble(StaffelYear(state, table, charts))
    else:
        lay_out(Year(state, table, charts))
    since = begins + 1
    if since < len(story) and story[since].get("told", {}).get("kind") == SCRAMBLED:
        since += 1
    return state, story[since:]
