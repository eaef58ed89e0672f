"""Chapter 9: attacks by fighters and flak, their triggers, their order, and their results."""

import pytest

from engine.bomber_command.rules.combat import british_attack, column_of, fighter_attack, flak_attack, worst_hex
from engine.bomber_command.rules.encounters import Encounter, declare_passing, raids_move, resolve
from engine.bomber_command.rules.movement import move_raids
from engine.kernel.decisions import facts_of
from engine.kernel.dice import ScriptedDice
from engine.kernel.table import RecordingTable
from tests.engine.bomber_command.builders import CHARTS, a_night, answer, fly, give, put, quiet

OVER_LEINE = "G6 H6 I6 J5 K5 L4 M4 N3"


def attack(night, unit, raid, kind="tame-boar", dice="", orders=(), hex_="K5", **how):
    return answer(lambda table: fighter_attack(night, table, unit, raid, kind, hex_, **how), dice, *orders)


def a_fight(kind="main", unit="IV-NJG1", scenario="berlin", **marks):
    night = a_night(scenario)
    raid = fly(night, kind, OVER_LEINE, 4, "A", **marks)
    return night, raid, put(night, unit, "K5")


# Resolution


COLUMNS = [
    ("gci", False, 7, 1, 0), ("gci", False, 9, 2, 1), ("gci", False, 12, 3, 1),
    ("tame-boar", False, 4, 1, 0), ("tame-boar", False, 7, 2, 1), ("tame-boar", False, 10, 4, 1),
    ("wild-boar", True, 7, 2, 0), ("wild-boar", True, 9, 3, 1), ("wild-boar", False, 7, 1, 0),
    ("wild-boar", False, 8, 1, 1),
]  # fmt: skip
FACES = {4: "1 3", 7: "3 4", 8: "3 5", 9: "4 5", 10: "5 5", 12: "6 6"}


@pytest.mark.rule("9.7")
@pytest.mark.rule("9.8.2")
@pytest.mark.rule("9.8.3")
@pytest.mark.parametrize(("kind", "stacked", "thrown", "losses", "disruption"), COLUMNS)
def test_two_dice_and_the_strength_are_read_in_the_column(kind, stacked, thrown, losses, disruption):
    night, raid, unit = a_fight()
    dice = f"combat {FACES[thrown]}" + (" 1 1" if thrown == 12 else "")
    attack(night, unit, raid, kind, dice, stacked=stacked, city="hannover")
    assert (raid.losses, raid.disruption) == (losses, disruption), "strength three is added"


@pytest.mark.rule("3.4.2")
@pytest.mark.rule("3.4.4")
@pytest.mark.rule("12.1.2")
@pytest.mark.rule("4.3.4")
def test_every_modifier_is_shown_with_its_reason():
    night, raid, unit = a_fight("decoy")
    night.weather["2.JD"], night.visibility, night.moonset = "cloud", "good", 9
    done = attack(night, unit, raid, dice="combat 3 4")
    expected = {"strength": 3, "weather:cloud": -2, "visibility:good": 1, "moon": 1, "decoy": 1}
    assert done.mods("attack.rolled") == expected
    assert done.told("raid.admitted")[0].data.what == "decoy"


@pytest.mark.rule("9.7.1")
@pytest.mark.rule("9.8.1")
def test_doubles_deplete_and_a_depleted_unit_goes_home():
    night, raid, unit = a_fight()
    attack(night, unit, raid, dice="combat 4 4")
    assert unit.depleted and not unit.homing
    done = attack(night, unit, raid, dice="combat 4 4")
    assert unit.homing and done.mods("attack.rolled")["strength"] == 1
    attack(night, unit, raid, dice="combat 3 3")
    assert unit.homing


@pytest.mark.rule("9.7.2")
@pytest.mark.parametrize(
    ("faces", "fire", "lost"), [("6 1", "3 4", 0), ("1 6", "4 4", 1), ("6 6", "6 6", 2), ("5 5", "", 0)]
)
def test_a_six_brings_defensive_fire(faces, fire, lost):
    night, raid, unit = a_fight()
    done = attack(night, unit, raid, dice=f"combat {faces} {fire}")
    assert unit.lost == lost == night.score.nightfighters and len(done.told("defence.rolled")) == bool(fire)


