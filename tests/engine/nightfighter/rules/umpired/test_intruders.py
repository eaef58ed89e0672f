"""Intruders: behaviour, pursuit, striking, response. [27.0, 17.4.4, 16.0]"""

import pytest

from engine.nightfighter.rules.turn import end_turn
from engine.nightfighter.rules.umpired.intruders import (
    has_turned,
    move_intruders,
    plan_intruders,
    pursuit_ends,
    slip_away,
    slip_later,
    straight_home,
    strike,
    tally_dice,
)
from tests.engine.nightfighter import builders as desks
from tests.engine.nightfighter.builders import bomber, fighter, script


def lay(scenario, fighters, bombers, *args, **more):
    """Set up a table on which the stream is not through yet: one bomber is still to come."""
    return desks.lay(scenario, fighters, [*bombers, bomber(0, status="pool")], *args, **more)


def mosquito(hex_, facing="S", **more):
    return bomber(hex_, facing, "Mosquito NF.XIX", role="intruder", **{"ai": "AI Mk X"} | more)


def junkers(hex_, facing="S", **more):
    return fighter(hex_, facing, "Ju88G-1 / G-6", ai="", **more)


def fly(desk, answers=()):
    plans = desk.play(plan_intruders, more=True)
    desk.play(move_intruders, plans, answers=answers)
    return plans


@pytest.mark.rule("27.2.3")
def test_a_fix_makes_it_pursue():
    desk = lay("10", [junkers(1015)], [mosquito(1010)], dice=1)
    assert desk.play(plan_intruders) == [(0, "pursuit", 0)]


@pytest.mark.rule("27.2.2")
def test_a_fighter_ahead_out_of_range_is_heard():
    desk = lay("10", [junkers(1020)], [mosquito(1010)], dice=1)
    assert desk.play(plan_intruders) == [(0, "serrate", 0)]
    away = lay("10", [junkers(1020)], [mosquito(1010, "N")], dice=1)
    assert away.play(plan_intruders) == [(0, "stream", -1)]


@pytest.mark.rule("27.2.2")
@pytest.mark.parametrize(("column", "end"), [(10, 1015), (13, 1115), (7, 915)])
def test_on_serrate_it_sidesteps_and_flies_on(column, end):
    desk = lay("10", [junkers(100 * column + 24)], [mosquito(1010)], dice=script(("umpire", [100])))
    fly(desk)
    assert desk.state.bombers[0].hex == end


@pytest.mark.rule("27.2.2")
def test_no_sidestep_into_a_bomber():
    desk = lay("10", [junkers(1324)], [mosquito(1010), bomber(1110)], dice=script(("umpire", [100])))
    fly(desk)
    assert desk.state.bombers[0].hex == 1015


@pytest.mark.rule("27.2.1")
def test_it_gives_up_a_hex_rather_than_end_on_a_bomber():
    desk = lay("10", [], [mosquito(1010), bomber(1015)], dice=script(("umpire", [100])))
    fly(desk)
    assert desk.state.bombers[0].hex == 1014


@pytest.mark.rule("27.2.1")
@pytest.mark.parametrize(
    ("prey", "bombers", "end"), [(1018, (), 1015), (1013, (), 1013), (1013, (1013,), 1015), (1013, (1013, 1015), 1014)]
)
def test_on_serrate_it_stops_at_its_target_unless_a_bomber_is_there(prey, bombers, end):
    stream = [bomber(hex_) for hex_ in bombers]
    dice = script(("intruder", [4, 4, 4])) if end == prey else script(("umpire", [100]))
    desk = lay("10", [junkers(prey)], [mosquito(1010), *stream], dice)
    desk.play(move_intruders, [(0, "serrate", 0)])
    assert desk.state.bombers[0].hex == end


@pytest.mark.rule("27.2.1")
@pytest.mark.parametrize(("there", "asked", "end"), [(1020, True, 1014), (1015, False, 1014), (1014, False, 1015)])
def test_a_person_chooses_the_speed_only_while_both_ends_are_clear(there, asked, end):
    desk = lay("10", [], [mosquito(1010), bomber(there)], umpire="person")
    fly(desk, ["less"] if asked else [])
    assert desk.state.bombers[0].hex == end
    assert [d.question.full for d in desk.asked] == ["1015"] * asked


@pytest.mark.rule("27.2.1")
def test_a_pursuit_ends_with_all_or_all_but_one_or_on_the_target():
    desk = lay("10", [junkers(1012)], [mosquito(1010)])
    ends = pursuit_ends(desk.night, 0, desk.state.fighters[0])
    assert ends[1012, 3] == 2
    assert {mp for place, mp in ends.items() if place[0] != 1012} == {4, 5}


@pytest.mark.rule("27.2.1")
def test_it_does_not_chase_into_a_hex_with_a_bomber():
    desk = lay("10", [junkers(1012)], [mosquito(1010), bomber(1012)])
    assert not any(hex_ == 1012 for hex_, _ in pursuit_ends(desk.night, 0, desk.state.fighters[0]))


