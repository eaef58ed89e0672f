"""A whole plot guessed by the German player: the raids that he was told of, those that he was not, and what is to come.

The past of each raid explains what he was told (`guessed_raids`). Whom nothing tells of has slipped through or has not
entered yet. Where a raid flies on to is drawn by the chits and by how straight the way there would have been.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.courses import Fast

from .guessed_raids import Drawer, Sketch
from .map import ENGLAND
from .pack import Charts
from .plotting import Leg, Planner, Plot, legs_of
from .sightings import ALL_FOUND, Attack, Story
from .state import (
    DECOY,
    DROP,
    FLYING,
    GARDENING,
    HOME,
    MAIN,
    MOSQUITO,
    RESOLVE,
    Night,
    Raid,
    Setup,
    occupied,
    stream_length,
)

PHASES = ("draw-cards", "fighters", "scramble", "raids", "raid-detection", "tame-boars", "deploying", "recovery",
          "bombing", "end")  # fmt: skip
WORK, LEAST = 6000, 60
"""Moves of raids that are tried for one guess before it is given up; what a plot counts for at least."""
ENTRIES = {MAIN: (5, 5, 1), MOSQUITO: (2, 2, 2, 2, 2, 1, 1, 1), GARDENING: (2, 2, 2, 2, 2, 1)}
"""How often a raid enters on the first turn, the second, and so on."""
DETOUR = 0.4
"""What is left of a city for each hex that the way to it would have been longer than the shortest."""
LATE = 4
"""Entry turns that are tried for a raid that nothing tells of, before it is taken not to have entered yet."""


def can_guess_raids(setup: Setup) -> bool:
    """Say whether raids can be guessed in time: the four of Berlin, with open Raid Boxes. [9.8, 12.5]"""
    return setup.scenario == "berlin" and not setup.fog_of_war


def guess_raids(night: Night, then: Mapping[str, Any], charts: Charts, story: Story, dice: Fast) -> bool:
    """Give a night raids that fit what was told; say whether any were found."""
    given, rules = charts.scenarios[night.scenario].raids, charts.tables.raid_rules
    kinds = {MAIN: given.main, MOSQUITO: given.mosquito, DECOY: given.decoy}
    work = 0
    while work < WORK:
        drawer = Drawer(night, charts, story, dice)
        most = Counter(kinds | {GARDENING: rules.gardening_swaps, "swap": rules.decoy_swaps})
        sketches = drawer.raids(most)
        work += drawer.work + LEAST
        if sketches is None:
            continue
        plot = _Plot(night, then, charts, drawer, dice)
        if plot.made(sketches, most):
            return True
    return False


class _Plot:
    """One plot on its way."""

    def __init__(self, night: Night, then: Mapping[str, Any], charts: Charts, drawer: Drawer, dice: Fast) -> None:
        self.night = night
        self.charts = charts
        self.drawer = drawer
        self.board = drawer.board
        self.seen: Mapping[str, Any] = then["view"]
        self.phase = PHASES.index(night.phase) if night.phase in PHASES else len(PHASES)
        moved = night.turn if self.phase > PHASES.index("raids") else night.turn - 1
        self.moved = min(moved, drawer.last)
        self.planner = Planner(night, charts)
        self.dice = dice

    def draw(self, sides: int) -> int:
        """Throw a die."""
        return self.dice.draw("plot", sides)

    def made(self, sketches: list[Sketch], most: Counter[str]) -> bool:
        """Put the plot into the night, or say that it cannot be."""
        letters = self._letters(sketches)
        if letters is None:
            return False
        self._choose_targets(sketches)
        raids = [self._raid(sketch, letter) for sketch, letter in zip(sketches, letters, strict=True)]
        free = [letter for letter in self.planner.rules.letters if letter not in letters]
        kinds = [MAIN] * most[MAIN] + [
            GARDENING if most[GARDENING] > 0 and self.draw(6) == 1 else MOSQUITO for _ in range(max(0, most[MOSQUITO]))
        ]
        for kind in kinds:
            raid = self._unseen(kind, free.pop(0), raids)
            if raid is None:
                return False
            raids.append(raid)
        if any(raid is None for raid in raids):
            return False
        self.night.raids = sorted((raid for raid in raids if raid is not None), key=lambda raid: raid.letter)
        if self.night.phase not in PHASES:
            for raid in self.night.raids:
                raid.status, raid.marker = HOME, ""
        self._lay_counters()
        return True

    # -- letters

    def _letters(self, sketches: Sequence[Sketch]) -> list[str] | None:
        """Give each raid its letter: where a letter is known to have been, its raid must have been."""
        found: dict[int, str] = {}
        for letter, places in self.drawer.story.letters.items():
            fits = [
                at for at, one in enumerate(sketches) if at not in found and all(self._was(one, *p) for p in places)
            ]
            if not fits:
                return None
            found[fits[self.draw(len(fits)) - 1]] = letter
        marked = {box["raid"] for box in self.seen["boxes"] if any(v for k, v in box.items() if k != "raid")}
        marked |= {unit["raid"] for unit in self.seen["units"] if unit["raid"]}
        wanted = sorted(marked.difference(found.values()))
        free = [
            letter for letter in self.planner.rules.letters if letter not in marked and letter not in found.values()
        ]
        for at in sorted(range(len(sketches)), key=lambda at: sketches[at].kind not in (MAIN, DECOY)):
            if at not in found:
                found[at] = wanted.pop(0) if wanted else free.pop(0)
        if wanted or not all(self._struck(sketches, found, attack) for attack in self.drawer.story.attacks):
            return None
        return [found[at] for at in range(len(sketches))]

    def _struck(self, sketches: Sequence[Sketch], letters: Mapping[int, str], attack: Attack) -> bool:
        """Say whether there is a raid that an attack can have struck."""
        if not (attack.hex or attack.letter) or attack.hex == ENGLAND:
            return True
        return any(
            one.kind in attack.kinds
            and (letters[at] == attack.letter if attack.letter else self._was(one, attack.turn, attack.hex))
            for at, one in enumerate(sketches)
        )

    def _was(self, sketch: Sketch, turn: int, hex_: str) -> bool:
        """Say whether a raid passed or stood in a hex in a turn."""
        if turn < sketch.turn:
            return False
        bombs = sketch.drop_turn and sketch.drop_turn <= turn <= sketch.drop_turn + 1
        if bombs and sketch.route[sketch.target_at] == hex_:
            return True
        trail = self.drawer.trail if sketch.kind in (MAIN, DECOY) else 0
        before, at = sketch.place(turn - 1), sketch.place(turn)
        return hex_ in sketch.route[max(0, min(before + 1, at) - trail) : at + 1]

    # -- what is to come

    def _choose_targets(self, sketches: Sequence[Sketch]) -> None:
        """Draw the chit: of the city that a Main Force has bombed, or by how straight it has flown towards it."""
        chits = self.charts.tables.berlin_chits.rows
        main = next((one for one in sketches if one.kind == MAIN), None)
        names = list(chits)
        weights = [1.0] * len(names)
        if main is not None:
            weights = [self._leads(main, self.board.cities[chits[name].city].hex) for name in names]
            if main.target:
                weights = [float(chits[name].city == main.target) for name in names]
        taken = {one.target for one in sketches if one.kind != MAIN and one.target}
        weights = [0.0 if chits[n].city in taken else w for n, w in zip(names, weights, strict=True)]
        if not any(weights):
            weights = [1.0] * len(names)
        chit = chits[names[self.drawer.pick(weights)]]
        night = self.night
        night.targets, night.target_vps, night.oil, night.moon_value = [chit.city], [chit.vp], [False], chit.moon
        night.north = {chit.city: self.draw(6) if night.setup.variable_north else 1}

    def _leads(self, sketch: Sketch, hex_: str) -> float:
        """Weigh a place by how much longer a raid's way there is than it need have been."""
        if hex_ in sketch.route:
            return 0.0
        far, route = self.board.distance, sketch.route
        return float(DETOUR ** (len(route) - 1 + far(route[-1], hex_) - far(route[0], hex_)))

    def _raid(self, sketch: Sketch, letter: str) -> Raid | None:
        """Return a raid with its past as drawn, and its way on."""
        route = list(sketch.route)
        target, target_at = sketch.target, sketch.target_at
        if not sketch.ended:
            if target_at < 0 and sketch.kind != DECOY:
                target = self._target(sketch)
                if not target or not self._fly_on(route, (self._hex(target),)):
                    return None
                target_at = len(route) - 1
            if not self._fly_on(route, tuple(sorted(self.board.exits))):
                return None
        raid = Raid(letter, sketch.kind, route, sketch.turn, sketch.first, target=target, target_at=target_at)
        self._describe(raid)
        self._place(raid, sketch)
        return raid

    def _hex(self, target: str) -> str:
        return self.board.cities[target].hex if target in self.board.cities else target

    def _target(self, sketch: Sketch) -> str:
        if sketch.kind == MAIN:
            return self.night.targets[0]
        places = self.board.mines if sketch.kind == GARDENING else self.board.cities
        names = [name for name in places if name not in self.night.targets]
        weights = [self._leads(sketch, self._hex(name)) for name in names]
        return names[self.drawer.pick(weights)] if any(weights) else ""

    def _fly_on(self, route: list[str], goals: tuple[str, ...]) -> bool:
        """Lead a route on to one of some hexes."""
        if route[-1] in goals:
            return True
        legs: list[Leg] | None = self.planner._legs(route[-1], goals, self.planner.rules.legs, self.draw)
        if legs is None:
            return False
        for leg in legs:
            ways = self.board.legs(route[-1])[leg.to]
            route += next((way for way in ways if way[0] == leg.via), ways[0])
        return True

    def _describe(self, raid: Raid) -> None:
        """Note what a plot says besides."""
        end = raid.target_at if raid.target_at >= 0 else len(raid.route) - 1
        raid.waypoints = min(self.planner.rules.legs, len(legs_of(self.board, raid.route[: end + 1]))) - 1
        if self.night.wind is not None:
            for start, _end, length in legs_of(self.board, raid.route):
                way = tuple(raid.route[len(raid.courses) + 1 : len(raid.courses) + 1 + length])
                raid.courses += [self.board.course(start, way)] * length

    def _place(self, raid: Raid, sketch: Sketch) -> None:
        """Put a raid where it stood at the seam, with its markers. [9.8, 10.2]"""
        night, turn = self.night, self.night.turn
        if self.moved < sketch.turn:
            return
        raid.at, raid.status = sketch.at[self.moved - sketch.turn], FLYING
        trail = stream_length(night, raid)
        gone = next((sketch.turn + n for n, at in enumerate(sketch.at) if at - trail >= len(raid.route)), 0)
        if gone and (gone < turn or (gone == turn and self.phase > PHASES.index("recovery"))):
            raid.status = HOME
        box = next(box for box in self.seen["boxes"] if box["raid"] == raid.letter)
        raid.losses, raid.disruption, raid.damage, raid.hunts = (
            box["losses"], box["disruption"], box["damage"], box["hunts"],
        )  # fmt: skip
        if raid.kind == MOSQUITO and raid.status == HOME:
            raid.confirmed = raid.losses
        done = sketch.drop_turn
        if not done or self.moved < done:
            return
        due = done if raid.kind == GARDENING else done + 1
        raid.attacked = turn > due or (turn == due and self.phase > PHASES.index("bombing"))
        if not raid.attacked and raid.kind != GARDENING:
            raid.marker = DROP if turn == done else RESOLVE

    # -- whom nothing tells of

    def _unseen(self, kind: str, letter: str, raids: Sequence[Raid | None]) -> Raid | None:
        """Return a raid that has slipped through, or one that is still to enter."""
        drawer, often = self.drawer, ENTRIES[kind]
        turn = 0
        for _ in range(LATE):
            turn = 1 + drawer.pick(often)
            if turn > drawer.last:
                break
            sketch = drawer.draw(kind, (), turn)
            if sketch is not None:
                return self._raid(sketch, letter)
        turn = max(turn, drawer.last + self.draw(2))
        taken = {raid.target for raid in raids if raid is not None} | set(self.night.targets)
        places = [p for p in (self.board.mines if kind == GARDENING else self.board.cities) if p not in taken]
        for _ in range(8):
            target = self.night.targets[0] if kind == MAIN else places[self.draw(len(places)) - 1]
            draft = self.planner._wander(letter, kind, target, self._hex(target), turn, self.draw)
            found = self.planner.judge(Plot([draft]))[0] if draft is not None else []
            if found:
                found[0].heavy = False
                return found[0]
        return None

    # -- the air picture

    def _lay_counters(self) -> None:
        """Say which raids lie detected on the map, and which counters are false. [8.2]"""
        night, counters = self.night, list(self.seen["counters"])
        if not counters and not self.seen["streams"]:
            return
        found, hidden = self.drawer.turns[self.moved].found, self.drawer.turns[self.moved].kept_off
        for raid in night.raids:
            head = raid.route[raid.at] if raid.status == FLYING and 0 <= raid.at < len(raid.route) else ""
            there = bool(occupied(raid, stream_length(night, raid)))
            raid.detected = head in counters if head or found not in ALL_FOUND or hidden else there
            large = raid.kind in (MAIN, DECOY)
            raid.clarified = raid.detected and large and found in ALL_FOUND and (found == "clarified" or night.naxos)
        heads = [raid.route[raid.at] for raid in night.raids if raid.detected and raid.at < len(raid.route)]
        night.false_counters = [hex_ for hex_ in counters if hex_ not in heads]
