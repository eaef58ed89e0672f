"""The last roll of a night as the strip below its map shows it: chances before, dice and modifiers after."""

from dataclasses import dataclass
from typing import NamedTuple

from engine.kernel.events import Event
from play.pages.parts import CARDS, DieFace, die_face, signed
from raids.board.roll_odds import MeasureShown, chances_of
from raids.board.scene import RaidScene

MOST = 4
"""Rolls of one order that are shown: the latest."""


class ModifierShown(NamedTuple):
    """A modifier of a roll, and its value."""

    value: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class RollShown:
    """A roll as the strip shows it."""

    sentence: str
    rule: str
    dice: list[DieFace]
    mods: list[ModifierShown]
    chances: list[MeasureShown]


def last_roll(scene: RaidScene) -> list[RollShown]:
    """Return what the latest order that rolled has rolled, the latest first; cards are no rolls."""
    for order in reversed(scene.told):
        rolled = [event for event in order if any(CARDS not in die.stream for die in event.dice)]
        if rolled:
            return [_shown(event, scene) for event in reversed(rolled[-MOST:])]
    return []


def _shown(event: Event, scene: RaidScene) -> RollShown:
    return RollShown(
        sentence=scene.words.event(event),
        rule=event.rule,
        dice=[die_face(die, scene.words) for die in event.dice],
        mods=[ModifierShown(signed(mod.value), scene.words.reason(mod.reason, event.data)) for mod in event.mods],
        chances=chances_of(event, scene.pack, scene.words),
    )