@pytest.mark.rule("27.2.4")
def test_it_tallies_and_attacks_at_once():
    target = junkers(1013, number=1)
    dice = script(("intruder", [1, 2]), ("response", [2]), ("combat", [6, 6]))
    desk = lay("10", [target], [mosquito(1010)], dice=dice)
    fly(desk)
    assert target.status == "lost" and desk.told("intruder.attacked")[0].destroyed
    assert not desk.told("destruction.rolled")


@pytest.mark.rule("27.2.4")
def test_without_a_tally_it_cannot_attack_and_nobody_is_told():
    desk = lay("10", [junkers(1013, number=1)], [mosquito(1010)], dice=script(("intruder", [4, 2])))
    fly(desk)
    assert not desk.told("intruder.attacks") and len(desk.told("dice.heard")) == 1


@pytest.mark.rule("27.2.4")
@pytest.mark.parametrize(("facing", "attacks"), [("S", True), ("SE", False), ("SW", False), ("N", False)])
def test_it_attacks_only_a_fighter_that_flies_the_same_way(facing, attacks):
    target = junkers(1013, facing, number=1)
    dice = script(("intruder", [1, 2, 3] if attacks else [1, 2]))
    dice += script(("response", [2]), ("combat", [6, 6])) if attacks else []
    desk = lay("10", [target], [mosquito(1013)], dice)
    desk.play(strike, 0, target, True)
    assert desk.told("intruder.looked")[0].tallied
    assert bool(desk.told("intruder.attacks")) is attacks and (target.status == "lost") is attacks


@pytest.mark.rule("17.4.4")
@pytest.mark.parametrize(("warning", "responds"), [([], False), (["tail warning"], True)])
def test_a_nightfighter_responds_like_a_bomber(warning, responds):
    target = junkers(1013, number=1, equipment=warning)
    dice = script(("intruder", [1, 2]), ("response", [5]))
    dice += script(("response", [5])) if responds else []
    dice += script(("combat", [1, 1]), ("response", [1]))
    desk = lay("10", [target], [mosquito(1010)], dice=dice)
    fly(desk)
    assert desk.told("fighter.response-rolled")[0].responds is responds and target.alerted


@pytest.mark.rule("17.4.4")
@pytest.mark.rule("16.0")
def test_its_pilot_chooses_where_it_corkscrews_and_the_intruder_slips_away():
    target = junkers(1013, number=1, alerted=True, tally=1)
    dice = script(("intruder", [1, 2]), ("response", [4, 2]), ("combat", [6, 3]), ("displacement", [3]))
    dice += script(("corkscrew", [1]))
    desk = lay("10", [target], [mosquito(1010), bomber(1015, mark=1)], dice=dice)
    fly(desk, ["left"])
    assert target.hex == 1113 and target.corkscrewed and target.tally == -1
    assert desk.told("fighter.fired-back")[0].hits == 0 and not desk.told("intruder.attacked")
    assert desk.told("corkscrew.rolled")


@pytest.mark.rule("27.2.4")
@pytest.mark.parametrize(("moon", "fix", "dice"), [("none", True, 2), ("half", True, 3), ("none", False, 3)])
def test_its_tally_dice(moon, fix, dice):
    desk = lay("10", [junkers(1013)], [mosquito(1013, moved=3)], moon=moon)
    assert tally_dice(desk.night, desk.state.bombers[0], desk.state.fighters[0], fix)[0] == dice


@pytest.mark.rule("19.1.3")
@pytest.mark.parametrize(("end", "facing", "turned"), [(1015, "S", False), (1015, "SE", True), (1114, "S", True)])
def test_an_intruder_that_turned_on_its_way_has_a_die_less(end, facing, turned):
    desk = lay("10", [junkers(1015, facing)], [mosquito(end, facing, moved=5)])
    flown, target = desk.state.bombers[0], desk.state.fighters[0]
    assert has_turned(desk.night, flown, (1010, 3)) is turned
    dice = tally_dice(desk.night, flown, target, True)[0]
    assert tally_dice(desk.night, flown, target, True, turned=turned)[0] == max(1, dice - turned)
    former = lay("10", [junkers(1015, facing)], [mosquito(end, facing, moved=5)], options={"intruder_turns": False})
    assert tally_dice(former.night, flown, target, True, turned=turned)[0] == dice


@pytest.mark.rule("19.1.3")
@pytest.mark.rule("21.1")
@pytest.mark.parametrize(
    ("set_", "mods"),
    [("AI Mk X", {"low-altitude": -1}), ("AN/APS-6", {"minimum-range": -1}), ("AN/APS-4", {"minimum-range": -2})],
)
def test_low_down_an_intruders_set_has_a_die_less_but_for_x_band(set_, mods):
    desk = lay("4A", [junkers(1013)], [mosquito(1013, ai=set_)])
    _, found = tally_dice(desk.night, desk.state.bombers[0], desk.state.fighters[0], True)
    assert {mod.reason: mod.value for mod in found if mod.rule == "19.1.3"} == mods


