"""Chapter 7, on the ground: scramble, patrols, recovery, rearming, and the bombers' landing."""

import pytest

from engine.bomber_command.events import RaidAdmitted
from engine.bomber_command.rules.airfields import recover_raid, recovery, return_patrols, scramble
from engine.bomber_command.state import Patrol
from tests.engine.bomber_command.builders import CHARTS, a_night, answer, fly, give, put, quiet


def scrambling(night, dice, *orders):
    return answer(lambda table: scramble(night, table), dice, *orders)


def recovering(night, dice, *orders):
    return answer(lambda table: recovery(night, table), dice, *orders)


def keep_only(night, *names):
    night.units = [unit for unit in night.units if unit.id in names]


@pytest.mark.rule("7.4.2")
def test_a_twin_scrambles_onto_its_airfield_with_a_marker_and_full_tanks():
    night = a_night()
    scrambling(night, "landing 3 4", "scramble:I-NJG2", "done")
    unit = night.unit("I-NJG2")
    assert (unit.place, unit.hex, unit.scrambled, unit.fuel) == ("air", "L6", True, 8)


@pytest.mark.rule("7.4.2")
def test_a_single_moves_on_at_once_and_rolls_worse():
    night = a_night()
    done = scrambling(night, "landing 6 5", "scramble:I-JG300", "to:J6", "done")
    unit = night.unit("I-JG300")
    assert (unit.hex, unit.scrambled) == ("J6", False)
    assert done.mods("scramble.rolled") == {"single-engined": 1}
    assert unit.lost == 1, "twelve in clear skies"


SCRAMBLES = [
    ("clear", "6 6", 1, False),
    ("haze", "6 5", 0, False),
    ("broken-cloud", "6 5", 1, False),
    ("cloud", "6 6", 1, True),
    ("heavy-cloud", "5 5", 1, False),
    ("heavy-cloud", "6 5", 1, True),
    ("fog", "4 4", 1, False),
    ("fog", "6 6", 3, True),
]


@pytest.mark.rule("7.4.2")
@pytest.mark.parametrize(("weather", "faces", "losses", "depletes"), SCRAMBLES)
def test_the_scramble_table(weather, faces, losses, depletes):
    night = a_night(weather=weather)
    scrambling(night, f"landing {faces}", "scramble:I-NJG2", "done")
    unit = night.unit("I-NJG2")
    assert (unit.lost, unit.depleted) == (losses, depletes) and night.score.nightfighters == losses


@pytest.mark.rule("7.4.2")
@pytest.mark.rule("9.8.1")
def test_detachments_take_no_harm_from_a_depleting_scramble():
    night = a_night(weather="fog")
    night.unit("I-NJG7").detachment = True
    scrambling(night, "landing 6 6", "scramble:I-NJG7", "done")
    unit = night.unit("I-NJG7")
    assert unit.lost == 3 and not unit.homing


@pytest.mark.rule("9.2.4")
@pytest.mark.rule("9.2.1")
def test_a_patrol_attacks_a_unit_that_scrambles_before_its_roll():
    night = a_night("downfall")
    night.patrols = [Patrol(2), Patrol(3)]
    done = scrambling(night, "combat 5 4, landing 3 4", "scramble:I-NJG1", "done", "attack:3:I-NJG1")
    unit = night.unit("I-NJG1")
    assert done.mods("british.attack") == {"strength": 3, "weather:clear": 0}
    assert unit.lost == 2 and unit.homing, "a disruption depletes, and a detachment must go home"
    assert [patrol.back for patrol in night.patrols] == [0, 8]
    assert done.kinds() == ["scramble", "scramble", "patrol.scramble"], "no second Patrol for the same unit"


@pytest.mark.rule("9.2.4")
def test_a_patrol_meets_the_weather_of_the_airfield_even_where_a_single_has_moved_on():
    night = a_night("downfall")
    night.patrols = [Patrol(2)]
    orders = ["scramble:III-NJG11", "to:J6", "done", "attack:2:III-NJG11"]
    done = scrambling(night, "combat 1 2, landing 3 3", *orders)
    assert done.mods("british.attack") == {"strength": 2, "weather:clear": 0}, "clear over Bonn, haze over the Ruhr"


