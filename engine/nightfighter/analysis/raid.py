"""A year's night as it was set up, from its player's information: the dice of the raid are open.

The rules set it up again by these dice, radar jamming included. Equipment of the bombers that is the umpire's secret is
rolled again. Cards of other nights never come up here.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.analysis.observation import ObservedLine
from engine.kernel.decks import NEVER, deck
from engine.kernel.dice import ANCHOR_SIGN, FastDice, RecordedDice
from engine.kernel.events import Draw, EventRecord
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
EventLog = Sequence[ObservedLine]


def night_start(
    setup: Setup, now: NightfighterView, story: EventLog, pack: Pack[Tables], loads: int = 0
) -> tuple[State, EventLog]:
    """Return a night before its first die, hidden equipment rolled by a seed, and the events and answers since."""
    state = State(setup)
    if setup.campaign == "none" or now.career is None:
        return state, story
    begins, raid = [(at, line) for at, line in enumerate(story) if _is_of(line, RAID_EVENT)][-1]
    # Copies: what is known is the same for every guess.
    state.career = msgspec.msgpack.decode(msgspec.msgpack.encode(now.career), type=PilotCareer)
    state.career.cards = deck("raids", [card for card in CARDS if card != state.career.card], NEVER)
    fallen = raid.dice if isinstance(raid, EventRecord) else ()
    shown = [Draw(one.stream.partition(ANCHOR_SIGN)[0], one.sides, one.face) for one in fallen]
    table, charts = Table(RecordedDice(shown, {}), pack), charts_of(pack)
    load = seeded_loads(loads) if loads_are_hidden(state) else None
    if setup.campaign == "staffel":
        state.staffel = msgspec.msgpack.decode(msgspec.msgpack.encode(now.staffel), type=Staffel)
        scramble(StaffelContext(state, table, charts), load)
    else:
        make_night(YearContext(state, table, charts), load=load)
    since = begins + 1
    if since < len(story) and _is_of(story[since], SCRAMBLED_EVENT):
        since += 1
    return state, story[since:]


def _is_of(line: ObservedLine, kind: str) -> bool:
    return isinstance(line, EventRecord) and line.kind == kind


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
