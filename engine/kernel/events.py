"""What happened, as data: the words are made elsewhere, so that they can be translated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

EVERYONE: tuple[str, ...] = ()
"""The audience of an event that all sides may see."""


class Mod(msgspec.Struct, frozen=True, gc=False):
    """One modifier: its value, a stable name of its reason, and the rule that gives it."""

    value: int
    reason: str
    rule: str = ""


def sum_of_mods(mods: Iterable[Mod]) -> int:
    """Return what modifiers come to."""
    total = 0
    for mod in mods:
        total += mod.value
    return total


class Draw(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One face that fell, or one card's place in its pile: the stream, how many faces there were, and which came."""

    stream: str
    sides: int
    face: int


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened: who may know it (`to`, empty for all), the dice shown, the modifiers, rule and chart."""

    kind: str
    rule: str = ""
    to: tuple[str, ...] = EVERYONE
    data: Mapping[str, Any] = {}
    dice: tuple[Draw, ...] = ()
    mods: tuple[Mod, ...] = ()
    chart: str = ""
    branch: str = ""

    def seen_by(self, viewer: str) -> bool:
        """Say whether this viewer may know it."""
        return not self.to or viewer in self.to
