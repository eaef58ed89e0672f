"""Chapter 3: setting up a night."""

from itertools import pairwise

import pytest

from engine.bomber_command.game import TITLE
from engine.bomber_command.rules.advanced import roll_moon, roll_norths, roll_scenario_weather, roll_wind, wind_mods
from engine.bomber_command.rules.plots import Plot, RaidPlot
from engine.bomber_command.rules.plotting import Planner
from engine.bomber_command.rules.skies import light_mods, moon_is_up, weather_at, weather_mod, weather_value
from engine.bomber_command.setup import (
    choose_patrols,
    deal_hands,
    draw_berlin_target,
    draw_downfall_targets,
    draw_weather,
    mark_mains,
    place_units,
    place_weather,
    roll_twilight,
    roll_visibility,
    strip_flak,
)
from engine.bomber_command.state import Setup
from engine.kernel.dice import ScriptedDice
from engine.kernel.table import RecordingTable
from tests.engine.bomber_command.builders import CHARTS, ZONES, a_night, answer, fly, legs


def fresh(scenario="berlin", **advanced):
    return TITLE.start(Setup(scenario=scenario, **advanced), CHARTS)


def at_table(*script):
    return RecordingTable(ScriptedDice(script), CHARTS)


@pytest.mark.rule("3.2.1")
def test_starred_units_come_on_one_or_two():
    night = fresh()
    stars = [name for name, row in CHARTS.boards["berlin"].units.items() if row.star]
    faces = [(at % 6) + 1 for at in range(len(stars))]
    place_units(night, at_table(*(("units", face) for face in faces)))
    here = {unit.id for unit in night.units}
    assert [name for name in stars if name in here] == [n for n, f in zip(stars, faces, strict=True) if f <= 2]
    assert all(unit.place == "ready" for unit in night.units)
    assert all(unit.depleted == unit.detachment for unit in night.units)


@pytest.mark.rule("3.2.2")
def test_the_british_player_leaves_one_patrol_out():
    night = fresh("downfall")
    answer(lambda table: choose_patrols(night, table), "", "leave-out:3")
    assert [patrol.strength for patrol in night.patrols] == [2, 4]
    assert answer(lambda table: choose_patrols(fresh(), table)).asked == []


@pytest.mark.rule("3.3")
def test_the_target_is_drawn_in_secret():
    night = fresh()
    table = at_table(("deck/chits", "T10"))
    draw_berlin_target(night, table)
    assert (night.targets, night.target_vps, night.moon_value) == (["brunswick"], [1], 7)
    assert [event.to for event in table.log.events] == [("british",)]


@pytest.mark.rule("4.5.1")
@pytest.mark.rule("4.5.2")
def test_two_targets_or_one_twice():
    night = fresh("downfall")
    night.twilight = 16
    draw_downfall_targets(night, at_table(("deck/chits-a", "T08"), ("deck/chits-b", "T25")))
    assert (night.targets, night.oil, night.follow_up) == (["leuna", "kassel"], [True, False], False)
    night = fresh("downfall")
    night.twilight = 16
    draw_downfall_targets(night, at_table(("deck/chits-a", "T08"), ("deck/chits-b", "T17")))
    assert (night.targets, night.target_vps, night.oil) == (["leuna", "leuna"], [4, 0], [True, True])
    assert night.follow_up


@pytest.mark.rule("4.5.3")
@pytest.mark.parametrize(("twilight", "first", "rejected"), [(13, "T06", True), (14, "T06", False), (13, "T01", False)])
def test_short_nights_leave_no_time_for_a_far_follow_up(twilight, first, rejected):
    night = fresh("downfall")
    night.twilight = twilight
    script = [("deck/chits-a", first), ("deck/chits-b", "T17")] + ([("deck/chits-b", "T25")] if rejected else [])
    draw_downfall_targets(night, at_table(*script))
    assert night.follow_up is not rejected


@pytest.mark.rule("3.4.1")
def test_weather_goes_to_the_zones_in_the_order_announced():
    night = fresh()
    order = ["3.JD", "England", "2.JD", "1.JD", "7.JD"]
    markers = ["W01", "W05", "W09", "W13", "W02", "W06"]
    flow = place_weather(night, at_table(*(("deck/weather", marker) for marker in markers)))
    flow.send(None)
    with pytest.raises(StopIteration):
        for zone in order:
            flow.send(f"zone:{zone}")
    assert night.weather == {"3.JD": "clear", "England": "haze", "2.JD": "broken-cloud", "1.JD": "cloud",
                             "7.JD": "clear", "4.JD": "haze"}  # fmt: skip


@pytest.mark.rule("12.1.1")
def test_no_third_cross_lies_on_the_map():
    night = a_night(bad_weather=True)
    night.bad_weather = True
    table = at_table(("weather", 3))
    roll_scenario_weather(night, table)
    assert night.bad_weather
    flow = place_weather(
        night, at_table(*(("deck/weather", m) for m in ("W07", "W08", "W11", "W01", "W02", "W03", "W04")))
    )
    flow.send(None)
    with pytest.raises(StopIteration):
        for zone in ZONES[:5]:
            flow.send(f"zone:{zone}")
    assert list(night.weather.values()) == ["fog", "heavy-cloud", "clear", "haze", "broken-cloud", "cloud"]
    assert "W11" in night.weather_cup.pile, "the rejected marker went back"
    assert a_night().bad_weather is False


