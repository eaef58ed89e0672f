"""Cases that go through more than one chapter: the order in a hex, a spoilt OBOE, a Mosquito's bombs, a double six."""

import pytest

from engine.bomber_command.events import BombsDropping
from engine.bomber_command.rules.bombing import bombing_phase, convert, marking_mods
from engine.bomber_command.rules.encounters import Encounter, raids_move, resolve
from engine.bomber_command.rules.plots import RaidPlot
from engine.bomber_command.rules.turn import end_phase
from engine.bomber_command.state import Bombing
from tests.engine.bomber_command.builders import CHARTS, a_night, answer, fly, give, legs, plotted, put
from tests.engine.bomber_command.rules.test_combat import a_fight, attack
from tests.engine.bomber_command.rules.test_plotting import bremen, main

KINDS = ("mosquito", "gardening", "decoy", "main")


@pytest.mark.rule("9.1.3")
def test_in_a_hex_all_that_meets_a_main_force_comes_before_a_decoy_and_mosquitos_come_last():
    """Each attack marks its raid, whose letter shows the order; for one raid GCI, then flak, then Wild Boars."""
    night = a_night("downfall")
    raids = {kind: fly(night, kind, "H6 I7 J7", 1, letter) for letter, kind in zip("ABCD", KINDS, strict=True)}
    put(night, "III-NJG11", "I7")
    put(night, "I-NJG1", "I7", gci=True)
    boar = Encounter("I7", "wild-boar", raids["main"], "essen", "III-NJG11", False)
    markers = [boar, Encounter("I7", "city-flak", raids["main"], "essen")]
    markers += [Encounter("I7", "area-flak", raids[kind]) for kind in KINDS if kind != "main"]
    markers.append(Encounter("I7", "gci", raids["main"]))
    flak, unit = "5 6", "4 6 1 1"
    dice = f"combat {unit} {flak} {unit} {flak} {flak} {flak}"
    done = answer(lambda table: resolve(night, table, markers), dice, "gci:I-NJG1", "keep")
    rolled = [event.data.attack for event in done.events if event.kind in ("flak.rolled", "attack.rolled")]
    assert rolled == ["gci", "city-flak", "wild-boar", "area-flak", "area-flak", "area-flak"]
    marked = [event.data.raid for event in done.told("raid.marked")]
    assert list(dict.fromkeys(marked)) == ["D", "C", "B", "A"] and marked[:3] == ["D"] * 3


@pytest.mark.rule("10.5.3")
def test_the_other_areas_convert_last_in_any_order_and_only_as_far_as_is_wished():
    """The areas of the Indicator and the Approach burn first; the rest waits, and may stay as it is."""
    night = a_night()
    raid = fly(night, "main", "G6 H6 I6 J5 K5", 4, target="hannover", target_at=4)
    city_map = CHARTS.city_maps[CHARTS.boards["berlin"].cities["hannover"].map]
    pair = {"E5": 1, "D5": 1, "E4": 1, "F4": 1}
    bombing = Bombing("hannover", ti="E5", approach="D5", he=dict(pair), incendiary=dict(pair))
    rest = [area for area in ("E4", "F4") if city_map.kind[area] in ("residential", "city-centre")]
    recipe = {"residential": "mixed-pair", "city-centre": "centre-pair"}
    last = rest[-1]
    done = answer(
        lambda table: convert(night, table, raid, bombing, city_map), "",
        "fire:centre-pair:E5:1", "fire:mixed-pair:D5:1", f"fire:{recipe[city_map.kind[last]]}:{last}:1", "done",
    )  # fmt: skip
    steps = [decision.question.step for decision in done.asked]
    assert steps == ["ti", "approach", "rest", "rest"]
    offered = {option.split(":")[2] for option in done.asked[2].options[1:]}
    assert offered == set(rest) and not offered & {"E5", "D5"}, "neither of the first two is come back to"
    assert bombing.fires == {"E5": 1, "D5": 1, last: 1} and all(bombing.he.get(area) for area in rest if area != last)


@pytest.mark.rule("4.3.4")
@pytest.mark.parametrize(
    ("ends", "faults"),
    [("C4 B3 C3 B2 A2 A3 A4 A5", []), ("E5 F4 F5 F6 E7 E8 D7 C7 C6", [("raids[1].out", "legs")])],
)
def test_a_decoy_has_eight_legs_and_no_ninth(ends, faults):
    decoy = RaidPlot("B", "decoy", "", "D4", 9, 2, legs(ends)[:3], legs(ends)[3:])
    assert plotted(bremen(), main(), decoy) == faults


