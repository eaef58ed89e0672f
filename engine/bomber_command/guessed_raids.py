"""Raids guessed by the German player: ways that lead through all that he was told, and past all that he was not. [8.0]

Counters, hexes of combat, bombs, mines and raids in England are each some raid's doing, and no raid did anything else.
So raids are drawn one by one, each through the earliest thing that none explains yet, hex by hex from its entry; what a
way meets it explains, and where it would meet what was not told it turns elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from engine.kernel.courses import Fast

from .combat import AREA_FLAK, CITY_FLAK, GCI, city_flak
from .map import Board
from .pack import Charts
from .sightings import ALL_FOUND, Combat, Seen, Story
from .state import DECOY, GARDENING, MAIN, MOSQUITO, Night

SWAP = 2
"""Mosquito raids that another Decoy costs. [3.5.1]"""
NODES = 300
"""Moves that are tried for one raid before it is given up."""
STRAIGHT, GRAIN, BEND, TURN = 8.0, 5.0, 1.0, 0.03
"""How likely a raid flies on straight ahead, along a spine, turns by a hexside, or by more."""
HOMEWARD = 2.0
"""How much rather a raid that has bombed comes a hex nearer to where raids leave."""
SURE = 12.0
"""How much rather it does what explains something."""


class Pin(NamedTuple):
    """Something told that a raid must explain: in which turn, what, and where."""

    turn: int
    what: str
    hex: str
    city: str = ""


Pins = tuple[Pin, ...]
"""What one raid must explain, in the order of turns."""


class Sketch(msgspec.Struct):
    """One raid as far as it has flown: its hexes, its counter's place among them turn by turn, and what it bombed."""

    kind: str
    turn: int
    first: int
    route: list[str] = []
    at: list[int] = []
    """The counter's place after each turn from its entry."""
    ended: bool = False
    """Whether the route ends where it ends: the raid has flown off the map."""
    target: str = ""
    target_at: int = -1
    drop_turn: int = 0

    def place(self, turn: int) -> int:
        """Return the counter's place after a turn, -1 before its entry."""
        return self.at[turn - self.turn] if turn >= self.turn else -1


class Left(msgspec.Struct):
    """What of one turn no raid explains yet."""

    counters: set[str]
    combats: Counter[Combat]
    drops: list[str]
    mines: list[str]
    england: int
    absent: int
    """Raids that a card may have kept off the map."""


class Move(NamedTuple):
    """A raid's move in one turn: the hexes it adds, whether it leaves the map, what it bombs, and how likely it is."""

    hexes: tuple[str, ...]
    beyond: int
    city: str
    weight: float


