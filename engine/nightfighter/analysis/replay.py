"""A replay of a night: the rules play it with one side's information and with a guess of the rest.

The player must receive the same events again, with the same dice; his questions get his answers. Hidden dice come from
a `NightPlan`, or are rolled again. A plan that leads to other events is an `ObservationMismatch`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, TypeVar

import msgspec

from engine.kernel.decisions import Decision
from engine.kernel.dice import FastDice
from engine.kernel.events import Draw, EventData, Mod, sum_of_mods
from engine.kernel.packs.schema import Pack
from engine.kernel.run import GameRecord, RecordedAnswer
from engine.kernel.snapshot import snapshot
from engine.kernel.table import Table
from engine.nightfighter.charts.compiled import Charts, charts_of
from engine.nightfighter.charts.map import hex_name
from engine.nightfighter.charts.schema import AttackerForce, Tables
from engine.nightfighter.events.bombers import ContactLost, DiceHeard
from engine.nightfighter.events.combat import (
    BomberCorkscrewed,
    BomberFired,
    BomberUnarmed,
    FighterFiredAt,
    ResponseRolled,
)
from engine.nightfighter.events.searches import AiFixed, RadarSearched, SearchlightHunts, SearchlightSearched
from engine.nightfighter.events.setting_up import VariantPicked
from engine.nightfighter.questions import (
    UmpireAiTargetQuestion,
    UmpireColourQuestion,
    UmpireDelayQuestion,
    UmpireEntrySpeedQuestion,
    UmpireGciTargetQuestion,
    UmpireLitBomberQuestion,
    UmpireSearchMarkerQuestion,
    UmpireSweepQuestion,
    UmpireVariantQuestion,
)
from engine.nightfighter.rules.combat import deferred, reaction_mods
from engine.nightfighter.rules.context import NightContext, UmpirePolicy, scenario_for
from engine.nightfighter.rules.turn import play_night
from engine.nightfighter.state import PLAYER, UMPIRE, State

Thing = TypeVar("Thing")
RNG_RANGE = 1 << 30


class GuessRng:
    """Chance for guesses, on which no game depends."""

    __slots__ = ("_draw",)

    def __init__(self, seed: int) -> None:
        self._draw = FastDice(seed, sys.maxsize).draw

    def below(self, count: int) -> int:
        """Return a number from 0 up to below a count."""
        return self._draw("guess", count) - 1

    def share(self) -> float:
        """Return a share from 0 up to below 1."""
        return self.below(RNG_RANGE) / RNG_RANGE

    def choice(self, things: Sequence[Thing]) -> Thing:
        """Return one of several things."""
        return things[self.below(len(things))]

    def mixed(self, things: Sequence[Thing]) -> list[Thing]:
        """Return things in any order."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in things]


class ObservationMismatch(Exception):
    """A plan leads to other events than the player's; `at` is the first different line."""

    def __init__(self, why: str, at: int = 0) -> None:
        super().__init__(why)
        self.at = at


class ObservedEvent(msgspec.Struct, gc=False):
    """One event as the player received it."""

    data: EventData
    dice: list[tuple[str, int, int]]
    mods: list[tuple[int, str, str]]


class PlayerAnswer(msgspec.Struct, gc=False):
    """One answer of the player's."""

    key: str
    answer: Any


Responded = BomberFired | BomberUnarmed | BomberCorkscrewed | FighterFiredAt
"""By what a player notices that gunners respond."""
PlayerLog = Sequence[ObservedEvent | PlayerAnswer]
"""A player's events and answers, in order."""


class PlannedEntry(msgspec.Struct, gc=False):
    """An attacker as the plan has it come in: what it is, by which chit, when and how fast."""

    index: int
    """Its place on the umpire's list."""
    chit: int
    delay: int
    mp: int
    most: int = 0
    """Number of entry speeds that the plan computed, of which it has one by chance; 0 where it computed none."""


