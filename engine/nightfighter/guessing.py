"""A guess of a night under an umpire, from what its player was told alone.

Attackers that he does not see are `Source`s: each has come in by a chit, at a speed, and flies on; or it is a contact
that was lost and has slipped somewhere. Tracks are drawn by how likely the umpire's choices make them, among those that
no silence rules out, and are drawn anew until every fact holds. Then the rules themselves play the night again by that
plan: what they would have told otherwise throws it away.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

import msgspec

from engine.kernel.courses import Fast, Guess, Kept
from engine.kernel.dice import AT, JournalMisfit
from engine.kernel.game import snapshot
from engine.kernel.knowledge import Knowledge, moment_of

from .behind import Given, Incomer, Misfit, Plan, Retold, Tale, Told, Whim, retold, supply
from .hearsay import ALL, FAR, Fact, Hearsay, Lost, Sighting, bits, slipped
from .map import S
from .state import Setup, State
from .told_raid import night_begun

ALL_EFFORT = 5_000
"""Effort after which the guesses that were made serve again."""
MOST_EFFORT = 1_500
"""Tracks that are drawn for a guess, and nights that are played, before it is given up."""
PLAYED = 10
"""Tracks that a night played again is worth."""
TRIES = 4
"""Times that a plan is played before it is given up."""
SWAPS = 0.3
"""How often attackers of two kinds are exchanged rather than one's track drawn anew."""
ROUNDS = 240
"""Tracks that are drawn anew before a plan is given up."""
LADEN = 4
"""Ways in which a year's bombers may be laden that serve side by side; one that leads nowhere makes room."""
Kind = tuple[str, str, int]
"""Type, role and force."""


class Hopeless(Exception):
    """No plan is found that leads to what was told, or not within the effort that one is worth."""


class Track(msgspec.Struct, gc=False):
    """One way in which an attacker may have come: column, turns of waiting, first step, and where it is by turn."""

    column: int
    delay: int
    mp: int
    weight: int
    path: list[int]
    numbers: int = ALL
    slip: int = 0
    """Where a contact that was lost after all had moved slipped to in that turn."""


class Source:
    """An attacker that is not seen: from its entry, or from where it was lost, to where it is seen or to now."""

    __slots__ = ("alone", "kind", "lost", "next", "number", "numbers", "path", "place", "root", "track", "turn", "wave")

    def __init__(self, turn: int, lost: Lost | None = None) -> None:
        self.turn = turn
        self.lost = lost
        self.alone = False
        self.wave: list[Source] = [self]
        self.place = 0
        self.kind: Kind = ("", "", 0)
        self.number = 0
        self.numbers = ALL
        self.next: Sighting | None = None
        self.root: Source = self
        self.track: Track | None = None
        self.path: list[int] = []


def guesser_of(title: Any, known: Knowledge, pack: Any, viewer: str) -> Callable[[Fast], Guess | None]:
    """Return who makes guesses of a night from what its player knows; one that he would see otherwise is none."""
    asked = (known["asked"]["kind"], known["asked"]["options"])
    setup = msgspec.convert(known["now"]["setup"], Setup)
    ways = LADEN if setup.campaign != "none" and setup.options.loads_hidden else 1
    makers: dict[int, Guesser] = {}
    made: list[Guess] = []
    spent = turns = 0

    def maker_of(seed: int) -> Guesser:
        laden = seed % ways
        if laden not in makers:
            begun, story = night_begun(setup, known["now"], known["story"], pack, seed)
            makers[laden] = Guesser(begun, pack, tale_of(story), asked)
        return makers[laden]

    def guess(dice: Fast) -> Guess | None:
        nonlocal spent, turns
        seed = dice.draw("guess", 1 << 30)
        if made and spent > ALL_EFFORT:
            turns += 1
            return made[turns % len(made)]
        try:
            maker = maker_of(seed)
        except JournalMisfit:
            return None
        try:
            found = maker.guess(Whim(seed))
        except Hopeless:
            if ways > 1:
                del makers[seed % ways]
            return None
        finally:
            spent += maker.effort
        if moment_of(title, found.state, pack, viewer) != known["now"]:
            return None
        found.record.began = known["rules"]
        made.append(Kept(title, pack, found.record))
        return made[-1]

    return guess