@pytest.mark.rule("9.7.2")
@pytest.mark.rule("9.9")
def test_mosquitos_do_not_fire_back_and_are_announced():
    night, raid, unit = a_fight("mosquito")
    done = attack(night, unit, raid, dice="combat 6 5")
    assert done.told("raid.admitted")[0].data.what == "mosquito" and not done.told("defence.rolled")


@pytest.mark.rule("9.8.4")
def test_flak_damage_is_spent_one_marker_at_a_time():
    night, raid, unit = a_fight(damage=2)
    done = attack(night, unit, raid, dice="combat 3 4", orders=["spend"])
    assert raid.damage == 1 and done.mods("attack.rolled")["flak-damage"] == 1
    attack(night, unit, raid, dice="combat 3 4", orders=["keep"])
    assert raid.damage == 1
    assert "damage" not in facts_of(done.asked[0].question), "how much there is stays secret"


@pytest.mark.rule("12.3.1")
def test_a_heavy_load_helps_the_hunter_until_all_of_the_raid_is_homeward():
    night, raid, unit = a_fight(heavy=True, target="hannover", target_at=4)
    assert attack(night, unit, raid, dice="combat 3 4").mods("attack.rolled")["heavy-load"] == 1
    raid.at = 6
    assert "heavy-load" in attack(night, unit, raid, dice="combat 3 4").mods("attack.rolled"), (
        "its tail is over the target"
    )
    raid.at = 7
    done = attack(night, unit, raid, dice="combat 3 4")
    assert "heavy-load" not in done.mods("attack.rolled") and not done.told("raid.heavy")


@pytest.mark.rule("9.9.2")
@pytest.mark.rule("9.3.1")
@pytest.mark.parametrize(
    ("unit", "gci", "hunts"),
    [("III-NJG11", True, 2), ("10-NJG11", True, 2), ("I-NJG2", True, 0), ("III-NJG11", False, 0)],
)
def test_who_hunts_mosquitos(unit, gci, hunts):
    night, raid, hunter = a_fight(
        "mosquito",
        unit,
        "downfall",
    )
    hunter.gci = gci
    attack(night, hunter, raid, "gci", "combat 6 6")
    assert raid.losses == 2 and raid.hunts == hunts


@pytest.mark.rule("9.4.4")
def test_the_british_player_names_the_worst_weather_along_the_stream():
    night, raid, _ = a_fight()
    night.weather["3.JD"] = "cloud"
    assert worst_hex(night, CHARTS, raid) in ("J5", "I6")
    unit = put(night, "IV-NJG1", "", raid="A", place="raid")
    give(night, "german", "g21")
    done = attack(night, unit, raid, dice="combat 2 3", orders=["play:g21:0"], hex_="J5")
    assert not done.asked[0].question.hex and not done.told("card.played")[0].data.hex, "nor the hex"
    mods = done.mods("attack.rolled")
    assert mods["weather"] == -2 and not any(reason.startswith("weather:") for reason in mods), "no zone is named"


@pytest.mark.rule("12.5")
def test_under_fog_of_war_only_the_british_player_sees_the_tally():
    night = a_night(fog_of_war=True)
    raid = fly(night, "main", OVER_LEINE, 4)
    done = attack(night, put(night, "IV-NJG1", "K5"), raid, dice="combat 4 5")
    assert done.told("raid.marked")[0].to == ("british",)
    assert a_fight()[0].setup.fog_of_war is False


# Flak


@pytest.mark.rule("9.6.1")
@pytest.mark.parametrize(
    ("faces", "value", "losses", "disruption", "damage"),
    [("1 4", 3, 0, 1, 1), ("3 4", 3, 1, 1, 1), ("6 6", 3, 4, 3, 3), ("1 2", 1, 0, 0, 0), ("5 6", 0, 2, 2, 2)],
)
def test_the_flak_columns(faces, value, losses, disruption, damage):
    night, raid, _ = a_fight()
    answer(lambda table: flak_attack(night, table, raid, "area-flak", "K5", value), f"combat {faces}")
    assert (raid.losses, raid.disruption, raid.damage) == (losses, disruption, damage)


