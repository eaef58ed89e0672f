"""The state of a year of Interceptor Ace between two questions: calendar, pilots, aircraft, the sortie."""

from __future__ import annotations

from operator import attrgetter
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec

from engine.kernel.decks import Deck
from engine.kernel.rule_versions import GameSetup, before_version

MONTHS = (
    "1943-03",
    "1943-04",
    "1943-05",
    "1943-06",
    "1943-07",
    "1943-08",
    "1943-09",
    "1943-10",
    "1943-11",
    "1943-12",
    "1944-01",
    "1944-02",
)
SEATS = ("pilot", "second")

HERE: Final = "here"
TABLETOP: Final = "tabletop"
SOLITAIRE: Final = "solitaire"
COOPERATIVE: Final = "cooperative"
COMPETITIVE: Final = "competitive"
OFFICER: Final = "officer"
NCO: Final = "nco"

TAILED, DISADVANTAGED, HEAD_ON, ADVANTAGED, TAILING = range(5)
ORIENTATIONS = ("tailed", "disadvantaged", "head_on", "advantaged", "tailing")
OUT_OF_THE_SUN = "out_of_the_sun"

LONG, MEDIUM, CLOSE = range(3)
REACHES = ("long", "medium", "close")

SOUND, LIGHT, SERIOUS, KILLED = range(4)
WOUNDS = ("", "LW", "SW", "KIA")


def _required(field: str) -> Any:
    """Read a field that is not None wherever it is read by this name."""
    return property(attrgetter(field))


class Options(msgspec.Struct, forbid_unknown_fields=True):
    """The switches of a career: optional rules [10], and rulings on which tables differ."""

    fatigue: bool = False
    """[10.3]"""
    quality: bool = False
    """Variable quality of enemy pilots. [10.4]"""
    positions: bool = False
    """Advanced bomber combat on the Position Chart. [10.5]"""
    manoeuvres: bool = False
    """Advanced manoeuvres may be learned. [10.6]"""
    attempt: bool = False
    """The attempt on Hitler. [10.7]"""
    repair_by: Literal["hits", "systems"] = "hits"
    """Ruling repair-count: what the repair table counts. [7.4.2]"""
    aim_needs_hit: bool = True
    """Ruling aim-cond: the Aim bonus needs a hit of the card. [7.7]"""
    burst_after_range: bool = False
    """Ruling burst-card: the extra hits of a burst need a hit that range has left. [7.1.13]"""
    ace_wingman_hits: bool = False
    """Ruling wingman-ace: an ace wingman does one hit more against fighters. [7.8.8]"""
    leak_forces_landing: bool = True
    """Ruling fuel-leak: a leak ends in a forced landing or a bail-out. [7.4.5]"""
    wingman_bursts: int = 0
    """Ruling wingman-ammo: wingman attacks on bombers in one sortie, 0 for no limit. [7.2.3.1]"""
    wingman_each_round: Annotated[bool, before_version("2", True)] = False
    """Ruling wingman-pass: the wingman may attack in every round of a pass, not once in it. [7.2.3.1]"""
    wingman_clasps: Annotated[bool, before_version("2", False)] = True
    """Ruling wingman-awards: his flights bring the wingman his clasp. [7.2.3.3, 7.8.5]"""
    transfer_by: Annotated[Literal["roll", "service"], before_version("2", "service")] = "roll"
    """Ruling transfer-type: the aircraft of another series must be on offer, or only in service. [4.6.1, 4.6.4]"""
    loss_by_roll: Annotated[bool, before_version("2", True)] = False
    """Ruling free-plane: scarcer types than the one lost are open by a roll alone. [9.4, 9.5]"""
    spare_same_model: Annotated[bool, before_version("2", True)] = False
    """Ruling spare-choice: the aircraft that saves a repair is of the same model, whatever else keeps him. [8.1 E]"""
    turns_freely: Annotated[bool, before_version("3", True)] = False
    """Ruling second-pass: he may turn again without a shot, and to a new bomber when the first is unhurt.

    The player may order the rear gunner to hold and to fire as often as he likes. [7.1.11, 7.2.2.4]
    """


LONGEST_NAME = 60
"""Letters of a pilot's name that fit on the head of the sheet."""


