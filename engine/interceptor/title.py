"""Interceptor Ace as a title: how it begins, how it is played on from any seam, what each seat sees, how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine.kernel.decisions import BadForm, Flow
from engine.kernel.game import Policy
from engine.kernel.packs import Pack, pack_names
from engine.kernel.standing import Standing, chosen
from engine.kernel.table import Table
from engine.kernel.thinking import Thought

from . import pack, setup, sortie, tabletop, victory
from . import state as sheet
from .hindsight import YEARS, Years
from .prospects import SORTIES
from .state import COMPETITIVE, HERE, MONTHS, SEATS, SOLITAIRE, TABLETOP
from .thinking import PILOT_THINKS, is_measured
from .weights import WORTHS

RULES = "3"


class InterceptorAce:
    """The title."""

    name = "interceptor-ace"
    rules = RULES
    State = sheet.State
    Setup = sheet.Setup
    shared = frozenset(("raid", "weather", "intercept", "target", "event"))
    Tables = pack.Tables
    prospects = SORTIES
    worths = WORTHS

    def load_pack(self, name: str) -> pack.Charts:
        """Return the charts of that name."""
        return pack.load(name)

    def pack_names(self) -> tuple[str, ...]:
        """Name the packs of the house."""
        return pack_names(pack.PACKS)

    def read_pack(self, texts: Mapping[str, str]) -> pack.Charts:
        """Return the charts in the files of a player's own pack."""
        return pack.read(texts)

    def lay_out(self, kept: Pack[pack.Tables]) -> pack.Charts:
        """Return the charts of a pack that was kept."""
        return pack.compiled(kept)

    def seats(self, setup: sheet.Setup) -> tuple[str, ...]:
        """Return one seat for each pilot."""
        return SEATS[: len(setup.pilots)]

    def hindsight(self, setup: sheet.Setup, seat: str) -> Years | None:
        """Return how a year is looked back on: one flown alone, with the dice of the house."""
        return YEARS if setup.dice == HERE and setup.play == SOLITAIRE else None

    def start(self, setup_: sheet.Setup, charts: pack.Charts) -> sheet.State:
        """Return the year before its first die, or refuse a set-up that the rules do not allow. [4]"""
        wrong = setup.faults(setup_, charts)
        if wrong:
            raise BadForm("the set-up has faults: " + ", ".join(fault.code for fault in wrong), wrong)
        return setup.new_state(setup_, charts)

    def play(self, state: sheet.State, table: Table) -> Flow[None]:
        """Play on from wherever the year stands. [6.0, 6.1]"""
        phases = {
            "setup": setup.set_up,
            "month": sortie.begin_month,
            "raid": tabletop.write_line if state.dice == TABLETOP else sortie.begin_line,
            "sortie": sortie.fly,
            "debriefing": sortie.debrief,
        }
        while state.phase != "over":
            yield from phases[state.phase](state, table)
            table.seam()
        for career in state.careers:
            if table.hears:
                table.tell("career.over", "5.2", **victory.result(career, table.pack))

    def view(self, state: sheet.State, charts: pack.Charts, viewer: str) -> Mapping[str, Any]:
        """Return the table as it lies: nothing is hidden but the order of the cards, which have none until drawn."""
        seen: dict[str, Any] = {
            "play": state.play,
            "phase": state.phase,
            "month": MONTHS[state.month],
            "line": state.line,
            "lines": charts.lines(state.month),
            "raid": msgspec.to_builtins(state.raid),
            "options": msgspec.to_builtins(state.options),
            "deck": len(state.deck),
            "careers": [],
        }
        for career in state.careers:
            shown = msgspec.to_builtins(career)
            shown["deck"] = len(career.deck) if career.deck is not None else len(state.deck)
            seen["careers"].append(shown)
        if state.play == COMPETITIVE:
            seen["deck"] = 0
        return seen

    def outcome(self, state: sheet.State, charts: pack.Charts) -> Mapping[str, Any] | None:
        """Return how it ended, None while it goes on. [5.0, 5.2]"""
        return victory.outcome(state, charts)

    def standing(self, state: sheet.State, charts: pack.Charts, seat: str) -> Standing:
        """Return where a pilot stands, at any moment. [5.2]"""
        return victory.standing_of(state, charts, seat)

    def terms(self, setup: sheet.Setup) -> Mapping[str, Any]:
        """Return how it is played, with whose dice, and by which optional rules; who flies is his own affair. [10]"""
        return {name: value for name, value in chosen(setup, "play", "dice").items() if name != "pilots"}

    def thoughts(self, setup: sheet.Setup, charts: pack.Charts, seat: str) -> Thought | None:
        """Return what a thinking pilot thinks over: none where it was not shown to be worth while."""
        return PILOT_THINKS if is_measured(setup, charts, seat) else None

    def policies(self) -> Mapping[str, Callable[..., Policy]]:
        """Return the bots by name."""
        from . import bots

        return bots.POLICIES


TITLE = InterceptorAce()
