"""The German player's information about the raids, turn by turn, and so what no raid can have done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ENGLAND
from engine.bomber_command.events import (
    AttackCancelled,
    AttackRolled,
    BombingBegins,
    BombsDropping,
    CardPlayed,
    CollisionRolled,
    CombatMarked,
    DamageSpent,
    DetectionRolled,
    InfiltrationRolled,
    MinesLaid,
    MosquitosBombed,
    RaidAdmitted,
    RaidFlakRolled,
    RaidHome,
    RaidInEngland,
    RaidMarked,
    RaidRecovered,
    RaidsDetected,
    RaidsLifted,
    TurnBegins,
    UnitDiverted,
    UnitHoming,
    UnitInfiltrated,
    UnitRearming,
    UnitRecovering,
    UnitUnderGci,
)
from engine.bomber_command.state import DECOY, GARDENING, GERMAN, MAIN, MOSQUITO
from engine.kernel.events import Event, EventData

ALL_FOUND = ("detected", "clarified")
CombatMarker = tuple[str, str, str]
"""Hex, attack and city of a Combat marker."""
NOWHERE = ("", "")
LARGE = "large"
"""A Main Force or a Decoy, which land alike."""
LANDED = "9.9.1"
"""The rule by which a Mosquito raid is identified when it lands."""
RaidStrike = AttackRolled | AttackCancelled | RaidFlakRolled
"""Attacks on a raid, carried out or cancelled."""
GCI_MARKER_OFF = (UnitHoming, UnitRecovering, UnitRearming, UnitDiverted, UnitInfiltrated)
"""Events that take a GCI marker off a unit."""


class TurnObservation(msgspec.Struct):
    """One turn as he received it."""

    turn: int
    moved: bool = False
    found: str = ""
    counters: list[str] = []
    streams: list[str] = []
    combats: Counter[CombatMarker] = msgspec.field(default_factory=Counter)
    drops: list[str] = []
    mines: list[str] = []
    england: int = 0
    landed: list[str] = []
    """Kind of each raid that landed: a large one, or one of Mosquitos or Gardening. [7.2.4]"""
    gci: list[str] = []
    """Places of units with GCI markers when the raids moved. [9.3]"""
    faked: int = 0
    """False counters that may lie among the others."""
    withheld: int = 0
    """Raids that a card may have held off the map."""

    @property
    def full(self) -> bool:
        """Say whether all that was on the map was found, and shown."""
        return self.found in ALL_FOUND and not self.withheld

    @property
    def shows_streams(self) -> bool:
        """Say whether every large raid's stream was shown."""
        return self.found in ALL_FOUND and (self.found == "clarified" or bool(self.streams)) and not self.withheld


class ObservedAttack(msgspec.Struct):
    """An attack on a raid: its turn, its hex or letter, the possible kinds of the raid, and the losses."""

    turn: int
    hex: str
    attack: str
    letter: str
    kinds: frozenset[str]
    losses: int = 0
    disruption: int = 0
    damage: int = 0
    """Flak damage that came with it, less what was spent for it. [9.8.4]"""


class RaidPosition(NamedTuple):
    """A place where a raid was met: its turn, its hex, its city."""

    turn: int
    hex: str
    city: str = ""


class NightObservations(msgspec.Struct):
    """A night as the German player received it."""

    turns: dict[int, TurnObservation] = {}
    bombed: dict[str, str] = {}
    """Raid that bombed each city, as far as it is known."""
    letters: dict[str, list[RaidPosition]] = {}
    """Positions of the raid of a letter at the end of a turn or in its course."""

    attacks: list[ObservedAttack] = []
    inside: dict[str, str] = {}
    """The raid of each unit that has infiltrated one."""
    admitted: str = ""
    spent: int = 0
    landing: str = GARDENING
    """Kind of the raid that lands now: Gardening, unless an event says another."""

    @property
    def last(self) -> int:
        """The last turn in which raids moved."""
        return max((turn for turn, seen in self.turns.items() if seen.moved), default=0)