@pytest.mark.rule("16.0")
@pytest.mark.parametrize(("way", "hex_"), [("left", 1110), ("right", 910), ("centre", 1010)])
def test_a_person_lets_it_slip_away_later_in_the_turn_where_he_likes(way, hex_):
    desk = lay("10", [junkers(1020)], [mosquito(1010)], umpire="person")
    desk.play(slip_away, 0, answers=["stay"])
    desk.play(slip_later, "moved", answers=["stay"])
    desk.play(slip_later, "tally", answers=[way])
    desk.play(slip_later, "fought")
    assert desk.state.bombers[0].hex == hex_ and not desk.told("corkscrew.rolled")
    assert desk.told("bomber.displaced")[0].side == way


@pytest.mark.rule("16.0")
def test_one_that_is_held_does_not_slip_away_until_it_is_let_go():
    desk = lay("10", [junkers(1010, tally=0)], [mosquito(1010)], umpire="person", dice=script(("corkscrew", [1])))
    desk.play(slip_away, 0, more=True)
    desk.state.fighters[0].tally = -1
    desk.play(slip_later, "tally", answers=["displace"])
    assert desk.told("corkscrew.rolled") and not desk.state.bombers[0].may_slip


@pytest.mark.rule("16.0")
def test_when_the_turn_is_over_it_slips_away_no_more():
    desk = lay("10", [junkers(1020)], [mosquito(1010), bomber(1005)], umpire="person")
    desk.play(slip_away, 0, answers=["stay"])
    desk.play(end_turn)
    assert not desk.state.bombers[0].may_slip
    former = lay("10", [junkers(1020)], [mosquito(1010)], umpire="person", options={"slip_later": False})
    former.play(slip_away, 0, answers=["stay"])
    assert former.asked[0].options == ("stay", "displace") and not former.state.bombers[0].may_slip


@pytest.mark.rule("27.2")
def test_it_turns_home_by_as_few_turns_as_it_can():
    desk = lay("10", [], [mosquito(1020, "NE")], dice=script(("umpire", [100])))
    fly(desk)
    assert desk.state.bombers[0].facing == 3


@pytest.mark.rule("7.2.1")
def test_two_intruders_move_in_the_order_of_their_counters():
    pair = [mosquito(1010), mosquito(1110)]
    desk = lay("10", [], pair, dice=script(("umpire", [100])))
    fly(desk)
    assert [event.bomber for event in desk.told("intruder.moved")] == [0, 1]


@pytest.mark.rule("27.2")
def test_over_the_edge_it_is_gone():
    desk = lay("10", [], [mosquito(1025)], dice=())
    fly(desk)
    assert desk.state.bombers[0].status == "exited"


# With the stream gone -----------------------------------------------------------------------------------------------


GONE = ([bomber(0, status="exited")], [bomber(0, status="destroyed")], [bomber(0, status="pool")])
LEFT = ([bomber(1020)], [bomber(101, status="delayed", due=14)])


@pytest.mark.rule("4.1")
@pytest.mark.rule("27.2")
@pytest.mark.parametrize(
    ("others", "options", "kind"),
    [
        *((others, {}, "stream") for others in GONE),
        *((others, {}, "pursuit") for others in LEFT),
        ([bomber(0, status="exited")], {"lone_intruders_leave": False}, "pursuit"),
        ([mosquito(305)], {}, "stream"),
    ],
)
def test_with_no_bomber_left_an_intruder_hunts_no_more(others, options, kind):
    """The stream has gone, or nobody of the pool is due after turn 12: neither a fix nor Serrate holds it."""
    desk = desks.lay("10", [junkers(1015)], [mosquito(1010), *others], options=options, turn=13, dice=1)
    plans = desk.play(plan_intruders)
    assert plans[0] == (0, kind, 0 if kind == "pursuit" else -1)


@pytest.mark.rule("27.2")
@pytest.mark.rule("27.2.4")
def test_on_its_way_home_it_turns_by_the_shorter_side_and_passes_a_fighter_without_a_look():
    dice = script(("umpire", [100, 100]))
    desk = desks.lay("10", [junkers(1216)], [mosquito(1010, "NE")], dice, turn=13)
    for end in (1213, 1218):
        plans = desk.play(plan_intruders, more=True)
        desk.play(move_intruders, plans, more=end == 1213)
        assert (desk.state.bombers[0].hex, desk.state.bombers[0].facing) == (end, 3)
    assert not desk.told("intruder.looked")


@pytest.mark.rule("27.2")
@pytest.mark.rule("9.2")
@pytest.mark.parametrize("facing", ["NE", "SE", "SW", "NW"])
def test_on_its_way_home_it_turns_by_one_side_in_a_hex(facing):
    desk = lay("10", [], [mosquito(1010, facing)])
    flown, step = desk.state.bombers[0], desk.night.map.step
    hex_, heading = flown.hex, flown.facing
    for hex_now, facing_now in straight_home(desk.night, flown, 5, None):
        assert hex_now == step[heading][hex_] and (facing_now - heading) % 6 in (0, 1, 5)
        assert abs(facing_now - 3) < abs(heading - 3) or facing_now == heading == 3
        hex_, heading = hex_now, facing_now
    assert heading == 3
