"""The state of a night over the stream between two questions, and its set-up.

An `AttackerCounter` is a bomber's counter. Under an umpire there is one for each aircraft, in the aircraft's hex.
Alone,
several may represent one `craft`, and `level` is the distance that each may be from the truth. [5.1, S5]
"""

from __future__ import annotations

from string import ascii_uppercase
from typing import Annotated, Literal

import msgspec

from engine.kernel.decks import Deck
from engine.kernel.rule_versions import GameSetup, before_version
from engine.nightfighter.charts.scenarios import Scenario

PLAYER, UMPIRE = "player", "umpire"
BOOK = frozenset("123456789")
"""The scenarios of the book in which no intruders come, by their numbers."""
NOBODY = -1

EXACT, LOW, MODERATE, HIGH = range(4)
"""Uncertainty of a counter's place. [S5]"""
LEVELS = ("exact", "low", "moderate", "high")


class Options(msgspec.Struct, forbid_unknown_fields=True):
    """The optional rules of chapter 28; green crews [28.5] come with the scenario or `green`."""

    follow_corkscrews: bool = True
    alerted_bombers: bool = True
    searchlight_confusion: bool = True
    attack_position: bool = True
    advanced_tallies: bool = True
    green: bool = False
    programmed: bool = False
    """Use only the chapters that the scenario asks for. [1.1.1]"""
    softened_recovery: bool = False
    """Campaign: a green pilot's recovery modifier is +1 instead of +2. [S, pilot campaign]"""
    former_status: bool = True
    """Campaign: a pilot whose status fell by crew losses keeps the former one for recovery. [S, campaign]"""
    second_trio_for_each: Annotated[bool, before_version("2", True)] = False
    """Alone: a later bomber still gets its second three counters when nobody is due on the turn after it. [S8.0]"""
    waves_are_due: Annotated[bool, before_version("2", False)] = True
    """Alone: a wave on the next turn, too, leaves a lone bomber without its second three counters. [S8.0]"""
    h2s_warns: Annotated[bool, before_version("2", False)] = True
    """Whatever carries H2S is alerted by a fighter beside it, with Fishpond or without. [28.2.1]"""
    ends_at_once: Annotated[bool, before_version("2", False)] = True
    """No phase follows any more when the last fighter has gone. [4.1]"""
    intruders_count: Annotated[bool, before_version("2", False)] = True
    """Intruders alone keep a night going, for they are bombers too. [1.5, 4.1]"""
    mew_ties: Annotated[bool, before_version("2", False)] = True
    """Of bombers equally near to a MEW counter the umpire chooses which are shown. [25.2.1]"""
    intruder_turns: Annotated[bool, before_version("2", False)] = True
    """An intruder that turned on its way has a die less to tally. [19.1.3]"""
    slip_later: Annotated[bool, before_version("2", False)] = True
    """A person lets an intruder slip away when he likes, until the turn ends, and where he likes. [16.0]"""
    delay_by_turn: Annotated[bool, before_version("2", False)] = True
    """A person decides turn by turn how long a lone bomber's entry is put off. [8.1.4]"""
    loads_hidden: Annotated[bool, before_version("3", False)] = True
    """Campaign: under an umpire nobody else sees the dice for what each bomber carries. [24.2, 24.3.1]"""
    entry_ends: Annotated[bool, before_version("4", False)] = True
    """Aircraft that have not entered by the last turn of entry never enter, and prolong no night. [4.1, 8.1.1, 27.1]"""
    lone_intruders_leave: Annotated[bool, before_version("4", False)] = True
    """With no bomber left on the map or to come, intruders hunt no more and fly home. [4.1, 27.2]"""


