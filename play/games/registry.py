"""The games of the house: each room says in its `game.py` what the house need know of it, and is named in `ROOMS`.

    GAME = Game(name="interceptor-ace", title="engine.interceptor.game:TITLE", ...)

What is named `package.module:THING` is imported when it is first asked for. What came of a game is asked of its title
(`Title.standing`), so it needs no place here.

`DISPERSAL_TITLES` in the environment adds games that have no room, separated by commas: `package.module:TITLE`, whose
words are looked for in `package.module_words:WORDS` unless they are named after a `+`.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.conf import settings


@dataclass(frozen=True, kw_only=True)
class GameSpec:
    """What a game's room gives to the house."""

    name: str
    title: str
    """The `Title` of its rules."""
    words: str
    """Its `Words`."""
    analysis: str = ""
    """Its `GameAnalysis`; without one it has no odds, no reviews and no bot that thinks."""
    simulator: str = ""
    """The module that `manage.py simulate` and the trial of a pack fly it by (`play.bots.simulation`)."""
    board: str = ""
    """Its `Board`; without one it is played on the generic page."""
    ways: str = ""
    """Where its tables lead: a function of session and seat (`play.games.boards.TableLink`)."""
    begins: str = ""
    """The name of the address at which one begins; without one it is the set-up page for all games."""
    begins_there_alone: bool = False
    """Whether that page asks for all that its set-up has: the set-up page for all games then leads there."""
    maps: str = ""
    """Its hex maps: a function of charts and a name that gives a `play.pages.hexmap.HexMap`, or a LookupError."""
    usual: str = ""
    """What is filled in of the usual set-up when somebody plays at once: a function of the set-up."""
    checks: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What checks files of the room's own, by the `format` that they name (`play.fairness.file_checks`)."""
    demo: str = ""
    """What a club for a look round has of it: a function of members and chance for each (`campaigns.demo.club`)."""
    demo_seasons: str = ""
    """The seasons that club plays of it: a function of group and chance (`campaigns.demo.seasons`)."""
    pictures: str = ""
    """The pages of that club which `manage.py screenshots` pictures: a function of its members by name."""
    card: str = ""
    """The template of its card on the front page."""
    charts: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """The tables that a chart is made of, where its events call it by the name of the printed game."""
    group_exports: str = ""
    """The template of the files that a group of players is given of it; `group` is the group."""
    careers: str = ""
    """Its careers on the list of all (`campaigns.careers.career_list.CareerList`)."""
    season: str = ""
    """How it stands on a season's ladder line by line: a function of the terms that gives a
    `campaigns.ladders.score_lines.SeasonLog`, or None for what stands there by its result."""
    seasons: str = ""
    """The set-ups that a season may be announced by, though nobody has played so yet: a function that lists them."""
    marks: str = ""
    """Where a bot that was lent a seat hands it back: functions of the state by name (`play.bots.substitute`)."""
    film: str = ""
    """Its `Film`, for what it was in truth and when each turn began (`play.replay`)."""
    before_odds: str = ""
    """What a worker loads before it computes odds: a function of session and seat (`play.odds.worker`)."""
    standing: str = ""
    """What a person's standing orders answer: a function of the question and the orders (`play.orders.auto_orders`)."""
    secrecy: str = ""
    """What is hidden from a seat, whose numbers count its own world: a function of set-up (`play.secrecy`)."""
    corrected: tuple[str, ...] = ()
    """The kinds of question whose answers may be mended after dice have fallen on them (`play.orders.corrections`)."""


class NoSuchGame(LookupError):
    """No game of that name is played here."""


def load(place: str) -> Any:
    """Return the thing at a place: `package.module:THING`."""
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


def exists(place: str) -> bool:
    """Say whether there is such a module."""
    try:
        return find_spec(place.partition(":")[0]) is not None
    except ModuleNotFoundError:
        return False


def _games_of_environment() -> Iterator[GameSpec]:
    for place in filter(None, (part.strip() for part in os.environ.get("DISPERSAL_TITLES", "").split(","))):
        title, _, words = place.partition("+")
        yield GameSpec(name=load(title).name, title=title, words=words or f"{title.partition(':')[0]}_words:WORDS")


@cache
def registered() -> dict[str, GameSpec]:
    """Return every game that can be played here, by its name."""
    games = [load(f"{package}.game:GAME") for package in settings.ROOMS]
    return {game.name: game for game in (*games, *_games_of_environment())}


def game_of(name: str) -> GameSpec:
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
