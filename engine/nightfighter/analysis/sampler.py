"""A plan of what may have happened behind the screen, as it is drawn: who came in when, and as what he was seen.

It is drawn by how likely the umpire's choices make it, among what no silence rules out, until every fact holds; then
parts of it are drawn anew and put back where a fact would break, so that plans come up as often as they are likely.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

import msgspec

from engine.nightfighter.analysis.observations import ALL, FAR, ContactSighting, LostContact
from engine.nightfighter.analysis.replay import GuessRng, NightPlan, ObservationMismatch, PlannedEntry, counter_numbers
from engine.nightfighter.analysis.tracks import AttackerKind, AttackerTrack, AttackerTracks
from engine.nightfighter.rules.counters import sideslip_hex

MOST_EFFORT = 1_500
"""Tracks that are drawn for a guess, and nights that are played, before it is given up."""
SWAPS = 0.3
"""Share of steps that exchange attackers of two kinds, rather than draw one's track again."""
ROUNDS = 240
"""Tracks that are drawn again before a plan is given up."""
MIXED = 24
"""Tracks that are drawn again from one guess to the next."""
OTHERWISE = 3
"""Times that attackers, and what they were seen as, are exchanged from one guess to the next."""


class DrawnBlock(msgspec.Struct, frozen=True):
    """The values given to a block of attackers that enter together."""

    tracks: list[tuple[AttackerTrack | None, list[int], int]]
    chit: int | None
    tilt: float


class UnseenAttacker:
    """An attacker that is not seen: from its entry, or from where it was lost, to where it is seen or to now."""

    __slots__ = ("alone", "kind", "lost", "next", "number", "numbers", "path", "place", "root", "track", "turn", "wave")

    def __init__(self, turn: int, lost: LostContact | None = None) -> None:
        self.turn = turn
        self.lost = lost
        self.alone = False
        self.wave: list[UnseenAttacker] = [self]
        self.place = 0
        self.kind: AttackerKind = ("", "", 0)
        self.number = 0
        self.numbers = ALL
        self.next: ContactSighting | None = None
        self.root: UnseenAttacker = self
        self.track: AttackerTrack | None = None
        self.path: list[int] = []


class SavedPlan(msgspec.Struct, frozen=True):
    """A plan as it stood."""

    red: bool
    bonds: list[tuple[UnseenAttacker, AttackerKind, ContactSighting | None, UnseenAttacker, int]]
    blocks: list[DrawnBlock]


