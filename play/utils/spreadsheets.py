"""Spreadsheet conventions of a language: months, whole numbers, headings and character sets.

The words are in `fixtures/imports/`: `spreadsheets.yaml` for all games, `<game>.yaml` for the headings of one.
"""

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from django.conf import settings

from play.utils.languages import by_code, fallbacks, in_language, reader_language

CENTURY = 1900
"""The games are of the 1940s: `43` is 1943."""
SHORTEST = 3
"""Letters of a month's name that is cut."""
DAYS = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})(?:-\d{1,2})?(?:[T ].*)?"),
    re.compile(r"(?:\d{1,2}\s?\.\s?)?(?P<month>\d{1,2})\s?[./]\s?(?P<year>\d{4}|\d\d)\.?(?: .*)?"),
    re.compile(r"(?:\d{1,2}[. -]\s?)?(?P<name>[^\W\d_]+)\.?[\s/-]*(?P<year>\d{4}|\d\d)"),
)
"""`1943-12-31`, `31.12.1943`, `12.1943`, `31. Dez. 1943`, `grudzień 1943`, `Dec-43`."""
NUMBERS = range(1, 13)
WITH_TENTHS = re.compile(r"(\d+)[.,]0+")

OneOrMore = str | tuple[str, ...]
Twelve = Annotated[tuple[OneOrMore, ...], msgspec.Meta(min_length=12, max_length=12)]
Named = TypeVar("Named")


class SpreadsheetWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A language's names of months, and its character set where there is no Unicode."""

    months: Twelve
    windows: str = "cp1252"

    def __post_init__(self) -> None:
        codecs.lookup(self.windows)


class Spreadsheets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of all games."""

    languages: dict[str, SpreadsheetWords]


class ImportWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of one game: by column and language, what a player may write besides the column's own name."""

    headings: dict[str, dict[str, tuple[str, ...]]]


@cache
def _spreadsheets(path: Path) -> Mapping[str, SpreadsheetWords]:
    return by_code(msgspec.yaml.decode(path.read_bytes(), type=Spreadsheets).languages)


def spreadsheet_words() -> Mapping[str, SpreadsheetWords]:
    """Return the words of spreadsheets by language."""
    return _spreadsheets(settings.WORDS_FOLDER / "imports" / "spreadsheets.yaml")


@cache
def _headings(path: Path) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    read = msgspec.yaml.decode(path.read_bytes(), type=ImportWords).headings
    return {column: by_code(words, english=False) for column, words in read.items()}


def import_words(game: str) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return the headings of a game's import, by column and language."""
    return _headings(settings.WORDS_FOLDER / "imports" / f"{game}.yaml")


def _own_first(words: Mapping[str, Named]) -> Iterator[Named]:
    """Give the words of the reader's language first: a word may mean something else in another."""
    own = [code for code in fallbacks(reader_language()) if code in words]
    return (words[code] for code in dict.fromkeys([*own, *words]))


def column_of(heading: str, game: str) -> str:
    """Return the column that a heading means, in any language; an unknown heading is its own column."""
    headings, wanted = import_words(game), heading.strip().casefold()
    if wanted in headings:
        return wanted
    own = set(fallbacks(reader_language()))
    meant = {
        (code not in own, column)
        for column, words in headings.items()
        for code, names in words.items()
        if wanted in map(str.casefold, names)
    }
    return min(meant)[1] if meant else heading.strip()


def month_of(text: str) -> str:
    """Return the month of a date as `1943-12`; text that is no date is returned as it is."""
    for pattern in DAYS:
        found = pattern.fullmatch(text.strip())
        if found is None:
            continue
        parts = found.groupdict()
        month = int(parts["month"]) if "month" in parts else month_named(parts["name"])
        year = int(parts["year"])
        if 1 <= month <= len(NUMBERS):
            return f"{year if year >= CENTURY else CENTURY + year}-{month:02}"
    return text


def month_named(name: str) -> int:
    """Return the number of a month by its name, whole or cut; 0 for another word."""
    wanted = name.strip(". ").casefold()
    for words in _own_first(spreadsheet_words()):
        found = {number for number, names in zip(NUMBERS, words.months, strict=True) if _means(wanted, names)}
        if len(found) == 1:
            return found.pop()
    return 0


def _means(wanted: str, names: OneOrMore) -> bool:
    known: Iterable[str] = (names,) if isinstance(names, str) else names
    cut = len(wanted) >= SHORTEST
    return any(wanted == name.casefold() or (cut and name.casefold().startswith(wanted)) for name in known)


def whole_number(text: str) -> str:
    """Return a whole number without the tenths that a spreadsheet gives it: `3,0` is `3`."""
    found = WITH_TENTHS.fullmatch(text)
    return found[1] if found else text


def decoded(data: bytes) -> str:
    """Return a file's text, by whichever of the ways in which spreadsheets write it."""
    if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Without Unicode it is what their country's Windows has.
        return data.decode(in_language(spreadsheet_words()).windows, errors="replace")
