"""Interceptor Ace as a title: how it begins, how it is played on from any seam, what each seat sees, how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine.kernel.decisions import BadForm, Flow
from engine.kernel.game import Policy
from engine.kernel.table import Table

from . import pack, setup, sortie, tabletop, victory
from . import state as sheet
from .state import COMPETITIVE, MONTHS, SEATS, TABLETOP

RULES = "1"


class InterceptorAce:
    """The title."""

    name = "interceptor-ace"
    rules = RULES
    State = sheet.State
    Setup = sheet.Setup

    def load_pack(self, name: str) -> pack.Charts:
        """Return the charts of that name."""
        return pack.load(name)

    def seats(self, setup: sheet.Setup) -> tuple[str, ...]:
        """Return one seat for each pilot."""
        return SEATS[: len(setup.pilots)]

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

    def policies(self) -> Mapping[str, Callable[..., Policy]]:
        """Return the bots by name."""
        from . import bots

        return bots.POLICIES


TITLE = InterceptorAce()