class Setup(GameSetup, forbid_unknown_fields=True):
    """The scenario, the way it is played, and the optional rules."""

    scenario: Annotated[str, msgspec.Meta(max_length=20)] = "4B"
    mode: Literal["blind", "solo", "tabletop"] = "blind"
    """Against an umpire, alone, or, of a year, with the printed game and written down. [S, campaign]"""
    umpire: Literal["computer", "person"] = "computer"
    level: Literal["helpful", "fair", "sly"] = "fair"
    options: Options = msgspec.field(default_factory=Options)
    variants: Annotated[list[str], msgspec.Meta(max_length=12)] = []
    pick_variants: bool = False
    """Umpire and player pick variants in turn, where the scenario has a menu of them. [scenario 6]"""
    campaign: Literal["none", "green", "seasoned", "staffel"] = "none"
    """Instead of one scenario, a pilot's year from June 1942, or a whole Staffel's. [S, campaign]"""
    own: Annotated[str, msgspec.Meta(max_length=20_000)] = ""
    """A player's own scenario as the text of its file; it takes the place of the book's."""

    @property
    def may_have_intruders(self) -> bool:
        """Say whether intruders may come: of the book's scenarios only in 10, and in no year; a file may have them."""
        return self.campaign == "none" and (bool(self.own) or self.scenario.rstrip(ascii_uppercase) not in BOOK)

    def concerns(self, option: str) -> bool:
        """Say whether an option can make a difference when it is played like this."""
        if option == "loads_hidden":
            return self.mode == "blind" and self.campaign != "none"
        if option in ("second_trio_for_each", "waves_are_due"):
            return self.mode == "solo"
        if option in ("entry_ends", "lone_intruders_leave"):
            return self.may_have_intruders and (option == "entry_ends" or self.mode == "blind")
        return option not in ("slip_later", "delay_by_turn") or (self.mode == "blind" and self.umpire == "person")


class FighterCounter(msgspec.Struct, gc=False):
    """A nightfighter of the player's. What a turn brings is wiped at its end. [1.5, 9.0]"""

    name: str
    type: str
    number: int
    """The tally number. [2.2.1]"""
    pilot: str
    ai: str
    guidance: str
    equipment: list[str]
    music: bool = False
    hex: int = 0
    facing: int = 0
    status: str = "waiting"
    """`waiting`, `box`, `map`, `exited` or `lost`."""
    hits: int = 0
    dives: int = 0
    alerted: bool = False
    blind_until: int = 0
    stays: bool = False
    """Scattered last turn, so it does not move. [17.3.1]"""
    fix: int = NOBODY
    tally: int = NOBODY
    good: bool = True
    """Its attack position on the bomber that it has tallied. [28.4]"""
    moved: int = 0
    turned: bool = False
    dived: bool = False
    evading: bool = False
    corkscrewed: bool = False
    attacked: list[int] = []
    positions: list[tuple[int, bool]] = []
    """Attack positions settled this turn, which cannot improve. [28.4]"""
    kills: int = 0


class AttackerCounter(msgspec.Struct, gc=False):
    """An attacker's counter. [2.2.1, 5.1, S5]"""

    type: str
    number: int
    """The tally number. [2.2.1]"""
    craft: int
    """The aircraft that it represents; alone, several counters may share one. [S5.4]"""
    role: str
    ai: str = ""
    equipment: list[str] = []
    status: str = "pool"
    """`pool`, `delayed`, `map`, `exited`, `destroyed` or, alone, `phantom`."""
    hex: int = 0
    facing: int = 3
    level: int = EXACT
    due: int = 0
    hits: int = 0
    alerted: bool = False
    launched: bool = False
    corkscrewed: bool = False
    moved: int = 0
    lit: str = ""
    """The searchlight zone that holds it. [14.2.2]"""
    tracked: bool = False
    """Alone: a track contact marker is on top. [S5.1]"""
    mark: int = 0
    """The player's name for it while he knows its place."""
    shown_hits: int = 0
    wary: bool = False
    """The player has seen what alerted it. [17.4.1]"""
    identified: bool = False
    may_slip: bool = False
    """An intruder that may still slip away this turn. [16.0]"""
    put_off: int = 0
    """By how many turns a person has put its entry off so far, while he may go on. [8.1.4]"""
    barred: list[int] = []
    """Alone: hexes that this turn's failed searches have ruled out. [S5.5]"""


class Search(msgspec.Struct, gc=False):
    """A search counter on the player's map with what the umpire answered. [13.1]"""

    radar: str
    letter: str
    hex: int
    contact: bool = False
    same_hex: bool = False
    sweeps: list[int] = []
    removed: bool = False
    target: int = NOBODY
    """Alone: the bomber counter that is searched. [S13.0]"""


