"""The controller's estimate: which cities the Main Forces probably fly to, from what the German player knows. [8.2]

A library holds the routes on which a British staff would fly to each city. Every detection, every bomb and every turn
without bombs weighs them. A city's share is the remaining weight of its routes, times its chits in the cup. Nothing
here
can reach a night: its only input is what the German player received.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from engine.bomber_command.bots.staff import Staff, StaffRoute
from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ScenarioMap
from engine.bomber_command.charts.schema import ScenarioName
from engine.bomber_command.events import BombingBegins, DetectionRolled, MosquitosBombed, RaidsDetected, TurnBegins
from engine.bomber_command.rules.plots import Plot, RaidPlot
from engine.bomber_command.rules.plotting import Planner, target_turn
from engine.bomber_command.state import MAIN, Setup, State
from engine.kernel.events import EventData
from engine.kernel.hexes import Grid

LIKELIEST = 5
LEAST_SIGHTINGS = 2
"""Below so many sightings nothing is said that a look at the chits would not say."""
MOST_ROUTES = 12
FAVOURED = (7, 5, 3, 1)
"""Frequency, in sixteenths, with which a staff takes the best of the routes, the next, and so on."""
OTHERWISE = 0.3
"""The share of commanders who fly another of the ways than a staff would."""
ENTRIES = {"berlin": (5, 5, 1), "downfall": (4, 4, 1, 1, 2, 2, 1)}
"""Frequency with which a Main Force enters on the first turn, the second, and so on."""

HERE = {
    "clarified": (1.0, 0.10, 0.03, 0.01),
    "detected": (1.0, 0.15, 0.05, 0.02),
}
"""Weight of a track whose Main Force should be at a counter's hex, one hex beside it, two, and further."""
AWAY = {"clarified": 0.03, "detected": 0.1}
"""Weight of a track that should not be on the map, when everything on it was found."""
UNSEEN = 0.03
"""Factor for a track whose bombs should have fallen and have not."""
NUISANCE = 0.15
"""Factor for a city that Mosquitos have bombed: a Main Force seldom follows them."""
TEMPER = {"berlin": 1.6, "downfall": 1.0}
"""Exponent of the weights: measured, so that an estimate of thirty per cent comes true as often.

In Downfall's sky two Main Forces and a Decoy fly: evidence about one of them is weaker for a city.
"""


class DetectionReport(msgspec.Struct):
    """The German player's information about one turn: the detection with its counters, and the cities bombed."""

    turn: int
    found: str = "none"
    counters: list[str] = []
    streams: list[str] = []
    harassed: list[str] = []
    bombed: list[str] = []

    @property
    def shows_all(self) -> bool:
        """Say whether everything on the map was found."""
        return self.found in HERE


class TargetTrack(msgspec.Struct, frozen=True):
    """One route to a city: its frequency, its place turn by turn, the turn in which it bombs."""

    weight: float
    bombs: int
    stands: dict[int, tuple[str, ...]]


class CityShare(NamedTuple):
    """A city, and how likely a Main Force is bound for it."""

    city: str
    share: float


class Estimate(NamedTuple):
    """The estimate: the likeliest cities, the number of sightings behind it, and facts already known."""

    shares: tuple[CityShare, ...]
    sightings: int
    known: tuple[str, ...]

    @property
    def tells(self) -> bool:
        """Say whether it is better than guessing."""
        return self.sightings >= LEAST_SIGHTINGS or bool(self.known)


def detection_reports(heard: Iterable[EventData]) -> list[DetectionReport]:
    """Read the German player's information into one sighting a turn."""
    turns: list[DetectionReport] = []
    for event in heard:
        if isinstance(event, TurnBegins):
            turns.append(DetectionReport(event.turn))
        elif not turns:
            continue
        elif isinstance(event, DetectionRolled):
            turns[-1].found = event.found
        elif isinstance(event, RaidsDetected):
            turns[-1].counters, turns[-1].streams = list(event.counters), list(event.streams)
        elif isinstance(event, MosquitosBombed):
            turns[-1].harassed.append(event.city)
        elif isinstance(event, BombingBegins):
            turns[-1].bombed.append(event.city)
    return turns


# The library ---------------------------------------------------------------------------------------------------------


class TrackLibrary:
    """The ways of a scenario by city, and how often each city is drawn."""

    def __init__(self, charts: Charts, scenario: ScenarioName, tracks: Mapping[str, Sequence[TargetTrack]]) -> None:
        self.scenario = scenario
        self.board: ScenarioMap = charts.boards[scenario]
        self.tracks = tracks
        self.draws = target_chances(charts, scenario)


_libraries: WeakKeyDictionary[Charts, dict[str, TrackLibrary]] = WeakKeyDictionary()


def libraries_of(charts: Charts) -> dict[str, TrackLibrary]:
    """Return the libraries that were found by these charts, by scenario: a cache as old as the charts."""
    return _libraries.setdefault(charts, {})


def track_library(charts: Charts, scenario: ScenarioName) -> TrackLibrary:
    """Return the library of a scenario, which is made where these charts have none yet."""
    libraries = libraries_of(charts)
    known = libraries.get(scenario)
    if known is None:
        known = libraries[scenario] = TrackLibrary(charts, scenario, make_tracks(charts, scenario))
    return known


def target_chances(charts: Charts, scenario: ScenarioName) -> list[dict[str, float]]:
    """Return how likely each city is for each Main Force; "" is a second visit to the first one's. [3.3, 4.5.1]"""
    if scenario == "berlin":
        return [_by_city(chit.city for chit in charts.tables.berlin_chits.rows.values())]
    rows = charts.tables.downfall_chits.rows.values()
    return [_by_city("" if chit.follow_up else chit.city for chit in rows if chit.set == cup) for cup in "AB"]


