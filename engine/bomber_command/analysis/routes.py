"""The route book: how Main Forces fared by the way that they flew, from nights that are over. [4.2, 8.2, 9.8]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

import msgspec

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ScenarioMap
from engine.bomber_command.rules.plotting import Planner, legs_of
from engine.bomber_command.state import MAIN, Raid, State

ALIKE = 0.6
"""Share of common hexes from which two routes are twins."""


class PlottedRoute(NamedTuple):
    """A route as the pencil drew it: where it enters, and where each leg ends, out to the city and home again."""

    city: str
    entry: str
    out: tuple[str, ...]
    home: tuple[str, ...]


class RouteFlight(NamedTuple):
    """One Main Force that flew it: bombers lost, and the turns until it was first detected; none where it never was."""

    way: PlottedRoute
    lost: int
    seen: int | None


class RouteStats(msgspec.Struct):
    """Results of all raids on a route, as sums, so that tallies can be added."""

    n: int = 0
    lost: int = 0
    lost_squared: int = 0
    seen: int = 0
    seen_sum: int = 0
    seen_squared: int = 0

    def add(self, flight: RouteFlight) -> None:
        """Count one more."""
        self.n += 1
        self.lost += flight.lost
        self.lost_squared += flight.lost**2
        if flight.seen is not None:
            self.seen += 1
            self.seen_sum += flight.seen
            self.seen_squared += flight.seen**2

    def join(self, other: RouteStats) -> None:
        """Count all of another's."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def losses(self) -> tuple[float, float | None]:
        """The mean of the bombers lost, with its error; one flight has none."""
        return mean_of(self.n, self.lost, self.lost_squared)

    @property
    def detection(self) -> tuple[float, float | None]:
        """The mean of the turns until it was detected, with its error, of those that were."""
        return mean_of(self.seen, self.seen_sum, self.seen_squared)


def mean_of(n: int, total: int, squares: int) -> tuple[float, float | None]:
    """Return a mean and its standard error from sums."""
    if not n:
        return 0.0, None
    mean = total / n
    if n < 2:
        return mean, None
    return mean, sqrt(max(0.0, squares / n - mean * mean) / (n - 1))


def route_of(board: ScenarioMap, raid: Raid) -> PlottedRoute:
    """Return the way of a raid."""
    turning = raid.target_at
    out, home = (
        tuple(end for _start, end, _hexes in legs_of(board, route))
        for route in (raid.route[: turning + 1], raid.route[turning:])
    )
    return PlottedRoute(raid.target, raid.route[0], out, home)


def hexes_of(board: ScenarioMap, way: PlottedRoute) -> list[str]:
    """Return the hexes of a way, by the first of two lines where a leg may be drawn by either."""
    route = [way.entry]
    for end in (*way.out, *way.home):
        lines = board.legs(route[-1]).get(end, ())
        if not lines:
            return route
        route += lines[0]
    return route


def turns_until_detected(planner: Planner, raid: Raid, found: Mapping[int, Iterable[str]]) -> int | None:
    """Return how many turns a raid flew until a counter lay where it stood; `found` are the counters by turn."""
    for turn, hexes in planner.stands(msgspec.structs.replace(raid, at=-1)):
        if hexes and hexes[0] in found.get(turn, ()):
            return turn - raid.turn
    return None


def route_flights(night: State, charts: Charts, found: Mapping[int, Iterable[str]]) -> list[RouteFlight]:
    """Return the Main Forces of a night that is over."""
    planner = Planner(night, charts)
    return [
        RouteFlight(route_of(planner.board, raid), raid.losses, turns_until_detected(planner, raid, found))
        for raid in night.raids
        if raid.kind == MAIN
    ]


def likeness(one: Sequence[str], other: Sequence[str]) -> float:
    """Return the share of the hexes of the shorter of two routes that are also on the other."""
    ones, others = set(one), set(other)
    least = min(len(ones), len(others))
    return len(ones & others) / least if least else 0.0
