"""The solitaire rules, case by case. [S3-S28]"""

import pytest
from msgspec.structs import replace

from engine.kernel.packs.schema import ByRoll
from engine.nightfighter.charts.schema import Jamming, Waves
from engine.nightfighter.rules.combat import fight
from engine.nightfighter.rules.solo.procedures import (
    _h2s_lane,
    ai_area,
    corkscrew,
    enter,
    hand_off,
    look_at_fixed,
    look_round,
    reveal,
    search_by_ai,
    search_by_lights,
    search_by_radar,
    search_with,
    set_mods,
)
from engine.nightfighter.rules.solo.uncertainty import area, is_real
from engine.nightfighter.rules.umpired.bombers import hand_off as umpired_hand_off
from engine.nightfighter.rules.umpired.bombers import move_bombers
from engine.nightfighter.setup import set_up
from engine.nightfighter.state import EXACT, HIGH, LOW, MODERATE
from tests.engine.nightfighter.builders import bomber, fighter, lay, script


def counter(hex_=1010, level=MODERATE, mark=1, **more):
    return bomber(hex_, level=level, mark=mark, **more)


def table(scenario="4B", fighters=(), bombers=(), dice=(), **more):
    """Set up a solitaire table; counters have the craft that the case gives them."""
    crafts = [b.craft for b in bombers]
    desk = lay(scenario, fighters, bombers, dice, mode="solo", **more)
    if any(crafts):
        for b, craft in zip(desk.state.bombers, crafts, strict=True):
            b.craft = craft
    return desk


def trio(level=HIGH, hexes=(410, 1010, 1610), **more):
    return [counter(h, level, n + 1, craft=7, **more) for n, h in enumerate(hexes)]


# S3 and S8 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S3.0")
@pytest.mark.parametrize(("hex_", "seen"), [(1010, True), (1011, True), (1009, False), (1110, False)])
def test_in_good_visibility_only_the_own_hex_and_the_one_ahead(hex_, seen):
    desk = table(fighters=[fighter(1010)], bombers=[counter(hex_, EXACT)], visibility="good")
    assert desk.night.sees_bomber(desk.state.fighters[0], desk.state.bombers[0]) is seen
    bright = table("4", fighters=[fighter(1010)], bombers=[counter(hex_, EXACT)], cloud="cloudy", moon="full")
    assert bright.night.sees_bomber(bright.state.fighters[0], bright.state.bombers[0])


@pytest.mark.rule("S8.0")
@pytest.mark.parametrize(("turn", "hexes"), [(1, [403, 1003, 1603]), (2, [303, 903, 1503])])
def test_a_lone_bomber_is_three_counters_at_full_speed(turn, hexes):
    desk = table("4B", bombers=[bomber(0, status="pool")], turn=turn)
    desk.night.scenario.entry.singles[:] = [turn]
    desk.play(enter)
    desk.night.scenario.entry.singles[:] = [1, 3, 6]
    on_map = [b for b in desk.state.bombers if b.status == "map"]
    assert [b.hex for b in on_map] == hexes and all(b.level == HIGH for b in on_map)
    assert sum(b.status == "delayed" for b in desk.state.bombers) == 3


