"""Moving nightfighters. [9.0, 18.0, 23.0, 27.3]"""

import pytest

from engine.nightfighter.charts.compiled import charts_of
from engine.nightfighter.rules.fighters import (
    call_tail_warnings,
    hexes_astern,
    leave_box,
    move,
    move_fighters,
    steps_from,
)
from engine.nightfighter.state import MODERATE
from tests.engine.nightfighter.builders import PACK, bomber, fighter, lay


@pytest.mark.rule("9.1")
def test_two_hexes_at_least_and_the_star_on_even_turns():
    desk = lay(fighters=[fighter(1010)], turn=1)
    desk.play(move_fighters, answers=["ahead", "ahead", "end"])
    assert "end" not in desk.asked[1].options and "end" in desk.asked[2].options
    assert desk.state.fighters[0].hex == 1012
    fast = lay(fighters=[fighter(1010)], turn=2)
    fast.play(move_fighters, answers=["ahead"] * 4)
    assert fast.state.fighters[0].hex == 1014


@pytest.mark.rule("9.1")
def test_a_jet_moves_five_at_least():
    desk = lay(fighters=[fighter(1010, type_="Me262B-1a/U1")])
    desk.play(move_fighters, answers=["ahead"] * 5 + ["end"])
    assert [("end" in d.options) for d in desk.asked] == [False] * 5 + [True]


@pytest.mark.rule("9.2")
def test_a_turn_of_sixty_degrees_comes_after_a_hex():
    desk = lay(fighters=[fighter(1010, "N")])
    desk.play(move_fighters, answers=["left", "right", "end"])
    flown = desk.state.fighters[0]
    assert (flown.hex, flown.facing, flown.turned, flown.moved) == (909, 0, True, 2)


@pytest.mark.rule("9.2.1")
def test_a_fighter_exits_for_one_mp_and_does_not_come_back():
    desk = lay(fighters=[fighter(1002, "N")])
    desk.play(move_fighters, answers=["ahead", "exit"])
    assert desk.state.fighters[0].status == "exited"


@pytest.mark.rule("9.0")
def test_the_player_chooses_the_order():
    desk = lay(fighters=[fighter(1010), fighter(510)])
    desk.play(move_fighters, answers=["F2", "ahead", "ahead", "ahead", "ahead", "ahead", "end"])
    assert [f.hex for f in desk.state.fighters] == [1012, 513]


@pytest.mark.rule("18.0")
def test_a_dive_adds_a_hex_and_must_be_flown_out():
    desk = lay("3C", fighters=[fighter(1010, type_="Hurricane IIC", dives=3)])
    desk.play(move, desk.state.fighters[0], answers=["dive"] + ["ahead"] * 4)
    assert all("end" not in d.options for d in desk.asked[1:])
    assert (desk.state.fighters[0].hex, desk.state.fighters[0].dives) == (1014, 2)


@pytest.mark.rule("18.0")
def test_all_height_may_be_given_up_in_one_dive_for_one_hex():
    desk = lay("3C", fighters=[fighter(1010, type_="Hurricane IIC", dives=3)])
    desk.play(move, desk.state.fighters[0], answers=["dive-out"] + ["ahead"] * 4)
    assert (desk.state.fighters[0].moved, desk.state.fighters[0].dives) == (4, 0)


@pytest.mark.rule("17.3.2")
def test_a_blinded_crew_flies_straight():
    desk = lay(fighters=[fighter(1010, blind_until=1)])
    desk.play(move_fighters, answers=["ahead", "ahead", "end"])
    assert desk.asked[0].options == ("ahead",)


@pytest.mark.rule("17.3.1")
def test_a_scattered_fighter_stays_where_it_is_for_one_turn():
    desk = lay(fighters=[fighter(1010, stays=True)])
    desk.play(move_fighters)
    assert desk.state.fighters[0].hex == 1010 and not desk.state.fighters[0].stays


@pytest.mark.rule("23.0")
def test_one_fighter_leaves_the_box_and_none_on_the_turn_after():
    waiting = [fighter(0, status="box"), fighter(0, status="box")]
    desk = lay("6", fighters=waiting, turn=1)
    desk.play(move_fighters, answers=["leave:F2", "hex:0114:SE", "ahead", "end"])
    assert [f.status for f in waiting] == ["box", "map"]
    assert waiting[1].hex == desk.night.map.step[2][114] and waiting[1].moved == 2
    nxt = lay("6", fighters=waiting, turn=2)
    nxt.state.left_box = 1
    nxt.play(move_fighters, answers=["ahead", "ahead", "end"])
    assert waiting[0].status == "box"
    third = lay("6", fighters=waiting, turn=3)
    third.state.left_box = 1
    third.play(move_fighters, answers=["leave:F1", "hex:0112:S", "ahead", "end", "ahead", "ahead", "end"])
    assert waiting[0].status == "map"


@pytest.mark.rule("27.3")
@pytest.mark.parametrize(("hex_", "warned"), [(1009, True), (1008, True), (1010, True), (1007, False), (909, False)])
def test_a_tail_warning_covers_the_own_hex_and_two_in_line_astern(hex_, warned):
    flown = fighter(1010, "S", "Ju88G-1 / G-6", equipment=["tail warning"])
    desk = lay("10", fighters=[flown], bombers=[bomber(hex_)])
    desk.play(call_tail_warnings, answers=["carry-on"] * warned)
    assert bool(desk.told("fighter.tail-warning")) is warned