@pytest.mark.rule("9.2.4")
def test_a_patrol_comes_back_when_the_marker_reaches_it():
    night = a_night("downfall", turn=2)
    night.patrols = [Patrol(3, back=5)]
    for night.turn in (3, 4):
        return_patrols(night, quiet())
        assert night.patrols[0].back == 5
    night.turn = 5
    return_patrols(night, quiet())
    assert night.patrols[0].back == 0


@pytest.mark.rule("9.2.5")
@pytest.mark.parametrize(("face", "closed"), [(2, False), (3, True)])
def test_an_airfield_attack_closes_on_six(face, closed):
    night = a_night("downfall")
    night.patrols = [Patrol(3)]
    dice = f"combat {face}" + ("" if closed else ", landing 3 4")
    scrambling(night, dice, "scramble:I-NJG1", "done", "airfield:3:I-NJG1")
    assert night.unit("I-NJG1").place == ("closed" if closed else "air")


@pytest.mark.rule("9.2.5")
@pytest.mark.parametrize(("weather", "open_"), [("cloud", True), ("heavy-cloud", False), ("fog", False)])
def test_thick_weather_hides_an_airfield(weather, open_):
    night = a_night("downfall", weather=weather)
    night.patrols = [Patrol(2)]
    done = scrambling(night, "landing 1 1", "scramble:I-NJG1", "done", "done")
    assert ("airfield:2:I-NJG1" in done.asked[-1].options) is open_


@pytest.mark.rule("9.2.5")
def test_an_airfield_attack_names_one_of_two_units():
    night = a_night("downfall")
    night.patrols = [Patrol(2), Patrol(4)]
    orders = ["scramble:III-NJG5", "scramble:NJGr10", "to:N2", "done", "airfield:4:III-NJG5"]
    done = scrambling(night, "combat 6, landing 1 1", *orders, "done")
    left = done.asked[-1].options
    assert left == ("done", "attack:2:NJGr10"), "the other unit may be attacked, the airfield not again"


@pytest.mark.rule("12.2.1")
def test_intruders_are_declared_after_the_losses():
    night = a_night(intruders=True)
    orders = ["scramble:I-NJG1", "scramble:I-NJG5", "scramble:III-NJG1", "done", "intruder:I-NJG1"]
    done = scrambling(night, "landing 1 1 1 1 1 1", *orders)
    assert night.unit("I-NJG1").intruder
    assert done.asked[-1].options == ("done", "intruder:I-NJG1", "intruder:III-NJG1"), "3.JD and 4.JD only, one a night"


@pytest.mark.rule("7.4.4")
@pytest.mark.rule("7.4.5")
def test_at_home_a_unit_is_rearmed_and_ready_again_next_turn():
    night = a_night()
    keep_only(night, "I-NJG2")
    unit = put(night, "I-NJG2", "L7", depleted=True, homing=True)
    recovering(night, "landing 3 4", "recover:I-NJG2")
    assert (unit.place, unit.depleted, unit.homing) == ("rearm", False, False)
    recovering(night, "")
    assert unit.place == "ready"


@pytest.mark.rule("7.4.4")
def test_away_from_home_a_unit_diverts_and_is_out_of_play():
    night = a_night()
    keep_only(night, "I-NJG2")
    unit = put(night, "I-NJG2", "N3")
    done = recovering(night, "landing 3 4", "divert:I-NJG2")
    assert unit.place == "gone" and done.mods("recovery.rolled") == {"diverting": 1}
    assert done.told("unit.recovering")[0].data.division == "1.JD"


@pytest.mark.rule("7.4.4")
def test_next_to_home_a_unit_may_divert_all_the_same():
    night = a_night()
    keep_only(night, "I-NJG2")
    put(night, "I-NJG2", "L7")
    done = recovering(night, "landing 3 4", "divert:I-NJG2")
    assert done.asked[0].options == ("done", "recover:I-NJG2", "divert:I-NJG2")


