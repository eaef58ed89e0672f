"""All that a year of Interceptor Ace asks, by kind, with what the decider may know of what is at stake.

What only a page shows costs something to work out. A quiet table leaves it out: there a question is what its base has,
which is all that a bot reads.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import msgspec

from engine.kernel.decisions import Question

Chance = dict[str, int]
"""Ways by what they bring, and `of` how many there are in all."""
CardOdds = dict[str, int]
"""Cards that are left, by what they give, and `cards` how many there are."""
FrameHits = tuple[int, int, int, int]
"""Hits on port wing, starboard wing, airframe and controls."""


class LedgerRow(NamedTuple):
    """A modifier as a page lists it: its value, its reason and the rule."""

    value: int
    reason: str
    rule: str


class TypeFigures(NamedTuple):
    """Figures of an aircraft type: its speed, its firepower and the level that it needs."""

    speed: int
    fp: int
    level: int


# Before the first sortie and on the way ----------------------------------------------------------------------------


class SetupAircraft(Question):
    """Ask which of the types of his unit he takes. [4.1]"""

    kind: ClassVar[str] = "setup.aircraft"

    unit: str
    skills: list[str]
    types: dict[str, TypeFigures]


class SkillMenu(Question):
    """Ask what those aboard have learned."""

    skills: dict[str, tuple[str, ...]]


class SetupSkill(SkillMenu, kw_only=True):
    """Ask what the points from flight school buy. [4.4.2]"""

    kind: ClassVar[str] = "setup.skill"

    prices: dict[str, int]
    experience: dict[str, int]


class SortieTakeOff(Question):
    """Ask whether a tired pilot flies. [10.3]"""

    kind: ClassVar[str] = "sortie.take_off"

    fatigue: int
    target: str
    zone: str


class BoxState(Question):
    """The state of a pilot before a box."""

    box: int
    last_box: int
    hits: int
    wound: int
    fp: int
    wingman: str
    met: int


class SearchChances(msgspec.Struct, frozen=True, gc=False):
    """Chances of the search of a box."""

    search: Chance


class BoxOrder(BoxState, kw_only=True):
    """Ask whether he searches a box or goes home. [6.1]"""

    kind: ClassVar[str] = "box.order"

    chances: SearchChances


class BoxReroll(Question):
    """Ask whether the controller looks again. [7.10]"""

    kind: ClassVar[str] = "box.reroll"

    result: str
    orientation: str | None
    enemy: str | None


# The raid ----------------------------------------------------------------------------------------------------------


class RaidState(Question):
    """The raid that he has met, and his state."""

    bomber: str
    escort: str
    orientation: int
    sun: bool
    box: int
    bombs: bool
    fp: int
    hits: int
    wound: int
    slip_away: int


class FirstCards(msgspec.Struct, frozen=True, gc=False):
    """Results of the first cards of a fight with an escort."""

    theirs: Chance
    avoids: Chance
    moves: Chance


class EscortChances(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, rename={"slip_away": "slip-away", "bail_out": "bail-out"}
):
    """Options that the escort of a raid leaves him, with their chances."""

    slip_away: Chance
    bail_out: Chance
    fight: FirstCards | None = None


class RaidQuestion(RaidState, kw_only=True):
    """Ask what he does about a raid and its escort."""

    chances: EscortChances


class RaidApproach(RaidQuestion):
    """Bombers, escort or neither. [7.1.3]"""

    kind: ClassVar[str] = "raid.approach"


class EscortMeet(RaidQuestion):
    """Ask what he does when the escort closes in after a pass. [7.1.10]"""

    kind: ClassVar[str] = "escort.meet"


# Passes at bombers -------------------------------------------------------------------------------------------------


class PassState(Question, rename={"pass_number": "pass"}):
    """A pass at a bomber: the state of both aircraft."""

    bomber: str
    escort: str
    reach: int
    pass_number: int
    fp: int
    hits: int
    airframe: FrameHits
    target: FrameHits
    destroyed: str
    bombs: bool
    gunners: int
    wound: int
    escaping: str


class BomberStart(PassState):
    """Ask where he opens a pass out of the sun. [7.1.2]"""

    kind: ClassVar[str] = "bomber.start"


class BomberAgain(PassState):
    """Ask whether he makes another pass. [7.1.11]"""

    kind: ClassVar[str] = "bomber.again"


class PassChances(msgspec.Struct, frozen=True, gc=False, rename={"return_fire": "return", "bail_out": "bail-out"}):
    """Chances of a round with a bomber, by the cards left; and its range."""

    fire: Chance
    return_fire: Chance
    wingman: Chance
    reach: str
    bail_out: Chance


class PassLedgers(PassState, kw_only=True):
    """A round with a bomber, with the sums of both sides."""

    ours: list[LedgerRow]
    theirs: list[LedgerRow]
    acm: bool
    first: str
    column: int
    cards: CardOdds
    fire: CardOdds
    wounded: bool
    chances: PassChances
    of: str = ""
    """Pilot of the fight, where his rival is asked."""


class BomberRound(PassLedgers):
    """Ask what he does in a round of a pass. [7.1.6]"""

    kind: ClassVar[str] = "bomber.round"


class PositionState(Question, rename={"pass_number": "pass"}):
    """Ask where the dice have put him round the bomber."""

    location: int
    altitude: str
    pass_number: int


class BomberPosition(PositionState, kw_only=True):
    """Ask where his pass begins. [10.5]"""

    kind: ClassVar[str] = "bomber.position"

    places: dict[str, str]
    prices: dict[str, tuple[int, bool]]
    """By order: the hits that a move costs, and whether the bomber fires first for it."""
    modifiers: dict[str, tuple[int, int]]
    """By order: what the place adds to the hits of the bomber and to his own."""


class ExpertRedraw(Question):
    """Ask whether an Expert takes another card. [7.7]"""

    kind: ClassVar[str] = "expert.redraw"

    card: int
    who: str
    fp: int
    result: int | str
    jam: bool
    defence: str
    wingman_fp: int
    wingman_avoid: int
    wingman_improve: int


class HomeWitness(Question):
    """Ask whether he uses his eyewitness. [7.4.3]"""

    kind: ClassVar[str] = "home.witness"

    enemy: str
    chance: int


# Fights with fighters ----------------------------------------------------------------------------------------------


class FighterRockets(Question):
    """Ask whether he drops his rockets before a fight. [7.1.14]"""

    kind: ClassVar[str] = "fighter.rockets"

    speed: int


class PilotState(Question):
    """The state of a pilot against a fighter."""

    enemy: str
    orientation: int
    round: int
    sun: bool
    fp: int
    hits: int
    airframe: FrameHits
    wound: int
    escaping: str
    agile: bool
    wingman_skills: tuple[str, ...]


class FighterAnother(PilotState):
    """Ask whether he takes on another fighter. [7.2.2.9]"""

    kind: ClassVar[str] = "fighter.another"


class DuelState(PilotState, kw_only=True):
    """A round with a fighter: the state of both."""

    quality: str
    target: FrameHits
    leaving: bool


class DefenceChances(msgspec.Struct, frozen=True, gc=False):
    """Hits that a defence by card avoids, and its effect on the position."""

    avoids: Chance
    moves: Chance


class DuelChances(msgspec.Struct, frozen=True, gc=False, rename={"bail_out": "bail-out"}):
    """Chances of each order of a round with a fighter, by the cards left."""

    fire: Chance
    theirs: Chance
    defend: DefenceChances
    wingman: Chance
    disengage: Chance
    bail_out: Chance


class CertainEffect(NamedTuple):
    """The certain effect of a manoeuvre."""

    avoid: int | str
    improve: int
    ends: bool


class DuelLedgers(DuelState, kw_only=True):
    """A round with a fighter, with the sums of both sides."""

    enemy_fp: int
    cards: CardOdds
    enemy_cards: CardOdds
    speed: int
    enemy_speed: int
    ours: list[LedgerRow]
    theirs: list[LedgerRow]
    disengage: int
    chances: DuelChances
    manoeuvres: dict[str, CertainEffect]
    of: str = ""
    """Pilot of the fight, where his rival is asked."""


class FighterRound(DuelLedgers):
    """Ask what he does in a round with a fighter. [7.2.2]"""

    kind: ClassVar[str] = "fighter.round"


class FighterReflexes(Question):
    """Ask whether Reflexes gain a position. [7.7]"""

    kind: ClassVar[str] = "fighter.reflexes"

    orientation: int


class FighterAssist(Question):
    """Ask whether he helps his comrade. [10.1.1]"""

    kind: ClassVar[str] = "fighter.assist"

    chance: int
    improves: int


# The rival's part --------------------------------------------------------------------------------------------------


class FighterSection(DuelLedgers):
    """Ask the rival which section of the pilot's card counts. [10.1.2]"""

    kind: ClassVar[str] = "fighter.section"


