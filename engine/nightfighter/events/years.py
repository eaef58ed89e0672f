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
    """The season's card of the night, the same for all pilots. [S, pilot campaign]"""

    kind: ClassVar[str] = "career.calendar"

    card: str
    joker: bool


class CareerFlyRolled(EventData):
    """The roll of an inexperienced pilot to take off. [S, pilot campaign]"""

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
    """The roll of a pilot to meet the enemy. [S, pilot campaign]"""

    kind: ClassVar[str] = "career.engage-rolled"

    faces: list[int]
    engages: bool


class CareerCard(EventData):
    """The card of the night. [S, pilot campaign]"""

    kind: ClassVar[str] = "career.card"

    card: str
    joker: bool


class CareerRaid(EventData):
    """The raid of a card. [S, pilot campaign]"""

    kind: ClassVar[str] = "career.raid"

    card: str
    title: str
    bombers: int
    low: bool
    massive: bool
    jamming: str


class CareerLoads(EventData):
    """The equipment of each bomber of a raid. [24.2]"""

    kind: ClassVar[str] = "career.loads"

    loads: Sequence[Sequence[str]]


class CareerRecovered(EventData):
    """The return of an aircraft. [A7.1]"""

    kind: ClassVar[str] = "career.recovered"

    total: int
    result: str


class CareerInjury(EventData):
    """The fate of the crew of a lost aircraft. [A7.1]"""

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
    """The event of the month. [S, campaign]"""

    kind: ClassVar[str] = "staffel.event"

    total: int
    event: str
    names: list[str]


class StaffelDayRolled(EventData):
    """The roll for a crew that has to fly by day. [S, campaign]"""

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
    """The roll for the night to go on. [S, campaign]"""

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
    """The number of bombers of a type shot down."""

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
