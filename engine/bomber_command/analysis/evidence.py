"""Evidence of raids, shared out among the guessed raids: the events that each explains, and those still open."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import msgspec

from engine.bomber_command.analysis.observations import CombatMarker
from engine.bomber_command.state import GARDENING


class Clue(NamedTuple):
    """An event that a raid must explain: its turn, its kind, and its place."""

    turn: int
    what: str
    hex: str = ""
    city: str = ""
    letter: str = ""


Clues = tuple[Clue, ...]
"""Facts that one raid must explain, in the order of turns."""


class GuessedRaid(msgspec.Struct):
    """One raid as far as it has flown: its hexes, its counter's place among them turn by turn, and what it bombed."""

    kind: str
    turn: int
    first: int
    route: list[str] = []
    at: list[int] = []
    """The counter's place after each turn from its entry."""
    ended: bool = False
    """True if the route ends at its last hex: the raid has flown off the map."""
    target: str = ""
    target_at: int = -1
    drop_turn: int = 0
    letter: str = ""
    parent: GuessedRaid | None = None
    """The raid that it flew with as an escort. [4.4.1]"""
    appears: int = 0
    leaving: bool = False
    born: int = 0
    """The turn in which it was first by itself."""
    used: list[ExplainedClues] = []
    """Clues that it explains, turn by turn from that one."""

    def place(self, turn: int) -> int:
        """Return the counter's place after a turn, -1 before it is on the map by itself."""
        return self.at[turn - self.turn] if turn >= self.born else -1

    def flown(self, turn: int, trail: int) -> tuple[int, int]:
        """Return the first and the last place that it and its stream enter in a turn."""
        at, end = self.at[turn - self.turn], len(self.route) - 1
        if turn == self.born:
            return self.appears, min(at, end)
        return max(0, self.at[turn - 1 - self.turn] + 1 - trail), min(at, end)


class ExplainedClues(NamedTuple):
    """The events that a move has explained."""

    combats: tuple[CombatMarker, ...] = ()
    counter: str = ""
    streams: tuple[str, ...] = ()
    absent: int = 0
    city: str = ""
    landed: str = ""
    stood: str = ""


class UnexplainedClues(msgspec.Struct):
    """The events of one turn that no raid explains yet."""

    counters: set[str]
    streams: Counter[str]
    combats: Counter[CombatMarker]
    drops: list[str]
    mines: list[str]
    england: Counter[str]
    absent: int
    """Raids that a card may have held off the map."""
    stood: set[str]
    """Hexes in which raids end the turn, no two in one. [4.4]"""


class GuessedMove(NamedTuple):
    """A raid's move in one turn: the hexes it adds, whether it leaves the map, what it bombs, and how likely it is."""

    hexes: tuple[str, ...]
    beyond: int
    city: str
    weight: float


def claim(left: UnexplainedClues, kind: str, used: ExplainedClues) -> None:
    """Leave what a move explains to no other."""
    left.absent -= used.absent
    left.counters.discard(used.counter)
    left.combats -= Counter(used.combats)
    left.streams.subtract(used.streams)
    if used.stood:
        left.stood.add(used.stood)
    if used.city:
        (left.mines if kind == GARDENING else left.drops).remove(used.city)
    if used.landed:
        left.england[used.landed] -= 1


def unclaim(left: UnexplainedClues, kind: str, used: ExplainedClues) -> None:
    """Leave unexplained again what a move had explained."""
    left.combats.update(used.combats)
    left.streams.update(used.streams)
    left.absent += used.absent
    left.stood.discard(used.stood)
    if used.counter:
        left.counters.add(used.counter)
    if used.city:
        (left.mines if kind == GARDENING else left.drops).append(used.city)
    if used.landed:
        left.england[used.landed] += 1


def can_claim(left: UnexplainedClues, kind: str, used: ExplainedClues) -> bool:
    """Say whether all that a move explains is left."""
    return (
        (not used.counter or used.counter in left.counters)
        and used.absent <= left.absent
        and used.stood not in left.stood
        and (not used.city or used.city in (left.mines if kind == GARDENING else left.drops))
        and (not used.landed or left.england[used.landed] > 0)
        and all(left.combats[one] >= count for one, count in Counter(used.combats).items())
        and all(left.streams[one] >= count for one, count in Counter(used.streams).items())
    )


def overlap(one: GuessedRaid, turn: int, kind: str, used: ExplainedClues) -> float:
    """Say whether a raid explains something that another's move would explain."""
    if not one.born <= turn < one.born + len(one.used):
        return 0.0
    its = one.used[turn - one.born]
    alike = (
        (used.counter and used.counter == its.counter)
        or (used.stood and used.stood == its.stood)
        or (used.city and used.city == its.city)
        or (used.landed and used.landed == its.landed)
        or (used.absent and its.absent)
        or set(used.combats).intersection(its.combats)
        or set(used.streams).intersection(its.streams)
    )
    return float(bool(alike))
