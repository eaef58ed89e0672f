"""Set-up, sequence of play, flak, special rules and the end. [3.0, 4.0, 22.0, 26.1]"""

import pytest
from msgspec import convert
from msgspec.structs import replace

from engine.kernel.rule_versions import fill_old_defaults, pinned_options
from engine.nightfighter.charts.schema import Aim, DefenderFlight
from engine.nightfighter.rules.flak import fire_flak
from engine.nightfighter.rules.turn import drift_under_y, end_turn, judge, play_turn
from engine.nightfighter.rules.umpired.bombers import attackers_left
from engine.nightfighter.rules.victory import reached
from engine.nightfighter.setup import crew, has_music, roll_sky, set_up, standard_equipment
from engine.nightfighter.state import LOW, Setup
from tests.engine.nightfighter.builders import bomber, fighter, lay, script


@pytest.mark.rule("3.3.1")
@pytest.mark.parametrize(
    ("scenario", "faces", "moon"),
    [("2", (2, 2), "full"), ("2", (3, 3), "half"), ("2", (3, 4), "none"), ("4", (1, 1), "full"), ("4", (2, 1), "half"),
     ("4", (2, 3), "none"), ("2D", (2, 2), "full")],
)  # fmt: skip
def test_the_moon_and_europe_from_april_1942(scenario, faces, moon):
    desk = lay(scenario, dice=script(("weather", [*faces, 4, 4])) + script(("weather", [4])))
    desk.play(lambda night: iter_nothing(roll_sky(night)))
    assert desk.state.moon == moon


def iter_nothing(_):
    return
    yield


@pytest.mark.rule("3.3.2")
@pytest.mark.parametrize(
    ("scenario", "faces", "visibility"),
    [("2", (2, 2), "poor"), ("2", (4, 5), "moderate"), ("2", (4, 6), "good"), ("2D", (1, 1), "poor"),
     ("2D", (2, 1), "moderate"), ("2D", (4, 4), "good")],
)  # fmt: skip
def test_the_visibility_and_the_pacific(scenario, faces, visibility):
    desk = lay(scenario, dice=script(("weather", [4, 4, *faces, 4])))
    desk.play(lambda night: iter_nothing(roll_sky(night)))
    assert desk.state.visibility == visibility


@pytest.mark.rule("3.3.3")
@pytest.mark.parametrize(("face", "cloud"), [(3, "cloudy"), (4, "none")])
def test_the_cloud(face, cloud):
    desk = lay("2", dice=script(("weather", [4, 4, 4, 4, face])))
    desk.play(lambda night: iter_nothing(roll_sky(night)))
    assert desk.state.cloud == cloud


@pytest.mark.rule("2.1.3")
@pytest.mark.rule("3.4")
def test_the_player_sets_up_at_the_beacon_facing_as_he_likes():
    desk = lay("4B", dice=5)
    desk.play(set_up, answers=["NW"])
    assert (desk.state.fighters[0].hex, desk.state.fighters[0].facing) == (1020, 5)
    assert len(desk.state.bombers) == 3 and all(1 <= b.number <= 6 for b in desk.state.bombers)


@pytest.mark.rule("2.2.1")
def test_a_stream_of_thirty_six_has_six_of_every_number():
    desk = lay("6", dice=5)
    desk.play(set_up)
    assert sorted(b.number for b in desk.state.bombers) == sorted([1, 2, 3, 4, 5, 6] * 6)


@pytest.mark.rule("24.3.1")
@pytest.mark.rule("28.2.1")
def test_h2s_and_fishpond_go_with_number_six():
    desk = lay("6I", dice=5, variants=["6H"])
    desk.play(set_up)
    assert all(("H2S" in b.equipment) == ("Fishpond" in b.equipment) == (b.number == 6) for b in desk.state.bombers)
    assert all("Naxos" in f.equipment for f in desk.state.fighters)


@pytest.mark.rule("20.1")
@pytest.mark.parametrize(("faces", "fitted"), [((3, 4, 1), [True, False, True]), ((6, 6, 6), [False] * 3)])
def test_a_kit_is_fitted_on_one_to_three(faces, fitted):
    dice = script(("counters", [1] * 35), ("umpire", [1]), ("weather", [4] * 5))
    for face in faces:
        dice += script(("counters", [1]), ("equipment", [face]))
    desk = lay("6", dice=dice)
    desk.play(set_up)
    assert [f.music for f in desk.state.fighters] == fitted


@pytest.mark.rule("17.2")
def test_the_player_may_choose_his_experte():
    desk = lay("6B", dice=5)
    desk.play(set_up, answers=["F2"])
    assert [f.pilot for f in desk.state.fighters] == ["seasoned", "experte", "seasoned"]