class NightPlan(msgspec.Struct):
    """A possible course of the hidden part of a night."""

    red: bool
    numbers: list[int]
    """The tally number of each attacker. [2.2.1]"""
    incomers: list[PlannedEntry]
    """Attackers in the order in which they are drawn from the pool."""
    sides: dict[tuple[int, int], str]
    """Direction of the slip of a lost contact, by turn and mark."""
    ghosts: dict[int, list[int]]
    """Columns in which the umpire's made-up aircraft may fly, by the turn on which it is needed. [13.1.2]"""


class CheckingTable(Table):
    """A table that compares each event for the player with the one that he received."""

    def __init__(self, dice: ReplayDice, pack: Pack[Tables]) -> None:
        super().__init__(dice, pack)
        self.hears = True
        self.behind = dice
        self.tell = self._tell
        self.seam = dice.at_seam

    def _tell(
        self,
        data: EventData,
        rule: str = "",
        to: tuple[str, ...] = (),
        mods: Sequence[Mod] = (),
        chart: str = "",
        thrown: int | None = None,
    ) -> None:
        if not to or PLAYER in to:
            self.behind.check_event(data, mods)
        elif isinstance(data, ResponseRolled):
            self.behind.weigh_response(data, mods)


class ReplayDice:
    """Dice of a replayed night: seen dice as they fell, the others by the plan."""

    calendar = None

    def __init__(self, player_log: PlayerLog, plan: NightPlan, rng: GuessRng) -> None:
        self.player_log, self.plan, self.whim = player_log, plan, rng
        self.counters: dict[str, int] = {}
        self.at = self.shown = self.second = 0
        self.responds = False
        self.weight = self.asked_of = 1.0
        self.last: ObservedEvent | None = None
        self.draws: list[Draw] = []
        self.answers: list[RecordedAnswer] = []
        self.seam: bytes = b""
        self.cut = 0, 0
        self.night: ReplayContext
        self.drawn: dict[int, PlannedEntry] = {}
        self.next_in = self.next_number = 0
        self.pool: list[int] = []

    # -- what is heard

    def expected(self) -> ObservedEvent | None:
        """Return the next event of the player, None where a question comes first."""
        line = self.player_log[self.at] if self.at < len(self.player_log) else None
        return line if type(line) is ObservedEvent else None

    def expected_data(self) -> EventData | None:
        """Return the data of the player's next event, None where a question comes first."""
        line = self.expected()
        return line.data if line is not None else None

    def check_event(self, data: EventData, mods: Sequence[Mod]) -> None:
        """Compare an event with the one that the player received."""
        expected_event = self.expected()
        if expected_event is None or self.shown != len(expected_event.dice):
            raise ObservationMismatch(f"{data.kind}, not a question or another die", self.at)
        if type(data) is not type(expected_event.data):
            raise ObservationMismatch(f"{data.kind}, not {expected_event.data.kind}", self.at)
        if data != expected_event.data:
            raise ObservationMismatch(f"{data}, not {expected_event.data}", self.at)
        if mods and [(mod.value, mod.reason, mod.rule) for mod in mods] != expected_event.mods:
            raise ObservationMismatch(f"{data.kind}: other modifiers", self.at)
        self.at += 1
        self.shown = 0
        self.last = expected_event

    def weigh_response(self, data: ResponseRolled, mods: Sequence[Mod]) -> None:
        """Weigh how often gunners would have done what they did. [17.4]"""
        tables, plus = self.night.tables.response, sum_of_mods(mods)
        table = tables.warning if data.warning else tables.normal
        answers = [table[face + plus] for face in range(1, 7)]
        self.weight *= answers.count(data.responds) / len(answers) / self.asked_of

    def at_seam(self) -> None:
        """Begin again where the state is complete."""
        self.cut = len(self.draws), len(self.answers)
        self.seam = snapshot(self.night.state)

    def answer(self, decision: Decision) -> Any:
        """Answer as the player answered, or as the umpire may have."""
        if decision.actor == UMPIRE:
            place = self.choice(decision.kind, decision.key, decision.options, [1] * len(decision.options))
            answer = decision.options[place]
        else:
            line = self.player_log[self.at]
            if type(line) is not PlayerAnswer:
                raise ObservationMismatch(f"{decision.kind} is asked", self.at)
            answer = line.answer
            if answer not in decision.options or not _same_key(line.key, decision.key):
                raise ObservationMismatch(f"{decision.key} does not offer {answer}", self.at)
            self.at += 1
        self.answers.append(RecordedAnswer(decision.actor, decision.key, answer))
        return answer

    # -- dice

    def name(self, prefix: str, stream: str, anchor: str) -> str:
        """Name the stream; no calendar is used here."""
        return prefix + stream

    def draw(self, stream: str, sides: int) -> int:
        """Give the die that the player saw, or one behind the screen."""
        expected_event = self.expected()
        if expected_event is not None and self.shown < len(expected_event.dice):
            name, count, face = expected_event.dice[self.shown]
            if name == stream and count == sides:
                self.shown += 1
                self.draws.append(Draw(stream, sides, face))
                return face
        hidden = _HIDDEN.get(stream)
        face = hidden(self, sides) if hidden else self.whim.below(sides) + 1
        self.draws.append(Draw(stream, sides, face))
        return face

    def card(self, stream: str, pile: Sequence[object]) -> int:
        """Take a card; none is drawn in a night."""
        return self.draw(stream, len(pile)) - 1

    def _counter(self, sides: int) -> int:
        """Give each attacker the number of the plan. [2.2.1]"""
        bombers = self.night.state.bombers
        index = len(bombers)
        if index >= len(self.plan.numbers):
            return self.whim.below(sides) + 1
        if index == 0 or not self.pool or self.pool_of != self.night.force_of(index):
            self.pool_of = self.night.force_of(index)
            self.pool = self.night.supply(index)
        wanted = self.plan.numbers[index]
        if wanted not in self.pool or len(self.pool) != sides:
            raise ObservationMismatch("no such counter", self.at)
        place = self.pool.index(wanted)
        self.pool.pop(place)
        return place + 1

    pool_of = -1

    def _from_pool(self, sides: int) -> int:
        """Draw the attacker that the plan has come in next. [8.1.1]"""
        plan, bombers = self.plan, self.night.state.bombers
        if self.next_in >= len(plan.incomers):
            return self.whim.below(sides) + 1
        wanted = plan.incomers[self.next_in]
        flare = bombers[wanted.index].role == "flare"
        left = [i for i, b in enumerate(bombers) if b.status == "pool" and (b.role == "flare") == flare]
        if len(left) != sides:
            left = [i for i in left if bombers[i].role != "intruder"]
        if len(left) != sides or wanted.index not in left:
            raise ObservationMismatch("another pool", self.at)
        self.next_in += 1
        self.drawn[wanted.index] = wanted
        return left.index(wanted.index) + 1

    def _chit(self, sides: int) -> int:
        """Pull the chit of the plan. [8.1.3]"""
        state = self.night.state
        for index, bomber in enumerate(state.bombers):
            if bomber.status == "drawn" and index not in self.drawn and self.next_in < len(self.plan.incomers):
                self.drawn[index] = self.plan.incomers[self.next_in]
                self.next_in += 1
        current = [
            self.drawn[i] for i, b in enumerate(state.bombers) if b.status == "drawn" and not b.hex and i in self.drawn
        ]
        if not current:
            return self.whim.below(sides) + 1
        if current[-1].chit not in state.chits:
            raise ObservationMismatch("no such chit left", self.at)
        return state.chits.index(current[-1].chit) + 1

    def _side(self, sides: int) -> int:
        """Have a contact slip where the plan has it slip to. [16.0, 17.4.3]"""
        event, state = self.last.data if self.last is not None else None, self.night.state
        mark = event.contact if isinstance(event, ContactLost | BomberCorkscrewed) else 0
        side = self.plan.sides.get((state.turn, mark))
        faces = [f for f in range(1, sides + 1) if side in (None, self.night.tables.corkscrew.rows[f])]
        self.weight *= len(faces) / sides
        return self.whim.choice(faces)

    def _response(self, sides: int) -> int:
        """Have gunners respond where that was seen, and be quiet where it was not. [17.4]"""
        event = self.expected_data()
        self.asked_of = 1.0
        if not isinstance(event, RESPONDED):
            return 1
        if not self.responds and self._attacker() != event.fighter:
            self.asked_of = 0.5
            if self.whim.share() < self.asked_of:
                return 1
        self.responds = not self.responds
        if self.responds:
            return sides
        faces = self._reacting(event, sides)
        self.weight *= len(faces or range(sides)) / sides
        return self.whim.choice(faces) if faces else self.whim.below(sides) + 1

    def _attacker(self) -> str:
        """Return the fighter that was last asked whether it attacks."""
        asked = (line.key for line in reversed(self.player_log[: self.at]) if type(line) is PlayerAnswer)
        return next((key.split("/")[1] for key in asked if key.endswith("/attack")), "")

    def _reacting(self, event: Responded, sides: int) -> list[int]:
        """List the faces by which gunners fire or their pilot corkscrews, as was seen. [17.4]"""
        night, name = self.night, event.fighter
        fighter = next((f for f in night.state.fighters if f.name == name), None)
        met = [b for b in night.state.bombers if fighter and b.hex == fighter.hex and b.status == "map"]
        if fighter is None or not met:
            return []
        given = next((line for line in reversed(self.player_log[: self.at]) if type(line) is PlayerAnswer), None)
        mine = given is not None and not isinstance(event, FighterFiredAt) and given.key.endswith(f"/{name}/attack")
        order = given.answer if given is not None and mine else ""
        guns = {"attack": "forward", "oblique": "oblique"}.get(order) or deferred(night, fighter)
        mods = sum_of_mods(reaction_mods(night, fighter, met[0], guns, order in ("attack", "oblique")))
        after = self.player_log[self.at + 1] if self.at + 1 < len(self.player_log) else None
        spins = isinstance(event, BomberCorkscrewed) or (
            isinstance(after, ObservedEvent) and isinstance(after.data, BomberCorkscrewed)
        )
        ways = ("corkscrew",) if spins else ("fire", "corkscrew") if isinstance(event, FighterFiredAt) else ("fire",)
        return [face for face in range(1, sides + 1) if night.tables.reaction.rows[face + mods] in ways]

    def _shot(self, sides: int) -> int:
        """Have the fire of gunners whom nobody has made out hit as often as it was felt. [17.4.2]"""
        event, night = self.expected_data(), self.night
        if self.second:
            face, self.second = self.second, 0
            return face
        if not isinstance(event, FighterFiredAt):
            return self.whim.below(sides) + 1
        fighter = next(f for f in night.state.fighters if f.name == event.fighter)
        power = (
            next((night.charts.attacker(b.type).defence for b in night.state.bombers if b.hex == fighter.hex), None)
            or 0
        )
        rows, pairs = night.tables.hits.rows, []
        for one in range(1, sides + 1):
            pairs += [(one, other) for other in range(1, sides + 1) if rows[one + other + power] == event.hits]
        self.weight *= len(pairs) / sides**2
        face, self.second = self.whim.choice(pairs or [(1, 1)])
        return face

    def _umpire(self, sides: int) -> int:
        """Roll for the umpire's own choices: a false aircraft, a sidestep, a bluff with dice."""
        event, night = self.expected_data(), self.night
        if sides == night.map.columns and isinstance(event, RadarSearched):
            columns = self.plan.ghosts.get(night.state.turn, [])
            if columns:
                self.weight *= len(columns) / sides
                return self.whim.choice(columns)
        if sides == 100 and night.intruders:
            often = night.tables.umpire.decoy_rolls
            heard = isinstance(event, DiceHeard)
            self.weight *= (often if heard else sides - often) / sides
            return self.whim.below(often) + 1 if heard else often + 1 + self.whim.below(sides - often)
        return self.whim.below(sides) + 1

    # -- the umpire's choices

    def choice(self, kind: str, key: str, options: Sequence[str], weights: Sequence[int]) -> int:
        """Return the place of what the umpire must have taken, or may have."""
        likely = _CHOICES.get(kind)
        wanted = likely(self, key, options) if likely else None
        if wanted is not None:
            places = [place for place, option in enumerate(options) if option in wanted and weights[place] > 0]
            if not places:
                raise ObservationMismatch(f"{kind}: {wanted} of {list(options)[:8]}", self.at)
            if kind not in _PLANNED:
                self.weight *= sum(weights[place] for place in places) / sum(weights)
            return places[0] if len(places) == 1 else places[_thrown([weights[place] for place in places], self.whim)]
        return _thrown(weights, self.whim)

    def _colour(self, key: str, options: Sequence[str]) -> list[str]:
        return ["red" if self.plan.red else "yellow"]

    def _variant(self, key: str, options: Sequence[str]) -> list[str] | None:
        event = self.expected_data()
        if not isinstance(event, VariantPicked):
            return []
        return [f"variant:{event.variant}" if event.variant else "pass"]

    def _incomer(self, key: str) -> tuple[int, PlannedEntry | None]:
        index = int(key.rpartition("bomber")[2].partition("/")[0])
        return index, self.drawn.get(index)

    def _delay(self, key: str, options: Sequence[str]) -> list[str] | None:
        index, incomer = self._incomer(key)
        if incomer is None:
            return None
        if len(options) == 2:
            return ["delay:1" if incomer.delay > self.night.state.bombers[index].put_off else "delay:0"]
        return [f"delay:{incomer.delay}"]

    def _speed(self, key: str, options: Sequence[str]) -> list[str] | None:
        _, incomer = self._incomer(key)
        if incomer is None:
            return None
        often = max(incomer.most, len(options)) / len(options)
        if incomer.mp >= len(options):
            # An aircraft that waits for one before it enters by all speeds from here on.
            often /= max(incomer.most, len(options)) - len(options) + 1
        self.weight *= often
        return [f"mp:{min(incomer.mp, len(options))}"]

    def _sweep(self, key: str, options: Sequence[str]) -> list[str] | None:
        event = self.expected_data()
        if not isinstance(event, RadarSearched):
            return []
        number = key.rpartition("/sweep")[2]
        place = int(number) if number.isdigit() else 0
        sweeps = event.sweeps
        return [f"hex:{sweeps[place]}"] if place < len(sweeps) else []

    def _gci_target(self, key: str, options: Sequence[str]) -> list[str]:
        event, night = self.expected_data(), self.night
        number = key.removesuffix("/of").rpartition("/sweep")[2]
        place = int(number) if number.isdigit() else 0
        if not isinstance(event, RadarSearched) or place >= len(event.sweeps):
            return []
        hex_ = int(event.sweeps[place])
        return [o for o in options if night.map.distance(night.state.bombers[int(o)].hex, hex_) <= 1]

    def _at_hex(self, key: str, options: Sequence[str]) -> list[str]:
        event = self.expected_data()
        name = event.hex if isinstance(event, AiFixed | SearchlightSearched) else ""
        return [o for o in options if hex_name(self.night.state.bombers[int(o)].hex) == name]

    def _marker(self, key: str, options: Sequence[str]) -> list[str]:
        zone = key.rpartition("zone")[2].partition("/")[0]
        for line in self.player_log[self.at : self.at + 40]:
            event = line.data if isinstance(line, ObservedEvent) else None
            if isinstance(event, SearchlightHunts) and event.zone == zone:
                return [f"hex:{event.hex}"]
        return []


