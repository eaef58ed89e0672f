"""In which ways an attacker that is not seen may have come in and flown on, as far as silences leave them open."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.kernel.packs.schema import Pack
from engine.nightfighter.analysis.observations import ALL, FAR, DistanceFact, LostContact, Observations
from engine.nightfighter.analysis.replay import PlayerLog
from engine.nightfighter.charts.map import S
from engine.nightfighter.charts.schema import Tables
from engine.nightfighter.rules.counters import sideslip_hex
from engine.nightfighter.rules.speeds import carries_torpedo
from engine.nightfighter.rules.umpired.bombers import entry_speed_weights
from engine.nightfighter.state import State

AttackerKind = tuple[str, str, int]
"""Type, role and force."""


class AttackerTrack(msgspec.Struct, gc=False):
    """One way in which an attacker may have come: column, turns of waiting, first step, and where it is by turn."""

    column: int
    delay: int
    mp: int
    weight: float
    """Its probability among all of its column."""
    path: list[int]
    numbers: int = ALL
    most: int = 0
    """Number of speeds that are alike to the umpire, of which it is one."""
    slip: int = 0
    """Direction of the slip of a contact that was lost after all had moved in that turn."""


class AttackerTracks:
    """All ways that are open at one moment of a night."""

    def __init__(
        self, begun: State, pack: Pack[Tables], player_log: PlayerLog, asked: tuple[str, Sequence[str]]
    ) -> None:
        self.heard = heard = Observations(begun, pack, player_log, asked)
        self.night, self.map, self.now = heard.night, heard.map, heard.now
        self.tables = heard.night.tables
        size = len(self.map.on_map)
        self.bad = [bytearray(size) for _ in range(self.now + 2)]
        self.by_turn: list[list[tuple[DistanceFact, int]]] = [[] for _ in range(self.now + 2)]
        for fact in heard.facts:
            self._bar(fact)
        self._count_naval()
        self.paths: dict[tuple[AttackerKind, int, int, int, bool], list[int]] = {}
        self.open: dict[tuple[AttackerKind, int, bool, int], list[AttackerTrack]] = {}
        self.known: dict[tuple[AttackerKind, int, bool], list[AttackerTrack]] = {}

    def _bar(self, fact: DistanceFact) -> None:
        """Note where no attacker can be, and keep what must be somewhere."""
        if fact.hears in ("all", "warning-sets") and fact.low > 0:
            bad = self.bad[fact.turn]
            for hex_ in self.map.hexes:
                if fact.value[hex_] < fact.low:
                    bad[hex_] |= fact.numbers
        if fact.numbers == ALL and not (fact.high == FAR and not fact.even and fact.hears in ("all", "warning-sets")):
            least = min((fact.value[h] for h in self.heard.seen.get(fact.turn, ())), default=FAR)
            self.by_turn[fact.turn].append((fact, least if fact.hears == "all" else FAR))

    def _count_naval(self) -> None:
        box = self.map.zones.get(self.night.task_force, ())
        self.past_box = max((hex_ % 100 for hex_ in box), default=0)
        """The last row of the task force box: a torpedo bomber beyond it has launched. [26.3]"""
        if not box:
            return
        self.box = [0 if self.map.zone[h] == self.night.task_force else FAR for h in range(len(self.map.on_map))]

    def speed(self, kind: AttackerKind, turn: int, *, hurried: bool = False, launched: bool = False) -> int:
        """Return how far an attacker of a kind moves in a turn. [7.2, 26.3]"""
        if carries_torpedo(kind[1], launched=launched):
            return self.tables.naval.torpedo_mp
        return self.heard.pace(kind[0], turn, hurried=hurried)

    def path(self, kind: AttackerKind, turn: int, column: int, mp: int, *, wary: bool = False) -> list[int]:
        """Return the hexes of an attacker by turn, from its entry to now. [7.2, 8.2]"""
        known = self.paths.get((kind, turn, column, mp, wary))
        if known is not None:
            return known
        path = [0] * (self.now + 2)
        if kind[1] == "flare":
            hex_, facing = self.map.flare_entries[column - 1]
        else:
            hex_, facing = 100 * column + 1, S
        launched = alarmed = False
        steps = mp - 1
        for at in range(turn, self.now + 1):
            for _ in range(steps):
                hex_ = self.map.step[facing][hex_] if hex_ else 0
            if not hex_:
                break
            path[at] = hex_
            launched = launched or self.map.zone[hex_] == self.night.task_force
            steps = self.speed(kind, at + 1, hurried=alarmed, launched=launched)
            if wary and not alarmed and any(self.map.distance(hex_, h) == 1 for h in self.heard.entered.get(at, ())):
                alarmed = True
                steps = self.heard.pace(kind[0], at + 1, hurried=True)
        self.paths[kind, turn, column, mp, wary] = path
        return path

    def clear(self, path: list[int], first: int, until: int) -> int:
        """Return the tally numbers that an attacker on this path may have without having been found."""
        numbers = ALL
        bad = self.bad
        for turn in range(first, min(until, self.now) + 1):
            hex_ = path[turn]
            if hex_:
                numbers &= ~bad[turn][hex_]
                if not numbers:
                    return 0
        return numbers

    def entries(self, kind: AttackerKind, turn: int, alone: bool, until: int) -> list[AttackerTrack]:
        """List the tracks of an attacker that is drawn in a turn and not seen up to another. [8.1.3, 8.1.4, 8.2.1]"""
        known = self.open.get((kind, turn, alone, until))
        if known is None:
            known = []
            for track in self.all_entries(kind, turn, alone):
                numbers = self.clear(track.path, turn, until) & track.numbers
                if numbers:
                    known.append(msgspec.structs.replace(track, numbers=numbers))
            self.open[kind, turn, alone, until] = known
        return known

    def all_entries(self, kind: AttackerKind, turn: int, alone: bool) -> list[AttackerTrack]:
        """List them wherever it was seen since."""
        known = self.known.get((kind, turn, alone))
        if known is None:
            known = self.known[kind, turn, alone] = self._made_entries(kind, turn, alone)
        return known

    def _made_entries(self, kind: AttackerKind, turn: int, alone: bool) -> list[AttackerTrack]:
        level = "fair" if self.night.person else self.night.level
        delays = self.tables.umpire.delay[level] if alone else [1]
        if kind[1] == "flare":
            columns: Sequence[int] = range(1, len(self.map.flare_entries) + 1)
        elif kind[1] == "torpedo":
            columns = range(self.map.torpedo_columns[0], self.map.torpedo_columns[1] + 1)
        else:
            columns = range(1, self.map.columns + 1)
        tracks = []
        for delay, often in enumerate(delays):
            if not often:
                continue
            begin = turn + delay
            most = self.speed(kind, begin)
            alike = 0 if level == "sly" else most
            for mp in range(1, most + 1):
                weight = often * self._share_of(mp, most) / sum(delays)
                for column in columns:
                    path = self.path(kind, begin, column, mp) if begin <= self.now else [0] * (self.now + 2)
                    wary = self.heard.wary[kind[2]]
                    if wary and begin <= self.now:
                        hurried = self.path(kind, begin, column, mp, wary=True)
                        if hurried != path:
                            tracks.append(AttackerTrack(column, delay, mp, weight, path, ALL & ~wary, alike))
                            tracks.append(AttackerTrack(column, delay, mp, weight, hurried, wary, alike))
                            continue
                    tracks.append(AttackerTrack(column, delay, mp, weight, path, ALL, alike))
        return tracks

    def _share_of(self, mp: int, most: int) -> float:
        """Return how often the umpire has an attacker come in so fast. [8.2.1]"""
        if self.night.person:
            return 1 / most
        weights = entry_speed_weights(self.night, most)
        return weights[mp - 1] / sum(weights)

    def fly_on(self, kind: AttackerKind, path: list[int], hex_: int, facing: int, first: int, hurried: bool) -> None:
        """Note where an attacker flies on from a hex, by turn. [7.2]"""
        launched = kind[1] == "torpedo" and bool(self.map.zone[hex_]) and hex_ % 100 > self.past_box
        for turn in range(first, self.now + 1):
            launched = launched or self.map.zone[hex_] == self.night.task_force
            steps = self.speed(kind, turn, hurried=hurried, launched=launched)
            for _ in range(steps):
                hex_ = self.map.step[facing][hex_] if hex_ else 0
            if not hex_:
                return
            path[turn] = hex_

    def fly_on_after_loss(
        self, kind: AttackerKind, lost: LostContact, side: str, path: list[int], hurried: bool
    ) -> None:
        """Fly on from a loss while moving: from the place where it left the zone that lit it. [14.2.3]"""
        hex_, steps, slid = lost.hex, self.heard.pace(kind[0], lost.turn, hurried=hurried), False
        for _ in range(steps):
            hex_ = self.map.step[lost.facing][hex_] if hex_ else 0
            if not hex_:
                return
            if not slid and self.map.zone[hex_] != lost.zone:
                hex_, slid = sideslip_hex(self.map, hex_, lost.facing, side), True
        path[lost.turn] = hex_
        self.fly_on(kind, path, hex_, lost.facing, lost.turn + 1, hurried)