@pytest.mark.rule("28.5")
def test_green_crews_may_be_asked_for():
    desk = lay("4", dice=5, options={"green": True})
    desk.play(set_up, answers=["S"])
    assert desk.state.fighters[0].pilot == "green"


@pytest.mark.rule("12.0")
@pytest.mark.parametrize(("date", "carried"), [("1942-05", ""), ("1942-06", "Lichtenstein BC")])
def test_a_standard_set_is_carried_from_its_date_on(date, carried):
    desk = lay("4", dice=5)
    fields = {f: getattr(desk.night.scenario, f) for f in desk.night.scenario.__struct_fields__}
    desk.night.scenario = type(desk.night.scenario)(**{**fields, "date": date})
    assert crew(desk.night, DefenderFlight(type="Ju88C-6")).ai == carried


# Flak --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("22.0")
def test_a_double_six_hits_by_tally_number():
    hit, missed, away = fighter(1016, number=4), fighter(1017, number=3), fighter(1010, number=4)
    desk = lay("5", [hit, missed, away], dice=script(("flak", [6, 6, 1, 2, 4, 4])))
    desk.play(fire_flak)
    assert [f.hits for f in desk.state.fighters] == [2, 0, 0]


@pytest.mark.rule("22.0")
def test_anything_less_does_nothing_and_outside_nobody_rolls():
    desk = lay("5", [fighter(1016, number=4)], dice=script(("flak", [6, 5])))
    desk.play(fire_flak)
    assert desk.state.fighters[0].hits == 0
    lay("5", [fighter(1010)]).play(fire_flak)


@pytest.mark.rule("26.1")
def test_a_task_force_fires_twice_as_hard():
    flown = fighter(1020, type_="F4U-2", number=4)
    desk = lay("9", [flown], dice=script(("flak", [6, 6, 1, 1, 1, 1, 1, 1, 1, 4])))
    desk.play(fire_flak)
    assert flown.hits == 1
    assert "N" not in desk.night.lights


# Phases, special rules, the end ------------------------------------------------------------------------------------


@pytest.mark.rule("4.0")
def test_a_turn_in_its_order_without_what_the_scenario_leaves_out():
    desk = lay("2", [fighter(1020, "N", "Me110C-4", ai="")], [bomber(1010)], dice=1)
    answers = ["ahead", "ahead", "ahead", "pass", "pass", "pass"]
    desk.play(play_turn, answers=answers)
    assert [d.kind for d in desk.asked] == ["fighter.step"] * 3 + ["radar.place"] * 2 + ["tally.look"]
    assert desk.state.turn == 2


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(("hits", "status", "result"), [(0, "exited", "loss"), (4, "destroyed", "win"), (0, "map", "")])
def test_it_ends_when_the_bombers_are_gone_or_enough_is_won(hits, status, result):
    desk = lay("4B", [fighter()], [bomber(1010, status=status, hits=hits), bomber(status="exited")])
    desk.play(judge)
    assert desk.state.result == result


@pytest.mark.rule("4.1")
def test_the_player_may_go_on_for_a_decisive_win():
    pair = [bomber(status="destroyed"), bomber(1010)]
    desk = lay("4", [fighter()], pair)
    desk.play(judge, answers=["go-on"])
    assert desk.state.phase == "turn"
    pair[1].status = "destroyed"
    desk.play(judge)
    assert desk.state.result == "decisive"
    ended = lay("4", [fighter()], [bomber(status="destroyed"), bomber(1010)])
    ended.play(judge, answers=["end"])
    assert ended.state.result == "win"


@pytest.mark.rule("4.1")
def test_it_ends_when_no_fighter_is_left():
    desk = lay("4", [fighter(status="exited"), fighter(status="lost")], [bomber(1010)])
    desk.play(judge)
    assert desk.state.result == "loss"


@pytest.mark.rule("4.1")
def test_losses_can_cost_the_win():
    fallen = [bomber(status="destroyed") for _ in range(3)]
    lost = lay("10", [fighter(status="lost")] * 3, fallen)
    lost.play(judge)
    assert lost.state.result == "loss"


@pytest.mark.rule("26.2.2")
def test_flares_go_out_when_the_turn_comes_to_their_space():
    desk = lay("9", [fighter(1010, type_="F4U-2")], [bomber(1005)], turn=8, dice=1)
    desk.state.flares_until = 9
    desk.play(play_turn, answers=["ahead", "ahead", "end", "pass", "pass"])
    assert desk.state.turn == 9 and desk.state.flares_until == 0


@pytest.mark.rule("2.1.5")
def test_even_turns_go_on_being_starred_after_the_twentieth():
    desk = lay("6", [fighter(status="box")], [bomber(701, type_="Halifax II")], turn=22, dice=1)
    desk.play(play_turn, answers=["stay", "pass", "pass"])
    assert desk.state.bombers[0].hex == 704


