"""Three sources of chance behind one interface: fair dice that can be checked, fast ones, and scripted ones."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.kernel.events import Draw
from engine.kernel.limits import GAME_DRAWS, Runaway

WORDS = 8
"""An HMAC-SHA256 digest holds eight 32-bit words, each one try at a face."""
MOST_SIDES = 1 << 32
"""One word decides a face, so no die has more sides."""
ANCHOR_SIGN = "@"
"""Between a stream and the anchor that its draws are numbered in: `raid@season/1943-07/3`."""


@dataclass(frozen=True)
class DiceCalendar:
    """The key of a season's shared draws, and the streams that it serves.

    Those draws are numbered inside an anchor: a place in the calendar that no player can influence. Each anchor begins
    its numbers again, independent of a player's past. So all players of one key meet the same draws.
    """

    key: bytes
    streams: frozenset[str]


class Dice(Protocol):
    """The interface of every dice source: roll a die of a named stream, or pick a card of a pile by its place."""

    counters: dict[str, int]
    """Draws so far by stream, where the source depends on them."""

    @property
    def calendar(self) -> DiceCalendar | None:
        """The calendar that serves some of its draws, if any."""

    def name(self, prefix: str, stream: str, anchor: str) -> str:
        """Return the name under which a draw is numbered: branch, stream, and the anchor of a calendar."""

    def draw(self, stream: str, sides: int) -> int:
        """Return a face from 1 to sides."""

    def card(self, stream: str, pile: Sequence[object]) -> int:
        """Return the place (from 0) of the card taken from the pile."""


def commitment(seed: bytes) -> str:
    """Return what is shown before the first roll: the hash that binds the seed."""
    return hashlib.sha256(seed).hexdigest()


def derive_key(seed: bytes, nonces: Mapping[str, str]) -> bytes:
    """Mix every player's nonce into the seed, so that neither side chooses the dice."""
    mixed = "\n".join(f"{actor}={nonce}" for actor, nonce in sorted(nonces.items()))
    return hmac.digest(seed, mixed.encode(), "sha256")


def derive_face(key: bytes, stream: str, count: int, sides: int) -> int:
    """Return the face of a stream's count-th draw: eight tries of one digest, a further digest if all are rejected."""
    if not 1 <= sides <= MOST_SIDES:
        raise ValueError(f"a die has 1 to {MOST_SIDES} sides, not {sides}")
    limit = (1 << 32) - (1 << 32) % sides
    block = 0
    while True:
        message = f"{stream}:{count}" if not block else f"{stream}:{count}:{block}"
        digest = hmac.digest(key, message.encode(), "sha256")
        for at in range(0, 4 * WORDS, 4):
            word = int.from_bytes(digest[at : at + 4], "big")
            if word < limit:
                return word % sides + 1
        block += 1


class FairDice:
    """Each draw is HMAC-SHA256 over key, stream and counter, with rejection sampling; a calendar's over its own key."""

    __slots__ = ("calendar", "counters", "key")

    def __init__(
        self,
        seed: bytes,
        nonces: Mapping[str, str] | None = None,
        counters: dict[str, int] | None = None,
        calendar: DiceCalendar | None = None,
    ) -> None:
        self.key = derive_key(seed, nonces or {})
        self.counters: dict[str, int] = {} if counters is None else counters
        self.calendar = calendar

    def name(self, prefix: str, stream: str, anchor: str) -> str:
        """Add the anchor to a stream of the calendar. A draw without an anchor uses the session's own seed."""
        calendar = self.calendar
        if calendar is not None and anchor and stream in calendar.streams:
            return f"{prefix}{stream}{ANCHOR_SIGN}{anchor}"
        return prefix + stream

    def draw(self, stream: str, sides: int) -> int:
        """Throw the stream's next die."""
        counters, calendar = self.counters, self.calendar
        count = counters[stream] = counters.get(stream, 0) + 1
        return derive_face(
            calendar.key if calendar is not None and ANCHOR_SIGN in stream else self.key, stream, count, sides
        )

    def card(self, stream: str, pile: Sequence[object]) -> int:
        """Take the stream's next card."""
        return self.draw(stream, len(pile)) - 1


class FastDice:
    """For simulation: one generator for all streams, fast and repeatable by its seed; `most` draws end it."""

    __slots__ = ("_left", "_random", "counters", "most")
    calendar = None

    def __init__(self, seed: int, most: int = GAME_DRAWS) -> None:
        self.counters: dict[str, int] = {}
        self.most = self._left = most
        self._random = random.Random(seed).random  # noqa: S311 - simulation, never a game of consequence

    def name(self, prefix: str, stream: str, anchor: str) -> str:
        """Name the stream in its branch; anchors play no part."""
        return prefix + stream

    def draw(self, stream: str, sides: int) -> int:
        """Throw a die; the stream's name plays no part."""
        self._left -= 1
        if self._left < 0:
            raise Runaway("draws", self.most, stream)
        return int(self._random() * sides) + 1

    def card(self, stream: str, pile: Sequence[object]) -> int:
        """Take a card."""
        self._left -= 1
        if self._left < 0:
            raise Runaway("draws", self.most, stream)
        return int(self._random() * len(pile))


