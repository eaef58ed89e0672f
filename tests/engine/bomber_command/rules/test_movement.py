"""Chapter 7, in the air: moves and fuel, deployment, raids along their plots, streams and exits."""

import pytest

from engine.bomber_command.rules.movement import (
    deployment,
    deployment_options,
    fighters_move,
    leave_raid,
    left_map,
    move_options,
    move_raids,
    remove_counters,
    shown_counters,
    turn_out_boars,
)
from engine.bomber_command.state import occupied, stream_length
from tests.engine.bomber_command.builders import CHARTS, a_night, answer, fly, give, put, quiet

LINE = "D6 E7 F6 G6 H5 I5 J4 K5 L4 M4"


def moves(night, name):
    return {o.split(":")[2] for o in move_options(night, CHARTS, set(), {}) if o.startswith(f"move:{name}:")}


@pytest.mark.rule("7.1")
def test_a_unit_moves_up_to_two_hexes():
    night = a_night()
    unit = put(night, "I-NJG1", "I8")
    grid = CHARTS.boards["berlin"].grid
    assert moves(night, "I-NJG1") == set(grid.disc("I8", 2)) - {"I8"}
    done = answer(lambda table: fighters_move(night, table), "", "home:I-NJG1", "move:I-NJG1:J6")
    assert unit.hex == "J6" and done.kinds() == ["fighters.move"] * 2, "a unit moves once"


@pytest.mark.rule("7.1")
def test_a_scramble_marker_slows_a_unit_and_comes_off():
    night = a_night()
    unit = put(night, "I-NJG1", "I8", scrambled=True)
    assert moves(night, "I-NJG1") == set(CHARTS.boards["berlin"].grid.adjacent("I8"))
    answer(lambda table: fighters_move(night, table), "", "done")
    assert not unit.scrambled and unit.hex == "I8"


@pytest.mark.rule("7.1.1")
def test_jutland_takes_a_whole_move():
    night = a_night()
    unit = put(night, "IV-NJG3", "Jutland")
    assert moves(night, "IV-NJG3") == {"I1"}
    unit.scrambled = True
    assert moves(night, "IV-NJG3") == set()
    unit.hex, unit.scrambled = "I1", False
    assert "Jutland" in moves(night, "IV-NJG3")
    unit.hex = "I2"
    assert "Jutland" not in moves(night, "IV-NJG3")


@pytest.mark.rule("7.5")
@pytest.mark.rule("7.5.1")
def test_fuel_burns_in_the_air_but_not_under_a_gci_marker():
    night = a_night()
    flying, waiting, inside = (put(night, n, "H5") for n in ("I-NJG1", "III-NJG1", "IV-NJG1"))
    waiting.gci = True
    fly(night, "main", LINE, 4)
    inside.place, inside.raid, inside.hex = "raid", "A", ""
    answer(lambda table: fighters_move(night, table), "", "done")
    assert (flying.fuel, waiting.fuel, inside.fuel) == (6, 6, 5)
    assert night.unit("I-NJG2").fuel == 0, "on the ground nothing burns"


@pytest.mark.rule("9.4.3")
def test_a_unit_leaves_a_raid_where_the_british_player_says_and_may_then_move():
    night = a_night()
    unit = put(night, "I-NJG1", "I8")
    fly(night, "main", LINE, 6)
    unit.place, unit.raid, unit.hex = "raid", "A", ""
    done = answer(lambda table: fighters_move(night, table), "", "leave:I-NJG1", "place:H5", "move:I-NJG1:I7")
    assert [d.actor for d in done.asked] == ["german", "british", "german"]
    assert done.asked[1].options == ("place:J4", "place:I5", "place:H5")
    assert unit.homing and unit.hex == "I7" and unit.raid == ""


@pytest.mark.rule("7.4.3")
def test_a_unit_ordered_home_inside_a_raid_leaves_at_once():
    night = a_night("downfall")
    unit = put(night, "I-NJG1", "I8", homing=True)
    fly(night, "main", LINE, 6)
    unit.place, unit.raid, unit.hex = "raid", "A", ""
    answer(lambda table: fighters_move(night, table), "", "place:J4", "done")
    assert (unit.place, unit.hex) == ("air", "J4")