def _by_city(cities: Iterable[str]) -> dict[str, float]:
    names = list(cities)
    return {name: names.count(name) / len(names) for name in sorted(set(names))}


def make_tracks(charts: Charts, scenario: ScenarioName) -> dict[str, list[TargetTrack]]:
    """Search the ways to every city that can be drawn: some seconds of work, the same for the same charts."""
    draws = target_chances(charts, scenario)
    cities = sorted({city for cup in draws for city in cup if city})
    night = State(Setup(scenario), targets=cities[:1], stream=charts.scenarios[scenario].stream)
    planner = Planner(night, charts)
    staff = Staff(planner, charts, lambda sides: 1)
    return {city: list(_tracks(planner, staff, city)) for city in cities}


def _tracks(planner: Planner, staff: Staff, city: str) -> Iterable[TargetTrack]:
    pairs = staff.main_routes(city)[:MOST_ROUTES]
    entries = ENTRIES[planner.night.scenario]
    planner.night.targets = [city]
    for place, (out, home) in enumerate(pairs):
        weight = (1 - OTHERWISE) * (FAVOURED[place] if place < len(FAVOURED) else 0) / sum(FAVOURED)
        weight += OTHERWISE / len(pairs)
        for at, often in enumerate(entries):
            for first in (1, 2):
                yield _track(planner, city, out, home, at + 1, first, weight * often / sum(entries) / 2)


def _track(
    planner: Planner, city: str, out: StaffRoute, home: StaffRoute, turn: int, first: int, weight: float
) -> TargetTrack:
    plot = RaidPlot(planner.rules.letters[0], MAIN, city, out.start, turn, first, list(out.legs), list(home.legs))
    raid = planner.judge(Plot([plot]))[0][0]
    return TargetTrack(weight, target_turn(raid), {turn: tuple(hexes) for turn, hexes in planner.stands(raid)})


# The estimate --------------------------------------------------------------------------------------------------------


def estimate(library: TrackLibrary, seen: Sequence[DetectionReport]) -> Estimate:
    """Say which cities a Main Force is likeliest bound for."""
    known = tuple(dict.fromkeys(city for one in seen for city in one.bombed))
    worth = city_weights(library, seen)
    shares = _of_one(library, worth, known) if len(library.draws) == 1 else _of_two(library, worth, known)
    likeliest = sorted(shares, key=lambda share: (-share.share, share.city))[:LIKELIEST]
    count = sum(one.shows_all and bool(one.counters) for one in seen)
    return Estimate(tuple(likeliest), count, known)


def city_weights(library: TrackLibrary, seen: Sequence[DetectionReport]) -> dict[str, float]:
    """Say of each city how well what was seen fits a Main Force that flies to it, as far as the weights are trusted."""
    grid, temper = library.board.grid, TEMPER[library.scenario]
    return {city: _city_fit(grid, tracks, seen, city) ** temper for city, tracks in library.tracks.items()}


def _city_fit(grid: Grid, tracks: Sequence[TargetTrack], seen: Sequence[DetectionReport], city: str) -> float:
    """Say how well what was seen, and what was not, fits the ways to a city."""
    weights = [track.weight for track in tracks]
    fall = {one.turn for one in seen if city in one.bombed}
    for one in seen:
        near = _nearness(grid, one)
        for at, track in enumerate(tracks):
            if near is not None:
                weights[at] *= _fit(near, track.stands.get(one.turn, ()), one.found)
            if not fall and track.bombs + 1 == one.turn:
                weights[at] *= UNSEEN
        if city in one.harassed:
            weights = [NUISANCE * weight for weight in weights]
    return sum(weights)


def _nearness(grid: Grid, one: DetectionReport) -> dict[str, int] | None:
    """Return the distance of each hex near a counter from it; None for an incomplete detection."""
    if not one.shows_all:
        return None
    marks = one.streams if one.found == "clarified" else one.counters
    near: dict[str, int] = {}
    for steps in (2, 1, 0):
        for mark in marks:
            near.update(dict.fromkeys(grid.disc(mark, steps), steps))
    return near


def _fit(near: Mapping[str, int], stands: tuple[str, ...], found: str) -> float:
    """Say how well a complete detection fits the expected place of a Main Force."""
    if not stands:
        return AWAY[found]
    hexes = stands[1:] or stands if found == "clarified" else stands[:1]
    row = HERE[found]
    return sum(row[near.get(hex_, 3)] for hex_ in hexes) / len(hexes)


def _of_one(library: TrackLibrary, worth: Mapping[str, float], known: Sequence[str]) -> list[CityShare]:
    """Share out one Main Force's target."""
    if known:
        return [CityShare(known[0], 1.0)]
    weights = {city: chance * worth[city] for city, chance in library.draws[0].items()}
    whole = sum(weights.values()) or 1.0
    return [CityShare(city, weight / whole) for city, weight in weights.items()]


def _of_two(library: TrackLibrary, worth: Mapping[str, float], known: Sequence[str]) -> list[CityShare]:
    """Share out the targets of two Main Forces: how likely each city is one of them."""
    first, second = library.draws
    total, found = 0.0, dict.fromkeys(worth, 0.0)
    for city, chance in first.items():
        for other, more in second.items():
            both = {city, other or city}
            if not both.issuperset(known):
                continue
            weight = chance * more * worth[city] * worth[other or city]
            total += weight
            for one in both:
                found[one] += weight
    return [CityShare(city, weight / (total or 1.0)) for city, weight in found.items()]