RESPONDED = (BomberFired, BomberUnarmed, BomberCorkscrewed, FighterFiredAt)
_HIDDEN = {
    "counters": ReplayDice._counter,
    "pool": ReplayDice._from_pool,
    "chits": ReplayDice._chit,
    "displacement": ReplayDice._side,
    "corkscrew": ReplayDice._side,
    "response": ReplayDice._response,
    "combat": ReplayDice._shot,
    "umpire": ReplayDice._umpire,
}
_PLANNED = frozenset((UmpireColourQuestion.kind, UmpireDelayQuestion.kind, UmpireEntrySpeedQuestion.kind))
"""Choices that the plan has drawn by how likely they are."""
_CHOICES = {
    UmpireColourQuestion.kind: ReplayDice._colour,
    UmpireVariantQuestion.kind: ReplayDice._variant,
    UmpireDelayQuestion.kind: ReplayDice._delay,
    UmpireEntrySpeedQuestion.kind: ReplayDice._speed,
    UmpireSweepQuestion.kind: ReplayDice._sweep,
    UmpireGciTargetQuestion.kind: ReplayDice._gci_target,
    UmpireLitBomberQuestion.kind: ReplayDice._at_hex,
    UmpireAiTargetQuestion.kind: ReplayDice._at_hex,
    UmpireSearchMarkerQuestion.kind: ReplayDice._marker,
}