class PilotSetup(msgspec.Struct, forbid_unknown_fields=True):
    """The set-up of a pilot: open fields are rolled or asked at the start. [4]"""

    name: str = ""
    track: Literal["officer", "nco"] = OFFICER
    unit: int = 0
    """A line of 4.1 (1 to 23), or 0 to roll 1d20."""
    aircraft: str = ""
    """A type of that line, or nothing to be asked."""
    start: str = ""
    """A month not before the line's own, or nothing for the line's. [4.2.1]"""
    ace: str = ""
    """A Historical Ace card by name. [10.2]"""
    ace_unit: Literal["card", "random"] = "card"
    """First unit of the ace. [10.2.1]"""
    keeps_points: bool = False
    """The skills of flight school are chosen later: nothing is asked before the first sortie. [4.4.2]"""


class Setup(GameSetup, forbid_unknown_fields=True):
    """One pilot alone, or two who fly together or against each other. [4, 10.1]"""

    pilots: list[PilotSetup] = msgspec.field(default_factory=lambda: [PilotSetup()])
    play: Literal["solitaire", "cooperative", "competitive"] = SOLITAIRE
    options: Options = msgspec.field(default_factory=Options)
    dice: Literal["here", "tabletop"] = HERE
    """Place of the dice: sorties are flown here, or with the printed game and written down line by line. [4.3.2]"""


# The aircraft ------------------------------------------------------------------------------------------------------


class Weapon(msgspec.Struct, gc=False):
    """A forward weapon row of the mat: ammunition points left (-1 for no limit) and whether it still fires."""

    ammo: int
    jammed: bool = False
    broken: bool = False


class Plane(msgspec.Struct, gc=False):
    """The Aircraft Display Mat: hits by part, systems, weapons and ammunition. [4.4, 7.4]"""

    model: str
    port_wing: int = 0
    starboard_wing: int = 0
    airframe: int = 0
    controls: int = 0
    engines: list[int] = msgspec.field(default_factory=lambda: [0])
    """Hits that damaged each engine, port first; those that armour absorbed are not among them."""
    armour: int = 0
    """Engine hits absorbed. [7.4.1]"""
    leak: bool = False
    radio: bool = True
    oxygen: bool = True
    boost: bool = True
    rear_guns: bool = True
    rockets: str = ""
    """`loaded`, `fired`, `jettisoned`, `damaged`, or nothing where none are fitted. [7.1.14]"""
    weapons: list[Weapon] = []
    hits: int = 0
    """Hits that did something, as the repair table counts them. [7.4.2]"""
    lost: bool = False
    """Destroyed in the air, crashed or left by its crew."""


# The crew ----------------------------------------------------------------------------------------------------------


class Crewman(msgspec.Struct, gc=False):
    """A wingman or rear gunner: his experience, skills and score. [7.2.3.3, 7.7]"""

    role: Literal["wingman", "gunner"]
    experience: int = 0
    sorties: int = 0
    """Sorties flown towards the next Experience Point."""
    flights: int = 0
    """A wingman's sorties in all. [7.2.3.3, 7.8.5]"""
    skills: list[str] = []
    bombers: int = 0
    fighters: int = 0
    awards: list[str] = []
    status: Literal["present", "damaged", "lost", "absent"] = "present"
    """A wingman's Present box. [7.2.3]"""
    wound: int = SOUND
    away: int = 0
    """Log lines that a wounded gunner still misses. [7.4.8]"""
    stand_in: bool = False


class PointsEntry(msgspec.Struct, gc=False):
    """A line of a ledger: when, why, how much, and what it left."""

    month: int
    line: int
    cause: str
    value: int
    left: int


class Award(msgspec.Struct, gc=False):
    """An award, ace status or class of badge, with the log line on which it was won. [7.8]"""

    name: str
    month: int
    line: int


# The sortie --------------------------------------------------------------------------------------------------------


SCORED = ("destroyed", "crashed")
"""Results of an engagement that are victories. [7.4.3]"""


class Engagement(msgspec.Struct, gc=False):
    """A line of the log sheet for one enemy: what he was and what became of him. [4.3.2]"""

    enemy: str
    is_bomber: bool
    result: Literal["missed", "damaged", "destroyed", "crashed", "unseen"] = "missed"
    """`crashed` on the way home and witnessed, `unseen` crashed without a witness. [7.4.3]"""
    credit: Literal["", "pilot", "wingman", "gunner"] = ""
    box: int = 0
    cause: str = ""


