"""Tallying and the attack position. [10.0, 14.2.5, 15.0, 28.4-28.6]"""

import pytest

from engine.nightfighter.rules.umpired.tallying import (
    basic_dice,
    fixed_dice,
    look_at_fixed,
    look_round,
    tally,
    untrained,
)
from tests.engine.nightfighter.builders import bomber, fighter, lay, script


def total(mods):
    return sum(m.value for m in mods)


@pytest.mark.rule("10.1")
@pytest.mark.parametrize(
    ("visibility", "moon", "dice"),
    [("poor", "none", 1), ("moderate", "none", 2), ("good", "none", 3), ("good", "half", 4), ("poor", "full", 2)],
)
def test_the_dice_of_a_look_round(visibility, moon, dice):
    assert total(basic_dice(lay(visibility=visibility, moon=moon).night)) == dice


@pytest.mark.rule("3.3.2")
@pytest.mark.parametrize(
    ("visibility", "hex_", "lit", "seen"),
    [("poor", 1010, "", True), ("poor", 1011, "", False), ("poor", 1011, "K", True), ("moderate", 1011, "", False),
     ("moderate", 1013, "K", True), ("moderate", 1014, "K", False), ("good", 1011, "", True), ("good", 1012, "", False),
     ("good", 1015, "K", True), ("good", 1016, "K", False)],
)  # fmt: skip
def test_how_far_an_aircraft_is_seen(visibility, hex_, lit, seen):
    desk = lay("4B", [fighter(1010)], [bomber(hex_, lit=lit)], visibility=visibility)
    assert desk.night.sees_bomber(desk.state.fighters[0], desk.state.bombers[0]) is seen


@pytest.mark.rule("3.3.3")
def test_against_bright_cloud_one_hex_always():
    desk = lay("4B", [fighter(1015)], [bomber(1016), bomber(1017, lit="K")], cloud="cloudy", visibility="poor")
    sees = desk.night.sees_bomber
    assert sees(desk.state.fighters[0], desk.state.bombers[0])
    assert not sees(desk.state.fighters[0], desk.state.bombers[1])


@pytest.mark.rule("18.0")
@pytest.mark.rule("14.2.5")
def test_from_above_a_lit_underside_is_not_seen():
    desk = lay("4B", [fighter(1010, dives=1)], [bomber(1012, lit="H")])
    assert not desk.night.sees_bomber(desk.state.fighters[0], desk.state.bombers[0])


@pytest.mark.rule("10.1")
def test_a_bomber_whose_number_is_called_in_sight_is_tallied():
    desk = lay(fighters=[fighter(1010, type_="Ju88C-2", ai="")], bombers=[bomber(1010), bomber(1015)],
               dice=script(("tally", [3, 5, 1])))  # fmt: skip
    desk.play(look_round, answers=["roll", "contact:1"])
    assert desk.state.fighters[0].tally == 0 and not desk.state.bombers[1].mark


@pytest.mark.rule("10.1")
@pytest.mark.parametrize(("scenario", "told"), [("4B", "Halifax II"), ("7", "")])
def test_a_tally_tells_the_type_unless_it_must_be_made_out_first(scenario, told):
    desk = lay(scenario, [fighter(1010)], [bomber(1010, type_="Halifax II")], script(("tally", [3, 5, 1])))
    desk.play(look_round, answers=["roll", "contact:1"])
    assert [event.type for event in desk.told("tally.gained")] == [told]


@pytest.mark.rule("10.1")
@pytest.mark.rule("16.0")
def test_a_tally_that_nobody_keeps_is_let_go_and_displaced():
    dice = script(("tally", [3, 5, 1]), ("displacement", [5]))
    desk = lay(fighters=[fighter(1010)], bombers=[bomber(1010)], dice=dice)
    desk.play(look_round, answers=["roll", "none"])
    assert desk.state.bombers[0].hex == 910
    assert not desk.state.bombers[0].mark


@pytest.mark.rule("10.1.1")
def test_the_view_die_counts_only_for_crews_with_a_view():
    dice = script(("tally", [1, 1, 3]))
    seen = lay(fighters=[fighter(1010)], bombers=[bomber(1010)], dice=dice)
    seen.play(look_round, answers=["roll", "contact:1"])
    assert seen.state.fighters[0].tally == 0
    unseen = lay(fighters=[fighter(1010, type_="Mosquito NF.II"), fighter(515)], bombers=[bomber(1010)], dice=dice)
    unseen.play(look_round, answers=["roll"])
    assert not unseen.state.bombers[0].mark


