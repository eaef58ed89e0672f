"""Sight of a nightfighter's crew: dark and lit bombers, cloud, height, and bombers astern. [3.3.2, 18.0, S3.0]"""

import pytest

from engine.nightfighter.charts.map import S
from engine.nightfighter.rules.sight import can_look, sight_under
from tests.engine.nightfighter.builders import fighter, lay

CHARTS = lay().night.charts
OWN = 1010


def seen(sight, *, lit=False, cloudlit=False, above=False, blind_astern=False):
    look = {"lit": lit, "cloudlit": cloudlit, "above": above, "blind_astern": blind_astern}
    return {hex_ for hex_ in CHARTS.map.hexes if sight.sees(OWN, S, hex_, **look)}


def within(reach):
    return {hex_ for hex_ in CHARTS.map.hexes if CHARTS.map.distance(OWN, hex_) <= reach}


@pytest.mark.rule("3.3.2")
@pytest.mark.parametrize(
    ("visibility", "near", "far"), [("poor", 0, 1), ("moderate", 0, 3), ("good", 1, 5), ("", 0, 1)]
)
def test_the_first_range_is_for_dark_bombers_and_the_second_for_lit_ones(visibility, near, far):
    sight = sight_under(CHARTS, visibility, solo=False)
    assert seen(sight) == within(near) and seen(sight, lit=True) == within(far)


@pytest.mark.rule("18.0")
def test_a_fighter_with_height_left_sees_lit_bombers_no_farther_than_dark_ones():
    for visibility, near in (("moderate", 0), ("good", 1)):
        assert seen(sight_under(CHARTS, visibility, solo=False), lit=True, above=True) == within(near)


def test_alone_a_flying_bomb_is_seen_from_above_as_well():
    assert seen(sight_under(CHARTS, "good", solo=True, v1=True), lit=True, above=True) == within(5)


@pytest.mark.rule("3.3.3")
def test_against_illuminated_cloud_the_range_is_always_one():
    for lit in (False, True):
        assert seen(sight_under(CHARTS, "moderate", solo=True), lit=lit, cloudlit=True) == within(1)


def test_alone_a_range_of_one_is_the_hex_ahead():
    assert seen(sight_under(CHARTS, "good", solo=True)) == {OWN, OWN + 1}


def test_a_type_that_is_blind_astern_sees_nothing_behind_its_wings():
    found = seen(sight_under(CHARTS, "good", solo=False), lit=True, blind_astern=True)
    assert found == {h for h in within(5) if CHARTS.map.in_hemisphere(OWN, S, h)} < within(5)


@pytest.mark.rule("17.3.2")
@pytest.mark.parametrize("hindered", ["blinded", "evading", "corkscrewed"])
def test_a_crew_that_is_blinded_or_throws_its_aircraft_about_cannot_look(hindered):
    assert can_look(fighter(), blinded=False)
    crew = fighter() if hindered == "blinded" else fighter(**{hindered: True})
    assert not can_look(crew, blinded=hindered == "blinded")
