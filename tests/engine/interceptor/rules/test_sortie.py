"""The sequence of play [6]: calendar, raids, range, interception in each box, and how a sortie ends."""

from __future__ import annotations

import pytest

from engine.interceptor.charts.schema import Contact
from engine.interceptor.rules import sortie
from engine.interceptor.rules.sortie import (
    begin_line,
    begin_month,
    debrief,
    fall,
    fly,
    leave_box,
    meet_fighters,
    roll_contact,
    roll_raid,
    roll_target,
)
from engine.interceptor.state import (
    ADVANTAGED,
    HEAD_ON,
    KILLED,
    MONTHS,
    SERIOUS,
    Absence,
    Options,
    SortieFlight,
    SortieRaid,
)
from tests.engine.interceptor.flight_case import FlightCase, cards, d


def grounded(**more) -> FlightCase:
    pilot = FlightCase(**more)
    pilot.career.flight, pilot.career.stage, pilot.state.raid = None, "ready", None
    pilot.state.phase = "raid"
    return pilot


def year(pilot: FlightCase, rule_, script: list, *orders: str):
    """Run a rule of the calendar, which belongs to no pilot."""
    return pilot.run(lambda state, career, table: rule_(state, table), script, *orders)


# The calendar ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.5.1")
@pytest.mark.rule("4.3.3")
def test_the_cards_are_shuffled_every_month():
    pilot = grounded()
    deck = pilot.state.deck
    deck.discards, deck.pile = deck.pile[:200], deck.pile[200:]
    year(pilot, begin_month, [])
    assert len(deck.pile) == 360 and deck.discards == []
    assert pilot.state.phase == "raid" and pilot.told("month.begins")[0]["raids"] == 4


@pytest.mark.rule("6.1")
@pytest.mark.parametrize(
    ("month", "dice", "target"),
    [("1943-03", (4, 5), "Vegesack"), ("1943-07", (1, 5), "Kassel"), ("1943-04", (3,), "Brest")],
)
def test_raids_by_month(month, dice, target):
    pilot = grounded(month=month)
    assert roll_raid(pilot.state, pilot.table(d("raid", *dice))).target == target


@pytest.mark.rule("6.1")
def test_a_log_line_brings_a_raid_and_weather():
    pilot = grounded(month="1943-03")
    year(pilot, begin_line, [d("raid", 3, 3), d("weather", 4, 5)])
    assert (pilot.state.raid.target, pilot.flight.weather) == ("Rouen", "poor")
    assert (pilot.flight.box, pilot.flight.last_box, pilot.flight.stage) == (1, 4, "box")


@pytest.mark.rule("4.6.3")
def test_a_raid_out_of_range_is_no_sortie():
    pilot = grounded(month="1943-07", unit=12)
    year(pilot, begin_line, [d("raid", 3, 4)])
    assert pilot.state.raid.zone == "France" and pilot.career.flight is None
    assert [line.kind for line in pilot.career.log] == ["grey"]
    assert pilot.career.flights == pilot.career.sorties == 0


@pytest.mark.rule("4.6")
@pytest.mark.rule("4.6.3")
def test_a_twin_reaches_every_zone():
    pilot = grounded(model="Me410A", month="1943-07", unit=12)
    year(pilot, begin_line, [d("raid", 3, 4), d("weather", 1, 1)])
    assert (pilot.flight.box, pilot.flight.last_box) == (5, 6)


@pytest.mark.rule("6.1")
def test_who_is_away_misses_the_line_and_no_raid_is_rolled():
    pilot = grounded()
    pilot.career.absences = [Absence("repair", 1)]
    year(pilot, begin_line, [])
    assert pilot.state.raid is None
    assert [line.kind for line in pilot.career.log] == ["missed"]


@pytest.mark.rule("10.3")
def test_a_tired_pilot_may_stay_down():
    pilot = grounded(month="1943-03", options=Options(fatigue=True))
    pilot.career.fatigue = 5
    year(pilot, begin_line, [d("raid", 3, 3)], "stay")
    assert pilot.career.flight is None and pilot.career.fatigue == 3


