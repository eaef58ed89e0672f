"""Random events [7.10]: every row of the chart."""

from __future__ import annotations

import pytest

from engine.interceptor.rules.random_events import random_event
from tests.engine.interceptor.flight_case import FlightCase, cards, d


def event(pilot: FlightCase, total: int, script: list | None = None, *orders: str) -> FlightCase:
    dice = (total // 2, total - total // 2)
    pilot.run(random_event, [d("event", *dice), *(script or [])], *orders)
    return pilot


@pytest.mark.rule("7.10")
def test_bounced_he_starts_tailed_and_alone():
    pilot = event(FlightCase(), 2, [cards(45, 10), d("initiative", 1, 6), cards(45, 25)], "defend", "defend")
    assert pilot.told("fighter.engaged")[0]["orientation"] == "tailed"
    assert "wingman" not in pilot.asked[0].options
    assert "wingman" in pilot.asked[1].options


@pytest.mark.rule("7.10")
def test_engine_trouble_and_a_dead_radio():
    assert event(FlightCase(), 3).plane.engines == [1]
    assert event(FlightCase(), 5).flight.radio_dead


@pytest.mark.rule("7.10")
def test_a_test_burst_jams_a_weapon_that_can_jam():
    pilot = event(FlightCase(), 4, [d("jam", 2)])
    assert [row.jammed for row in pilot.plane.weapons] == [False, True, False]
    pilot = FlightCase()
    for row in pilot.plane.weapons[:2]:
        row.broken = True
    event(pilot, 4)
    assert not pilot.plane.weapons[2].jammed


@pytest.mark.rule("7.10")
def test_the_wingman_turns_back():
    assert event(FlightCase(), 6).career.wingman.status == "absent"
    pilot = FlightCase()
    pilot.career.wingman.status = "damaged"
    assert event(pilot, 6).career.wingman.status == "damaged"


@pytest.mark.rule("7.10")
@pytest.mark.parametrize(("total", "marker"), [(8, "cloud-bank"), (10, "eyewitness"), (11, "mine-shells")])
def test_markers_that_are_kept(total, marker):
    assert event(FlightCase(), total).career.markers == [marker]


@pytest.mark.rule("7.10")
def test_a_marker_for_the_sortie_and_a_mention():
    assert event(FlightCase(), 7).flight.markers == ["controller-update"]
    pilot = event(FlightCase(), 12)
    assert pilot.flight.prestige == 1 and pilot.career.points == 0


@pytest.mark.rule("7.10")
def test_a_straggler_is_alone_hurt_and_out_of_formation():
    script = [d("flak", 2, 1, 4), cards(45, 2)]
    pilot = event(FlightCase(), 9, script, "bombers", "fire:airframe", "break-off", "leave")
    assert pilot.told("bomber.flak")[0]["hits"] == 2
    assert pilot.mods("bomber.fires") == {"long-alone": -1, "gunners": -1}
    again = next(question for question in pilot.asked if question.kind == "bomber.again")
    assert again.options == ("same", "leave", "bail-out")


@pytest.mark.rule("7.10")
def test_a_straggler_shot_down_ends_the_encounter_and_may_be_declined():
    pilot = event(FlightCase(), 9, [d("flak", 1, 8), cards(12, 6)], "bombers", "fire:airframe")
    assert pilot.flight.engagements[0].result == "destroyed"
    assert event(FlightCase(), 9, [], "decline").flight.engagements == []


@pytest.mark.rule("7.10")
def test_an_event_is_written_on_the_log():
    pilot = event(FlightCase(), 5)
    assert pilot.flight.events == ["radio-dead"] and pilot.flight.event_had


@pytest.mark.rule("7.10")
@pytest.mark.rule("7.1.4")
@pytest.mark.parametrize(("box", "bombs"), [(2, True), (3, False)])
def test_a_straggler_may_have_its_bombs(box, bombs):
    pilot = FlightCase(box=box)
    pilot.run(
        random_event,
        [
            d(
                "event",
                4,
                5,
            ),
            d("flak", 1, 8),
        ],
        "bombers",
        "break-off",
    )
    assert pilot.asked[1].question.bombs is bombs