@pytest.mark.rule("10.1.1")
def test_what_a_good_view_finds_another_crew_beside_it_may_keep():
    crews = [fighter(1010), fighter(1010, type_="Mosquito NF.II")]
    desk = lay(fighters=crews, bombers=[bomber(1010)], dice=script(("tally", [1, 1, 3])))
    desk.play(look_round, answers=["roll", "none", "contact:1"])
    assert [f.tally for f in crews] == [-1, 0]


@pytest.mark.rule("10.1.1")
def test_the_cloud_die_counts_only_against_bright_cloud():
    dice = script(("tally", [1, 1, 3]))
    bright = lay("4B", [fighter(1016, type_="Mosquito NF.II")], [bomber(1016)], dice, cloud="cloudy")
    bright.play(look_round, answers=["roll", "contact:1"])
    dark = lay("4B", [fighter(1010, type_="Mosquito NF.II")], [bomber(1010)], dice, cloud="cloudy")
    dark.play(look_round, answers=["roll"])
    assert bright.state.fighters[0].tally == 0 and dark.state.fighters[0].tally == -1


@pytest.mark.rule("28.5")
def test_bonus_dice_do_not_help_a_green_crew():
    desk = lay(fighters=[fighter(1010, pilot="green")], bombers=[bomber(1010)], dice=script(("tally", [1, 1])))
    desk.play(look_round, answers=["roll"])
    assert not desk.state.bombers[0].mark


@pytest.mark.rule("10.2")
def test_a_tally_is_kept_in_sight_dropped_at_will_and_lost_out_of_sight():
    kept = lay(fighters=[fighter(1010, tally=0, good=False)], bombers=[bomber(1010, mark=1)])
    kept.play(tally, answers=["keep", "pass"])
    assert kept.state.fighters[0].tally == 0 and kept.state.fighters[0].good
    for hex_, answer in ((1010, ["drop"]), (1012, [])):
        desk = lay(fighters=[fighter(1010, tally=0)], bombers=[bomber(hex_, mark=1)], dice=[("displacement", 3)])
        desk.play(tally, answers=[*answer, "pass"])
        assert desk.state.fighters[0].tally == -1 and not desk.state.bombers[0].mark


@pytest.mark.rule("15.1.1")
@pytest.mark.parametrize(
    ("pilot", "moon", "lit", "fix", "dice"),
    [("seasoned", "none", "", 0, 3), ("experte", "none", "", 0, 5), ("green", "none", "", 0, 1),
     ("seasoned", "half", "K", -1, 4), ("seasoned", "none", "K", 0, 4), ("green", "full", "K", 0, 3)],
)  # fmt: skip
def test_the_dice_on_a_fixed_target(pilot, moon, lit, fix, dice):
    desk = lay("4B", [fighter(1010, pilot=pilot, fix=fix)], [bomber(1010, lit=lit, mark=1)], moon=moon)
    assert fixed_dice(desk.night, desk.state.fighters[0], 0)[0] == dice


@pytest.mark.rule("15.1.1")
def test_lights_and_the_radar_of_any_fighter_add_a_die_and_no_bonus_dice_are_thrown():
    """A crew with a good view under bright cloud throws the three dice and the one for being fixed twice."""
    fighters = [fighter(1010), fighter(1011, fix=0)]
    desk = lay(
        "4", fighters, [bomber(1010, lit="K", mark=1)], script(("tally", [1, 2, 4, 5])), cloud="cloudy", moon="none"
    )
    desk.play(look_at_fixed, answers=["contact:1", "pass"])
    assert desk.mods("tally.rolled") == [{"fixed-target": 3, "fixed-twice": 1}]
    alone = lay("4", [fighter(1010), fighter(1011)], [bomber(1010, lit="K", mark=1)])
    assert fixed_dice(alone.night, alone.state.fighters[0], 0)[0] == 3


@pytest.mark.rule("15.1.1")
def test_one_die_is_always_left():
    flown = fighter(1010, type_="Mosquito NF.II", fix=0, pilot="green", turned=True)
    desk = lay("4", [flown], [bomber(1010, mark=1)])
    assert fixed_dice(desk.night, flown, 0)[0] == 1


