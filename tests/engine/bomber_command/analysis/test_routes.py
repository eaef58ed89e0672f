"""The route book: drawn routes, sums that can be combined, turns until a counter was on a raid."""

import pytest

from engine.bomber_command.analysis.routes import (
    ALIKE,
    PlottedRoute,
    RouteFlight,
    RouteStats,
    hexes_of,
    likeness,
    mean_of,
    route_flights,
    route_of,
    turns_until_detected,
)
from engine.bomber_command.rules.plots import Leg, Plot, RaidPlot
from engine.bomber_command.rules.plotting import Planner
from engine.bomber_command.simulate import Case, flights
from engine.bomber_command.state import HOME, Setup, State
from tests.engine.bomber_command.builders import CHARTS

BOARD = CHARTS.boards["berlin"]
WAY = PlottedRoute("stuttgart", "E8", ("F8", "G9", "M10"), ("E9",))


@pytest.fixture
def raid():
    """A Main Force to Stuttgart that enters on turn 2, as the planner lays it out."""
    night = State(Setup(), targets=["stuttgart"], stream=CHARTS.scenarios["berlin"].stream)
    staff_legs = _legs("E8", BOARD.cities["stuttgart"].hex), _legs(BOARD.cities["stuttgart"].hex, "E9")
    plot = Plot([RaidPlot("A", "main", "stuttgart", "E8", 2, 1, *staff_legs)])
    (raid,), _faults = Planner(night, CHARTS).judge(plot)
    return Planner(night, CHARTS), raid


def _legs(start, end):
    """Two legs at most from one hex to another."""
    ways = BOARD.legs(start)
    if end in ways:
        return [Leg(end, ways[end][0][0] if len(ways[end]) > 1 else "")]
    for middle, lines in ways.items():
        further = BOARD.legs(middle).get(end)
        if further:
            return [
                Leg(middle, lines[0][0] if len(lines) > 1 else ""),
                Leg(end, further[0][0] if len(further) > 1 else ""),
            ]
    raise AssertionError(f"no way from {start} to {end}")


@pytest.mark.rule("4.2.1")
def test_a_way_is_entry_and_ends_of_legs_and_gives_its_hexes_back(raid):
    _planner, flown = raid
    way = route_of(BOARD, flown)
    assert (way.city, way.entry) == ("stuttgart", "E8")
    assert way.out[-1] == BOARD.cities["stuttgart"].hex and way.home[-1] == "E9"
    assert likeness(hexes_of(BOARD, way), flown.route) >= 0.9


@pytest.mark.rule("8.2")
def test_it_was_first_seen_in_the_turn_in_which_a_counter_lay_where_it_stood(raid):
    planner, flown = raid
    stands = dict(planner.stands(flown))
    turns = sorted(stands)
    assert turns_until_detected(planner, flown, {}) is None
    assert turns_until_detected(planner, flown, {turns[0]: {"A1"}, turns[1]: {stands[turns[1]][0]}}) == turns[1] - 2
    # Its place a turn later or earlier is somebody else's counter.
    assert turns_until_detected(planner, flown, {turns[1]: {stands[turns[2]][0]}}) is None
    # A raid that is home again is followed from its entry all the same.
    flown.at, flown.status = len(flown.route) + 3, HOME
    assert turns_until_detected(planner, flown, {turns[0]: {stands[turns[0]][0]}}) == 0


def test_sums_give_means_with_their_errors_and_are_put_together():
    one, other = RouteStats(), RouteStats()
    for lost, seen in ((10, 1), (20, 3), (30, None)):
        one.add(RouteFlight(WAY, lost, seen))
    other.add(RouteFlight(WAY, 40, 2))
    assert one.losses == pytest.approx((20, 10 / 3**0.5))
    assert one.detection == pytest.approx((2, 1.0)) and one.n - one.seen == 1
    assert other.losses == (40, None)
    one.join(other)
    assert one.n == 4 and one.losses[0] == 25 and one.detection[0] == 2
    assert mean_of(0, 0, 0) == (0.0, None)


def test_routes_are_alike_by_the_hexes_that_they_share():
    assert likeness(["A1", "B1", "C1"], ["A1", "B1", "C1", "D1"]) == 1
    assert likeness(["A1", "B1"], ["C1", "D1"]) == 0 and likeness([], ["A1"]) == 0
    assert likeness(["A1", "B1", "C1"], ["A1", "X1", "Y1"]) < ALIKE


@pytest.mark.parametrize(("scenario", "mains"), [("berlin", 1), ("downfall", 2)])
def test_a_night_between_bots_leaves_a_flight_for_each_main_force(scenario, mains):
    found = flights(Case(seed=5, setup=Setup(scenario)), CHARTS, 1)
    assert len(found) == mains
    for flight in found:
        city = flight.way.city.removesuffix("-")
        assert flight.lost >= 0 and (flight.seen is None or 0 <= flight.seen < 20)
        assert flight.way.out[-1] == CHARTS.boards[scenario].cities[city].hex
    assert flights(Case(seed=5, setup=Setup(scenario)), CHARTS, 1) == found


def test_decoys_and_small_raids_have_no_place_in_it(raid):
    planner, flown = raid
    planner.night.raids = [flown]
    assert len(route_flights(planner.night, CHARTS, {})) == 1
    flown.kind = "decoy"
    assert route_flights(planner.night, CHARTS, {}) == []
