"""Describe what a game adds to its replay in lanes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from play.games.text import GameText

StateT = TypeVar("StateT")
ChartsT = TypeVar("ChartsT")


class ReplayEvent(NamedTuple):
    """An event with only the fields that a replay computes with."""

    number: int
    to: str
    turn: int
    kind: str
    data: Mapping[str, Any]


def _never(hidden: ReplayEvent, later: Iterable[tuple[ReplayEvent, bool]]) -> ReplayEvent | None:
    return None


def _same_kind(kind: str) -> str:
    return ""


def _no_clock(events: Sequence[ReplayEvent], words: GameText) -> None:
    """Draw nothing."""


@dataclass(frozen=True)
class ReplayOptions(Generic[StateT, ChartsT]):
    """Replay options of a game."""

    truth: Callable[[StateT, ChartsT], object]
    """The view of one who knows everything: a function of state and charts."""
    viewer: str
    """As whom it is drawn."""
    turns: frozenset[str]
    """The events that begin a turn, with its number as `turn`."""
    learned: Callable[[ReplayEvent, Iterable[tuple[ReplayEvent, bool]]], ReplayEvent | None] = _never
    """Finds the first of the later events that reveals to a lane what an event hid from it."""
    ends: frozenset[str] = frozenset()
    """The events that tell everything because the game is over."""
    kind: Callable[[str], str] = _same_kind
    """As at which kind of question the board is drawn at an event of this kind."""
    clock: Callable[[Sequence[ReplayEvent], GameText], object | None] = _no_clock
    """Data of the turns of a finished game, from its events and words; None where they are numbers."""
    clock_template: str = ""
    clock_style: str = ""
