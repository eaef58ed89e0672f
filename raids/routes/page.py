"""The pages of the route book: the routes to a city on one map, each with its losses."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.bomber_command.analysis.estimate import target_chances
from engine.bomber_command.charts.compiled import Charts, load_charts
from engine.bomber_command.charts.map import ScenarioMap
from play.charts.selectors import pack_in
from play.games.text import GameText
from play.games.titles import words_for
from play.pages.hexmap import SIZE, extent_of
from play.sessions.models import Session
from raids.board.counters import path_of
from raids.board.map_box import MapBox
from raids.routes.route_book import RouteRow, nights_flown, route_book, similar_routes

GAME = "bomber-command"
SCENARIOS = ("berlin", "downfall")
DRAWN = 6
"""Ways that are drawn on the map, the first of the list."""
SIMILAR_ROUTES = 3
FLAK_NAMED = 3


class MapPlace(NamedTuple):
    """A name written on a map."""

    name: str
    x: str
    y: str
    is_target: bool


class RouteChoice(NamedTuple):
    """An entry of a list to choose from: its value and what it is called."""

    name: str
    word: str


@dataclass(frozen=True, kw_only=True)
class RouteLine:
    """A way to a city as the pages show it, with what became of all who flew it: losses, and when it was detected."""

    n: int
    mark: int
    drawn: bool
    path: str
    entry: str
    out: str
    home: str
    hexes: int
    people: int
    flown: int
    lost: str
    lost_error: str
    seen: str
    seen_error: str
    unseen: int
    share: int = 0
    """Per cent of the hexes of a compared route that are also hexes of this one."""


class SimilarRoutes(NamedTuple):
    """The ways like the route of a raid."""

    letter: str
    city: str
    rows: list[RouteLine]
    link: str


@dataclass(frozen=True, kw_only=True)
class RouteBookPage:
    """The page of a city."""

    scenario: str
    scenarios: list[RouteChoice]
    city: str
    city_said: str
    cities: list[RouteChoice]
    rows: list[RouteLine]
    nights: int
    flights: int
    people: int
    ground: str
    box: MapBox
    places: list[MapPlace]


def routes_shown(scenario: str, city: str) -> RouteBookPage:
    """Return the page of a city; of the city that is drawn oftenest where none is named."""
    charts = load_charts("standard")
    words = words_for(GAME, charts)
    drawn = drawn_in(charts, scenario)
    cities = sorted(drawn)
    city = city.casefold() if city.casefold() in drawn else max(cities, key=drawn.__getitem__)
    board = charts.boards[scenario]
    rows = route_book(board, scenario, city)
    return RouteBookPage(
        scenario=scenario,
        scenarios=[RouteChoice(one, scenario_word(words, one)) for one in SCENARIOS],
        city=city,
        city_said=words.name(city),
        cities=sorted((RouteChoice(one, words.name(one)) for one in cities), key=lambda one: one.word),
        rows=[row_shown(n, row, board) for n, row in enumerate(rows)],
        nights=nights_flown(scenario),
        flights=sum(row.all.n for row in rows),
        people=sum(row.people.n for row in rows),
        ground=ground_of(charts, scenario),
        box=MapBox(*extent_of(board.grid)),
        places=[_place(board, name, words.name(name), name == city) for name in cities if _is_named(board, name, city)],
    )


def ground_of(charts: Charts, scenario: str) -> str:
    """Return the address of the map beneath what is drawn."""
    return reverse("map_ground", args=[GAME, pack_in(charts).hash, scenario])


def drawn_in(charts: Charts, scenario: str) -> dict[str, float]:
    """Return how often each city is drawn as a target, over all cups of a scenario. [3.3]"""
    found: dict[str, float] = {}
    for cup in target_chances(charts, scenario):  # type: ignore[arg-type]
        for name in filter(None, cup):
            found[name] = found.get(name, 0.0) + cup[name]
    return found


def scenario_word(words: GameText, scenario: str) -> str:
    """Name a scenario."""
    return str(words.name("berlin-scenario" if scenario == "berlin" else scenario))


def _is_named(board: ScenarioMap, name: str, city: str) -> bool:
    """Say whether a name fits on the map: that of the city, and those of great ones that are apart."""
    row = board.cities[name]
    return name == city or ((row.flak or 0) >= FLAK_NAMED and len(board.cities_in[row.hex]) == 1)


def _place(board: ScenarioMap, name: str, word: str, is_target: bool) -> MapPlace:
    x, y = board.grid.centre(board.cities[name].hex, SIZE)
    return MapPlace(word, f"{x:.1f}", f"{y - 6:.1f}", is_target)


def row_shown(n: int, row: RouteRow, board: ScenarioMap, share: float = 0.0) -> RouteLine:
    """Return one way with its figures."""
    points = [board.grid.centre(hex_, SIZE) for hex_ in row.hexes if hex_ in board.grid]
    tally = row.all
    lost, error = tally.losses
    seen, seen_error = tally.detection
    return RouteLine(
        n=n % DRAWN,
        mark=n + 1,
        drawn=n < DRAWN,
        path=path_of(points) if len(points) > 1 else "",
        entry=row.way.entry,
        out=" – ".join(row.way.out),
        home=" – ".join(row.way.home),
        hexes=len(row.hexes) - 1,
        people=row.people.n,
        flown=tally.n,
        lost=f"{lost:.1f}",
        lost_error="" if error is None else f"{error:.1f}",
        seen=f"{seen:.1f}" if tally.seen else "",
        seen_error="" if seen_error is None else f"{seen_error:.1f}",
        unseen=tally.n - tally.seen,
        share=round(100 * share),
    )


def similar_routes_of(
    scenario: str, raids: Iterable[tuple[str, str, list[str]]], besides: Session | None = None
) -> list[SimilarRoutes]:
    """Return the twins of raids, given letter, city and route of each: what became of those who flew alike.

    A night that is over leaves itself out: `besides` is its session.
    """
    charts = load_charts("standard")
    words, board = words_for(GAME, charts), charts.boards[scenario]
    known: dict[str, list[RouteRow]] = {}
    found = []
    for letter, city, route in raids:
        if city not in board.cities:
            continue
        if city not in known:
            known[city] = route_book(board, scenario, city, besides)
        alike = [
            row_shown(n, row, board, share)
            for n, (share, row) in enumerate(list(similar_routes(known[city], route))[:SIMILAR_ROUTES])
        ]
        link = f"{reverse('raid_routes')}?scenario={scenario}&city={city}"
        found.append(SimilarRoutes(letter, words.name(city), alike, link))
    return found


def similar_routes_text(scenario: str, city: str, route: list[str]) -> list[str]:
    """Say the twins of one raid in lines, as the plotting table shows them while it is drawn."""
    found = [_similar_route_text(row) for one in similar_routes_of(scenario, [("", city, route)]) for row in one.rows]
    return found or [_("Nobody has flown a similar route.")]


def _similar_route_text(row: RouteLine) -> str:
    flown = ngettext(
        "flown %(n)s time, %(lost)s bombers lost", "flown %(n)s times, %(lost)s bombers lost on average", row.flown
    ) % {"n": row.flown, "lost": row.lost}
    if row.lost_error:
        flown += f" (± {row.lost_error})"
    facts = {"share": row.share, "entry": row.entry, "out": row.out}
    parts = [_("%(share)s in 100 hexes are the same: %(entry)s – %(out)s") % facts, flown]
    if row.seen:
        parts.append(_("first detected after %(n)s turns") % {"n": row.seen})
    return " · ".join(parts)


def heading(city: str) -> str:
    """Title the page of a city."""
    return _("Routes to %(city)s") % {"city": city}
