"""The last roll of a night as the strip below its map shows it: chances before, dice and modifiers after."""

from typing import Any

from play.games.boards import BoardScene
from play.pages.parts import CARDS, die_face, signed
from raids.board.roll_odds import raid_opened

MOST = 4
"""Rolls of one order that are shown: the latest."""


def last_roll(scene: BoardScene) -> list[dict[str, Any]]:
    """Return what the latest order that rolled has rolled, the latest first; cards are no rolls."""
    for order in reversed(scene.told):
        rolled = [event for event in order if any(CARDS not in die.stream for die in event.dice)]
        if rolled:
            return [_shown(event, scene) for event in reversed(rolled[-MOST:])]
    return []


def _shown(event: Any, scene: BoardScene) -> dict[str, Any]:
    return {
        "sentence": scene.words.event(event),
        "rule": event.rule,
        "dice": [die_face(die, scene.words) for die in event.dice],
        "mods": [
            {"value": signed(mod.value), "reason": scene.words.reason(mod.reason, event.data)} for mod in event.mods
        ],
        **raid_opened(event, scene.pack, scene.words),
    }
