"""Attacks, responses, corkscrews, wreckage and intruders. [11.0, 17.0, 27.0]"""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.events import EventData


class CombatAttacked(EventData):
    """A fighter attacks a bomber. [11.0]"""

    kind: ClassVar[str] = "combat.attacked"

    fighter: str
    contact: int
    guns: str
    total: int
    hits: int
    destroyed: bool


class CombatFriendlyFire(EventData):
    """A fighter has fired at one of its own. [11.0]"""

    kind: ClassVar[str] = "combat.friendly-fire"

    fighter: str


class ResponseRolled(EventData):
    """The response roll of a bomber. [17.4]"""

    kind: ClassVar[str] = "response.rolled"

    contact: int
    fighter: str
    warning: bool
    total: int
    responds: bool


class ReactionRolled(EventData):
    """The reaction of a bomber. [17.4]"""

    kind: ClassVar[str] = "reaction.rolled"

    contact: int
    fighter: str
    total: int
    reaction: str


class FighterShotAt(EventData):
    """The attack on a fighter, which may be destroyed by it. [11.0, 17.4.2]"""

    total: int
    fighter: str
    hits: int
    destroyed: bool


class BomberFired(FighterShotAt):
    """A bomber's gunners fire. [17.4.2]"""

    kind: ClassVar[str] = "bomber.fired"


class BomberUnarmed(EventData):
    """A bomber would fire, but has no guns. [17.4.2]"""

    kind: ClassVar[str] = "bomber.unarmed"

    fighter: str
    contact: int


class FighterFiredAt(EventData):
    """A fighter is fired at by something that nobody has made out. [5.0, 17.4.2]"""

    kind: ClassVar[str] = "fighter.fired-at"

    fighter: str
    hits: int
    destroyed: bool


class BomberCorkscrewed(EventData):
    """A bomber corkscrews; `fighter` is empty where the one it flees is gone. [17.4.3]"""

    kind: ClassVar[str] = "bomber.corkscrewed"

    fighter: str
    contact: int


class CorkscrewRolled(EventData):
    """The place to which a corkscrew takes a bomber, hidden from the player. [17.4.3]"""

    kind: ClassVar[str] = "corkscrew.rolled"

    bomber: int
    side: str
    hex: str


class CorkscrewWatched(EventData):
    """A crew watches where a bomber goes; `side` is empty where it does not see it. [28.1]"""

    kind: ClassVar[str] = "corkscrew.watched"

    fighter: str
    faces: list[int]
    side: str


class CorkscrewFollowed(EventData):
    """A fighter follows a corkscrew. [17.4.3]"""

    kind: ClassVar[str] = "corkscrew.followed"

    fighter: str
    hex: str
    found: bool


class CorkscrewShadowed(EventData):
    """Alone, a fighter tries to follow a corkscrew. [S28.0]"""

    kind: ClassVar[str] = "corkscrew.shadowed"

    fighter: str
    faces: list[int]
    kept: bool


class BomberShotDown(EventData):
    """A bomber is shot down. [11.0]"""

    kind: ClassVar[str] = "bomber.destroyed"

    fighter: str
    contact: int
    type: str


class DestructionRolled(EventData):
    """Dangers for the attacker when its target falls. [17.3]"""

    kind: ClassVar[str] = "destruction.rolled"

    fighter: str
    result: str


class FighterAvoided(EventData):
    """A fighter swerves from a wreck, or cannot. [17.3.1]"""

    kind: ClassVar[str] = "fighter.avoided"

    fighter: str
    way: str
    oblique: bool


class FighterCollided(FighterShotAt):
    """A fighter collides with a wreck. [17.3.1]"""

    kind: ClassVar[str] = "fighter.collided"


class FighterBlinded(EventData):
    """A crew is blinded, or follows its victim down. [17.3.2]"""

    kind: ClassVar[str] = "fighter.blinded"

    fighter: str
    turns: int


class IntruderMoved(EventData):
    """An intruder has moved, behind the screen. [27.2]"""

    kind: ClassVar[str] = "intruder.moved"

    bomber: int
    behaviour: str
    hex: str
    facing: str


class IntruderLooked(EventData):
    """An intruder looks for its prey, behind the screen. [27.2.4]"""

    kind: ClassVar[str] = "intruder.looked"

    bomber: int
    fighter: str
    faces: list[int]
    tallied: bool


class IntruderAttacks(EventData):
    """An intruder is about to attack. [27.2.4]"""

    kind: ClassVar[str] = "intruder.attacks"

    fighter: str


class IntruderAttacked(FighterShotAt):
    """An intruder attacks a fighter. [27.2.4]"""

    kind: ClassVar[str] = "intruder.attacked"


class IntruderDestroyed(EventData):
    """A fighter's gunner has shot an intruder down. [17.4.4]"""

    kind: ClassVar[str] = "intruder.destroyed"

    fighter: str
    type: str


class FighterResponseRolled(EventData):
    """The response roll of a fighter to an intruder. [17.4.4]"""

    kind: ClassVar[str] = "fighter.response-rolled"

    fighter: str
    warning: bool
    total: int
    responds: bool


class FighterReactionRolled(EventData):
    """The reaction of a fighter to an intruder. [17.4.4]"""

    kind: ClassVar[str] = "fighter.reaction-rolled"

    fighter: str
    total: int
    reaction: str


class FighterFiredBack(EventData):
    """A fighter's gunner fires at an intruder. [17.4.4]"""

    kind: ClassVar[str] = "fighter.fired-back"

    fighter: str
    total: int
    hits: int


class FighterCorkscrewed(EventData):
    """A fighter corkscrews away from an intruder. [17.4.4]"""

    kind: ClassVar[str] = "fighter.corkscrewed"

    fighter: str
    hex: str
