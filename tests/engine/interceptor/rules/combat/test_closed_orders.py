"""Closed orders in the air stay visible: each with the reason and the rule that the case calls for."""

from __future__ import annotations

import pytest

from engine.interceptor.rules.combat import closed_orders
from engine.interceptor.rules.combat.bomber_combat import approach
from engine.interceptor.state import CLOSE, COMPETITIVE, HEAD_ON, LONG, ORIENTATIONS
from tests.engine.interceptor.flight_case import FlightCase

PASS = ("fire:port-wing", "burst:port-wing", "hold", "break-off")


def reasons(closed) -> dict[str, tuple[str, str]]:
    return {one.option: (one.reason, one.rule) for one in closed}


def in_a_pass(
    pilot: FlightCase, offered=PASS, *, helped: bool = False, quick: bool = False
) -> dict[str, tuple[str, str]]:
    return reasons(closed_orders.closed_in_pass(pilot.career, pilot.table(), offered, helped, quick))


def in_a_duel(pilot: FlightCase, offered=(), *, alone: bool = False, quick: bool = False) -> dict[str, tuple[str, str]]:
    return reasons(closed_orders.closed_in_duel(pilot.state, pilot.career, pilot.table(), offered, alone, quick))


@pytest.mark.rule("7.1.3")
def test_without_escorts_there_is_nobody_to_turn_on_or_to_slip_from():
    pilot = FlightCase().meet()
    pilot.run(approach, [], "decline")
    assert reasons(pilot.asked[0].closed) == {"escort": ("no-escort", "7.1.3"), "slip-away": ("no-escort", "7.1.10")}
    pilot = FlightCase().meet(escort="P-47")
    pilot.run(approach, [], "bombers")
    assert pilot.asked[0].closed == ()


@pytest.mark.rule("7.1.13")
def test_a_burst_is_closed_by_range_by_ammunition_or_by_the_last_gun():
    pilot = FlightCase().meet()
    pilot.target(reach=CLOSE)
    assert in_a_pass(pilot, ("fire:port-wing",))["burst"] == ("burst-close", "7.1.13")
    pilot.flight.reach = LONG
    assert in_a_pass(pilot, ("fire:port-wing",))["burst"] == ("burst-ammunition", "7.1.13")
    for row in pilot.plane.weapons:
        row.broken = True
    shut = in_a_pass(pilot, ())
    assert shut["burst"] == ("no-firepower", "7.1.13")
    assert shut["fire"] == ("no-firepower", "7.1.6")


@pytest.mark.rule("7.1.14")
@pytest.mark.parametrize(
    ("rockets", "reason"),
    [
        ("", "no-rockets"),
        ("loaded", "rockets-opening"),
        ("fired", "rockets-fired"),
        ("jettisoned", "rockets-fired"),
        ("damaged", "rockets-damaged"),
    ],
)
def test_rockets_say_why_they_stay_on_the_wing(rockets, reason):
    pilot = FlightCase().meet()
    pilot.target()
    pilot.plane.rockets = rockets
    assert in_a_pass(pilot)["rockets"] == (reason, "7.1.14")


@pytest.mark.rule("7.2.3.1")
def test_the_wingman_of_a_pass_is_gone_sent_or_spent():
    pilot = FlightCase().meet()
    pilot.target()
    for status in ("absent", "damaged", "lost"):
        pilot.career.wingman.status = status
        assert in_a_pass(pilot)["wingman"] == (f"wingman-{status}", "7.2.3.1")
    pilot.career.wingman.status = "present"
    assert in_a_pass(pilot)["wingman"][0] == "wingman-limit"
    assert in_a_pass(pilot, helped=True)["wingman"][0] == "wingman-sent"


@pytest.mark.rule("7.7")
def test_reflexes_are_unlearned_used_or_called_up_already():
    pilot = FlightCase().meet()
    pilot.target()
    assert in_a_pass(pilot)["reflexes"] == ("unlearned", "7.7")
    pilot.career.skills.append("reflexes")
    assert in_a_pass(pilot, quick=True)["reflexes"] == ("reflexes-now", "7.7")
    pilot.flight.reflexes_used = True
    assert in_a_pass(pilot)["reflexes"] == ("reflexes-used", "7.7")


@pytest.mark.rule("7.1.11")
def test_an_escort_closes_the_second_pass():
    pilot = FlightCase().meet()
    pilot.target()
    pilot.flight.escort = "P-47"
    assert in_a_pass(pilot)["again"] == ("escort-near", "7.1.11")
    pilot.flight.escort = ""
    assert "again" not in in_a_pass(pilot)


@pytest.mark.rule("7.2.2.1")
def test_who_is_faced_can_neither_fire_nor_leave():
    pilot = FlightCase()
    pilot.duel("P-47", "disadvantaged")
    shut = in_a_duel(pilot, ("defend", "wingman"))
    assert shut == {
        "fire": ("guns-do-not-bear", "7.2.2.1"),
        "disengage": ("facing", "7.3"),
        "bail-out": ("first-round", "7.6"),
    }
    pilot.flight.round, pilot.flight.orientation = 1, ORIENTATIONS.index("tailing")
    pilot.plane.leak = True
    assert in_a_duel(pilot, ("disengage",)) == {"fire": ("must-leave", "7.2.2.1"), "reflexes": ("unlearned", "7.7")}


@pytest.mark.rule("7.2.3.2")
def test_the_wingman_of_a_duel_needs_a_radio_and_a_round_in_which_he_is_near():
    pilot = FlightCase()
    pilot.duel("P-47", "head_on")
    assert pilot.flight.orientation == HEAD_ON
    assert in_a_duel(pilot, ("fire",))["wingman"] == ("radio", "7.2.3.2")
    assert in_a_duel(pilot, ("fire",), alone=True)["wingman"] == ("wingman-alone", "7.2.3.2")
    pilot.state.play = COMPETITIVE
    assert in_a_duel(pilot, ("fire",))["wingman"] == ("rival-chooses", "10.1.2")


@pytest.mark.rule("10.6")
def test_a_manoeuvre_that_was_flown_is_shown_as_used():
    pilot = FlightCase()
    pilot.duel("P-47", "head_on")
    pilot.flight.manoeuvres_used.append("chandelle")
    assert in_a_duel(pilot, ("fire",))["chandelle"] == ("used", "10.6")
