"""Events of a night's set-up, of its turns, and of its end. [3.0, 4.0]"""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.events import EventData


class CountersPicked(EventData):
    """Counters of a type are picked from their box. [2.2.1, 3.4]"""

    kind: ClassVar[str] = "counters.picked"

    type: str
    count: int


class VariantPicked(EventData):
    """A side lays a variant over the scenario, or passes. [3.2]"""

    kind: ClassVar[str] = "variant.picked"

    balance: int
    by_player: bool
    variant: str


class SkyMoon(EventData):
    """The moon is rolled. [3.3.1]"""

    kind: ClassVar[str] = "sky.moon"

    total: int
    moon: str


class SkyVisibility(EventData):
    """Visibility is rolled. [3.3.2]"""

    kind: ClassVar[str] = "sky.visibility"

    total: int
    visibility: str


class SkyCloud(EventData):
    """Cloud is rolled. [3.3.3]"""

    kind: ClassVar[str] = "sky.cloud"

    total: int
    cloud: str


class SkySet(EventData):
    """The sky of the night as it is set up. [3.3]"""

    kind: ClassVar[str] = "sky.set"

    moon: str
    visibility: str
    cloud: str


class FighterReady(EventData):
    """A nightfighter with its number, crew and sets. [2.2.1, 3.4]"""

    kind: ClassVar[str] = "fighter.ready"

    fighter: str
    type: str
    number: int
    pilot: str
    ai: str
    music: bool


class FighterMusic(EventData):
    """A die says whether a schräge Musik kit is fitted. [20.1]"""

    kind: ClassVar[str] = "fighter.music"

    fighter: str
    fitted: bool


class FighterWaits(EventData):
    """A fighter puts its entry off. [3.2]"""

    kind: ClassVar[str] = "fighter.waits"

    fighter: str
    until: int


class FighterPlaced(EventData):
    """A fighter is placed on the map. [3.2]"""

    kind: ClassVar[str] = "fighter.placed"

    fighter: str
    hex: str
    facing: str


class TurnBegan(EventData):
    """A turn begins. [4.0]"""

    kind: ClassVar[str] = "turn.began"

    turn: int


class InterceptionOver(EventData):
    """The night is over and victory assessed. [4.1]"""

    kind: ClassVar[str] = "night.over"

    result: str
    kills: int
    losses: int
    points: int
    turn: int
