"""Dice that were thrown elsewhere, such as on the table beside the book: they lie ready, the rest is thrown here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

from .table import Table


def with_faces(table: Table, rolls: Mapping[str, Sequence[int]]) -> Table:
    """Return the table with dice that were thrown elsewhere lying ready; streams without any are thrown here."""
    left = {stream: list(faces) for stream, faces in rolls.items() if faces}
    if not left:
        return table
    books = copy(table)

    def roll(stream: str, sides: int) -> int:
        faces = left.get(stream)
        return faces.pop(0) if faces else table.roll(stream, sides)

    books.roll = roll
    return books