def _thrown(weights: Sequence[int], rng: GuessRng) -> int:
    """Return a place by weight."""
    face = rng.below(sum(weights)) + 1
    return next(place for place, reached in enumerate(accumulate(weights)) if reached >= face)


class ReplayContext(NightContext):
    """A replay of a night."""

    def __init__(self, state: State, table: Table, decider: UmpirePolicy, behind: ReplayDice) -> None:
        charts = charts_of(table.pack)
        super().__init__(state, table, charts, scenario_for(state, charts), decider)
        self.behind = behind
        behind.night = self

    def settle(self, kind: str, key: str, options: Sequence[str], weights: Sequence[int]) -> int:
        """Take the choice that the umpire must have made, and record a face that represents it."""
        place = self.behind.choice(kind, key, options, weights)
        self.behind.draws.append(Draw("umpire", sum(weights), sum(weights[:place]) + 1))
        return place

    def force_of(self, index: int) -> int:
        """Return the force to which an attacker belongs."""
        for place, force in enumerate(self.scenario.attackers):
            if index < force.count:
                return place
            index -= force.count
        return -1

    def supply(self, index: int) -> list[int]:
        """List the tally numbers in the box of an attacker's type. [2.2.1]"""
        return counter_numbers(self.scenario.attackers[self.force_of(index)], self.charts)