@pytest.mark.rule("4.3.3")
@pytest.mark.rule("5.1")
@pytest.mark.rule("5.1.1")
@pytest.mark.rule("6.0")
def test_lines_months_and_the_end_of_the_year():
    pilot = grounded(month="1943-04")
    state = pilot.state
    for line in range(4):
        assert (MONTHS[state.month], state.line) == ("1943-04", line)
        year(pilot, sortie.end_line, [])
    assert (MONTHS[state.month], state.line, state.phase) == ("1943-05", 0, "month")
    state.month, state.line = 11, 7
    year(pilot, sortie.end_line, [d("promotion", 6)])
    assert state.phase == "over" and pilot.career.stage == "over"
    assert MONTHS[state.month] == "1944-02"


@pytest.mark.rule("7.9.3")
def test_promotions_are_looked_at_when_june_is_over():
    pilot = grounded(month="1943-06")
    pilot.state.line = 7
    year(pilot, sortie.end_line, [d("promotion", 4)])
    assert pilot.career.rank == 1


@pytest.mark.rule("5.1.3")
def test_the_game_ends_with_the_pilot():
    pilot = grounded()
    pilot.career.alive = False
    year(pilot, sortie.end_line, [])
    assert pilot.state.phase == "over"


# Boxes -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.1")
def test_he_may_go_home_from_any_box():
    pilot = FlightCase()
    pilot.search([d("landing", 3, 3)], "go-home")
    assert (pilot.flight.end, pilot.flight.landing) == ("landed", "safe")


@pytest.mark.rule("7.1.2")
@pytest.mark.rule("6.1")
def test_a_raid_that_is_not_found_costs_a_box():
    pilot = FlightCase(box=2)
    pilot.search([d("intercept", 1, 2)], "search")
    assert pilot.flight.box == 3 and not pilot.flight.end


@pytest.mark.rule("6.1")
@pytest.mark.rule("7.2.2.9")
def test_after_the_last_box_he_lands():
    pilot = FlightCase(box=4)
    pilot.search([d("intercept", 1, 2), d("landing", 2, 2)], "search")
    assert pilot.flight.end == "landed"


@pytest.mark.rule("7.7")
def test_navigation_finds_the_raid_with_an_advantage():
    pilot = FlightCase(skills=("navigation",))
    pilot.search([d("intercept", 1, 2), d("target", 3)], "search", "decline")
    assert pilot.flight.met == ADVANTAGED


@pytest.mark.rule("7.1.2")
@pytest.mark.parametrize(
    ("dice", "orientation", "sun"),
    [
        ((1, 4), "head_on", False),
        ((3, 4), "head_on", False),
        ((4, 5), "advantaged", False),
        ((5, 6), "advantaged", True),
    ],
)
def test_how_unescorted_bombers_are_met(dice, orientation, sun):
    """A disadvantage means nothing without escorts. [7.1.2]"""
    pilot = FlightCase()
    pilot.search([d("intercept", *dice), d("target", 3)], "search", "decline")
    question = pilot.asked[-1].question
    assert (question.orientation, question.sun) == (HEAD_ON if orientation == "head_on" else ADVANTAGED, sun)


@pytest.mark.rule("7.1.2")
def test_a_disadvantage_with_escorts_leads_to_them_at_once():
    pilot = FlightCase(month="1943-08")
    script = [d("intercept", 1, 4), cards(45, 25)]
    pilot.search(script, "search", "defend")
    assert (
        pilot.told("fighter.engaged")[0] | {"enemy": "P-47", "orientation": "disadvantaged"}
        == pilot.told("fighter.engaged")[0]
    )


