"""Sightings of crews: found, held and lost. [10.0, 15.0]"""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.events import EventData


class TallyCalled(EventData):
    """The look round: numbers are called. [10.1]"""

    kind: ClassVar[str] = "tally.called"

    faces: list[int]
    cloud_face: int
    view_face: int


class TallySighted(EventData):
    """A contact is sighted in a look round. [10.1]"""

    kind: ClassVar[str] = "tally.sighted"

    contact: int
    hex: str
    facing: str
    number: int


class TallyLooked(EventData):
    """Alone, a fighter looks for a counter. [S10.0]"""

    kind: ClassVar[str] = "tally.looked"

    fighter: str
    contact: int
    faces: list[int]
    success: bool


class TallyRolled(EventData):
    """A fighter looks for a fixed contact. [15.1.1]"""

    kind: ClassVar[str] = "tally.rolled"

    fighter: str
    contact: int
    faces: list[int]
    tallied: bool


class TallyGained(EventData):
    """A fighter tallies a contact. [10.1]"""

    kind: ClassVar[str] = "tally.gained"

    fighter: str
    contact: int
    hex: str
    facing: str
    type: str
    good: bool


class TallySettled(EventData):
    """The end of a tally. [10.2]"""

    fighter: str
    contact: int


class TallyHeld(TallySettled):
    """A fighter keeps its tally. [10.2]"""

    kind: ClassVar[str] = "tally.kept"


class TallyDropped(TallySettled):
    """A fighter gives its tally up. [10.2]"""

    kind: ClassVar[str] = "tally.dropped"


class TallyLost(TallySettled):
    """A fighter has lost sight of its contact. [10.2]"""

    kind: ClassVar[str] = "tally.lost"


class ContactIdentified(EventData):
    """A crew tries to make out what it follows. [scenario 7]"""

    kind: ClassVar[str] = "contact.identified"

    fighter: str
    contact: int
    type: str
