"""Each side's view of a night, as types; `view` fills them in."""

from __future__ import annotations

import msgspec

from engine.bomber_command.charts.schema import ScenarioName
from engine.bomber_command.state import Bombing, FighterUnit, NightScore, Patrol, Raid, Setup


class RaidBoxView(msgspec.Struct, gc=False):
    """The marks in a Raid Box and on the Loss Track. [9.8]"""

    raid: str
    losses: int = 0
    disruption: int = 0
    damage: int = 0
    hunts: int = 0

    @property
    def is_marked(self) -> bool:
        """Say whether anything is marked."""
        return bool(self.losses or self.disruption or self.damage or self.hunts)


class RaidView(msgspec.Struct, frozen=True, gc=False):
    """A raid's plot and its progress; its losses are in its box."""

    letter: str
    kind: str
    target: str
    turn: int
    first: int
    parent: str
    heavy: bool
    status: str
    hex: str
    target_at: int
    route: list[str]


class NightView(msgspec.Struct, omit_defaults=True):
    """The board as a viewer may know it; hidden values are None, and left out of its plain data. [8.3, 12.5]"""

    scenario: ScenarioName
    phase: str
    turn: int
    weather: dict[str, str]
    visibility: str
    twilight: int | None
    moonrise: int | None
    moonset: int | None
    moon: bool
    wind: int | None
    bad_weather: bool
    fido: bool
    jamming: int
    infiltration: int
    naxos: bool
    beleuchter: bool
    stripped: list[str]
    mobile_flak: list[str]
    patrols: list[Patrol]
    alerted: bool
    counters: list[str]
    streams: list[str]
    tracks: list[str]
    fought: list[str]
    england: int
    """Number of raids over England."""
    bombed: dict[str, str]
    """The bombing marker of each city under bombs."""
    mined: dict[str, int]
    bombings: list[Bombing]
    units: list[FighterUnit]
    fighters_lost: int
    hands: dict[str, int]
    decks: dict[str, int]
    discards: dict[str, list[str]]
    boxes: list[RaidBoxView]
    hand: list[str] | None = None
    held: list[str] | None = None
    targets: list[str] | None = None
    """From here on what only the British player knows before the end. [3.3, 4.0, 8.3]"""
    target_vps: list[int] | None = None
    oil: list[bool] | None = None
    follow_up: bool | None = None
    moon_value: int | None = None
    north: dict[str, int] | None = None
    false_counters: list[str] | None = None
    raids: list[RaidView] | None = None
    score: NightScore | None = None

    @property
    def is_twilight(self) -> bool:
        """Say whether twilight has begun. [3.4.5]"""
        return self.twilight is not None and self.turn >= self.twilight


class KnownNight(msgspec.Struct, omit_defaults=True):
    """A side's knowledge of a moment: its view, the notes of both, and for the British player his own raids in full.

    Intruders, nuisance raids and the end are announced; a raid's marks are written by its player.
    """

    setup: Setup
    view: NightView
    intruders: int
    nuisance: int
    ending: bool
    raids: list[Raid] | None = None
