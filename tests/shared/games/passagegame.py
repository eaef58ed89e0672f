"""A passage of many legs, for several answers given as one order: many things may end them before the last.

The raider answers leg after leg. `tack` is not offered twice running; `sound` throws a die, `wreck` asks something
else, `stow` wants a form, `signal` asks the escort, whose `refuse` closes `tack`; `haven` ends the game.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from engine.kernel.decisions import Decision, Flow, Question, QuestionTypes, question_types
from engine.kernel.events import EventData, EventTypes
from engine.kernel.packs.reading import read_pack
from engine.kernel.rule_versions import GameSetup
from engine.kernel.score import ScorePart, SeatScore, make_score
from engine.kernel.table import Table
from tests.shared.games.smallgame import ESCORT, PLAN, RAIDER, SEATS, Sounded


class Setup(GameSetup, forbid_unknown_fields=True):
    """Set-up without a choice."""


class State(msgspec.Struct):
    """The legs so far."""

    legs: list[str] = []
    refused: bool = False
    over: bool = False


class Sailed(EventData):
    """A leg was sailed."""

    kind: ClassVar[str] = "sailed"

    leg: str


class LegQuestion(Question):
    """The raider sails a leg."""

    kind: ClassVar[str] = "leg"


class SalvageQuestion(Question):
    """The raider takes or leaves a wreck."""

    kind: ClassVar[str] = "salvage"


class StowQuestion(Question):
    """The raider stows by a form."""

    kind: ClassVar[str] = "stow"


class ReplyQuestion(Question):
    """The escort replies to a signal."""

    kind: ClassVar[str] = "reply"


def open_legs(state: State) -> list[str]:
    """Return the legs that may be sailed next."""
    shut = state.refused or state.legs[-1:] == ["tack"]
    return ["ahead", *([] if shut else ["tack"]), "sound", "spy", "wreck", "stow", "signal", "haven"]


def sail(state: State, table: Table) -> Flow[None]:
    """One leg, and what it meets."""
    leg = yield table.ask(RAIDER, LegQuestion, open_legs(state), f"leg{len(state.legs)}")
    state.legs.append(leg)
    table.tell(Sailed(leg))
    at = f"leg{len(state.legs)}"
    if leg == "sound":
        table.tell(Sounded(RAIDER, table.roll("fathoms", 10)))
    elif leg == "spy":
        table.reveal()
    elif leg == "wreck":
        yield table.ask(RAIDER, SalvageQuestion, ("take", "leave"), f"{at}/salvage")
    elif leg == "stow":
        yield table.ask_form(RAIDER, StowQuestion, PLAN, f"{at}/stow")
    elif leg == "signal":
        state.refused = (yield table.ask(ESCORT, ReplyQuestion, ("refuse", "allow"), f"{at}/reply")) == "refuse"
    elif leg == "haven":
        state.over = True
        return
    if len(state.legs) % 3 == 0:
        table.seam()


class FirstOffered:
    """Always gives the first order."""

    def __init__(self, *_args: Any) -> None:
        """Store nothing."""

    def choose(self, decision: Decision, look: Any = None) -> Any:
        """Return the first order."""
        return decision.options[0]


class LastOffered(FirstOffered):
    """Always gives the last order."""

    def choose(self, decision: Decision, look: Any = None) -> Any:
        """Return the last order."""
        return decision.options[-1]


class Tables(msgspec.Struct, frozen=True):
    """No tables at all."""


class Passage:
    """The passage as a title."""

    name = "passage"
    rules = "1"
    State = State
    Setup = Setup

    Tables = Tables
    events: ClassVar[EventTypes] = {kind.kind: kind for kind in (Sailed, Sounded)}
    questions: ClassVar[QuestionTypes] = question_types(sys.modules[__name__])

    def load_pack(self, name: str) -> Any:
        """The passage needs no charts."""
        return read_pack({"pack.yaml": f"{{game: passage, name: {name}, title: None, version: '1'}}"}, Tables)

    def pack_names(self) -> tuple[str, ...]:
        """The standard one alone."""
        return ("standard",)

    read_pack = None

    def lay_out(self, pack: Any) -> Any:
        """There is nothing to lay out."""
        return pack

    def seats(self, setup: Setup) -> tuple[str, ...]:
        """Both sides, always."""
        return SEATS

    def start(self, setup: Setup, pack: Any) -> State:
        """Return a state without events."""
        return State()

    def play(self, state: State, table: Table) -> Flow[None]:
        """Leg after leg up to the haven."""
        while not state.over:
            yield from sail(state, table)

    def view(self, state: State, pack: Any, viewer: str) -> Mapping[str, Any]:
        """Return the whole state: nothing is hidden."""
        return {"legs": list(state.legs)}

    def hides(self, state: State) -> bool:
        """Return False: a player guesses nothing."""
        return False

    def knows(self, state: State, pack: Any, viewer: str) -> Mapping[str, Any]:
        """Return his view."""
        return self.view(state, pack, viewer)

    def outcome(self, state: State, pack: Any) -> Mapping[str, Any] | None:
        """Return the number of legs."""
        return {"legs": len(state.legs)} if state.over else None

    def standing(self, state: State, pack: Any, seat: str) -> SeatScore:
        """The legs sailed."""
        return make_score("legs", [ScorePart("legs", len(state.legs))], over=state.over)

    def terms(self, setup: Setup) -> Mapping[str, Any]:
        """Return no terms: there is no choice."""
        return {}

    def policies(self) -> Mapping[str, Any]:
        """Two bots that know their mind."""
        return {"first": FirstOffered, "last": LastOffered}

    def orders_type(self, policy: str) -> None:
        """No bot takes orders."""


TITLE = Passage()
