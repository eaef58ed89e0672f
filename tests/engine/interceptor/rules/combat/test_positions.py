"""Advanced combat against bombers on the Position Chart [10.5]."""

from __future__ import annotations

import msgspec
import pytest

from engine.interceptor.rules.combat.bomber_combat import attack_bombers, bomber_pass, defence_mods, find_bomber
from engine.interceptor.rules.combat.positions import open_positions, price
from engine.interceptor.state import Options
from tests.engine.interceptor.flight_case import FlightCase, cards, charts, d

ADVANCED = Options(positions=True)


def passes(state, career, table):
    find_bomber(state, career, table)
    yield from bomber_pass(state, career, table)


def pilot_at(orientation: str = "head_on", **more) -> FlightCase:
    return FlightCase(options=ADVANCED, **more).meet(orientation=orientation)


def pilot_who_turns_freely() -> FlightCase:
    """A pilot who may attack again without a shot, as by rules before 3: so only the places matter."""
    return FlightCase(options=msgspec.structs.replace(ADVANCED, turns_freely=True)).meet(orientation="head_on")


@pytest.mark.rule("10.5")
@pytest.mark.parametrize(("die", "height", "place"), [(1, 1, "go:1:low"), (5, 4, "go:5:level"), (8, 6, "go:8:high")])
def test_the_place_is_rolled(die, height, place):
    pilot = pilot_at()
    pilot.run(passes, [d("position", die, height)], place, "break-off")
    assert pilot.asked[0].options[0] == place


@pytest.mark.rule("10.5")
def test_one_place_aside_and_one_level_up_or_down():
    pack = charts()
    assert set(open_positions(5, "level", pack)) == {
        f"go:{place}:{level}" for place in (5, 3, 7) for level in ("low", "level", "high")
    }
    assert set(open_positions(1, "low", pack)) == {
        f"go:{place}:{level}" for place in (1, 2, 3) for level in ("low", "level")
    }
    assert set(open_positions(1, "high", pack)) == {
        f"go:{place}:{level}" for place in (1, 2, 3) for level in ("high", "level")
    }
    assert set(open_positions(9, "climb", pack)) == {"go:9:climb"} | {f"go:{place}:low" for place in range(1, 9)}
    assert set(open_positions(10, "dive", pack)) == {"go:10:dive"} | {f"go:{place}:high" for place in range(1, 9)}


@pytest.mark.rule("10.5")
@pytest.mark.parametrize(
    ("option", "here", "cost"),
    [
        ("go:5:level", (5, "level"), (0, False)),
        ("go:3:level", (5, "level"), (1, False)),
        ("go:5:high", (5, "level"), (0, True)),
        ("go:5:low", (5, "level"), (0, False)),
        ("go:7:high", (5, "level"), (1, True)),
        ("go:4:low", (9, "climb"), (1, True)),
        ("go:9:climb", (9, "climb"), (0, False)),
        ("go:4:high", (10, "dive"), (0, False)),
        ("go:10:dive", (10, "dive"), (0, False)),
    ],
)
def test_what_a_change_costs(option, here, cost):
    assert price(option, *here) == cost


@pytest.mark.rule("10.5")
def test_a_step_aside_costs_a_hit_that_acm_does_not_stop():
    pilot = pilot_at(skills=("acm",))
    pilot.run(passes, [d("position", 5, 3), d("combat", 1, 2)], "go:3:level", "break-off")
    assert pilot.plane.port_wing == 1


@pytest.mark.rule("10.5")
def test_who_climbs_is_fired_at_first_at_long_range_whatever_he_rolled():
    pilot = pilot_at("advantaged")
    # Front quarter high: the fighter hits once more. The gunner hit comes too late for this round.
    script = [d("position", 2, 3), cards(2), d("combat", 6, 3), cards(11), d("combat", 4, 4)]
    pilot.run(passes, script, "go:2:high", "fire:airframe", "break-off")
    kinds = [event.kind for event in pilot.events]
    assert kinds.index("bomber.fires") < kinds.index("bomber.attacked")
    assert pilot.mods("bomber.attacked") == {"long": -1, "position": 1}


@pytest.mark.rule("10.5")
def test_who_is_shot_down_first_does_not_fire():
    pilot = pilot_at()
    pilot.plane.port_wing = 3
    script = [d("position", 2, 3), cards(2), d("combat", 1, 2)]
    pilot.run(passes, script, "go:2:high", "fire:airframe")
    assert not pilot.told("bomber.attacked") and pilot.flight.doom == "port-wing"