class PlanSampler:
    """A plan that is being drawn."""

    def __init__(self, ways: AttackerTracks) -> None:
        self.ways, self.heard = ways, ways.heard
        self.night, self.map, self.now, self.by_turn = ways.night, ways.map, ways.now, ways.by_turn
        self.scenario, self.tables = ways.heard.scenario, ways.tables
        self.seen = sorted(self.heard.sightings.values(), key=lambda s: (s.turn, s.mark))
        self.counts: dict[tuple[int, ...], list[int]] = {}
        self.horizon = self.now
        """The last turn whose silences count: who comes next may still be one that was seen later."""
        self.effort = 0

    def begin(self, rng: GuessRng) -> None:
        """Draw it from the beginning."""
        self._begin(rng)
        self._assign(rng)
        self._settle(rng)

    def options_of(self, source: UnseenAttacker) -> list[AttackerTrack]:
        """List the tracks that a source may have, by what it is next seen as."""
        target, numbers = source.next, self._numbers(source)
        if source.lost is not None:
            tracks = self._slips(source)
        elif target is None:
            tracks = self.ways.entries(source.kind, source.turn, source.alone, self.horizon)
            if numbers == ALL:
                return tracks
            return [t for t in tracks if t.numbers & numbers]
        else:
            tracks = self.ways.all_entries(source.kind, source.turn, source.alone)
        if target is not None:
            tracks = [t for t in tracks if (t.path[target.turn] or t.slip) == target.hex]
        found = []
        until = self.horizon if target is None else target.turn - 1
        for track in tracks:
            free = self.ways.clear(track.path, source.turn, until) & numbers & track.numbers
            if free:
                path = track.path
                if target is not None:
                    path = path[: target.turn + 1] + [0] * (len(path) - target.turn - 1)
                found.append(msgspec.structs.replace(track, numbers=free, path=path))
        return found

    def _numbers(self, source: UnseenAttacker) -> int:
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

    def _slips(self, source: UnseenAttacker) -> list[AttackerTrack]:
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
                    self.ways.fly_on_after_loss(kind, lost, side, path, hurried)
                else:
                    slip = sideslip_hex(self.map, lost.hex, lost.facing, side)
                    self.ways.fly_on(kind, path, slip, lost.facing, lost.turn + 1, hurried)
                tracks.append(AttackerTrack(place, 0, 0, 9 if hurried == lost.alerted else 1, path, ALL, 0, slip))
        return tracks

    def _begin(self, rng: GuessRng) -> None:
        """Draw from the pool who has come in when. [8.1.1]"""
        self.effort += 1
        entry = self.scenario.entry
        pool: list[AttackerKind] = []
        flares: list[AttackerKind] = []
        for place, force in enumerate(self.scenario.attackers):
            (flares if force.role == "flare" else pool).extend([(force.type, force.role, place)] * force.count)
        pool = rng.mixed(pool)
        flares = rng.mixed(flares)
        self.mixed = len({kind for kind in pool}) > 1
        self.red = rng.share() < 0.5
        self.sources: list[UnseenAttacker] = []
        self.lost_of: dict[int, UnseenAttacker] = {}
        waves = entry.waves
        for turn in range(1, self.now + 1):
            singles = entry.singles.count(turn)
            for _ in range(singles):
                if pool:
                    self._enter(turn, [pool.pop()], singles == 1)
            if waves is not None and waves.first <= turn < waves.first + waves.turns:
                drawn: list[AttackerKind] = []
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
        self.chits: dict[UnseenAttacker, int] = {}
        self.boxes = [Counter(counter_numbers(force, self.night.charts)) for force in self.scenario.attackers]
        for sighting in self.seen:
            if sighting.lost is not None and not sighting.fell:
                self.lost_of[sighting.mark] = UnseenAttacker(sighting.turn, sighting.lost)

    def _enter(self, turn: int, kinds: list[AttackerKind], alone: bool) -> None:
        wave = []
        for place, kind in enumerate(kinds):
            source = UnseenAttacker(turn)
            source.kind, source.alone, source.place = kind, alone, place
            wave.append(source)
        for source in wave:
            source.wave = wave
        self.sources += wave

    def _assign(self, rng: GuessRng) -> None:
        """Say of each sighting which attacker it was. [5.1]"""
        for sighting in self.seen:
            old = self.lost_of.get(sighting.before)
            chosen = old if old is not None and old.next is None else self._likely(sighting, rng)
            chosen.next = sighting
            lost = self.lost_of.get(sighting.mark)
            if lost is not None:
                lost.root = chosen.root
                lost.turn = lost.lost.turn  # type: ignore[union-attr]
                self.sources.append(lost)
        for source in self.sources:
            if source.lost is None:
                self._bound(source)

    def _likely(self, sighting: ContactSighting, rng: GuessRng) -> UnseenAttacker:
        odds: list[float] = []
        found: list[UnseenAttacker] = []
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
                odds.append(weight / (free + 1e-6))
                found.append(source)
        self.horizon = self.now
        if not found:
            raise ObservationMismatch(f"nobody can be contact {sighting.mark} in turn {sighting.turn}")
        return found[_pick(odds, rng)]

    def _weight(self, source: UnseenAttacker) -> float:
        """Weigh all tracks of an attacker, with those that come in with it."""
        if source.lost is None:
            return sum(self._chits_for(source.wave)[1])
        numbers = self._chain_numbers(source)
        return sum(t.weight * (t.numbers & numbers).bit_count() for t in self.options_of(source))

    def _chain_numbers(self, source: UnseenAttacker) -> int:
        return self._numbers(source.root) if source.root is not source else self._numbers(source)

    def _settle(self, rng: GuessRng) -> None:
        self.blocks: list[list[UnseenAttacker]] = []
        self.tilts: dict[UnseenAttacker, float] = {}
        for source in self.sources:
            source.path = []
            if source.lost is not None:
                self.blocks.append([source])
            elif source.wave[0] is source:
                self.blocks.append(source.wave)
        for block in self.blocks:
            if not self._draw(block, rng):
                raise ObservationMismatch("no track is left")
        broken = self._broken_turns()
        total = sum(broken.values())
        rounds = 0
        while total:
            rounds += 1
            if rounds > ROUNDS or self.effort > MOST_EFFORT:
                worst = min(t for t in broken if broken[t])
                raise ObservationMismatch(f"facts of turn {worst} of {self.now} do not hold")
            turn = rng.choice([t for t, n in broken.items() if n])
            if self.mixed and rng.share() < SWAPS:
                total, broken = self._swap(total, broken, rng)
                continue
            near = [b for b in self.blocks if any(s.turn <= turn for s in b)]
            block = rng.choice(near or self.blocks)
            before = self._drawn(block)
            if not self._draw(block, rng):
                continue
            now = self._broken_turns()
            fewer = sum(now.values())
            if fewer <= total:
                broken, total = now, fewer
            else:
                self._restore(block, before)

    def _swap(self, total: int, broken: dict[int, int], rng: GuessRng) -> tuple[int, dict[int, int]]:
        """Let two attackers of different kinds have come in for each other."""
        pair = self._pair(rng)
        if pair is None:
            return total, broken
        one, other = pair
        before = [(block, self._drawn(block)) for block in (one.wave, other.wave)]
        for block, _drawn in before:
            self._release(block)
        one.kind, other.kind = other.kind, one.kind
        if self._draw(one.wave, rng) and self._draw(other.wave, rng):
            now = self._broken_turns()
            if sum(now.values()) <= total:
                return sum(now.values()), now
        for block, _drawn in before:
            self._release(block)
        one.kind, other.kind = other.kind, one.kind
        for block, drawn in before:
            self._restore(block, drawn)
        return total, broken

    def _pair(self, rng: GuessRng) -> tuple[UnseenAttacker, UnseenAttacker] | None:
        """Choose two attackers of different kinds that may have come in for each other."""
        free = [s for s in self.sources if s.lost is None and s.kind[1] != "flare" and s.alone == s.wave[0].alone]
        one = rng.choice(free)
        others = [
            s
            for s in free
            if s.kind != one.kind and s.wave is not one.wave and "intruder" not in (s.kind[1], one.kind[1])
        ]
        if not others:
            return None
        other = rng.choice(others)
        if any(s.next is not None and s.next.type not in ("", t.kind[0]) for s, t in ((one, other), (other, one))):
            return None
        return one, other

    def mix(self, rng: GuessRng) -> None:
        """Draw blocks again, one after another, so that plans come up by their probability, given all facts.

        A block is drawn by the probability of its tracks beside all others; a draw that breaks a fact is put back.
        (Metropolis)
        """
        for _ in range(MIXED):
            block = rng.choice(self.blocks)
            before = self._drawn(block)
            if not self._draw(block, rng):
                continue
            tilt = self.tilts.get(block[0], 1.0) / before.tilt
            if (tilt < 1 and rng.share() >= tilt) or not self._stands():
                self._restore(block, before)
        for _ in range(OTHERWISE):
            if self.mixed:
                self._swap_evenly(rng)
            if self.seen:
                self._reassign(rng)
        self._turn_chits(rng)
        for source in self.sources:
            if source.root is source:
                self._number(source, rng)

    def saved_plan(self) -> SavedPlan:
        """Return all that mixing may change."""
        bonds = [(source, source.kind, source.next, source.root, source.numbers) for source in self.sources]
        return SavedPlan(self.red, bonds, [self._drawn(block) for block in self.blocks])

    def take_back(self, stored: SavedPlan) -> None:
        """Restore the stored values."""
        for block in self.blocks:
            self._release(block)
        self.red = stored.red
        for source, kind, seen, root, numbers in stored.bonds:
            source.kind, source.next, source.root, source.numbers = kind, seen, root, numbers
        for block, drawn in zip(self.blocks, stored.blocks, strict=True):
            self._restore(block, drawn)

    def _number(self, root: UnseenAttacker, rng: GuessRng) -> None:
        """Give an attacker any tally number that its way leaves it."""
        track, old, left = root.track, root.number, self.boxes[root.kind[2]]
        if track is None or not old:
            return
        numbers = track.numbers
        for source in (root, *self._chain(root)):
            numbers &= source.next.numbers if source.next is not None else ALL
            numbers &= source.track.numbers if source.track is not None else ALL
        left[old] += 1
        free = [n for n in range(1, 7) if numbers >> n & 1 and left[n]]
        root.number = free[_pick([left[n] for n in free], rng)] if free else old
        if not self._stands():
            root.number = old
        left[root.number] -= 1

    def _swap_evenly(self, rng: GuessRng) -> None:
        """Let two attackers have come in for each other."""
        pair = self._pair(rng)
        if pair is None:
            return
        one, other = pair

        def swap() -> None:
            one.kind, other.kind = other.kind, one.kind

        lost = [[source] for source in self.sources if source.lost is not None and source.root in pair]
        self._move([one.wave, other.wave, *lost], swap, rng)

    def _reassign(self, rng: GuessRng) -> None:
        """Let a contact have been another attacker, which may have been another contact instead."""
        seen = rng.choice([source for source in self.sources if source.next is not None])
        other = rng.choice(self.sources)
        mine, its = self._chain(seen), self._chain(other)
        sighting, instead = seen.next, other.next
        if other is seen or other in mine or seen in its or sighting is None or other.kind[1] == "intruder":
            return
        if self._is_known(sighting) or other.turn > sighting.turn:
            return
        if instead is not None and (self._is_known(instead) or seen.turn > instead.turn):
            return

        def swap() -> None:
            seen.next, other.next = other.next, seen.next
            roots = seen.root, other.root
            for chain in (mine, its):
                for source in chain:
                    source.root = roots[source.root is roots[0]]
            for root in roots:
                self._bound(root)

        waves = [source.wave for source in (seen, other) if source.lost is None]
        blocks = [wave for place, wave in enumerate(waves) if wave not in waves[:place]]
        blocks += [[source] for source in (seen, other) if source.lost is not None]
        self._move([*blocks, *([source] for source in (*mine, *its))], swap, rng)

    def _chain(self, source: UnseenAttacker) -> list[UnseenAttacker]:
        """List what a contact that an attacker was seen as has been since it was lost, time after time."""
        found = []
        while source.next is not None:
            lost = self.lost_of.get(source.next.mark)
            if lost is None:
                break
            found.append(lost)
            source = lost
        return found

    def _is_known(self, sighting: ContactSighting) -> bool:
        """Say whether the player knows which contact this one was before."""
        return sighting.before in self.lost_of

    def _bound(self, root: UnseenAttacker) -> None:
        """Leave an attacker the tally numbers that what it was lost as may have."""
        root.numbers, number, root.number = ALL, root.number, 0
        for source in self._chain(root):
            free = 0
            for track in self.options_of(source):
                free |= track.numbers
            root.numbers &= free
        root.number = number

    def _move(self, blocks: list[list[UnseenAttacker]], swap: Callable[[], None], rng: GuessRng) -> None:
        """Change a part and draw some blocks again, with the Metropolis probability; else nothing changes."""
        before = [self._drawn(block) for block in blocks]
        for block in blocks:
            self._release(block)
        ways = 1.0
        for block, drawn in zip(blocks, before, strict=True):
            ways *= self._ways(block) * drawn.tilt
            self._restore(block, drawn)
        for block in blocks:
            self._release(block)
        swap()
        more = 1.0
        for block in blocks:
            more *= self._ways(block)
            if not more or not self._draw(block, rng):
                break
            more *= self.tilts.get(block[0], 1.0)
        else:
            if (more >= ways or rng.share() * ways < more) and self._stands():
                return
        for block in blocks:
            self._release(block)
        swap()
        for block, drawn in zip(blocks, before, strict=True):
            self._restore(block, drawn)

    def _ways(self, block: list[UnseenAttacker]) -> float:
        """Weigh all that may be drawn for a block."""
        if block[0].lost is None:
            return sum(self._chits_for(block)[1])
        box = self.counted(block[0])
        return sum(t.weight * box[t.numbers] for t in self.options_of(block[0]))

    def _turn_chits(self, rng: GuessRng) -> None:
        """Let the umpire have read the chits on their other side; waves are drawn again then."""
        blocks = [block for block in self.blocks if block[0].lost is None]
        before = [self._drawn(block) for block in blocks]
        ways = self._sides(blocks, before, rng)
        self.red = not self.red
        more = self._sides(blocks, None, rng)
        if more and (more >= ways or rng.share() * ways < more) and self._stands():
            return
        for block in blocks:
            self._release(block)
        self.red = not self.red
        for block, drawn in zip(blocks, before, strict=True):
            self._restore(block, drawn)

    def _sides(self, blocks: list[list[UnseenAttacker]], stored: list[DrawnBlock] | None, rng: GuessRng) -> float:
        """Draw all chits again, or those that are stored; return the number of ways."""
        for block in blocks:
            if len(block) > 1:
                self._release(block)
            else:
                self.used.discard(self.chits.pop(block[0], -1))
        ways = 1.0
        for place, block in enumerate(blocks):
            if len(block) > 1:
                ways *= self._ways(block)
                if stored is not None:
                    self._restore(block, stored[place])
                elif not ways or not self._draw(block, rng):
                    return 0.0
                ways *= self.tilts[block[0]]
                continue
            (source,) = block
            column = source.track.column if source.track is not None else 0
            chits = range(len(self.tables.chits.chits))
            fitting = [n for n in chits if n not in self.used and self._column(source, self._columns(n)) == column]
            ways *= len(fitting)
            if not ways:
                return 0.0
            chit = stored[place].chit if stored is not None else rng.choice(fitting)
            if chit is not None:
                self.used.add(chit)
                self.chits[source] = chit
        return ways

    def _stands(self) -> bool:
        """Say whether all facts hold, and each contact may have been the attacker that it is taken for."""
        for source in self.sources:
            root = source.root
            if source.lost is not None and source.track is not None and not source.track.numbers >> root.number & 1:
                return False
            seen = source.next
            if seen is not None and (not seen.numbers >> root.number & 1 or seen.type not in ("", root.kind[0])):
                return False
        return not self._broken_turns()

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
                    if value[hex_] < least and (fact.hears == "all" or self._is_heard(source, fact.hears)):
                        least = value[hex_]
                if fact.hears != "all":
                    for root, course in homing:
                        if turn in course and value[course[turn]] < least and self._is_heard(root, fact.hears):
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
        """Count by turn the torpedoes and flares that differ from the player's events. [26.2.2, 26.3]"""
        launches = [0] * (self.now + 2)
        drops = [0] * (self.now + 2)
        courses: dict[UnseenAttacker, dict[int, int]] = {}
        for source in self.sources:
            course = courses.setdefault(source.root, {})
            course.update({turn: hex_ for turn, hex_ in enumerate(source.path) if hex_})
            if source.next is not None:
                course.update(self.heard.courses.get(source.next.mark, {}))
        for root, course in courses.items():
            inside = sorted(turn for turn, hex_ in course.items() if not self.ways.box[hex_])
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

    def _is_heard(self, source: UnseenAttacker, hears: str) -> bool:
        kind = source.root.kind
        if hears == "warning-sets":
            return True
        if hears == "h2s":
            return source.root.number == 6 and kind[1] == "bomber"
        return kind[1] == "target"

    def _draw(self, block: list[UnseenAttacker], rng: GuessRng) -> bool:
        """Draw the tracks of a lost contact, or of those that one chit brings in; if none is left all stays."""
        self.effort += len(block)
        first = block[0]
        if first.lost is not None:
            tracks = self.options_of(first)
            return bool(tracks) and self._take(first, tracks, rng) > 0
        before = self._drawn(block)
        self._release(block)
        chits, weights = self._chits_for(block)
        if chits:
            number = chits[_pick(weights, rng)]
            self.used.add(number)
            self.chits[first] = number
            columns, tilt = self._columns(number), 1.0
            boxes = [self.counted(source) for source in block]
            for source, box in zip(block, boxes, strict=True):
                tracks = self.options_by_column(source)[self._column(source, columns)]
                left = self._take(source, tracks, rng)
                tilt *= left / sum(t.weight * box[t.numbers] for t in tracks) if len(block) > 1 else float(left > 0)
            if tilt:
                self.tilts[first] = tilt
                return True
        self._restore(block, before)
        return False

    def _release(self, block: list[UnseenAttacker]) -> None:
        """Put chit and counters back."""
        if block[0].lost is None:
            self.used.discard(self.chits.pop(block[0], -1))
            for source in block:
                if source.number:
                    self.boxes[source.kind[2]][source.number] += 1
                    source.number = 0

    def _drawn(self, block: list[UnseenAttacker]) -> DrawnBlock:
        """Return what a block has."""
        first = block[0]
        tracks = [(source.track, source.path, source.number) for source in block]
        return DrawnBlock(tracks, self.chits.get(first), self.tilts.get(first, 1.0))

    def _restore(self, block: list[UnseenAttacker], drawn: DrawnBlock) -> None:
        """Give a block back what it had."""
        self._release(block)
        for source, (track, path, number) in zip(block, drawn.tracks, strict=True):
            source.track, source.path = track, path
            if source.lost is None:
                source.number = number
                if number:
                    self.boxes[source.kind[2]][number] -= 1
        if block[0].lost is None and drawn.chit is not None:
            self.tilts[block[0]] = drawn.tilt
            self.chits[block[0]] = drawn.chit
            self.used.add(drawn.chit)

    def _columns(self, number: int) -> Sequence[int]:
        chit = self.tables.chits.chits[number]
        return chit.red if self.red else chit.yellow

    def counted(self, source: UnseenAttacker) -> list[int]:
        """Count the counters that are left for an attacker with one of some tally numbers, by these as bits."""
        if source.root is not source:
            return [min(numbers, 1) for numbers in range(ALL + 1)]
        left = tuple(self.boxes[source.kind[2]][number] for number in range(7))
        known = self.counts.get(left)
        if known is None:
            known = [sum(left[n] for n in range(1, 7) if numbers >> n & 1) for numbers in range(ALL + 1)]
            self.counts[left] = known
        return known

    def _chits_for(self, block: list[UnseenAttacker]) -> tuple[list[int], list[float]]:
        """Weigh the chits that are left by how many tracks of a block each allows."""
        sums: list[dict[int, float]] = []
        for source in block:
            box = self.counted(source)
            tracks = self.options_by_column(source)
            sums.append({column: sum(t.weight * box[t.numbers] for t in tracks[column]) for column in tracks})
        chits, weights = [], []
        for number in range(len(self.tables.chits.chits)):
            if number in self.used:
                continue
            columns, weight = self._columns(number), 1.0
            for source, known in zip(block, sums, strict=True):
                weight *= known.get(self._column(source, columns), 0)
                if not weight:
                    break
            if weight:
                chits.append(number)
                weights.append(weight)
        return chits, weights

    def options_by_column(self, source: UnseenAttacker) -> dict[int, list[AttackerTrack]]:
        """List the tracks of an attacker by the column on which it comes in."""
        found: dict[int, list[AttackerTrack]] = {}
        for track in self.options_of(source):
            found.setdefault(track.column, []).append(track)
        return found

    def _column(self, source: UnseenAttacker, columns: Sequence[int]) -> int:
        if source.kind[1] == "torpedo":
            first, last = self.map.torpedo_columns
            return next((c for c in columns if first <= c <= last), 0)
        return columns[source.place]

    def _take(self, source: UnseenAttacker, tracks: list[AttackerTrack], rng: GuessRng) -> float:
        """Draw one of several tracks, and a number; return how much weight all of them had, nothing if none is left."""
        box = self.counted(source)
        weights = [t.weight * box[t.numbers] for t in tracks]
        whole = sum(weights)
        if not whole:
            return 0.0
        track = tracks[_pick(weights, rng)]
        source.track, source.path = track, track.path
        if source.root is source:
            left = self.boxes[source.kind[2]]
            numbers = [n for n in range(1, 7) if track.numbers >> n & 1]
            source.number = numbers[_pick([left[n] for n in numbers], rng)]
            left[source.number] -= 1
        return whole

    def plan(self, rng: GuessRng) -> NightPlan:
        """Return the plan for the rules, with what is left open drawn."""
        numbers: list[int] = []
        places: dict[UnseenAttacker, int] = {}
        order = self._order(rng)
        for place, force in enumerate(self.scenario.attackers):
            mine = [s for s in order if s.kind[2] == place]
            for source in mine:
                places[source] = len(numbers)
                numbers.append(source.number)
            rest = list(self.boxes[place].elements())
            numbers += rng.mixed(rest)[: force.count - len(mine)]
        self._check_order(places)
        incomers = []
        for source in self.sources:
            if source.lost is None:
                track = source.track
                assert track is not None  # noqa: S101 - every source has been drawn
                incomers.append(
                    PlannedEntry(places[source], self.chits[source.wave[0]], track.delay, track.mp, track.most)
                )
        sides = {}
        for source in self.sources:
            if source.lost is not None and source.track is not None:
                sides[source.lost.turn, source.lost.mark] = ("left", "centre", "right")[source.track.column]
        return NightPlan(self.red, numbers, incomers, sides, self._ghosts())

    def _roots(self) -> list[list[UnseenAttacker]]:
        """Group the contacts that were reported together, in the order of the reports."""
        root = {source.next.mark: source.root for source in self.sources if source.next is not None}
        return [[root[mark] for mark in marks if mark in root] for marks in self.heard.orders]

    def _order(self, rng: GuessRng) -> list[UnseenAttacker]:
        """Put the attackers that have come in into an order in which the umpire may have them on his list."""
        left = [source for source in self.sources if source.lost is None]
        left = rng.mixed(left)
        later: dict[UnseenAttacker, set[UnseenAttacker]] = {source: set() for source in left}
        for line in self._roots():
            for one, other in pairwise(line):
                if one is not other:
                    later[other].add(one)
        order: list[UnseenAttacker] = []
        while left:
            free = next((s for s in left if not later[s].intersection(left)), None)
            if free is None:
                raise ObservationMismatch("no order of the attackers fits")
            left.remove(free)
            order.append(free)
        return order

    def _check_order(self, places: dict[UnseenAttacker, int]) -> None:
        """Check that attackers of one type come before those of the next on the umpire's list."""
        for line in self._roots():
            if any(places[one] > places[other] for one, other in pairwise(line)):
                raise ObservationMismatch("attackers of other types were told of in this order")

    def _ghosts(self) -> dict[int, list[int]]:
        """Find the columns in which a made-up aircraft agrees with where the sweeps pointed. [13.1.2]"""
        night = self.night
        if night.person or night.level == "helpful":
            return {}
        first = next((k for k in self.scenario.attackers if k.role == "bomber"), self.scenario.attackers[0])
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
                row += self.heard.pace(first.type, at, hurried=False)
                if row > self.map.rows:
                    break
            found[turn] = best
        return found


def _pick(weights: Sequence[float], rng: GuessRng) -> int:
    """Return a place by weight."""
    if len(weights) == 1:
        return 0
    reached = list(accumulate(weights))
    return min(bisect_left(reached, rng.share() * reached[-1]), len(reached) - 1)
