"""Chapter 10: marking, dropping, shifting, and burning."""

import pytest

from engine.bomber_command.rules.bombing import (
    accuracy_mods,
    bombing_phase,
    check_firestorms,
    conversions,
    convert,
    drop_bombs,
    error_mods,
    fill_cup,
    load_of,
    mark_target,
    marking_mods,
    set_aimpoint,
    shift_by_accuracy,
    shift_by_error,
    shifts,
)
from engine.bomber_command.state import Bombing
from engine.kernel.dice import ScriptedDice
from engine.kernel.table import RecordingTable
from tests.engine.bomber_command.builders import CHARTS, a_night, answer, fly, give

MAPS = CHARTS.city_maps
LINE = "G6 H6 I6 J5 K5 L4 M4 N3"


def attack(scenario="berlin", city="hannover", weather="clear", **marks):
    """A Main Force about to resolve its bombing of a city, on an empty city map."""
    night = a_night(scenario, weather=weather)
    night.targets = [city]
    raid = fly(night, "main", LINE, 6, "A", target=city, target_at=4, marker="resolve", **marks)
    bombing = Bombing(city, attacks=1, weather=weather)
    night.bombings = [bombing]
    return night, raid, bombing, MAPS[CHARTS.boards[scenario].cities[city].map]


def go(flow, dice="", *orders):
    return answer(flow, dice, *orders)


# Marking


@pytest.mark.rule("10.3.1")
def test_the_aimpoint_by_scenario():
    night, raid, bombing, city_map = attack()
    done = go(lambda t: set_aimpoint(night, t, raid, bombing, city_map), "", f"aim:{city_map.oil}", "approach:1")
    areas = {option[4:] for option in done.asked[0].options}
    assert areas == set(city_map.built)
    night, raid, bombing, city_map = attack("downfall", "essen")
    done = go(lambda t: set_aimpoint(night, t, raid, bombing, city_map), "", f"aim:{city_map.oil}", "approach:1")
    kinds = {city_map.kind[option[4:]] for option in done.asked[0].options}
    assert kinds == {"industrial", "transport"}


@pytest.mark.rule("10.1.1")
@pytest.mark.rule("10.3.1")
def test_an_oil_target_is_aimed_at_its_oil():
    night, raid, bombing, city_map = attack("downfall", "leuna", oil=True)
    done = go(lambda t: set_aimpoint(night, t, raid, bombing, city_map), "", f"aim:{city_map.oil}", "approach:4")
    assert bombing.aimpoint == city_map.oil
    assert len(done.asked[0].options) == 1, "he is asked, for not to be asked would tell which chit he drew"
    assert done.kinds() == ["bombing.aimpoint", "bombing.approach"]


@pytest.mark.rule("12.4")
@pytest.mark.rule("12.4.1")
@pytest.mark.parametrize(("north", "side"), [(1, 5), (2, 6), (3, 1)])
def test_the_approach_comes_from_where_the_raid_came(north, side):
    """A raid that flies G8, H8, I8 comes over I8 from the south-west, number five while North is one."""
    night, raid, bombing, city_map = attack(city="duesseldorf")
    night.setup.approach = True
    night.north = {"duesseldorf": north}
    raid.route, raid.target_at = ["G8", "H8", "I8", "J7"], 2
    aim = city_map.oil
    go(lambda t: set_aimpoint(night, t, raid, bombing, city_map), "", f"aim:{aim}")
    assert bombing.approach_side == side and bombing.approach == city_map.step(aim, side)


MARKS = [
    ("clear", "hannover", {"newhaven": 0, "clear": -1}),
    ("broken-cloud", "hannover", {"newhaven": 0}),
    ("haze", "brunswick", {"parramatta": 1, "radar:poor": 1}),
    ("cloud", "hamburg", {"parramatta": 1, "radar:good": -1}),
    ("fog", "hannover", {"wanganui": 3}),
    ("heavy-cloud", "essen", {"wanganui": 3, "oboe": -1}),
    ("broken-cloud", "brunswick", {"newhaven": 0}),
]


@pytest.mark.rule("10.3.2")
@pytest.mark.parametrize(("weather", "city", "mods"), MARKS)
def test_modifiers_of_marking(weather, city, mods):
    night, raid, bombing, _ = attack(city=city, weather=weather)
    method = CHARTS.weather[weather].marking
    assert {m.reason: m.value for m in marking_mods(night, CHARTS, raid, bombing, method)} == mods


