"""AI radar: fixes, jamming, altitude, minimum range. [19.0, 21.1, 24.5.2]"""

import pytest

from engine.nightfighter.charts.schema import Jamming
from engine.nightfighter.rules.umpired.ai_radar import minimum_range, search_by_ai
from tests.engine.nightfighter.builders import bomber, fighter, lay, script


@pytest.mark.rule("19.1.2")
@pytest.mark.parametrize(("hex_", "fixed"), [(1010, True), (1012, True), (1013, False), (911, False), (1009, False)])
def test_a_narrow_set_of_range_two_fixes_straight_ahead(hex_, fixed):
    desk = lay("4", [fighter(1010)], [bomber(hex_)])
    desk.play(search_by_ai)
    assert (desk.state.fighters[0].fix == 0) is fixed


@pytest.mark.rule("19.1.2")
def test_the_closest_bomber_is_fixed_and_the_umpire_parts_equals():
    wide = fighter(1010, "S", "Ju88G-1 / G-6")
    desk = lay("6G", [wide], [bomber(1013), bomber(1012)])
    desk.play(search_by_ai)
    assert wide.fix == 1
    other = fighter(1010, "S", "Ju88G-1 / G-6")
    tied = lay("6G", [other], [bomber(911), bomber(1111)], [("umpire", 2)])
    tied.play(search_by_ai)
    assert other.fix == 1


@pytest.mark.rule("19.1.2")
def test_a_fix_is_lost_out_of_the_arc_or_to_a_closer_bomber():
    flown = fighter(1010, fix=0)
    desk = lay("4", [flown], [bomber(911, mark=1)], [("displacement", 3)])
    desk.play(search_by_ai)
    assert flown.fix == -1
    flown = fighter(1010, fix=0)
    desk = lay("4", [flown], [bomber(1012, mark=1), bomber(1011)], [("displacement", 3)])
    desk.play(search_by_ai)
    assert flown.fix == 1 and desk.state.bombers[0].mark == 0 and desk.state.bombers[1].mark == 1


@pytest.mark.rule("16.0")
def test_a_lost_fix_displaces_the_bomber_unless_something_holds_it():
    flown = fighter(1010, fix=0)
    desk = lay("4", [flown], [bomber(1015, mark=1)], [("displacement", 1)])
    desk.play(search_by_ai)
    assert desk.state.bombers[0].hex == 1115
    held = fighter(1010, fix=0)
    desk = lay("4B", [held], [bomber(1015, mark=1, lit="K")])
    desk.play(search_by_ai)
    assert desk.state.bombers[0].hex == 1015 and desk.state.bombers[0].mark == 1


@pytest.mark.rule("17.3.2")
def test_blinded_evading_and_corkscrewing_crews_cannot_fix():
    for more in ({"blind_until": 1}, {"evading": True}, {"corkscrewed": True}):
        desk = lay("4", [fighter(1010, **more)], [bomber(1011)])
        desk.play(search_by_ai)
        assert desk.state.fighters[0].fix == -1


def jammed(scenario, level, bands):
    fields = {f: getattr(scenario, f) for f in scenario.__struct_fields__}
    return type(scenario)(**{**fields, "jamming": Jamming(ai=level, bands=bands)})


@pytest.mark.rule("24.5.2")
@pytest.mark.parametrize(
    ("level", "type_", "pilot", "dice"),
    [("heavy", "Do215B-5", "seasoned", 1), ("light", "Do215B-5", "seasoned", 3), ("light", "Do215B-5", "experte", 5),
     ("heavy", "P-61A", "seasoned", 4), ("heavy", "P-61A", "experte", 6)],
)  # fmt: skip
def test_the_dice_of_a_jammed_set(level, type_, pilot, dice):
    desk = lay("4", [fighter(1010, "S", type_, pilot=pilot)], [bomber(1012)], script(("ai", [3] + [1] * (dice - 1))))
    desk.night.scenario = jammed(desk.night.scenario, level, ["L", "S"])
    desk.play(search_by_ai, answers=["roll"])
    assert desk.state.fighters[0].fix == 0


@pytest.mark.rule("24.5.2")
def test_only_listed_bands_are_jammed_and_a_failed_roll_loses_the_fix():
    desk = lay("4", [fighter(1010)], [bomber(1012)])
    desk.night.scenario = jammed(desk.night.scenario, "heavy", ["P"])
    desk.play(search_by_ai)
    assert desk.state.fighters[0].fix == 0
    desk = lay("4", [fighter(1010, fix=0)], [bomber(1012, mark=1)], script(("ai", [1]), ("displacement", [3])))
    desk.night.scenario = jammed(desk.night.scenario, "heavy", ["L"])
    desk.play(search_by_ai, answers=["roll"])
    assert desk.state.fighters[0].fix == -1


@pytest.mark.rule("24.5.2")
@pytest.mark.rule("19.1.2")
@pytest.mark.parametrize(("face", "fixed"), [(3, 0), (5, 1), (1, -1)])
def test_a_closer_bomber_takes_a_jammed_fix_by_its_number_only(face, fixed):
    pair = [bomber(1012, mark=1), bomber(1011, number=5)]
    dice = script(("ai", [face])) + (script(("displacement", [3])) if fixed else [])
    desk = lay("4", [fighter(1010, fix=0)], pair, dice)
    desk.night.scenario = jammed(desk.night.scenario, "heavy", ["L"])
    desk.play(search_by_ai, answers=["roll"])
    assert desk.state.fighters[0].fix == fixed


@pytest.mark.rule("24.5.2")
@pytest.mark.rule("16.0")
def test_a_jammed_fix_is_gone_before_the_roll_when_the_bomber_has_left_the_arc():
    desk = lay("4", [fighter(1010, fix=0)], [bomber(911, mark=1)], script(("displacement", [3])))
    desk.night.scenario = jammed(desk.night.scenario, "heavy", ["L"])
    desk.play(search_by_ai, answers=["pass"])
    assert desk.state.fighters[0].fix == -1 and desk.events[0].kind == "ai.lost"


@pytest.mark.rule("21.1")
@pytest.mark.parametrize(
    ("type_", "reach"), [("Do215B-5", 0), ("Beaufighter IF", 0), ("Mosquito NF.XIII", 2), ("F4U-2", 4), ("P-61A", 4)]
)
def test_low_down_p_and_l_see_one_hex_s_half_and_x_all(type_, reach):
    desk = lay("4A", [fighter(type_=type_)])
    assert desk.night.ai_reach(desk.night.ai_of(desk.state.fighters[0])) == reach


@pytest.mark.rule("19.1.3")
def test_what_makes_the_minimum_range_worse():
    flown = fighter(1010, "S", "Mosquito NF.II", turned=True, moved=4)
    desk = lay("4A", [flown], [bomber(1011, "SE", moved=2)])
    mods = {m.reason: m.value for m in minimum_range(desk.night, flown, desk.state.bombers[0])}
    assert mods == {"minimum-range": -2, "low-altitude": -1, "other-heading": -1, "turned": -1, "overtaking": -1}
    near = fighter(1010, "S", "F4U-2", moved=3)
    desk = lay("4A", [near], [bomber(1011, moved=2)])
    assert [m.reason for m in minimum_range(desk.night, near, desk.state.bombers[0])] == ["minimum-range"]
