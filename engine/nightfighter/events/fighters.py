"""Movement of fighters, and what they meet. [9.0, 18.0, 22.0, 27.3]"""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.events import EventData


class FighterTailWarning(EventData):
    """A fighter's warning set calls. [27.3]"""

    kind: ClassVar[str] = "fighter.tail-warning"

    fighter: str


class FighterEvaded(EventData):
    """A warned fighter evades. [27.3.1]"""

    kind: ClassVar[str] = "fighter.evaded"

    fighter: str


class FighterDived(EventData):
    """A fighter gives up height for speed. [18.0]"""

    kind: ClassVar[str] = "fighter.dived"

    fighter: str
    dives: int


class FighterLeftBox(EventData):
    """A fighter leaves the radio beacon box. [23.0]"""

    kind: ClassVar[str] = "fighter.left-box"

    fighter: str
    hex: str
    facing: str


class FighterMoved(EventData):
    """A fighter has moved. [9.2]"""

    kind: ClassVar[str] = "fighter.moved"

    fighter: str
    origin: str
    hex: str
    facing: str
    mp: int


class FighterExited(EventData):
    """A fighter leaves the map. [9.2.1]"""

    kind: ClassVar[str] = "fighter.exited"

    fighter: str


class FighterDrifted(EventData):
    """A fighter under Y guidance may drift aside. [scenario 4G]"""

    kind: ClassVar[str] = "fighter.drifted"

    fighter: str
    hex: str
    drifted: bool


class ZoneFlakRolled(EventData):
    """A roll says whether flak fires. [22.0]"""

    kind: ClassVar[str] = "flak.rolled"

    total: int
    fires: bool


class FlakBurst(EventData):
    """Flak fires; each die hits the fighter of that number. [22.0]"""

    kind: ClassVar[str] = "flak.burst"

    faces: list[int]


class FlakHit(EventData):
    """Flak hits a fighter. [22.0]"""

    kind: ClassVar[str] = "flak.hit"

    fighter: str
    hits: int
    destroyed: bool


class ContrailMet(EventData):
    """A fighter meets the contrail of a bomber ahead. [21.2.1]"""

    kind: ClassVar[str] = "contrail.met"

    fighter: str