@pytest.mark.rule("8.3")
@pytest.mark.rule("9.4.3")
def test_a_raid_of_one_hex_asks_like_a_stream():
    """Were he asked only where there are hexes to choose from, the German player would know a stream by it."""
    asked = []
    for kind, hexes in (("main", 3), ("mosquito", 1)):
        night = a_night()
        unit = put(night, "I-NJG1", "I8")
        fly(night, kind, LINE, 4)
        unit.place, unit.raid, unit.hex = "raid", "A", ""
        done = answer(lambda t, night=night, unit=unit: leave_raid(night, t, unit), "", "place:H5")
        assert len(done.asked[0].options) == hexes
        asked.append(done.kinds())
    assert asked[0] == asked[1]


@pytest.mark.rule("9.3")
def test_a_gci_unit_only_moves_when_sent_home():
    night = a_night()
    unit = put(night, "I-NJG1", "H6", gci=True)
    assert moves(night, "I-NJG1") == set()
    answer(lambda table: fighters_move(night, table), "", "home:I-NJG1", "move:I-NJG1:I7")
    assert not unit.gci and unit.homing and unit.hex == "I7" and unit.fuel == 6


@pytest.mark.rule("12.2.2")
def test_intruders_cross_to_england_for_a_whole_move():
    night = a_night(intruders=True)
    unit = put(night, "I-NJG1", "C7", intruder=True)
    assert "England" in moves(night, "I-NJG1")
    unit.hex = "D6"
    assert "England" not in moves(night, "I-NJG1")
    unit.hex = "England"
    assert moves(night, "I-NJG1") == set(CHARTS.boards["berlin"].exits)
    fuel = unit.fuel
    answer(lambda table: fighters_move(night, table), "", "done")
    assert unit.hex == "England" and unit.fuel == fuel - 1
    put(night, "III-NJG1", "C7")
    assert "England" not in moves(night, "III-NJG1")


@pytest.mark.rule("7.3")
def test_units_stack_on_boxes_in_their_hex():
    night = a_night()
    unit = put(night, "I-NJG2", "L6")
    answer(lambda table: deployment(night, table), "", "stack:I-NJG2:frieda")
    assert unit.box == "frieda"
    options = deployment_options(night, CHARTS, set())
    assert "stack:I-NJG2:kassel" in options and "stack:I-NJG2:frieda" not in options, "from one box to another"
    unit.scrambled, unit.box = True, ""
    assert not [o for o in deployment_options(night, CHARTS, set()) if o.startswith("stack:I-NJG2")]
    unit.scrambled, unit.homing = False, True
    assert not [o for o in deployment_options(night, CHARTS, set()) if o.startswith("stack:I-NJG2")]


@pytest.mark.rule("7.3")
def test_a_unit_steps_off_its_box_at_no_cost():
    night = a_night()
    unit = put(night, "I-NJG2", "L6", box="kassel")
    assert "L6" in moves(night, "I-NJG2")
    answer(lambda table: fighters_move(night, table), "", "move:I-NJG2:L6")
    assert unit.box == ""


@pytest.mark.rule("9.3")
@pytest.mark.rule("9.3.1")
def test_who_may_take_a_gci_marker():
    def may(scenario, name, hex_, **marks):
        night = a_night(scenario)
        put(night, name, hex_, **marks)
        return f"gci:{name}" in deployment_options(night, CHARTS, set())

    assert may("berlin", "IV-NJG1", "H5") and not may("berlin", "IV-NJG1", "G5")
    assert not may("berlin", "IV-NJG1", "I5"), "another division's hex"
    assert not may("berlin", "IV-NJG1", "H5", scrambled=True)
    assert not may("berlin", "I-JG300", "H6"), "single-engined"
    assert may("downfall", "III-NJG11", "I7")
    night = a_night()
    put(night, "IV-NJG1", "H5", gci=True)
    put(night, "I-NJG1", "H5")
    assert "gci:I-NJG1" not in deployment_options(night, CHARTS, set()), "one in each hex"


@pytest.mark.rule("7.2")
@pytest.mark.rule("7.2.1")
@pytest.mark.rule("7.2.2")
def test_a_berlin_raid_trails_two_hexes():
    night = a_night()
    raid = fly(night, "main", LINE, 2)
    (flown,) = move_raids(night, quiet())
    assert raid.at == 4 and occupied(raid, stream_length(night, raid)) == ["H5", "G6", "F6"]
    assert flown.hexes == ("E7", "F6", "G6", "H5"), "the last four hexes of its trail"
    mosquito = fly(night, "mosquito", LINE, 2, "B")
    assert [one.hexes for one in move_raids(night, quiet()) if one.raid is mosquito] == [("G6", "H5")]


