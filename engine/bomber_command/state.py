"""The state of a night between two questions: the raids, the units, the skies, the hands and the scores."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine.bomber_command.charts.schema import ScenarioName
from engine.kernel.decks import Deck
from engine.kernel.rule_versions import GameSetup, before_version

BRITISH, GERMAN = SEATS = ("british", "german")
OTHER = {BRITISH: GERMAN, GERMAN: BRITISH}

MAIN, MOSQUITO, GARDENING, DECOY = "main", "mosquito", "gardening", "decoy"
DROP, RESOLVE = "drop", "resolve"
"""The two sides of a bombing marker. [10.2]"""

READY, AIR, RAID, REARM, CLOSED, GONE = "ready", "air", "raid", "rearm", "closed", "gone"
"""Place of a nightfighter unit: a box of the map, the map itself, a Raid Box, or out of play."""

UNKNOWN = 99
"""The turn of a twilight that has not been rolled for."""

WAITING, FLYING, HOME = "waiting", "flying", "home"
"""Progress of a raid: not yet entered, on the map or in England, removed from play."""


ADVANCED = (
    "bad_weather", "moon", "tail_winds", "intruders", "bomb_loads", "approach", "variable_north", "fog_of_war",
)  # fmt: skip
"""The advanced rules, as a set-up names them. [12.0]"""


class Setup(GameSetup, forbid_unknown_fields=True):
    """The agreement before a night: the scenario, the advanced rules, and the way to ask for cards."""

    scenario: ScenarioName = "berlin"
    bad_weather: bool = False
    moon: bool = False
    tail_winds: bool = False
    intruders: bool = False
    bomb_loads: bool = False
    approach: bool = False
    variable_north: bool = False
    fog_of_war: bool = False
    separate_quality: bool = False
    always_ask: bool = False
    asks_alike: Annotated[bool, before_version("2", False)] = True
    """The questions of the British player depend on facts that both sides know, never on the plot alone. [8.3, 12.5]"""
    cards_before_counters: Annotated[bool, before_version("2", False)] = True
    """British cards that hide or fake a detection take effect before any of its counters is placed. [6.2, 8.2]"""
    marks_stay: Annotated[bool, before_version("2", False)] = True
    """Places of combat are known until the raids move again, as if the Combat markers stayed. [7.2.5, 9.1.2]"""


class Raid(msgspec.Struct):
    """One raid as plotted and as it fares. `at` is the place of its counter on its route, beyond the end in England.

    `courses` are the headings of the legs that lead to each hex after the first; a wind has them noted.
    """

    letter: str
    kind: str
    route: list[str]
    turn: int
    first: int
    courses: list[int] = []
    target: str = ""
    target_at: int = -1
    waypoints: int = 0
    parent: str = ""
    appears: int = 0
    leaving: bool = False
    heavy: bool = False
    light: bool = False
    oil: bool = False
    follow_up: bool = False
    at: int = -1
    status: str = WAITING
    marker: str = ""
    attacked: bool = False
    losses: int = 0
    disruption: int = 0
    damage: int = 0
    hunts: int = 0
    confirmed: int = 0
    detected: bool = False
    clarified: bool = False
    stretched: bool = False
    seen: bool = False
    heavy_seen: bool = False
    oboe_lost: bool = False


class FighterUnit(msgspec.Struct):
    """A nightfighter unit: where it is, what marks it, how much fuel it has left."""

    id: str
    place: str = READY
    hex: str = ""
    raid: str = ""
    box: str = ""
    depleted: bool = False
    detachment: bool = False
    fuel: int = 0
    scrambled: bool = False
    homing: bool = False
    gci: bool = False
    intruder: bool = False
    lost: int = 0


class Patrol(msgspec.Struct):
    """A Patrol counter: in the pool, or on the turn on which it comes back. [9.2.4]"""

    strength: int
    back: int = 0


class Bombing(msgspec.Struct):
    """A city map on the table: marking, counters and fires of this attack, and what an earlier one left. [10.0]"""

    city: str
    attacks: int = 0
    aimpoint: str = ""
    approach_side: int = 0
    ti: str = ""
    approach: str = ""
    weather: str = ""
    method: str = ""
    drift_side: int = 0
    concentration: int = 0
    cup_he: int = 0
    cup_incendiary: int = 0
    he: dict[str, int] = {}
    incendiary: dict[str, int] = {}
    outside_he: int = 0
    outside_incendiary: int = 0
    fires: dict[str, int] = {}
    storms: list[str] = []
    first_he: dict[str, int] = {}
    first_incendiary: dict[str, int] = {}
    first_fires: dict[str, int] = {}
    barred_he: dict[str, int] = {}
    barred_incendiary: dict[str, int] = {}
    error: int = 0
    accuracy: int = 0
    creepback: int = 0
    dropped: int = 0
    lost: int = 0
    converted: int = 0


class NightScore(msgspec.Struct):
    """The running totals of the night, the British ones in half points. [11.1]"""

    bombing: int = 0
    mining: int = 0
    nuisance: int = 0
    targets: int = 0
    nightfighters: int = 0
    bombers: int = 0
    mosquitos: int = 0
    british: int = 0
    german: int = 0
    band: str = ""


class State(msgspec.Struct):
    """A whole night."""

    setup: Setup
    phase: str = "set-up"
    turn: int = 1
    stream: int = 2
    raids: list[Raid] = []
    units: list[FighterUnit] = []
    targets: list[str] = []
    target_vps: list[int] = []
    oil: list[bool] = []
    follow_up: bool = False
    moon_value: int = 0
    weather: dict[str, str] = {}
    weather_cup: Deck | None = None
    weather_markers: dict[str, str] = {}
    bad_weather: bool = False
    visibility: str = "moderate"
    twilight: int = UNKNOWN
    moonrise: int = 0
    moonset: int = 0
    wind: int | None = None
    north: dict[str, int] = {}
    fido: bool = False
    jamming: int = 0
    naxos: bool = False
    beleuchter: bool = False
    stripped: list[str] = []
    mobile_flak: list[str] = []
    patrols: list[Patrol] = []
    intruders: int = 0
    alerted: bool = False
    false_counters: list[str] = []
    covered: bool = False
    """The results of a detection are settled, but not on the map yet. [8.2]"""
    tracks: list[str] = []
    fought: list[str] = []
    """Hexes of this turn's Combat markers. [9.1.2]"""
    mined: dict[str, int] = {}
    bombings: list[Bombing] = []
    hands: dict[str, list[str]] = {}
    decks: dict[str, Deck] = {}
    held: dict[str, list[str]] = {}
    ending: bool = False
    score: NightScore = msgspec.field(default_factory=NightScore)

    @property
    def scenario(self) -> ScenarioName:
        """The scenario being played."""
        return self.setup.scenario

    def raid(self, letter: str) -> Raid:
        """Return the raid of a letter."""
        for raid in self.raids:
            if raid.letter == letter:
                return raid
        raise KeyError(letter)

    def bombing(self, city: str) -> Bombing | None:
        """Return the city map of a city that has been bombed."""
        return next((bombing for bombing in self.bombings if bombing.city == city), None)

    def unit(self, name: str) -> FighterUnit:
        """Return the unit of a name."""
        for unit in self.units:
            if unit.id == name:
                return unit
        raise KeyError(name)


def on_map(raid: Raid) -> bool:
    """Say whether any part of the raid's counter is on the map."""
    return raid.status == FLYING and 0 <= raid.at < len(raid.route)


def stream_length(night: State, raid: Raid) -> int:
    """Return how many hexes a raid trails behind its counter. [7.2.1, 7.2.3]"""
    if raid.kind == MAIN or raid.kind == DECOY:
        return 1 if raid.stretched else night.stream
    return 0


def homeward(night: State, raid: Raid) -> bool:
    """Say whether the whole raid, stream and all, is on its return route. [12.3.1]"""
    return raid.at - stream_length(night, raid) > raid.target_at


def occupied(raid: Raid, stream: int) -> list[str]:
    """List the map hexes of a raid, its counter's first. [7.2.2]"""
    if raid.status != FLYING:
        return []
    first, last = max(0, raid.at - stream), min(raid.at, len(raid.route) - 1)
    return list(dict.fromkeys(raid.route[last : first - 1 if first else None : -1])) if last >= first else []
