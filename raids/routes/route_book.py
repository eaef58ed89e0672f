"""Puts the route book together: what bots flew by the standard charts, and what was flown in nights that are over."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from django.conf import settings

from engine.bomber_command.analysis.routes import ALIKE, PlottedRoute, RouteFlight, RouteStats, hexes_of, likeness
from engine.bomber_command.charts.map import ScenarioMap
from play.sessions.models import Session
from raids.records.models import FlownLeg, FlownRaid

HOME = Path(settings.BASE_DIR) / "fixtures" / "routes"
MAIN = "main"
MOST_READ = 2000
"""Main Forces of finished nights that are read for one city, the latest."""

Tallies = dict[PlottedRoute, RouteStats]


class RouteRow(NamedTuple):
    """A way with those of bots and those of people who flew it."""

    way: PlottedRoute
    hexes: list[str]
    bots: RouteStats
    people: RouteStats

    @property
    def all(self) -> RouteStats:
        """Both together."""
        both = RouteStats()
        both.join(self.bots)
        both.join(self.people)
        return both


class FlownRoutes(msgspec.Struct):
    """Routes that bots have flown in a scenario:

    for each route to a city its entry, its legs out and home, and the sums.
    """

    nights: int
    routes: dict[str, list[tuple[str, tuple[str, ...], tuple[str, ...], tuple[int, ...]]]]


class RouteBookFile(msgspec.Struct):
    """Routes that bots have flown, by scenario; `manage.py route_book` makes the file."""

    provenance: str
    seed: int
    pack_hash: str
    scenarios: dict[str, FlownRoutes]


@cache
def _flown() -> RouteBookFile:
    """Return what bots have flown."""
    path = HOME / "bomber-command-standard.json"
    return msgspec.json.decode(path.read_bytes(), type=RouteBookFile)


def nights_flown(scenario: str) -> int:
    """Return how many nights bots have flown for the book."""
    return _flown().scenarios[scenario].nights


def by_bots(scenario: str, city: str) -> Tallies:
    """Return what bots flew to a city."""
    rows = _flown().scenarios[scenario].routes.get(city, ())
    return {PlottedRoute(city, entry, out, home): RouteStats(*sums) for entry, out, home, sums in rows}


def by_people(scenario: str, city: str, besides: Session | None = None) -> Tallies:
    """Return the routes flown to a city in finished nights, by all plotters; `besides` is a session left out."""
    flown = FlownRaid.objects.filter(
        night__over=True, night__scenario=scenario, night__session__counts=True, kind=MAIN, target=city, parent=""
    )
    if besides is not None:
        flown = flown.exclude(night__session=besides)
    raids = list(flown.order_by("-pk").values_list("night_id", "letter", "losses", "seen")[:MOST_READ])
    ends: dict[tuple[int, str], dict[str, list[str]]] = {}
    legs = FlownLeg.objects.filter(night__in={raid[0] for raid in raids}).order_by("place")
    for night, letter, part, start, end in legs.values_list("night_id", "letter", "way", "start", "end"):
        found = ends.setdefault((night, letter), {"start": [start], "out": [], "home": []})
        found[part].append(end)
    tallies: Tallies = {}
    for night, letter, lost, seen in raids:
        drawn = ends.get((night, letter))
        if drawn is not None:
            way = PlottedRoute(city, drawn["start"][0], tuple(drawn["out"]), tuple(drawn["home"]))
            tallies.setdefault(way, RouteStats()).add(RouteFlight(way, lost, seen))
    return tallies


def route_book(board: ScenarioMap, scenario: str, city: str, besides: Session | None = None) -> list[RouteRow]:
    """Return the ways to a city, the one flown most often first; `besides` is a session left out."""
    bots, people = by_bots(scenario, city), by_people(scenario, city, besides)
    rows = [
        RouteRow(way, hexes_of(board, way), bots.get(way, RouteStats()), people.get(way, RouteStats()))
        for way in dict.fromkeys((*bots, *people))
    ]
    return sorted(rows, key=lambda row: (-row.all.n, row.all.losses[0], row.way))


def similar_routes(rows: list[RouteRow], route: list[str]) -> Iterator[tuple[float, RouteRow]]:
    """Give the ways that are like a route, the likest first."""
    alike = [(likeness(route, row.hexes), row) for row in rows]
    yield from sorted(
        ((share, row) for share, row in alike if share >= ALIKE), key=lambda pair: (-pair[0], -pair[1].all.n)
    )
