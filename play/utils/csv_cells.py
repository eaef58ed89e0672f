"""Cells of files that spreadsheets open: text in them stays text."""

import re
from collections.abc import Iterable
from typing import TypeVar

Cell = TypeVar("Cell")

BYTE_ORDER_MARK = "\ufeff"
"""Without it, spreadsheets take the file for one in the machine's old character set."""
GUARD = "'"
FORMULA = re.compile(r"(?:^|(?<=[;\t\r\n]))('*)(?=[^\S\t\r\n]*[=+@＝＋－＠\t\r\n-])")
"""Start of a formula in a spreadsheet, with its guards: at the head of a cell, or after a semicolon, which separates
cells in some languages."""


MOST_CACHED, LONGEST_CACHED = 8192, 80
"""Short texts whose guarded form is cached: the same names and words are in most rows."""


def escape_formula(cell: Cell) -> Cell | str:
    """Make text that a spreadsheet would run as a formula text that it shows; what has a guard gets another."""
    return _escaped(cell) if isinstance(cell, str) else cell


def escape_row(row: Iterable[object]) -> list[object]:
    """Make every text of a row harmless; numbers have nothing to guard."""
    return [_escapes[cell] if cell and isinstance(cell, str) else cell for cell in row]


def _escaped(text: str) -> str:
    """Put a guard wherever a spreadsheet would begin a formula."""
    return FORMULA.sub(rf"{GUARD}\1", text)


class _Escapes(dict[str, str]):
    """Texts with their guarded form; long ones are not stored, and a full store is emptied."""

    def __missing__(self, text: str) -> str:
        escaped = _escaped(text)
        if len(text) <= LONGEST_CACHED:
            if len(self) >= MOST_CACHED:
                self.clear()
            self[text] = escaped
        return escaped


_escapes = _Escapes()


def unescape_formula(cell: str) -> str:
    """Return what a cell held before it was made harmless."""
    return FORMULA.sub(lambda found: found[1].removeprefix(GUARD), cell)