@pytest.mark.rule("7.4.4")
@pytest.mark.rule("7.1.1")
def test_a_jutland_unit_is_at_home_only_in_the_box():
    night = a_night()
    keep_only(night, "IV-NJG3")
    unit = put(night, "IV-NJG3", "I1")
    assert recovering(night, "", "done").asked[0].options == ("done", "divert:IV-NJG3")
    unit.hex = "Jutland"
    assert recovering(night, "", "done").asked[0].options == ("done", "recover:IV-NJG3", "divert:IV-NJG3")


@pytest.mark.rule("7.5")
def test_without_fuel_a_unit_must_recover():
    night = a_night()
    keep_only(night, "I-NJG2")
    unit = put(night, "I-NJG2", "L6", fuel=0)
    recovering(night, "landing 3 4", "done")
    assert unit.place == "rearm"


@pytest.mark.rule("7.4.4")
def test_a_unit_inside_a_raid_recovers_from_the_hex_that_the_british_player_picks():
    night = a_night()
    keep_only(night, "I-NJG1")
    unit = put(night, "I-NJG1", "", fuel=0)
    unit.place, unit.raid = "raid", "A"
    fly(night, "main", "G6 H7 I7 J7", 2)
    done = recovering(night, "landing 3 4", "done", "place:I7", "recover")
    assert done.asked[1].options == ("place:I7", "place:H7", "place:G6") and unit.place == "rearm"


@pytest.mark.rule("7.4.7")
def test_out_of_range_means_fog_and_four():
    night = a_night()
    keep_only(night, "I-NJG2")
    unit = put(night, "I-NJG2", "D5")
    done = recovering(night, "landing 2 2", "divert:I-NJG2")
    assert done.mods("recovery.rolled") == {"diverting": 1, "out-of-range": 4}
    assert done.told("recovery.rolled")[0].data.weather == "fog" and unit.lost == 3


@pytest.mark.rule("7.4.4")
def test_a_calamity_removes_the_unit():
    night = a_night(weather="fog")
    keep_only(night, "I-NJG2")
    unit = put(night, "I-NJG2", "L6")
    recovering(night, "landing 4 6", "recover:I-NJG2")
    assert unit.place == "gone" and unit.lost == 4


@pytest.mark.rule("7.4.8")
def test_over_liberated_ground_units_divert_to_the_third_division():
    night = a_night("downfall")
    keep_only(night, "I-NJG4")
    put(night, "I-NJG4", "I9")
    night.weather["3.JD"], night.weather["4.JD"] = "fog", "clear"
    done = recovering(night, "landing 1 1", "divert:I-NJG4")
    assert done.told("unit.recovering")[0].data.division == "3.JD"
    assert done.told("recovery.rolled")[0].data.weather == "fog"


@pytest.mark.rule("7.4.4")
def test_twilight_helps_a_landing():
    night = a_night(turn=14)
    night.twilight = 14
    keep_only(night, "I-NJG2")
    put(night, "I-NJG2", "L6")
    assert recovering(night, "landing 6 6", "recover:I-NJG2").mods("recovery.rolled") == {"twilight": -2}


@pytest.mark.rule("9.2.4")
def test_patrols_wait_over_the_fields():
    night = a_night("downfall")
    night.patrols = [Patrol(4)]
    keep_only(night, "I-NJG1", "II-NJG1")
    unit = put(night, "I-NJG1", "I6")
    put(night, "II-NJG1", "N3")
    orders = ["recover:I-NJG1", "divert:II-NJG1", "attack:4:I-NJG1"]
    done = recovering(night, "landing 3 4 3 4, combat 4 4", *orders)
    assert done.asked[-1].options == ("done", "attack:4:I-NJG1", "attack:4:II-NJG1"), (
        "both boxes, once the losses are rolled"
    )
    assert unit.lost == 2 and unit.place == "rearm"


@pytest.mark.rule("7.4.6")
def test_a_closed_unit_is_rearmed_this_turn_and_ready_the_next():
    night = a_night("downfall")
    keep_only(night, "I-NJG1")
    unit = night.unit("I-NJG1")
    unit.place = "closed"
    recovering(night, "")
    assert unit.place == "rearm"
    recovering(night, "")
    assert unit.place == "ready"