def tale_of(story: Sequence[Mapping[str, Any]]) -> Tale:
    """Return the lines of what was told and answered, ready to be held against."""
    lines: list[Told | Given] = []
    for line in story:
        if "told" in line:
            told = line["told"]
            dice = [(stream.partition(AT)[0], sides, face) for stream, sides, face in told["dice"]]
            mods = [(mod["value"], mod["reason"], mod.get("rule", "")) for mod in told["mods"]]
            lines.append(Told(told["kind"], told["data"], dice, mods))
        else:
            lines.append(Given(line["key"], line["answer"]))
    return lines


class Guesser:
    """Makes guesses of one moment of a night."""

    def __init__(self, begun: State, pack: Any, tale: Tale, asked: tuple[str, Sequence[str]]) -> None:
        self.pack, self.start, self.tale, self.asked = pack, snapshot(begun), tale, asked
        self.heard = heard = Hearsay(begun, pack, tale, asked)
        self.night, self.map, self.now = heard.night, heard.map, heard.now
        self.scenario, self.tables = heard.scenario, heard.night.tables
        size = len(self.map.on_map)
        self.bad = [bytearray(size) for _ in range(self.now + 2)]
        self.by_turn: list[list[tuple[Fact, int]]] = [[] for _ in range(self.now + 2)]
        for fact in heard.facts:
            self._bar(fact)
        self._count_naval()
        self.paths: dict[tuple[Kind, int, int, int, bool], list[int]] = {}
        self.tracks_known: dict[tuple[Kind, int, bool, int], list[Track]] = {}
        self.horizon = self.now
        """The last turn whose silences count: who comes next may still be one that was seen later."""
        self.all_known: dict[tuple[Kind, int, bool], list[Track]] = {}
        self.misfits: list[str] = []
        self.effort = 0
        self.sightings = sorted(heard.sightings.values(), key=lambda s: (s.turn, s.mark))

    def _bar(self, fact: Fact) -> None:
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

    # -- tracks

    def speed(self, kind: Kind, turn: int) -> int:
        """Return how far an attacker of a kind moves in a turn. [7.2]"""
        return self.heard.pace(kind[0], turn, hurried=False)

    def path(self, kind: Kind, turn: int, column: int, mp: int, *, wary: bool = False) -> list[int]:
        """Return the hexes of an attacker by turn, from its entry to now. [7.2, 8.2]"""
        known = self.paths.get((kind, turn, column, mp, wary))
        if known is not None:
            return known
        path = [0] * (self.now + 2)
        if kind[1] == "flare":
            hex_, facing = self.map.flare_entries[column - 1]
        else:
            hex_, facing = 100 * column + 1, S
        launched, alarmed = kind[1] != "torpedo", False
        steps = mp - 1
        for at in range(turn, self.now + 1):
            for _ in range(steps):
                hex_ = self.map.step[facing][hex_] if hex_ else 0
            if not hex_:
                break
            path[at] = hex_
            launched = launched or self.map.zone[hex_] == self.night.task_force
            steps = self.heard.pace(kind[0], at + 1, hurried=alarmed) if launched else self.tables.naval.torpedo_mp
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

    def entries(self, kind: Kind, turn: int, alone: bool) -> list[Track]:
        """List the tracks of an attacker that is drawn in a turn and not seen so far. [8.1.3, 8.1.4, 8.2.1]"""
        known = self.tracks_known.get((kind, turn, alone, self.horizon))
        if known is None:
            known = []
            for track in self._all_entries(kind, turn, alone):
                numbers = self.clear(track.path, turn, self.horizon) & track.numbers
                if numbers:
                    known.append(msgspec.structs.replace(track, numbers=numbers))
            self.tracks_known[kind, turn, alone, self.horizon] = known
        return known

    def _all_entries(self, kind: Kind, turn: int, alone: bool) -> list[Track]:
        known = self.all_known.get((kind, turn, alone))
        if known is None:
            known = self.all_known[kind, turn, alone] = self._made_entries(kind, turn, alone)
        return known

    def _made_entries(self, kind: Kind, turn: int, alone: bool) -> list[Track]:
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
            most = self.tables.naval.torpedo_mp if kind[1] == "torpedo" else self.speed(kind, begin)
            for mp in range(1, most + 1):
                weight = often * (3 * most if level == "sly" and mp == most else 3)
                for column in columns:
                    path = self.path(kind, begin, column, mp) if begin <= self.now else [0] * (self.now + 2)
                    wary = self.heard.wary[kind[2]]
                    if wary and begin <= self.now:
                        hurried = self.path(kind, begin, column, mp, wary=True)
                        if hurried != path:
                            tracks.append(Track(column, delay, mp, weight, path, ALL & ~wary))
                            tracks.append(Track(column, delay, mp, weight, hurried, wary))
                            continue
                    tracks.append(Track(column, delay, mp, weight, path))
        return tracks

    def options_of(self, source: Source) -> list[Track]:
        """List the tracks that a source may have, by what it is next seen as."""
        target, numbers = source.next, self._numbers(source)
        if source.lost is not None:
            tracks = self._slips(source)
        elif target is None:
            tracks = self.entries(source.kind, source.turn, source.alone)
            if numbers == ALL:
                return tracks
            return [t for t in tracks if t.numbers & numbers]
        else:
            tracks = self._all_entries(source.kind, source.turn, source.alone)
        if target is not None:
            tracks = [t for t in tracks if (t.path[target.turn] or t.slip) == target.hex]
        found = []
        until = self.horizon if target is None else target.turn - 1
        for track in tracks:
            free = self.clear(track.path, source.turn, until) & numbers & track.numbers
            if free:
                path = track.path
                if target is not None:
                    path = path[: target.turn + 1] + [0] * (len(path) - target.turn - 1)
                found.append(msgspec.structs.replace(track, numbers=free, path=path))
        return found

    def _numbers(self, source: Source) -> int:
        """Return the tally numbers that all sightings of an attacker leave it."""
        if source.root is not source:
            return 1 << source.root.number if source.root.number else ALL
        numbers, later = source.numbers, source
        while later.next is not None:
            numbers &= later.next.numbers
            lost = self.lost_of.get(later.next.mark)
            if lost is None:
                break
            later = lost
        return numbers

    def _slips(self, source: Source) -> list[Track]:
        """List where a contact that was lost may have flown. [16.0]"""
        lost = source.lost
        assert lost is not None  # noqa: S101 - only such are asked of
        kind = source.root.kind
        tracks = []
        for place, side in enumerate(("left", "centre", "right")):
            if side not in lost.sides:
                continue
            for hurried in (lost.alerted, not lost.alerted) if lost.turn < self.now else (lost.alerted,):
                path = [0] * (self.now + 2)
                slip = 0
                if lost.moving:
                    self._on_the_way(kind, lost, side, path, hurried)
                else:
                    slip = slipped(self.map, lost.hex, lost.facing, side)
                    self._fly_on(kind, path, slip, lost.facing, lost.turn + 1, hurried)
                tracks.append(Track(place, 0, 0, 9 if hurried == lost.alerted else 1, path, ALL, slip))
        return tracks

    def _fly_on(self, kind: Kind, path: list[int], hex_: int, facing: int, first: int, hurried: bool) -> None:
        launched = kind[1] == "torpedo" and bool(self.map.zone[hex_]) and hex_ % 100 > self.past_box
        for turn in range(first, self.now + 1):
            laden = kind[1] == "torpedo" and self.map.zone[hex_] != self.night.task_force and not launched
            launched = launched or not laden
            steps = self.tables.naval.torpedo_mp if laden else self.heard.pace(kind[0], turn, hurried=hurried)
            for _ in range(steps):
                hex_ = self.map.step[facing][hex_] if hex_ else 0
            if not hex_:
                return
            path[turn] = hex_

    def _on_the_way(self, kind: Kind, lost: Lost, side: str, path: list[int], hurried: bool) -> None:
        """It was lost while it moved: where it left the zone that lit it. [14.2.3]"""
        hex_, steps, slid = lost.hex, self.heard.pace(kind[0], lost.turn, hurried=hurried), False
        for _ in range(steps):
            hex_ = self.map.step[lost.facing][hex_] if hex_ else 0
            if not hex_:
                return
            if not slid and self.map.zone[hex_] != lost.zone:
                hex_, slid = slipped(self.map, hex_, lost.facing, side), True
        path[lost.turn] = hex_
        self._fly_on(kind, path, hex_, lost.facing, lost.turn + 1, hurried)

    # -- a plan

    def guess(self, whim: Whim) -> Retold:
        """Return a night that leads to what was told, or give up."""
        self.effort = 0
        while self.effort < MOST_EFFORT:
            try:
                self._begin(whim)
                self._assign(whim)
                self._settle(whim)
                return self._told_by(self._plan(whim), whim)
            except Misfit as misfit:
                self.misfits.append(str(misfit))
        raise Hopeless

    def _told_by(self, plan: Plan, whim: Whim) -> Retold:
        """Play the night by a plan; dice that nobody saw may fall otherwise another time."""
        for left in range(TRIES, 0, -1):
            self.effort += PLAYED
            try:
                return retold(self.start, self.pack, self.tale, plan, whim, self.asked)
            except Misfit as misfit:
                self.misfits.append(str(misfit))
                if left == 1:
                    raise
        raise Hopeless

    def _begin(self, whim: Whim) -> None:
        """Draw from the pool who has come in when. [8.1.1]"""
        self.effort += 1
        entry = self.scenario.entry
        pool: list[Kind] = []
        flares: list[Kind] = []
        for place, force in enumerate(self.scenario.attackers):
            (flares if force.role == "flare" else pool).extend([(force.type, force.role, place)] * force.count)
        pool = whim.mixed(pool)
        flares = whim.mixed(flares)
        self.mixed = len({kind for kind in pool}) > 1
        self.red = whim.share() < 0.5
        self.sources: list[Source] = []
        self.lost_of: dict[int, Source] = {}
        waves = entry.waves
        for turn in range(1, self.now + 1):
            singles = entry.singles.count(turn)
            for _ in range(singles):
                if pool:
                    self._enter(turn, [pool.pop()], singles == 1)
            if waves is not None and waves.first <= turn < waves.first + waves.turns:
                drawn: list[Kind] = []
                for _ in range(waves.each):
                    taken = any(kind[1] == "intruder" for kind in drawn)
                    free = [i for i, kind in enumerate(pool) if not (taken and kind[1] == "intruder")]
                    if free:
                        drawn.append(pool.pop(free[-1]))
                drawn.sort(key=lambda kind: kind[1] != "intruder")
                if drawn:
                    self._enter(turn, drawn, False)
            for _ in range(entry.flares.count(turn)):
                if flares:
                    self._enter(turn, [flares.pop()], True)
        self.used: set[int] = set()
        self.chits: dict[Source, int] = {}
        self.boxes = [Counter(supply(force, self.night.charts)) for force in self.scenario.attackers]
        for sighting in self.sightings:
            if sighting.lost is not None and not sighting.fell:
                self.lost_of[sighting.mark] = Source(sighting.turn, sighting.lost)

    def _enter(self, turn: int, kinds: list[Kind], alone: bool) -> None:
        wave = []
        for place, kind in enumerate(kinds):
            source = Source(turn)
            source.kind, source.alone, source.place = kind, alone, place
            wave.append(source)
        for source in wave:
            source.wave = wave
        self.sources += wave

    def _assign(self, whim: Whim) -> None:
        """Say of each sighting which attacker it was. [5.1]"""
        for sighting in self.sightings:
            old = self.lost_of.get(sighting.before)
            chosen = old if old is not None and old.next is None else self._likely(sighting, whim)
            chosen.next = sighting
            lost = self.lost_of.get(sighting.mark)
            if lost is not None:
                lost.root = chosen.root
                lost.turn = lost.lost.turn  # type: ignore[union-attr]
                self.sources.append(lost)
        for source in self.sources:
            if source.lost is not None:
                free = 0
                for track in self.options_of(source):
                    free |= track.numbers
                source.root.numbers &= free

    def _likely(self, sighting: Sighting, whim: Whim) -> Source:
        odds: list[float] = []
        found: list[Source] = []
        for source in self.sources:
            if source.next is not None or source.turn > sighting.turn or source.kind[1] == "intruder":
                continue
            if sighting.type and source.root.kind[0] != sighting.type:
                continue
            self.horizon = self.now
            self.effort += 1
            free = self._weight(source)
            self.horizon = sighting.turn - 1
            source.next = sighting
            weight = self._weight(source) if self._chain_numbers(source) else 0
            source.next = None
            if weight:
                odds.append(weight / (free + 0.01))
                found.append(source)
        self.horizon = self.now
        if not found:
            raise Misfit(f"nobody can be contact {sighting.mark} in turn {sighting.turn}")
        return found[_pick(odds, whim)]

    def _weight(self, source: Source) -> int:
        """Weigh all tracks of an attacker, with those that come in with it."""
        if source.lost is None:
            return sum(self._chits_for(source.wave)[1])
        numbers = self._chain_numbers(source)
        return sum(t.weight * (t.numbers & numbers).bit_count() for t in self.options_of(source))

    def _chain_numbers(self, source: Source) -> int:
        return self._numbers(source.root) if source.root is not source else self._numbers(source)

    # -- drawing tracks until all facts hold

    def _settle(self, whim: Whim) -> None:
        blocks: list[list[Source]] = []
        for source in self.sources:
            source.path = []
            if source.lost is not None:
                blocks.append([source])
            elif source.wave[0] is source:
                blocks.append(source.wave)
        for block in blocks:
            if not self._draw(block, whim):
                raise Misfit("no track is left")
        live = [block for block in blocks]
        broken = self._broken_turns()
        total = sum(broken.values())
        rounds = 0
        while total:
            rounds += 1
            if rounds > ROUNDS or self.effort > MOST_EFFORT:
                worst = min(t for t in broken if broken[t])
                raise Misfit(f"facts of turn {worst} of {self.now} do not hold")
            turn = whim.choice([t for t, n in broken.items() if n])
            if self.mixed and whim.share() < SWAPS:
                total, broken = self._swap(total, broken, whim)
                continue
            near = [b for b in live if any(s.turn <= turn for s in b)]
            block = whim.choice(near) if near else whim.choice(live)
            before = [(s.track, s.path, s.number) for s in block]
            chit = self.chits.get(block[0])
            if not self._draw(block, whim):
                continue
            now = self._broken_turns()
            fewer = sum(now.values())
            if fewer <= total:
                broken, total = now, fewer
            else:
                self._restore(block, before, chit)

    def _swap(self, total: int, broken: dict[int, int], whim: Whim) -> tuple[int, dict[int, int]]:
        """Let two attackers of different kinds have come in for each other."""
        free = [s for s in self.sources if s.lost is None and s.kind[1] != "flare" and s.alone == s.wave[0].alone]
        one = whim.choice(free)
        others = [
            s
            for s in free
            if s.kind != one.kind and s.wave is not one.wave and "intruder" not in (s.kind[1], one.kind[1])
        ]
        if not others:
            return total, broken
        other = whim.choice(others)
        if any(s.next is not None and s.next.type not in ("", t.kind[0]) for s, t in ((one, other), (other, one))):
            return total, broken
        before = [(block, self.chits.get(block[0]), self._release(block)) for block in (one.wave, other.wave)]
        one.kind, other.kind = other.kind, one.kind
        if self._draw(one.wave, whim) and self._draw(other.wave, whim):
            now = self._broken_turns()
            if sum(now.values()) <= total:
                return sum(now.values()), now
        for block, _chit, _tracks in before:
            self._release(block)
        one.kind, other.kind = other.kind, one.kind
        for block, chit, tracks in before:
            self._restore(block, tracks, chit)
        return total, broken

    def _broken_turns(self) -> dict[int, int]:
        found: dict[int, int] = {}
        homing = [
            (source.root, self.heard.courses.get(source.next.mark, {}))
            for source in self.sources
            if source.next is not None
        ]
        for turn in range(1, self.now + 1):
            facts = self.by_turn[turn]
            if not facts:
                continue
            here = [(s, s.path[turn]) for s in self.sources if s.path and s.path[turn]]
            broken = 0
            for fact, least in facts:
                value = fact.value
                for source, hex_ in here:
                    if value[hex_] < least and (fact.hears == "all" or self._heard(source, fact.hears)):
                        least = value[hex_]
                if fact.hears != "all":
                    for root, course in homing:
                        if turn in course and value[course[turn]] < least and self._heard(root, fact.hears):
                            least = value[course[turn]]
                if not fact.low <= least <= fact.high or (fact.even and least % 2 and least != FAR):
                    broken += 1
            if broken:
                found[turn] = broken
        if self.night.task_force:
            for turn, off in self._naval_broken().items():
                found[turn] = found.get(turn, 0) + off
        return found

    def _naval_broken(self) -> dict[int, int]:
        """Count by turn the torpedoes and flares that fell otherwise than was told. [26.2.2, 26.3]"""
        launches = [0] * (self.now + 2)
        drops = [0] * (self.now + 2)
        courses: dict[Source, dict[int, int]] = {}
        for source in self.sources:
            course = courses.setdefault(source.root, {})
            course.update({turn: hex_ for turn, hex_ in enumerate(source.path) if hex_})
            if source.next is not None:
                course.update(self.heard.courses.get(source.next.mark, {}))
        for root, course in courses.items():
            inside = sorted(turn for turn, hex_ in course.items() if not self.box[hex_])
            if root.kind[1] == "torpedo" and inside:
                launches[inside[0]] += 1
            elif root.kind[1] == "flare":
                for turn in inside:
                    drops[turn] += 1
        heard = self.heard
        found = {}
        for turn in range(1, self.now + 1):
            off = abs(launches[turn] - heard.launched.get(turn, 0)) + abs(drops[turn] - heard.dropped.get(turn, 0))
            if off:
                found[turn] = off
        return found

    def _heard(self, source: Source, hears: str) -> bool:
        kind = source.root.kind
        if hears == "warning-sets":
            return True
        if hears == "h2s":
            return source.root.number == 6 and kind[1] == "bomber"
        return kind[1] == "target"

    def _draw(self, block: list[Source], whim: Whim) -> bool:
        """Draw the tracks of a lost contact, or of those that one chit brings in; if none is left all stays."""
        self.effort += len(block)
        first = block[0]
        if first.lost is not None:
            tracks = self.options_of(first)
            return bool(tracks) and self._take(first, tracks, whim)
        old = self.chits.get(first)
        before = self._release(block)
        chits, weights = self._chits_for(block)
        if chits:
            number = chits[_pick(weights, whim)]
            self.used.add(number)
            self.chits[first] = number
            columns = self._columns(number)
            if all(self._take(s, self.options_by_column(s)[self._column(s, columns)], whim) for s in block):
                return True
        self._restore(block, before, old)
        return False

    def _release(self, block: list[Source]) -> list[tuple[Track | None, list[int], int]]:
        """Put chit and counters back; return what they were."""
        before = [(s.track, s.path, s.number) for s in block]
        if block[0].lost is None:
            self.used.discard(self.chits.get(block[0], -1))
            for source in block:
                if source.number:
                    self.boxes[source.kind[2]][source.number] += 1
                    source.number = 0
        return before

    def _restore(
        self, block: list[Source], before: list[tuple[Track | None, list[int], int]], chit: int | None
    ) -> None:
        """Give a block back what it had."""
        self._release(block)
        for source, (track, path, number) in zip(block, before, strict=True):
            source.track, source.path = track, path
            if source.lost is None:
                source.number = number
                if number:
                    self.boxes[source.kind[2]][number] -= 1
        if block[0].lost is None and chit is not None:
            self.chits[block[0]] = chit
            self.used.add(chit)

    def _columns(self, number: int) -> Sequence[int]:
        chit = self.tables.chits.chits[number]
        return chit.red if self.red else chit.yellow

    def _chits_for(self, block: list[Source]) -> tuple[list[int], list[int]]:
        """Weigh the chits that are left by how many tracks of a block each allows."""
        sums = [
            {c: sum(t.weight * t.numbers.bit_count() for t in ts) for c, ts in self.options_by_column(source).items()}
            for source in block
        ]
        chits, weights = [], []
        for number in range(len(self.tables.chits.chits)):
            if number in self.used:
                continue
            columns, weight = self._columns(number), 1
            for source, known in zip(block, sums, strict=True):
                weight *= known.get(self._column(source, columns), 0)
                if not weight:
                    break
            if weight:
                chits.append(number)
                weights.append(weight)
        return chits, weights

    def options_by_column(self, source: Source) -> dict[int, list[Track]]:
        """List the tracks of an attacker by the column on which it comes in."""
        found: dict[int, list[Track]] = {}
        for track in self.options_of(source):
            found.setdefault(track.column, []).append(track)
        return found

    def _column(self, source: Source, columns: Sequence[int]) -> int:
        if source.kind[1] == "torpedo":
            first, last = self.map.torpedo_columns
            return next((c for c in columns if first <= c <= last), 0)
        return columns[source.place]

    def _take(self, source: Source, tracks: list[Track], whim: Whim) -> bool:
        left = self._left(source)
        weights = [t.weight * (t.numbers & left).bit_count() for t in tracks]
        if not any(weights):
            return False
        track = tracks[_pick(weights, whim)]
        source.track, source.path = track, track.path
        if source.root is source:
            box = self.boxes[source.kind[2]]
            numbers = [n for n in range(1, 7) if track.numbers >> n & 1]
            source.number = numbers[_pick([box[n] for n in numbers], whim)]
            box[source.number] -= 1
        return True

    def _left(self, source: Source) -> int:
        """Return the tally numbers of which a counter is left in the box of an attacker's type, as bits."""
        if source.root is not source:
            return ALL
        return bits(number for number, count in self.boxes[source.kind[2]].items() if count)

    # -- the plan for the rules

    def _plan(self, whim: Whim) -> Plan:
        numbers: list[int] = []
        places: dict[Source, int] = {}
        order = self._order(whim)
        for place, force in enumerate(self.scenario.attackers):
            mine = [s for s in order if s.kind[2] == place]
            for source in mine:
                places[source] = len(numbers)
                numbers.append(source.number)
            rest = list(self.boxes[place].elements())
            numbers += whim.mixed(rest)[: force.count - len(mine)]
        self._check_order(places)
        incomers = []
        for source in self.sources:
            if source.lost is None:
                track = source.track
                assert track is not None  # noqa: S101 - every source has been drawn
                incomers.append(Incomer(places[source], self.chits[source.wave[0]], track.delay, track.mp))
        sides = {}
        for source in self.sources:
            if source.lost is not None and source.track is not None:
                sides[source.lost.turn, source.lost.mark] = ("left", "centre", "right")[source.track.column]
        return Plan(self.red, numbers, incomers, sides, self._ghosts())

    def _roots(self) -> list[list[Source]]:
        """Say who were told of together, in the order in which it was told."""
        root = {source.next.mark: source.root for source in self.sources if source.next is not None}
        return [[root[mark] for mark in marks if mark in root] for marks in self.heard.orders]

    def _order(self, whim: Whim) -> list[Source]:
        """Put the attackers that have come in into an order in which the umpire may have them on his list."""
        left = [source for source in self.sources if source.lost is None]
        left = whim.mixed(left)
        later: dict[Source, set[Source]] = {source: set() for source in left}
        for line in self._roots():
            for one, other in pairwise(line):
                if one is not other:
                    later[other].add(one)
        order: list[Source] = []
        while left:
            free = next((s for s in left if not later[s].intersection(left)), None)
            if free is None:
                raise Misfit("no order of the attackers fits")
            left.remove(free)
            order.append(free)
        return order

    def _check_order(self, places: dict[Source, int]) -> None:
        """Attackers of one type stand before those of the next on the umpire's list."""
        for line in self._roots():
            if any(places[one] > places[other] for one, other in pairwise(line)):
                raise Misfit("attackers of other types were told of in this order")

    def _ghosts(self) -> dict[int, list[int]]:
        """Find the columns in which a made-up aircraft agrees with where the sweeps pointed. [13.1.2]"""
        night = self.night
        if night.person or night.level == "helpful":
            return {}
        first = next((k for k in self.scenario.attackers if k.role == "bomber"), self.scenario.attackers[0])
        kind = (first.type, first.role, 0)
        empty = [
            turn for turn in range(1, self.now + 1)
            if not self.heard.seen.get(turn) and not any(s.path and s.path[turn] for s in self.sources)
        ]  # fmt: skip
        found: dict[int, list[int]] = {}
        for turn in empty:
            best: list[int] = list(range(1, self.map.columns + 1))
            row, at = 1, turn
            while at in empty:
                facts = [f for f, _ in self.by_turn[at] if f.even and f.hears == "all"]
                ok = []
                for column in best:
                    hex_ = 100 * column + row
                    if all(f.value[hex_] % 2 == 0 for f in facts):
                        ok.append(column)
                if not ok:
                    break
                best = ok
                at += 1
                row += self.speed(kind, at)
                if row > self.map.rows:
                    break
            found[turn] = best
        return found


def _pick(weights: Sequence[float], whim: Whim) -> int:
    """Return a place by weight."""
    if len(weights) == 1:
        return 0
    reached = list(accumulate(weights))
    return min(bisect_left(reached, whim.share() * reached[-1]), len(reached) - 1)
