"""Encode a state as bytes, and restore it."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from engine.kernel.rule_versions import fill_old_defaults, old_defaults

State = TypeVar("State", bound=msgspec.Struct)


def snapshot(state: object) -> bytes:
    """Return the state as bytes; equal states give equal bytes."""
    return _encoder.encode(state)


_encoder = msgspec.msgpack.Encoder(order="deterministic")


def restore(data: bytes, kind: type[State], began: str) -> State:
    """Decode a state that was put away; what it does not say is read as the rules read it when the game began."""
    missing = old_defaults(kind, began)
    if not missing:
        return msgspec.msgpack.decode(data, type=kind)
    return msgspec.convert(fill_old_defaults(msgspec.msgpack.decode(data), kind, began), kind, strict=False)
