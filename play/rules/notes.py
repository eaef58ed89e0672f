"""The notes on a game's rules (`fixtures/rulenotes/<game>.yaml`): each number of the book in our words, EN and PL."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated

import msgspec
from django.conf import settings
from django.utils.translation import get_language

from play.games.registry import game_of

Words = Annotated[str, msgspec.Meta(min_length=12, max_length=420)]


class RuleNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a rule comes to, and the charts that are read there, as the game's events call them."""

    en: Words
    pl: Words
    charts: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The note in the reader's language."""
        return self.pl if (get_language() or "").startswith("pl") else self.en


class RuleNotes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notes of a game, in the order of its book."""

    game: str
    notes: dict[str, RuleNote]


@cache
def notes_on(game: str) -> Mapping[str, RuleNote]:
    """Return the notes on a game's rules, none for a game that has brought none."""
    path = settings.BASE_DIR / "fixtures" / "rulenotes" / f"{game}.yaml"
    if not path.exists():
        return {}
    return msgspec.yaml.decode(path.read_bytes(), type=RuleNotes).notes


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
