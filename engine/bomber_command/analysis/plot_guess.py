"""A whole plot guessed by the German player: raids that he met, raids that he did not meet, and raids to come.

The past of each raid explains his information (`raid_guess`). A raid that he never met has slipped through or has not
entered yet. Chits decide where a raid flies on to, and how straight the route there would have been.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from math import prod
from typing import NamedTuple

import msgspec

from engine.analysis.stream_dice import RolloutDice
from engine.bomber_command.analysis.evidence import GuessedRaid
from engine.bomber_command.analysis.observations import ALL_FOUND, NightObservations, ObservedAttack
from engine.bomber_command.analysis.raid_guess import ENTRIES, RaidSampler
from engine.bomber_command.bots.staff import GOOD, Staff, make_flightpath
from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ENGLAND
from engine.bomber_command.rules.plots import Plot, RaidPlot
from engine.bomber_command.rules.plotting import Planner, legs_of
from engine.bomber_command.setup import mark_mains
from engine.bomber_command.state import (
    DECOY,
    DROP,
    FLYING,
    GARDENING,
    HOME,
    MAIN,
    MOSQUITO,
    RESOLVE,
    Raid,
    State,
    occupied,
    stream_length,
)
from engine.bomber_command.views import NightView, RaidBoxView

PHASES = ("draw-cards", "fighters", "scramble", "raids", "raid-detection", "tame-boars", "deploying", "recovery",
          "bombing", "end")  # fmt: skip
WORK, LEAST = 6000, 60
"""Moves of raids that are tried for one guess before it is given up; what a plot counts for at least."""
DETOUR = 0.4
"""Factor for a city for each hex that its route would have been longer than the shortest."""
LATE = 4
"""Entry turns that are tried for a raid that nothing tells of, before it is taken not to have entered yet."""
FEINT = 3
"""Number of plots in four in which a Decoy flies that no event has shown yet."""


def guess_raids(
    night: State,
    seen: NightView,
    charts: Charts,
    story: NightObservations,
    weights: Mapping[str, float],
    dice: RolloutDice,
    recent: int = 0,
) -> bool:
    """Give a night raids that fit the German player's information; say whether any fit. Some attacks are still to come.

    The weights are those of cities as targets of a Main Force, by the controller's estimate.
    """
    work = WORK
    while work > 0:
        drawer = RaidSampler(night, charts, story, dice)
        found = drawer.raids(work)
        work -= drawer.work + LEAST
        if found is not None and _PlotGuess(night, seen, charts, drawer, weights, dice, recent).made(found):
            return True
    return False


class TargetChits(NamedTuple):
    """The targets of a night: cities, what they count for, whose oil is wanted; the moon, and if it is one twice."""

    cities: tuple[str, ...]
    vps: tuple[int, ...]
    oil: tuple[bool, ...]
    moon: int
    follow_up: bool


class _PlotGuess:
    """One plot on its way."""

    def __init__(
        self,
        night: State,
        seen: NightView,
        charts: Charts,
        drawer: RaidSampler,
        weights: Mapping[str, float],
        dice: RolloutDice,
        recent: int,
    ) -> None:
        self.night = night
        self.charts = charts
        self.drawer = drawer
        self.weights = weights
        self.recent = recent
        self.board = drawer.board
        self.seen = seen
        self.phase = PHASES.index(night.phase) if night.phase in PHASES else len(PHASES)
        moved = night.turn if self.phase > PHASES.index("raids") else night.turn - 1
        self.moved = min(moved, drawer.last)
        self.planner = Planner(night, charts)
        self.staff = Staff(self.planner, charts, self.draw)
        self.dice = dice
        self.boxes = {box.raid: box for box in seen.boxes}
        self.bound: dict[str, str] = {}
        self.to_bomb: list[str] = []

    def draw(self, sides: int) -> int:
        """Throw a die."""
        return self.dice.draw("plot", sides)

    def made(self, sketches: list[GuessedRaid]) -> bool:
        """Put the plot into the night, or say that it cannot be."""
        if not self._give_letters(sketches) or not self._choose_targets(sketches):
            return False
        if self.night.setup.fog_of_war:
            self._mark_boxes(sketches)
        raids: list[Raid] = []
        for sketch in sorted(sketches, key=_is_escort):
            raid = self._raid(sketch)
            if raid is None:
                return False
            raids.append(raid)
        raids += self._unseen_raids(raids)
        self.night.raids = sorted(raids, key=_letter_of)
        mark_mains(self.night)
        if self.night.phase not in PHASES:
            for raid in self.night.raids:
                raid.status, raid.marker = HOME, ""
        self._lay_counters()
        return True

    # -- letters

    def _give_letters(self, sketches: Sequence[GuessedRaid]) -> bool:
        """Give each raid a letter: those that were drawn for one have it, the marked ones go to raids that can be."""
        marked = {box.raid for box in self.seen.boxes if box.is_marked}
        marked |= {unit.raid for unit in self.seen.units if unit.raid}
        marked.difference_update(sketch.letter for sketch in sketches)
        wanted = sorted(marked)
        free = [letter for letter in self.planner.rules.letters if letter not in marked]
        free = [letter for letter in free if all(letter != sketch.letter for sketch in sketches)]
        for sketch in sorted(sketches, key=_is_small):
            if not sketch.letter:
                sketch.letter = wanted.pop(0) if wanted else free.pop(0)
        return not wanted and all(self._struck(sketches, attack) for attack in self.drawer.story.attacks)

    def _struck(self, sketches: Sequence[GuessedRaid], attack: ObservedAttack) -> bool:
        """Say whether there is a raid that an attack can have struck."""
        if not (attack.hex or attack.letter) or attack.hex == ENGLAND:
            return True
        return any(
            one.kind in attack.kinds
            and (one.letter == attack.letter if attack.letter else self.drawer.was(one, attack.turn, attack.hex))
            for one in sketches
        )

    def _mark_boxes(self, sketches: Sequence[GuessedRaid]) -> None:
        """Mark the losses of each raid, where its box is hidden from the German player, by his information. [12.5]"""
        marks = {letter: RaidBoxView(letter) for letter in self.boxes}
        story, drawer = self.drawer.story, self.drawer
        for attack in story.attacks[: len(story.attacks) - self.recent]:
            fits = [
                one
                for one in sketches
                if one.kind in attack.kinds
                and one.place(attack.turn) >= 0
                and attack.letter in ("", one.letter)
                and (not attack.hex or drawer.was(one, attack.turn, attack.hex))
            ]
            if fits:
                box = marks[fits[self.draw(len(fits)) - 1].letter]
                box.losses += attack.losses
                box.disruption += attack.disruption
                box.damage = max(0, box.damage + attack.damage)
        self.boxes = marks

    # -- what is to come

    def _choose_targets(self, sketches: Sequence[GuessedRaid]) -> bool:
        """Draw the chits: of cities that Main Forces have bombed, or by how straight they have flown towards them."""
        mains = [one for one in sketches if one.kind == MAIN]
        others = {one.target for one in sketches if one.kind != MAIN and one.target}
        hands = [hand for hand in self._chits() if not others.intersection(hand.cities)]
        worth = {
            (at, city): self._bound_for(main, city)
            for at, main in enumerate(mains)
            for city in {city for hand in hands for city in hand.cities}
        }
        ways = [
            (hand, order, believed * prod(worth[at, hand.cities[place]] for at, place in enumerate(order)))
            for hand, believed in zip(hands, self._believed(hands), strict=True)
            for order in permutations(range(len(hand.cities)), len(mains))
        ]
        weights = [weight for _hand, _order, weight in ways]
        if not any(weights):
            return False
        hand, order, _weight = ways[self.drawer.pick(weights)]
        night = self.night
        night.targets, night.target_vps, night.oil = list(hand.cities), list(hand.vps), list(hand.oil)
        night.moon_value, night.follow_up = hand.moon, hand.follow_up
        night.north = {city: self.draw(6) if night.setup.variable_north else 1 for city in night.targets}
        self.bound = {main.letter: hand.cities[place] for main, place in zip(mains, order, strict=True)}
        self.to_bomb = [city for place, city in enumerate(hand.cities) if place not in order]
        return True

    def _believed(self, hands: Sequence[TargetChits]) -> list[float]:
        """Weigh the chits by the controller's estimate, which knows the ways that a staff flies to each city."""
        return [prod(self.weights[city] for city in hand.cities) for hand in hands]

    def _chits(self) -> list[TargetChits]:
        """List the chits that may have been drawn. [3.3, 4.5.1]"""
        tables = self.charts.tables
        if self.night.scenario == "berlin":
            drawn = tables.berlin_chits.rows.values()
            return [TargetChits((chit.city,), (chit.vp,), (False,), chit.moon, False) for chit in drawn]
        rules, rows = tables.raid_rules, tables.downfall_chits.rows.values()
        short = self.night.twilight <= rules.short_night_turn
        found = []
        for one in (row for row in rows if row.set == "A"):
            for two in (row for row in rows if row.set == "B"):
                if not two.follow_up:
                    found.append(
                        TargetChits((one.city, two.city), (one.vp, two.vp), (one.oil, two.oil), one.moon, False)
                    )
                elif not (short and one.vp >= rules.short_night_vp):
                    found.append(TargetChits((one.city, one.city), (one.vp, 0), (one.oil, one.oil), one.moon, True))
        return found

    def _bound_for(self, main: GuessedRaid, city: str) -> float:
        """Weigh a city as a Main Force's target."""
        if main.target:
            return float(main.target == city)
        return self._leads(main, self.board.cities[city].hex)

    def _leads(self, sketch: GuessedRaid, hex_: str) -> float:
        """Weigh a place by how much longer a raid's way there is than it need have been."""
        if hex_ in sketch.route:
            return 0.0
        far, route = self.board.distance, sketch.route
        return float(DETOUR ** (len(route) - 1 + far(route[-1], hex_) - far(route[0], hex_)))

    def _raid(self, sketch: GuessedRaid) -> Raid | None:
        """Return a raid with its past as drawn, and its way on."""
        route = list(sketch.route)
        target, target_at = sketch.target, sketch.target_at
        if not sketch.ended:
            if target_at < 0 and sketch.kind != DECOY:
                target = self._target(sketch)
                if not target:
                    return None
                self._fly_on(route, (self._hex(target),))
                target_at = len(route) - 1
            self._fly_on(route, self.staff.exits)
        raid = Raid(sketch.letter, sketch.kind, route, sketch.turn, sketch.first, target=target, target_at=target_at)
        if sketch.parent is not None:
            raid.parent, raid.appears, raid.leaving = sketch.parent.letter, sketch.appears, sketch.leaving
        self._describe(raid)
        self._place(raid, sketch)
        return raid

    def _hex(self, target: str) -> str:
        return self.board.cities[target].hex if target in self.board.cities else target

    def _target(self, sketch: GuessedRaid) -> str:
        if sketch.kind == MAIN:
            return self.bound[sketch.letter]
        places = self.board.mines if sketch.kind == GARDENING else self.board.cities
        names = [name for name in places if name not in self.night.targets]
        weights = [self._leads(sketch, self._hex(name)) for name in names]
        return names[self.drawer.pick(weights)] if any(weights) else ""

    def _fly_on(self, route: list[str], goals: tuple[str, ...]) -> None:
        """Lead a route on to one of some hexes, by one of the ways on which a staff meets the fewest fighters."""
        if route[-1] not in goals:
            ways = self.staff.country.ways_on(route[-1], goals)
            route += ways[min(self.draw(GOOD), self.draw(GOOD), len(ways)) - 1].hexes

    def _describe(self, raid: Raid) -> None:
        """Note what a plot says besides."""
        end = raid.target_at if raid.target_at >= 0 else len(raid.route) - 1
        raid.waypoints = min(self.planner.rules.legs, len(legs_of(self.board, raid.route[: end + 1]))) - 1
        if self.night.wind is not None:
            for start, _end, length in legs_of(self.board, raid.route):
                way = tuple(raid.route[len(raid.courses) + 1 : len(raid.courses) + 1 + length])
                raid.courses += [self.board.course(start, way)] * length

    def _place(self, raid: Raid, sketch: GuessedRaid) -> None:
        """Put a raid where it stood at the seam, with its markers. [9.8, 10.2]"""
        night, turn = self.night, self.night.turn
        if self.moved < sketch.turn:
            return
        raid.at = sketch.at[self.moved - sketch.turn]
        if self.moved < sketch.born:
            return
        raid.status = FLYING
        trail = stream_length(night, raid)
        gone = next((sketch.turn + n for n, at in enumerate(sketch.at) if at - trail >= len(raid.route)), 0)
        if gone and (gone < turn or (gone == turn and self.phase > PHASES.index("recovery"))):
            raid.status = HOME
        box = self.boxes[raid.letter]
        raid.losses, raid.disruption, raid.damage, raid.hunts = box.losses, box.disruption, box.damage, box.hunts
        if raid.kind == MOSQUITO and raid.status == HOME:
            raid.confirmed = raid.losses
        done = sketch.drop_turn
        if not done or self.moved < done:
            return
        due = done if raid.kind == GARDENING else done + 1
        raid.attacked = turn > due or (turn == due and self.phase > PHASES.index("bombing"))
        if raid.attacked and night.setup.fog_of_war and raid.kind in (MAIN, GARDENING):
            raid.disruption += raid.waypoints
        if not raid.attacked and raid.kind != GARDENING:
            raid.marker = DROP if turn == done else RESOLVE

    # -- raids without events

    def _unseen_raids(self, raids: Sequence[Raid]) -> list[Raid]:
        """Return those that nothing tells of: Main Forces as there must be, and as many others as there may be."""
        taken, found = {raid.letter for raid in raids}, list[Raid]()
        free = [letter for letter in self.planner.rules.letters if letter not in taken]
        left = self.drawer.free()
        feint = not any(raid.kind == DECOY for raid in raids) and self.draw(4) <= FEINT
        kinds = [MAIN] * left[MAIN] + [DECOY] * feint
        for _ in range(left[MOSQUITO]):
            mines = left[GARDENING] > 0 and self.draw(6) == 1
            kinds.append(GARDENING if mines else MOSQUITO)
            left[GARDENING] -= mines
        for kind, letter in zip(kinds, free, strict=False):
            raid = self._unseen(kind, letter, [*raids, *found])
            if raid is not None:
                found.append(raid)
        return found

    def _unseen(self, kind: str, letter: str, raids: Sequence[Raid]) -> Raid | None:
        """Return a raid that has slipped through, or one that is still to enter."""
        drawer, often = self.drawer, ENTRIES[kind]
        turn = 0
        city = self.to_bomb.pop() if kind == MAIN else ""
        for _ in range(LATE):
            turn = 1 + drawer.pick(often)
            if turn > drawer.last:
                break
            sketch = drawer.draw(kind, (), turn, letter)
            if sketch is not None:
                if kind == MAIN:
                    self.bound[letter] = city
                raid = self._raid(sketch)
                if raid is not None:
                    return raid
        turn = max(turn, drawer.last + self.draw(2))
        taken = {raid.target for raid in raids} | set(self.night.targets)
        places = [p for p in (self.board.mines if kind == GARDENING else self.board.cities) if p not in taken]
        for _ in range(8):
            target = city or ("" if kind == DECOY else places[self.draw(len(places)) - 1])
            draft = self._plotted(letter, kind, target, turn, raids)
            found = self.planner.judge(Plot([draft]))[0] if draft is not None else []
            if found:
                found[0].heavy = False
                return found[0]
        return None

    def _plotted(self, letter: str, kind: str, target: str, turn: int, raids: Sequence[Raid]) -> RaidPlot | None:
        """Plot a raid that is still to enter as a staff would: small ones while a Main Force is over its target."""
        staff, draw = self.staff, self.draw
        if kind == MAIN:
            ways = staff.main_routes(target)
            out, home = ways[min(draw(GOOD), draw(GOOD), len(ways)) - 1]
            return make_flightpath(letter, kind, target, out, home, turn, draw(2))
        mains = [msgspec.structs.replace(raid, at=-1) for raid in raids if raid.kind == MAIN]
        if not mains:
            return None
        if kind == DECOY:
            draft, soonest = staff.decoy(letter, mains), turn
        else:
            draft, soonest = staff.small(letter, kind, target, self._hex(target), mains), self.drawer.last + 1
        if draft is not None:
            draft.turn = min(max(draft.turn, soonest), self.planner.last_turn)
        return draft

    # -- the air picture

    def _lay_counters(self) -> None:
        """Say which raids lie detected on the map, and which counters are false. [8.2]"""
        night, counters = self.night, list(self.seen.counters)
        if not counters and not self.seen.streams:
            return
        found, hidden = self.drawer.turns[self.moved].found, self.drawer.turns[self.moved].withheld
        for raid in night.raids:
            head = raid.route[raid.at] if raid.status == FLYING and 0 <= raid.at < len(raid.route) else ""
            there = occupied(raid, stream_length(night, raid))
            if head or found not in ALL_FOUND:
                raid.detected = head in counters
            else:
                raid.detected = bool(there) and (not hidden or set(there).issubset(self.seen.streams))
            large = raid.kind in (MAIN, DECOY)
            raid.clarified = raid.detected and large and found in ALL_FOUND and (found == "clarified" or night.naxos)
            raid.stretched = not night.stream and raid.clarified and bool(head) and head not in self.seen.streams
        heads = [raid.route[raid.at] for raid in night.raids if raid.detected and raid.at < len(raid.route)]
        night.false_counters = [hex_ for hex_ in counters if hex_ not in heads]


def _is_escort(sketch: GuessedRaid) -> bool:
    return sketch.parent is not None


def _is_small(sketch: GuessedRaid) -> bool:
    return sketch.kind not in (MAIN, DECOY)


def _letter_of(raid: Raid) -> str:
    return raid.letter
