"""A desk to work cases on: nights in a known state, scripted dice, and players who answer in a known way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.bomber_command.charts.compiled import load_charts
from engine.bomber_command.game import TITLE
from engine.bomber_command.rules.cards.play import make_deck
from engine.bomber_command.rules.plots import Leg, Plot, RaidPlot
from engine.bomber_command.rules.plotting import Planner
from engine.bomber_command.state import AIR, FLYING, SEATS, FighterUnit, Raid, Setup, State
from engine.kernel.decisions import Decision
from engine.kernel.dice import FastDice, ScriptedDice
from engine.kernel.events import Event
from engine.kernel.table import RecordingTable, Table
from engine.kernel.title import drive

CHARTS = load_charts("standard")
DRAWN = frozenset(("bombs", "combat", "landing", "lot", "marker", "raid"))
"""Streams that draw a counter or take the dice of a card; every other one throws six-sided dice."""
ZONES = ("England", "1.JD", "2.JD", "3.JD", "4.JD", "7.JD")


def a_night(scenario: str = "berlin", *, weather: str = "clear", turn: int = 5, **advanced: bool) -> State:
    """A night under way: clear skies, moderate visibility, twilight far off, every unit ready, empty hands."""
    night = TITLE.start(Setup(scenario=scenario, **advanced), CHARTS)
    night.turn, night.phase, night.twilight = turn, "draw-cards", 30
    night.weather = dict.fromkeys(ZONES, weather)
    night.targets, night.target_vps, night.oil = ["hannover" if scenario == "berlin" else "leuna"], [1], [False]
    for name, row in CHARTS.boards[scenario].units.items():
        night.units.append(FighterUnit(name, depleted=row.full is None, detachment=row.full is None))
    for seat in SEATS:
        night.decks[seat] = make_deck(night, CHARTS, seat)
        night.hands[seat], night.held[seat] = [], []
    return night


def give(night: State, seat: str, *cards: str) -> None:
    """Put cards of the deck into a hand."""
    for card in cards:
        night.decks[seat].remove(card)
        night.hands[seat].append(card)


def put(night: State, name: str, hex_: str, **marks: Any) -> FighterUnit:
    """Put a unit in the air over a hex, with full tanks unless another value is given."""
    unit = night.unit(name)
    board = CHARTS.boards[night.scenario]
    unit.place, unit.hex = AIR, hex_
    unit.fuel = CHARTS.tables.fuel.rows[board.units[name].aircraft]
    for mark, value in marks.items():
        setattr(unit, mark, value)
    return unit


def fly(night: State, kind: str, route: str, at: int, letter: str = "A", **marks: Any) -> Raid:
    """Put a raid in the air at a place of a route written hex by hex."""
    raid = Raid(letter=letter, kind=kind, route=route.split(), turn=1, first=2, at=at, status=FLYING)
    for mark, value in marks.items():
        setattr(raid, mark, value)
    night.raids.append(raid)
    return raid


def legs(text: str) -> list[Leg]:
    """Read legs: `J6` is the end hex of one, `G6/F5` also names the first hex."""
    return [Leg(*part.split("/")) for part in text.split()]


def plotted(night: State, *raids: RaidPlot) -> list[tuple[str, str]]:
    """Return the faults of a plot as (field, code)."""
    return [(fault.field, fault.code) for fault in Planner(night, CHARTS).faults(Plot(list(raids)))]


class SixSided(ScriptedDice):
    """Listed throws of six-sided dice, and draws from what there is."""

    def draw(self, stream: str, sides: int) -> int:
        assert sides == 6 or stream in DRAWN, f"no die of {stream} has {sides} sides"
        return super().draw(stream, sides)


def quiet() -> RecordingTable:
    """Return a table at which no die may fall."""
    return RecordingTable(ScriptedDice([]), CHARTS)


class Answered:
    """Outcome of a flow driven by a script: its result, its questions, and its events."""

    def __init__(self, result: Any, asked: list[Decision], table: RecordingTable) -> None:
        self.result = result
        self.asked = asked
        self.events: list[Event] = table.log.events

    def told(self, kind: str) -> list[Event]:
        """Return the events of a kind."""
        return [event for event in self.events if event.kind == kind]

    def mods(self, kind: str) -> dict[str, int]:
        """Return the modifiers shown with the only event of a kind."""
        (event,) = self.told(kind)
        return {mod.reason: mod.value for mod in event.mods}

    def kinds(self) -> list[str]:
        """Return the kinds of question, in order."""
        return [decision.kind for decision in self.asked]


def answer(flow: Any, dice: str = "", *orders: str) -> Answered:
    """Drive a flow with dice such as `combat 3 4, landing 6` and orders, which must be offered and all be used."""
    script = SixSided(throws(dice))
    table = RecordingTable(script, CHARTS)
    asked: list[Decision] = []
    left = list(orders)

    def choose(decision: Decision) -> str:
        asked.append(decision)
        assert left, f"{decision.kind} asks {decision.actor} for one of {decision.options}"
        order = left.pop(0)
        assert order in decision.options, f"{order} is not offered by {decision.kind}: {decision.options}"
        return order

    result = drive(flow(table), choose)[0]
    assert not left, f"never asked: {left}"
    script.finish()
    return Answered(result, asked, table)


def throws(text: str) -> Iterable[tuple[str, int]]:
    """Read dice by stream: `combat 3 4, landing 6`."""
    for part in filter(None, (part.split() for part in text.split(","))):
        yield from ((part[0], int(face)) for face in part[1:])


class EagerPolicy:
    """A random player who seldom leaves anything undone, so that every rule gets its turn."""

    def __init__(self, seed: int) -> None:
        dice = FastDice(seed)
        self.draw = lambda sides: dice.draw("whim", sides)

    def choose(self, decision: Decision, look: Any = None) -> Any:
        """Return a legal order: mostly not the first, which is to do nothing; seldom one to go home."""
        if decision.form is not None:
            return decision.form.example(self.draw)
        options = decision.options
        if decision.kind == "fighters.move" and self.draw(4) == 1:
            return "done"
        idle = options[0] in ("done", "pass", "play-on")
        if decision.kind == "recovery" and self.draw(5) > 1:
            return "done"
        if idle and decision.kind != "night.end" and len(options) > 1 and self.draw(10) > 1:
            options = options[1:]
        busy = [option for option in options if not option.startswith(("home:", "hold:", "leave:"))]
        options = tuple(busy) if busy and self.draw(20) > 1 else options
        return options[self.draw(len(options)) - 1]


def play(seed: int, setup: Setup, *, record: bool = False, limit: int = 100_000) -> tuple[State, Any]:
    """Play a whole night between two zealous players."""
    night = TITLE.start(setup, CHARTS)
    dice = FastDice(seed)
    table = RecordingTable(dice, CHARTS) if record else Table(dice, CHARTS)
    player = EagerPolicy(seed + 1_000_000)
    drive(TITLE.play(night, table), player.choose, limit)
    return night, table


def setups(seed: int) -> Setup:
    """Return a setup by seed: both scenarios, basic and advanced, with and without fog of war."""
    scenario = ("berlin", "downfall")[seed % 2]
    if seed % 4 < 2:
        return Setup(scenario=scenario)  # type: ignore[arg-type]
    return Setup(
        scenario=scenario,  # type: ignore[arg-type]
        bad_weather=seed % 3 > 0,
        moon=True,
        tail_winds=True,
        intruders=True,
        bomb_loads=True,
        approach=True,
        variable_north=True,
        separate_quality=seed % 8 > 3,
        fog_of_war=seed % 8 > 3,
        always_ask=seed % 16 == 6,
    )