@pytest.mark.rule("7.1.2")
@pytest.mark.parametrize(
    ("month", "zone", "dice", "bomber", "escort"),
    [
        ("1943-04", "France", (9,), "B-24", ""),
        ("1943-07", "Ruhr", (), "B-17", "P-47"),
        ("1943-05", "France", (1, 4), "B-17", "P-47"),
        ("1943-05", "France", (10, 5), "B-24", ""),
        ("1944-02", "Berlin", (7, 9), "B-17", "P-51"),
    ],
)
def test_targets_and_escorts_are_rolled_where_they_can_differ(month, zone, dice, bomber, escort):
    pilot = FlightCase(month=month)
    pilot.state.raid = SortieRaid("somewhere", zone)
    table = pilot.table(d("target", *dice))
    assert roll_target(pilot.state, table) == (bomber, escort)
    table.dice.finish()


@pytest.mark.rule("7.1.2")
@pytest.mark.rule("7.2.1")
@pytest.mark.parametrize(
    ("dice", "enemy", "orientation"), [((1, 1), "P-47", "disadvantaged"), ((5, 5), "Spitfire IX", "head_on")]
)
def test_a_sweep_must_be_fought_and_then_costs_a_box(dice, enemy, orientation):
    pilot = FlightCase()
    script = [d("intercept", *dice), cards(45, 25)]
    pilot.search(script, "search", "defend")
    assert pilot.told("fighter.engaged")[0]["enemy"] == enemy
    assert pilot.told("fighter.engaged")[0]["orientation"] == orientation
    assert pilot.flight.box == 2


@pytest.mark.rule("7.2.2")
@pytest.mark.rule("7.1.2")
def test_a_sweep_that_a_chart_puts_before_him_out_of_the_sun_gives_a_free_shot():
    pilot = FlightCase()
    contact = Contact(result="fighters", orientation="out_of_the_sun", enemy="P-47")
    # His own card 12 destroys; the enemy has no card.
    pilot.run(lambda state, career, table: meet_fighters(state, [career], contact, table), [cards(12)], "fire", "end")
    assert pilot.told("fighter.engaged")[0]["sun"] and pilot.told("fighter.down")
    assert not pilot.told("enemy.defends")


@pytest.mark.rule("7.10")
def test_the_first_twelve_is_an_event_and_the_second_a_sweep():
    pilot = FlightCase()
    pilot.search([d("intercept", 6, 6), d("event", 1, 4)], "search")
    assert pilot.flight.events == ["radio-dead"] and pilot.flight.box == 2
    pilot.search([d("intercept", 6, 6), cards(45, 25)], "search", "defend")
    assert pilot.told("fighter.engaged")[0]["enemy"] == "P-47"


@pytest.mark.rule("7.10")
def test_a_controllers_update_rolls_again_once():
    pilot = FlightCase()
    pilot.flight.markers = ["controller-update"]
    table = pilot.table(d("intercept", 1, 2, 3, 4))
    contact = pilot.fly(roll_contact(pilot.career, table), "reroll")
    assert contact.result == "bombers" and pilot.flight.markers == []


# The end of a sortie -----------------------------------------------------------------------------------------------


def leave(pilot: FlightCase, script: list, *orders: str) -> None:
    pilot.run(leave_box, script, *orders)


@pytest.mark.rule("7.4.2")
@pytest.mark.rule("7.4.8")
@pytest.mark.parametrize("trouble", ["oxygen", "wound", "engine"])
def test_who_must_go_home_does_not_search_on(trouble):
    pilot = FlightCase("Bf110G-2" if trouble == "engine" else "Fw190A-4")
    pilot.plane.oxygen = trouble != "oxygen"
    if trouble == "wound":
        pilot.flight.pilot_wound = SERIOUS
    if trouble == "engine":
        pilot.plane.engines, pilot.flight.escaping = [2, 0], "engine"
    leave(pilot, [d("landing", 1, 1)], "land")
    assert pilot.flight.end == "landed"