@pytest.mark.rule("27.3")
def test_no_warning_of_a_bomber_that_the_fighter_holds_in_its_hex():
    flown = fighter(1010, "S", "Ju88G-1 / G-6", equipment=["tail warning"], tally=0)
    desk = lay("10", fighters=[flown], bombers=[bomber(1010, mark=1)])
    desk.play(call_tail_warnings)
    assert not desk.told("fighter.tail-warning")


@pytest.mark.rule("27.3.1")
def test_evasion_adds_a_hex_and_costs_tally_and_fix():
    flown = fighter(1010, "S", "Ju88G-1 / G-6", equipment=["tail warning"], tally=0, blind_until=9)
    desk = lay("10", fighters=[flown], bombers=[bomber(1009, mark=1)], dice=[("displacement", 3)])
    desk.play(move_fighters, answers=["evade", "left", "ahead", "ahead", "ahead", "ahead"])
    assert flown.evading and flown.tally == -1 and flown.moved == 5
    assert not desk.night.can_search(flown)


@pytest.mark.rule("27.3.1")
@pytest.mark.parametrize(("order", "fix"), [("evade", -1), ("carry-on", 0)])
def test_evasion_costs_the_fix(order, fix):
    flown = fighter(1010, "S", "Ju88G-1 / G-6", equipment=["tail warning"], fix=0)
    dice = [("displacement", 3)] if order == "evade" else []
    desk = lay("10", fighters=[flown], bombers=[bomber(1012, mark=1), bomber(1009)], dice=dice)
    desk.play(call_tail_warnings, answers=[order])
    assert flown.fix == fix and (desk.state.bombers[0].mark == 0) is (order == "evade")


@pytest.mark.rule("28.2.1")
@pytest.mark.parametrize(("hex_", "alerted"), [(213, True), (313, False)])
def test_fishpond_notices_a_fighter_that_comes_out_of_the_box_beside_it(hex_, alerted):
    desk = lay("6", [fighter(0, status="box")], [bomber(hex_, equipment=["H2S", "Fishpond"])])
    desk.play(leave_box, desk.state.fighters[0], answers=["hex:0113:S", "ahead", "end"])
    assert desk.state.bombers[0].alerted is alerted


@pytest.mark.rule("18.0")
@pytest.mark.rule("23.0")
def test_height_may_be_given_up_on_leaving_the_box():
    desk = lay("6", [fighter(0, status="box", dives=3)])
    desk.play(leave_box, desk.state.fighters[0], answers=["hex:0113:SE", "dive", "ahead", "ahead", "ahead"])
    assert (desk.state.fighters[0].moved, desk.state.fighters[0].dives) == (4, 2)


@pytest.mark.rule("27.3")
def test_all_warnings_are_called_before_anybody_evades():
    pair = [fighter(1010, equipment=["tail warning"]), fighter(510, equipment=["tail warning"])]
    desk = lay("10", pair, [bomber(1009), bomber(509)])
    desk.play(call_tail_warnings, answers=["evade", "carry-on"])
    assert [e.kind for e in desk.events] == ["fighter.tail-warning"] * 2 + ["fighter.evaded"]


@pytest.mark.rule("27.3")
@pytest.mark.rule("S5.0")
def test_alone_no_warning_of_a_counter_whose_place_is_uncertain():
    flown = fighter(1010, equipment=["tail warning"])
    desk = lay("6G", [flown], [bomber(1009, level=MODERATE)], mode="solo")
    desk.play(call_tail_warnings)
    assert not desk.events


@pytest.mark.rule("28.2.1")
@pytest.mark.parametrize(
    ("carried", "options", "alerted"),
    [(["H2S"], {}, True), ([], {}, False), (["H2S"], {"h2s_warns": False}, False), (["Fishpond"], {}, True),
     (["Fishpond"], {"h2s_warns": False}, True), (["H2S"], {"alerted_bombers": False}, False)],
)  # fmt: skip
def test_h2s_alone_notices_a_fighter_beside_it_whatever_the_scenario_lists(carried, options, alerted):
    desk = lay("2", [fighter(1010, type_="Me110C-4", ai="")], [bomber(1013, equipment=carried)], options=options)
    desk.play(move, desk.state.fighters[0], answers=["ahead", "ahead", "end"])
    assert desk.state.bombers[0].alerted is alerted


@pytest.mark.rule("9.2")
def test_one_step_leads_straight_ahead_and_turns_by_a_sixth_after_it():
    ground = charts_of(PACK).map
    ahead = ground.step[0][1015]
    assert steps_from(ground, 1015, 0) == {"ahead": (ahead, 0), "left": (ahead, 5), "right": (ahead, 1)}
    assert steps_from(ground, 1015, 0, belt=ahead % 100) == {}
    edge = next(hex_ for hex_, on_map in enumerate(ground.on_map) if on_map and not ground.step[0][hex_])
    assert steps_from(ground, edge, 0) == {}


@pytest.mark.rule("27.3")
def test_two_hexes_lie_in_line_behind_a_fighter():
    ground = charts_of(PACK).map
    behind = ground.step[3][1015]
    assert hexes_astern(ground, 1015, 0) == (behind, ground.step[3][behind])
