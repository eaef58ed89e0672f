"""The rows of a year of nights, as they are written: each is known by its place in its table."""

from dataclasses import dataclass

# The order of the fields is part of the stored hash: `play.journal.derived_tables` hashes rows unchanged.


@dataclass(kw_only=True)
class WeekOfYear:
    """A week of the duty log."""

    place: int
    month: str
    monday: str
    moon: str
    what: str = ""
    visibility: str = ""
    cloud: str = ""
    moon_up: bool = False
    event: str = ""
    joker: bool = False
    placed: int = 0
    home: str = ""
    crew: str = ""
    kills: int
    points: int
    crews: int


@dataclass(kw_only=True)
class RaidOfYear:
    """A raid that was met, or passed by."""

    place: int
    week: int
    crew: str = ""
    pilot: str = ""
    aircraft: str
    card: str
    title: str = ""
    box: str = ""
    bombers: int = 0
    low: bool = False
    massive: bool = False
    jamming: str = ""
    kills: int = 0
    points: int = 0
    hits: int = 0
    lost: bool = False
    is_over: bool = False


@dataclass(kw_only=True)
class KillOfYear:
    """A bomber that was shot down."""

    place: int
    raid: int
    """The place of the raid."""
    week: int
    crew: str
    type: str
    engines: int
    points: int
    turn: int


@dataclass(kw_only=True)
class InjuryOfYear:
    """An injury of a crew."""

    place: int
    week: int
    crew: str
    result: str
    weeks: int
    by_day: bool


@dataclass(kw_only=True)
class MedalOfYear:
    """A decoration."""

    place: int
    name: str
    week: int
    points: int


@dataclass(kw_only=True)
class AircraftOfYear:
    """An aircraft, from its first flight to its last."""

    place: int = 0
    type: str
    radar: bool = False
    crew: str = ""
    week: int = 0
    last_week: int = 0
    flights: int = 0
    kills: int = 0
    repairs: int = 0
    back_in: int = 1
    fate: str = ""


@dataclass(kw_only=True)
class CrewOfYear:
    """A crew and its present state."""

    place: int
    name: str
    joined: int
    left: int = 0
    status: str = "here"
    start_kills: int
    kills: int
    best: int
    points: int = 0
    well_in: int = 1
    patrols: int = 0
    raids: int = 0