@pytest.mark.rule("7.4.1")
def test_a_damaged_engine_does_not_end_the_sortie():
    pilot = FlightCase("Bf109G-6")
    pilot.plane.engines = [1]
    leave(pilot, [])
    assert pilot.flight.box == 2 and not pilot.flight.end


@pytest.mark.rule("7.6")
@pytest.mark.rule("7.4.1")
def test_shot_down_he_jumps():
    pilot = FlightCase()
    pilot.flight.doom = "airframe"
    leave(pilot, [d("parachute", 3, 3)])
    assert (pilot.flight.end, pilot.plane.lost, pilot.career.alive) == ("shot-down", True, True)


@pytest.mark.rule("7.4.1")
@pytest.mark.rule("7.6")
@pytest.mark.rule("5.1.3")
@pytest.mark.parametrize(("doom", "death"), [("explosion", "tank"), ("", "air"), ("airframe", "air")])
def test_nobody_jumps_after_an_explosion_or_when_dead(doom, death):
    pilot = FlightCase()
    pilot.flight.doom, pilot.flight.pilot_wound = doom, KILLED
    leave(pilot, [])
    assert (pilot.flight.end, pilot.career.death, pilot.career.alive) == ("killed", death, False)


@pytest.mark.rule("5.1.3")
def test_death_under_the_parachute_and_on_landing_ends_the_career():
    pilot = FlightCase()
    pilot.flight.doom = "fire"
    leave(pilot, [d("parachute", 6, 6)])
    assert (pilot.career.death, pilot.career.alive) == ("parachute", False)
    pilot = FlightCase()
    pilot.flight.weather, pilot.plane.controls, pilot.flight.pilot_wound = "bad", 1, SERIOUS
    pilot.search([d("landing", 6, 6)], "go-home", "land")
    assert (pilot.career.death, pilot.career.alive) == ("landing", False)


@pytest.mark.rule("7.4")
def test_falling_tells_its_cause():
    pilot = FlightCase()
    pilot.flight.doom = "controls"
    table = pilot.table(d("parachute", 1, 1))
    fall(pilot.state, pilot.career, table)
    assert [event.data.cause for event in table.log.events if event.kind == "interceptor.down"] == ["controls"]


@pytest.mark.rule("7.1.14")
def test_a_formation_is_together_again_in_the_next_box():
    pilot = FlightCase()
    pilot.flight.loose = pilot.flight.sun = True
    pilot.flight.escort, pilot.flight.location, pilot.flight.round = "P-47", 3, 4
    leave(pilot, [])
    flight = pilot.flight
    assert (flight.loose, flight.sun, flight.escort, flight.location, flight.round) == (False, False, "", 0, 0)


@pytest.mark.rule("6.1")
def test_a_sortie_is_flown_debriefed_and_followed_by_the_next_line():
    pilot = FlightCase()
    year(pilot, fly, [d("landing", 3, 3)], "go-home")
    assert pilot.state.phase == "debriefing"
    pilot.career.experience = 0
    pilot.career.wingman.experience = 0
    year(pilot, debrief, [])
    assert pilot.career.flight is None and pilot.career.flights == 1
    assert (pilot.state.phase, pilot.state.line) == ("raid", 1)


@pytest.mark.rule("6.1")
def test_two_log_lines_have_nothing_of_each_other():
    assert SortieFlight().engagements is not SortieFlight().engagements


@pytest.mark.rule("4.6.2")
@pytest.mark.rule("4.6.3")
def test_a_raid_may_be_met_in_the_last_endurance_box_and_not_beyond():
    pilot, in_the_last = FlightCase(), 0
    for zone, tracks in pilot.pack.tables.tracks.rows.items():
        for model, mat in pilot.pack.models.items():
            pilot.career.zone, pilot.career.plane.model = zone, model
            track = tracks[mat.series]
            for target, entry in track.entry.items():
                found = sortie.entry_box(pilot.career, target, pilot.pack)
                assert found == (entry if entry and entry <= track.boxes else 0)
                in_the_last += entry == track.boxes
    assert in_the_last