@pytest.mark.rule("9.3.2")
@pytest.mark.rule("10.3.2")
@pytest.mark.parametrize(
    ("unit", "dice", "spoilt"),
    [("III-NJG11", "6 6 1 1 1 1 1 1", True), ("III-NJG11", "1 2 1 1 1 1", False), ("I-NJG1", "6 6 1 1 1 1 1 1", False)],
)
def test_oboe_is_lost_to_a_single_engined_unit_that_disrupts_over_the_target_and_marking_shows_it(unit, dice, spoilt):
    """From the attack to the roll for marking: without OBOE's help, but never with the radar's hindrance."""
    night = a_night("downfall", weather="fog")
    put(night, unit, "I7", gci=True)
    raid = fly(night, "main", "H6 I7 J7", 0, target="essen", target_at=1)
    orders = ("resolve:I7", f"gci:{unit}", "resolve:I7")
    done = answer(lambda table: raids_move(night, table), f"combat {dice}", *orders)
    assert bool(done.told("oboe.lost")) is raid.oboe_lost is spoilt
    found = {mod.reason for mod in marking_mods(night, CHARTS, raid, Bombing("essen", weather="fog"), "wanganui")}
    assert found == {"wanganui"} | (set() if spoilt else {"oboe"})


@pytest.mark.rule("4.3.2")
@pytest.mark.rule("10.2")
@pytest.mark.parametrize(
    ("city", "route", "vp"), [("essen", "G7 H7 I7 H7 G8 F8", 1), ("berlin", "L3 M3 N3 M3 L2 K2", 3)]
)
def test_a_mosquito_s_bombs_fall_in_one_turn_and_count_in_the_next(city, route, vp):
    """Its marker appears at once in the city; it is flipped at the turn's end and resolved in the next turn."""
    night = a_night()
    night.raids = []
    raid = fly(night, "mosquito", route, 0, "B", target=city, target_at=2)
    fly(night, "main", "D6 E7 F6 G6 H5", 0, "A", target="hannover", target_at=4)
    done = answer(lambda table: raids_move(night, table), "combat 1 1")
    assert [event.data for event in done.told("bombs.dropping")] == [BombsDropping(city)] and raid.marker == "drop"
    answer(lambda table: bombing_phase(night, table))
    assert night.score.nuisance == 0
    answer(lambda table: end_phase(night, table))
    assert raid.marker == "resolve"
    answer(lambda table: bombing_phase(night, table))
    assert (raid.marker, raid.attacked, night.score.nuisance) == ("", True, vp)


@pytest.mark.rule("9.7.1")
@pytest.mark.rule("9.7.2")
@pytest.mark.rule("9.8.1")
def test_a_double_six_both_depletes_and_draws_fire_once():
    """Twelve and the strength: the highest row; the unit flips for the double, and is fired at once, not twice."""
    night, raid, unit = a_fight()
    done = attack(night, unit, raid, dice="combat 6 6 6 6")
    (event,) = done.told("attack.rolled")
    row = CHARTS.tables.combat.tame_boar[event.data.total]
    assert event.data.total == 12 + sum(mod.value for mod in event.mods) and raid.losses == row[0]
    assert unit.depleted and not unit.homing and len(done.told("defence.rolled")) == 1
    assert unit.lost == CHARTS.tables.defensive_fire.rows[12]
    again = attack(night, unit, raid, dice="combat 6 6 1 1")
    assert unit.homing and again.mods("attack.rolled")["strength"] == 1, "depleted already, it is sent home"


@pytest.mark.rule("8.3")
def test_a_card_in_hand_opens_its_window_before_flak_whatever_raid_is_fired_at():
    """High-Altitude Bombers help a Main Force only; who holds them is asked for Mosquitos, too, and can but pass."""
    for kind, options in (("main", 3), ("mosquito", 1)):
        night = a_night()
        give(night, "british", "b22")
        raid = fly(night, kind, "H6 J6 J7", 1)
        markers = [Encounter("J6", "area-flak", raid)]
        done = answer(lambda table, night=night, markers=markers: resolve(night, table, markers), "combat 1 1", "pass")
        assert [len(decision.options) for decision in done.asked] == [options]