@pytest.mark.rule("9.9")
@pytest.mark.rule("4.3.4")
def test_flak_learns_nothing_of_mosquitos_but_decoys_are_admitted():
    night, raid, _ = a_fight("mosquito")
    done = answer(lambda table: flak_attack(night, table, raid, "area-flak", "K5", 0), "combat 1 1")
    assert not done.told("raid.admitted")
    night, raid, _ = a_fight("decoy")
    done = answer(lambda table: flak_attack(night, table, raid, "area-flak", "K5", 0), "combat 1 1")
    assert done.told("raid.admitted") and done.mods("flak.rolled")["decoy"] == 1


# What triggers what


def passing(night):
    return [(c.hex, c.kind, c.raid.letter) for c in declare_passing(night, CHARTS, move_raids(night, quiet()))]


@pytest.mark.rule("9.1.2")
@pytest.mark.rule("9.6.1")
def test_area_flak_fires_on_the_stream_for_two_turns():
    night = a_night()
    fly(night, "main", "H6 I6 J6 K6 K5 L4 M4 N3", 0)
    assert passing(night) == [("J6", "area-flak", "A")]
    assert passing(night) == [("J6", "area-flak", "A"), ("K5", "area-flak", "A")]
    assert passing(night) == [("K5", "area-flak", "A"), ("M4", "area-flak", "A")]
    night = a_night("downfall")
    fly(night, "main", "H6 I6 J6 K6 K5 L4 M4 N3", 0)
    assert passing(night) == [("J6", "area-flak", "A")]
    assert passing(night) == [("K5", "area-flak", "A")]


@pytest.mark.rule("9.6.1")
def test_city_flak_takes_the_place_of_area_flak_over_the_target():
    night = a_night()
    fly(night, "main", "H6 I6 J6 K6 K5 L4", 0, target="dortmund", target_at=2)
    assert passing(night) == [("J6", "city-flak", "A")]
    night.raids[0].marker = "resolve"
    assert passing(night)[0] == ("J6", "city-flak", "A"), "the stream is still over the city"
    night.raids[0].marker = ""
    assert passing(night) == [("K5", "area-flak", "A")]


@pytest.mark.rule("9.6")
@pytest.mark.rule("3.6")
def test_cities_without_flak_do_not_fire():
    night = a_night()
    fly(night, "main", "K2 L2 M1 L1", 0, target="peenemuende", target_at=2)
    assert passing(night) == []
    night = a_night("downfall")
    fly(night, "main", "N3 N4 O5 O6", 0, target="dessau", target_at=1)
    assert passing(night) == [("N4", "city-flak", "A"), ("O5", "area-flak", "A")]
    night = a_night("downfall")
    night.stripped = ["dessau"]
    fly(night, "main", "N3 N4 O5 O6", 0, target="dessau", target_at=1)
    assert passing(night) == [("O5", "area-flak", "A")]


@pytest.mark.rule("9.3")
def test_a_gci_unit_makes_its_hex_and_the_next_of_its_division_active():
    night = a_night()
    put(night, "IV-NJG1", "H5", gci=True)
    fly(night, "mosquito", "G6 H6 I6", 0)
    fly(night, "mosquito", "H4 I5 J5", 0, "B")
    assert passing(night) == [("H6", "gci", "A")]


@pytest.mark.rule("9.3")
def test_a_gci_unit_attacks_a_raid_once_and_each_active_hex_once():
    night = a_night()
    unit = put(night, "IV-NJG1", "H5", gci=True)
    fly(night, "main", "F6 G6 H5 H6 I6", 1)
    done = answer(lambda table: raids_move(night, table), "combat 1 2", "resolve:H6", "gci:IV-NJG1")
    assert [d.kind for d in done.asked] == ["combat.resolve", "gci.unit"] and len(done.told("attack.rolled")) == 1
    assert unit.gci