class RivalBomberCard(PassLedgers):
    """The rival flips the card of the bomber. [10.1.2]"""

    kind: ClassVar[str] = "rival.card"


class RivalFighterCard(DuelLedgers):
    """The rival flips the card of the fighter. [10.1.2]"""

    kind: ClassVar[str] = "rival.card"


# The way home ------------------------------------------------------------------------------------------------------


class HomeState(Question):
    """Ask how he comes home."""

    wound: int
    hits: int


class LandingChances(msgspec.Struct, frozen=True, gc=False, rename={"bail_out": "bail-out"}):
    """Chances of a landing and of a jump."""

    land: Chance
    bail_out: Chance


class LandOrJump(HomeState):
    """Ask whether he lands or jumps."""

    landing: list[LedgerRow]
    parachute: list[LedgerRow]
    chances: LandingChances


class LandingForced(LandOrJump):
    """Ask whether he lands or jumps when he cannot reach the base. [7.4.5]"""

    kind: ClassVar[str] = "landing.forced"


class LandingHurt(LandOrJump):
    """Ask whether he lands or jumps when he has to go home but can reach the base. [7.4.1]"""

    kind: ClassVar[str] = "landing.hurt"


# Between sorties ---------------------------------------------------------------------------------------------------


class PurseState(Question):
    """Ask what he has and is between sorties."""

    points: int
    level: int
    aircraft: str
    fatigue: int
    skills: dict[str, tuple[str, ...]]


