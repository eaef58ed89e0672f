"""Interceptor Ace as a title: how it begins, how it is played on from any seam, what each seat sees, how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from engine.interceptor import events, questions, setup, views
from engine.interceptor import state as sheet
from engine.interceptor.charts import compiled, schema
from engine.interceptor.rules import sortie, tabletop, victory
from engine.interceptor.state import SEATS, TABLETOP
from engine.kernel.decisions import BadForm, Flow, QuestionTypes, question_types
from engine.kernel.events import EventTypes, event_types
from engine.kernel.packs.reading import pack_names
from engine.kernel.packs.schema import Pack
from engine.kernel.score import SeatScore, changed_options
from engine.kernel.table import Table
from engine.kernel.title import Policy

RULES = "3"


class InterceptorAce:
    """The title."""

    name = "interceptor-ace"
    rules = RULES
    State = sheet.State
    Setup = sheet.Setup
    shared = frozenset(("raid", "weather", "intercept", "target", "event"))
    Tables = schema.Tables
    events: ClassVar[EventTypes] = event_types(events)
    questions: ClassVar[QuestionTypes] = question_types(questions)

    def load_pack(self, name: str) -> compiled.Charts:
        """Return the charts of that name."""
        return compiled.load(name)

    def pack_names(self) -> tuple[str, ...]:
        """Name the site's packs."""
        return pack_names(compiled.PACKS)

    def read_pack(self, texts: Mapping[str, str]) -> compiled.Charts:
        """Return the charts in the files of a player's own pack."""
        return compiled.read(texts)

    def lay_out(self, stored: Pack[schema.Tables]) -> compiled.Charts:
        """Return the charts of a stored pack."""
        return compiled.compiled(stored)

    def seats(self, setup: sheet.Setup) -> tuple[str, ...]:
        """Return one seat for each pilot."""
        return SEATS[: len(setup.pilots)]

    def start(self, setup_: sheet.Setup, charts: compiled.Charts) -> sheet.State:
        """Return the year before its first die, or refuse a set-up that the rules do not allow. [4]"""
        wrong = setup.faults(setup_, charts)
        if wrong:
            raise BadForm("the set-up has faults: " + ", ".join(fault.code for fault in wrong), wrong)
        return setup.new_state(setup_, charts)

    def play(self, state: sheet.State, table: Table) -> Flow[None]:
        """Play on from any state of the year. [6.0, 6.1]"""
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
                table.tell(victory.result(career, table.pack), "5.2")

    def view(self, state: sheet.State, charts: compiled.Charts, viewer: str) -> views.YearView:
        """Return the whole table: nothing is hidden but the order of the cards, which have none until drawn."""
        return views.year_view(state, charts)

    def hides(self, state: sheet.State) -> bool:
        """Say that nothing is hidden."""
        return False

    def knows(self, state: sheet.State, charts: compiled.Charts, viewer: str) -> views.YearView:
        """Return what a viewer knows of a moment: the table."""
        return self.view(state, charts, viewer)

    def outcome(self, state: sheet.State, charts: compiled.Charts) -> Mapping[str, Any] | None:
        """Return how it ended, None while it goes on. [5.0, 5.2]"""
        return victory.outcome(state, charts)

    def standing(self, state: sheet.State, charts: compiled.Charts, seat: str) -> SeatScore:
        """Return a pilot's standing at any moment. [5.2]"""
        return victory.score_of(state, charts, seat)

    def terms(self, setup: sheet.Setup) -> Mapping[str, Any]:
        """Return how it is played, with whose dice, and by which optional rules; who flies is his own affair. [10]"""
        return {name: value for name, value in changed_options(setup, "play", "dice").items() if name != "pilots"}

    def policies(self) -> Mapping[str, Callable[..., Policy]]:
        """Return the bots by name."""
        from engine.interceptor.bots import policies

        return policies.POLICIES

    def orders_type(self, policy: str) -> type[msgspec.Struct] | None:
        """Return the type of a bot's standing orders."""
        from engine.interceptor.bots import policies

        return policies.ORDERS.get(policy)


TITLE = InterceptorAce()