@pytest.mark.rule("9.3.2")
def test_oboe_that_was_spoilt_helps_no_more_but_keeps_the_radar_out():
    night, raid, bombing, _ = attack(city="essen", weather="fog", oboe_lost=True)
    assert {m.reason for m in marking_mods(night, CHARTS, raid, bombing, "wanganui")} == {"wanganui"}


@pytest.mark.rule("10.3.2")
@pytest.mark.rule("10.3.3")
def test_the_books_wanganui_example():
    """Drift two to the north-east: the Indicator and the Approach both move, the Approach into Fields."""
    night, raid, bombing, city_map = attack(weather="fog")
    bombing.aimpoint = bombing.ti = city_map.oil
    bombing.approach_side = 1
    bombing.approach = city_map.step(city_map.oil, 1)
    done = go(lambda t: mark_target(night, t, raid, bombing, city_map), "bombing 4 4 2")
    assert done.result == 2
    two_off = city_map.step(city_map.step(city_map.oil, 2), 2)
    assert bombing.ti == two_off and bombing.aimpoint == city_map.oil
    assert city_map.kind[bombing.approach] == "fields" and bombing.approach == city_map.step(two_off, 1)


@pytest.mark.rule("10.3.2")
def test_marking_may_drift_into_the_countryside():
    night, raid, bombing, city_map = attack(weather="fog")
    aim = next(area for area in city_map.built if city_map.step(city_map.step(area, 1), 1) in city_map.outermost)
    bombing.aimpoint = bombing.ti = aim
    bombing.approach_side, bombing.approach = 4, city_map.step(aim, 4)
    done = go(lambda t: mark_target(night, t, raid, bombing, city_map), "bombing 6 6 1")
    assert done.result == 3 and (bombing.ti, bombing.approach) == ("", "")


@pytest.mark.rule("10.3.2")
def test_quality_may_be_rolled_apart():
    night, raid, bombing, city_map = attack()
    night.setup.separate_quality = True
    bombing.aimpoint = bombing.ti = city_map.oil
    bombing.approach_side, bombing.approach = 1, city_map.step(city_map.oil, 1)
    done = go(lambda t: mark_target(night, t, raid, bombing, city_map), "bombing 2 2 6 5")
    assert done.result == 2 and bombing.ti == city_map.oil


@pytest.mark.rule("10.6")
def test_a_second_attack_drifts_the_way_the_first_did():
    night, raid, bombing, city_map = attack(weather="fog")
    bombing.attacks, bombing.drift_side = 2, 3
    bombing.aimpoint = bombing.ti = city_map.oil
    bombing.approach_side, bombing.approach = 1, city_map.step(city_map.oil, 1)
    go(lambda t: mark_target(night, t, raid, bombing, city_map), "bombing 3 3")
    assert bombing.ti == city_map.step(city_map.oil, 3)


# Dropping


@pytest.mark.rule("10.4.1")
@pytest.mark.rule("12.3.1")
@pytest.mark.rule("12.3.2")
@pytest.mark.parametrize(
    ("heavy", "light", "load"), [(0, 0, (20, 0)), (1, 0, (24, -1)), (0, 1, (16, 1)), (1, 1, (20, 0))]
)
def test_loads(heavy, light, load):
    _, raid, _, _ = attack(heavy=bool(heavy), light=bool(light))
    assert load_of(CHARTS, raid) == load


ROWS = [("clear", 0, 9), ("clear", 2, 6), ("clear", -1, 11), ("broken-cloud", 1, 6), ("haze", 0, 5), ("cloud", 3, 2),
        ("fog", 2, 2), ("fog", 3, 1), ("heavy-cloud", -1, 4)]  # fmt: skip


@pytest.mark.rule("10.4.2")
@pytest.mark.parametrize(("weather", "quality", "concentration"), ROWS)
def test_concentration(weather, quality, concentration):
    night, raid, bombing, _ = attack(weather=weather)
    go(lambda t: fill_cup(night, t, raid, bombing, quality), "", "he:6")
    assert bombing.concentration == concentration and (bombing.cup_he, bombing.cup_incendiary) == (6, 14)


@pytest.mark.rule("10.4.2")
def test_loads_and_cards_shift_rows_too():
    night, raid, bombing, _ = attack(heavy=True)
    give(night, "british", "b51")
    go(lambda t: fill_cup(night, t, raid, bombing, 0), "", "he:6", "play:b51:0")
    assert bombing.concentration == 13 and bombing.dropped == 24


