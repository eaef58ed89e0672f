"""Aircraft damage [7.4]: every result of the damage charts on every kind of aircraft."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.interceptor.charts.compiled import Charts
from engine.interceptor.rules.combat import damage
from engine.interceptor.rules.combat.damage import (
    damaged_systems,
    engine_trouble,
    firepower,
    hit_bomber,
    hit_bomber_part,
    hit_fighter,
    hit_fighter_part,
    hit_interceptor,
    hit_package,
    hit_part,
    is_agile,
    must_leave,
    new_plane,
    one_short,
    rolled,
    speed,
    stacked,
    wants_home,
)
from engine.interceptor.state import KILLED, LIGHT, MEDIUM, SERIOUS, SOUND
from tests.engine.interceptor.flight_case import FlightCase, charts, d


def hit(pilot: FlightCase, *parts: str, script: list | None = None) -> None:
    """Hit his aircraft in these parts."""
    table = pilot.table(*(script or []))
    for part in parts:
        hit_part(pilot.career, table, part)
    table.dice.finish()
    pilot.events = table.log.events


# The interceptor ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.6")
@pytest.mark.rule("7.4.1")
def test_the_fighter_chart_is_read_tens_and_ones():
    pilot = FlightCase()
    table = pilot.table(d("combat", 1, 2, 4, 5, 3, 4))
    hit_interceptor(pilot.career, table, 3)
    assert (pilot.plane.port_wing, pilot.plane.starboard_wing, pilot.plane.controls) == (1, 1, 1)
    assert [event.data.roll for event in table.log.events] == [12, 45, 34]


@pytest.mark.rule("7.4")
@pytest.mark.parametrize(
    ("part", "field", "capacity"),
    [
        ("port-wing", "port_wing", 4),
        ("starboard-wing", "starboard_wing", 4),
        ("airframe", "airframe", 6),
        ("controls", "controls", 4),
    ],
)
def test_a_part_at_its_threshold_destroys_the_aircraft(part, field, capacity):
    pilot = FlightCase()
    hit(pilot, *[part] * (capacity - 1))
    assert not pilot.flight.doom and getattr(pilot.plane, field) == capacity - 1
    hit(pilot, part)
    assert pilot.flight.doom == part


@pytest.mark.rule("7.4")
def test_nothing_hits_what_is_destroyed():
    pilot = FlightCase()
    pilot.plane.port_wing = 3
    table = pilot.table(d("combat", 1, 2))
    hit_interceptor(pilot.career, table, 5)
    assert pilot.flight.doom == "port-wing" and pilot.plane.hits == 1


@pytest.mark.rule("7.4.1")
def test_a_radial_engine_absorbs_a_hit_and_then_loses_one_and_two():
    pilot = FlightCase()
    mat = pilot.pack.models["Fw190A-4"]
    seen = []
    for _ in range(4):
        hit(pilot, "port-engine")
        seen.append((speed(pilot.plane, mat, pilot.pack), pilot.flight.escaping))
    assert seen == [(19, ""), (18, ""), (17, ""), (15, "engines")]
    assert pilot.plane.armour == 1 and pilot.plane.hits == 4


@pytest.mark.rule("7.4.1")
def test_an_inline_engine_loses_two_and_port_means_nothing_to_a_single_one():
    pilot = FlightCase("Bf109G-6")
    mat = pilot.pack.models["Bf109G-6"]
    hit(pilot, "starboard-engine")
    assert pilot.plane.engines == [1] and speed(pilot.plane, mat, pilot.pack) == 19
    hit(pilot, "port-engine")
    assert pilot.plane.engines == [2] and pilot.flight.escaping == "engines"
    hit(pilot, "port-engine")
    assert pilot.plane.hits == 2, "a second result on what is out has no effect"


@pytest.mark.rule("7.4.1")
def test_a_twin_loses_four_with_an_engine_out_and_each_counts():
    pilot = FlightCase("Bf110G-2")
    mat = pilot.pack.models["Bf110G-2"]
    hit(pilot, "port-engine")
    assert speed(pilot.plane, mat, pilot.pack) == 12
    hit(pilot, "port-engine")
    assert speed(pilot.plane, mat, pilot.pack) == 10 and pilot.flight.escaping == "engine"
    hit(pilot, "starboard-engine")
    assert speed(pilot.plane, mat, pilot.pack) == 8
    hit(pilot, "starboard-engine")
    assert pilot.flight.escaping == "engines"


@pytest.mark.rule("7.1.14")
def test_without_its_rockets_an_aircraft_is_faster():
    pilot = FlightCase("Fw190A-4/R6")
    mat = pilot.pack.models["Fw190A-4/R6"]
    for state, value in (("loaded", 18), ("damaged", 18), ("fired", 19), ("jettisoned", 19)):
        pilot.plane.rockets = state
        assert speed(pilot.plane, mat, pilot.pack) == value
    hit(pilot, "rockets")
    assert pilot.plane.rockets == "jettisoned" and pilot.plane.hits == 0
    pilot.plane.rockets = "loaded"
    hit(pilot, "rockets")
    assert pilot.plane.rockets == "damaged" and pilot.plane.hits == 1


@pytest.mark.rule("7.2.2.8")
def test_agility_goes_with_engine_or_controls():
    pilot = FlightCase("Bf109G-6")
    mat = pilot.pack.models["Bf109G-6"]
    assert is_agile(pilot.plane, mat)
    hit(pilot, "controls")
    assert not is_agile(pilot.plane, mat)
    pilot = FlightCase("Bf109G-6")
    hit(pilot, "port-engine")
    assert not is_agile(pilot.plane, mat)
    assert not is_agile(FlightCase().plane, pilot.pack.models["Fw190A-4"])


@pytest.mark.rule("7.4.1")
@pytest.mark.rule("7.4.2")
def test_systems_are_knocked_out_once_and_only_where_fitted():
    pilot = FlightCase()
    hit(pilot, "radio", "oxygen", "boost", "weapon-1", "weapon-3", "rear-guns", "iff", "minor", "rockets")
    plane = pilot.plane
    assert (plane.radio, plane.oxygen, plane.boost, plane.rear_guns) == (False, False, False, True)
    assert [row.broken for row in plane.weapons] == [True, False, True]
    assert plane.hits == 5 and pilot.flight.escaping == "oxygen"
    hit(pilot, "radio", "oxygen", "boost", "weapon-1")
    assert plane.hits == 5
    assert damaged_systems(plane) == 5
    pilot = FlightCase("Bf109G-6")
    hit(pilot, "weapon-3")
    assert pilot.plane.hits == 0
    pilot = FlightCase("Bf110G-2")
    hit(pilot, "boost", "rear-guns")
    assert (pilot.plane.rear_guns, pilot.plane.hits) == (False, 1)


@pytest.mark.rule("7.4.2")
def test_systems_are_counted_once_however_often_they_were_hit():
    pilot = FlightCase("Bf109G-6/R4")
    # The damage of the book's example: rear guns and bad luck aside, seven hits on five systems.
    hit(pilot, "port-wing", "port-wing", "starboard-wing", "starboard-wing", "port-engine", "airframe")
    hit(pilot, "fuel", script=[d("combat", 3, 3)])
    assert pilot.plane.hits == 7
    assert damaged_systems(pilot.plane) == 5


@pytest.mark.rule("7.1.15")
def test_firepower_is_of_what_fires():
    plane, mat = new_plane(charts().models["Fw190A-4"]), charts().models["Fw190A-4"]
    assert firepower(plane, mat) == 12
    plane.weapons[0].jammed = True
    assert firepower(plane, mat) == 10
    plane.weapons[1].broken = True
    assert firepower(plane, mat) == 4
    plane.weapons[2].ammo = 0
    assert firepower(plane, mat) == 0


@pytest.mark.rule("4.5")
@pytest.mark.rule("4.4.2")
def test_a_new_aircraft_is_whole_and_armed():
    plane = new_plane(charts().models["Fw190A-4/R6"])
    assert [row.ammo for row in plane.weapons] == [-1, 6, 3]
    assert plane.rockets == "loaded" and not plane.hits
    assert new_plane(charts().models["Bf110G-2"]).engines == [0, 0]


@pytest.mark.rule("7.4")
@pytest.mark.rule("7.4.2")
@pytest.mark.parametrize(
    ("dice", "doom", "leak"),
    [((1, 1), "", True), ((3, 4), "", True), ((4, 4), "fire", False), ((5, 6), "explosion", False)],
)
def test_a_tank_leaks_burns_or_explodes(dice, doom, leak):
    pilot = FlightCase("Bf110G-2")
    hit(pilot, "fuel", script=[d("combat", *dice)])
    assert (pilot.flight.doom, pilot.plane.leak) == (doom, leak)
    assert pilot.flight.pilot_wound == pilot.flight.gunner_wound == (KILLED if doom == "explosion" else SOUND)
    assert must_leave(pilot.career) is leak
    assert pilot.plane.hits == 1


@pytest.mark.rule("7.4.1")
def test_a_second_tank_hit_rolls_again():
    pilot = FlightCase()
    hit(pilot, "fuel", "fuel", script=[d("combat", 1, 1, 4, 5)])
    assert pilot.flight.doom == "fire"


@pytest.mark.rule("7.4")
@pytest.mark.rule("7.4.2")
def test_a_second_leak_does_nothing_and_needs_no_repair():
    pilot = FlightCase()
    hit(pilot, "fuel", "fuel", script=[d("combat", 1, 1, 2, 2)])
    assert pilot.plane.leak and pilot.plane.hits == 1


@pytest.mark.rule("7.4.7")
@pytest.mark.rule("7.4.8")
@pytest.mark.parametrize(
    ("die", "face", "wound"), [(1, 1, LIGHT), (3, 3, LIGHT), (2, 4, SERIOUS), (1, 5, SERIOUS), (3, 6, KILLED)]
)
def test_the_pilot_is_hit(die, face, wound):
    pilot = FlightCase()
    hit(pilot, "crew", script=[d("combat", die, face)])
    assert pilot.flight.pilot_wound == wound
    assert pilot.plane.hits == 0, "crew injuries are not for the mechanics"
    assert must_leave(pilot.career) is (wound == SERIOUS)
    assert pilot.flight.wounds_taken == (wound != KILLED)


@pytest.mark.rule("7.4.7")
def test_a_gunner_is_hit_where_one_flies():
    pilot = FlightCase("Bf110G-2")
    hit(pilot, "crew", script=[d("combat", 4, 4)])
    assert (pilot.flight.gunner_wound, pilot.flight.pilot_wound) == (SERIOUS, SOUND)
    assert not must_leave(pilot.career)
    pilot = FlightCase()
    hit(pilot, "crew", script=[d("combat", 4)])
    assert pilot.flight.gunner_wound == SOUND
    hit(pilot, "crew", script=[d("combat", 6)])
    assert pilot.flight.pilot_wound == SOUND


@pytest.mark.rule("10.7")
@pytest.mark.parametrize(
    ("before", "wound", "now"),
    [
        (SOUND, LIGHT, LIGHT),
        (LIGHT, LIGHT, SERIOUS),
        (LIGHT, SERIOUS, SERIOUS),
        (SERIOUS, LIGHT, SERIOUS),
        (SERIOUS, SERIOUS, KILLED),
        (LIGHT, KILLED, KILLED),
        (KILLED, KILLED, KILLED),
        (LIGHT, SOUND, LIGHT),
    ],
)
def test_wounds_add_up(before, wound, now):
    assert stacked(before, wound) == now


@pytest.mark.rule("7.4.1")
def test_a_package_on_the_interceptor_leaves_the_gunner_alone():
    pilot = FlightCase("Bf110G-2")
    hit_package(pilot.career, pilot.table())
    assert (pilot.plane.airframe, pilot.plane.controls, pilot.flight.gunner_wound) == (2, 1, SOUND)


@pytest.mark.rule("7.4.1")
def test_a_package_of_other_charts_hits_what_a_fighter_has():
    packages = replace(charts().tables.packages, airframe=("port-wing", "starboard-inboard", "gunner", "bomb-bay"))
    own = Charts(replace(charts().pack, tables=replace(charts().tables, packages=packages)))
    assert own.fighter_package == ("port-wing", "starboard-engine")
    assert charts().fighter_package == ("airframe", "airframe", "controls")


@pytest.mark.rule("7.10")
def test_engine_trouble_comes_from_within():
    pilot = FlightCase()
    engine_trouble(pilot.career, pilot.table())
    assert (pilot.plane.armour, pilot.plane.engines) == (0, [1])
    pilot = FlightCase("Bf110G-2")
    engine_trouble(pilot.career, pilot.table(d("combat", 2)))
    assert pilot.plane.engines == [0, 1]


# Allied fighters ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.4.1")
@pytest.mark.parametrize(
    ("part", "capacity"), [("port-wing", 5), ("starboard-wing", 5), ("airframe", 6), ("controls", 4)]
)
def test_a_fighter_falls_at_its_threshold(part, capacity):
    pilot = FlightCase()
    enemy, table = pilot.duel(), pilot.table()
    for _ in range(capacity - 1):
        hit_fighter_part(enemy, table, part, "pilot")
    assert not enemy.destroyed
    hit_fighter_part(enemy, table, part, "wingman")
    assert (enemy.destroyed, enemy.killer, enemy.hit_by) == (part, "wingman", ["pilot", "wingman"])


@pytest.mark.rule("7.4.1")
def test_engines_of_fighters():
    pilot = FlightCase()
    table = pilot.table()
    thunderbolt = pilot.duel("P-47")
    for _ in range(3):
        hit_fighter_part(thunderbolt, table, "port-engine", "pilot")
    assert (thunderbolt.armour, thunderbolt.engines, thunderbolt.destroyed) == (1, [2], "")
    hit_fighter_part(thunderbolt, table, "starboard-engine", "pilot")
    assert thunderbolt.destroyed == "engines"
    lightning = pilot.duel("P-38")
    for part in ("port-engine", "port-engine", "port-engine", "starboard-engine"):
        hit_fighter_part(lightning, table, part, "pilot")
    assert (lightning.engines, lightning.destroyed) == ([2, 1], "")


@pytest.mark.rule("7.3.1")
def test_guns_pilot_and_tank_of_a_fighter():
    pilot = FlightCase()
    enemy = pilot.duel("P-47")
    table = pilot.table(d("combat", 1, 2), d("combat", 4), d("combat", 3, 4))
    hit_fighter_part(enemy, table, "weapon-1", "pilot")
    hit_fighter_part(enemy, table, "weapon-3", "pilot")
    assert enemy.weapons == [False, True] and not wants_home(enemy)
    hit_fighter_part(enemy, table, "crew", "pilot")
    assert enemy.pilot == LIGHT and wants_home(enemy)
    hit_fighter_part(enemy, table, "crew", "pilot")
    assert enemy.pilot == LIGHT, "there is no gunner"
    hit_fighter_part(enemy, table, "fuel", "pilot")
    assert enemy.leak and not enemy.destroyed
    fresh = pilot.duel("P-47")
    table = pilot.table(d("combat", 1, 6))
    hit_fighter_part(fresh, table, "crew", "pilot")
    assert fresh.destroyed == "pilot"
    burning = pilot.duel("P-47")
    hit_fighter_part(burning, pilot.table(d("combat", 4, 4)), "fuel", "pilot")
    assert burning.destroyed == "fire"
    breathless = pilot.duel("P-47")
    hit_fighter_part(breathless, pilot.table(), "oxygen", "pilot")
    assert wants_home(breathless)


@pytest.mark.rule("7.4")
def test_hits_without_effect_leave_no_mark():
    pilot = FlightCase()
    enemy = pilot.duel("P-47")
    table = pilot.table(d("combat", 6, 3, 4, 6, 4, 3, 6, 1, 2, 3, 5, 1))
    hit_fighter(enemy, table, 6, "pilot")
    assert enemy.hit_by == []


# Bombers -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.4.3")
@pytest.mark.rule("7.4")
@pytest.mark.parametrize(
    ("kind", "wing", "airframe", "controls"), [("B-17", 4, 5, 4), ("B-24", 3, 4, 3), ("YB-40", 4, 5, 4)]
)
def test_a_bomber_falls_at_its_thresholds(kind, wing, airframe, controls):
    for part, capacity in (
        ("port-wing", wing),
        ("starboard-wing", wing),
        ("airframe", airframe),
        ("controls", controls),
    ):
        pilot = FlightCase()
        bomber = pilot.target(kind)
        table = pilot.table()
        for _ in range(capacity - 1):
            hit_bomber_part(pilot.career, table, part, "pilot")
        assert not bomber.destroyed
        assert one_short(bomber, pilot.pack) == 1
        hit_bomber_part(pilot.career, table, part, "pilot")
        assert (bomber.destroyed, bomber.killer) == (part, "pilot")


@pytest.mark.rule("7.1.6")
@pytest.mark.parametrize(
    ("aim", "wing", "engines"),
    [("port-wing", "port_wing", [1, 1, 0, 0]), ("starboard-wing", "starboard_wing", [0, 0, 1, 1])],
)
def test_the_wing_column(aim, wing, engines):
    pilot = FlightCase()
    bomber = pilot.target()
    table = pilot.table(d("combat", 3, 5, 6, 9, 10))
    hit_bomber(pilot.career, table, aim, 5, "pilot")
    assert (getattr(bomber, wing), bomber.engines, bomber.controls) == (1, engines, 1)


@pytest.mark.rule("7.1.6")
@pytest.mark.rule("7.1.8")
def test_the_airframe_column():
    pilot = FlightCase()
    bomber = pilot.target(bombs=False)
    table = pilot.table(d("combat", 3, 5, 6, 8, 9, 7, 6))
    hit_bomber(pilot.career, table, "airframe", 6, "pilot")
    assert (bomber.airframe, bomber.gunners, bomber.controls) == (1, 2, 1)


@pytest.mark.rule("7.1.8")
def test_both_pilots_gone_a_bomber_is_lost():
    pilot = FlightCase()
    bomber = pilot.target()
    table = pilot.table(d("combat", 1, 4, 2, 1, 2, 1))
    for _ in range(3):
        hit_bomber_part(pilot.career, table, "cockpit", "pilot")
    assert (bomber.pilot, bomber.copilot, bomber.destroyed) == (SERIOUS, SERIOUS, "pilots")


@pytest.mark.rule("7.4")
def test_engines_and_tank_of_a_bomber():
    pilot = FlightCase()
    bomber = pilot.target()
    table = pilot.table(d("combat", 3, 4))
    hit_bomber_part(pilot.career, table, "fuel", "pilot")
    assert bomber.leaking and bomber.hit_by == ["pilot"] and not bomber.destroyed
    for part in ("port-outboard", "port-inboard", "starboard-inboard"):
        for _ in range(3):
            hit_bomber_part(pilot.career, table, part, "pilot")
    assert bomber.engines == [2, 2, 2, 0]
    for _ in range(2):
        hit_bomber_part(pilot.career, table, "starboard-outboard", "pilot")
    assert bomber.destroyed == "engines"
    burning = pilot.target()
    hit_bomber_part(pilot.career, pilot.table(d("combat", 4, 4)), "fuel", "pilot")
    assert burning.destroyed == "fire"


@pytest.mark.rule("7.1.5")
def test_flak_spares_the_last_of_everything():
    pilot = FlightCase()
    bomber = pilot.target()
    bomber.engines, bomber.copilot, bomber.controls = [2, 2, 2, 1], SERIOUS, 3
    table = pilot.table(d("combat", 1, 6))
    for part in ("starboard-outboard", "controls", "cockpit"):
        hit_bomber_part(pilot.career, table, part, "flak")
    assert (bomber.engines, bomber.controls, bomber.pilot, bomber.destroyed) == ([2, 2, 2, 1], 3, SOUND, "")


@pytest.mark.rule("7.1.4")
def test_bombs_that_go_off_further_away_do_not_reach_him():
    pilot = FlightCase()
    bomber = pilot.target(reach=MEDIUM)
    hit_bomber_part(pilot.career, pilot.table(d("combat", 4, 4)), "bomb-bay", "pilot")
    assert bomber.destroyed == "bomb-bay"


@pytest.mark.rule("7.1.5")
@pytest.mark.parametrize(
    ("dice", "faces", "total"),
    [("d6-3", (2,), 0), ("d6-3", (6,), 3), ("2d6", (3, 4), 7), ("d3", (2,), 2), ("d6+1", (3,), 4)],
)
def test_dice_as_charts_write_them(dice, faces, total):
    assert rolled(FlightCase().table(d("flak", *faces)), "flak", dice) == total


@pytest.mark.rule("7.4.1")
def test_a_fighter_with_a_dead_engine_is_slower_by_its_chart():
    pilot = FlightCase()
    enemy = pilot.duel("P-38")
    enemy.engines = [2, 1]
    assert damage.engine_loss(enemy.engines, pilot.pack.foes["P-38"], -4) == -6
