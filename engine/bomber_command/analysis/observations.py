"""What the German player was told of the raids, turn by turn: what each showed, and so what no raid can have done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ENGLAND
from engine.bomber_command.state import DECOY, GARDENING, GERMAN, MAIN, MOSQUITO

ALL_FOUND = ("detected", "clarified")
CombatMarker = tuple[str, str, str]
"""Hex, attack and city of a Combat marker."""
NOWHERE = ("", "")
LARGE = "large"
"""A Main Force or a Decoy, which land alike."""
LANDED = "9.9.1"
"""The rule by which a Mosquito raid is told apart when it lands."""
STRIKES = ("attack.rolled", "attack.cancelled", "flak.rolled")
GCI_MARKER_OFF = ("unit.homing", "unit.recovering", "unit.rearming", "unit.diverted", "unit.infiltrated")
"""What takes a GCI marker off a unit."""


class TurnObservation(msgspec.Struct):
    """One turn as he was told of it."""

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
    """What each raid turned out to be that landed: a large one, or one of Mosquitos or Gardening. [7.2.4]"""
    gci: list[str] = []
    """Where units with GCI markers stood when the raids moved. [9.3]"""
    faked: int = 0
    """False counters that may lie among the others."""
    withheld: int = 0
    """Raids that a card may have kept off the map."""

    @property
    def full(self) -> bool:
        """Whether all that was on the map was found, and shown."""
        return self.found in ALL_FOUND and not self.withheld

    @property
    def shows_streams(self) -> bool:
        """Whether every large raid's stream was shown."""
        return self.found in ALL_FOUND and (self.found == "clarified" or bool(self.streams)) and not self.withheld


class ObservedAttack(msgspec.Struct):
    """What struck a raid: when, where or on which letter, what the raid may be by what it admitted, and the toll."""

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
    """Where a raid was met: in which turn, in what hex, over what city."""

    turn: int
    hex: str
    city: str = ""


class NightObservations(msgspec.Struct):
    """A night as the German player was told it."""

    turns: dict[int, TurnObservation] = {}
    bombed: dict[str, str] = {}
    """Who bombed each city, as far as it is known."""
    letters: dict[str, list[RaidPosition]] = {}
    """Where the raid of a letter was at the end of a turn or passed in it."""

    attacks: list[ObservedAttack] = []
    inside: dict[str, str] = {}
    """The raid of each unit that has infiltrated one."""
    admitted: str = ""
    spent: int = 0
    landing: str = GARDENING
    """What the raid is that lands now: of Gardening, unless it is told otherwise."""

    @property
    def last(self) -> int:
        """The last turn in which raids moved."""
        return max((turn for turn, seen in self.turns.items() if seen.moved), default=0)


def read_observations(event_data: Iterable[Mapping[str, Any]], charts: Charts) -> NightObservations:
    """Read what was told."""
    story, gci, now, hit, rolled = NightObservations(), dict[str, str](), TurnObservation(0), NOWHERE, ""
    for event in event_data:
        kind, data = event["kind"], event["data"]
        if kind == "turn.begins":
            now = story.turns[data["turn"]] = TurnObservation(data["turn"])
        elif kind == "unit.gci":
            gci[data["unit"]] = data["hex"]
        elif kind in GCI_MARKER_OFF:
            gci.pop(data["unit"], None)
        if kind == "raids.lifted":
            now.moved = True
            now.gci = sorted(gci.values())
        elif kind == "bombs.dropping":
            now.drops.append(data["city"])
        elif kind == "combat.marked":
            now.combats[data["hex"], data["attack"], data["city"]] += 1
        elif kind == "raid.in-england":
            now.england += 1
        elif kind == "detection.rolled":
            rolled = data["found"]
        elif kind == "raids.detected":
            # Until then a card may yet be played against what was found.
            now.found, now.counters, now.streams = rolled, list(data["counters"]), list(data["streams"])
        elif kind == "card.played":
            _read_card(story, now, charts, data)
        elif kind == "mines.laid":
            now.mines.append(data["hex"])
        elif kind in ("mosquitos.bombed", "bombing.begins"):
            story.bombed[data["city"]] = MOSQUITO if kind == "mosquitos.bombed" else MAIN
        _read_landing(story, now, event)
        _read_attack(story, now, event)
        hit = _read_letter(story, now, event, hit)
    return story