def dropping(concentration, ti, he, incendiary, *orders):
    city_map = MAPS["B"]
    bombing = Bombing("hannover", ti=ti, concentration=concentration, cup_he=he, cup_incendiary=incendiary)
    faces = [("bombs", 1)] * (he + incendiary)
    left = list(orders)
    flow = drop_bombs(RecordingTable(ScriptedDice(faces), CHARTS), bombing, city_map)
    asked = []
    answer_ = None
    try:
        while True:
            decision = flow.send(answer_)
            asked.append(decision)
            answer_ = left.pop(0) if left else decision.options[0]
            assert answer_ in decision.options
    except StopIteration:
        return bombing, asked, city_map


@pytest.mark.rule("10.4.2")
def test_rings_fill_one_after_another():
    """Concentration two, then six in the first ring, eight in the second, four of choice in the third."""
    city_map = MAPS["B"]
    ti = city_map.step(city_map.step(city_map.oil, 2), 2)
    bombing, asked, _ = dropping(2, ti, 20, 0)
    on = bombing.he
    assert on[ti] == 2 and sum(on.values()) == 20
    assert all(on[area] == 1 for radius in (1, 2) for area in city_map.grid.ring(ti, radius))
    assert len(asked) == 4 and set(o[5:] for o in asked[0].options) == set(city_map.grid.ring(ti, 3))


@pytest.mark.rule("10.4.2")
def test_what_finds_no_area_falls_in_the_countryside():
    small = MAPS["D"]
    bombing = Bombing("luebeck", ti=small.built[0], concentration=1, cup_he=40, cup_incendiary=0)
    flow = drop_bombs(RecordingTable(ScriptedDice([("bombs", 1)] * 40), CHARTS), bombing, small)
    with pytest.raises(StopIteration):
        flow.send(None)
    assert bombing.outside_he == 3 and sum(bombing.he.values()) == 37


@pytest.mark.rule("10.4.3")
def test_from_the_countryside_city_and_countryside_take_turns():
    bombing, asked, city_map = dropping(3, "", 20, 0)
    assert bombing.outside_he == 3 + 8 and sum(bombing.he.values()) == 9 and set(bombing.he.values()) == {1}
    assert len(asked) == 9 and len(asked[0].options) == len(city_map.grid)


@pytest.mark.rule("10.4.2")
def test_counters_come_blindly_from_the_cup():
    bombing = Bombing("hannover", ti="E5", concentration=3, cup_he=1, cup_incendiary=2)
    flow = drop_bombs(
        RecordingTable(ScriptedDice([("bombs", 2), ("bombs", 1), ("bombs", 1)]), CHARTS), bombing, MAPS["B"]
    )
    with pytest.raises(StopIteration):
        flow.send(None)
    assert (bombing.he, bombing.incendiary) == ({"E5": 1}, {"E5": 2})


# Error and accuracy


@pytest.mark.rule("10.5.2")
def test_the_parts_of_the_error_value():
    night, raid, *_ = attack(city="essen", disruption=11)
    night.visibility = "poor"
    assert {m.reason: m.value for m in error_mods(night, CHARTS, raid)} == {
        "visibility:poor": 2,
        "radar:poor": 2,
        "disruption": 4,
    }


@pytest.mark.rule("10.5.2")
def test_the_parts_of_the_accuracy_value():
    night, raid, bombing, _ = attack("downfall", "kiel")
    night.visibility, night.moonset, bombing.method = "good", 20, "newhaven"
    bombing.attacks, bombing.first_fires = 2, {"E5": 2}
    assert {m.reason: m.value for m in accuracy_mods(night, CHARTS, raid, bombing)} == {
        "scenario:downfall": 2, "visibility:good": 2, "radar:good": 2, "moon": 2, "first-fires": 2,
    }  # fmt: skip
    bombing.method, bombing.first_fires = "parramatta", {"E5": 1}
    assert len(accuracy_mods(night, CHARTS, raid, bombing)) == 3


@pytest.mark.rule("10.5.1")
@pytest.mark.rule("10.5.2")
def test_error_moves_one_counter_one_area_for_a_point():
    night, raid, bombing, city_map = attack(disruption=7)
    edge = city_map.outermost[0]
    bombing.he, bombing.incendiary = {edge: 1}, {"E5": 1}
    orders = [f"move:he:{edge}:countryside", "move:incendiary:E5:E6", "move:incendiary:E6:E5"]
    done = go(lambda t: shift_by_error(night, t, raid, bombing, city_map), "", *orders)
    assert len(done.asked) == 3 and bombing.outside_he == 1 and bombing.incendiary == {"E5": 1}