@pytest.mark.rule("12.1.1")
def test_the_marker_replaced_does_not_count_against_the_limit():
    night = a_night(bad_weather=True)
    night.bad_weather = True
    flow = place_weather(night, at_table(*(("deck/weather", m) for m in ("W07", "W08", "W01", "W02", "W03", "W04"))))
    flow.send(None)
    with pytest.raises(StopIteration):
        for zone in ZONES[:5]:
            flow.send(f"zone:{zone}")
    draw_weather(night, at_table(("deck/weather", "W11")), "England")
    assert night.weather["England"] == "heavy-cloud" and "W07" in night.weather_cup.pile


@pytest.mark.rule("3.4.3")
def test_the_ruhr_lies_in_haze_unless_worse_comes():
    night = a_night()
    assert weather_mod(night, CHARTS, "I7").reason == "ruhr-haze"
    assert [weather_value(night, CHARTS, hex_) for hex_ in ("I7", "I6")] == [-1, 0]
    expected = {"clear": (-1, "haze"), "haze": (-1, "haze"), "broken-cloud": (-1, "haze"), "cloud": (-2, "cloud"),
                "heavy-cloud": (-2, "heavy-cloud"), "fog": (-1, "fog")}  # fmt: skip
    for weather, (value, bombing) in expected.items():
        night.weather["3.JD"] = weather
        assert (weather_value(night, CHARTS, "J6"), weather_at(night, CHARTS, "J6")) == (value, bombing)


@pytest.mark.rule("3.4.2")
def test_jutland_has_the_weather_of_the_second_division():
    night = a_night()
    night.weather["2.JD"] = "cloud"
    assert weather_value(night, CHARTS, "Jutland") == -2 and weather_value(night, CHARTS, "England") == 0


@pytest.mark.rule("3.4.4")
@pytest.mark.parametrize(
    ("face", "state", "value"), [(1, "good", 1), (2, "moderate", 0), (5, "moderate", 0), (6, "poor", -1)]
)
def test_visibility(face, state, value):
    night = a_night()
    roll_visibility(night, at_table(("weather", face)))
    assert night.visibility == state and sum(mod.value for mod in light_mods(night, CHARTS)) == value


@pytest.mark.rule("3.4.5")
def test_twilight_replaces_visibility_and_moon():
    night = a_night()
    roll_twilight(night, at_table(("weather", 4)))
    night.visibility, night.moonset = "poor", 20
    assert night.twilight == 14
    night.turn = 13
    assert sum(mod.value for mod in light_mods(night, CHARTS)) == 0
    night.turn = 14
    assert [(mod.value, mod.reason) for mod in light_mods(night, CHARTS)] == [(3, "twilight")]


@pytest.mark.rule("12.1.2")
def test_the_moon_is_placed_within_two_turns_of_the_chit():
    night = a_night(moon=True)
    night.moon_value = 4
    done = answer(lambda table: roll_moon(night, table), "weather 5 6", "turn:6")
    assert done.asked[0].options == ("turn:2", "turn:3", "turn:4", "turn:5", "turn:6")
    assert [moon_is_up(night) for night.turn in (5, 6, 29, 30)] == [False, True, True, False]
    night = a_night(moon=True)
    night.moon_value = 4
    answer(lambda table: roll_moon(night, table), "weather 6 6", "turn:3")
    assert [moon_is_up(night) for night.turn in (1, 3, 4)] == [True, True, False]
    assert answer(lambda table: roll_moon(a_night(moon=True), table), "weather 5 5").asked == []


@pytest.mark.rule("12.1.3")
def test_the_wind_helps_or_hinders_infiltration():
    night = a_night(tail_winds=True)
    roll_wind(night, at_table())
    assert night.wind is None, "good weather brings no wind"
    night.bad_weather = True
    roll_wind(night, at_table(("weather", 1), ("weather", 3)))
    assert night.wind is None
    roll_wind(night, at_table(("weather", 3), ("weather", 4)))
    assert night.wind == 90
    for course, value in {2: -1, 3: -1, 4: -1, 8: 1, 9: 1, 10: 1, 0: 0, 1: 0, 5: 0, 6: 0}.items():
        raid = fly(a_night(), "main", "E5 F5", 1, courses=[course])
        assert sum(mod.value for mod in wind_mods(night, CHARTS, raid)) == value, course
    assert wind_mods(night, CHARTS, fly(a_night(), "main", "E5 F5", 0)) == [], "no course leads to the entry hex"


