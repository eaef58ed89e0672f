"""Searchlights, flares and confusion. [14.0, 21.2, 28.3]"""

import pytest

from engine.nightfighter.rules.umpired.searchlights import search_by_lights, search_dice
from tests.engine.nightfighter.builders import bomber, fighter, lay, script


@pytest.mark.rule("14.2.1")
def test_a_bomber_whose_number_is_called_is_fixed():
    dice = script(("marker", [1]), ("search", [1, 2, 3, 3]))
    desk = lay("4B", bombers=[bomber(1016)], dice=dice)
    desk.play(search_by_lights)
    lit = desk.state.bombers[0]
    assert lit.lit == "K" and lit.mark == 1 and desk.state.markers == []


@pytest.mark.rule("14.2.1")
def test_a_failed_search_leaves_its_marker():
    desk = lay("4B", bombers=[bomber(1016)], dice=script(("marker", [24]), ("search", [1, 2, 4, 5])))
    desk.play(search_by_lights)
    assert [m.zone for m in desk.state.markers] == ["K"] and not desk.state.bombers[0].mark


@pytest.mark.rule("14.2.1")
def test_the_matching_bomber_closest_to_a_fighter_is_fixed():
    pair = [bomber(1015), bomber(1018)]
    desk = lay("4B", [fighter(1022)], pair, script(("marker", [1]), ("search", [3, 3, 3, 3])))
    desk.play(search_by_lights)
    assert [b.lit for b in pair] == ["", "K"]


@pytest.mark.rule("14.2.2")
def test_a_zone_holds_one_bomber_and_does_not_search_for_more():
    desk = lay("4B", bombers=[bomber(1016, lit="K", mark=1), bomber(1017)])
    desk.play(search_by_lights)
    assert desk.state.markers == []


@pytest.mark.rule("14.1")
def test_cloud_stops_lights_and_lights_the_cloud():
    desk = lay("4B", bombers=[bomber(1016)], cloud="cloudy")
    desk.play(search_by_lights)
    assert not desk.events
    assert desk.night.cloudlit[1016] and not desk.night.cloudlit[1010]


@pytest.mark.rule("3.3.3")
def test_cloud_under_a_full_moon_is_bright_everywhere():
    desk = lay("4", cloud="cloudy", moon="full")
    assert desk.night.cloudlit[1010]
    assert not lay("4", cloud="cloudy", moon="half").night.any_cloudlit


@pytest.mark.rule("14.2.1")
@pytest.mark.parametrize(
    ("scenario", "sky", "dice"),
    [("4B", {}, 4), ("3A", {}, 2), ("3A", {"moon": "half"}, 3), ("3A", {"visibility": "good"}, 3),
     ("3A", {"visibility": "poor"}, 1)],
)  # fmt: skip
def test_the_dice_of_a_search(scenario, sky, dice):
    assert search_dice(lay(scenario, **sky).night, "K")[0] == dice


@pytest.mark.rule("24.5.3")
def test_jammed_radar_direction_leaves_the_crews_to_their_eyes():
    assert search_dice(lay("5").night, "K")[0] == 2


@pytest.mark.rule("14.3")
@pytest.mark.parametrize(
    ("sky", "dice"), [({"cloud": "none"}, 3), ({"cloud": "cloudy"}, 1), ({"cloud": "cloudy", "moon": "full"}, 1)]
)
def test_flares_add_a_die_or_search_alone_over_cloud(sky, dice):
    assert search_dice(lay("5B", **sky).night, "K")[0] == dice


@pytest.mark.rule("14.3")
def test_flares_over_a_zone_without_lights_gain_by_the_moon():
    assert search_dice(lay("6F").night, "K")[0] == 1
    assert search_dice(lay("6F", moon="half").night, "K")[0] == 2


@pytest.mark.rule("14.3")
def test_flares_hunt_even_where_no_bomber_is():
    desk = lay("6F", dice=script(("marker", [1, 1, 1]), ("search", [1, 1, 1])))
    desk.play(search_by_lights)
    assert [m.zone for m in desk.state.markers] == ["H", "K", "N"]


@pytest.mark.rule("21.2")
def test_at_high_altitude_lights_hunt_but_cannot_fix():
    desk = lay("5C", bombers=[bomber(1016)], dice=script(("marker", [1])))
    desk.play(search_by_lights)
    assert [m.zone for m in desk.state.markers] == ["K"]


@pytest.mark.rule("28.3")
@pytest.mark.parametrize(
    ("scenario", "hex_", "dice"), [("4B", 1016, 2), ("4B", 1014, 2), ("4B", 1013, 4), ("3A", 1016, 1)]
)
def test_a_fighter_in_or_next_to_a_zone_halves_its_dice(scenario, hex_, dice):
    assert search_dice(lay(scenario, [fighter(hex_)]).night, "K")[0] == dice


@pytest.mark.rule("28.3")
def test_halves_are_rounded_up_and_the_rule_may_be_left_out():
    assert search_dice(lay("3A", [fighter(1016)], moon="half").night, "K")[0] == 2
    assert search_dice(lay("4B", [fighter(1016)], options={"searchlight_confusion": False}).night, "K")[0] == 4
