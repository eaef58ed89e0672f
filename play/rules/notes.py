"""The notes on a game's rules (`fixtures/rulenotes/<game>.yaml`): each number of the book in our words."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
from django.conf import settings

from play.games.registry import game_of
from play.utils.languages import by_code, in_language

LONGEST_NOTE = 420
Words = Annotated[str, msgspec.Meta(min_length=12, max_length=LONGEST_NOTE)]


CHARTS = "charts"


@dataclass(frozen=True)
class RuleNote:
    """Note on a rule in short, and the charts that it reads, as the game's events name them."""

    by_language: Mapping[str, str]
    charts: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The note in the reader's language."""
        return in_language(self.by_language)


class RuleNotes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notes of a game, in the order of its book: beside the charts, each key is the code of a language."""

    game: str
    notes: dict[str, dict[str, Words | tuple[str, ...]]]


def notes_on(game: str) -> Mapping[str, RuleNote]:
    """Return the notes on a game's rules, none for a game that has brought none."""
    return _notes(settings.WORDS_FOLDER / "rulenotes" / f"{game}.yaml")


@cache
def _notes(path: Path) -> Mapping[str, RuleNote]:
    if not path.exists():
        return {}
    read = msgspec.yaml.decode(path.read_bytes(), type=RuleNotes).notes
    return {number: _note(number, parts) for number, parts in read.items()}


def _note(number: str, parts: Mapping[str, str | tuple[str, ...]]) -> RuleNote:
    words = {code: said for code, said in parts.items() if code != CHARTS and isinstance(said, str)}
    charts = parts.get(CHARTS, ())
    if len(words) + (CHARTS in parts) != len(parts) or isinstance(charts, str):
        raise ValueError(f"The note on {number} needs a line for each language, and a list of charts.")
    return RuleNote(by_code(words), charts)


def note_on(game: str, number: str) -> tuple[str, RuleNote] | None:
    """Return the note on a number, or on the nearest one above it that has one: 7.4.2.1 is part of 7.4.2."""
    notes, parts = notes_on(game), number.split(".")
    while parts:
        name = ".".join(parts)
        if name in notes:
            return name, notes[name]
        parts.pop()
    return None


def tables_of(game: str, chart: str) -> tuple[str, ...]:
    """Return the tables that a chart of the printed game is made of."""
    return game_of(game).charts.get(chart, (chart.replace("-", "_"),))
