"""The rules, words and charts of the games that can be played here, found by a game's name."""

import logging
import re
from typing import Any

from engine.analysis.game_analysis import GameAnalysis
from engine.kernel.packs.schema import Charts
from engine.kernel.title import Title
from play.games.registry import game_of, registered
from play.games.text import GameText

log = logging.getLogger(__name__)

PACK_NAME = re.compile("[a-z0-9][a-z0-9-]*")
"""A pack is named as its folder is, which no name may lead out of."""


def names() -> tuple[str, ...]:
    """Name every game that can be played here."""
    return tuple(registered())


def title_of(name: str) -> Title:
    """Return a game by its name."""
    return game_of(name).title


def analysis_of(name: str) -> GameAnalysis | None:
    """Return a game's analysis by the game's name; None where it has none."""
    return game_of(name).analysis


def words_of(name: str) -> GameText:
    """Return a game's words."""
    return game_of(name).words


_worded: dict[tuple[str, str], GameText] = {}


def words_for(name: str, pack: Charts) -> GameText:
    """Return a game's words with the names that these charts bring, made once for each content."""
    words = words_of(name)
    if words.brought is None:
        return words
    key = (name, pack_hash(pack))
    if key not in _worded:
        if len(_worded) >= 32:
            _worded.clear()
        _worded[key] = words.of(pack)
    return _worded[key]


def pack_of(title_name: str, pack_name: str) -> Any:
    """Return a game's chart pack as its folder has it now, for what is begun now."""
    if not PACK_NAME.fullmatch(pack_name):
        raise ValueError(f"{pack_name!r} is no name of a pack")
    return title_of(title_name).load_pack(pack_name)


def load_standard_packs() -> None:
    """Read every game's standard charts now, so that no player's first click pays for it.

    A game whose charts are faulty stays closed, and says so when it is asked for; the others are played.
    """
    for name in names():
        try:
            pack_of(name, "standard")
        except Exception:  # faults in one game's charts must not stop the site
            log.exception("The standard charts of %s cannot be read", name)


def pack_hash(pack: Charts) -> str:
    """Return what names a pack, or the charts that are made of one: its hash."""
    return pack.pack.hash
