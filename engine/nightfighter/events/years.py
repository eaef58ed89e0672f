"""The weeks of a pilot's and of a Staffel's year. [S, campaign]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from engine.kernel.events import EventData


class CareerBegan(EventData):
    """A pilot joins his Staffel. [S, pilot campaign]"""

    kind: ClassVar[str] = "career.began"

    type: str
    kills: int
    pilot: str


class CareerMonth(EventData):
    """A month begins; the cards are shuffled. [S, pilot campaign]"""

    kind: ClassVar[str] = "career.month"

    month: str


class CareerWeek(EventData):
    """A week begins. [S, pilot campaign]"""

    kind: ClassVar[str] = "career.week"

    week: int
    monday: str
    moon: str


class CareerCalendar(EventData):
    """The season's card of the night, whoever flies. [S, pilot campaign]"""

    kind: ClassVar[str] = "career.calendar"

    card: str
    joker: bool


class CareerFlyRolled(EventData):
    """Whether a green pilot takes off. [S, pilot campaign]"""

    kind: ClassVar[str] = "career.fly-rolled"

    faces: list[int]
    flies: bool


class CareerSky(EventData):
    """The sky of the week's night. [3.3.2, 3.3.3]"""

    kind: ClassVar[str] = "career.sky"

    visibility: str
    cloud: str
    moon_up: bool


class CareerEngageRolled(EventData):
    """Whether a pilot meets the enemy. [S, pilot campaign]"""

    kind: ClassVar[str] = "career.engage-rolled"

    faces: list[int]
    engages: bool


class CareerCard(EventData):
    """The card of the night. [S, pilot campaign]"""

    kind: ClassVar[str] = "career.card"

    card: str
    joker: bool


class CareerRaid(EventData):
    """The raid that a card stands for. [S, pilot campaign]"""

    kind: ClassVar[str] = "career.raid"

    card: str
    title: str
    bombers: int
    low: bool
    massive: bool
    jamming: str


class CareerLoads(EventData):
    """What the bombers of a raid carry, each of them. [24.2]"""

    kind: ClassVar[str] = "career.loads"

    loads: Sequence[Sequence[str]]


class CareerRecovered(EventData):
    """How an aircraft comes home. [A7.1]"""

    kind: ClassVar[str] = "career.recovered"

    total: int
    result: str


class CareerInjury(EventData):
    """What befell the crew of a lost aircraft. [A7.1]"""

    kind: ClassVar[str] = "career.injury"

    total: int
    result: str
    weeks: int


class CareerCrewLost(EventData):
    """A man of the crew is lost, and kills and points with him. [A7.1]"""

    kind: ClassVar[str] = "career.crew-lost"

    kills: int
    points: int


class CareerMedal(EventData):
    """A decoration is awarded. [10.2]"""

    kind: ClassVar[str] = "career.medal"

    medal: str
    points: int


class CareerRetrained(EventData):
    """A pilot flies the newer type from now on. [S, pilot campaign]"""

    kind: ClassVar[str] = "career.retrained"

    type: str


class PilotYearOver(EventData):
    """A pilot's year is over. [S, pilot campaign]"""

    kind: ClassVar[str] = "career.over"

    result: str
    end: str
    kills: int
    points: int


class StaffelReplaced(EventData):
    """New crews and aircraft have come. [S, campaign]"""

    kind: ClassVar[str] = "staffel.replaced"

    month: str
    crews: int
    machines: int


class StaffelEvent(EventData):
    """What the month brings. [S, campaign]"""

    kind: ClassVar[str] = "staffel.event"

    total: int
    event: str
    names: list[str]


class StaffelDayRolled(EventData):
    """Whether a crew is sent up by day. [S, campaign]"""

    kind: ClassVar[str] = "staffel.day-rolled"

    sent: bool


class StaffelByDay(EventData):
    """A crew is sent up by day. [S, campaign]"""

    kind: ClassVar[str] = "staffel.by-day"

    crew: str


class StaffelPlaced(EventData):
    """A crew is placed on patrol. [S, campaign]"""

    kind: ClassVar[str] = "staffel.placed"

    crew: str
    box: str
    wave: str
    type: str


class StaffelPassed(EventData):
    """A raid passes where nobody waits. [S, campaign]"""

    kind: ClassVar[str] = "staffel.passed"

    box: str
    points: int


class StaffelScrambled(EventData):
    """A crew flies against the raid. [S, campaign]"""

    kind: ClassVar[str] = "staffel.scrambled"

    crew: str
    kills: int
    pilot: str


class StaffelDebriefed(EventData):
    """A crew is back, or is not. [S, campaign]"""

    kind: ClassVar[str] = "staffel.debriefed"

    crew: str
    kills: int
    lost: bool
    total: int


class StaffelGoesOn(EventData):
    """Whether the night goes on. [S, campaign]"""

    kind: ClassVar[str] = "staffel.goes-on"

    total: int
    goes_on: bool


class StaffelLands(EventData):
    """A crew comes home. [S, campaign]"""

    kind: ClassVar[str] = "staffel.lands"

    crew: str


class StaffelWeekOver(EventData):
    """A Staffel's week is over. [S, campaign]"""

    kind: ClassVar[str] = "staffel.week-over"

    week: int
    points: int
    crews: int


class StaffelOver(EventData):
    """A Staffel's year is over. [S, campaign]"""

    kind: ClassVar[str] = "staffel.over"

    result: str
    points: int
    kills: int


class FallenBombers(msgspec.Struct, frozen=True, gc=False):
    """How many bombers of a type fell."""

    type: str
    count: int


class LogWeek(EventData):
    """A pilot's week was written down from the table. [S, pilot campaign]"""

    kind: ClassVar[str] = "log.week"

    flew: bool
    visibility: str
    cloud: str
    moon_up: bool
    card: str
    fallen: list[FallenBombers]
    hits: int
    lost: bool
    injury: tuple[int, ...]
    landing: tuple[int, ...]


class LogNight(EventData):
    """A night of a crew was written down from the table. [S, campaign]"""

    kind: ClassVar[str] = "log.night"

    fallen: list[FallenBombers]
    hits: int
    lost: bool
    injury: tuple[int, ...]
