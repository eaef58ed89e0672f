"""Plain data from outside: check that both databases can store it, and write numbers."""

import json
import math
import re
from typing import TypeAlias

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
"""Whatever a JSON text holds. msgspec reads no recursive types: a field of a struct that has one is an `object`."""

DEEPEST = 24
LARGEST_NUMBER = 2**53
"""Largest integer that a browser can count to, too."""
LONGEST_NUMBER = 9
NO_TEXT = re.compile("[\0\ud800-\udfff]")


def is_plain(value: object, depth: int = DEEPEST) -> bool:
    """Return whether both databases can store the data, before any rule reads it."""
    if isinstance(value, list | tuple | dict):
        parts = [*value, *value.values()] if isinstance(value, dict) else value
        return depth > 0 and all(is_plain(part, depth - 1) for part in parts)
    if isinstance(value, str):
        return is_text(value)
    if isinstance(value, float):
        return math.isfinite(value) and abs(value) < LARGEST_NUMBER
    return value is None or isinstance(value, bool) or (isinstance(value, int) and abs(value) < LARGEST_NUMBER)


class DuplicateName(ValueError):
    """A JSON object names a field twice: one reader sees the first value and another the last."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name[:60]


def refuse_duplicates(data: bytes | str) -> None:
    """Raise `DuplicateName` where an object of a JSON text that was read has a field twice."""
    json.loads(data, object_pairs_hook=_named_once, parse_int=len, parse_float=len)


def _named_once(pairs: list[tuple[str, object]]) -> None:
    names = set()
    for name, _value in pairs:
        if name in names:
            raise DuplicateName(name)
        names.add(name)


def is_text(text: str) -> bool:
    """Say whether it is text: no NUL, and no half of a character."""
    return not NO_TEXT.search(text)


def whole(text: str | None) -> int | None:
    """Return the whole number that was written, or nothing where it is none or longer than any number here."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else None