@pytest.mark.rule("10.5.2")
def test_nobody_has_to_spend_all_of_it():
    night, raid, bombing, city_map = attack(disruption=31)
    bombing.he = {"E5": 1}
    assert len(go(lambda t: shift_by_error(night, t, raid, bombing, city_map), "", "done").asked) == 1


@pytest.mark.rule("10.5.1")
@pytest.mark.rule("10.5.2")
def test_accuracy_brings_counters_back_and_the_rest_is_lost():
    night, raid, bombing, city_map = attack("downfall", "leuna")
    bombing.outside_he = 2
    edge = city_map.outermost[0]
    go(lambda t: shift_by_accuracy(night, t, raid, bombing, city_map), "", f"move:he:countryside:{edge}", "done")
    assert bombing.he == {edge: 1} and bombing.lost == 1 and bombing.outside_he == 0


@pytest.mark.rule("10.5.2")
def test_each_point_of_accuracy_moves_one_counter_one_area():
    night, raid, bombing, city_map = attack("downfall", "leuna")
    bombing.he = {"E5": 1}
    value = sum(mod.value for mod in accuracy_mods(night, CHARTS, raid, bombing))
    steps = ["move:he:E5:E6", "move:he:E6:E5"] * value
    done = go(lambda t: shift_by_accuracy(night, t, raid, bombing, city_map), "", *steps[:value])
    assert value >= 2 and [d.question.left for d in done.asked] == list(range(value, 0, -1))


@pytest.mark.rule("10.5.1")
@pytest.mark.parametrize(("kind", "held"), [("he", "he"), ("incendiary", "incendiary")])
def test_only_the_german_player_moves_a_counter_out_of_town(kind, held):
    _, _, bombing, city_map = attack()
    edge = city_map.outermost[0]
    setattr(bombing, held, {edge: 1})
    out = f"move:{kind}:{edge}:countryside"
    assert out in shifts(bombing, city_map, outward=True)
    assert out not in shifts(bombing, city_map, outward=False)
    setattr(bombing, held, {"E5": 1})
    assert "countryside" not in " ".join(shifts(bombing, city_map, outward=True)), "E5 is not at the edge"


@pytest.mark.rule("10.5.1")
def test_only_the_british_player_brings_a_counter_back_and_only_to_the_outermost_areas():
    _, _, bombing, city_map = attack()
    bombing.outside_he = 1
    assert shifts(bombing, city_map, outward=True) == ("done",)
    back = {f"move:he:countryside:{area}" for area in city_map.outermost}
    assert set(shifts(bombing, city_map, outward=False)) == {"done"} | back
    assert {city_map.kind[area] for area in city_map.outermost} == {"fields"}


def test_cards_add_error_and_accuracy():
    night, raid, bombing, city_map = attack()
    give(night, "german", "g51", "g55")
    give(night, "british", "b48")
    bombing.he = {"E5": 1}
    done = go(lambda t: shift_by_error(night, t, raid, bombing, city_map), "", "play:g51:0", "play:g55:0", "done")
    assert done.told("error.value")[0].data.value == 5
    done = go(lambda t: shift_by_accuracy(night, t, raid, bombing, city_map), "", "play:b48:0", "done")
    assert done.told("accuracy.value")[0].data.value == 3


# Fires


def area_of(city_map, kind):
    return next(area for area in city_map.built if city_map.kind[area] == kind)


RECIPES = [
    ("city-centre", 2, 0, {"centre-pair:2"}),
    ("city-centre", 1, 1, {"centre-pair:1"}),
    ("city-centre", 0, 2, {"centre-pair:0"}),
    ("city-centre", 1, 2, {"centre-pair:0", "centre-pair:1", "centre-three:1"}),
    ("city-centre", 1, 0, set()),
    ("residential", 1, 1, {"mixed-pair:1"}),
    ("residential", 0, 2, {"incendiary-pair:0"}),
    ("residential", 2, 0, set()),
    ("industrial", 0, 3, set()),
    ("industrial", 1, 2, {"works-three:1"}),
    ("transport", 3, 0, {"works-three:3"}),
    ("transport", 2, 1, {"works-three:2"}),
    ("transport", 1, 1, set()),
    ("fields", 3, 3, set()),
]


