"""Chapter 9.4 and the fight over England: infiltrating, attacking from inside, intruders."""

import pytest

from engine.bomber_command.rules.tame_boar import (
    attacks_from_inside,
    fight_over_england,
    infiltration_options,
    infiltrations,
    tame_boars,
)
from engine.bomber_command.view import view
from engine.kernel.dice import ScriptedDice
from engine.kernel.table import RecordingTable
from engine.kernel.title import drive
from tests.engine.bomber_command.builders import CHARTS, a_night, answer, fly, give, put

LINE = "G6 H6 I6 J5 K5 L4 M4 N3"


def shown(scenario="berlin", kind="main", **marks):
    """A raid with its counter on K5, detected and the air picture clarified; level five, value six."""
    night = a_night(scenario)
    return night, fly(night, kind, LINE, 4, "A", detected=True, clarified=kind == "main", **marks)


def options(night):
    return infiltration_options(night, CHARTS, set())[1:]


def trying(night, dice, *orders):
    return answer(lambda table: infiltrations(night, table), dice, *orders)


@pytest.mark.rule("9.4")
@pytest.mark.rule("9.4.1")
def test_who_may_infiltrate_what():
    night, _ = shown()
    put(night, "I-NJG1", "K5")
    put(night, "I-NJG2", "J5")
    put(night, "I-NJG5", "L4", box="gertrud")
    put(night, "II-NJG5", "L4")
    put(night, "I-JG300", "K5")
    assert set(options(night)) == {"infiltrate:I-NJG1:K5", "infiltrate:I-NJG2:J5", "infiltrate:I-NJG5:K5"}
    assert len(options(night)) == 3, "no single-engined unit, none next door without its beacon"


@pytest.mark.rule("9.4.1")
@pytest.mark.rule("7.3")
def test_a_unit_on_a_city_reaches_its_own_hex_only_and_without_a_beacon():
    night, _ = shown()
    board = CHARTS.boards["berlin"]
    city = next(name for name, row in board.cities.items() if row.hex == "J5")
    put(night, "I-NJG1", "J5", box=city)
    put(night, "I-NJG2", "L4", box=next(name for name, row in board.cities.items() if row.hex not in ("J5", "K5")))
    assert options(night) == ["infiltrate:I-NJG1:J5"], "not K5 next door, and not from L4"
    done = trying(night, "infiltration 3 4", "infiltrate:I-NJG1:J5")
    assert done.mods("infiltration.rolled")["not-on-beacon"] == -2


@pytest.mark.rule("9.4.1")
@pytest.mark.parametrize("mark", ["scrambled", "homing", "gci", "intruder"])
def test_who_may_not(mark):
    night, _ = shown()
    put(night, "I-NJG1", "K5", **{mark: True})
    assert options(night) == []


@pytest.mark.rule("8.2")
def test_streams_count_only_when_shown():
    night, raid = shown()
    raid.clarified = False
    put(night, "I-NJG2", "J5")
    assert options(night) == []
    raid.detected = False
    put(night, "I-NJG1", "K5")
    assert options(night) == []


@pytest.mark.rule("9.4.1")
@pytest.mark.parametrize(
    ("faces", "inside", "depleted"), [("3 4", False, False), ("4 4", True, True), ("4 5", True, False)]
)
def test_below_on_and_above_the_value(faces, inside, depleted):
    night, _ = shown()
    unit = put(night, "I-NJG1", "K5")
    done = trying(night, f"infiltration {faces}", "infiltrate:I-NJG1:K5")
    assert done.mods("infiltration.rolled") == {"weather:clear": 0, "not-on-beacon": -2}
    assert (unit.place == "raid", unit.depleted) == (inside, depleted)
    assert [e.data.raid for e in done.told("unit.infiltrated")] == ["A"] * inside


@pytest.mark.rule("9.4.1")
def test_detachments_lose_nothing_on_the_value():
    night, _ = shown("downfall")
    night.jamming = 5
    unit = put(night, "I-NJG1", "K5")
    trying(night, "infiltration 4 4", "infiltrate:I-NJG1:K5")
    assert unit.place == "raid" and not unit.homing