@pytest.mark.rule("3.2")
@pytest.mark.parametrize(("face", "hex_"), [(1, 1110), (2, 910), (3, 1010)])
def test_under_y_guidance_fighters_drift(face, hex_):
    flown = fighter(1010, guidance="Y")
    desk = lay("4G", [flown], dice=script(("guidance", [face])))
    desk.play(drift_under_y)
    assert flown.hex == hex_


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(("options", "asked"), [({}, []), ({"ends_at_once": False}, ["radar.place"] * 2)])
def test_after_the_last_fighter_has_gone_no_radar_is_asked(options, asked):
    desk = lay("2", [fighter(1001, "N", "Me110C-4", ai="")], [bomber(1010)], options=options)
    desk.play(play_turn, answers=["exit", *["pass" for _ in asked]])
    assert [d.kind for d in desk.asked] == ["fighter.step", *asked]
    assert desk.state.phase == "over" and desk.state.result == "loss"


@pytest.mark.rule("1.5")
@pytest.mark.rule("4.1")
@pytest.mark.parametrize(("options", "phase"), [({}, "turn"), ({"intruders_count": False}, "over")])
def test_intruders_alone_keep_a_night_going(options, phase):
    intruder = bomber(1010, type_="Mosquito NF.XIX", role="intruder", ai="AI Mk X")
    desk = lay("10", [fighter()], [bomber(status="exited"), intruder], options=options)
    desk.play(judge)
    assert desk.state.phase == phase


@pytest.mark.rule("8.1.1")
@pytest.mark.rule("27.1")
@pytest.mark.parametrize(
    ("turn", "options", "phase"),
    [(11, {}, "turn"), (12, {}, "over"), (12, {"entry_ends": False}, "turn"), (12, {"intruders_count": False}, "over")],
)
def test_whoever_is_kept_back_after_the_last_wave_never_comes(turn, options, phase):
    """Scenario 10 has twelve waves: the second intruder of the last of them keeps no night going."""
    kept_back = bomber(0, type_="Mosquito NF.XIX", role="intruder", status="pool")
    desk = lay("10", [fighter()], [bomber(status="exited"), kept_back], options=options, turn=turn)
    desk.play(judge)
    assert desk.state.phase == phase


@pytest.mark.rule("8.1.1")
@pytest.mark.rule("26.2.1")
@pytest.mark.parametrize(
    ("role", "turn", "left"), [("torpedo", 8, True), ("torpedo", 9, False), ("flare", 12, True), ("flare", 13, False)]
)
def test_each_kind_of_attacker_has_turns_of_its_own_on_which_it_may_come(role, turn, left):
    """Scenario 9: torpedo bombers on turns 1 to 9, flare droppers on 7, 10 and 13."""
    desk = lay("9", [fighter(type_="F4U-2")], [bomber(0, role=role, status="pool")], turn=turn)
    assert attackers_left(desk.night) is left


@pytest.mark.rule("8.1.4")
def test_whoever_is_put_off_still_comes_after_the_last_turn_of_entry():
    desk = lay("4B", [fighter()], [bomber(101, status="delayed", due=9)], turn=8)
    assert attackers_left(desk.night)


@pytest.mark.rule("S5.5")
def test_what_searches_ruled_out_is_wiped_when_the_turn_ends():
    desk = lay("4B", [fighter()], [bomber(1012, level=LOW, mark=1, barred=[1011, 1013])], mode="solo")
    desk.play(end_turn)
    assert desk.state.bombers[0].barred == [] and desk.state.turn == 2


def test_a_night_begun_by_rules_1_is_read_as_it_was():
    options = fill_old_defaults({}, Setup, "1")["options"]
    assert options == {
        "second_trio_for_each": True, "waves_are_due": False, "h2s_warns": False, "ends_at_once": False,
        "intruders_count": False, "mew_ties": False, "intruder_turns": False, "slip_later": False,
        "delay_by_turn": False, "loads_hidden": False, "entry_ends": False, "lone_intruders_leave": False,
    }  # fmt: skip
    assert {name: not value for name, value in options.items()} == {
        name: getattr(Setup().options, name) for name in options
    }
    since_4 = {"entry_ends": False, "lone_intruders_leave": False}
    assert fill_old_defaults({}, Setup, "2")["options"] == {"loads_hidden": False} | since_4
    assert fill_old_defaults({}, Setup, "3")["options"] == since_4