@pytest.mark.rule("10.5.3")
@pytest.mark.parametrize(("kind", "he", "incendiary", "recipes"), RECIPES)
def test_what_converts(kind, he, incendiary, recipes):
    city_map = MAPS["B"]
    area = area_of(city_map, kind) if kind != "fields" else city_map.outermost[0]
    bombing = Bombing("hannover", he={area: he} if he else {}, incendiary={area: incendiary} if incendiary else {})
    offered = {
        o.replace(f":{area}:", ":").removeprefix("fire:") for o in conversions(CHARTS, bombing, city_map, [area])[1:]
    }
    assert offered == recipes


def burning(orders, dice="", bad=False, cards=(), **counters):
    night, raid, bombing, city_map = attack()
    night.bad_weather = bad
    for seat, card in cards:
        give(night, seat, card)
    bombing.ti, bombing.approach = "E5", "D5"
    for name, value in counters.items():
        setattr(bombing, name, value)
    done = go(lambda t: convert(night, t, raid, bombing, city_map), dice, *orders)
    return night, bombing, done


@pytest.mark.rule("10.5.3")
def test_the_indicator_burns_first_then_the_approach_then_the_rest():
    _, bombing, done = burning(
        ["fire:centre-pair:E5:1", "fire:mixed-pair:D5:1", "fire:mixed-pair:E4:1"],
        he={"E5": 1, "D5": 1, "E4": 1}, incendiary={"E5": 1, "D5": 1, "E4": 1},
    )  # fmt: skip
    assert MAPS["B"].kind["E5"] == "city-centre" and MAPS["B"].kind["D5"] == "residential"
    assert [d.question.step for d in done.asked] == ["ti", "approach", "rest"]
    assert bombing.fires == {"E5": 1, "D5": 1, "E4": 1} and bombing.converted == 6


@pytest.mark.rule("10.5.4")
def test_two_fires_at_the_indicator_bring_creepback():
    _, bombing, done = burning(
        ["fire:centre-three:E5:1", "fire:incendiary-pair:D5:0"], he={"E5": 1}, incendiary={"E5": 5}
    )
    assert bombing.fires == {"E5": 2, "D5": 1} and bombing.incendiary == {"D5": 1}
    assert done.told("bombing.creepback")[0].data.counters == 3


@pytest.mark.rule("10.5.4")
def test_the_british_player_may_stop_at_one_fire():
    _, bombing, done = burning(["fire:centre-pair:E5:0", "done"], incendiary={"E5": 6})
    assert bombing.fires == {"E5": 1} and bombing.incendiary == {"E5": 4} and not done.told("bombing.creepback")


@pytest.mark.rule("10.5.4")
def test_creepback_into_the_countryside_loses_the_bombs():
    _, bombing, _ = burning(["fire:centre-three:E5:1"], he={"E5": 1}, incendiary={"E5": 4}, approach="")
    assert bombing.lost == 2 and bombing.incendiary == {}


@pytest.mark.rule("10.5.4")
def test_cards_move_what_brings_creepback():
    _, bombing, done = burning(
        ["fire:centre-three:E5:1", "play:b52:0", "done"], cards=[("british", "b52")], he={"E5": 1}, incendiary={"E5": 6}
    )
    assert not done.told("bombing.creepback") and bombing.incendiary == {"E5": 4}
    _, bombing, done = burning(
        ["fire:centre-pair:E5:0", "play:g54:0", "fire:incendiary-pair:D5:0"],
        cards=[("german", "g54")],
        incendiary={"E5": 4},
    )
    assert done.told("bombing.creepback") and bombing.fires == {"E5": 1, "D5": 1}


@pytest.mark.rule("10.5.3")
def test_civil_defence_saves_the_counters_of_one_conversion():
    _, bombing, _ = burning(
        ["fire:mixed-pair:D5:1", "play:g48:0"], cards=[("german", "g48")], he={"D5": 1}, incendiary={"D5": 1}
    )
    assert bombing.fires == {} and bombing.barred_he == {"D5": 1} and bombing.barred_incendiary == {"D5": 1}


@pytest.mark.rule("10.5.3")
def test_civil_defence_stops_one_fire_of_two():
    _, bombing, _ = burning(
        ["fire:centre-three:E5:1", "play:g48:0"], cards=[("german", "g48")], he={"E5": 1}, incendiary={"E5": 2}
    )
    assert bombing.fires == {"E5": 1} and bombing.barred_incendiary == {"E5": 1} and bombing.converted == 2


