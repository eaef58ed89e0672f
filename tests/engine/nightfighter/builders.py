"""A table for one worked case: aircraft where the case wants them, scripted dice, answers given in order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any

from engine.kernel.decisions import Decision
from engine.kernel.dice import FastDice, ScriptedDice
from engine.kernel.events import Event
from engine.kernel.table import RecordingTable
from engine.nightfighter.charts.map import FACINGS
from engine.nightfighter.game import TITLE
from engine.nightfighter.rules.context import NightContext, context_of
from engine.nightfighter.rules.umpire_policies import UMPIRE_POLICIES
from engine.nightfighter.state import AttackerCounter, FighterCounter, Options, Setup, State

PACK = TITLE.load_pack("standard")
DRAWN = frozenset(("chits", "column", "counters", "cup", "marker", "pool", "umpire"))
"""Streams that draw a counter, a chit or the computer umpire's choice; every other one throws six-sided dice."""


class SixSided(ScriptedDice):
    """Listed throws of six-sided dice, and draws from what there is."""

    def draw(self, stream: str, sides: int) -> int:
        assert sides == 6 or stream in DRAWN, f"no die of {stream} has {sides} sides"
        return super().draw(stream, sides)


class NightDriver:
    """One night with its table; `play` runs a rule on it."""

    def __init__(self, night: NightContext, table: RecordingTable, dice: ScriptedDice | FastDice) -> None:
        self.night, self.table, self.dice = night, table, dice
        self.state = night.state
        self.asked: list[Decision] = []

    @property
    def events(self) -> list[Event]:
        return self.table.log.events

    def told(self, kind: str) -> list[Any]:
        return [event.data for event in self.events if event.kind == kind]

    def mods(self, kind: str) -> list[dict[str, int]]:
        return [{m.reason: m.value for m in event.mods} for event in self.events if event.kind == kind]

    def play(
        self, rule: Callable[..., Generator[Any, Any, Any]], *args: Any, answers: Iterable[str] = (), more: bool = False
    ) -> Any:
        """Run a rule with answers in order, each one offered; no answer and, unless there is more, no die is left."""
        flow, given = rule(self.night, *args), list(answers)
        answer: Any = None
        try:
            while True:
                decision = flow.send(answer)
                self.asked.append(decision)
                assert given, f"no answer for {decision.kind} {decision.options[:8]}"
                answer = given.pop(0)
                assert answer in decision.options, f"{answer} not offered by {decision.kind}: {decision.options[:40]}"
        except StopIteration as stop:
            assert not given, f"answers left over: {given}"
            if isinstance(self.dice, ScriptedDice) and not more:
                self.dice.finish()
            return stop.value


def script(*rolls: tuple[str, Iterable[int]]) -> list[tuple[str, int]]:
    """Write a script as streams with their faces in order."""
    return [(stream, face) for stream, faces in rolls for face in faces]


def fighter(hex_: int = 1010, facing: str = "S", type_: str = "Do215B-5", **more: Any) -> FighterCounter:
    """Make a nightfighter on the map."""
    ai = more.pop("ai", next(r.ai or "" for r in PACK.tables.aircraft.nightfighters if r.type == type_))
    made = FighterCounter("F1", type_, 1, "seasoned", ai, "", [], hex=hex_, facing=FACINGS.index(facing), status="map")
    for name, value in more.items():
        setattr(made, name, value)
    return made


def bomber(hex_: int = 1012, facing: str = "S", type_: str = "Lancaster I / III", **more: Any) -> AttackerCounter:
    """Make an attacker on the map."""
    made = AttackerCounter(type_, 3, 0, "bomber", hex=hex_, facing=FACINGS.index(facing), status="map")
    for name, value in more.items():
        setattr(made, name, value)
    return made


def lay(
    scenario: str = "4B",
    fighters: Iterable[FighterCounter] = (),
    bombers: Iterable[AttackerCounter] = (),
    dice: Iterable[tuple[str, int]] | int = (),
    options: Mapping[str, bool] | None = None,
    *,
    turn: int = 1,
    moon: str = "none",
    visibility: str = "moderate",
    cloud: str = "none",
    **setup: Any,
) -> NightDriver:
    """Set up a table; `dice` are a script, or a seed where the faces do not matter."""
    made = Setup(scenario=scenario, options=Options(**(options or {})), **setup)
    state = State(made, phase="turn", turn=turn, moon=moon, visibility=visibility, cloud=cloud)
    state.fighters = list(fighters)
    for number, flown in enumerate(state.fighters):
        flown.name = f"F{number + 1}"
    state.bombers = list(bombers)
    for number, aircraft in enumerate(state.bombers):
        aircraft.craft = number
    source = FastDice(dice) if isinstance(dice, int) else SixSided(dice)
    table = RecordingTable(source, PACK)
    return NightDriver(context_of(state, table, UMPIRE_POLICIES[made.mode]), table, source)
