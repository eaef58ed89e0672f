"""Dice of rollouts: each throw depends on the seed, its stream and its number alone."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from engine.kernel.dice import FastDice
from engine.kernel.limits import GAME_DRAWS, Runaway

WORD = (1 << 64) - 1


class NotRolloutDice(Exception):
    """A rollout received the dice of a real game."""


def mix_seed(*numbers: int) -> int:
    """Mix numbers into one of 64 bits that has nothing in common with its neighbours (SplitMix64)."""
    word = 0
    for number in numbers:
        word = (word + number + 0x9E3779B97F4A7C15) & WORD
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
        word ^= word >> 31
    return word


class StreamDice:
    """Dice of rollouts: the nth draw of a stream depends on seed, stream and n, not on other streams."""

    __slots__ = ("_left", "_words", "counters", "seed")
    calendar = None

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._left = GAME_DRAWS
        self.counters: dict[str, int] = {}
        self._words: dict[str, int] = {}

    def name(self, prefix: str, stream: str, anchor: str) -> str:
        """Name the stream in its branch; anchors play no part."""
        return prefix + stream

    def draw(self, stream: str, sides: int) -> int:
        """Throw the stream's next die: a linear congruence of its own for each stream, of which the top bits count."""
        self._left -= 1
        if self._left < 0:
            raise Runaway("draws", GAME_DRAWS, stream)
        words = self._words
        word = words[stream] if stream in words else mix_seed(self.seed, crc32(stream.encode()))
        words[stream] = word = (word * 6364136223846793005 + 1442695040888963407) & WORD
        return ((word >> 32) * sides >> 32) + 1

    def card(self, stream: str, pile: Sequence[object]) -> int:
        """Take the stream's next card."""
        return self.draw(stream, len(pile)) - 1


RolloutDice = StreamDice | FastDice


def require_rollout_dice(dice: object) -> RolloutDice:
    """Return dice on which no game depends, or refuse them."""
    if type(dice) is not StreamDice and type(dice) is not FastDice:
        raise NotRolloutDice(f"rollouts are flown with fast dice, never with {type(dice).__name__}")
    return dice
