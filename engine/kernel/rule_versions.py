"""Rulings that change: an option whose default is another since some version of the rules, and what was begun before.

    aim_needs_hit: Annotated[bool, formerly("2", True)] = False

says that before rules 2 it was read as True. A game remembers the version with which it began; wherever its set-up or
its state lacks the field, it is given the reading of that version, and a digest leaves out the reading that was the
default then. So a new switch, or a switch turned the other way, changes nothing for what is under way or over.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

FIRST_VERSION = "1"
"""The version of everything that was begun before versions were remembered."""

Path = tuple[str, ...]


class GameSetup(msgspec.Struct):
    """The set-up of a game. Each game has its own subclass."""

    def concerns(self, option: str) -> bool:
        """Say whether an option makes a difference to what is played so."""
        return True


class PinnedOption(msgspec.Struct, frozen=True):
    """An option that a game reads as its rules did when it began, though its default is another now."""

    option: str
    value: object
    default: object


def before_version(since: str, value: object) -> msgspec.Meta:
    """Say of a field that before this version of the rules its default was another."""
    return msgspec.Meta(extra={"formerly": (since, value)})


def is_older_version(one: str, other: str) -> bool:
    """Say whether a version of the rules is older than another."""
    return _number(one) < _number(other)


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def default_of(field: msgspec.structs.FieldInfo, began: str) -> object:
    """Return the default that a field had for a game begun by these rules; NODEFAULT if it has none."""
    for since, value in sorted(_changes(field), key=lambda change: _number(change[0])):
        if is_older_version(began or FIRST_VERSION, since):
            return value
    return _as_begun(_current_default(field), began)


def _current_default(field: msgspec.structs.FieldInfo) -> object:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _as_begun(value: object, began: str) -> object:
    """Return a default that holds options itself, with the readings of these rules."""
    if not isinstance(value, msgspec.Struct) or not old_defaults(type(value), began):
        return value
    held = [field for field in msgspec.structs.fields(value) if _changes(field) or _is_struct(field.type)]
    return msgspec.structs.replace(value, **{field.name: default_of(field, began) for field in held})


def _changes(field: msgspec.structs.FieldInfo) -> list[tuple[str, object]]:
    metas = getattr(field.type, "__metadata__", ())
    extras = (meta.extra or {} for meta in metas if isinstance(meta, msgspec.Meta))
    return [extra["formerly"] for extra in extras if "formerly" in extra]


def fill_old_defaults(plain: Any, kind: type, began: str) -> Any:
    """Fill in, into a set-up or a state as plain data, the former readings that it does not name."""
    for path, name, value in old_defaults(kind, began):
        place = plain
        for step in path:
            place = place.setdefault(step, {}) if isinstance(place, dict) else None
        if isinstance(place, dict):
            place.setdefault(name, value)
    return plain


@cache
def old_defaults(kind: type, began: str) -> tuple[tuple[Path, str, object], ...]:
    """Return the options that read otherwise for a game begun by these rules: where, which and how."""
    return tuple(_old_defaults(kind, began or FIRST_VERSION, ()))


def _old_defaults(kind: type, began: str, path: Path) -> Iterator[tuple[Path, str, object]]:
    for field in msgspec.structs.fields(kind):
        if any(is_older_version(began, since) for since, _value in _changes(field)):
            yield path, field.encode_name, default_of(field, began)
        if _is_struct(field.type):
            yield from _old_defaults(field.type, began, (*path, field.encode_name))


def _is_struct(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def pinned_options(setup: GameSetup, began: str) -> list[PinnedOption]:
    """Name the options of a set-up that are as they were by default then, while the default is another now."""
    found = []
    for path, name, value in old_defaults(type(setup), began):
        if not setup.concerns(name):
            continue
        place: Any = setup
        for step in path:
            place = getattr(place, step)
        field = next(field for field in msgspec.structs.fields(type(place)) if field.encode_name == name)
        if getattr(place, field.name) == value != _current_default(field):
            found.append(PinnedOption(name, value, _current_default(field)))
    return found