@pytest.mark.rule("10.5")
@pytest.mark.parametrize(("place", "bomber", "fighter"), [((1, 3), -1, 0), ((8, 3), 2, 1), ((4, 3), 0, -1)])
def test_the_place_changes_the_hits_of_both(place, bomber, fighter):
    pilot = pilot_at()
    pilot.run(passes, [d("position", *place)], f"go:{place[0]}:level", "break-off")
    pilot.flight.reach = 1
    question = pilot.asked[1].question
    assert [value for value, reason, _ in question.theirs if reason == "position"] == ([bomber] if bomber else [])
    assert [value for value, reason, _ in question.ours if reason == "position"] == ([fighter] if fighter else [])


@pytest.mark.rule("10.5")
def test_a_b17g_fires_once_more_at_the_front_at_all_ranges():
    for place, extra in ((1, True), (2, True), (3, True), (4, False), (8, False)):
        pilot = pilot_at()
        pilot.target("B-17G")
        pilot.flight.location, pilot.flight.altitude = place, "level"
        for reach in range(3):
            pilot.flight.reach = reach
            mods = {mod.reason for mod in defence_mods(pilot.career, pilot.table(), 0, 0)}
            assert ("chin-turret" in mods) is extra


@pytest.mark.rule("10.5")
def test_b17gs_are_met_in_the_advanced_game_only():
    for options, script, kind in (
        (ADVANCED, d("target", 1), "B-17G"),
        (ADVANCED, d("target", 9), "B-17"),
        (Options(), [], "B-17"),
    ):
        pilot = FlightCase(month="1944-02", options=options).meet()
        table = pilot.table(script)
        find_bomber(pilot.state, pilot.career, table)
        table.dice.finish()
        assert pilot.flight.target.type == kind


@pytest.mark.rule("10.5")
@pytest.mark.parametrize(("die", "order", "part"), [(9, "go:9:climb", "bomb-bay"), (10, "go:10:dive", "cockpit")])
def test_a_vertical_attack_is_one_round_at_medium_with_a_package_of_its_own(die, order, part):
    pilot = pilot_at()
    # Card 9 is group damage at 12: wings, airframe, and the bay or the cockpit.
    extra = d("combat", 1, 1) if part == "bomb-bay" else d("combat", 3)
    script = [d("position", die), cards(9), extra, cards(45)]
    hits = 2 if die == 9 else 1
    script.append(d("combat", *[6, 3] * hits))
    pilot.run(passes, script, order, "fire:port-wing")
    bomber = pilot.flight.target
    assert (bomber.port_wing, bomber.starboard_wing, bomber.airframe) == (1, 1, 1)
    assert bomber.gunners == (part == "cockpit")
    assert pilot.told("bomber.fires")[0]["hits"] == hits
    assert [question.kind for question in pilot.asked] == ["bomber.position", "bomber.round"]


@pytest.mark.rule("10.5")
def test_rockets_are_not_fired_in_a_vertical_attack():
    pilot = pilot_at(model="Fw190A-4/R6")
    pilot.run(passes, [d("position", 10)], "go:10:dive", "break-off")
    assert "rockets:airframe" not in pilot.asked[1].options


@pytest.mark.rule("10.5")
def test_a_second_pass_begins_opposite_at_the_same_height():
    pilot = pilot_who_turns_freely()
    script = [d("position", 3, 5)]
    pilot.run(attack_bombers, script, "go:3:high", "break-off", "same", "go:6:high", "break-off", "leave")
    again = [question for question in pilot.asked if question.kind == "bomber.position"][1]
    assert set(again.options) == {f"go:{place}:{level}" for place in (6, 4, 8) for level in ("high", "level")}


@pytest.mark.rule("10.5")
def test_after_a_vertical_attack_the_place_is_rolled_anew():
    pilot = pilot_who_turns_freely()
    script = [d("position", 10), d("position", 4, 3)]
    pilot.run(attack_bombers, script, "go:10:dive", "break-off", "same", "go:4:level", "break-off", "leave")


@pytest.mark.rule("10.5")
def test_in_the_basic_game_there_is_no_place():
    pilot = FlightCase().meet()
    pilot.run(passes, [], "break-off")
    assert pilot.flight.location == 0


@pytest.mark.rule("10.5")
@pytest.mark.rule("7.1.15")
@pytest.mark.parametrize("order", ["fire:airframe", "burst:airframe"])
def test_who_loses_his_last_guns_to_the_first_shot_flips_no_card(order):
    pilot = pilot_at()
    for row in (pilot.plane.weapons[0], pilot.plane.weapons[2]):
        row.broken = True
    # Card 2 of the bomber hits the second weapon.
    # A burst makes him a steady target, for a second hit.
    more = (6, 3) if order.startswith("burst") else ()
    script = [d("position", 2, 3), cards(2), d("combat", 3, 1, *more)]
    pilot.run(passes, script, "go:2:high", order, "break-off")
    assert not pilot.told("bomber.attacked") and pilot.plane.weapons[1].ammo == 6