@pytest.mark.rule("9.3")
def test_a_gci_unit_sent_home_attacks_no_more():
    night = a_night("downfall")
    unit = put(night, "IV-NJG1", "H6", gci=True)
    fly(night, "mosquito", "G6 H6 I6", 0, "A")
    fly(night, "mosquito", "G7 H6 H7", 0, "B")
    done = answer(lambda table: raids_move(night, table), "combat 2 2", "gci:IV-NJG1")
    assert unit.homing and not unit.gci and len(done.told("attack.rolled")) == 1


@pytest.mark.rule("9.3.2")
def test_a_single_engined_gci_unit_spoils_oboe_over_the_target():
    night = a_night("downfall")
    put(night, "III-NJG11", "I7", gci=True)
    raid = fly(night, "main", "H6 I7 J7", 0, target="essen", target_at=1)
    answer(
        lambda table: raids_move(night, table), "combat 6 6 1 1 1 1 1 1", "resolve:I7", "gci:III-NJG11", "resolve:I7"
    )
    assert raid.oboe_lost
    twin = a_night("downfall")
    put(twin, "I-NJG1", "I7", gci=True)
    raid = fly(twin, "main", "H6 I7 J7", 0, target="essen", target_at=1)
    answer(lambda table: raids_move(twin, table), "combat 6 6 1 1 1 1 1 1", "resolve:I7", "gci:I-NJG1", "resolve:I7")
    assert not raid.oboe_lost


@pytest.mark.rule("9.1.3")
def test_in_a_hex_raids_and_then_attacks_have_their_order():
    night = a_night("downfall")
    raids = {kind: fly(night, kind, "H6 I7 J7", 1, letter) for letter, kind in
             zip("ABCD", ("mosquito", "gardening", "decoy", "main"), strict=True)}  # fmt: skip
    markers = [
        Encounter("I7", "area-flak", raids["mosquito"]),
        Encounter("I7", "area-flak", raids["gardening"]),
        Encounter("I7", "area-flak", raids["decoy"]),
        Encounter("I7", "wild-boar", raids["main"], "essen", "III-NJG11", False),
        Encounter("I7", "city-flak", raids["main"], "essen"),
    ]
    put(night, "III-NJG11", "I7")
    done = answer(lambda table: resolve(night, table, markers), "combat 1 1 1 2 1 1 1 1 1 1")
    order = [(e.kind, e.data.attack) for e in done.events if e.kind in ("flak.rolled", "attack.rolled")]
    assert order[:2] == [("flak.rolled", "city-flak"), ("attack.rolled", "wild-boar")]
    assert len(order) == 5


# Wild Boars


@pytest.mark.rule("9.5")
@pytest.mark.rule("9.5.1")
def test_wild_boars_stacked_and_late():
    night = a_night()
    stacked = put(night, "I-JG300", "K5", box="hannover")
    put(night, "II-JG300", "K5")
    raid = fly(night, "main", "I6 J5 K5 L4", 0, target="hannover", target_at=2)
    orders = ["boar:I-JG300:hannover", "boar:II-JG300:hannover"]
    done = answer(lambda table: raids_move(night, table), "combat 1 1 4 5 4 5", *orders)
    columns = [e.data.column for e in done.told("attack.rolled")]
    assert columns == ["wild_boar_stacked", "wild_boar_late"] and stacked.box == "hannover" and raid.losses == 3


@pytest.mark.rule("9.5.1")
def test_a_boar_leaves_its_beacon_to_attack():
    night = a_night()
    unit = put(night, "I-NJG5", "L4", box="gertrud")
    fly(night, "mosquito", "J5 K5 L4 L5", 1, target="brunswick", target_at=2)
    answer(lambda table: raids_move(night, table), "combat 1 1 3 4", "boar:I-NJG5:brunswick")
    assert unit.box == ""