@pytest.mark.rule("10.6")
def test_counters_of_both_attacks_burn_together():
    _, bombing, _ = burning(["fire:mixed-pair:D5:1"], he={"D5": 1}, first_incendiary={"D5": 1}, attacks=2)
    assert bombing.fires == {"D5": 1} and bombing.he == {} and bombing.first_incendiary == {}


@pytest.mark.rule("10.6")
def test_an_earlier_attacks_counters_are_not_moved():
    _night, _raid, bombing, city_map = attack(disruption=31)
    bombing.first_he = {"E5": 3}
    assert shifts(bombing, city_map, outward=True) == ("done",)


def storm(dice, bad=False, **counters):
    night, _, bombing, city_map = attack()
    night.bad_weather = bad
    for name, value in counters.items():
        setattr(bombing, name, value)
    table = RecordingTable(ScriptedDice([("bombing", face) for face in dice]), CHARTS)
    check_firestorms(night, table, bombing, city_map)
    return bombing


@pytest.mark.rule("10.5.5")
def test_a_firestorm_doubles_the_fires_of_a_city_centre():
    assert storm([1, 1], fires={"E5": 3}).fires == {"E5": 6}
    assert storm([1, 2], fires={"E5": 3}).fires == {"E5": 3}
    assert storm([], fires={"E5": 2}).fires == {"E5": 2}
    assert storm([], fires={"D5": 9}).fires == {"D5": 9}, "not outside the centre"
    assert storm([], bad=True, fires={"E5": 9}).fires == {"E5": 9}, "not in bad weather"


@pytest.mark.rule("10.6")
def test_firestorms_of_a_follow_up():
    assert storm([2, 2], attacks=2, fires={"E5": 1}, first_fires={"E5": 4}).fires == {"E5": 6}
    assert storm([], attacks=2, fires={}, first_fires={"E5": 4}).fires == {}, "no new fire there"
    assert storm([], attacks=2, fires={"E5": 4}, storms=["E5"]).fires == {"E5": 4}, "one storm is enough"


# The phase


@pytest.mark.rule("4.3.2")
@pytest.mark.rule("11.1")
def test_mosquitos_score_when_their_bombing_is_resolved():
    night = a_night()
    fly(night, "mosquito", LINE, 4, "B", target="essen", target_at=2, marker="resolve")
    fly(night, "mosquito", LINE, 4, "C", target="berlin", target_at=2, marker="resolve")
    fly(night, "mosquito", LINE, 4, "D", target="kassel", target_at=2, marker="drop")
    go(lambda t: bombing_phase(night, t))
    assert night.score.nuisance == 1 + 3 and [r.marker for r in night.raids] == ["", "", "drop"]


@pytest.mark.rule("4.3.3")
@pytest.mark.parametrize(("disruption", "waypoints", "vp"), [(0, 0, 4), (0, 2, 4), (1, 2, 3), (5, 2, 1), (20, 3, 0)])
def test_mines_score_less_what_disruption_costs(disruption, waypoints, vp):
    night = a_night()
    raid = fly(
        night, "gardening", "K2 L1 M1 L1", 2, target="M1", target_at=2, disruption=disruption, waypoints=waypoints
    )
    go(lambda t: bombing_phase(night, t))
    assert night.score.mining == vp and night.mined == {"M1": vp} and raid.attacked
    go(lambda t: bombing_phase(night, t))
    assert night.score.mining == vp, "once"


@pytest.mark.rule("9.8.3")
@pytest.mark.rule("10.2")
@pytest.mark.rule("10.3")
def test_a_whole_attack():
    night, raid, _, city_map = attack(weather="cloud", disruption=2, waypoints=3)
    night.bombings = []
    orders = ["aim:E5", "approach:4", "he:0"]
    dice = "bombing 3 3, bombs " + " ".join(["1"] * 20)
    done = answer(lambda t: bombing_phase(night, t), dice, *orders, *finishing(city_map))
    bombing = night.bombings[0]
    assert raid.disruption == 5 and raid.attacked and raid.marker == ""
    assert done.told("error.value")[0].data.value == 2
    on_map = sum(bombing.he.values()) + sum(bombing.incendiary.values())
    assert on_map + bombing.converted + bombing.lost == bombing.dropped == 20


def finishing(city_map):
    """Choose the last ring's areas, shift nothing, burn nothing."""
    rings = [len(city_map.grid.ring("E5", radius)) for radius in (1, 2, 3)]
    left = 20 - 4 - rings[0]
    orders = []
    if left < rings[1]:
        orders += [f"drop:{area}" for area in city_map.grid.ring("E5", 2)[:left]]
    return [*orders, "done", "done"]