class DispersalSpend(PurseState, kw_only=True):
    """Ask what he spends his points on. [6.1, 8.1]"""

    kind: ClassVar[str] = "dispersal.spend"

    experience: dict[str, int]
    prices: dict[str, int]
    free_transfers: int
    transfer: int
    units: dict[str, tuple[str, str]]
    """The unit and the base of each line of 4.1."""
    offers: list[str]


class DispersalAircraft(Question):
    """Ask which aircraft he takes for one that is gone. [9.4, 9.5]"""

    kind: ClassVar[str] = "dispersal.aircraft"

    old: str
    level: int
    types: dict[str, TypeFigures]


class DispersalCrewman(Question):
    """Ask whether he pays for a good rear gunner. [8.1]"""

    kind: ClassVar[str] = "dispersal.crewman"

    cost: int
    points: int
    experience: int


class DispersalGunner(Question):
    """Ask whether the old rear gunner or his replacement flies on; the skills of both. [7.4.8]"""

    kind: ClassVar[str] = "dispersal.gunner"

    old: list[str]
    stand_in: list[str]


class DispersalRecall(Question):
    """Ask whether he calls his old rear gunner back. [9.4]"""

    kind: ClassVar[str] = "dispersal.recall"

    cost: int
    points: int
    skills: list[str]


class BerlinAttempt(Question):
    """Ask whether he shoots. [10.7]"""

    kind: ClassVar[str] = "berlin.attempt"

    award: str


class TabletopLogLine(Question):
    """Ask what happened at the player's own table, with what a sheet may name this month. [4.3.2]"""

    kind: ClassVar[str] = "log.line"

    month: int
    line: int
    lines: int
    targets: list[str]
    bombers: list[str]
    fighters: list[str]