class SearchTrack(msgspec.Struct, gc=False):
    """A reminder of an earlier search. [13.1.4]"""

    radar: str
    turn: int
    hex: int
    contact: bool
    toward: int = 0


class Marker(msgspec.Struct, gc=False):
    """Searchlights hunting in a zone. [14.2.1]"""

    zone: str
    hex: int


class WeekLog(msgspec.Struct, gc=False):
    """The results of a week, for the pilot's log."""

    week: int
    what: str
    """`grounded`, `wounded`, `stayed`, `returned` or `fought`."""
    kills: int = 0
    points: int = 0
    home: str = ""
    crew: str = ""


class PilotCareer(msgspec.Struct):
    """A pilot's year. `stage` is `choose`, `week`, `night`, `home` or `over`. [S, pilot campaign]"""

    stage: str = "choose"
    week: int = 1
    line: str = ""
    type: str = ""
    kills: int = 0
    points: int = 0
    medals: list[str] = []
    best: int = 0
    """The most kills that he ever had to his name, for the status that he keeps. [S, campaign]"""
    back_in: int = 1
    """The first week in which he has an aircraft."""
    well_in: int = 1
    """The first week in which he is not wounded."""
    idle: int = 0
    retrained: bool = False
    month: str = ""
    cards: Deck | None = None
    card: str = ""
    moon_up: bool = False
    visibility: str = ""
    cloud: str = ""
    low: bool = False
    result: str = ""
    """`victory`, `minor-victory` or `defeat`."""
    end: str = ""
    """`goal`, `killed`, `demoted` or `year`."""
    log: list[WeekLog] = []


class StaffelCrew(msgspec.Struct, gc=False):
    """A crew of the Staffel. [S, campaign]"""

    name: str
    kills: int
    points: int = 0
    best: int = 0
    well_in: int = 1
    hits: int = 0
    """Hits that its aircraft brings home tonight."""
    machine: str = ""
    radar: bool = False


class StaffelAircraft(msgspec.Struct, gc=False):
    """An aircraft of the Staffel. [S, campaign]"""

    type: str
    radar: bool = False
    back_in: int = 1
    crew: str = ""
    """Crew of this night."""


class Staffel(msgspec.Struct):
    """The Staffel's book beside the log of the crew on duty. [S, campaign]"""

    crews: list[StaffelCrew] = []
    machines: list[StaffelAircraft] = []
    joined: int = 0
    on_duty: str = ""
    patrol: dict[str, list[str]] = {}
    """Crews still waiting in each box, by its suit."""
    placed: list[str] = []
    drawn: int = 0
    points: int = 0
    kills: int = 0
    """Kills of its crews since June 1942."""
    losses: int = 0
    fog: bool = False
    no_second: bool = False
    controller: bool = False


class State(msgspec.Struct):
    """A night, alone or within a year. `phase` is `setup`, `turn` or `over`; a game resumes at the start of a turn."""

    setup: Setup
    scenario: Scenario | None = None
    """Scenario that a campaign's card has drawn or both sides have picked; another night finds its own in the book."""
    picked: list[str] = []
    """The variants laid over the scenario when both sides picked them. [3.2]"""
    career: PilotCareer | None = None
    staffel: Staffel | None = None
    phase: str = "setup"
    turn: int = 1
    moon: str = ""
    visibility: str = ""
    cloud: str = ""
    red: bool = True
    """The side of the chits that the umpire reads. [8.1.2]"""
    chits: list[int] = []
    fighters: list[FighterCounter] = []
    bombers: list[AttackerCounter] = []
    searches: list[Search] = []
    tracks: list[SearchTrack] = []
    markers: list[Marker] = []
    marks: int = 0
    left_box: int = -9
    """The turn in which a fighter last left the radio beacon box. [23.0]"""
    flares_until: int = 0
    points: int = 0
    """The attacker's victory points in a naval action. [26.0]"""
    ghost: int = 0
    """Direction of a sweep without a contact to point at. [13.1.2]"""
    won: bool = False
    went_on: bool = False
    result: str = ""
    """`win`, `decisive` or `loss` when it is over."""
    lost_by_rule: str = ""
    cup: list[str] = []
    """Alone, in scenario 7: the counters still to be drawn."""
