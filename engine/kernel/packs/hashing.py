"""Hashes of chart packs: of all that decides anything, and of some of the tables."""

import hashlib
import typing
from collections.abc import Collection, Mapping
from enum import Enum
from functools import cache
from typing import Any

import msgspec

from engine.kernel.packs.schema import _PROSE, ByRoll, PackWords, RollRange


def content_hash(game: str, tables: msgspec.Struct) -> str:
    """SHA-256 over the game and its typed tables without prose: the same for every layout, wording, name and version.

    A field at its default is left out, so that a new field of the schema leaves the hash of every pack as it was.
    """
    return tables_hash(game, tables, ())


def tables_hash(game: str, tables: msgspec.Struct, left_out: Collection[str]) -> str:
    """Return the same hash over all tables but some: with none left out it is that of the whole content."""
    unknown = set(left_out) - set(tables.__struct_fields__)
    if unknown:
        raise ValueError(f"there are no such tables: {', '.join(sorted(unknown))}")
    content = [field for field in _without_prose(tables) if field[0] not in left_out]
    return hashlib.sha256(msgspec.json.encode([game, content])).hexdigest()


def _without_prose(value: Any) -> Any:
    """Reduce a typed value to what decides a game, as lists in an order that does not depend on the file."""
    if isinstance(value, msgspec.Struct):
        tag = value.__struct_config__.tag
        fields = [
            [name, _without_prose(held)]
            for name, default in _deciding(type(value))
            if (held := getattr(value, name)) != default or type(held) is not type(default)
        ]
        return fields if tag is None else [tag, fields]
    if isinstance(value, PackWords):
        return []
    if isinstance(value, ByRoll):
        return [[str(span), _without_prose(result)] for span, result in value.rows]
    if isinstance(value, Mapping):
        # Whole numbers before text, so that neither the order nor the kind of a key is lost.
        pairs = sorted(value.items(), key=lambda pair: (isinstance(pair[0], str), pair[0]))
        return {"pairs": [[_without_prose(key), _without_prose(held)] for key, held in pairs]}
    if isinstance(value, (set, frozenset)):
        return sorted(map(_without_prose, value))
    if isinstance(value, (list, tuple)):
        return [_without_prose(held) for held in value]
    return value.value if isinstance(value, Enum) else str(value) if isinstance(value, RollRange) else value


@cache
def _deciding(kind: type[msgspec.Struct]) -> tuple[tuple[str, object], ...]:
    """The fields of a struct that are not prose, each with its default."""
    return tuple((f.name, _default(f)) for f in msgspec.structs.fields(kind) if not _is_prose(f.type))


def _default(field: msgspec.structs.FieldInfo) -> object:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _is_prose(kind: object) -> bool:
    """Say whether a type is prose, may be prose, or contains it."""
    if any(isinstance(part, msgspec.Meta) and part.extra == _PROSE for part in getattr(kind, "__metadata__", ())):
        return True
    return any(_is_prose(part) for part in typing.get_args(kind) if not isinstance(part, str))


def hash_of_2a36ce7(game: str, content: Mapping[str, object]) -> str:
    """The hash by which a pack was known up to commit 2a36ce7: over the files' data, prose and all."""
    return hashlib.sha256(msgspec.json.encode([game, _canonical(content)])).hexdigest()


def _canonical(value: object) -> object:
    """Mappings as pairs ordered by key, whole numbers before text, so that neither order nor kind of key is lost."""
    if isinstance(value, dict):
        pairs = sorted(value.items(), key=lambda pair: (isinstance(pair[0], str), pair[0]))
        return {"pairs": [[key, _canonical(held)] for key, held in pairs]}
    return [_canonical(held) for held in value] if isinstance(value, list) else value
