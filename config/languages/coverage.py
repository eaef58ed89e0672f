"""Coverage of a language by kind of file, as `manage.py translations` prints it.

A file counts as translated what it has in the language itself or in its base (`pt-br`, `pt`), never the English that
a page falls back to.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import to_locale

from engine.kernel.packs.schema import SOURCE_LANGUAGE
from play.rules import glossary, notes
from play.utils import spreadsheets
from play.utils.languages import fallbacks

CATALOGUE = Path("LC_MESSAGES") / "django.po"
Message = tuple[str, str]
"""Context and sentence."""


@dataclass(frozen=True)
class FileCoverage:
    """A file, what there is to translate in it, and what of that the language lacks."""

    file: str
    total: int
    missing: list[str] = field(default_factory=list)

    @property
    def there(self) -> int:
        """Count what is translated."""
        return self.total - len(self.missing)


def coverage(language: str) -> list[FileCoverage]:
    """Return the files of a language, the catalogue of sentences first."""
    return [_catalogue(language), *_glossaries(language), *_notes(language), *_packs(language), *_imports(language)]


def _file(name: str, words: Iterable[tuple[str, Iterable[str]]], language: str) -> FileCoverage:
    """Look through words that are stored by code; each is a name and the codes that it has."""
    wanted = set(fallbacks(language)) - {SOURCE_LANGUAGE}
    found = list(words)
    if language.startswith(SOURCE_LANGUAGE):
        return FileCoverage(name, len(found))
    return FileCoverage(name, len(found), [word for word, codes in found if not wanted & set(codes)])


def messages(path: Path) -> dict[Message, bool]:
    """Return the sentences of a catalogue, each with whether it is translated."""
    if not path.exists():
        return {}
    with path.open("rb") as file:
        read = read_po(file, ignore_obsolete=True)
    return {(str(one.context or ""), _source(one)): not one.fuzzy and _is_whole(one.string) for one in read if one.id}


def _source(message: Any) -> str:
    return str(message.id if isinstance(message.id, str) else message.id[0])


def _is_whole(said: object) -> bool:
    """Return whether a sentence, or each form of a counted one, is translated."""
    return bool(said) and (not isinstance(said, tuple | list) or all(said))


def _catalogue(language: str) -> FileCoverage:
    folders = [Path(folder) for folder in settings.LOCALE_PATHS]
    collected = {one for folder in folders for path in folder.glob(f"*/{CATALOGUE}") for one in messages(path)}
    if language.startswith(SOURCE_LANGUAGE):
        return FileCoverage(f"locale/{SOURCE_LANGUAGE}", len(collected))
    there = {
        one
        for code in fallbacks(language)
        for folder in folders
        for one, whole in messages(folder / to_locale(code) / CATALOGUE).items()
        if whole
    }
    missing = sorted(sentence for _context, sentence in collected - there)
    return FileCoverage(f"locale/{to_locale(language)}", len(collected), missing)


def _games(folder: str) -> list[str]:
    return sorted(path.stem for path in (settings.WORDS_FOLDER / folder).glob("*.yaml"))


def _glossaries(language: str) -> Iterator[FileCoverage]:
    for game in _games("glossaries"):
        terms = glossary.terms_of(game)
        yield _file(f"glossaries/{game}", ((term[SOURCE_LANGUAGE].words[0], term) for term in terms), language)


def _notes(language: str) -> Iterator[FileCoverage]:
    for game in _games("rulenotes"):
        words = ((number, note.by_language) for number, note in notes.notes_on(game).items())
        yield _file(f"rulenotes/{game}", words, language)


def _packs(language: str) -> Iterator[FileCoverage]:
    for manifest in sorted((settings.WORDS_FOLDER / "packs").glob("*/*/pack.yaml")):
        folder = manifest.parent
        words = [found for path in sorted(folder.glob("*.yaml")) for found in _titles(_read(path))]
        if words:
            yield _file(f"packs/{folder.parent.name}/{folder.name}", words, language)


def _read(path: Path) -> Any:
    return msgspec.yaml.decode(path.read_bytes())


def _titles(held: Any) -> Iterator[tuple[str, Iterable[str]]]:
    """Give the words of a pack by language: wherever a `title` has codes, it is one."""
    if isinstance(held, Mapping):
        title = held.get("title")
        if isinstance(title, Mapping):
            yield str(title.get(SOURCE_LANGUAGE, "")), [str(code).lower() for code in title]
        held = held.values()
    if not isinstance(held, str) and isinstance(held, Iterable):
        for part in held:
            yield from _titles(part)


def _imports(language: str) -> Iterator[FileCoverage]:
    yield _file("imports/spreadsheets", [("months", spreadsheets.spreadsheet_words())], language)
    for game in (name for name in _games("imports") if name != "spreadsheets"):
        yield _file(f"imports/{game}", spreadsheets.import_words(game).items(), language)
