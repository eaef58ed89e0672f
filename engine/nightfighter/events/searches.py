"""Results of radar, AI radar and searchlights. [13.0, 14.0, 19.0, 24.0]"""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.events import EventData


class RadarSearched(EventData):
    """The umpire answers a search counter. [13.1.1]"""

    kind: ClassVar[str] = "radar.searched"

    radar: str
    letter: str
    hex: str
    contact: bool
    same_hex: bool
    sweeps: list[str]


class RadarJammed(EventData):
    """Alone, dice for a jammed search counter. [S24.0]"""

    kind: ClassVar[str] = "radar.jammed"

    radar: str
    letter: str
    level: str
    removed: bool


class RadarResolved(EventData):
    """Alone, a search counter is resolved. [S13.0]"""

    kind: ClassVar[str] = "radar.resolved"

    radar: str
    letter: str
    contact: int
    faces: list[int]
    total: int
    needed: int
    success: bool


class SerrateListened(EventData):
    """Serrate listens to a counter. [24.4]"""

    kind: ClassVar[str] = "serrate.listened"

    contact: int
    die: int
    reveals: bool


class AiRolled(EventData):
    """A jammed AI radar is rolled for. [24.5.2, S24.0]"""

    kind: ClassVar[str] = "ai.rolled"

    fighter: str
    faces: list[int]


class AiFixed(EventData):
    """A fighter's AI radar fixes a contact. [19.1.2]"""

    kind: ClassVar[str] = "ai.fixed"

    fighter: str
    contact: int
    hex: str
    facing: str


class AiLost(EventData):
    """A fighter's AI radar loses its fix. [19.1.2]"""

    kind: ClassVar[str] = "ai.lost"

    fighter: str
    contact: int


class SearchlightHunts(EventData):
    """Searchlights hunt in a zone. [14.2.1]"""

    kind: ClassVar[str] = "searchlight.hunts"

    zone: str
    hex: str


class SearchlightThrown(EventData):
    """The dice of a zone as they fell, where a person still chooses behind them. [14.2.1]"""

    kind: ClassVar[str] = "searchlight.thrown"

    zone: str
    faces: list[int]


class SearchlightSearched(EventData):
    """Searchlights of a zone have searched; what they fixed, if anything. [14.2.1]"""

    kind: ClassVar[str] = "searchlight.searched"

    zone: str
    faces: list[int]
    fixed: bool
    contact: int = 0
    hex: str = ""
    facing: str = ""


class SearchlightRolled(EventData):
    """Alone, a zone searches for a counter. [S14.0]"""

    kind: ClassVar[str] = "searchlight.rolled"

    zone: str
    contact: int
    faces: list[int]
    success: bool


class SearchlightFixed(EventData):
    """Alone, the lights of a zone hold a bomber. [S14.0]"""

    kind: ClassVar[str] = "searchlight.fixed"

    zone: str
    contact: int
    hex: str


class SearchlightHandedOff(EventData):
    """The lights of the next zone try to take a bomber over. [14.2.4]"""

    kind: ClassVar[str] = "searchlight.handed-off"

    contact: int
    zone: str
    faces: list[int]
    kept: bool


class SearchlightLost(EventData):
    """A bomber flies out of the lights. [14.2.3]"""

    kind: ClassVar[str] = "searchlight.lost"

    contact: int