class TargetBomber(msgspec.Struct, gc=False):
    """A bomber on the Bomber Target Chart [B10]."""

    type: str
    port_wing: int = 0
    starboard_wing: int = 0
    airframe: int = 0
    controls: int = 0
    engines: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0, 0])
    """Port outboard, port inboard, starboard inboard, starboard outboard."""
    gunners: int = 0
    pilot: int = SOUND
    copilot: int = SOUND
    leaking: bool = False
    bombs: bool = True
    hit_by: list[str] = []
    """Attackers that damaged it: `pilot`, `wingman`, `flak`."""
    destroyed: str = ""
    """Cause of its destruction."""
    killer: str = ""
    """Attacker that destroyed it: `pilot`, `wingman`, or nobody."""


class AlliedFighter(msgspec.Struct, gc=False):
    """An Allied fighter or escort on the Fighter Target Chart [B11]."""

    type: str
    quality: str = "trained"
    port_wing: int = 0
    starboard_wing: int = 0
    airframe: int = 0
    controls: int = 0
    engines: list[int] = msgspec.field(default_factory=lambda: [0])
    armour: int = 0
    leak: bool = False
    oxygen: bool = True
    weapons: list[bool] = []
    """Weapon rows that still fire."""
    pilot: int = SOUND
    hit_by: list[str] = []
    destroyed: str = ""
    killer: str = ""
    """`pilot`, `wingman` or `gunner`."""


class SortieFlight(msgspec.Struct, gc=False):
    """A sortie under way, and what the debriefing reads of it: the bookkeeping asks nothing else. [6.1]"""

    weather: str = ""
    box: int = 0
    """The Endurance box, 0 for Takeoff."""
    last_box: int = 0
    stage: Literal["takeoff", "box", "landing", "down"] = "takeoff"
    event_had: bool = False
    """The first 12 of the sortie was a Random Event. [7.10]"""
    escaping: str = ""
    """Why the aircraft must go home: `leak`, `oxygen`, `wound`, `engine`, or nothing. [7.4.2]"""
    reflexes_used: bool = False
    expert_used: bool = False
    sixth_sense_used: bool = False
    maintenance_used: bool = False
    gunner_holds: bool = False
    """The rear gunner holds his fire until another order. [7.2.2.4]"""
    wingman_expert_used: bool = False
    wingman_bursts: int = 0
    wingman_pass: int = 0
    """The pass in which he has attacked, so that he does not again in it. [7.2.3.1]"""
    manoeuvres_used: list[str] = []
    radio_dead: bool = False
    markers: list[str] = []
    """Markers that end with the sortie. [7.10]"""
    engagements: list[Engagement] = []
    events: list[str] = []
    # Texts of the target charts.
    escort: str = ""
    bomber_type: str = ""
    loose: bool = False
    """B-17s of this box fly out of formation. [7.1.14]"""
    orientation: int = HEAD_ON
    met: int = HEAD_ON
    """The orientation that the interception gave. [7.1.2]"""
    sun: bool = False
    aim: str = "airframe"
    pass_number: int = 0
    reach: int = LONG
    location: int = 0
    """On the Position Chart; 0 in the basic game. [10.5]"""
    altitude: Literal["", "low", "level", "high", "climb", "dive"] = ""
    round: int = 0
    bomber: TargetBomber | None = None
    fighter: AlliedFighter | None = None
    doom: str = ""
    """Cause of the aircraft's destruction in the air: a part, `fire`, `explosion`, `destroyed` (DE). [7.4]"""
    # How it ended.
    pilot_wound: int = SOUND
    wounds_taken: int = 0
    """Wounds of the pilot in this sortie, for the Wound Badge. [7.8.1]"""
    gunner_wound: int = SOUND
    end: Literal["", "landed", "forced", "bailed", "shot-down", "killed"] = ""
    landing: Literal["", "safe", "rough", "crash", "killed"] = ""
    prestige: int = 0
    """Prestige Points won in the air by an event. [C1]"""
    death: str = ""
    """`air`, `landing`, `parachute`, `tank`, `bomb-bay`; the debriefing adds `attempt`."""

    target: ClassVar[TargetBomber] = _required("bomber")
    """The bomber on the chart, for rules that apply only where there is one."""
    opponent: ClassVar[AlliedFighter] = _required("fighter")
    """The Allied fighter on the chart."""


