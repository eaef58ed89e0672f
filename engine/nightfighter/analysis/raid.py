"""A year's night as it was laid out, from what its player was told of it: the dice of the raid lie open.

By them the rules lay it out once more, with how radar is jammed. What the bombers carry is rolled anew where that is
the umpire's secret. The cards of other nights never come up in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.kernel.decks import NEVER, deck
from engine.kernel.dice import ANCHOR_SIGN, FastDice, RecordedDice
from engine.kernel.events import Draw
from engine.kernel.packs.schema import Pack
from engine.kernel.table import Table
from engine.nightfighter.charts.compiled import charts_of
from engine.nightfighter.charts.schema import Carried, Tables
from engine.nightfighter.rules.career.pilot_year import (
    CARDS,
    LoadRoller,
    YearContext,
    loads_are_hidden,
    make_night,
    roll_loads,
)
from engine.nightfighter.rules.career.staffel import StaffelContext, scramble
from engine.nightfighter.state import PilotCareer, Setup, Staffel, State
from engine.nightfighter.views import NightfighterView

RAID_EVENT = "career.raid"
"""The event with which a year's night begins."""
SCRAMBLED_EVENT = "staffel.scrambled"
EventLog = Sequence[Mapping[str, Any]]


def night_start(
    setup: Setup, now: NightfighterView, story: EventLog, pack: Pack[Tables], loads: int = 0
) -> tuple[State, EventLog]:
    """Return a night before its first die, hidden loads rolled by a seed, and what was told and answered since."""
    state = State(setup)
    if setup.campaign == "none" or now.career is None:
        return state, story
    begins = max(at for at, line in enumerate(story) if line.get("told", {}).get("kind") == RAID_EVENT)
    # Copies: what is known is the same for every guess.
    state.career = msgspec.msgpack.decode(msgspec.msgpack.encode(now.career), type=PilotCareer)
    state.career.cards = deck("raids", [card for card in CARDS if card != state.career.card], NEVER)
    shown = [
        Draw(stream.partition(ANCHOR_SIGN)[0], sides, face) for stream, sides, face in story[begins]["told"]["dice"]
    ]
    table, charts = Table(RecordedDice(shown, {}), pack), charts_of(pack)
    load = seeded_loads(loads) if loads_are_hidden(state) else None
    if setup.campaign == "staffel":
        state.staffel = msgspec.msgpack.decode(msgspec.msgpack.encode(now.staffel), type=Staffel)
        scramble(StaffelContext(state, table, charts), load)
    else:
        make_night(YearContext(state, table, charts), load=load)
    since = begins + 1
    if since < len(story) and story[since].get("told", {}).get("kind") == SCRAMBLED_EVENT:
        since += 1
    return state, story[since:]


def seeded_loads(seed: int) -> LoadRoller:
    """Return who rolls what the bombers carry with dice of his own."""

    def load(year: YearContext, types: list[str]) -> list[list[Carried]]:
        data = year.table
        year.table = Table(FastDice(seed), data.pack)
        try:
            return roll_loads(year, types)
        finally:
            year.table = data

    return load