@pytest.mark.parametrize(
    ("like", "kept"),
    [
        ({}, set()),
        ({"scenario": "10"}, {"entry_ends", "lone_intruders_leave"}),
        ({"scenario": "10C"}, {"entry_ends", "lone_intruders_leave"}),
        ({"scenario": "12"}, {"entry_ends", "lone_intruders_leave"}),
        ({"own": "a file"}, {"entry_ends", "lone_intruders_leave"}),
        ({"own": "a file", "mode": "solo"}, {"second_trio_for_each", "waves_are_due", "entry_ends"}),
        ({"mode": "solo"}, {"second_trio_for_each", "waves_are_due"}),
        ({"umpire": "person"}, {"slip_later", "delay_by_turn"}),
        ({"campaign": "green"}, {"loads_hidden"}),
        ({"campaign": "green", "mode": "solo"}, {"second_trio_for_each", "waves_are_due"}),
    ],
)
def test_a_night_names_the_former_readings_that_can_make_a_difference_to_it(like, kept):
    begun = convert(fill_old_defaults(dict(like), Setup, "1"), Setup)
    always = {"h2s_warns", "ends_at_once", "intruders_count", "mew_ties", "intruder_turns"}
    assert {one.option for one in pinned_options(begun, "1")} == always | kept


@pytest.mark.rule("12.0")
@pytest.mark.parametrize(("date", "carried"), [("1944-10", []), ("1944-11", ["Serrate"]), ("1945-01", ["Serrate"])])
def test_standard_equipment_is_carried_from_its_month_on(date, carried):
    desk = lay("10")
    desk.night.scenario = replace(desk.night.scenario, date=date)
    listed = desk.night.charts.nightfighters["Mosquito NF.XIX"].equipment
    assert "Std Serrate/Perfectos (1944-11)" in listed and "Upg Monica tail warning (1944-08)" in listed
    assert standard_equipment(desk.night, listed) == carried


@pytest.mark.rule("12.0")
@pytest.mark.parametrize(("prefix", "carried"), [("Std", ["tail warning"]), ("Upg", []), ("Exp", [])])
def test_only_standard_equipment_is_always_carried_a_tail_warning_too(prefix, carried):
    listed = [f"{prefix} tail warning (1943-01)"]
    assert standard_equipment(lay("10").night, listed) == carried


@pytest.mark.rule("12.0")
def test_standard_equipment_that_the_scenario_names_is_carried_once():
    desk = lay("10", dice=1)
    desk.night.scenario = replace(desk.night.scenario, date="1944-12")
    flight = convert({"type": "Mosquito NF.XIX", "count": 1, "equipment": ["Serrate", "Naxos"]}, DefenderFlight)
    assert crew(desk.night, flight).equipment == ["Serrate", "Naxos"]
    plain = convert({"type": "Mosquito NF.XIX", "count": 1}, DefenderFlight)
    assert crew(desk.night, plain).equipment == ["Serrate"]


@pytest.mark.rule("2.2.1")
@pytest.mark.parametrize("seed", range(5))
def test_six_fighters_have_the_six_tally_numbers(seed):
    desk = lay("10", dice=seed)
    flight = convert({"type": "Me110G-4", "count": 1}, DefenderFlight)
    for _ in range(6):
        desk.state.fighters.append(crew(desk.night, flight))
    assert sorted(f.number for f in desk.state.fighters) == [1, 2, 3, 4, 5, 6]
    assert 1 <= crew(desk.night, flight).number <= 6


@pytest.mark.rule("20.1")
@pytest.mark.parametrize(
    ("music", "equipment", "kit", "fitted"),
    [("all", [], 4, True), ("all", [], None, False), ("none", ["schräge Musik"], 4, True), ("none", [], 4, False),
     ("roll", ["schräge Musik"], 4, True), ("roll", ["schräge Musik"], None, False)],
)  # fmt: skip
def test_a_kit_is_fitted_to_all_or_to_those_named_without_a_die(music, equipment, kit, fitted):
    desk = lay("6")
    desk.night.scenario = replace(desk.night.scenario, music=music)
    assert has_music(desk.night, fighter(equipment=equipment), kit) is fitted


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(("losses", "won"), [(1, True), (2, False)])
def test_as_many_losses_as_a_level_allows_do_not_spoil_it(losses, won):
    aim = Aim(kills=1, losses_at_most=1)
    desk = lay("4", [fighter(status="lost")] * losses, [bomber(status="destroyed")])
    assert reached(desk.state, aim, at_end=True) is won


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(("hits", "won"), [((1, 1), False), ((2, 0), True), ((0, 3), True)])
def test_hits_on_one_aircraft_are_not_added_to_those_on_another(hits, won):
    desk = lay("4", [fighter(1010)], [bomber(hits=n) for n in hits])
    assert reached(desk.state, Aim(hits_on_one=2), at_end=False) is won