def read_observations(heard: Iterable[Event], charts: Charts) -> NightObservations:
    """Read the events that he received."""
    story, gci, now, hit, rolled = NightObservations(), dict[str, str](), TurnObservation(0), NOWHERE, ""
    for one in heard:
        event = one.data
        if isinstance(event, GCI_MARKER_OFF):
            gci.pop(event.unit, None)
        match event:
            case TurnBegins():
                now = story.turns[event.turn] = TurnObservation(event.turn)
            case UnitUnderGci():
                gci[event.unit] = event.hex
            case RaidsLifted():
                now.moved = True
                now.gci = sorted(gci.values())
            case BombsDropping():
                now.drops.append(event.city)
            case CombatMarked():
                now.combats[event.hex, event.attack, event.city] += 1
            case RaidInEngland():
                now.england += 1
            case DetectionRolled():
                rolled = event.found
            case RaidsDetected():
                # Until then a card may yet be played against what was found.
                now.found, now.counters, now.streams = rolled, list(event.counters), list(event.streams)
            case CardPlayed():
                _read_card(story, now, charts, event)
            case MinesLaid():
                now.mines.append(event.hex)
            case MosquitosBombed():
                story.bombed[event.city] = MOSQUITO
            case BombingBegins():
                story.bombed[event.city] = MAIN
        _read_landing(story, now, one)
        _read_attack(story, now, one)
        hit = _read_letter(story, now, event, hit)
    return story


def _read_card(story: NightObservations, now: TurnObservation, charts: Charts, event: CardPlayed) -> None:
    """Note what a card hid or faked, and what it did to a raid."""
    for one in charts.cards[event.card].uses[event.use].does:
        now.faked += one.effect == "false-counter"
        now.withheld += one.effect == "withhold"
        if one.effect == "fewer-losses" and story.attacks:
            story.attacks[-1].losses = max(0, story.attacks[-1].losses - one.value)
        elif one.effect == "disrupt":
            story.attacks.append(ObservedAttack(now.turn, "", "", "", frozenset((MAIN, DECOY)), 0, one.value))


def _read_landing(story: NightObservations, now: TurnObservation, event: Event) -> None:
    """Note what lands: bombers are rolled for, Mosquitos are owned up to, Gardening comes home unsaid. [7.6, 9.9.1]"""
    match event.data:
        case RaidRecovered():
            story.landing = LARGE
        case RaidAdmitted() if event.rule == LANDED:
            story.landing = MOSQUITO
        case RaidHome():
            now.landed.append(story.landing)
            story.landing = GARDENING


def _read_attack(story: NightObservations, now: TurnObservation, event: Event) -> None:
    """Note what an attack tells of the raid that it struck: what is not admitted it is not. [4.3.2, 4.3.4, 9.9]"""
    match event.data:
        case RaidAdmitted(what=what) if event.rule != LANDED:
            story.admitted = what
        case DamageSpent():
            story.spent = 1
        case CollisionRolled(losses=losses):
            story.attacks.append(ObservedAttack(now.turn, "", "", "", frozenset((MAIN, DECOY)), losses))
        case RaidFlakRolled() as flak:
            struck = _struck(story, now, flak, "", (MAIN, GARDENING, MOSQUITO))
            struck.losses, struck.disruption = flak.losses, flak.disruption
            struck.damage += flak.damage
        case (AttackRolled() | AttackCancelled()) as attack:
            if attack.city and (story.admitted or MAIN) in (MAIN, MOSQUITO):
                story.bombed.setdefault(attack.city, story.admitted or MAIN)
            letter = "" if attack.hex else story.inside.get(attack.unit, "")
            struck = _struck(story, now, attack, letter, (MAIN, GARDENING))
            if isinstance(attack, AttackRolled):
                struck.losses, struck.disruption = attack.losses, attack.disruption


def _struck(
    story: NightObservations, now: TurnObservation, strike: RaidStrike, letter: str, silent: tuple[str, ...]
) -> ObservedAttack:
    """Note an attack on a raid, which is what it admitted, else of a kind that admits nothing."""
    kinds = frozenset((story.admitted,) if story.admitted else silent)
    attack = ObservedAttack(now.turn, strike.hex, strike.attack, letter, kinds, damage=-story.spent)
    story.attacks.append(attack)
    story.spent = 0
    story.admitted = ""
    return attack


def _read_letter(
    story: NightObservations, now: TurnObservation, event: EventData, hit: tuple[str, str]
) -> tuple[str, str]:
    """Note where the raid of a letter was, when an attack marked it or a unit got into it; return the last place."""
    match event:
        case RaidFlakRolled() | AttackRolled():
            return (event.hex, event.city) if event.hex != ENGLAND else NOWHERE
        case InfiltrationRolled():
            return (event.hex, "") if event.hex != ENGLAND else NOWHERE
        case TurnBegins() | CollisionRolled():
            return NOWHERE
        case CardPlayed() if event.seat == GERMAN:
            return NOWHERE
        case UnitInfiltrated():
            story.inside[event.unit] = event.raid
    if isinstance(event, (RaidMarked, UnitInfiltrated)) and hit[0]:
        story.letters.setdefault(event.raid, []).append(RaidPosition(now.turn, *hit))
        return NOWHERE
    return hit