@pytest.mark.rule("12.2.2")
def test_an_intruder_comes_home_from_england_the_hard_way():
    night = a_night(intruders=True)
    keep_only(night, "I-NJG1")
    put(night, "I-NJG1", "England", intruder=True, fuel=0)
    done = recovering(night, "landing 1 1", "done", "division:4.JD")
    assert done.mods("recovery.rolled") == {"diverting": 1, "out-of-range": 4}
    night = a_night("downfall", intruders=True)
    keep_only(night, "I-NJG1")
    put(night, "I-NJG1", "England", intruder=True, fuel=0)
    done = recovering(night, "landing 1 1", "done")
    assert done.told("unit.recovering")[0].data.division == "3.JD"


LANDINGS = [
    ("clear", 6, "6 6", 2),
    ("clear", 10, "5 5", 1),
    ("cloud", 4, "6 5", 1),
    ("fog", 0, "5 4", 3),
    ("fog", 25, "6 6", 12),
]


@pytest.mark.rule("7.6")
@pytest.mark.parametrize(("weather", "hurt", "faces", "losses"), LANDINGS)
def test_bombers_are_lost_on_landing(weather, hurt, faces, losses):
    night = a_night(weather=weather)
    raid = fly(night, "main", "E7 D7", 4, disruption=hurt // 2, damage=hurt - hurt // 2)
    answer(lambda table: recover_raid(night, table, raid), f"landing {faces}")
    assert raid.losses == losses and raid.status == "home"


@pytest.mark.rule("7.6.1")
def test_fido_burns_the_fog_away():
    night = a_night(weather="fog")
    night.fido = True
    raid = fly(night, "decoy", "E7 D7", 4)
    done = answer(lambda table: recover_raid(night, table, raid), "landing 5 4")
    assert done.mods("raid.recovered") == {"fido": -3} and raid.losses == 1
    night.weather["England"] = "heavy-cloud"
    raid = fly(night, "main", "E7 D7", 4, "B")
    assert answer(lambda table: recover_raid(night, table, raid), "landing 5 4").mods("raid.recovered") == {}


@pytest.mark.rule("9.9.1")
@pytest.mark.rule("9.9.2")
def test_claims_of_mosquitos_are_mostly_wrong():
    night = a_night("downfall")
    raid = fly(night, "mosquito", "E7 D7", 4, losses=3, hunts=2)
    answer(lambda table: recover_raid(night, table, raid), "landing 5 6 2")
    assert (raid.losses, raid.confirmed) == (1, 1), "the hunted ones on one to five, the third on a one only"
    other = fly(night, "gardening", "E7 D7", 4, "B", losses=2)
    done = answer(lambda table: recover_raid(night, table, other))
    assert other.losses == 2 and done.told("raid.admitted") == []
    unhurt = fly(night, "mosquito", "E7 D7", 4, "C")
    (said,) = answer(lambda table: recover_raid(night, table, unhurt)).told("raid.admitted")
    assert said.data == RaidAdmitted("mosquito") and said.rule == "9.9.1", "announced with and without losses"


@pytest.mark.rule("11.0")
def test_an_accident_makes_a_landing_worse():
    night = a_night()
    give(night, "british", "b35")
    scrambling(night, "landing 3 4 2", "scramble:I-NJG2", "done", "play:b35:0")
    unit = night.unit("I-NJG2")
    assert unit.lost == 2 and unit.depleted and not unit.homing
    keep_only(night, "I-NJG2")
    give(night, "british", "b36")
    unit.fuel = 0
    recovering(night, "landing 3 4 3", "done", "play:b36:0")
    assert unit.lost == 5 and unit.place == "rearm"
    assert CHARTS.cards["b35"].title == "Accident"


@pytest.mark.rule("7.4.3")
@pytest.mark.rule("9.8.1")
def test_an_accident_sends_a_detachment_home_as_the_table_does_not():
    night = a_night("downfall")
    give(night, "british", "b35")
    scrambling(night, "landing 3 4 2", "scramble:I-NJG2", "done", "play:b35:0")
    assert night.unit("I-NJG2").homing
    night = a_night(weather="fog")
    give(night, "british", "b35")
    scrambling(night, "landing 6 4 1", "scramble:I-NJG2", "done", "play:b35:0")
    assert night.unit("I-NJG2").depleted and night.unit("I-NJG2").homing, "once by the table, once by the card"