@pytest.mark.rule("12.1.3")
@pytest.mark.rule("4.2.1")
def test_the_wind_is_held_against_the_plotted_course_and_not_against_single_hexes():
    night = a_night(tail_winds=True)
    night.wind, night.targets = 60, ["hannover"]
    raid = RaidPlot("A", "main", "hannover", "D6", out=legs("H6/E6 K5"), home=legs("E8"))
    escort = RaidPlot("B", "mosquito", "essen", parent="A", split=5, out=legs("I7"), home=legs("G8 D7"))
    (main, mosquito), faults = Planner(night, CHARTS).judge(Plot([raid, escort]))
    assert [fault.code for fault in faults] == []
    assert len(main.courses) == len(main.route) - 1 and main.courses[:3] == [3, 3, 3], "a row, its steps to and fro"
    grid = CHARTS.boards["berlin"].grid
    steps = [grid.side_to(one, other) for one, other in pairwise(main.route)]
    assert set(steps[:3]) == {2, 4} and mosquito.courses[:5] == [3, 3, 3, 3, 4]
    main.at = 2
    assert sum(mod.value for mod in wind_mods(night, CHARTS, main)) == -1, "30 degrees off, whatever the last step"
    night.wind = None
    assert Planner(night, CHARTS).judge(Plot([raid]))[0][0].courses == []


@pytest.mark.rule("12.4.1")
def test_variable_north_is_rolled_for_each_target():
    night = fresh("downfall", variable_north=True)
    night.targets = ["leuna", "kassel"]
    roll_norths(night, at_table(("target", 3), ("target", 6)))
    assert night.north == {"leuna": 3, "kassel": 6}
    night = fresh("downfall", variable_north=True)
    night.targets = ["leuna", "leuna"]
    roll_norths(night, at_table(("target", 3)))
    assert night.north == {"leuna": 3}


@pytest.mark.rule("3.6")
def test_three_cities_without_flak_are_stripped():
    night = fresh("downfall")
    done = answer(lambda table: strip_flak(night, table), "", "strip:dresden", "strip:ulm", "strip:bonn")
    assert night.stripped == ["dresden", "ulm", "bonn"]
    offered = {option[6:] for option in done.asked[0].options}
    assert not offered & {"aachen", "muenchen-gladbach", "saarbruecken", "leuna"}
    assert answer(lambda table: strip_flak(fresh(), table)).asked == []


@pytest.mark.rule("3.7")
@pytest.mark.rule("6.1")
def test_eight_cards_are_dealt_and_five_kept():
    night = fresh()
    british = [f"b{n:02}" for n in (1, 2, 3, 4, 5, 6, 7, 8)]
    german = [f"g{n:02}" for n in (1, 2, 3, 4, 5, 6, 7, 8)]
    table = at_table(*(("deck/british", card) for card in british), *(("deck/german", card) for card in german))
    flow = deal_hands(night, table)
    request = flow.send(None)
    assert set(request.flows) == {"british", "german"}
    for seat, thrown in (("british", british[:3]), ("german", german[5:])):
        hand = request.flows[seat]
        hand.send(None)
        with pytest.raises(StopIteration):
            for card in thrown:
                hand.send(f"put-back:{card}")
    assert night.hands == {"british": british[3:], "german": german[:5]}
    assert len(night.decks["british"]) == 43 - 5 and "b01" in night.decks["british"].pile


@pytest.mark.rule("3.7.1")
def test_in_downfall_the_british_player_picks_a_bombing_card():
    night = fresh("downfall")
    script = [("deck/british", card) for card in ("b01", "b02", "b03", "b05")] + [
        ("deck/german", f"g{n:02}") for n in (1, 2, 3, 4, 5, 8, 9, 10)
    ]
    flow = deal_hands(night, at_table(*script))
    decision = flow.send(None)
    assert decision.kind == "hand.bombing"
    assert {CHARTS.cards[option[5:]].symbol for option in decision.options} == {"bombing"}
    flow.send("take:b48")
    assert night.hands["british"] == ["b48", "b01", "b02", "b03", "b05"]


@pytest.mark.rule("6.0")
def test_cards_of_the_other_scenario_stay_in_the_box():
    for scenario, other in (("berlin", "downfall"), ("downfall", "berlin")):
        for seat in ("british", "german"):
            assert all(CHARTS.cards[card].scenario != other for card in CHARTS.deck(seat, scenario))


@pytest.mark.rule("4.5")
@pytest.mark.rule("4.5.2")
@pytest.mark.parametrize(
    ("follow_up", "turns", "second"), [(True, (2, 6), [1]), (True, (6, 2), [0]), (False, (2, 6), [])]
)
def test_of_two_main_forces_on_one_city_the_later_is_the_follow_up(follow_up, turns, second):
    night = a_night("downfall")
    night.targets, night.oil, night.follow_up = ["essen", "essen"], [False, False], follow_up
    for letter, turn in zip("AB", turns, strict=True):
        fly(night, "main", "E8 F8 G8", 0, letter, target="essen", turn=turn)
    fly(night, "mosquito", "E8 F8 G8", 0, "C", target="kassel", turn=1)
    mark_mains(night)
    assert [at for at, raid in enumerate(night.raids) if raid.follow_up] == second