@pytest.mark.rule("9.4.1")
@pytest.mark.rule("12.1.3")
def test_every_modifier_of_infiltration():
    night, raid = shown()
    night.beleuchter, night.visibility, night.moonset, night.wind = True, "poor", 9, 60
    raid.courses = [3] * 7
    night.weather["2.JD"] = "haze"
    put(night, "I-NJG5", "L4", box="gertrud")
    done = trying(night, "infiltration 3 4", "infiltrate:I-NJG5:K5")
    assert done.mods("infiltration.rolled") == {
        "weather:haze": -1, "visibility:poor": -1, "moon": 1, "beleuchter": 1, "with-wind": -1,
    }  # fmt: skip


@pytest.mark.rule("9.4.1")
def test_a_unit_tries_once():
    night, _ = shown()
    put(night, "I-NJG1", "K5")
    assert trying(night, "infiltration 1 1", "infiltrate:I-NJG1:K5").kinds() == ["infiltrate"]


@pytest.mark.rule("9.4.2")
@pytest.mark.rule("10.6")
def test_of_two_raids_on_one_city_the_one_just_dropping_is_found():
    night = a_night("downfall")
    for letter, marker in (("A", "resolve"), ("B", "drop")):
        fly(night, "main", LINE, 4, letter, target="hannover-misburg", target_at=4, marker=marker)
    unit = put(night, "I-NJG1", "K5")
    trying(night, "infiltration 6 6", "infiltrate-city:I-NJG1:hannover-misburg")
    assert unit.raid == "B" and view(night, CHARTS, "german").bombed == {"hannover-misburg": "drop"}


@pytest.mark.rule("9.4.2")
@pytest.mark.parametrize(
    ("scenario", "marker", "may"),
    [("berlin", "drop", True), ("berlin", "resolve", True), ("downfall", "drop", True), ("downfall", "resolve", False)],
)
def test_over_a_bombed_city_the_raid_need_not_be_seen(scenario, marker, may):
    city = "hannover" if scenario == "berlin" else "hannover-misburg"
    night = a_night(scenario)
    fly(night, "main", LINE, 4, "A", target=city, target_at=4, marker=marker)
    unit = put(night, "I-NJG1", "K5")
    assert bool(options(night)) is may
    if may:
        night.jamming = 5
        done = trying(night, "infiltration 4 4", f"infiltrate-city:I-NJG1:{city}")
        assert "not-on-beacon" not in done.mods("infiltration.rolled") and unit.raid == "A"


@pytest.mark.rule("6.2")
def test_a_false_counter_swallows_the_try():
    night = a_night()
    night.false_counters = ["K5"]
    unit = put(night, "I-NJG1", "K5")
    done = trying(night, "infiltration 6 6", "infiltrate:I-NJG1:K5")
    assert unit.place == "air" and night.false_counters == [] and done.told("counter.false")


@pytest.mark.rule("9.1.1")
@pytest.mark.rule("9.4.1")
def test_inside_a_unit_attacks_once_a_turn():
    night, raid = shown()
    for name in ("I-NJG1", "III-NJG1"):
        unit = put(night, name, "")
        unit.place, unit.raid = "raid", "A"
    done = answer(lambda table: attacks_from_inside(night, table), "combat 3 4 3 4", "attack:III-NJG1", "attack:I-NJG1")
    assert [e.data.column for e in done.told("attack.rolled")] == ["tame_boar"] * 2 and raid.losses == 4
    assert all(e.data.hex == "" for e in done.told("attack.rolled")), "where it was is not said"


@pytest.mark.rule("7.4.3")
def test_a_unit_bound_for_home_attacks_no_more():
    night, _ = shown()
    unit = put(night, "I-NJG1", "", homing=True)
    unit.place, unit.raid = "raid", "A"
    assert answer(lambda table: attacks_from_inside(night, table)).asked == []