def _read_card(story: NightObservations, now: TurnObservation, charts: Charts, data: Mapping[str, Any]) -> None:
    """Note what a card hid or faked, and what it did to a raid."""
    for one in charts.cards[data["card"]].uses[data["use"]].does:
        now.faked += one.effect == "false-counter"
        now.withheld += one.effect == "withhold"
        if one.effect == "fewer-losses" and story.attacks:
            story.attacks[-1].losses = max(0, story.attacks[-1].losses - one.value)
        elif one.effect == "disrupt":
            story.attacks.append(ObservedAttack(now.turn, "", "", "", frozenset((MAIN, DECOY)), 0, one.value))


def _read_landing(story: NightObservations, now: TurnObservation, event: Mapping[str, Any]) -> None:
    """Note what lands: bombers are rolled for, Mosquitos are owned up to, Gardening comes home unsaid. [7.6, 9.9.1]"""
    kind = event["kind"]
    if kind == "raid.recovered":
        story.landing = LARGE
    elif kind == "raid.admitted" and event["rule"] == LANDED:
        story.landing = MOSQUITO
    elif kind == "raid.home":
        now.landed.append(story.landing)
        story.landing = GARDENING


def _read_attack(story: NightObservations, now: TurnObservation, event: Mapping[str, Any]) -> None:
    """Note what an attack tells of the raid that it struck: what is not admitted it is not. [4.3.2, 4.3.4, 9.9]"""
    kind, data = event["kind"], event["data"]
    if kind == "raid.admitted" and event["rule"] != LANDED:
        story.admitted = data["what"]
    elif kind == "damage.spent":
        story.spent = 1
    elif kind == "collision.rolled":
        story.attacks.append(ObservedAttack(now.turn, "", "", "", frozenset((MAIN, DECOY)), data["losses"]))
    elif kind in STRIKES:
        by_fighter = kind != "flak.rolled"
        silent = (MAIN, GARDENING) if by_fighter else (MAIN, GARDENING, MOSQUITO)
        letter = story.inside.get(data["unit"], "") if by_fighter and not data["hex"] else ""
        kinds = frozenset((story.admitted,) if story.admitted else silent)
        if by_fighter and data["city"] and (story.admitted or MAIN) in (MAIN, MOSQUITO):
            story.bombed.setdefault(data["city"], story.admitted or MAIN)
        marks = {mark: data.get(mark, 0) for mark in ("losses", "disruption", "damage")}
        marks["damage"] -= story.spent
        story.attacks.append(ObservedAttack(now.turn, data["hex"], data["attack"], letter, kinds, **marks))
        story.spent = 0
        story.admitted = ""


def _read_letter(
    story: NightObservations, now: TurnObservation, event: Mapping[str, Any], hit: tuple[str, str]
) -> tuple[str, str]:
    """Note where the raid of a letter was, when an attack marked it or a unit got into it; return the last place."""
    kind, data = event["kind"], event["data"]
    if kind in ("flak.rolled", "attack.rolled", "infiltration.rolled"):
        return (data["hex"], data.get("city", "")) if data["hex"] != ENGLAND else NOWHERE
    if kind in ("turn.begins", "collision.rolled") or (kind == "card.played" and data["seat"] == GERMAN):
        return NOWHERE
    if kind == "unit.infiltrated":
        story.inside[data["unit"]] = data["raid"]
    if kind in ("raid.marked", "unit.infiltrated") and hit[0]:
        story.letters.setdefault(data["raid"], []).append(RaidPosition(now.turn, *hit))
        return NOWHERE
    return hit
