"""Moving and entering bombers, and naval attackers. [7.0, 8.0, 26.0]"""

import pytest

from engine.nightfighter.events.bombers import BomberExited
from engine.nightfighter.rules.speeds import attacker_points
from engine.nightfighter.rules.umpired.bombers import enter_bombers, enter_wave, entry_steps, hand_off, move_bombers
from tests.engine.nightfighter.builders import bomber, fighter, lay, script


@pytest.mark.rule("7.2")
@pytest.mark.parametrize(
    ("type_", "turn", "end"), [("Lancaster I / III", 1, 715), ("He111H", 1, 714), ("He111H", 2, 715)]
)
def test_a_bomber_moves_its_mp_and_the_star_on_even_turns(type_, turn, end):
    desk = lay(bombers=[bomber(712, type_=type_)], turn=turn)
    desk.play(move_bombers)
    assert desk.state.bombers[0].hex == end


@pytest.mark.rule("2.1.2")
@pytest.mark.rule("7.2.2")
def test_a_bomber_leaves_over_the_exit_edge_and_its_marker_with_it():
    flown = fighter(1026, tally=0)
    desk = lay(fighters=[flown], bombers=[bomber(1026, mark=1)])
    desk.play(move_bombers)
    assert desk.state.bombers[0].status == "exited" and flown.tally == -1
    assert desk.told("bomber.exited") == [BomberExited(1)]


@pytest.mark.rule("7.2.2")
def test_it_stays_on_the_map_in_the_last_row():
    desk = lay(bombers=[bomber(1024)])
    desk.play(move_bombers)
    assert desk.state.bombers[0].hex == 1027


@pytest.mark.rule("28.2")
def test_an_alerted_bomber_flies_half_a_step_faster():
    desk = lay(bombers=[bomber(712, alerted=True)], turn=2)
    desk.play(move_bombers)
    assert desk.state.bombers[0].hex == 716
    slow = lay(bombers=[bomber(712, alerted=True)], turn=2, options={"alerted_bombers": False})
    slow.play(move_bombers)
    assert slow.state.bombers[0].hex == 715


@pytest.mark.rule("7.2.1")
@pytest.mark.rule("28.2")
def test_it_does_not_speed_up_into_another_bomber():
    ahead = bomber(714, type_="Wellington Ic")
    desk = lay(bombers=[bomber(712, alerted=True), ahead], turn=2)
    desk.play(move_bombers)
    assert [b.hex for b in desk.state.bombers] == [715, 716]


@pytest.mark.rule("14.2.4")
@pytest.mark.parametrize(("faces", "zone"), [((1, 2, 3, 4), "N"), ((1, 1, 2, 2), "")])
def test_a_lit_bomber_is_handed_to_the_next_zone_by_its_number(faces, zone):
    dice = script(("search", faces)) + ([] if zone else script(("displacement", [3])))
    desk = lay(bombers=[bomber(1017, lit="K", mark=1)], dice=dice)
    desk.play(move_bombers, answers=["roll"])
    assert desk.state.bombers[0].lit == zone and desk.state.bombers[0].hex == 1020


@pytest.mark.rule("14.2.3")
@pytest.mark.rule("14.2.4")
def test_no_hand_off_into_a_zone_that_holds_another():
    desk = lay(
        bombers=[bomber(1017, lit="K", mark=1), bomber(819, lit="N", mark=2)], dice=script(("displacement", [3]))
    )
    desk.play(move_bombers)
    assert desk.state.bombers[0].lit == ""


@pytest.mark.rule("7.2.1")
@pytest.mark.rule("14.2.4")
def test_the_bomber_nearest_the_exit_moves_first_and_leaves_its_zone_to_the_next():
    dice = script(("search", [1, 3, 1, 1]), ("search", [3, 1, 1, 1]))
    desk = lay(bombers=[bomber(1017, lit="K", mark=1), bomber(821, lit="N", mark=2)], dice=dice)
    desk.play(move_bombers, answers=["roll", "roll"])
    assert [(d.question.contact, d.question.zone) for d in desk.asked] == [(2, "Q"), (1, "N")]
    assert [b.lit for b in desk.state.bombers] == ["N", "Q"]


@pytest.mark.rule("7.2.1")
@pytest.mark.rule("14.2.4")
@pytest.mark.parametrize("hexes", [(1017, 517), (517, 1017)])
def test_of_bombers_equally_near_the_exit_the_lower_hex_moves_first(hexes):
    lit = {517: "J", 1017: "K"}
    stream = [bomber(hex_, lit=lit[hex_], mark=n + 1) for n, hex_ in enumerate(hexes)]
    desk = lay(bombers=stream, dice=script(("search", [3, 1, 1, 1]), ("search", [3, 1, 1, 1])))
    desk.play(move_bombers, answers=["roll", "roll"])
    assert [d.question.zone for d in desk.asked] == ["M", "N"]


