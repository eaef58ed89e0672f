"""The words of a game's table (`fixtures/glossaries/<game>.yaml`): each in our own words, where it is written."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated

import msgspec
from django.conf import settings
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from play.utils.languages import by_code, in_language, reader_language

LONGEST_EXPLANATION = 240
Explanation = Annotated[str, msgspec.Meta(min_length=12, max_length=LONGEST_EXPLANATION)]


class TermText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word in one language: how it may be written, its name in lists first, and what it is."""

    words: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    says: Explanation


Term = Mapping[str, TermText]
"""A word of the table in each language that has it, by language code."""


class Glossary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a game."""

    game: str
    terms: tuple[dict[str, TermText], ...]


def terms_of(game: str) -> tuple[Term, ...]:
    """Return the words of a game in every language, none for a game that has brought none."""
    return _terms(settings.WORDS_FOLDER / "glossaries" / f"{game}.yaml")


@cache
def _terms(path: Path) -> tuple[Term, ...]:
    if not path.exists():
        return ()
    return tuple(map(by_code, msgspec.yaml.decode(path.read_bytes(), type=Glossary).terms))


@cache
def _said(game: str, language: str) -> Mapping[str, tuple[int, str]]:
    """Return each form of each word in small letters, with the word's place and what it is."""
    found: dict[str, tuple[int, str]] = {}
    for place, term in enumerate(terms_of(game)):
        written = in_language(term, language)
        found |= {form.lower(): (place, written.says) for form in written.words}
    return found


@cache
def _pattern(game: str, language: str) -> re.Pattern[str] | None:
    forms = sorted(_said(game, language), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, forms))})\b", re.IGNORECASE) if forms else None


def words_of(game: str) -> list[tuple[str, str]]:
    """Return every word of a game's table with what it is, by the alphabet."""
    written = [in_language(term) for term in terms_of(game)]
    return sorted(((one.words[0], one.says) for one in written), key=lambda pair: pair[0].lower())


def listed(game: str) -> SafeString:
    """Return the words of a game's table as rows of a list, written once for each language."""
    return _listed(game, reader_language())


@cache
def _listed(game: str, _of_language: str) -> SafeString:
    return format_html_join("", "<dt>{}</dt><dd>{}</dd>", words_of(game))


def explained(text: str, game: str) -> SafeString:
    """Return a sentence in which the first place of each word of the table can be asked what it is."""
    return _explained(text, game, reader_language())


@lru_cache(maxsize=2048)
def _explained(text: str, game: str, language: str) -> SafeString:
    pattern, data = _pattern(game, language), set[int]()
    if pattern is None:
        return escape(text)
    parts, end = list[str](), 0
    for match in pattern.finditer(text):
        place, says = _said(game, language)[match[0].lower()]
        if place in data:
            continue
        data.add(place)
        asks = format_html('<button type="button" class="term" data-says="{}">{}</button>', says, match[0])
        parts += [escape(text[end : match.start()]), asks]
        end = match.end()
    return mark_safe("".join([*parts, escape(text[end:])]))  # noqa: S308 - every part of it is escaped