@pytest.mark.rule("9.5.2")
def test_boars_react_from_boxes_next_to_bombs_that_begin_to_fall():
    night = a_night()
    boxed = put(night, "I-NJG5", "L4", box="gertrud")
    put(night, "II-NJG5", "L4")
    raid = fly(night, "main", "I6 J5 K5 L5 L6 K7 K8", 0, target="hannover", target_at=2)
    done = answer(lambda table: raids_move(night, table), "combat 1 1 3 4", "react:I-NJG5:hannover")
    assert done.asked[0].options == ("done", "react:I-NJG5:hannover"), "only from a box"
    assert (boxed.hex, boxed.box) == ("K5", "") and done.told("attack.rolled")[0].data.column == "wild_boar_late"
    boxed.hex, boxed.box, raid.marker = "L4", "gertrud", "resolve"
    assert answer(lambda table: raids_move(night, table), "combat 1 1").asked == [], "not on the second turn"


@pytest.mark.rule("9.5.1")
@pytest.mark.parametrize("mark", ["scrambled", "homing", "intruder"])
def test_who_may_not_be_a_wild_boar(mark):
    night = a_night()
    put(night, "I-NJG5", "K5", **{mark: True})
    fly(night, "main", "I6 J5 K5 L4", 0, target="hannover", target_at=2)
    assert answer(lambda table: raids_move(night, table), "combat 1 1").asked == []


@pytest.mark.rule("9.3")
def test_a_gci_unit_makes_no_wild_boar_attack():
    night = a_night()
    put(night, "I-NJG3", "I4", gci=True)
    fly(night, "mosquito", "H3 I4 I3", 0, target="wilhelmshaven", target_at=1)
    done = answer(lambda table: raids_move(night, table), "combat 1 1", "resolve:I4", "pass", "resolve:I3", "pass")
    assert done.kinds() == ["combat.resolve", "gci.unit", "combat.resolve", "gci.unit"]


@pytest.mark.rule("9.5.1")
def test_of_two_cities_a_boar_attacks_over_one():
    night = a_night()
    put(night, "I-JG300", "I7")
    fly(night, "mosquito", "H6 I7 J6", 0, "A", target="essen", target_at=1)
    fly(night, "mosquito", "H7 I7 J7", 0, "B", target="krefeld", target_at=1)
    orders = ["boar:I-JG300:krefeld", "resolve:I7", "resolve:I7", "resolve:I7", "resolve:J6"]
    done = answer(lambda table: raids_move(night, table), "combat 1 1 1 1 3 4 1 1 1 1", *orders)
    assert done.kinds().count("boar.declare") == 1


# British attacks


@pytest.mark.rule("9.2.1")
def test_british_attacks_are_read_in_the_gci_column():
    night = a_night()
    unit = put(night, "I-NJG5", "M4", depleted=True)
    table = RecordingTable(ScriptedDice([("combat", 6), ("combat", 6)]), CHARTS)
    british_attack(night, table, unit, 2, "patrol", "M4", "9.2.4")
    assert unit.lost == 3 and unit.homing, "a disruption depletes; sixes and doubles mean nothing here"


@pytest.mark.rule("9.2.2")
def test_serrate_depletes_and_then_attacks():
    from engine.bomber_command.rules.cards.play import any_time

    night = a_night()
    give(night, "british", "b28")
    unit = put(night, "I-NJG5", "M4")
    done = answer(lambda table: any_time(night, table, "turn"), "combat 5 5", "play:b28:0", "hunt:I-NJG5")
    assert unit.depleted and unit.homing and unit.lost == 1 and done.mods("british.attack")["strength"] == 1


# Columns over England


@pytest.mark.rule("12.2.4")
def test_intruders_surprise_until_the_raids_are_alert():
    night = a_night(intruders=True)
    assert column_of(night, "intruder", False) == "wild_boar_stacked"
    raid = fly(night, "main", "E7 D7", 4)
    unit = put(night, "I-NJG1", "England", intruder=True)
    done = answer(lambda table: fighter_attack(night, table, unit, raid, "intruder", "England"), "combat 6 1 1 1")
    assert night.alerted and column_of(night, "intruder", False) == "tame_boar" and done.told("raids.alerted")
