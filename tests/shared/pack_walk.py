"""Walks over a chart pack: every collection, name and number of its schema changed once, by type and not by hand."""

from __future__ import annotations

import copy
import random
import types
import typing
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from engine.kernel.packs.schema import ByRoll

NEW = "Zz-neu"
"""A name that no house pack has and no word list knows."""
HUGE = 10**15
SKIPPED = ("provenance",)


class Change(NamedTuple):
    """One change to a pack: the kind of place, what was done there, and the content that came of it."""

    place: str
    what: str
    content: dict[str, Any]


def random_change(schema: type[msgspec.Struct], content: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The content with one to three places changed into something of their kind that may well be sound."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        kinds: dict[str, list[tuple[Any, Any]]] = {}
        for place, pattern, _kind, held in _places(schema, content, (), ""):
            kinds.setdefault(pattern, []).append((place, held))
        place, held = rng.choice(kinds[rng.choice(list(kinds))])
        content = _changed(content, place, _other(held, rng))
    return content


def _other(held: Any, rng: random.Random) -> Any:
    """Another value of the same kind: numbers near and far, lists and tables cut, doubled, mixed or made all alike."""
    if isinstance(held, bool):
        return not held
    if isinstance(held, int):
        return rng.choice((0, 1, 2, 3, 6, 7, 12, 20, held + 1, held - 1, held * 2, rng.randint(-3, 60)))
    if isinstance(held, list) and held:
        mixed = rng.sample(held, len(held))
        return rng.choice((held[1:], held[:1], [held[0]] * len(held), [*held, held[-1]], mixed))
    if isinstance(held, dict) and held:
        names, values = list(held), list(held.values())
        left = rng.choice(names)
        alike, mixed = dict.fromkeys(names, rng.choice(values)), rng.sample(values, len(values))
        ways = (alike, dict(zip(names, mixed, strict=True)), {name: held[name] for name in names if name != left})
        return rng.choice(ways)
    return held


def bare(kind: Any) -> Any:
    """Return the kind without its notes and without an optional None."""
    while typing.get_origin(kind) is typing.Annotated:
        kind = typing.get_args(kind)[0]
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        kinds = [part for part in typing.get_args(kind) if part is not type(None)]
        structs = [part for part in kinds if _fields(part)]
        return bare((structs or kinds)[0])
    return kind


def _fields(kind: Any) -> dict[str, Any]:
    base = typing.get_origin(kind) or kind
    if isinstance(base, type) and issubclass(base, msgspec.Struct):
        return {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    return {}


def changes(schema: type[msgspec.Struct], content: dict[str, Any]) -> Iterator[Change]:
    """Every change, one for each kind of place and each thing that can be done there."""
    seen: set[tuple[str, str]] = set()
    for place, pattern, kind, held in _places(schema, content, (), ""):
        for what, value in _ways(bare(kind), held):
            if (pattern, what) not in seen:
                seen.add((pattern, what))
                yield Change(pattern, what, _changed(content, place, value))


def _places(kind: Any, held: Any, place: tuple[Any, ...], pattern: str) -> Iterator[tuple[Any, str, Any, Any]]:
    kind = bare(kind)
    if place:
        yield place, pattern, kind, held
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if isinstance(held, dict) and (fields := _fields(kind)):
        for name, inner in held.items():
            if name not in SKIPPED:
                yield from _places(fields[name], inner, (*place, name), f"{pattern}.{name}" if pattern else name)
    elif isinstance(held, dict) and origin in (dict, ByRoll):
        for key, inner in held.items():
            yield from _places(arguments[-1], inner, (*place, key), f"{pattern}.*")
    elif isinstance(held, list) and arguments:
        for at, inner in enumerate(held):
            which = arguments[min(at, len(arguments) - 1)]
            yield from _places(arguments[0] if which is Ellipsis else which, inner, (*place, at), f"{pattern}[]")


def _ways(kind: Any, held: Any) -> Iterator[tuple[str, Any]]:
    """Return the possible changes of a value."""
    if isinstance(held, dict) and typing.get_origin(kind) is dict and held:
        first, *rest = held
        key = NEW if isinstance(first, str) else max(held) + 1
        yield "rename", {key: held[first]} | {name: held[name] for name in rest}
        yield "add", {**held, key: held[first]}
        yield "remove", {name: held[name] for name in rest}
        yield "empty", {}
    elif isinstance(held, list) and held:
        yield "remove", held[1:]
        yield "repeat", [*held, copy.deepcopy(held[-1])]
        yield "empty", []
        if isinstance(held[-1], dict):
            named = next((name for name in ("id", "name", "type") if name in held[-1]), None)
            if named:
                yield "add", [*held, {**held[-1], named: NEW}]
    elif isinstance(held, bool):
        yield "turned", not held
    elif isinstance(held, str):
        yield "rename", NEW
        yield "blank", ""
    elif isinstance(held, (int, float)):
        yield from ((f"number {value}", value) for value in (0, 1, 9, 99, -1, HUGE))


def _changed(content: dict[str, Any], place: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The content with another value at a place; what is not on the way is shared."""
    new = dict(content)
    here: Any = new
    for step in place[:-1]:
        here[step] = copy.copy(here[step])
        here = here[step]
    here[place[-1]] = value
    return new