@pytest.mark.rule("14.3")
@pytest.mark.parametrize(("lights", "flares"), [(("N",), ("K",)), (("K",), ("N",))])
def test_flares_hand_nothing_over_and_take_nothing_over(lights, flares):
    desk = lay(bombers=[bomber(1017, lit="K", mark=1)], dice=script(("displacement", [3])))
    desk.night.lights, desk.night.flares = lights, flares
    desk.play(move_bombers)
    assert desk.asked == [] and desk.state.bombers[0].lit == "" and desk.told("searchlight.lost")


@pytest.mark.rule("14.2.4")
def test_a_hand_off_may_be_declined():
    desk = lay(bombers=[bomber(1017, lit="K", mark=1)])
    assert desk.play(hand_off, 0, "N", answers=["decline"]) is False


@pytest.mark.rule("8.2")
@pytest.mark.rule("8.1.3")
def test_one_bomber_enters_on_the_topmost_number():
    chits = lay().night.tables.chits.chits
    desk = lay(bombers=[bomber(0, status="pool")], dice=script(("chits", [3]), ("umpire", [1, 2])))
    desk.play(enter_bombers)
    flown = desk.state.bombers[0]
    assert flown.status == "map" and flown.hex == 100 * chits[2].red[0] + 2 and flown.moved == 2


@pytest.mark.rule("8.1.2")
def test_the_yellow_side_is_read_when_the_umpire_chose_it():
    chits = lay().night.tables.chits.chits
    desk = lay(bombers=[bomber(0, status="pool")], dice=script(("chits", [3]), ("umpire", [1, 1])))
    desk.state.red = False
    desk.play(enter_bombers)
    assert desk.state.bombers[0].hex == 100 * chits[2].yellow[0] + 1


@pytest.mark.rule("8.1.4")
def test_a_lone_entry_may_be_put_off_by_two_turns():
    desk = lay(bombers=[bomber(0, status="pool")], dice=script(("chits", [1]), ("umpire", [100])))
    desk.play(enter_bombers)
    flown = desk.state.bombers[0]
    assert (flown.status, flown.due) == ("delayed", 3)
    later = lay(bombers=[flown], dice=script(("umpire", [1])), turn=3)
    later.state.bombers.append(bomber(0, status="exited"))
    later.play(enter_bombers)
    assert flown.status == "map" and flown.hex == 701


@pytest.mark.rule("8.1.1")
@pytest.mark.rule("8.1.3")
def test_three_bombers_enter_on_the_three_columns_of_one_chit():
    pool = [bomber(0, status="pool") for _ in range(3)]
    desk = lay("5", bombers=pool, dice=script(("pool", [1, 1]), ("chits", [1]), ("umpire", [1, 1, 1])))
    desk.play(enter_bombers)
    assert sorted(b.hex for b in pool) == [301, 701, 1001]


@pytest.mark.rule("8.2.1")
def test_an_entering_bomber_stays_behind_another_in_its_column():
    desk = lay(bombers=[bomber(701), bomber(703)])
    desk.state.bombers[0].status = "drawn"
    assert entry_steps(desk.night, desk.state.bombers[0], 0) == [1, 2]


@pytest.mark.rule("8.2.1")
def test_an_entry_waits_while_another_bomber_stands_in_its_hex():
    desk = lay(bombers=[bomber(701), bomber(701, status="delayed", due=1)])
    desk.play(enter_bombers, more=True)
    assert (desk.state.bombers[1].status, desk.state.bombers[1].due) == ("delayed", 2)


@pytest.mark.rule("27.1")
def test_a_wave_has_one_intruder_at_most_on_the_topmost_column():
    pool = [bomber(0, status="pool", type_="Mosquito NF.XIX", role="intruder") for _ in range(2)]
    pool += [bomber(0, status="pool") for _ in range(3)]
    desk = lay("10", bombers=pool, dice=script(("pool", [5, 1, 1]), ("chits", [1]), ("umpire", [1, 1, 1])))
    desk.play(enter_bombers)
    inside = [b for b in pool if b.status == "map"]
    assert sum(b.role == "intruder" for b in inside) == 1 and len(inside) == 3
    assert next(b for b in inside if b.role == "intruder").hex == 701


# Naval -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("26.3")
def test_torpedo_bombers_run_in_at_two_and_leave_at_full_speed():
    run = bomber(1017, type_="G4M1", role="torpedo")
    desk = lay("9", bombers=[run])
    desk.play(move_bombers)
    assert run.hex == 1019 and run.launched and desk.state.points == 1
    desk.play(move_bombers)
    assert run.hex == 1022 and desk.state.points == 1


@pytest.mark.rule("26.2.2")
@pytest.mark.parametrize("until", [0, 7, 8, 9])
def test_flares_light_the_task_force_for_three_turns_from_the_last_and_double_the_torpedo(until):
    dropper = bomber(719, "SE", "G4M1", role="flare")
    run = bomber(1017, type_="G4M1", role="torpedo")
    desk = lay("9", bombers=[run, dropper], turn=6)
    desk.state.flares_until = until
    desk.play(move_bombers)
    assert desk.night.map.zone[dropper.hex] == "N" and dropper.hex // 100 == 10
    assert desk.state.flares_until == 9 and desk.state.points == 2


