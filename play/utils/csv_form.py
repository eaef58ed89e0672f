"""CSV dialect: separator, decimal sign and date format, as the reader chose them.

A query (`?separator=semicolon&decimal=comma&dates=dotted`) goes before the player's profile, and without either a
file has commas, points and `1943-12-31`.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from django.db.models import TextChoices
from django.http import HttpRequest
from django.utils.translation import pgettext_lazy

from play.utils.csv_cells import escape_row

WRITTEN_DATE = re.compile(r"(\d{4})-(\d\d)(?:-(\d\d)(?:T(\d\d:\d\d)[\d:.]*(?:[+-]\d\d:\d\d|Z)?)?)?")


class Separator(TextChoices):
    """Separator of cells."""

    COMMA = "comma", pgettext_lazy("CSV", "Comma ( , )")
    SEMICOLON = "semicolon", pgettext_lazy("CSV", "Semicolon ( ; )")


class Decimal(TextChoices):
    """Decimal sign."""

    POINT = "point", pgettext_lazy("CSV", "Point (1.5)")
    COMMA = "comma", pgettext_lazy("CSV", "Comma (1,5)")


class Dates(TextChoices):
    """Format of days and months."""

    ISO = "iso", pgettext_lazy("CSV", "Year first (1943-12-31)")
    DOTTED = "dotted", pgettext_lazy("CSV", "Day first (31.12.1943)")


CHOICES: dict[str, type[TextChoices]] = {"separator": Separator, "decimal": Decimal, "dates": Dates}
"""By the parameter of the query; the player's field has `csv_` before it."""
SEPARATORS = {"comma": ",", "semicolon": ";"}


@dataclass(frozen=True, slots=True)
class CsvForm:
    """The form of a file."""

    separator: str = Separator.COMMA.value
    decimal: str = Decimal.POINT.value
    dates: str = Dates.ISO.value

    @property
    def delimiter(self) -> str:
        """The sign between two cells."""
        return SEPARATORS[self.separator]

    def rows(self, rows: Iterable[Iterable[object]], dates: Collection[int] = ()) -> Iterator[list[object]]:
        """Give rows in this form, each cell harmless; `dates` are the places of dates."""
        escaped = map(escape_row, rows)
        if (self.decimal, self.dates) == (Decimal.POINT, Dates.ISO):
            return escaped
        return (self._row(row, dates) for row in escaped)

    def _row(self, row: list[object], dates: Collection[int]) -> list[object]:
        if self.decimal == Decimal.COMMA:
            # A number that this program has written is no formula, with any sign.
            row = [repr(cell).replace(".", ",") if isinstance(cell, float) else cell for cell in row]
        if self.dates == Dates.DOTTED:
            for place in dates:
                row[place] = dotted(str(row[place]))
        return row


DEFAULT_FORM = CsvForm()


def dotted(text: str) -> str:
    """Write a date with its day first: `31.12.1943`, `12.1943`, `31.12.1943 22:15`; other text stays."""
    found = WRITTEN_DATE.fullmatch(text)
    if found is None:
        return text
    year, month, day, time = found.groups()
    return ".".join(filter(None, (day, month, year))) + (f" {time}" if time else "")


def form_of(request: HttpRequest) -> CsvForm:
    """Return the form that a request asks for; a value that is not known counts as none."""
    chosen: dict[str, str] = {}
    for name, choices in CHOICES.items():
        asked = (request.GET.get(name, ""), getattr(request.user, f"csv_{name}", ""))
        chosen |= {name: next((one for one in asked if one in choices.values), getattr(DEFAULT_FORM, name))}
    return CsvForm(**chosen)
