"""The columns of a CSV file. One list gives its head, its cells, its table in the docs and its table on the site.

    KILLS = CsvFile[KillLine](
        "night-kills",
        _("Nightfighter: bombers shot down"),
        Column("career", _("number of the career"), lambda line: str(line.row.career_id)),
        Column("week", _("number of the week"), "row.week"),
    )
    KILLS.pieces(lines)

`_` is `gettext_noop`: `docs/reference/csv.md` has the English sentence, the page *What the columns mean* the reader's.
Columns are stable: a new one comes last, none is renamed or moved. tests/project/test_csv_columns.py has the order.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Generic, TypeVar

from play.utils.csv_files import csv_pieces
from play.utils.csv_form import DEFAULT_FORM, CsvForm

Line = TypeVar("Line")


@dataclass(frozen=True, slots=True)
class Column(Generic[Line]):
    """A column: its name in the head, its sentence, and where its cell comes from."""

    name: str
    doc: str
    """Markdown; empty where the sentence of the column before is about both."""
    read: str | Callable[[Line], object]
    """The attribute of a line that has the cell, with dots if need be; else a function of the line."""
    required: bool = False
    """True if a file to import must have it."""
    is_date: bool = False
    """True if its cells are dates or months, which are written in the form that the reader chose."""


class CsvFile(Generic[Line]):
    """A file with these columns, by its name in addresses and its title on pages."""

    def __init__(self, name: str, title: str, *columns: Column[Line]) -> None:
        self.name, self.title = name, title
        self.columns = columns
        self.head = tuple(column.name for column in columns)
        self.cells = cell_reader(columns)
        self.dates = [place for place, column in enumerate(columns) if column.is_date]

    def fields(self, of: str = "") -> list[str]:
        """Return the attributes of a line, or of one of its attributes, that are cells without conversion."""
        paths = [column.read.rpartition(".") for column in self.columns if isinstance(column.read, str)]
        return [name for owner, _dot, name in paths if owner == of]

    def pieces(self, lines: Iterable[Line], form: CsvForm = DEFAULT_FORM) -> Iterator[bytes]:
        """Give the file piece by piece."""
        return csv_pieces(self.head, map(self.cells, lines), form, self.dates)

    def described(self) -> list[tuple[list[str], str]]:
        """Return the names of columns with their sentence; columns that share a sentence are together."""
        rows: list[tuple[list[str], str]] = []
        for column in self.columns:
            if column.doc:
                rows.append(([], column.doc))
            rows[-1][0].append(column.name)
        return rows

    def table(self) -> str:
        """Return the Markdown table of docs/reference/csv.md."""
        rows = [(", ".join(f"`{name}`" for name in names), doc) for names, doc in self.described()]
        lines = [f"| {names} | {doc} |\n" for names, doc in rows]
        return "".join(["| column | what stands there |\n", "|---|---|\n", *lines])


def cell_reader(columns: Sequence[Column[Line]]) -> Callable[[Line], Sequence[object]]:
    """Return the function that gives the cells of a line.

    Attributes alone are read in one call. A call for each cell makes the export of the log a fifth slower.
    """
    paths = [column.read for column in columns if isinstance(column.read, str)]
    if len(paths) == len(columns) > 1:
        return attrgetter(*paths)
    readers = [attrgetter(column.read) if isinstance(column.read, str) else column.read for column in columns]
    return lambda line: [read(line) for read in readers]
