"""Questions of a night and of a year of nights: one type for each kind. [3.0-28.0, S]"""

from __future__ import annotations

from typing import ClassVar, Protocol, TypeVar, runtime_checkable

import msgspec

from engine.kernel.decisions import AdvisedQuestion, Question

ModRow = tuple[str, int, str]
"""A modifier: the stable name of its reason, its value, and the rule that gives it."""
Places = dict[str, str]
"""The hexes of attackers, by their places on the umpire's list."""


class ContactPlace(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The place of a contact; alone, also its uncertainty and its aircraft. [5.1, S5.4]"""

    hex: str
    uncertainty: str = ""
    craft: int | None = None
    counters: int = 0
    beside: list[int] | None = None
    """The other counters on the map that may be the same aircraft."""


Contacts = dict[str, ContactPlace]
"""Contacts by their numbers."""


class TargetDice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The dice of a look at a target; alone, how many hexes are within the search. [10.1, 15.1.1]"""

    dice: int
    mods: list[ModRow]
    hexes: int | None = None


class HitChance(msgspec.Struct, frozen=True, gc=False):
    """In how many of 36 rolls there are so many hits. [11.0]"""

    hits: int
    rolls: int


class GunChances(msgspec.Struct, frozen=True, gc=False):
    """The firepower of an attack, what makes it up, and its chances. [11.0, 17.2]"""

    firepower: int
    mods: list[ModRow]
    chances: list[HitChance]


class CrewOnDuty(msgspec.Struct, frozen=True, gc=False):
    """A crew that may be placed: its kills and its standing. [S, campaign]"""

    kills: int
    pilot: str


class ChanceQuestion(Question, kw_only=True):
    """A question whose orders have exact chances: so many of so many throws, and what the throw would gain."""

    odds: dict[str, tuple[int, int]] | None = None
    gains: dict[str, str] | None = None


class AttackerQuestion(AdvisedQuestion):
    """A question about an attacker, with its place on the umpire's map. [5.1]"""

    bomber: int
    type: str
    hex: str


AttackerQuestionT = TypeVar("AttackerQuestionT", bound=AttackerQuestion)


@runtime_checkable
class NamesFighter(Protocol):
    """A question about a fighter."""

    @property
    def fighter(self) -> str:
        """Its name."""


@runtime_checkable
class NamesZone(Protocol):
    """A question about a searchlight zone."""

    @property
    def zone(self) -> str:
        """Its letter."""


@runtime_checkable
class NamesContacts(Protocol):
    """A question about contacts on the player's map."""

    @property
    def where(self) -> Contacts:
        """Their hexes, by number."""


@runtime_checkable
class NamesAttackers(Protocol):
    """A question about attackers on the umpire's map."""

    @property
    def places(self) -> Places:
        """Their places."""


# Setting up and ending a night --------------------------------------------------------------------------------------


class SetupVariantQuestion(Question):
    """Ask which variant the player lays over the scenario. [3.2]"""

    kind: ClassVar[str] = "setup.variant"

    balance: int


class SetupExperteQuestion(Question):
    """Ask which fighter has the experte. [17.2]"""

    kind: ClassVar[str] = "setup.experte"


class SetupEnterQuestion(Question):
    """Ask whether a fighter enters now or waits. [3.2]"""

    kind: ClassVar[str] = "setup.enter"

    fighter: str
    turn: int


class SetupHexQuestion(Question):
    """Ask where a fighter starts. [3.2]"""

    kind: ClassVar[str] = "setup.hex"

    fighter: str
    type: str


class SetupFacingQuestion(Question):
    """Ask which way a fighter heads at the start. [3.2]"""

    kind: ClassVar[str] = "setup.facing"

    fighter: str
    hex: str


class NightGoOnQuestion(Question):
    """Ask whether a night that is won goes on. [4.1]"""

    kind: ClassVar[str] = "night.go-on"


# Moving -------------------------------------------------------------------------------------------------------------


class FighterNextQuestion(Question):
    """Ask which fighter moves next. [9.0, 23.0]"""

    kind: ClassVar[str] = "fighter.next"


class FighterLeaveBoxQuestion(Question):
    """Ask where a fighter leaves the radio beacon box. [23.0]"""

    kind: ClassVar[str] = "fighter.leave-box"

    fighter: str


class FighterDiveQuestion(Question):
    """Ask whether a fighter gives up height for speed. [18.0]"""

    kind: ClassVar[str] = "fighter.dive"

    fighter: str
    dives: int


class FighterStepQuestion(Question):
    """A fighter's next hex; at a quiet table without its place. [9.2]"""

    kind: ClassVar[str] = "fighter.step"

    fighter: str
    spent: int
    most: int
    least: int
    hex: str = ""
    facing: str = ""
    ahead: str = ""
    belt: int = 0


class FighterEvadeQuestion(Question):
    """Ask whether a warned fighter evades. [27.3.1]"""

    kind: ClassVar[str] = "fighter.evade"

    fighter: str


class FighterCorkscrewQuestion(Question):
    """Ask where a fighter corkscrews. [17.4.4]"""

    kind: ClassVar[str] = "fighter.corkscrew"

    fighter: str


# Searching ----------------------------------------------------------------------------------------------------------


class RadarPlaceQuestion(Question):
    """Ask where a search counter is laid. [13.1.1]"""

    kind: ClassVar[str] = "radar.place"

    radar: str
    value: int


class RadarSearchQuestion(ChanceQuestion):
    """Alone, on which counter a search counter is laid. [S13.0]"""

    kind: ClassVar[str] = "radar.search"

    radar: str
    value: int
    where: Contacts


class RadarSerrateQuestion(Question):
    """Alone, what a fighter does with Serrate. [24.4]"""

    kind: ClassVar[str] = "radar.serrate"

    fighter: str
    where: Contacts


class AiNextQuestion(Question):
    """Ask which fighter searches by radar next. [S19.0]"""

    kind: ClassVar[str] = "ai.next"


class AiSearchQuestion(ChanceQuestion):
    """Alone, on which counter a fighter turns its radar. [S19.0, S24.0]"""

    kind: ClassVar[str] = "ai.search"

    fighter: str
    hexes: dict[str, int]
    jammed: str
    where: Contacts


class AiJammedQuestion(ChanceQuestion):
    """Ask whether a jammed AI radar is rolled for; the facts are for who hears. [24.5.2]"""

    kind: ClassVar[str] = "ai.jammed"

    fighter: str
    dice: int
    mods: list[ModRow]


class SearchlightSearchQuestion(ChanceQuestion):
    """Alone, for which counter the lights of a zone search. [S14.0]"""

    kind: ClassVar[str] = "searchlight.search"

    where: Contacts


class SearchlightHandOffQuestion(ChanceQuestion):
    """Ask whether a lit bomber is handed to the lights of the next zone. [14.2.4]"""

    kind: ClassVar[str] = "searchlight.hand-off"

    contact: int
    zone: str
    dice: int


# Tallying -----------------------------------------------------------------------------------------------------------


class TallyKeepQuestion(Question):
    """Ask whether a fighter keeps its tally. [10.2]"""

    kind: ClassVar[str] = "tally.keep"

    fighter: str
    contact: int


class TallyLookQuestion(ChanceQuestion):
    """Ask whether the crews look round. [10.1]"""

    kind: ClassVar[str] = "tally.look"

    dice: int
    mods: list[ModRow]
    cloud_die: bool
    view_die: bool


class TallyWhichQuestion(Question):
    """Ask which of the contacts in sight a fighter keeps. [10.1]"""

    kind: ClassVar[str] = "tally.which"

    fighter: str
    where: Contacts


class TallyNextQuestion(Question):
    """Ask which fighter looks next. [S10.0]"""

    kind: ClassVar[str] = "tally.next"


class TallyLookForQuestion(ChanceQuestion):
    """Alone, for which counter a fighter looks. [S10.0]"""

    kind: ClassVar[str] = "tally.look-for"

    fighter: str
    targets: dict[str, TargetDice]
    where: Contacts


class TallyFixedQuestion(ChanceQuestion):
    """For which fixed contact a fighter looks. [15.1, S15.0]"""

    kind: ClassVar[str] = "tally.fixed"

    fighter: str
    targets: dict[str, TargetDice]
    where: Contacts


# Combat -------------------------------------------------------------------------------------------------------------


class CombatNextQuestion(Question):
    """Ask which fighter attacks next. [11.0]"""

    kind: ClassVar[str] = "combat.next"


class CombatIdentifyQuestion(ChanceQuestion):
    """Ask whether a crew tries to make out what it follows. [scenario 7]"""

    kind: ClassVar[str] = "combat.identify"

    fighter: str
    contact: int


class CombatAttackQuestion(ChanceQuestion):
    """Ask whether and how a fighter attacks; `guns` is for who hears. [11.0, 20.0]"""

    kind: ClassVar[str] = "combat.attack"

    fighter: str
    contact: int
    good: bool
    guns: dict[str, GunChances] = {}


class CombatFollowQuestion(Question):
    """Ask where a fighter follows a corkscrew; `side` is empty where nobody saw it go. [17.4.3, 28.1]"""

    kind: ClassVar[str] = "combat.follow"

    fighter: str
    side: str


# A year -------------------------------------------------------------------------------------------------------------


class CareerLineQuestion(Question):
    """Ask what a pilot flies. [S, pilot campaign]"""

    kind: ClassVar[str] = "career.line"


class StaffelPlaceQuestion(Question):
    """Ask who patrols over a box; `radar` is empty without one. [S, campaign]"""

    kind: ClassVar[str] = "staffel.place"

    crews: dict[str, CrewOnDuty]
    machine: str
    radar: str
    box: str
    wave: str


class LogWeekQuestion(Question):
    """A pilot's week, written down from the table. [S, pilot campaign]"""

    kind: ClassVar[str] = "log.week"

    week: int
    monday: str
    moon: str
    type: str


class LogNightQuestion(Question):
    """A night of a crew, written down from the table. [S, campaign]"""

    kind: ClassVar[str] = "log.night"

    week: int
    card: str
    bombers: int
    type: str
    pilot: str


# The umpire's free choices ------------------------------------------------------------------------------------------


class UmpireVariantQuestion(AdvisedQuestion):
    """Ask which variant the umpire lays over the scenario. [3.2]"""

    kind: ClassVar[str] = "umpire.variant"


class UmpireColourQuestion(AdvisedQuestion):
    """Ask which side of the chits is read. [8.1.2]"""

    kind: ClassVar[str] = "umpire.colour"


class UmpireDelayQuestion(AttackerQuestion):
    """Ask by how many turns a lone bomber's entry is delayed. [8.1.4]"""

    kind: ClassVar[str] = "umpire.delay"


class UmpireEntrySpeedQuestion(AttackerQuestion):
    """Ask how far an entering bomber moves. [8.2.1]"""

    kind: ClassVar[str] = "umpire.entry-speed"


class UmpireDisplaceQuestion(AttackerQuestion):
    """Ask where an attacker slips that is lost from sight. [16.0]"""

    kind: ClassVar[str] = "umpire.displace"


class UmpireSlipAwayQuestion(AttackerQuestion):
    """Ask whether an intruder that has given itself away slips aside. [16.0]"""

    kind: ClassVar[str] = "umpire.slip-away"


class UmpireIntruderTargetQuestion(AttackerQuestion):
    """Ask which of the fighters equally close an intruder hunts. [27.2.2, 27.2.3]"""

    kind: ClassVar[str] = "umpire.intruder-target"


class UmpireIntruderSpeedQuestion(AttackerQuestion):
    """Ask how fast an intruder flies on: where it gets at full speed, and with a hex less. [27.2.1]"""

    kind: ClassVar[str] = "umpire.intruder-speed"

    full: str
    less: str


class UmpireIntruderMoveQuestion(AttackerQuestion):
    """Ask where an intruder ends its pursuit. [27.2.3]"""

    kind: ClassVar[str] = "umpire.intruder-move"

    fighter: str


class UmpireSearchMarkerQuestion(AdvisedQuestion):
    """Ask where the lights of a zone hunt. [14.2.1]"""

    kind: ClassVar[str] = "umpire.search-marker"

    zone: str


class UmpireLitBomberQuestion(AdvisedQuestion):
    """Ask which of the attackers equally close the lights of a zone fix. [14.2.1]"""

    kind: ClassVar[str] = "umpire.lit-bomber"

    zone: str
    places: Places


class UmpireAiTargetQuestion(AdvisedQuestion):
    """Ask which of the attackers equally close a fighter's radar fixes. [19.1.2]"""

    kind: ClassVar[str] = "umpire.ai-target"

    fighter: str
    places: Places


class UmpireGciTargetQuestion(AdvisedQuestion):
    """Ask which of the attackers equally close a search shows. [25.1, 25.2.1]"""

    kind: ClassVar[str] = "umpire.gci-target"

    radar: str
    hex: str
    places: Places


class UmpireSweepQuestion(AdvisedQuestion):
    """Ask where a sweep is laid: in or next to the hex that is shown, or towards the nearest. [13.1.2, 25.1]"""

    kind: ClassVar[str] = "umpire.sweep"

    places: Places = {}
    radar: str = ""
    hex: str = ""
    value: int | None = None
    """The search value, where there was no contact."""
    nearest: dict[str, int] | None = None
    """By attacker how far the nearest are, where there was no contact."""
