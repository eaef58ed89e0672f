"""Registry of the games: each app of a game describes itself in its `game.py`, and is named in `ROOMS`.

    GAME: GameSpec[State, Setup, Charts] = GameSpec(name="interceptor-ace", title=TITLE, words=WORDS, ...)

The `game` modules are imported on first use. Results of a game are read through its title
(`Title.standing`), so it needs no place here; what careers and seasons have of a game is in `campaigns/games.py`.

`DISPERSAL_TITLES` in the environment adds games without an app, separated by commas: `package.module:TITLE`, whose
words are looked for in `package.module_words:WORDS` unless they are named after a `+`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import msgspec
from django.conf import settings
from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from engine.analysis.game_analysis import GameAnalysis
    from engine.kernel.decisions import Decision
    from engine.kernel.title import Title
    from play.bots.simulation import Simulator
    from play.fairness.file_checks import FileCheckResult
    from play.games.boards import GameBoard, TableLink
    from play.games.text import GameText
    from play.pages.hexmap import HexMap
    from play.replay.options import ReplayOptions
    from play.secrecy.deciders import HiddenDeciders
    from play.sessions.models import Seat, Session
    from play.utils.plain_data import Json

StateT = TypeVar("StateT", bound=msgspec.Struct)
SetupT = TypeVar("SetupT", bound=msgspec.Struct)
ChartsT = TypeVar("ChartsT")


class FileCheck(Protocol):
    """Checks a file of a game's own."""

    def __call__(self, data: bytes, *, wanted: str = "") -> FileCheckResult:
        """Check a file; `wanted` is the public key of the site that is to have signed it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class GameSpec(Generic[StateT, SetupT, ChartsT]):
    """Registration of a game: its state, set-up and charts, and all that the site needs to know of it."""

    name: str
    title: Title
    words: GameText
    analysis: GameAnalysis | None = None
    """Without one it has no odds, no reviews and no bot that thinks."""
    simulator: Simulator[Any, ChartsT] | None = None
    """The module that `manage.py simulate` and the trial of a pack fly it by."""
    board: GameBoard[Any, ChartsT] | None = None
    """Without one it is played on the generic page."""
    ways: Callable[[Session, Seat], list[TableLink]] | None = None
    """Links from its games to other pages."""
    begins: str = ""
    """The name of the address at which one begins; without one it is the set-up page for all games."""
    begins_there_alone: bool = False
    """True if that page asks for the whole set-up: the set-up page for all games then redirects there."""
    maps: Callable[[ChartsT, str], HexMap] | None = None
    """Its hex maps by name, or a LookupError."""
    usual: Callable[[SetupT], None] | None = None
    """Adds the missing parts of the usual set-up for a quick start."""
    checks: Mapping[str, FileCheck] = field(default_factory=dict)
    """Checks of the game's own files, by `format` (`play.fairness.file_checks`)."""
    card: str = ""
    """The template of its card on the front page."""
    charts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The tables that a chart is made of, where its events call it by the name of the printed game."""
    group_exports: str = ""
    """The template of the files that a group of players is given of it; `group` is the group."""
    marks: Mapping[str, Callable[[StateT], object]] = field(default_factory=dict)
    """Points at which a bot gives a lent seat back, by name (`play.bots.substitute`)."""
    film: ReplayOptions[StateT, ChartsT] | None = None
    """True course of the game, and the start of each turn (`play.replay`)."""
    before_odds: Callable[[Session, str], None] | None = None
    """Data that a worker loads before it computes odds of a seat (`play.odds.worker`)."""
    standing: Callable[[Decision, dict[str, Json]], str | None] | None = None
    """Answer of a person's standing orders to a question (`play.orders.auto_orders`)."""
    secrecy: Callable[[dict[str, Json]], HiddenDeciders | None] | None = None
    """Hidden facts of a seat, which then has a version counter of its own, by set-up (`play.secrecy`)."""
    corrected: tuple[str, ...] = ()
    """The kinds of question whose answers can be corrected after later dice (`play.orders.corrections`)."""


AnyGame = GameSpec[Any, Any, Any]
"""A game whose types are not known where it is asked for."""


class NoSuchGame(LookupError):
    """No game of that name is played here."""


def _games_of_environment() -> Iterator[AnyGame]:
    for place in filter(None, (part.strip() for part in os.environ.get("DISPERSAL_TITLES", "").split(","))):
        named, _, words = place.partition("+")
        title: Title = import_string(named.replace(":", "."))
        yield GameSpec(name=title.name, title=title, words=_words_at(words or f"{_module(named)}_words:WORDS", title))


def _words_at(place: str, title: Title) -> GameText:
    """Return the words at a place; a game whose words are not written yet is said by its stable names."""
    from play.games.text import GameText

    try:
        written = find_spec(_module(place)) is not None
    except ModuleNotFoundError:
        written = False
    words: GameText = import_string(place.replace(":", ".")) if written else GameText(game=title.name, title=title.name)
    return words


def _module(place: str) -> str:
    return place.partition(":")[0]


@cache
def registered() -> dict[str, AnyGame]:
    """Return every game that can be played here, by its name."""
    games: list[AnyGame] = [import_string(f"{package}.game.GAME") for package in settings.ROOMS]
    return {game.name: game for game in (*games, *_games_of_environment())}


def game_of(name: str) -> AnyGame:
    """Return a game by its name."""
    try:
        return registered()[name]
    except KeyError as missing:
        raise NoSuchGame(name) from missing


def cards() -> list[str]:
    """Return the templates of the games' cards on the front page."""
    return [game.card for game in registered().values() if game.card]


def group_export_templates() -> list[str]:
    """Return the templates of what the games give a group to take away."""
    return [game.group_exports for game in registered().values() if game.group_exports]