@pytest.mark.rule("28.6")
def test_astern_is_hard_to_see():
    desk = lay("4B", [fighter(1010)], [bomber(1008, lit="H", mark=1)], visibility="good")
    assert fixed_dice(desk.night, desk.state.fighters[0], 0)[0] == 1
    plain = lay("4B", [fighter(1010)], [bomber(1008, lit="H", mark=1)], options={"advanced_tallies": False})
    assert fixed_dice(plain.night, plain.state.fighters[0], 0)[0] == 3


@pytest.mark.rule("28.6")
def test_from_the_ta154_nothing_is_seen_astern():
    desk = lay("10E", [fighter(1010, type_="Ta154A-1")], [bomber(1009, lit="H"), bomber(1011, lit="H")])
    sees = desk.night.sees_bomber
    assert [sees(desk.state.fighters[0], b) for b in desk.state.bombers] == [False, True]


@pytest.mark.rule("15.1")
def test_a_fix_of_ones_own_comes_before_what_the_lights_hold():
    desk = lay("4B", [fighter(1010, fix=0)], [bomber(1010, mark=1), bomber(1011, lit="H", mark=2)],
               script(("tally", [3, 3, 1])))  # fmt: skip
    desk.play(look_at_fixed, answers=["contact:1"])
    assert desk.asked[0].options == ("contact:1", "pass") and desk.state.fighters[0].tally == 0


@pytest.mark.rule("28.4")
@pytest.mark.parametrize(("faces", "good"), [([3, 3, 1], True), ([3, 2, 1], False)])
def test_a_double_gives_a_good_position(faces, good):
    desk = lay("4", [fighter(1010, fix=0)], [bomber(1010, mark=1)], script(("tally", faces)))
    desk.play(look_at_fixed, answers=["contact:1"])
    assert desk.state.fighters[0].good is good


@pytest.mark.rule("28.4")
def test_without_the_rule_every_position_is_good():
    desk = lay("4", [fighter(1010, fix=0)], [bomber(1010, mark=1)], script(("tally", [3, 1, 2])),
               {"attack_position": False})  # fmt: skip
    desk.play(look_at_fixed, answers=["contact:1"])
    assert desk.state.fighters[0].good


@pytest.mark.rule("21.2.1")
@pytest.mark.parametrize(("hex_", "met"), [(1008, True), (1011, True), (1012, False), (1014, False), (1108, False)])
def test_a_contrail_is_met_behind_a_bomber_in_its_column(hex_, met):
    desk = lay("4E", [fighter(hex_, type_="Mosquito NF.II")], [bomber(1012)])
    desk.play(tally, answers=["pass"])
    assert bool(desk.told("contrail.met")) is met


@pytest.mark.rule("19.1.3")
@pytest.mark.rule("15.1.1")
@pytest.mark.parametrize("lit", [False, True])
def test_the_minimum_range_counts_only_for_a_target_that_no_light_shows(lit):
    desk = lay("4B", [fighter(1010, fix=0, ai="Lichtenstein SN-2b")], [bomber(1010, mark=1, lit="K" if lit else "")])
    _, mods = fixed_dice(desk.night, desk.state.fighters[0], 0)
    assert ("minimum-range" in {m.reason for m in mods}) == (not lit)
    assert ("fixed-twice" in {m.reason for m in mods}) is lit


@pytest.mark.rule("15.1.1")
@pytest.mark.rule("3.2")
@pytest.mark.parametrize(
    ("scenario", "type_", "is_untrained"),
    [("2C", "P-40B", True), ("2", "P-40B", False), ("2C", "Beaufighter IF", False)],
)
def test_in_scenario_2c_the_crews_of_the_p40_have_a_die_less(scenario, type_, is_untrained):
    flown = fighter(1010, type_=type_, ai="")
    desk = lay(scenario, [flown], [bomber(1010, mark=1, lit="K")])
    assert untrained(desk.night, flown) is is_untrained
    _, mods = fixed_dice(desk.night, flown, 0)
    assert [mod.value for mod in mods if mod.reason == "untrained"] == [-1] * is_untrained


@pytest.mark.rule("10.1")
@pytest.mark.rule("10.2")
def test_who_takes_another_tally_lets_go_of_the_first():
    flown, other = fighter(1010, tally=0), fighter(1010)
    pair = [bomber(1010, mark=1, number=2), bomber(1010, number=5)]
    dice = script(("tally", [5, 5, 1]), ("displacement", [3]))
    desk = lay("4", [flown, other], pair, dice)
    desk.state.marks = 1
    desk.play(look_round, answers=["roll", "contact:2", "none"])
    assert flown.tally == 1 and pair[0].mark == 0 and desk.told("contact.lost")[0].contact == 1