class ScriptMismatch(Exception):
    """The script does not fit what the rules asked for."""


class ScriptedDice:
    """Listed throws and cards, in order; it fails loudly, naming what was asked for, when the list does not fit.

    A line is `(stream, face)` or `(stream, card)`; with `loose` the order holds within each stream only. `then` takes
    over when the lines that could serve are used up; without it, the end of the list is a misfit.
    """

    calendar = None

    def __init__(self, script: Iterable[tuple[str, object]], *, loose: bool = False, then: Dice | None = None) -> None:
        self.counters: dict[str, int] = {}
        self.lines = list(script)
        self.loose = loose
        self.then = then
        self.used = 0

    def name(self, prefix: str, stream: str, anchor: str) -> str:
        """Name the stream in its branch. A script ignores anchors."""
        return prefix + stream

    def _next(self, stream: str, asked: str) -> object:
        place = next((i for i, (name, _) in enumerate(self.lines) if not self.loose or name == stream), None)
        if place is None:
            if self.then is not None:
                return None
            raise ScriptMismatch(f"the script ended after {self.used} lines; asked for {asked}")
        name, value = self.lines[place]
        if name != stream:
            raise ScriptMismatch(f"line {self.used + 1} is {name} {value!r}; asked for {asked}")
        del self.lines[place]
        self.used += 1
        return value

    def draw(self, stream: str, sides: int) -> int:
        """Give the next listed face."""
        asked = f"a d{sides} of {stream}"
        value = self._next(stream, asked)
        if value is None:
            return self.then.draw(stream, sides)  # type: ignore[union-attr]
        if not isinstance(value, int) or not 1 <= value <= sides:
            raise ScriptMismatch(f"line {self.used} gives {value!r}; asked for {asked}")
        return value

    def card(self, stream: str, pile: Sequence[object]) -> int:
        """Give the place of the next listed card in its pile."""
        asked = f"a card of {stream} from {len(pile)}"
        value = self._next(stream, asked)
        if value is None:
            return self.then.card(stream, pile)  # type: ignore[union-attr]
        if value not in pile:
            raise ScriptMismatch(f"line {self.used} gives card {value!r}, which is not in the pile; asked for {asked}")
        return pile.index(value)

    def finish(self) -> None:
        """Fail when lines are left over."""
        if self.lines:
            raise ScriptMismatch(f"{len(self.lines)} lines are left over, first {self.lines[0]!r}")


class JournalMismatch(Exception):
    """A stored journal no longer fits the rules that replay it. The message names the place and the request."""


class RecordedDice:
    """The faces that fell, given again in the order in which they fell; `then` goes on where the record ends."""

    __slots__ = ("at", "counters", "draws", "then")
    calendar = None

    def __init__(self, draws: Sequence[Draw], counters: dict[str, int], then: Dice | None = None) -> None:
        self.draws = draws
        self.counters = counters
        self.then = then
        self.at = 0

    def name(self, prefix: str, stream: str, anchor: str) -> str:
        """Name a draw as it was named when it fell: a sandbox outlives the calendar of the game it was forked from."""
        if self.at >= len(self.draws):
            return self.then.name(prefix, stream, anchor) if self.then is not None else prefix + stream
        anchored = f"{prefix}{stream}{ANCHOR_SIGN}{anchor}"
        return anchored if self.draws[self.at].stream == anchored else prefix + stream

    def draw(self, stream: str, sides: int) -> int:
        """Give the next recorded face, provided that the same die is asked for."""
        if self.at >= len(self.draws):
            if self.then is not None:
                return self.then.draw(stream, sides)
            raise JournalMismatch(f"the journal has no further draw; asked for {stream} of {sides}")
        stored = self.draws[self.at]
        if stored.stream != stream or stored.sides != sides:
            raise JournalMismatch(
                f"draw {self.at + 1} was {stored.stream} of {stored.sides}; the rules now ask for {stream} of {sides}"
            )
        self.at += 1
        self.counters[stream] = self.counters.get(stream, 0) + 1
        return stored.face

    def card(self, stream: str, pile: Sequence[object]) -> int:
        """Give the place of the next recorded card."""
        if self.at >= len(self.draws) and self.then is not None:
            return self.then.card(stream, pile)
        return self.draw(stream, len(pile)) - 1
