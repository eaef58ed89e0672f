"""Each viewer's knowledge of a night and of a year of nights, as types; `view` fills them in. [5.0, 5.1]"""

from __future__ import annotations

import msgspec

from engine.nightfighter.state import Setup, Staffel, WeekLog


class AttackersView(msgspec.Struct, frozen=True, gc=False):
    """A type of attacker that was announced, and how many there are."""

    type: str
    count: int


class ScenarioView(msgspec.Struct, frozen=True, gc=False):
    """The scenario: its number, its title, when and where."""

    id: str
    title: str
    date: str
    place: str


class SkyView(msgspec.Struct, frozen=True, gc=False):
    """The sky of the night; what is not known yet is empty. [3.3]"""

    moon: str
    visibility: str
    cloud: str


class LitZonesView(msgspec.Struct, frozen=True, gc=False):
    """Zones with active searchlights, and those under flares. [14.2, 14.3]"""

    zones: list[str]
    flares: list[str]


class NightFighterView(msgspec.Struct, frozen=True, gc=False):
    """A nightfighter as its player knows it; `hex` is empty off the map, `tally` and `fix` are 0 without any."""

    name: str
    type: str
    number: int
    pilot: str
    ai: str
    equipment: list[str]
    music: bool
    status: str
    hex: str
    facing: str
    hits: int
    dives: int
    alerted: bool
    blinded: int
    stays: bool
    evading: bool
    corkscrewed: bool
    moved: int
    tally: int
    fix: int
    good_position: bool
    kills: int


class ContactView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The open facts of an attacker; alone, also its counter's uncertainty, and of which aircraft. [5.1, S5]"""

    contact: int
    hex: str
    facing: str
    lit: str
    tallied: bool
    fixed: bool
    type: str
    """Empty where it is not known."""
    hits: int
    uncertainty: str = ""
    craft: int | None = None
    counters: int = 0
    alerted: bool | None = None
    tracked: bool | None = None

    @property
    def certainty(self) -> str:
        """Say how certain its place is: under an umpire a contact is in its hex."""
        return self.uncertainty or "exact"


class SearchCounterView(msgspec.Struct, frozen=True, gc=False):
    """A search counter of this turn, and what was answered. [13.1]"""

    radar: str
    letter: str
    hex: str
    contact: bool
    same_hex: bool
    sweeps: list[str]


class SearchTrackView(msgspec.Struct, frozen=True, gc=False):
    """A reminder of an earlier search; `toward` is empty where no sweep was laid. [13.1.4]"""

    radar: str
    turn: int
    hex: str
    contact: bool
    toward: str


class LightMarkerView(msgspec.Struct, frozen=True, gc=False):
    """Searchlights that hunt in a zone. [14.2.1]"""

    zone: str
    hex: str


class UmpiredBomberView(msgspec.Struct, frozen=True, gc=False):
    """An attacker as it is, on the umpire's map. [5.1]"""

    bomber: int
    type: str
    number: int
    role: str
    status: str
    due: int
    hex: str
    facing: str
    hits: int
    alerted: bool
    launched: bool
    lit: str
    contact: int
    equipment: list[str]


class UmpireMapView(msgspec.Struct, frozen=True, gc=False):
    """The small map: every attacker, and the chits. [5.1]"""

    colour: str
    chits_left: int
    bombers: list[UmpiredBomberView]


class PilotLogView(msgspec.Struct, frozen=True, gc=False):
    """A pilot's log, without the cards that are still in the pack. [S, pilot campaign]"""

    stage: str
    week: int
    line: str
    type: str
    kills: int
    points: int
    medals: list[str]
    best: int
    back_in: int
    well_in: int
    idle: int
    retrained: bool
    month: str
    card: str
    moon_up: bool
    visibility: str
    cloud: str
    low: bool
    result: str
    end: str
    log: list[WeekLog]


class NightYearView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A year of nights between two of them. [S, campaign]"""

    career: PilotLogView
    phase: str
    staffel: Staffel | None = None


class InterceptionView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The player's map, and the umpire's for who may see it; `career` and `staffel` are those of a year. [5.1]"""

    attackers: list[AttackersView]
    identification: bool
    variants: list[str]
    scenario: ScenarioView
    mode: str
    phase: str
    turn: int
    starred: bool
    sky: SkyView
    altitude: str
    searchlights: LitZonesView
    fighters: list[NightFighterView]
    contacts: list[ContactView]
    searches: list[SearchCounterView]
    tracks: list[SearchTrackView]
    markers: list[LightMarkerView]
    flares_until: int
    points: int
    kills: int
    losses: int
    result: str
    career: PilotLogView | None = None
    staffel: Staffel | None = None
    umpire: UmpireMapView | None = None


NightfighterView = InterceptionView | NightYearView
"""A viewer's knowledge: of a current night, or of a year between two nights."""


class KnownInterception(msgspec.Struct, frozen=True, gc=False):
    """A viewer's knowledge of a moment: the set-up of the night, and his view."""

    setup: Setup
    view: NightfighterView


class GameEnd(msgspec.Struct, frozen=True, gc=False):
    """The figures read from an outcome: of a night its turns, of a year its weeks."""

    result: str
    kills: int
    end: str = ""
    losses: int = 0
    turns: int = 0
    week: int = 0
