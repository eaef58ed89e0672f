"""The plotting of the British bot: routes found by search over the planner's rules, judged by the fighters they meet.

[4.0]

The bot lists short routes to each target and home. It weighs each by the flak, the Himmelbett and the nightfighters
that can be there, and takes one of the best, so that nights differ. The small raids follow: it compares their score,
and the fighters that they draw away, with their likely losses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from heapq import heapify, heappop, heappush, nsmallest
from typing import NamedTuple

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ScenarioMap
from engine.bomber_command.rules.plots import Leg, Plot, RaidPlot
from engine.bomber_command.rules.plotting import Planner, target_turn
from engine.bomber_command.state import DECOY, GARDENING, MAIN, MOSQUITO, Raid

MOST_LEGS = 3
SLACK = 3
"""Hexes that a way may be longer than the shortest."""
FLAK, BOX, BEACON, FIGHTERS, LENGTH = 1.2, 0.7, 0.25, 1.0, 0.35
"""Cost of a hex: area flak, the Himmelbett, each beacon near, the fighters around, and any hex at all."""
WAYPOINT, BACK = 1.2, 1.5
"""Cost of a change of course on the way out, and of a hex on the way home that the raid flew out over."""
HOMEWARD = 1.15
"""Factor of the chance of fighters on the way home."""
GOOD = 4
"""Of so many of the best ways one is taken, the better ones oftener."""
MOST_ROUTES = 12
"""Routes that are stored between two hexes."""
ROUTE_CACHE_SIZE = 2000
"""Pairs of a hex and its goals whose ways on are remembered."""
ALIKE = 0.6
"""Largest share of hexes that a route may have in common with a better one, to count as another."""
RISK = {MOSQUITO: 0.05, GARDENING: 0.35, DECOY: 0.02}
"""Cost of each unit of danger to a small raid, in points."""
FEINT = 0.8
"""Value of a small raid that bombs while the Main Force does, or flies away from it."""
DECOY_WORTH = 9.0
NOISE = 0.5
RAIDS_TRIED = 12

Draw = Callable[[int], int]


class LegCost(NamedTuple):
    """One leg as a staff looks at it: its hexes, those between, all of them as a set, and what they cost."""

    leg: Leg
    hexes: tuple[str, ...]
    between: tuple[str, ...]
    passed: frozenset[str]
    cost: float


class StaffRoute(NamedTuple):
    """Legs from a hex to one of the goals, the hexes that they pass, and what they cost."""

    start: str
    legs: tuple[Leg, ...]
    hexes: tuple[str, ...]
    cost: float

    @property
    def end(self) -> str:
        """The last hex of the route."""
        return self.hexes[-1]


class RaidOffer(NamedTuple):
    """A small raid that might fly: what it promises, and how it is plotted."""

    worth: float
    make: Callable[[], RaidPlot | None]


class DangerMap:
    """The bot's knowledge of a map, for any night: the dangers of each hex, and the best routes."""

    def __init__(self, board: ScenarioMap) -> None:
        self.board = board
        self.exits = tuple(sorted(board.exits))
        self.cost = {hex_: self._cost_of(hex_) for hex_ in board.grid}
        self.from_entries, self.from_exits = self._least(board.entries), self._least(self.exits)
        self._best: dict[tuple[tuple[str, ...], tuple[str, ...], bool], list[StaffRoute]] = {}
        self._main_ways: dict[str, list[tuple[StaffRoute, StaffRoute]]] = {}
        self._lines: dict[str, dict[str, list[LegCost]]] = {}
        self.ways_on = lru_cache(maxsize=ROUTE_CACHE_SIZE)(self._ways_on)

    def _cost_of(self, hex_: str) -> float:
        """Weigh a hex by what is there to meet a raid."""
        board = self.board
        around = sum(
            (row.full or row.depleted) * max(0.0, 1 - board.distance(hex_, row.hex) / 5)
            for row in board.units.values()
            if row.engines == "TE" and row.hex in board
        )
        beacons = sum(len(board.beacons_in.get(near, ())) for near in board.near[hex_])
        return (
            LENGTH
            + FLAK * (hex_ in board.area_flak)
            + BOX * (hex_ in board.himmelbett)
            + (BEACON * min(beacons, 3) + 0.1) * FIGHTERS * around / 10
        )

    def _least(self, starts: tuple[str, ...]) -> dict[str, float]:
        """Return the lowest cost of any route to each hex, for any number of legs."""
        least = {start: self.cost[start] for start in starts}
        edge = [(cost, start) for start, cost in least.items()]
        heapify(edge)
        while edge:
            cost, here = heappop(edge)
            for near in self.board.grid.adjacent(here):
                further = cost + self.cost[near]
                if further < least.get(near, 999.0):
                    least[near] = further
                    heappush(edge, (further, near))
        return least

    def lines(self, here: str) -> dict[str, list[LegCost]]:
        """Map each hex that one leg can end in to the lines there."""
        known = self._lines.get(here)
        if known is None:
            known = self._lines[here] = {
                end: [
                    LegCost(
                        Leg(end, hexes[0] if len(found) > 1 else ""),
                        hexes,
                        hexes[:-1],
                        frozenset(hexes),
                        sum(self.cost[hex_] for hex_ in hexes),
                    )
                    for hexes in found
                ]
                for end, found in self.board.legs(here).items()
            }
        return known

    def ways(
        self, start: str, goals: tuple[str, ...], left: dict[str, int], barred: frozenset[str]
    ) -> Iterator[StaffRoute]:
        """Give the ways from a hex to any of the goals that waste little and never cross themselves."""
        limit, goal_set = left[start] + SLACK, frozenset(goals)
        edge: list[tuple[str, tuple[Leg, ...], tuple[str, ...], float]] = [(start, (), (), 0.0)]
        for most in range(MOST_LEGS, 0, -1):
            following = []
            for here, legs, hexes, cost in edge:
                ends, spare, turn = self.lines(here), limit - len(hexes), WAYPOINT if legs else 0
                for end in ends if most > 1 else goals:
                    for leg, line, between, passed, sum_ in ends.get(end, ()):
                        if len(line) + left[end] > spare or not goal_set.isdisjoint(between):
                            continue
                        if start in passed or not (barred.isdisjoint(line) and passed.isdisjoint(hexes)):
                            continue
                        flown = (*legs, leg), (*hexes, *line), cost + sum_ + turn
                        if left[end]:
                            following.append((end, *flown))
                        else:
                            yield StaffRoute(start, *flown)
            edge = following

    def best(self, starts: tuple[str, ...], goals: tuple[str, ...], unseen: bool = False) -> list[StaffRoute]:
        """Return the best ways from any of the starts, best first; a Decoy keeps away from cities and airfields."""
        known = self._best.get((starts, goals, unseen))
        if known is None:
            barred = self.board.barred_to_decoys if unseen else frozenset()
            left = {hex_: min(self.board.distance(hex_, goal) for goal in goals) for hex_ in self.board.grid}
            most = min(left[start] for start in starts) + SLACK
            near = [start for start in starts if start not in barred and left[start] <= most]
            found = [way for start in near for way in self.ways(start, goals, left, barred)]
            known = []
            stored: Counter[tuple[str, str]] = Counter()
            for way in sorted(found, key=lambda way: (way.cost + self.cost[way.start], way.hexes)):
                stored[way.start, way.end] += 1
                if stored[way.start, way.end] <= MOST_ROUTES:
                    known.append(way)
            self._best[starts, goals, unseen] = known
        return known

    def _ways_on(self, start: str, goals: tuple[str, ...]) -> list[StaffRoute]:
        """Return a few of the best ways for a raid on its way, best first."""
        left = {hex_: min(self.board.distance(hex_, goal) for goal in goals) for hex_ in self.board.grid}
        return nsmallest(GOOD, self.ways(start, goals, left, frozenset()), key=lambda way: (way.cost, way.hexes))

    def main_routes(self, hex_: str) -> list[tuple[StaffRoute, StaffRoute]]:
        """Return the ways to a hex and home again, best first, those that differ most before the rest."""
        known = self._main_ways.get(hex_)
        if known is None:
            out, home = self.best(self.board.entries, (hex_,)), self.best((hex_,), self.exits)
            known = self._main_ways[hex_] = self._pairs(out, home)
        return known

    def _pairs(self, out: list[StaffRoute], home: list[StaffRoute]) -> list[tuple[StaffRoute, StaffRoute]]:
        """Match each way out with the way home that goes with it best; return pairs that differ, best first."""

        def weight(pair: tuple[StaffRoute, StaffRoute]) -> float:
            one, two = pair
            shared = len(set(one.hexes[:-1]) & set(two.hexes))
            return one.cost + self.cost[one.start] + HOMEWARD * two.cost + BACK * shared

        pairs = [min(((way, back) for back in home), key=weight) for way in out]
        return _unlike(sorted(pairs, key=weight))