class Drawer:
    """Draws raids for one night."""

    def __init__(self, night: Night, charts: Charts, story: Story, dice: Fast) -> None:
        self.night = night
        self.board: Board = charts.boards[night.scenario]
        self.story = story
        self.last = story.last
        self.dice = dice
        self.trail = night.stream
        self.turns = [story.turns.get(turn, Seen(turn)) for turn in range(self.last + 1)]
        self.left = [
            Left(
                set(s.counters),
                Counter(s.combats),
                list(s.drops),
                list(s.mines),
                s.england,
                s.kept_off,
            )
            for s in self.turns
        ]
        around = self.board.active_around
        self.active = [frozenset(hex_ for at in seen.gci for hex_ in around[at]) for seen in self.turns]
        self.next_full = [self._full_after(turn) for turn in range(self.last + 2)]
        far = self.board.distance
        self.away = {hex_: min(far(hex_, end) for end in self.board.exits) for hex_ in self.board.grid}
        self.nodes = self.work = 0
        """Moves that may still be tried for a raid, and those that were for all."""
        self.dead: set[tuple[object, ...]] = set()
        """Where a raid that is being drawn has stood, and came no further."""

    def _full_after(self, turn: int) -> int:
        return next((t for t in range(turn + 1, self.last + 1) if self.turns[t].full), 0)

    def chance(self) -> float:
        """Throw a number below one."""
        return (self.dice.draw("way", 1 << 20) - 1) / (1 << 20)

    def pick(self, weights: Sequence[float]) -> int:
        """Pick a place by its weight."""
        left = self.chance() * sum(weights)
        for place, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return place
        return len(weights) - 1

    def mixed(self, moves: Sequence[Move]) -> list[Move]:
        """Put moves in an order by lot, the likelier ones oftener first."""
        return sorted(moves, key=lambda move: -(max(self.chance(), 1e-9) ** (1 / move.weight)))

    # -- what is to be explained

    def pins(self) -> Iterator[Pin]:
        """Give what no raid explains yet: bombs and mines first, each of which is another raid's, then the earliest."""
        cities = self.board.cities
        for turn in range(1, self.last + 1):
            left = self.left[turn]
            yield from (Pin(turn, "drop", cities[city].hex, city) for city in left.drops)
            yield from (Pin(turn, "mine", hex_) for hex_ in left.mines)
        for turn in range(1, self.last + 1):
            left = self.left[turn]
            counters = sorted(left.counters)
            if len(counters) > self.turns[turn].faked:
                yield from (Pin(turn, "counter", hex_) for hex_ in counters)
            yield from (Pin(turn, "combat", hex_) for hex_, _kind, _city in left.combats)

    def explained(self) -> bool:
        """Say whether everything is."""
        return next(self.pins(), None) is None and not any(left.england for left in self.left)

    # -- one raid

    def draw(self, kind: str, pins: Pins, entry_turn: int = 0) -> Sketch | None:
        """Draw a raid of a kind that explains these, and nothing wrongly; of those that entered in a turn, if said."""
        starts = [start for start in self._starts(pins) if entry_turn in (0, start[1])]
        self.nodes, self.dead = NODES, set()
        while starts and self.nodes > 0:
            place = self.pick([weight for _entry, _turn, _first, weight in starts])
            entry, turn, first, _weight = starts.pop(place)
            sketch = Sketch(kind, turn, first)
            opening = [Move((entry,), 0, "", 1.0)]
            if first == 2:
                adjacent = self.board.grid.adjacent(entry)
                opening = [Move((entry, near), 0, "", self._toward(near, pins)) for near in adjacent]
            if any(self._take(sketch, turn, move, pins) for move in self.mixed(opening)):
                return sketch
        return None

    def _toward(self, hex_: str, pins: Pins) -> float:
        return float(4.0 ** -self.board.distance(hex_, pins[0].hex)) if pins else 1.0

    def _starts(self, pins: Pins) -> Iterator[tuple[str, int, int, float]]:
        """Give entry hexes, turns and first moves from which a raid can come to a pin, with how likely they are."""
        board = self.board
        for turn in range(1, (pins[0].turn if pins else self.last) + 1):
            for first in (1, 2):
                for entry in board.entries:
                    if not pins:
                        yield entry, turn, first, 1.0
                        continue
                    pin = pins[0]
                    slack = first - 1 + 2 * (pin.turn - turn) - board.distance(entry, pin.hex)
                    if slack >= 0:
                        yield entry, turn, first, 0.5**slack

    def _grow(self, sketch: Sketch, turn: int, pins: Pins) -> bool:
        """Fly on from a turn to the last that was told."""
        if turn > self.last:
            return True
        route, trail = sketch.route, self.trail if sketch.kind in (MAIN, DECOY) else 0
        stand = (turn, tuple(route[-1 - trail :]), sketch.at[-1] - len(route), sketch.target, sketch.drop_turn)
        if self.nodes <= 0 or stand in self.dead:
            return False
        if any(self._take(sketch, turn, move, pins) for move in self.mixed(list(self._moves(sketch, turn, pins)))):
            return True
        self.dead.add(stand)
        return False

    def _moves(self, sketch: Sketch, turn: int, pins: Pins) -> Iterator[Move]:
        """Give the moves of a turn that can still come to what is to be explained."""
        route, left = sketch.route, self.left[turn]
        if sketch.ended:
            yield Move((), 2, "", 1.0)
            return
        grid, here = self.board.grid, route[-1]
        done = sketch.target_at >= 0 or sketch.kind == DECOY
        may_leave = left.england > 0 and done and all(pin.turn < turn for pin in pins)
        if may_leave and here in self.board.exits:
            yield Move((), 2, "", SURE)
        heading = grid.side_to(route[-2], here) if len(route) > 1 else None
        before = grid.side_to(route[-3], route[-2]) if len(route) > 2 else heading
        fights = {hex_ for hex_, _kind, _city in left.combats} | left.counters
        aims, away, home = self._aims(sketch, turn), self.away, sketch.target_at >= 0
        for one in grid.adjacent(here):
            side = grid.side_to(here, one)
            weight = 1.0 if sketch.target_at == len(route) - 1 else _bend(before, heading, side)
            if may_leave and one in self.board.exits:
                yield Move((one,), 1, "", SURE)
            if sketch.kind == GARDENING and sketch.target_at < 0 and one in left.mines:
                yield Move((one,), 0, one, SURE)
            for two in grid.adjacent(one):
                if self._hopeful(two, turn, pins):
                    bend = 1.0 if one in aims else _bend(heading, side, grid.side_to(one, two))
                    likely = HOMEWARD ** (away[here] - away[two]) if home else 1.0
                    if one in aims or two in aims:
                        likely = SURE
                    elif one in fights or two in fights:
                        likely *= SURE
                    yield Move((one, two), 0, "", weight * bend * likely)

    def _aims(self, sketch: Sketch, turn: int) -> frozenset[str]:
        """Return the hexes of cities on which a raid may be dropping bombs in this turn."""
        if sketch.target_at >= 0 or sketch.kind not in (MAIN, MOSQUITO):
            return frozenset()
        cities, known = self.board.cities, self.story.bombed
        return frozenset(cities[c].hex for c in self.left[turn].drops if known.get(c, sketch.kind) == sketch.kind)

    def _hopeful(self, head: str, turn: int, pins: Pins) -> bool:
        """Say whether from a hex what is to be explained can be reached in time."""
        far = self.board.distance
        if any(pin.turn > turn and far(head, pin.hex) > 2 * (pin.turn - turn) for pin in pins):
            return False
        found = self.turns[turn].found in ALL_FOUND
        if found and head not in self.left[turn].counters and not self.left[turn].absent:
            return False
        later = self.next_full[turn]
        if later:
            reach = 2 * (later - turn)
            if not any(far(head, mark) <= reach for mark in self.left[later].counters):
                leaves = any(self.left[t].england for t in range(turn + 1, later + 1))
                return leaves and any(far(head, way_out) <= reach for way_out in self.board.exits)
        return True

    def _take(self, sketch: Sketch, turn: int, move: Move, pins: Pins) -> bool:
        """Fly a move and on from there; what it explains is given back where that leads nowhere."""
        self.nodes -= 1
        self.work += 1
        length, was = len(sketch.route), (sketch.target, sketch.target_at, sketch.drop_turn, sketch.ended)
        before = sketch.at[-1] if sketch.at else -1
        sketch.route.extend(move.hexes)
        at = before + (sketch.first if turn == sketch.turn else len(move.hexes) + move.beyond)
        sketch.at.append(at)
        sketch.ended = sketch.ended or move.beyond > 0
        for city in self._bombs(sketch, turn, before, move):
            used = self._use(sketch, turn, before, at, city, move)
            if used is not None:
                if self._meets(sketch, turn, used, pins) and self._grow(sketch, turn + 1, pins):
                    return True
                self._give_back(turn, used, city, sketch, before, at)
            sketch.target, sketch.target_at, sketch.drop_turn = was[0], was[1], was[2]
        del sketch.route[length:]
        sketch.at.pop()
        sketch.ended = was[3]
        return False

    def _bombs(self, sketch: Sketch, turn: int, before: int, move: Move) -> Iterator[str]:
        """Give what a raid may bomb in a move: one of the cities on which bombs fell, or nothing."""
        if sketch.kind in (MAIN, MOSQUITO) and sketch.target_at < 0:
            cities = self.board.cities
            for city in self.left[turn].drops:
                if cities[city].hex in move.hexes and self.story.bombed.get(city, sketch.kind) == sketch.kind:
                    yield city
        yield move.city

    def _use(self, sketch: Sketch, turn: int, before: int, at: int, city: str, move: Move) -> Used | None:
        """Let a move explain what it meets; nothing if it would meet what was not told."""
        left, seen, route = self.left[turn], self.turns[turn], sketch.route
        if city:
            goal = self.board.cities[city].hex if city in self.board.cities else city
            sketch.target, sketch.target_at = city, len(route) - len(move.hexes) + move.hexes.index(goal)
            sketch.drop_turn = turn
        combats = Counter(self._combats(sketch, turn, before, at))
        if any(left.combats[one] < count for one, count in combats.items()):
            return None
        trails = seen.found == "clarified" and sketch.kind in (MAIN, DECOY) and self.trail and not seen.kept_off
        if trails and not set(route[max(0, at - self.trail) : at]).issubset(seen.streams):
            return None
        counter, absent = "", 0
        if at < len(route):
            if route[at] in left.counters:
                counter = route[at]
            elif seen.found not in ALL_FOUND:
                absent = 0
            elif left.absent:
                absent = 1
            else:
                return None
        left.absent -= absent
        left.counters.discard(counter)
        left.combats -= combats
        if city:
            (left.mines if sketch.kind == GARDENING else left.drops).remove(city)
        if sketch.ended and before < len(route) <= at:
            left.england -= 1
        return Used(tuple(combats.elements()), counter, absent)

    def _give_back(self, turn: int, used: Used, city: str, sketch: Sketch, before: int, at: int) -> None:
        left = self.left[turn]
        left.combats.update(used.combats)
        left.absent += used.absent
        if used.counter:
            left.counters.add(used.counter)
        if city:
            (left.mines if sketch.kind == GARDENING else left.drops).append(city)
        if sketch.ended and before < len(sketch.route) <= at:
            left.england += 1

    def _combats(self, sketch: Sketch, turn: int, before: int, at: int) -> Iterator[Combat]:
        """Give the Combat markers that a move brings about. [9.1.2, 9.3, 9.6.1]"""
        trail = self.trail if sketch.kind in (MAIN, DECOY) else 0
        first, end = max(0, before + 1 - trail), min(at, len(sketch.route) - 1)
        active, flak = self.active[turn], self.board.area_flak
        aims = sketch.drop_turn and sketch.kind != GARDENING and turn <= sketch.drop_turn + 1
        goal = sketch.route[sketch.target_at] if aims else ""
        for hex_ in dict.fromkeys(sketch.route[first : end + 1]):
            if hex_ in active:
                yield hex_, GCI, ""
            if hex_ == goal:
                if city_flak(self.night, self.board, sketch.target) is not None:
                    yield hex_, CITY_FLAK, sketch.target
            elif hex_ in flak:
                yield hex_, AREA_FLAK, ""

    def _meets(self, sketch: Sketch, turn: int, used: Used, pins: Pins) -> bool:
        """Say whether what was to be explained in this turn is."""
        return all(pin.turn != turn or self._has(sketch, turn, used, pin) for pin in pins)

    def _has(self, sketch: Sketch, turn: int, used: Used, pin: Pin) -> bool:
        if pin.what == "counter":
            return used.counter == pin.hex
        if pin.what == "combat":
            return any(hex_ == pin.hex for hex_, _kind, _city in used.combats)
        return sketch.drop_turn == turn and sketch.target == (pin.city or pin.hex)

    # -- all raids

    def raids(self, most: Counter[str]) -> list[Sketch] | None:
        """Draw raids until nothing is left to explain, of each kind as many as there can be at most."""
        found: list[Sketch] = []
        while (pin := next(self.pins(), None)) is not None:
            sketch = None
            for kind in self._kinds(pin, most):
                sketch = self.draw(kind, self._with_goal(kind, pin, most))
                if sketch is not None:
                    break
            if sketch is None:
                return None
            found.append(sketch)
            swapped = sketch.kind == DECOY and not most[DECOY]
            most[MOSQUITO if sketch.kind == GARDENING else sketch.kind] -= 0 if swapped else 1
            most[GARDENING] -= sketch.kind == GARDENING
            most[MOSQUITO] -= SWAP if swapped else 0
            most["swap"] -= swapped
        return (
            found if self.explained() and all(self._trails(found, turn) for turn in range(1, self.last + 1)) else None
        )

    def _trails(self, found: Sequence[Sketch], turn: int) -> bool:
        """Say whether the stream counters that were laid in a turn are those of the large raids. [7.2.3, 8.2]"""
        seen = self.turns[turn]
        if seen.found != "clarified" or seen.kept_off:
            return True
        large = [one for one in found if one.kind in (MAIN, DECOY) and one.place(turn) >= 0]
        if self.trail:
            hexes = [
                hex_ for one in large for hex_ in one.route[max(0, one.place(turn) - self.trail) : one.place(turn)]
            ]
            return sorted(hexes) == sorted(seen.streams)
        large = [one for one in large if one.place(turn) < len(one.route)]
        under = [set(one.route[max(0, one.place(turn) - 1) : one.place(turn) + 1]) for one in large]
        return len(under) == len(seen.streams) and all(hexes.intersection(seen.streams) for hexes in under)

    def _kinds(self, pin: Pin, most: Counter[str]) -> list[str]:
        """List the kinds that a raid may be of that explains this, by lot."""
        weights = {MAIN: 2.0, MOSQUITO: 2.0, GARDENING: 0.6, DECOY: 1.0}
        seen = self.turns[pin.turn]
        if pin.what == "mine":
            weights = {GARDENING: 1.0}
        elif pin.what == "drop":
            by = self.story.bombed.get(pin.city)
            weights = {by: 1.0} if by else {MAIN: self._led_from_stream(pin), MOSQUITO: 0.5}
        elif pin.what == "counter" and seen.found == "clarified":
            near = any(self.board.distance(pin.hex, stream) <= max(1, self.trail) for stream in seen.streams)
            large, small = (1.0, 0.3) if near else (0.1, 1.0)
            weights = {MAIN: large, DECOY: large / 2, MOSQUITO: small, GARDENING: small / 2}
        weights = {
            kind: weight
            for kind, weight in weights.items()
            if (most[kind] > 0 and (kind != GARDENING or most[MOSQUITO] > 0))
            or (kind == DECOY and most["swap"] > 0 and most[MOSQUITO] >= SWAP)
        }
        order = []
        while weights:
            names = list(weights)
            order.append(names[self.pick(list(weights.values()))])
            del weights[order[-1]]
        return order

    def _earlier(self, pin: Pin) -> Pins:
        """Give a raid a combat to explain on its way to its bombs, half of the time."""
        if self.chance() < 0.5:
            return ()
        fits = [
            Pin(turn, "combat", hex_)
            for turn in range(1, pin.turn)
            for hex_, _kind, _city in self.left[turn].combats
            if self.board.distance(hex_, pin.hex) <= 2 * (pin.turn - turn) + 1
        ]
        return (fits[self.dice.draw("way", len(fits)) - 1],) if fits else ()

    def _led_from_stream(self, pin: Pin) -> float:
        """Weigh a city by whether the last stream counters before its bombs lay where a raid comes from there."""
        for turn in range(pin.turn, 0, -1):
            seen = self.turns[turn]
            if seen.found == "clarified" and seen.streams:
                slack = 2 * (pin.turn - turn) + 2 - min(self.board.distance(pin.hex, at) for at in seen.streams)
                return float(0.7**slack) if slack >= 0 else 0.02
        return 1.0

    def _with_goal(self, kind: str, pin: Pin, most: Counter[str]) -> Pins:
        """Give a raid something further to explain: bombs or mines that are told of later."""
        if pin.what in ("drop", "mine"):
            return (*self._earlier(pin), pin)
        if kind == DECOY:
            return (pin,)
        cities, goals = self.board.cities, []
        for turn in range(pin.turn, self.last + 1):
            left = self.left[turn]
            if kind == GARDENING:
                goals += [Pin(turn, "mine", hex_) for hex_ in left.mines]
            else:
                drops = [city for city in left.drops if self.story.bombed.get(city, kind) == kind]
                goals += [Pin(turn, "drop", cities[city].hex, city) for city in drops]
        goals = [goal for goal in goals if self.board.distance(pin.hex, goal.hex) <= 2 * (goal.turn - pin.turn)]
        if not goals or (kind != MAIN and self.chance() < 0.2):
            return (pin,)
        return pin, goals[self.dice.draw("way", len(goals)) - 1]


class Used(NamedTuple):
    """What a move has explained."""

    combats: tuple[Combat, ...]
    counter: str
    absent: int


def _bend(before: int | None, heading: int | None, side: int | None) -> float:
    """Say how likely a raid flies over this hexside next, after the two before."""
    if heading is None or side is None:
        return 1.0
    turns = min((heading - side) % 12, (side - heading) % 12) // 2
    if turns == 0:
        return STRAIGHT if before == heading else BEND
    if turns == 1:
        return GRAIN if before == side else BEND
    return TURN if turns == 2 else TURN * TURN