@pytest.mark.rule("26.3.1")
def test_torpedo_bombers_of_a_wave_each_read_a_chit_for_themselves():
    trio = [bomber(0, status="pool", role="torpedo", type_="G4M1") for _ in range(3)]
    desk = lay("9", bombers=trio, dice=3)
    desk.play(enter_wave, 3)
    assert all(7 <= b.hex // 100 <= 12 for b in trio if b.status == "map") and trio[0].status == "map"


@pytest.mark.rule("26.3.1")
def test_torpedo_bombers_read_the_chit_down_to_a_middle_column():
    chits = lay().night.tables.chits.chits
    place = next(i for i, c in enumerate(chits) if not 7 <= c.red[0] <= 12 and 7 <= c.red[1] <= 12)
    desk = lay("9", bombers=[bomber(0, status="pool", role="torpedo", type_="G4M1")],
               dice=script(("chits", [place + 1]), ("umpire", [1, 1])))  # fmt: skip
    desk.play(enter_bombers)
    assert desk.state.bombers[0].hex // 100 == chits[place].red[1]


@pytest.mark.rule("26.2.1")
def test_a_flare_dropper_enters_at_its_numbered_hex_along_the_arrow():
    desk = lay("9", bombers=[bomber(0, status="pool", role="flare", type_="G4M1")], turn=7,
               dice=script(("chits", [1]), ("umpire", [1, 1])))  # fmt: skip
    desk.play(enter_bombers)
    number = desk.night.tables.chits.chits[0].red[0]
    assert (desk.state.bombers[0].hex, desk.state.bombers[0].facing) == desk.night.map.flare_entries[number - 1]


@pytest.mark.rule("8.1.4")
def test_a_person_puts_a_lone_entry_off_turn_by_turn_and_by_two_at_most():
    desk = lay(bombers=[bomber(0, status="pool")], dice=script(("chits", [1])), umpire="person")
    desk.night.scenario.entry.singles[:] = [1]
    desk.play(enter_bombers, answers=["delay:1"])
    desk.state.turn = 2
    desk.play(enter_bombers, answers=["delay:1"])
    desk.state.turn = 3
    desk.play(enter_bombers, answers=["mp:1"])
    desk.night.scenario.entry.singles[:] = [1, 3, 6]
    assert [d.options for d in desk.asked[:2]] == [("delay:0", "delay:1")] * 2
    assert (desk.state.bombers[0].status, desk.state.bombers[0].hex) == ("map", 701)


@pytest.mark.rule("8.1.4")
def test_once_put_off_it_may_come_in_a_turn_later():
    late = bomber(701, status="delayed", due=2, put_off=1)
    desk = lay(bombers=[late], umpire="person", turn=2)
    desk.play(enter_bombers, answers=["delay:0", "mp:2"])
    assert (late.status, late.hex, late.put_off) == ("map", 702, 0)


@pytest.mark.rule("8.1.4")
def test_before_rules_2_the_whole_delay_was_settled_at_the_pull():
    options = {"delay_by_turn": False}
    desk = lay(bombers=[bomber(0, status="pool")], dice=script(("chits", [1])), umpire="person", options=options)
    desk.play(enter_bombers, answers=["delay:2"])
    assert (desk.state.bombers[0].due, desk.state.bombers[0].put_off) == (3, 0)


@pytest.mark.rule("7.2")
@pytest.mark.rule("19.1.3")
def test_a_lit_bomber_has_moved_as_far_as_one_in_the_dark():
    lit, dark = bomber(1007, lit="E", mark=1), bomber(1407)
    desk = lay(bombers=[lit, dark])
    desk.play(move_bombers)
    assert lit.moved == dark.moved == 3


@pytest.mark.rule("8.1.3")
@pytest.mark.rule("26.3.1")
@pytest.mark.parametrize("role", ["bomber", "torpedo"])
def test_only_a_torpedo_bomber_passes_over_columns_outside_its_run(role):
    chits = lay().night.tables.chits.chits
    place = next(n for n, chit in enumerate(chits) if chit.red[0] < 7 <= chit.red[1] <= 12)
    column = chits[place].red[0 if role == "bomber" else 1]
    flown = bomber(0, status="pool", role=role)
    desk = lay(bombers=[flown], dice=script(("chits", [place + 1]), ("umpire", [1, 1])))
    desk.play(enter_bombers)
    assert flown.hex // 100 == column


@pytest.mark.rule("28.2")
def test_a_type_without_an_alerted_speed_keeps_its_own():
    desk = lay("4")
    charts = desk.night.charts
    slow = [row.type for row in charts.tables.aircraft.bombers if row.type]
    for type_ in slow:
        own, alerted = (attacker_points(charts, type_, "medium", alerted=alarmed) for alarmed in (False, True))
        assert alerted == charts.alerted.get(own, own)
    assert any(attacker_points(charts, t, "medium") not in charts.alerted for t in slow)
