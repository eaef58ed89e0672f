"""Bomber Command as a title."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from engine.bomber_command import events, questions
from engine.bomber_command import state as states
from engine.bomber_command.charts import schema as packs
from engine.bomber_command.charts.compiled import Charts, load_charts, read_charts
from engine.bomber_command.charts.schema import PACKS
from engine.bomber_command.rules.turn import play_night
from engine.bomber_command.rules.victory import seat_score
from engine.bomber_command.state import SEATS
from engine.bomber_command.state import State as Night
from engine.bomber_command.view import known_state, view
from engine.bomber_command.views import KnownNight, NightView
from engine.kernel.decisions import Flow, QuestionTypes, question_types
from engine.kernel.events import EventTypes, event_types
from engine.kernel.packs.reading import pack_names
from engine.kernel.packs.schema import Pack
from engine.kernel.score import SeatScore, changed_options
from engine.kernel.table import Table
from engine.kernel.title import Policy


class BomberCommand:
    """One night over the Reich for two players."""

    name = "bomber-command"
    rules = "2"
    State = Night
    Setup = states.Setup
    shared = frozenset(("weather", "deck/weather"))
    Tables = packs.Tables
    events: ClassVar[EventTypes] = event_types(events)
    questions: ClassVar[QuestionTypes] = question_types(questions)

    def load_pack(self, name: str) -> Charts:
        """Return the charts of that name."""
        return load_charts(name)

    def pack_names(self) -> tuple[str, ...]:
        """Name the site's packs."""
        return pack_names(PACKS)

    def read_pack(self, texts: Mapping[str, str]) -> Charts:
        """Return the charts in the files of a player's own pack."""
        return read_charts(texts)

    def lay_out(self, pack: Pack[packs.Tables]) -> Charts:
        """Return the charts of a stored pack."""
        return Charts(pack)

    def seats(self, setup: states.Setup) -> tuple[str, ...]:
        """Return both sides, the British player first. [1.3]"""
        return SEATS

    def start(self, setup: states.Setup, pack: Charts) -> Night:
        """Return a night before anything has happened, its markers on their starting spaces. [1.4, 3.1.2, 13.0]"""
        row = pack.scenarios[setup.scenario]
        return Night(setup, jamming=row.jamming, stream=row.stream)

    def play(self, state: Night, table: Table) -> Flow[None]:
        """Play on from any state of the night. [5.0]"""
        return play_night(state, table)

    def view(self, state: Night, pack: Charts, viewer: str) -> NightView:
        """Return what a viewer may know."""
        return view(state, pack, viewer)

    def hides(self, state: Night) -> bool:
        """Each side hides its hand, and the British one its plot, until the end. [8.3]"""
        return state.phase != "over"

    def knows(self, state: Night, pack: Charts, viewer: str) -> KnownNight:
        """Return what a side knows of a moment."""
        return known_state(state, pack, viewer)

    def outcome(self, state: Night, pack: Charts) -> Mapping[str, object] | None:
        """Return the band of the Victory Table and both totals, None while the night goes on. [11.2]"""
        if state.phase != "over":
            return None
        score = state.score
        winner = (
            "british" if score.band.startswith("british") else "german" if score.band.startswith("german") else "nobody"
        )
        return {
            "winner": winner,
            "band": score.band,
            "british": score.british,
            "german": score.german,
            "net": score.british - score.german,
        }

    def standing(self, state: Night, pack: Charts, seat: str) -> SeatScore:
        """Return a side's net points, at any moment. [11.1]"""
        return seat_score(state, pack, seat)

    def terms(self, setup: states.Setup) -> Mapping[str, object]:
        """Return the scenario and the advanced rules in force. [12.0]"""
        return changed_options(setup, "scenario")

    def policies(self) -> Mapping[str, Callable[..., Policy]]:
        """Return the bots by name."""
        from engine.bomber_command.bots.policies import POLICIES

        return POLICIES

    def orders_type(self, policy: str) -> None:
        """No bot takes standing orders."""


TITLE = BomberCommand()