@pytest.mark.rule("S8.0")
def test_three_more_come_a_turn_later_on_the_other_columns():
    desk = table("4B", bombers=[bomber(0, status="pool")], turn=1)
    desk.play(enter)
    desk.state.turn = 2
    desk.play(enter)
    assert [b.hex // 100 for b in desk.state.bombers] == [4, 10, 16, 3, 9, 15]
    assert len({b.craft for b in desk.state.bombers}) == 1


@pytest.mark.rule("S5.4")
def test_every_counter_of_a_lone_bomber_carries_what_the_bomber_does():
    """Until the others are known as phantoms, each may be the real one, and Flensburg detects it."""
    desk = table("4B", bombers=[bomber(0, status="pool", equipment=["Monica"])], turn=1)
    desk.play(enter)
    assert [b.equipment for b in desk.state.bombers] == [["Monica"]] * 6
    desk.state.bombers[0].equipment.clear()
    assert [b.equipment for b in desk.state.bombers[1:]] == [["Monica"]] * 5


@pytest.mark.rule("S8.0")
def test_no_second_trio_when_another_bomber_is_due():
    desk = table("8E", bombers=[bomber(0, status="pool"), bomber(0, status="pool")], turn=1, dice=script(("pool", [1])))
    desk.play(enter)
    assert sum(b.status == "delayed" for b in desk.state.bombers) == 0


@pytest.mark.rule("S8.0")
@pytest.mark.parametrize(("later", "waiting"), [(False, 0), (True, 3)])
def test_bombers_on_successive_turns_have_three_counters_each(later, waiting):
    """Turn 1 and 2 have one each and turn 3 none: by the text, the second has no more than the first."""
    pair = [bomber(0, status="pool"), bomber(0, status="pool")]
    desk = table("8E", bombers=pair, dice=script(("pool", [1])), options={"second_trio_for_each": later})
    desk.play(enter, more=True)
    assert len(desk.state.bombers) == 4
    desk.state.turn = 2
    desk.play(enter)
    assert sum(b.status == "delayed" for b in desk.state.bombers) == waiting


@pytest.mark.rule("S8.0")
@pytest.mark.parametrize(("options", "waiting"), [({}, 0), ({"waves_are_due": False}, 3)])
def test_a_wave_on_the_next_turn_is_another_bomber_due(options, waiting):
    pool = [bomber(0, status="pool") for _ in range(4)]
    desk = table("4B", bombers=pool, dice=script(("pool", [1])), options=options)
    entry = replace(desk.night.scenario.entry, waves=Waves(first=2, turns=1, each=3))
    desk.night.scenario = replace(desk.night.scenario, entry=entry)
    desk.play(enter)
    assert sum(b.status == "delayed" for b in desk.state.bombers) == waiting


@pytest.mark.rule("S5.5")
def test_hexes_in_which_a_bomber_cannot_be_are_not_counted():
    pair = [counter(1012, LOW), counter(1013, EXACT, 2)]
    desk = table("4B", [fighter(1010)], pair)
    flown, area_ = desk.state.fighters[0], ai_area(desk.night, desk.state.fighters[0], pair[0])
    pair[0].barred = [sorted(area_ - {1013})[0]]
    desk.play(search_with, flown, answers=["pass"])
    assert desk.asked[0].question.hexes["contact:1"] == len(area_) - 1 - (1013 in area_)


@pytest.mark.rule("S19.0")
@pytest.mark.parametrize(("answers", "lost"), [(["pass"], 1), (["contact:1"], 0)])
def test_a_search_passed_up_says_that_the_fix_is_gone(answers, lost):
    desk = table("4B", [fighter(1010, fix=0)], [counter(1011, EXACT)])
    desk.play(search_with, desk.state.fighters[0], answers=answers)
    assert len(desk.told("ai.lost")) == lost and desk.state.fighters[0].fix == (-1 if lost else 0)


@pytest.mark.rule("S8.0")
def test_three_at_once_are_three_moderate_counters():
    desk = table("5", bombers=[bomber(0, status="pool") for _ in range(3)], dice=script(("pool", [1, 1])))
    desk.play(enter)
    assert [b.hex for b in desk.state.bombers] == [403, 1003, 1603]
    assert all(b.level == MODERATE for b in desk.state.bombers)


@pytest.mark.rule("S8.0")
@pytest.mark.parametrize(("die", "columns"), [(1, [10, 16]), (4, [4, 16]), (5, [4, 10])])
def test_a_thin_wave_leaves_one_column_empty(die, columns):
    dice = script(("column", [die]), ("pool", [1]))
    desk = table("6C", bombers=[bomber(0, status="pool") for _ in range(2)], dice=dice)
    desk.play(enter)
    assert [b.hex // 100 for b in desk.state.bombers] == columns


@pytest.mark.rule("S8.0")
@pytest.mark.parametrize(("turn", "equipped"), [(1, 1), (2, 0)])
def test_every_odd_wave_has_one_h2s_bomber(turn, equipped):
    dice = script(("column", [2] * equipped), ("pool", [1, 1]))
    desk = table("6H", bombers=[bomber(0, status="pool") for _ in range(3)], turn=turn, dice=dice)
    desk.play(enter)
    assert sum("H2S" in b.equipment for b in desk.state.bombers) == equipped


@pytest.mark.rule("S7.0")
def test_a_counter_stops_short_of_another():
    pair = [counter(1010, type_="He111H"), counter(1008, mark=2)]
    desk = table("1", bombers=pair)
    desk.play(move_bombers)
    assert [b.hex for b in pair] == [1012, 1011]


# S5: locating ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S5.2")
@pytest.mark.rule("S5.3")
def test_areas_have_six_and_eighteen_hexes():
    desk = table(bombers=[counter(level=LOW), counter(level=MODERATE, mark=2)])
    low, moderate = (area(desk.night, b) for b in desk.state.bombers)
    assert len(low) == 6 and 1009 not in low and len(moderate) == 18 and 1008 not in moderate


@pytest.mark.rule("S5.3")
@pytest.mark.parametrize(("faces", "found"), [((2, 3), True), ((3, 1), True), ((3, 3), False), ((4, 1), False)])
def test_a_mosquito_at_the_corner_finds_in_one_of_four_hexes(faces, found):
    # The fighter is just behind the second file to the right, heading with the bomber.
    place = 908
    flown = fighter(place, "S", "Mosquito NF.XIII")
    desk = table("8", [flown], [counter(1010)], script(("location", faces)))
    desk.play(search_by_ai, answers=["contact:1"])
    assert (flown.fix == 0) is found
    if found:
        assert desk.state.bombers[0].level == EXACT and desk.state.bombers[0].hex // 100 == 9


@pytest.mark.rule("S5.2")
def test_a_roll_outside_the_search_leaves_the_counter_and_bars_what_was_searched():
    flown = fighter(1009)
    desk = table("4", [flown], [counter(1010, LOW)], script(("location", [1])))
    desk.play(search_by_ai, answers=["contact:1"])
    target = desk.state.bombers[0]
    assert target.hex == 1010 and target.level == LOW and target.barred == [1010, 1011]


@pytest.mark.rule("S5.5")
def test_barred_hexes_are_diced_for_again_even_for_another_search():
    flown = fighter(1009)
    dice = script(("tally", [6, 1, 1, 1, 1]), ("location", [3, 4, 5]))
    desk = table("4", [flown], [counter(1010, LOW, barred=[1010, 1011])], dice, cloud="cloudy", moon="full")
    desk.play(look_round, answers=["contact:1"])
    assert flown.tally == 0 and desk.state.bombers[0].hex == 1110


@pytest.mark.rule("S5.5")
@pytest.mark.parametrize(("die", "found", "barred"), [(1, 910, []), (5, 1110, []), (2, 0, [910, 1010, 1011, 1110]),
                                                      (6, 0, [910, 1010, 1011, 1110])])  # fmt: skip
def test_a_search_in_vain_and_then_a_look_in_vain_bar_what_both_have_covered(die, found, barred):
    flown = fighter(1009)
    dice = script(("location", [1]), ("tally", [6, 1, 1, 1, 1]), ("location", [3, 4, die]))
    desk = table("4", [flown], [counter(1010, LOW)], dice, cloud="cloudy", moon="full")
    desk.play(search_by_ai, answers=["contact:1"], more=True)
    desk.play(look_round, answers=["contact:1"])
    target = desk.state.bombers[0]
    assert (flown.tally == 0) is bool(found) and target.hex == (found or 1010) and target.barred == barred


@pytest.mark.rule("S5.5")
@pytest.mark.rule("S14.0")
def test_lights_in_vain_bar_every_zone_that_might_have_held_it():
    desk = table("4B", bombers=[counter(1115)], dice=script(("search", [6, 1, 1, 1]), ("location", [5, 1])))
    desk.play(search_by_lights, answers=["zone:K:1"])
    assert {1115, 1116, 1315} <= set(desk.state.bombers[0].barred) and 1114 not in desk.state.bombers[0].barred
    assert desk.state.bombers[0].level == MODERATE


@pytest.mark.rule("S5.5")
def test_with_every_hex_barred_the_search_fails_without_a_roll():
    flown = fighter(1009)
    desk = table("4", [flown], [counter(1010, LOW)])
    desk.state.bombers[0].barred = list(area(desk.night, desk.state.bombers[0]))
    desk.play(search_by_ai, answers=["contact:1"])
    assert flown.fix == -1


@pytest.mark.rule("S7.0")
def test_a_location_where_another_counter_stands_is_diced_for_again():
    flown = fighter(1009)
    desk = table("4", [flown], [counter(1010, LOW), counter(1011, LOW, 2)], script(("location", [4, 3])))
    desk.play(search_by_ai, answers=["contact:1"])
    assert flown.fix == 0 and desk.state.bombers[0].hex == 1010


# S5.4: phantoms ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("S5.4")
@pytest.mark.parametrize(
    ("count", "faces", "real"),
    [(2, [3], True), (2, [4], False), (3, [2], True), (3, [3], False), (4, [5, 6, 1], True), (4, [4], False),
     (6, [2], False), (6, [1], True)],
)  # fmt: skip
def test_the_odds_of_a_phantom(count, faces, real):
    hexes = [101 + 200 * n for n in range(count)]
    desk = table(bombers=trio(hexes=hexes), dice=script(("phantom", faces)))
    assert is_real(desk.night, 0) is real
    statuses = [b.status for b in desk.state.bombers]
    assert statuses.count("phantom") == (count - 1 if real else 1)


@pytest.mark.rule("S5.4")
def test_the_last_counter_left_is_moderate_at_once():
    desk = table(bombers=trio(hexes=(410, 1010)), dice=script(("phantom", [6])))
    is_real(desk.night, 0)
    assert desk.state.bombers[1].level == MODERATE


@pytest.mark.rule("S7.0")
def test_counters_off_the_map_still_count():
    counters = trio()
    counters[2].status, counters[2].hex = "exited", 0
    counters[1].status = "delayed"
    desk = table(bombers=counters, dice=script(("phantom", [2])))
    assert is_real(desk.night, 0)
    assert [b.status for b in desk.state.bombers] == ["map", "phantom", "phantom"]


@pytest.mark.rule("S5.4")
def test_a_fix_needs_the_place_first_and_then_a_real_bomber():
    flown = fighter(1010, "S", "Ju88G-1 / G-6")
    phantom = table(
        "6G", [flown], trio(hexes=(1011, 411, 1611, 1614)), script(("location", [3, 2]), ("phantom", [5, 2]))
    )
    phantom.play(search_by_ai, answers=["contact:1"])
    assert flown.fix == -1 and phantom.state.bombers[0].status == "phantom"
    flown = fighter(1010, "S", "Ju88G-1 / G-6")
    real = table("6G", [flown], trio(hexes=(1011, 411, 1611, 1614)), script(("location", [3, 2]), ("phantom", [5, 1])))
    real.play(search_by_ai, answers=["contact:1"])
    assert flown.fix == 0 and [b.status for b in real.state.bombers] == ["map"] + ["phantom"] * 3


# S13, S24, S25: search radar ---------------------------------------------------------------------------------------


def radar(scenario, bombers, dice, *answers, jam=None, **more):
    desk = table(scenario, bombers=bombers, dice=dice, **more)
    if jam:
        fields = {f: getattr(desk.night.scenario, f) for f in desk.night.scenario.__struct_fields__}
        desk.night.scenario = type(desk.night.scenario)(**{**fields, "jamming": Jamming(search=jam)})
    desk.play(search_by_radar, answers=answers)
    return desk


@pytest.mark.rule("S13.0")
@pytest.mark.parametrize(("die", "found"), [(5, True), (4, False)])
def test_freya_needs_five_to_narrow_down_a_moderate_counter(die, found):
    dice = script(("radar", [die])) + (script(("shift", [3])) if found else [])
    desk = radar("2A", [counter()], dice, "contact:1")
    assert desk.state.bombers[0].level == (LOW if found else MODERATE)
    assert desk.state.bombers[0].hex == (1009 if found else 1010)


@pytest.mark.rule("S13.0")
def test_a_crowd_costs_one_but_high_counters_are_no_crowd():
    near = radar("2A", [counter(), counter(1014, mark=2)], script(("radar", [5])), "contact:1")
    assert near.state.bombers[0].level == MODERATE
    high = radar("2A", [counter(), counter(1014, HIGH, 2)], script(("radar", [5]), ("shift", [4])), "contact:1")
    assert high.state.bombers[0].level == LOW


@pytest.mark.rule("S13.0")
@pytest.mark.parametrize(("die", "level"), [(5, EXACT), (4, LOW)])
def test_only_value_one_finds_the_hex_of_a_low_counter(die, level):
    dice = script(("radar", [die])) + (script(("location", [4])) if level == EXACT else [])
    desk = radar("2", [counter(level=LOW)], dice, "pass", "contact:1")
    assert desk.state.bombers[0].level == level and desk.state.bombers[0].tracked is (level == EXACT)
    freya = radar("2A", [counter(level=LOW)], [], "contact:1")
    assert freya.state.bombers[0].level == LOW


@pytest.mark.rule("S5.1")
@pytest.mark.rule("S13.0")
def test_a_track_is_kept_while_it_is_searched_and_else_falls_back():
    kept = radar("2", [counter(level=EXACT, tracked=True)], [], "pass", "contact:1")
    assert kept.state.bombers[0].level == EXACT and kept.state.bombers[0].tracked
    lost = radar("2", [counter(level=EXACT, tracked=True)], [], "contact:1")
    assert lost.state.bombers[0].level == LOW and not lost.state.bombers[0].tracked


@pytest.mark.rule("S13.0")
def test_one_search_counter_to_a_hex():
    desk = radar("2", [counter(), counter(410, mark=2)], script(("radar", [1, 1])), "contact:1", "contact:2")
    assert desk.asked[1].options == ("contact:2", "pass")


@pytest.mark.rule("S13.0")
def test_a_high_counter_is_tested_and_nothing_more_by_that_set():
    desk = radar("2A", trio(), script(("phantom", [1])), "contact:2")
    assert desk.state.bombers[1].level == MODERATE
    assert [b.status for b in desk.state.bombers] == ["phantom", "map", "phantom"]


@pytest.mark.rule("S7.0")
def test_a_shift_off_the_map_takes_the_bomber_out_of_reach():
    desk = radar("2A", [counter(110)], script(("radar", [6]), ("shift", [2])), "contact:1")
    assert desk.state.bombers[0].status == "exited"


@pytest.mark.rule("S5.5")
@pytest.mark.rule("S7.0")
def test_with_a_counter_on_every_hex_of_its_shift_a_counter_stays_where_it_is():
    """Else the die would be thrown again for ever; with one hex free it is thrown until that comes up."""
    around = [1009, 1011, 910, 911, 1110, 1111]
    hemmed = [counter(hex_, HIGH, mark) for mark, hex_ in enumerate(around, 2)]
    desk = radar("2A", [counter(), *hemmed], script(("radar", [5])), "contact:1")
    assert (desk.state.bombers[0].hex, desk.state.bombers[0].level) == (1010, MODERATE)
    one_free = radar("2A", [counter(), *hemmed[1:]], script(("radar", [5]), ("shift", [1, 6, 3])), "contact:1")
    assert (one_free.state.bombers[0].hex, one_free.state.bombers[0].level) == (1009, LOW)


@pytest.mark.rule("S5.5")
def test_a_search_ends_though_charts_lead_every_roll_to_a_barred_hex():
    flown = fighter(1009)
    desk = table("4", [flown], [counter(1010, LOW)])
    solo = desk.night.tables.solo
    desk.night.tables = replace(desk.night.tables, solo=replace(solo, low=ByRoll({"1-6": "f"})))
    desk.night.charts.areas.clear()
    desk.state.bombers[0].barred = [1011]
    desk.play(search_by_ai, answers=["contact:1"])
    desk.night.charts.areas.clear()
    assert flown.fix == -1


@pytest.mark.rule("S24.0")
@pytest.mark.parametrize(("jam", "die", "removed"), [("light", 2, True), ("light", 3, False), ("heavy", 4, True)])
def test_jamming_may_take_the_search_counter_away(jam, die, removed):
    dice = script(("radar", [die])) + ([] if removed else script(("radar", [1])))
    desk = radar("2A", [counter()], dice, "contact:1", jam=jam)
    assert desk.state.searches[0].removed is removed


@pytest.mark.rule("S25.0")
def test_gci_keeps_the_better_of_two_dice_and_tests_the_whole_trio():
    desk = radar("8", [counter()], script(("radar", [1, 4]), ("shift", [4])), "contact:1")
    assert desk.state.bombers[0].level == LOW
    desk = radar("8", trio(), script(("phantom", [6, 6])), "contact:1")
    assert [b.status for b in desk.state.bombers] == ["phantom", "phantom", "map"]
    assert desk.state.bombers[2].level == MODERATE


@pytest.mark.rule("S25.0")
def test_jamming_takes_gci_down_a_step():
    light = radar("8", trio(), script(("phantom", [6])), "contact:1", jam="light")
    assert [b.status for b in light.state.bombers].count("phantom") == 1
    heavy = radar("8", [counter()], script(("radar", [3, 1])), "contact:1", jam="heavy")
    assert not heavy.state.searches[0].removed


@pytest.mark.rule("S25.0")
def test_mew_needs_no_dice_and_tests_every_high_counter():
    sure = radar("8D", [counter()], script(("shift", [4])), "contact:1")
    assert sure.state.bombers[0].level == LOW
    exact = radar("8D", [counter(level=LOW)], script(("location", [3])), "contact:1")
    assert exact.state.bombers[0].tracked
    others = [counter(405, HIGH, 8, craft=9), counter(1605, HIGH, 9, craft=9)]
    desk = radar("8D", [*trio(hexes=(410, 1010)), *others], script(("phantom", [1, 1])), "contact:1")
    assert [b.status for b in desk.state.bombers] == ["map", "phantom", "map", "phantom"]


@pytest.mark.rule("S24.0")
def test_naxos_minds_no_crowd_and_hears_h2s_only():
    flown = fighter(101, "N", equipment=["Naxos"])
    pair = [counter(equipment=["H2S"]), counter(1012, mark=2)]
    desk = table("1A", [flown], pair, script(("radar", [6]), ("shift", [1])))
    desk.play(search_by_radar, answers=["contact:1"])
    assert desk.asked[0].options == ("contact:1", "pass") and desk.state.bombers[0].level == LOW


@pytest.mark.rule("S24.0")
def test_flensburg_searches_carriers_ahead():
    flown = fighter(1008, "S", equipment=["Flensburg"])
    pair = [counter(equipment=["Monica"]), counter(1001, mark=2, equipment=["Monica"])]
    desk = table("1A", [flown], pair, script(("radar", [1])))
    desk.play(search_by_radar, answers=["contact:1"])
    assert desk.asked[0].options == ("contact:1", "pass")


# S14: searchlights -------------------------------------------------------------------------------------------------


@pytest.mark.rule("S14.0")
@pytest.mark.parametrize(("faces", "hex_", "zone"), [((6, 3), 1315, "L"), ((5, 1), 1115, ""), ((5, 3), 1215, "K")])
def test_searchlights_may_find_the_bomber_in_the_next_zone(faces, hex_, zone):
    desk = table("4B", bombers=[counter(1115)], dice=script(("search", [6, 1, 1, 1]), ("location", faces)))
    desk.play(search_by_lights, answers=["zone:K:1"])
    assert (desk.state.bombers[0].hex, desk.state.bombers[0].lit) == (hex_, zone)


@pytest.mark.rule("S14.0")
def test_what_ai_searched_in_vain_is_diced_for_again():
    dice = script(("search", [6, 1, 1, 1]), ("location", [3, 4, 6, 3]))
    desk = table("4B", bombers=[counter(1115, barred=[1114, 1115, 1116])], dice=dice)
    desk.play(search_by_lights, answers=["zone:K:1"])
    assert desk.state.bombers[0].hex == 1315 and desk.state.bombers[0].lit == "L"


@pytest.mark.rule("S14.0")
def test_a_zone_searches_once_and_the_next_one_still_may():
    stream = [counter(1016), counter(1115, mark=2), counter(1315, mark=3)]
    desk = table("4B", bombers=stream, dice=script(("search", [1, 2, 3, 4, 5, 1, 2, 3])))
    desk.play(search_by_lights, answers=["zone:K:1", "zone:L:3"])
    assert [d.options for d in desk.asked] == [
        ("zone:K:1", "zone:K:2", "zone:L:3", "done"), ("zone:L:3", "done"),
    ]  # fmt: skip
    assert not any(b.lit for b in stream) and not any(b.barred for b in stream)


@pytest.mark.rule("S14.0")
@pytest.mark.parametrize(
    ("faces", "location", "then"),
    [([6, 1, 1, 1], [6, 3], []), ([6, 1, 1, 1], [5, 1], ["done"]), ([5, 1, 1, 1], [], ["done"])],
)
def test_lights_that_find_it_in_the_next_zone_leave_neither_zone_a_search(faces, location, then):
    """Found in L, both K and L are done; found nowhere, or not at all, L has its own search left."""
    stream = [counter(1115), counter(1517, mark=2)]
    desk = table("4B", bombers=stream, dice=script(("search", faces), ("location", location)))
    desk.play(search_by_lights, answers=["zone:K:1", *then])
    assert stream[0].lit == ("" if then else "L")
    assert [d.options for d in desk.asked[1:]] == ([("zone:L:2", "done")] if then else [])


@pytest.mark.rule("S14.0")
def test_a_high_counter_is_tested_before_the_search():
    desk = table("4B", bombers=trio(hexes=(1016, 410, 1610)), dice=script(("phantom", [5])))
    desk.play(search_by_lights, answers=["zone:K:1"])
    assert desk.state.bombers[0].status == "phantom"


@pytest.mark.rule("S21.0")
def test_at_high_altitude_lights_only_tell_phantoms():
    desk = table("5C", bombers=trio(hexes=(1016, 410, 1610)), dice=script(("phantom", [1])))
    desk.play(search_by_lights, answers=["zone:K:1"])
    assert desk.state.bombers[0].level == MODERATE and not desk.state.bombers[0].lit


@pytest.mark.rule("S14.0")
def test_an_exact_bomber_is_lit_where_it_stands():
    desk = table("4B", bombers=[counter(1016, EXACT, tracked=True)], dice=script(("search", [1, 6, 1, 1])))
    desk.play(search_by_lights, answers=["zone:K:1"])
    assert desk.state.bombers[0].lit == "K" and desk.state.bombers[0].hex == 1016


@pytest.mark.rule("14.2.4")
@pytest.mark.parametrize(("faces", "kept"), [([1, 2, 6, 3], True), ([3, 3, 3, 3], False)])
def test_a_hand_off_needs_a_six(faces, kept):
    desk = table("4B", bombers=[counter(1019, EXACT, lit="K", number=3)], dice=script(("search", faces)))
    assert desk.play(hand_off, 0, "N", answers=["roll"]) is kept
    assert umpired_hand_off is not hand_off


# S10, S15: tallying ------------------------------------------------------------------------------------------------


@pytest.mark.rule("S10.0")
@pytest.mark.parametrize(("place", "tallied"), [(5, True), (3, False)])
def test_behind_and_to_the_left_of_a_low_counter(place, tallied):
    flown = fighter(1110, "S", "Me110C-4")
    desk = table(
        "2", [flown], [counter(1010, LOW)], script(("tally", [6, 1, 1, 1]), ("location", [place])), moon="half"
    )
    assert desk.night.map.walk(1010, 3, "rl") == 1110
    desk.play(look_round, answers=["contact:1"])
    assert (flown.tally == 0) is tallied and desk.state.bombers[0].hex == (1110 if tallied else 1010)


@pytest.mark.rule("S10.0")
def test_who_keeps_a_tally_does_not_look_round():
    pair = [counter(1010, EXACT, 1), counter(1010, EXACT, 2)]
    keeps = table("4", [fighter(1010, tally=0)], pair)
    keeps.play(look_round)
    assert keeps.asked == [] and keeps.state.fighters[0].tally == 0
    free = table("4", [fighter(1010)], pair)
    free.play(look_round, answers=["pass"])
    assert set(free.asked[0].options) == {"contact:1", "contact:2", "pass"}


@pytest.mark.rule("S10.0")
def test_a_double_six_gives_a_good_position():
    for faces, good in (([6, 6, 1], True), ([6, 1, 1], False)):
        flown = fighter(1010)
        desk = table("4", [flown], [counter(1010, EXACT, tracked=True)], script(("tally", faces)))
        desk.play(look_round, answers=["contact:1"])
        assert flown.tally == 0 and flown.good is good


@pytest.mark.rule("S10.0")
def test_the_cloud_die_comes_with_the_counters_own_hex():
    bright = table("4B", [fighter(1016, type_="Mosquito NF.II")], [counter(1016, EXACT)],
                   script(("tally", [1, 1, 6])), cloud="cloudy")  # fmt: skip
    bright.play(look_round, answers=["contact:1"])
    assert bright.state.fighters[0].tally == 0


@pytest.mark.rule("S15.0")
def test_after_a_failed_look_another_counter_that_is_held_may_be_tried():
    flown = fighter(1010)
    pair = [counter(1010, LOW), counter(1013, EXACT, 2, lit="H")]
    desk = table("4B", [flown], pair, script(("tally", [1, 1, 2, 6, 2, 2])))
    desk.play(look_round, answers=["contact:1"], more=True)
    desk.play(look_at_fixed, answers=["contact:2"])
    assert flown.tally == 1


@pytest.mark.rule("S15.0")
def test_a_number_does_not_help_alone():
    flown = fighter(1010, fix=0)
    desk = table("4", [flown], [counter(1010, EXACT, number=3)], script(("tally", [3, 3, 3])))
    desk.play(look_at_fixed, answers=["contact:1"])
    assert flown.tally == -1


# S16, S17, S19, S28 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("S16.0")
@pytest.mark.rule("S19.0")
def test_a_lost_fix_leaves_a_low_counter_where_it_stands():
    flown = fighter(1010, fix=0)
    desk = table("4", [flown], [counter(1016, EXACT)])
    desk.play(search_by_ai)
    assert flown.fix == -1 and desk.state.bombers[0].level == LOW and desk.state.bombers[0].hex == 1016


@pytest.mark.rule("S19.0")
def test_a_fix_lapses_when_another_counter_is_searched():
    flown = fighter(1009, fix=0)
    desk = table("4", [flown], [counter(1010, EXACT), counter(1011, LOW, 2)], script(("location", [3])))
    desk.play(search_by_ai, answers=["contact:2"])
    assert flown.fix == 1 and desk.state.bombers[0].level == LOW


@pytest.mark.rule("S24.0")
@pytest.mark.parametrize(("faces", "fixed"), [([3, 3, 6], True), ([3, 3, 5], False)])
def test_a_jammed_set_needs_a_six_and_bars_nothing_without_it(faces, fixed):
    flown = fighter(1009, "S", "Me110F-4", guidance="Y")
    dice = script(("ai", faces)) + (script(("location", [3])) if fixed else [])
    desk = table("4G", [flown], [counter(1010, LOW)], dice)
    desk.play(search_by_ai, answers=["contact:1"])
    assert (flown.fix == 0) is fixed and desk.state.bombers[0].barred == []


@pytest.mark.rule("S17.0")
def test_only_a_tallying_fighter_is_answered():
    desk = table("4", [fighter(1010)], [counter(1010, EXACT, tracked=True)])
    desk.play(fight)
    assert not desk.events


@pytest.mark.rule("S17.0")
def test_a_corkscrew_shakes_all_off_and_its_gunners_hit_little():
    flown, other = fighter(1010, tally=0, fix=0), fighter(1009, fix=0)
    target = counter(1010, EXACT, lit="H", tracked=True)
    dice = script(("response", [6, 1]), ("combat", [5, 5]), ("follow", [1, 1]))
    desk = table("4B", [flown, other], [target], dice)
    desk.play(fight, answers=["attack"])
    assert (flown.tally, flown.fix, other.fix, target.lit, target.tracked) == (-1, -1, -1, "", False)
    assert target.level == LOW and target.hex == 1010 and flown.hits == 1
    assert desk.mods("bomber.fired")[0] == {"corkscrewing": 0}


@pytest.mark.rule("S28.0")
def test_a_six_follows_it_and_the_attack_goes_ahead_with_nothing():
    flown = fighter(1010, tally=0, fix=0)
    dice = script(("response", [6, 1]), ("combat", [1, 1]), ("follow", [6, 1]), ("combat", [6, 6]))
    desk = table("4", [flown], [counter(1010, EXACT)], dice)
    desk.play(fight, answers=["attack"])
    assert (flown.tally, flown.fix) == (0, 0) and desk.mods("combat.attacked")[0] == {"target-corkscrewed": 0}
    assert desk.state.bombers[0].level == EXACT and desk.state.bombers[0].hits == 3


@pytest.mark.rule("S28.0")
def test_without_the_rule_nobody_follows():
    flown = fighter(1010, tally=0)
    desk = table("4", [flown], [counter(1010, EXACT)], script(("response", [6, 1]), ("combat", [1, 1])),
                 options={"follow_corkscrews": False})  # fmt: skip
    desk.play(fight, answers=["attack"])
    assert flown.tally == -1


@pytest.mark.rule("S21.0")
def test_under_contrails_nothing_is_moderate():
    desk = table("4E", bombers=[bomber(0, status="pool", type_="Ju86R-1")])
    desk.play(enter)
    assert all(len(area(desk.night, b)) == 6 for b in desk.state.bombers if b.status == "map")
    real = table("4E", bombers=trio(type_="Ju86R-1"), dice=script(("phantom", [1])))
    is_real(real.night, 0)
    assert real.state.bombers[0].level == LOW


# Scenarios 7 and 8F ------------------------------------------------------------------------------------------------


def serrate(bombers, dice, *answers, cup=("", "Ju88C-6"), **more):
    flown = fighter(1005, "S", "Mosquito NF.II", equipment=["Serrate"])
    desk = table("7", [flown], bombers, dice, **more)
    desk.state.cup = list(cup)
    desk.play(search_by_radar, answers=answers)
    return desk


@pytest.mark.rule("24.4")
def test_serrate_listens_to_all_ahead_and_draws_from_the_cup():
    stream = [counter(1010, type_="Halifax III"), counter(1011, type_="Halifax III", mark=2)]
    desk = serrate(stream, script(("radar", [5]), ("cup", [2]), ("radar", [4])), "listen")
    assert stream[0].role == "target" and stream[0].type == "Ju88C-6" and stream[0].ai == "Lichtenstein BC"
    desk = serrate([counter(1010)], script(("radar", [6]), ("cup", [1])), "listen")
    assert desk.state.bombers[0].status == "phantom"


@pytest.mark.rule("24.4")
def test_a_focused_search_narrows_a_revealed_junkers_down():
    prey = counter(1010, type_="Ju88C-6", role="target", ai="Lichtenstein BC", identified=True)
    desk = serrate([prey], script(("radar", [4]), ("shift", [4])), "contact:1")
    assert prey.level == LOW and desk.state.searches[0].radar == "Serrate"


@pytest.mark.rule("S8.0")
def test_the_stream_of_scenario_seven_hides_its_two_fighters_in_the_cup():
    desk = table("7", dice=5)
    desk.play(set_up, answers=["now", "hex:0901"])
    assert len(desk.state.bombers) == 30 and {b.type for b in desk.state.bombers} == {"Halifax III"}
    assert sorted(desk.state.cup) == [""] * 28 + ["Ju88C-6"] * 2


@pytest.mark.rule("S8.0")
def test_a_flying_bomb_is_never_uncertain():
    desk = table("8F", bombers=[bomber(0, status="pool", type_="V-1")], dice=script(("column", [3, 4])))
    desk.play(enter)
    assert desk.state.bombers[0].level == EXACT and desk.state.bombers[0].hex // 100 == 7


@pytest.mark.rule("S15.0")
@pytest.mark.rule("28.4")
@pytest.mark.parametrize(("faces", "good"), [([6, 6, 1], True), ([6, 5, 1], False)])
def test_two_sixes_at_a_fixed_target_place_the_fighter_well(faces, good):
    flown = fighter(1010, fix=0, ai="Lichtenstein BC")
    desk = table("4", [flown], [counter(1010, EXACT)], script(("tally", faces)))
    desk.play(look_at_fixed, answers=["contact:1"])
    assert flown.tally == 0 and flown.good is good


@pytest.mark.rule("S14.0")
@pytest.mark.rule("S5.4")
def test_lights_are_not_offered_a_counter_that_is_shot_down_or_lit():
    gone, lit, seen = (
        counter(1017, mark=1, status="destroyed"),
        counter(1013, EXACT, 2, lit="H"),
        counter(1016, EXACT, 3),
    )
    desk = table("4B", [fighter(1010)], [gone, lit, seen])
    desk.play(search_by_lights, answers=["done"])
    assert desk.asked[0].options == ("zone:K:3", "done")


@pytest.mark.rule("S17.0")
@pytest.mark.rule("28.1")
@pytest.mark.parametrize("fix", [0, -1])
def test_who_follows_a_corkscrew_keeps_its_fix_only_if_it_had_one(fix):
    flown = fighter(1010, tally=0, fix=fix)
    desk = table("4", [flown], [counter(1010, EXACT)], script(("follow", [6] * 9)))
    assert desk.play(corkscrew, 0, 0, more=True)
    assert (flown.tally, flown.fix) == (0, fix)


@pytest.mark.rule("S8.0")
@pytest.mark.parametrize(("place", "kind"), [(1, ""), (2, "Ju88C-6")])
def test_what_is_drawn_from_the_cup_is_a_fighter_or_gone(place, kind):
    desk = table(
        "7", [fighter(1010, type_="Mosquito NF.II", tally=0)], [counter(1010, EXACT)], script(("cup", [place]))
    )
    desk.state.cup = ["", "Ju88C-6"]
    drawn = reveal(desk.night, 0)
    (found,) = desk.state.bombers
    assert drawn is bool(kind) and found.identified and len(desk.state.cup) == 1
    assert (found.role, found.status) == (("target", "map") if kind else ("bomber", "phantom"))
    assert desk.state.fighters[0].tally == (0 if kind else -1)


@pytest.mark.rule("S13.0")
@pytest.mark.parametrize(
    ("radar", "specials", "adds"),
    [("Würzburg", ["good-controller"], 1), ("Würzburg", [], 0), ("Freya", ["good-controller"], 0)],
)
def test_a_good_controller_helps_the_wurzburg(radar, specials, adds):
    desk = table("2", bombers=[counter()])
    desk.night.scenario = replace(desk.night.scenario, specials=specials)
    mods = {mod.reason: mod.value for mod in set_mods(desk.night, 0, desk.night.charts.search[radar])}
    assert mods.get("good-controller", 0) == adds


@pytest.mark.rule("S8.0")
@pytest.mark.parametrize(("wave", "equipped"), [(1, True), (2, False), (3, False), (4, True), (5, False), (7, True)])
def test_in_thin_waves_every_third_has_the_h2s_bomber(wave, equipped):
    desk = table("6H", dice=script(("column", [2] * equipped)))
    assert len(desk.night.scenario.solo.h2s_waves) == 6
    assert _h2s_lane(desk.night, 2, wave, [4, 10]) == (10 if equipped else 0)
    desk.dice.finish()
