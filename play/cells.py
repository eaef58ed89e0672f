"""Cells of files that spreadsheets open: text in them stays text."""

import re
from typing import Any

BYTE_ORDER_MARK = "\ufeff"
"""Without it, spreadsheets take the file for one in the machine's old character set."""
GUARD = "'"
FORMULA = re.compile(r"(?:^|(?<=[;\t\r\n]))('*)(?=[^\S\t\r\n]*[=+@＝＋－＠\t\r\n-])")
"""Where a spreadsheet would begin a formula: at the head of a cell, or of what it takes for one where its language
parts cells by semicolons; with the guards that stand there already."""


def harmless(cell: Any) -> Any:
    """Make text that a spreadsheet would run as a formula text that it shows; what has a guard gets another."""
    return FORMULA.sub(rf"{GUARD}\1", cell) if isinstance(cell, str) else cell


def as_written(cell: str) -> str:
    """Return what a cell held before it was made harmless."""
    return FORMULA.sub(lambda found: found[1].removeprefix(GUARD), cell)