@pytest.mark.rule("4.3.2")
@pytest.mark.rule("9.4.3")
def test_nobody_keeps_up_with_mosquitos():
    night, _ = shown(kind="mosquito")
    unit = put(night, "I-NJG1", "")
    unit.place, unit.raid = "raid", "A"
    answer(lambda table: attacks_from_inside(night, table), "combat 3 4", "attack:I-NJG1")
    assert (unit.place, unit.hex, unit.homing) == ("air", "K5", False)


@pytest.mark.rule("9.4.1")
def test_infiltration_and_attack_fall_in_one_phase():
    night, raid = shown()
    put(night, "I-NJG1", "K5")
    orders = ["infiltrate:I-NJG1:K5", "attack:I-NJG1"]
    answer(lambda table: tame_boars(night, table), "infiltration 5 5, combat 3 4", *orders)
    assert raid.losses == 2


@pytest.mark.rule("9.4.1")
def test_the_odds_are_shown_before_the_throw():
    night, _ = shown()
    put(night, "I-NJG1", "K5")
    done = trying(night, "infiltration 1 1", "infiltrate:I-NJG1:K5")
    question = done.asked[0].question
    assert question.value == 6
    assert (question.tries["infiltrate:I-NJG1:K5"].inside, question.tries["infiltrate:I-NJG1:K5"].whole) == (15, 10)


@pytest.mark.rule("9.2.3")
@pytest.mark.rule("12.2.3")
@pytest.mark.rule("12.2.4")
def test_over_england_the_defence_strikes_first():
    night = a_night(intruders=True)
    raid = fly(night, "main", "E7 D7", 2, "A")
    unit = put(night, "I-NJG1", "England", intruder=True)
    orders = ["adgb:I-NJG1", "intrude:I-NJG1:1"]
    done = answer(lambda table: fight_over_england(night, table), "combat 3 4 4 5", *orders)
    assert done.mods("british.attack")["strength"] == CHARTS.tables.british_fighters.adgb
    assert done.told("attack.rolled")[0].data.column == "wild_boar_stacked" and raid.losses == 3 and unit.lost == 1


@pytest.mark.rule("8.3")
@pytest.mark.rule("12.2.4")
def test_raids_over_england_are_numbered_by_lot_so_that_their_order_tells_nothing():
    night = a_night(intruders=True)
    fly(night, "main", "E7 D7", 2, "A")
    target = fly(night, "mosquito", "E6 D6", 2, "B")
    put(night, "I-NJG1", "England", intruder=True)
    table = RecordingTable(
        ScriptedDice([("deck/england", "B"), ("deck/england", "A"), ("combat", 5), ("combat", 4)]), CHARTS
    )
    orders = iter(["pass", "intrude:I-NJG1:1"])
    drive(fight_over_england(night, table), lambda decision: next(orders))
    (lots,) = [event for event in table.log.events if event.kind == "raids.numbered"]
    assert lots.to == ("british",) and lots.data.raids == ["B", "A"]
    assert target.losses == 3 and night.raid("A").losses == 0
    night.unit("I-NJG1").homing = True
    assert answer(lambda table: fight_over_england(night, table), "", "pass").told("raids.numbered") == []


@pytest.mark.rule("12.2.4")
def test_intruders_need_a_raid_to_attack():
    night = a_night(intruders=True)
    put(night, "I-NJG1", "England", intruder=True)
    assert answer(lambda table: fight_over_england(night, table), "", "pass").kinds() == ["adgb"]


def test_cards_change_an_infiltration():
    night, _ = shown()
    give(night, "german", "g01")
    give(night, "british", "b02")
    put(night, "I-NJG1", "K5")
    done = trying(night, "infiltration 4 4", "infiltrate:I-NJG1:K5", "play:g01:0", "play:b02:0")
    assert {r: v for r, v in done.mods("infiltration.rolled").items() if r.startswith("card")} == {
        "card:g01": 2,
        "card:b02": -2,
    }