def counter_numbers(force: AttackerForce, charts: Charts) -> list[int]:
    """List the tally numbers in the box of a force. [2.2.1]"""
    row = charts.bombers.get(force.type)
    return [1 + n % 6 for n in range(max(force.count, row.counters if row else 6))]


def _same_key(expected_event: str, asked: str) -> bool:
    """Say whether a question is the one that was answered. An umpire chooses an attacker's numbers freely."""
    return expected_event == asked or (
        "/follow/" in asked and expected_event.rpartition("/")[0] == asked.rpartition("/")[0]
    )


class ReplayResult(msgspec.Struct):
    """A night that leads to the player's events:

    as a record from the last seam, as one from the beginning, and its state.
    """

    record: GameRecord
    whole: GameRecord
    state: State
    weight: float
    """Probability that the plan leads to these events."""


def replay_night(
    start: bytes,
    pack: Pack[Tables],
    player_log: PlayerLog,
    plan: NightPlan,
    rng: GuessRng,
    asked: tuple[str, Sequence[str]],
) -> ReplayResult:
    """Play a night by a plan up to the open question, and compare all events with the player's."""
    state = msgspec.msgpack.decode(start, type=State)
    behind = ReplayDice(player_log, plan, rng)
    behind.seam = start
    flow = play_night(
        state, CheckingTable(behind, pack), lambda state, table, decider: ReplayContext(state, table, decider, behind)
    )
    answer: Any = None
    while True:
        try:
            decision = flow.send(answer)
        except StopIteration:
            raise ObservationMismatch("the night is over", behind.at) from None
        if type(decision) is not Decision:
            raise TypeError(f"a night asks one thing at a time, not {decision!r}")
        if decision.actor == PLAYER and behind.at == len(player_log):
            if (decision.kind, list(decision.options)) != (asked[0], list(asked[1])):
                raise ObservationMismatch(f"{decision.kind} is asked, not {asked[0]}", behind.at)
            break
        answer = behind.answer(decision)
    draws, answers = behind.draws, behind.answers
    thrown, given = behind.cut
    record = GameRecord(behind.seam, opening=draws[thrown:], tail=answers[given:])
    return ReplayResult(record, GameRecord(start, opening=draws, tail=answers), state, behind.weight)
