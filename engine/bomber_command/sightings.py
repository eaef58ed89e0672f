"""What the German player was told of the raids, turn by turn: what each showed, and so what no raid can have done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from .map import ENGLAND
from .pack import Charts
from .state import GARDENING, GERMAN, MAIN, MOSQUITO

ALL_FOUND = ("detected", "clarified")
Combat = tuple[str, str, str]
"""Hex, attack and city of a Combat marker."""
LANDED = "9.9.1"
"""The rule by which a Mosquito raid is told apart when it lands."""
DOWN = ("unit.homing", "unit.recovering", "unit.rearming", "unit.diverted", "unit.infiltrated")
"""What takes a GCI marker off a unit."""


class Seen(msgspec.Struct):
    """One turn as he was told of it."""

    turn: int
    moved: bool = False
    found: str = ""
    counters: list[str] = []
    streams: list[str] = []
    combats: Counter[Combat] = msgspec.field(default_factory=Counter)
    drops: list[str] = []
    mines: list[str] = []
    england: int = 0
    gci: list[str] = []
    """Where units with GCI markers stood when the raids moved. [9.3]"""
    faked: int = 0
    """False counters that may lie among the others."""
    kept_off: int = 0
    """Raids that a card may have kept off the map."""

    @property
    def full(self) -> bool:
        """Whether all that was on the map was found, and shown."""
        return self.found in ALL_FOUND and not self.kept_off


class Attack(msgspec.Struct):
    """An attack on a raid: when, where or on which letter, and what the raid may be by what was admitted before it."""

    turn: int
    hex: str
    letter: str
    kinds: frozenset[str]


class Story(msgspec.Struct):
    """A night as the German player was told it."""

    turns: dict[int, Seen] = {}
    bombed: dict[str, str] = {}
    """Who bombed each city, as far as it is known."""
    letters: dict[str, list[tuple[int, str]]] = {}
    """Where the raid of a letter was at the end of a turn or passed in it."""

    attacks: list[Attack] = []
    inside: dict[str, str] = {}
    """The raid of each unit that has infiltrated one."""
    admitted: str = ""

    @property
    def last(self) -> int:
        """The last turn in which raids moved."""
        return max((turn for turn, seen in self.turns.items() if seen.moved), default=0)


def story_of(told: Iterable[Mapping[str, Any]], charts: Charts) -> Story:
    """Read what was told."""
    story, gci, now, hit = Story(), dict[str, str](), Seen(0), ""
    for event in told:
        kind, data = event["kind"], event["data"]
        if kind == "turn.begins":
            now = story.turns[data["turn"]] = Seen(data["turn"])
        elif kind == "unit.gci":
            gci[data["unit"]] = data["hex"]
        elif kind in DOWN:
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
            now.found = data["found"]
        elif kind == "raids.detected":
            now.counters, now.streams = list(data["counters"]), list(data["streams"])
        elif kind == "card.played":
            _read_card(now, charts, data)
        elif kind == "mines.laid":
            now.mines.append(data["hex"])
        elif kind in ("mosquitos.bombed", "bombing.begins"):
            story.bombed[data["city"]] = "mosquito" if kind == "mosquitos.bombed" else "main"
        _read_attack(story, now, event)
        hit = _read_letter(story, now, event, hit)
    return story


def _read_card(now: Seen, charts: Charts, data: Mapping[str, Any]) -> None:
    for one in charts.cards[data["card"]].uses[data["use"]].does:
        now.faked += one.effect == "false-counter"
        now.kept_off += one.effect == "withhold"


def _read_attack(story: Story, now: Seen, event: Mapping[str, Any]) -> None:
    """Note what an attack tells of the raid that it struck: what is not admitted it is not. [4.3.2, 4.3.4, 9.9]"""
    kind, data = event["kind"], event["data"]
    if kind == "raid.admitted" and event["rule"] != LANDED:
        story.admitted = data["what"]
    elif kind in ("attack.rolled", "attack.cancelled", "flak.rolled"):
        by_fighter = kind != "flak.rolled"
        silent = (MAIN, GARDENING) if by_fighter else (MAIN, GARDENING, MOSQUITO)
        letter = story.inside.get(data["unit"], "") if by_fighter and not data["hex"] else ""
        kinds = frozenset((story.admitted,) if story.admitted else silent)
        story.attacks.append(Attack(now.turn, data["hex"], letter, kinds))
        story.admitted = ""


def _read_letter(story: Story, now: Seen, event: Mapping[str, Any], hit: str) -> str:
    """Note where the raid of a letter was, when an attack marked it or a unit got into it; return the last hex."""
    kind, data = event["kind"], event["data"]
    if kind in ("flak.rolled", "attack.rolled", "infiltration.rolled"):
        return str(data["hex"]) if data["hex"] != ENGLAND else ""
    if kind in ("turn.begins", "collision.rolled") or (kind == "card.played" and data["seat"] == GERMAN):
        return ""
    if kind == "unit.infiltrated":
        story.inside[data["unit"]] = data["raid"]
    if kind in ("raid.marked", "unit.infiltrated") and hit:
        story.letters.setdefault(data["raid"], []).append((now.turn, hit))
        return ""
    return hit
