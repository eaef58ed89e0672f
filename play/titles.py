"""The games that can be played here: each found by name, and imported when it is first asked for.

`DISPERSAL_TITLES` in the environment adds more, separated by commas: `package.module:TITLE`, whose words are looked
for in `package.module_words:WORDS` unless they are named after a `+` (`package.module:TITLE+other.module:WORDS`).
"""

import logging
import os
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engine.kernel.game import Title

from .words import Words

log = logging.getLogger(__name__)

HOUSE = {
    "interceptor-ace": ("engine.interceptor.title:TITLE", "sorties.words.interceptor_ace:WORDS"),
    "bomber-command": ("engine.bomber_command.title:TITLE", "raids.words.bomber_command:WORDS"),
    "nightfighter": ("engine.nightfighter.title:TITLE", "sorties.words.nightfighter:WORDS"),
}


class NoSuchGame(LookupError):
    """No game of that name is played here."""


def _load(place: str) -> Any:
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


def _exists(place: str) -> bool:
    try:
        return find_spec(place.partition(":")[0]) is not None
    except ModuleNotFoundError:
        return False


def _listed() -> Iterator[tuple[str, str]]:
    for place in filter(None, (part.strip() for part in os.environ.get("DISPERSAL_TITLES", "").split(","))):
        title, _, words = place.partition("+")
        yield title, words or f"{title.partition(':')[0]}_words:WORDS"


@cache
def _places() -> dict[str, tuple[str, str]]:
    places = {name: place for name, place in HOUSE.items() if _exists(place[0])}
    places.update({_load(title).name: (title, words) for title, words in _listed()})
    return places


def names() -> tuple[str, ...]:
    """Name every game that can be played here."""
    return tuple(_places())


def title_of(name: str) -> Title:
    """Return a game by its name."""
    if name not in _places():
        raise NoSuchGame(name)
    return _load(_places()[name][0])


def words_of(name: str) -> Words:
    """Return a game's words; a game whose words are not written yet is said by its stable names."""
    if name not in _places():
        raise NoSuchGame(name)
    place = _places()[name][1]
    return _load(place) if _exists(place) else Words(game=name, title=name)


@cache
def pack_of(title_name: str, pack_name: str) -> Any:
    """Return a game's chart pack, read once by each process."""
    return title_of(title_name).load_pack(pack_name)


def load_standard_packs() -> None:
    """Read every game's standard charts now, so that no player's first click pays for it.

    A game whose charts are faulty stays closed, and says so when it is asked for; the others are played.
    """
    for name in names():
        try:
            pack_of(name, "standard")
        except Exception:  # whatever is wrong with one game's charts, the house opens
            log.exception("The standard charts of %s cannot be read", name)


def pack_hash(pack: Any) -> str:
    """Return what pins a pack: its hash."""
    return str(pack["hash"] if isinstance(pack, dict) else pack.hash)
