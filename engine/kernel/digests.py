"""Short hashes of a state and of what is asked, to tell whether other code would play a game on the same.

A field at its default is left out, so that a new field with a default changes no digest; for an option the default is
that of the rules with which the game began. Digests written by commit 2a36ce7 covered every field there was then: one
without our mark is compared with one that is made in that way, of the fields that there were.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from engine.kernel.rule_versions import default_of

CURRENT_PREFIX = "2-"
OLD_FIELDS_FILE = Path(__file__).resolve().parents[2] / "fixtures" / "releases" / "2a36ce7" / "states.json"

_encoder = msgspec.msgpack.Encoder(order="deterministic")


def digest_of(state: object, asked: str, began: str) -> str:
    """Return the digest of a state and of what is asked."""
    return CURRENT_PREFIX + _hash(_encoder.encode(without_defaults(state, began)), asked)


def matches(state: object, asked: str, began: str, digest: str) -> bool:
    """Say whether a state is the one that a digest was made of, in whichever way it was made."""
    if is_current(digest):
        return digest_of(state, asked, began) == digest
    return _hash(_encode_as_2a36ce7(state), asked) == digest


def is_current(digest: str) -> bool:
    """Say whether a digest has today's form, so that today's code wrote the events beside it."""
    return digest.startswith(CURRENT_PREFIX)


def _hash(data: bytes, asked: str) -> str:
    return hashlib.blake2b(data + asked.encode(), digest_size=8).hexdigest()


_PLAIN = frozenset((int, str, bool, float, bytes, type(None)))


def without_defaults(value: Any, began: str) -> Any:
    """Return a state as plain data without the fields that are at their default."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, msgspec.Struct):
        said = {}
        for name, default in _defaults(type(value), began):
            held = getattr(value, name)
            if type(held) in _PLAIN:
                if held != default:
                    said[name] = held
            elif held != default:
                said[name] = without_defaults(held, began)
        tag = value.__struct_config__.tag
        return said if tag is None else [tag, said]
    if kind is list or kind is tuple:
        return [one if type(one) in _PLAIN else without_defaults(one, began) for one in value]
    if kind is dict:
        return {key: one if type(one) in _PLAIN else without_defaults(one, began) for key, one in value.items()}
    return value


@cache
def _defaults(kind: type[msgspec.Struct], began: str) -> tuple[tuple[str, object], ...]:
    return tuple((field.name, default_of(field, began)) for field in msgspec.structs.fields(kind))


# As it was done by commit 2a36ce7


@cache
def _old_fields() -> dict[str, list[str]]:
    known: dict[str, list[str]] = json.loads(OLD_FIELDS_FILE.read_text(encoding="utf-8"))
    return known


@cache
def _old_fields_of(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    fields = _old_fields().get(f"{kind.__module__}.{kind.__qualname__}")
    return kind.__struct_fields__ if fields is None else tuple(fields)


def _encode_as_2a36ce7(value: Any) -> bytes:
    """Return a state as it was put away then: with the fields that it had, in their order."""
    kind = type(value)
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        said = [] if config.tag is None else [(config.tag_field, config.tag)]
        said += [(name, getattr(value, name)) for name in _old_fields_of(type(value))]
    elif kind is dict:
        said = sorted(value.items())
    elif kind is list or kind is tuple:
        return _head(0x90, 0xDC, len(value)) + b"".join(map(_encode_as_2a36ce7, value))
    else:
        return _encoder.encode(value)
    return _head(0x80, 0xDE, len(said)) + b"".join(
        _encoder.encode(name) + _encode_as_2a36ce7(held) for name, held in said
    )


def _head(short: int, long: int, size: int) -> bytes:
    """Return how a mapping or a list of this size begins in MessagePack."""
    return bytes([short | size]) if size < 16 else bytes([long]) + size.to_bytes(2, "big")