@pytest.mark.rule("7.2.3")
def test_a_downfall_raid_stands_in_one_hex_and_may_stretch_for_a_turn():
    night = a_night("downfall")
    raid = fly(night, "main", LINE, 4)
    assert occupied(raid, stream_length(night, raid)) == ["H5"]
    raid.stretched = True
    assert occupied(raid, stream_length(night, raid)) == ["H5", "G6"]
    remove_counters(night, quiet())
    (flown,) = move_raids(night, quiet())
    assert flown.hexes == ("I5", "J4"), "its stream does not trail into the next move"


@pytest.mark.rule("4.2.2")
@pytest.mark.rule("7.2")
def test_a_raid_enters_on_its_turn_with_one_hex_or_two():
    night = a_night(turn=3)
    one = fly(night, "main", LINE, -1, "A", status="waiting", turn=3, first=1)
    two = fly(night, "mosquito", "D4 E4 F3", -1, "B", status="waiting", turn=3)
    late = fly(night, "mosquito", "D4 E4 F3", -1, "C", status="waiting", turn=4)
    move_raids(night, quiet())
    assert (one.at, two.at, late.at) == (0, 1, -1) and (one.status, late.status) == ("flying", "waiting")


@pytest.mark.rule("4.3.3")
def test_gardeners_stop_in_their_target_hex():
    night = a_night()
    raid = fly(night, "gardening", "D5 E5 F4 G4 H3 G4 F4 E5 D5 C6", 3, target="H3", target_at=4)
    move_raids(night, quiet())
    assert raid.at == 4
    move_raids(night, quiet())
    assert raid.at == 6


@pytest.mark.rule("4.4.1")
def test_an_escort_appears_where_it_breaks_out():
    night = a_night()
    fly(night, "main", LINE, 4, "E")
    escort = fly(night, "mosquito", "D6 E7 F6 G6 H5 I5 I4 H4", 4, "B", status="waiting", parent="E", appears=5)
    (_, flown) = move_raids(night, quiet())
    assert escort.status == "flying" and flown.hexes == ("I5", "I4")
    night = a_night()
    fly(night, "main", LINE, 4, "E")
    late = fly(
        night, "mosquito", "D6 E7 F6 G6 H5 I5 J4 J3", 4, "B", status="waiting", parent="E", appears=6, leaving=True
    )
    assert [one.raid.letter for one in move_raids(night, quiet())] == ["E"] and late.status == "waiting"
    (_, flown) = move_raids(night, quiet())
    assert flown.hexes == ("J4", "J3") and late.status == "flying"


@pytest.mark.rule("7.2.4")
def test_the_stream_follows_its_raid_into_england():
    night = a_night()
    raid = fly(night, "main", "K5 J4 I5 H5 G6 F6 E7 D7", 6)
    seen = []
    for _ in range(2):
        move_raids(night, quiet())
        seen.append((occupied(raid, 2), left_map(night, raid)))
    assert seen == [(["D7", "E7"], False), ([], True)]
    even = fly(night, "main", "K5 J4 I5 H5 G6 F6 E7 D7", 5, "B")
    seen = []
    for _ in range(3):
        move_raids(night, quiet())
        seen.append((occupied(even, 2), left_map(night, even)))
    assert seen == [(["D7", "E7", "F6"], False), (["D7"], False), ([], True)]


@pytest.mark.rule("9.4.3")
def test_boars_are_left_behind_in_the_exit_hex():
    night = a_night()
    unit = put(night, "I-NJG1", "")
    unit.place, unit.raid = "raid", "A"
    raid = fly(night, "main", "E7 D7", 3)
    assert left_map(night, raid) is False
    turn_out_boars(night, quiet())
    assert unit.place == "raid"
    raid.at = 4
    turn_out_boars(night, quiet())
    assert (unit.place, unit.hex, unit.homing) == ("air", "D7", True)


@pytest.mark.rule("7.2.5")
@pytest.mark.rule("8.2.1")
def test_counters_come_up_and_leave_their_tracks():
    night = a_night()
    fly(night, "main", LINE, 4, detected=True, clarified=True)
    assert shown_counters(night) == (["H5"], ["F6", "G6"])
    remove_counters(night, quiet())
    assert shown_counters(night) == ([], []) and night.tracks == ["H5", "F6", "G6"]


def test_a_frozen_unit_stays_and_burns_fuel():
    night = a_night()
    give(night, "british", "b04")
    unit = put(night, "I-NJG1", "I8")
    answer(lambda table: fighters_move(night, table), "", "move:I-NJG1:J6", "play:b04:0")
    assert unit.hex == "I8" and unit.fuel == 6