class SortieLine(msgspec.Struct, gc=False):
    """A line of the Sortie Log Sheet. [4.3]"""

    month: int
    line: int
    kind: Literal["flown", "grey", "missed"]
    cause: str = ""
    """Why it was missed: `repair`, `wound`, `forced`, `bail-out`, `transfer`, `series`, `award`, `leave`, …"""
    target: str = ""
    zone: str = ""
    weather: str = ""
    unit: int = 0
    """The line of 4.1 that he belonged to, and with it his base."""
    aircraft: str = ""
    engagements: list[Engagement] = []
    events: list[str] = []
    end: str = ""
    landing: str = ""
    hits: int = 0
    pilot_wound: int = SOUND
    gunner_wound: int = SOUND
    fatigue: int = 0
    experience: int = 0
    """Experience Points of the pilot after the debriefing."""
    prestige: int = 0


class Absence(msgspec.Struct, gc=False):
    """A cause of missed sorties and the log lines that it still takes. Ruling lost-sorties."""

    cause: str
    lines: int
    parallel: bool = True
    """Repair, wounds, forced landing and bail-out run side by side; transfers and journeys follow one another."""


# The career --------------------------------------------------------------------------------------------------------


class Career(msgspec.Struct, gc=False):
    """A pilot and everything that is his."""

    seat: str
    name: str = ""
    track: Literal["officer", "nco"] = OFFICER
    rank: int = 0
    """A place in his track: Oberleutnant or Unteroffizier is 0. [7.9]"""
    ace: str = ""
    """The Historical Ace card. [10.2]"""
    unit: int = 0
    """A line of 4.1."""
    zone: str = ""
    base: str = ""
    start: int = 0
    """The month of his first sortie, as a place in MONTHS."""
    stage: Literal["setup", "ready", "air", "debriefing", "idle", "over"] = "setup"
    """His stage in the present log line; `idle` has finished it, `over` is dead or at the end of the game."""
    plane: Plane = msgspec.field(default_factory=lambda: Plane(""))
    waived: list[str] = []
    """Models that he flies whatever their level. [4.2.2, 9.7]"""
    gone: list[str] = []
    """One-off types that he lost. [9.8]"""
    wingman: Crewman = msgspec.field(default_factory=lambda: Crewman("wingman"))
    gunner: Crewman | None = None
    old_gunner: Crewman | None = None
    """In hospital, or flying with another pilot. [7.4.8, 9.4]"""
    skills: list[str] = []
    """Skills by name; Expert carries its series: `expert:Fw190`. [7.7]"""
    experience: int = 0
    sorties: int = 0
    """Sorties flown towards the next Experience Point."""
    flights: int = 0
    """Sorties flown in all. [7.8.5]"""
    bombers: int = 0
    fighters: int = 0
    start_bombers: int = 0
    start_fighters: int = 0
    """Kills that an ace card brings; they are among the above. [10.2]"""
    kill_order: str = ""
    """His victories in order, `b` and `f`. [7.8.3]"""
    wounds: int = 0
    """Wounds in all, for the Wound Badge. [7.8.1]"""
    awards: list[Award] = []
    period_kills: int = 0
    period_awards: int = 0
    """Since the last promotion date or the start. [7.9.3]"""
    promoted_at: list[int] = []
    points: int = 0
    level: int = 0
    prestige_ledger: list[PointsEntry] = []
    experience_ledger: list[PointsEntry] = []
    free_transfers: int = 0
    """One with Hauptmann, one with Major. [7.9.1]"""
    offers: list[str] = []
    """Types on offer at this debriefing by Chart [R1]. [4.6.4]"""
    markers: list[str] = []
    """Markers held until used. [7.10]"""
    fatigue: int = 0
    leave_taken: bool = False
    absences: list[Absence] = []
    flight: SortieFlight | None = None
    deck: Deck | None = None
    """Two who compete draw from decks of their own. Ruling compete-more."""
    log: list[SortieLine] = []
    alive: bool = True
    death: str = ""
    attempt: Literal["", "failed", "succeeded"] = ""
    """Result of the attempt. [10.7]"""

    aloft: ClassVar[SortieFlight] = _required("flight")
    """The sortie under way, for rules that apply only in the air."""


class SortieRaid(msgspec.Struct, gc=False):
    """The raid of the log line: Chart [A1], shared by all who fly."""

    target: str
    zone: str
    roll: int = 0


class State(msgspec.Struct, gc=False):
    """The year: calendar, raid, deck and careers."""

    play: Literal["solitaire", "cooperative", "competitive"]
    options: Options
    setups: list[PilotSetup]
    careers: list[Career]
    deck: Deck
    phase: Literal["setup", "month", "raid", "sortie", "debriefing", "over"] = "setup"
    month: int = 0
    line: int = 0
    """The log line of the month, from 0."""
    raid: SortieRaid | None = None
    dice: Literal["here", "tabletop"] = HERE