def danger_map_of(board: ScenarioMap) -> DangerMap:
    """Return what a staff knows of a map, which is found once."""
    if board.country is None:
        board.country = DangerMap(board)
    found: DangerMap = board.country
    return found


class Staff:
    """Plots one night."""

    def __init__(self, planner: Planner, charts: Charts, draw: Draw) -> None:
        self.planner = planner
        self.board: ScenarioMap = planner.board
        self.scores = charts.tables.other_scores
        self.draw = draw
        self.country = danger_map_of(self.board)
        self.cost, self.exits, self.best = self.country.cost, self.country.exits, self.country.best

    # -- plotting

    def plot(self) -> Plot:
        """Plot the Main Forces, then the small raids that promise most beside them."""
        plot = Plot([])
        for number, target in enumerate(self.planner.night.targets):
            plot.raids.append(self._main(plot, number, target))
        for letter in self.planner.rules.letters[len(plot.raids) :]:
            extra = self._next_raid(letter, plot)
            if extra is None:
                break
            plot.raids.append(extra)
        return plot

    def _fits(self, plot: Plot, raid: RaidPlot) -> bool:
        return all(fault.code == "main-forces" for fault in self.planner.faults(Plot([*plot.raids, raid])))

    def _main(self, plot: Plot, number: int, target: str) -> RaidPlot:
        """Plot a Main Force: of the best ways out and home one pair that does not double back."""
        rules, pairs = self.planner.rules, self.main_routes(target)
        late = rules.follow_up_delay if self.planner.night.follow_up and plot.raids else 0
        for tried in range(40):
            at = min(self.draw(GOOD), self.draw(GOOD)) - 1 + tried // 2
            out, home = pairs[min(at, len(pairs) - 1)]
            turn = plot.raids[0].turn + late + tried // 10 if late else self.draw(2) + tried // 10
            turn = min(turn, self.planner.last_turn)
            raid = make_flightpath(rules.letters[number], MAIN, target, out, home, turn, self.draw(2))
            raid.heavy = self.planner.night.setup.bomb_loads and self._bears_more(out, home)
            if self._fits(plot, raid):
                return raid
        return self.planner._sure_main(plot, number, target, self.draw)

    def main_routes(self, target: str) -> list[tuple[StaffRoute, StaffRoute]]:
        """Return the ways to a city and home again, best first, those that differ most before the rest."""
        return self.country.main_routes(self.board.cities[target].hex)

    def _bears_more(self, out: StaffRoute, home: StaffRoute) -> bool:
        """Say whether a way is short enough for a heavy load."""
        return len(out.hexes) <= 7

    # -- the small raids

    def _next_raid(self, letter: str, plot: Plot) -> RaidPlot | None:
        """Return the small raid that promises most beside those plotted, None when none fits or pays."""
        mains = [raid for raid in self.planner.judge(plot)[0] if raid.kind == MAIN]
        offers = sorted(self._offers(letter, plot, mains), key=lambda offer: -offer.worth)
        for offer in offers[:RAIDS_TRIED]:
            if offer.worth > 0:
                for _ in range(3):
                    raid = offer.make()
                    if raid is not None and self._fits(plot, raid):
                        return raid
        return None

    def _offers(self, letter: str, plot: Plot, mains: list[Raid]) -> Iterator[RaidOffer]:
        """Give what else might fly, with what it promises."""
        board, number = self.board, {kind: sum(raid.kind == kind for raid in plot.raids) for kind in RISK}
        given, rules, scores = self.planner.scenario.raids, self.planner.rules, self.scores
        taken = {raid.target for raid in plot.raids} | set(self.planner.night.targets)
        if number[DECOY] < given.decoy:
            yield RaidOffer(DECOY_WORTH, partial(self.decoy, letter, mains))
        if number[MOSQUITO] + number[GARDENING] >= given.mosquito:
            return
        for city, row in board.cities.items():
            if city not in taken:
                vp = scores.mosquito_on_capital if city == scores.capital else scores.mosquito_raid
                worth = vp + self._beside(MOSQUITO, row.hex, mains)
                yield RaidOffer(worth, partial(self.small, letter, MOSQUITO, city, row.hex, mains))
        if number[GARDENING] < rules.gardening_swaps:
            for hex_, mine in board.mines.items():
                if hex_ not in taken:
                    worth = mine.vp + self._beside(GARDENING, hex_, mains)
                    yield RaidOffer(worth, partial(self.small, letter, GARDENING, hex_, hex_, mains))

    def _beside(self, kind: str, hex_: str, mains: list[Raid]) -> float:
        """Weigh a small raid by what it draws away, most far from the Main Forces, and what its way costs."""
        apart = min(min(self.board.distance(hex_, at) for at in main.route) for main in mains)
        risk = RISK[kind] * (self.country.from_entries[hex_] + self.country.from_exits[hex_])
        return FEINT * min(apart, 4) / 4 - risk + NOISE * self.draw(100) / 100

    def small(self, letter: str, kind: str, target: str, hex_: str, mains: list[Raid]) -> RaidPlot | None:
        """Plot a small raid that is over its target while a Main Force is over its own."""
        outs, homes = self.best(self.board.entries, (hex_,)), self.best((hex_,), self.exits)
        if not (outs and homes):
            return None
        out, home = (found[min(self.draw(4), len(found)) - 1] for found in (outs, homes))
        first = self.draw(2)
        when = target_turn(mains[self.draw(len(mains)) - 1]) - (len(out.hexes) + 2 - first) // 2 + self.draw(3) - 2
        turn = max(1, min(when, self.planner.last_turn))
        return make_flightpath(letter, kind, target, out, home, turn, first)

    def decoy(self, letter: str, mains: list[Raid]) -> RaidPlot | None:
        """Plot a Decoy that flies in like a Main Force and turns back far from the others."""
        board, far = self.board, self.board.distance
        main = mains[self.draw(len(mains)) - 1]
        turns = [
            hex_
            for hex_ in board.grid
            if hex_ not in board.barred_to_decoys
            and 3 <= min(far(hex_, entry) for entry in board.entries) <= 5
            and min(far(hex_, at) for at in main.route) >= 2
        ]
        hex_ = turns[self.draw(len(turns)) - 1]
        outs, homes = self.best(board.entries, (hex_,), True), self.best((hex_,), self.exits, True)
        if not (outs and homes):
            return None
        out, home = (found[min(self.draw(4), len(found)) - 1] for found in (outs, homes))
        return make_flightpath(letter, DECOY, "", out, home, max(1, main.turn + self.draw(2) - 2), self.draw(2))


def _unlike(pairs: list[tuple[StaffRoute, StaffRoute]]) -> list[tuple[StaffRoute, StaffRoute]]:
    """Pick pairs whose ways out have little in common, then the rest."""
    picked: list[tuple[StaffRoute, StaffRoute]] = []
    for pair in pairs:
        hexes = set(pair[0].hexes[:-1])
        if all(len(hexes & set(other[0].hexes)) <= ALIKE * len(hexes) for other in picked):
            picked.append(pair)
    return picked[:GOOD] + [pair for pair in pairs if pair not in picked[:GOOD]]


def make_flightpath(
    letter: str, kind: str, target: str, out: StaffRoute, home: StaffRoute, turn: int, first: int
) -> RaidPlot:
    """Write a flightpath down."""
    legs, back = ([Leg(leg.to, leg.via) for leg in way.legs] for way in (out, home))
    return RaidPlot(letter, kind, target, out.start, turn, first, legs, back)
