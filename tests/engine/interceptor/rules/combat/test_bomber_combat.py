"""Combat against bombers [7.1], case by case with listed dice and cards."""

from __future__ import annotations

import pytest

from engine.interceptor.questions import HomeWitness
from engine.interceptor.rules.combat import wingman
from engine.interceptor.rules.combat.bomber_combat import (
    approach,
    attack,
    bomber_pass,
    can_order_wingman,
    defend,
    destroy,
    find_bomber,
    meet_bombers,
    settle_bomber,
    strike_flak,
)
from engine.interceptor.rules.combat.damage import hit_bomber_part
from engine.interceptor.rules.combat.firing import hits_of
from engine.interceptor.state import (
    ADVANTAGED,
    CLOSE,
    DISADVANTAGED,
    HEAD_ON,
    LONG,
    MEDIUM,
    SERIOUS,
    Options,
)
from tests.engine.interceptor.flight_case import FlightCase, cards, d

QUIET = cards(6)
"""A card without defensive fire; at long range a formation does nothing then."""
MISSED = cards(45)
"""A card that does nothing at any firepower."""


# The approach ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.1")
@pytest.mark.rule("7.1.3")
@pytest.mark.rule("7.1.2")
def test_unescorted_bombers_may_be_attacked_or_declined():
    pilot = FlightCase().meet()
    assert pilot.run(approach, [], "decline") == "decline"
    assert pilot.asked[0].options == ("bombers", "decline")


@pytest.mark.rule("7.1.10")
@pytest.mark.parametrize(("die", "result"), [(1, "slipped"), (2, "slipped"), (3, "escort"), (6, "escort")])
def test_escorts_are_evaded_on_one_and_two(die, result):
    pilot = FlightCase().meet(escort="P-47")
    assert pilot.run(approach, [d("combat", die)], "slip-away") == result
    assert pilot.asked[0].options == ("bombers", "escort", "slip-away")


@pytest.mark.rule("7.1.10")
def test_who_fails_to_slip_away_fights_with_the_orientation_that_was_rolled():
    pilot = FlightCase().meet(escort="P-47", orientation="advantaged")
    assert pilot.run(meet_bombers, [d("combat", 5)], "slip-away") == ADVANTAGED


@pytest.mark.rule("7.1.2")
def test_disadvantaged_with_escorts_he_must_fight_them():
    pilot = FlightCase().meet(escort="P-47", orientation="disadvantaged")
    assert pilot.run(meet_bombers, []) == DISADVANTAGED
    assert not pilot.asked


@pytest.mark.rule("7.1.10")
def test_a_cloud_bank_hides_without_a_roll():
    pilot = FlightCase().meet(escort="P-47")
    pilot.career.markers.append("cloud-bank")
    assert pilot.run(meet_bombers, [], "cloud-bank") is None
    assert pilot.career.markers == []


@pytest.mark.rule("7.1.2")
@pytest.mark.rule("7.1.10")
@pytest.mark.rule("7.2.2")
def test_after_bombers_the_escorts_are_met_at_a_disadvantage_after_one_pass():
    pilot = FlightCase().meet(escort="P-47", orientation="advantaged")
    script = [MISSED, QUIET]
    assert pilot.run(meet_bombers, script, "bombers", "fire:airframe", "break-off", "fight") == DISADVANTAGED
    assert pilot.asked[-1].options == ("fight", "slip-away", "bail-out")


@pytest.mark.rule("7.1.10")
def test_after_his_pass_he_may_slip_away_too():
    pilot = FlightCase().meet(escort="P-47")
    assert pilot.run(meet_bombers, [d("combat", 2)], "bombers", "break-off", "slip-away") is None
    assert "bail-out" not in pilot.asked[-1].options, "no round was fought"


@pytest.mark.rule("7.4.1")
def test_he_may_jump_before_the_escorts_have_him():
    pilot = FlightCase().meet(escort="P-47")
    script = [MISSED, QUIET, d("parachute", 3, 3)]
    assert pilot.run(meet_bombers, script, "bombers", "fire:airframe", "break-off", "bail-out") is None
    assert pilot.flight.end == "bailed" and pilot.plane.lost


# Fire --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.1.6")
@pytest.mark.rule("7.1.7")
def test_long_range_takes_a_hit_from_each_side():
    pilot = FlightCase().meet("B-24")
    # Card 4 gives 5 at 12; the B-24's card 5 fires 3 and a lone bomber loses one at long range.
    script = [cards(4), d("combat", 1, 2, 9, 10), cards(5), d("combat", 5, 3, 5, 4)]
    pilot.run(one_round, script, "fire:port-wing", "break-off")
    assert pilot.mods("bomber.attacked") == {"long": -1}
    assert (pilot.flight.target.port_wing, pilot.flight.target.controls) == (2, 1)
    assert pilot.mods("bomber.fires") == {"long-alone": -1}
    assert pilot.told("bomber.fires")[0]["hits"] == 2


def one_round(state, career, table):
    """Begin a pass as attack_bombers does, and leave the bomber on the chart."""
    find_bomber(state, career, table)
    yield from bomber_pass(state, career, table)


@pytest.mark.rule("7.1.7")
@pytest.mark.parametrize(
    ("kind", "loose", "reach", "hits"),
    [
        ("B-17", False, LONG, 1),
        ("B-17", False, MEDIUM, 2),
        ("B-17", False, CLOSE, 3),
        ("B-17", True, LONG, 0),
        ("B-17", True, MEDIUM, 1),
        ("B-17", True, CLOSE, 2),
        ("B-24", False, LONG, 0),
        ("B-24", False, MEDIUM, 1),
        ("B-24", False, CLOSE, 2),
        ("YB-40", False, LONG, 2),
    ],
)
def test_defensive_fire_by_range_and_formation(kind, loose, reach, hits):
    pilot = FlightCase()
    pilot.target(kind, reach=reach)
    pilot.flight.loose = loose
    pilot.run(defend, [cards(2), d("combat", *[6, 3] * hits)], gunners=0, burst=0)
    assert pilot.told("bomber.fires")[0]["hits"] == hits


@pytest.mark.rule("7.1.7")
def test_a_bf109_is_a_small_target_at_long_range_only():
    for reach, hits in ((LONG, 0), (MEDIUM, 2)):
        pilot = FlightCase("Bf109G-6")
        pilot.target(reach=reach)
        pilot.run(defend, [cards(2), d("combat", *[6, 3] * hits)], gunners=0, burst=0)
        assert pilot.told("bomber.fires")[0]["hits"] == hits
        assert ("small-target" in pilot.mods("bomber.fires")) is (reach == LONG)


@pytest.mark.rule("7.1.8")
def test_gunners_take_a_hit_each_and_never_below_none():
    pilot = FlightCase()
    pilot.target(reach=CLOSE)
    pilot.run(defend, [cards(2), d("combat", 6, 3, 6, 3)], gunners=1, burst=0)
    assert pilot.told("bomber.fires")[0]["hits"] == 2
    pilot.run(defend, [cards(6)], gunners=5, burst=0)
    assert pilot.told("bomber.fires")[0]["hits"] == 0


@pytest.mark.rule("7.7")
def test_acm_takes_one_hit_of_a_bomber():
    pilot = FlightCase(skills=("acm",))
    pilot.target(reach=MEDIUM)
    pilot.run(defend, [cards(2), d("combat", 6, 3)], gunners=0, burst=0)
    assert pilot.mods("bomber.fires")["acm"] == -1
    pilot.run(defend, [cards(6), d("combat")], gunners=1, burst=0)
    assert "acm" not in pilot.mods("bomber.fires")


@pytest.mark.rule("7.1.7")
@pytest.mark.parametrize(("reach", "hits"), [(LONG, 4), (MEDIUM, 5), (CLOSE, 6)])
def test_range_changes_the_interceptors_hits(reach, hits):
    pilot = FlightCase()
    pilot.target(reach=reach)
    pilot.flight.aim = "port-wing"
    pilot.run(attack, [cards(4), d("combat", *[10] * hits)], verb="fire")


@pytest.mark.rule("7.1.7")
def test_close_range_adds_its_hit_to_a_card_without_any():
    pilot = FlightCase()
    pilot.target(reach=CLOSE)
    pilot.run(attack, [cards(45), d("combat", 8)], verb="fire")
    pilot = FlightCase()
    pilot.target(reach=LONG)
    pilot.run(attack, [cards(45)], verb="fire")


@pytest.mark.rule("7.1.3")
@pytest.mark.rule("7.1.6")
def test_group_damage_follows_the_aim_point_and_no_range():
    for aim, parts in (
        ("port-wing", (2, 0, 0, 0)),
        ("starboard-wing", (0, 2, 0, 0)),
        ("airframe", (0, 0, 2, 1)),
    ):
        pilot = FlightCase()
        bomber = pilot.target(reach=LONG)
        pilot.flight.aim = aim
        pilot.run(attack, [cards(9)], verb="fire")
        assert (bomber.port_wing, bomber.starboard_wing, bomber.airframe, bomber.controls) == parts
        assert bomber.gunners == (aim == "airframe")
        assert bomber.engines == {"port-wing": [1, 1, 0, 0], "starboard-wing": [0, 0, 1, 1]}.get(aim, [0] * 4)


@pytest.mark.rule("7.4")
def test_destroyed_at_once():
    pilot = FlightCase()
    bomber = pilot.target(reach=LONG)
    pilot.run(attack, [cards(12)], verb="fire")
    assert (bomber.destroyed, bomber.killer) == ("destroyed", "pilot")


@pytest.mark.rule("7.1.3")
@pytest.mark.rule("7.1.15")
@pytest.mark.rule("4.5")
def test_all_weapons_fire_and_each_spends_a_point():
    pilot = FlightCase()
    pilot.target(reach=MEDIUM)
    pilot.run(attack, [cards(45)], verb="fire")
    assert [row.ammo for row in pilot.plane.weapons] == [-1, 5, 2]
    pilot.plane.weapons[2].ammo = 0
    pilot.run(attack, [cards(4), d("combat", 8, 8, 8, 8)], verb="fire")
    assert pilot.told("attack.card")[0]["fp"] == 8
    assert [row.ammo for row in pilot.plane.weapons] == [-1, 4, 0]


@pytest.mark.rule("7.7")
def test_precision_saves_ammunition_on_odd_cards():
    pilot = FlightCase(skills=("precision",))
    pilot.target(reach=LONG)
    pilot.run(attack, [cards(45)], verb="fire")
    assert [row.ammo for row in pilot.plane.weapons] == [-1, 6, 3]
    pilot.run(attack, [cards(6)], verb="fire")
    assert [row.ammo for row in pilot.plane.weapons] == [-1, 5, 2]


# Jams --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.1.6")
def test_a_jam_takes_the_weapon_before_the_hits_are_read():
    pilot = FlightCase()
    pilot.target(reach=MEDIUM)
    pilot.run(attack, [cards(1), d("jam", 2), d("combat", 8)], verb="fire")
    assert pilot.told("attack.card")[0] | {"fp": 6, "result": 1} == pilot.told("attack.card")[0]
    assert [row.jammed for row in pilot.plane.weapons] == [False, True, False]
    assert [row.ammo for row in pilot.plane.weapons] == [-1, 6, 2], "a jammed weapon has not fired"


@pytest.mark.rule("7.1.6")
def test_the_mg_ff_does_not_jam():
    pilot = FlightCase()
    pilot.target(reach=MEDIUM)
    pilot.run(attack, [cards(1), d("jam", 3), d("combat", 8, 8, 8)], verb="fire")
    assert pilot.told("attack.card")[0]["fp"] == 12
    assert not any(row.jammed for row in pilot.plane.weapons)


@pytest.mark.rule("7.7")
def test_weapons_maintenance_clears_the_first_jam_of_a_sortie():
    pilot = FlightCase("Bf110G-2")
    pilot.career.gunner.skills.append("maintenance")
    pilot.target(reach=MEDIUM)
    pilot.run(attack, [cards(1), d("jam", 2), d("combat", 8, 8)], verb="fire")
    assert not any(row.jammed for row in pilot.plane.weapons)
    pilot.run(attack, [cards(1), d("jam", 2), d("combat", 8)], verb="fire")
    assert [row.jammed for row in pilot.plane.weapons] == [False, True]


@pytest.mark.rule("7.7")
def test_a_badly_wounded_gunner_clears_nothing():
    pilot = FlightCase("Bf110G-2")
    pilot.career.gunner.skills.append("maintenance")
    pilot.flight.gunner_wound = SERIOUS
    pilot.target(reach=MEDIUM)
    pilot.run(attack, [cards(1), d("jam", 2), d("combat", 8)], verb="fire")
    assert pilot.plane.weapons[1].jammed


# Skills ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.7")
def test_gunnery_adds_a_random_hit_to_fire_that_scores():
    pilot = FlightCase(skills=("gunnery",))
    pilot.target(reach=LONG)
    pilot.run(attack, [cards(19), d("combat", 8, 8, 8)], verb="fire")
    assert pilot.mods("bomber.attacked") == {"long": -1, "gunnery": 1}
    pilot.run(attack, [cards(45)], verb="fire")
    assert "gunnery" not in pilot.mods("bomber.attacked")


@pytest.mark.rule("7.7")
def test_gunnery_counts_with_group_damage():
    pilot = FlightCase(skills=("gunnery",))
    bomber = pilot.target(reach=LONG)
    pilot.run(attack, [cards(9), d("combat", 1)], verb="fire")
    assert bomber.airframe == 3


@pytest.mark.rule("7.7")
def test_aim_adds_a_hit_on_what_was_aimed_at():
    pilot = FlightCase(skills=("aim",))
    bomber = pilot.target(reach=LONG)
    pilot.flight.aim = "starboard-wing"
    pilot.run(attack, [cards(19), d("combat", 10, 10)], verb="fire")
    assert bomber.starboard_wing == 1
    pilot.run(attack, [cards(45)], verb="fire")
    assert bomber.starboard_wing == 1


@pytest.mark.rule("7.7")
def test_the_other_reading_of_aim_asks_for_no_hit():
    pilot = FlightCase(skills=("aim",), options=Options(aim_needs_hit=False))
    bomber = pilot.target(reach=LONG)
    pilot.run(attack, [cards(45)], verb="fire")
    assert bomber.airframe == 1


@pytest.mark.rule("7.7")
def test_an_expert_redraws_one_card_and_must_use_it():
    pilot = FlightCase(skills=("expert:Fw190",))
    pilot.target(reach=MEDIUM)
    pilot.run(attack, [cards(4, 45)], "redraw", verb="fire")
    assert pilot.told("attack.card")[0]["card"] == 45
    pilot.run(attack, [cards(45)], verb="fire")
    stranger = FlightCase(skills=("expert:Bf109",))
    stranger.target(reach=MEDIUM)
    stranger.run(attack, [cards(45)], verb="fire")


@pytest.mark.rule("7.7")
def test_an_expert_may_keep_his_card_and_redraw_later():
    pilot = FlightCase(skills=("expert:Fw190",))
    pilot.target(reach=MEDIUM)
    pilot.run(attack, [cards(45)], "keep", verb="fire")
    assert not pilot.flight.expert_used


@pytest.mark.rule("7.10")
def test_mine_shells_add_hits_once_to_fire_that_scores():
    pilot = FlightCase()
    pilot.career.markers.append("mine-shells")
    pilot.target(reach=LONG)
    pilot.run(attack, [cards(45)], verb="fire")
    assert pilot.career.markers == ["mine-shells"]
    pilot.run(attack, [cards(22), d("combat")], verb="fire")
    pilot.run(attack, [cards(11), d("combat", 8, 8, 8)], verb="fire")
    assert pilot.mods("bomber.attacked") == {"long": -1, "mine-shells": 2}
    assert pilot.career.markers == []


# Who fires first ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.1.12")
@pytest.mark.rule("7.1.9")
def test_advantaged_he_fires_first_and_a_gunner_hit_counts_at_once():
    pilot = FlightCase().meet(orientation="advantaged")
    # Airframe: 4 is a gunner. Card 2 fires 1 in formation at long range, less the gunner.
    pilot.run(one_round, [cards(11), d("combat", 4), cards(2)], "fire:airframe", "break-off")
    assert pilot.told("bomber.fires")[0]["hits"] == 0


@pytest.mark.rule("7.1.12")
def test_head_on_fire_is_simultaneous_and_the_gunner_counts_in_the_next_round():
    pilot = FlightCase().meet()
    script = [cards(11), d("combat", 4), cards(2), d("combat", 6, 3), cards(45, 5), d("combat", *[6, 3] * 3)]
    pilot.run(one_round, script, "fire:airframe", "fire:airframe", "break-off")
    fires = pilot.told("bomber.fires")
    assert [event["hits"] for event in fires] == [1, 3]
    assert pilot.mods("bomber.fires") == {"medium-formation": 1, "gunners": -1}


@pytest.mark.rule("7.1.12")
def test_advantage_counts_in_the_first_round_only():
    pilot = FlightCase().meet(orientation="advantaged")
    # Medium: a gunner hit does not count any more.
    script = [cards(45, 6), cards(7), d("combat", 4, 4), cards(6), d("combat", 6, 3)]
    pilot.run(one_round, script, "fire:airframe", "fire:airframe", "break-off")
    assert pilot.told("bomber.fires")[1]["hits"] == 1


@pytest.mark.rule("7.1.6")
def test_a_bomber_shot_down_first_does_not_fire_but_one_shot_down_at_once_does():
    pilot = FlightCase().meet(orientation="advantaged")
    pilot.run(one_round, [cards(12)], "fire:airframe")
    assert not pilot.told("bomber.fires")
    pilot = FlightCase().meet()
    pilot.run(one_round, [cards(12), cards(2), d("combat", 6, 3)], "fire:airframe")
    assert pilot.told("bomber.fires")[0]["hits"] == 1


@pytest.mark.rule("7.1.2")
def test_out_of_the_sun_he_may_start_at_medium_and_is_not_fired_at():
    pilot = FlightCase().meet(sun=True)
    script = [MISSED, MISSED, d("combat", 8), QUIET, d("combat", 6, 3, 6, 3)]
    pilot.run(one_round, script, "medium", "fire:airframe", "fire:airframe")
    assert [event["reach"] for event in pilot.told("bomber.attacked")] == ["medium", "close"]
    assert len(pilot.told("bomber.fires")) == 1
    assert pilot.flight.sun is False


@pytest.mark.rule("7.1.2")
def test_out_of_the_sun_he_may_start_at_long_range_too():
    pilot = FlightCase().meet(sun=True)
    pilot.run(one_round, [cards(45)], "long", "fire:airframe", "break-off")
    assert not pilot.told("bomber.fires")


@pytest.mark.rule("7.7")
def test_reflexes_fire_first_once_in_a_sortie():
    pilot = FlightCase(skills=("reflexes",)).meet()
    script = [cards(11), d("combat", 4), cards(2)]
    pilot.run(one_round, script, "reflexes", "fire:airframe", "break-off")
    assert pilot.told("bomber.fires")[0]["hits"] == 0
    assert "reflexes" in pilot.asked[0].options
    assert "reflexes" not in pilot.asked[1].options
    assert "reflexes" not in pilot.asked[2].options


@pytest.mark.rule("7.7")
@pytest.mark.rule("7.1.3")
def test_reflexes_are_kept_by_who_holds_his_fire():
    pilot = FlightCase(skills=("reflexes",)).meet()
    pilot.run(one_round, [cards(2), d("combat", 6, 3)], "reflexes", "hold", "break-off")
    assert not pilot.flight.reflexes_used
    assert "reflexes" in pilot.asked[2].options


@pytest.mark.rule("7.1.6")
def test_a_pass_closes_in_and_ends_after_close_range():
    pilot = FlightCase().meet()
    script = [MISSED, QUIET, MISSED, QUIET, d("combat", 6, 3), MISSED, d("combat", 8), QUIET, d("combat", *[6, 3] * 2)]
    pilot.run(one_round, script, *["fire:airframe"] * 3)
    assert [event["reach"] for event in pilot.told("bomber.attacked")] == ["long", "medium", "close"]


@pytest.mark.rule("7.1.3")
def test_he_may_hold_his_fire_and_is_fired_at():
    pilot = FlightCase().meet()
    pilot.run(one_round, [cards(2), d("combat", 6, 3)], "hold", "break-off")
    assert [row.ammo for row in pilot.plane.weapons] == [-1, 6, 3]


@pytest.mark.rule("7.3.2")
def test_he_may_break_off_before_any_round():
    pilot = FlightCase().meet()
    pilot.run(one_round, [], "break-off")
    assert not pilot.told("bomber.fires")


@pytest.mark.rule("7.4.1")
def test_bailing_out_is_open_at_the_end_of_a_round():
    pilot = FlightCase().meet()
    script = [MISSED, QUIET, d("parachute", 3, 3)]
    pilot.run(one_round, script, "fire:airframe", "bail-out")
    assert "bail-out" not in pilot.asked[0].options
    assert pilot.flight.end == "bailed" and pilot.plane.lost


# Extended burst ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.1.13")
@pytest.mark.parametrize(("dice", "extra"), [((1, 2), 4), ((2, 2), 3), ((2, 3), 2), ((5, 5), 1)])
def test_an_extended_burst_adds_hits_and_spends_two_points(dice, extra):
    pilot = FlightCase()
    pilot.target(reach=MEDIUM)
    pilot.run(attack, [d("combat", *dice), cards(33), d("combat", *[8] * (2 + extra))], verb="burst")
    assert pilot.mods("bomber.attacked") == {"burst": extra}
    assert [row.ammo for row in pilot.plane.weapons] == [-1, 4, 1]


@pytest.mark.rule("7.1.13")
@pytest.mark.rule("7.1.7")
@pytest.mark.parametrize("left", [False, True])
def test_the_hit_of_the_card_counts_though_long_range_takes_it_or_by_the_other_reading_not(left):
    pilot = FlightCase(skills=("gunnery",), options=Options(burst_after_range=left))
    pilot.target(reach=LONG)
    # Card 22 does 1, at long range none: the burst's four land all the same, and Gunnery has nothing to add to.
    pilot.run(attack, [d("combat", 1, 2), cards(22), *[d("combat", 8, 8, 8, 8)] * (not left)], verb="burst")
    assert pilot.told("bomber.attacked")[0]["hits"] == (0 if left else 4)
    assert pilot.mods("bomber.attacked") == {"long": -1} | ({} if left else {"burst": 4})


@pytest.mark.rule("7.1.13")
def test_the_extra_hits_need_a_hit_of_the_card():
    pilot = FlightCase()
    pilot.target(reach=MEDIUM)
    pilot.run(attack, [d("combat", 1, 2), cards(45)], verb="burst")
    assert [row.ammo for row in pilot.plane.weapons] == [-1, 4, 1]


@pytest.mark.rule("7.1.13")
def test_a_burst_of_two_destroys_and_one_of_twelve_jams_everything():
    pilot = FlightCase()
    bomber = pilot.target(reach=MEDIUM)
    pilot.run(attack, [d("combat", 1, 1)], verb="burst")
    assert bomber.destroyed and [row.ammo for row in pilot.plane.weapons] == [-1, 4, 1]
    pilot = FlightCase()
    pilot.target(reach=MEDIUM)
    pilot.run(attack, [d("combat", 6, 6)], verb="burst")
    assert [row.jammed for row in pilot.plane.weapons] == [True, True, False]
    assert [row.ammo for row in pilot.plane.weapons] == [-1, 6, 3]


@pytest.mark.rule("7.1.13")
@pytest.mark.parametrize(
    ("dice", "jam", "jammed"),
    [((1, 5), [2], [False, True, False]), ((2, 6), [], [True, True, False]), ((3, 6), [1], [True, False, False])],
)
def test_weapons_jam_after_the_burst(dice, jam, jammed):
    pilot = FlightCase()
    pilot.target(reach=MEDIUM)
    extra = {6: 2, 8: 1, 9: 1}[sum(dice)]
    script = [d("combat", *dice), cards(33), d("combat", *[8] * (2 + extra)), d("jam", *jam)]
    pilot.run(attack, script, verb="burst")
    assert [row.jammed for row in pilot.plane.weapons] == jammed
    assert pilot.told("attack.card")[0]["fp"] == 12, "they jam after firing"


@pytest.mark.rule("7.1.13")
@pytest.mark.rule("7.7")
def test_maintenance_saves_a_burst_of_twelve_without_its_bonus():
    pilot = FlightCase("Bf110G-2")
    pilot.career.gunner.skills.append("maintenance")
    pilot.target(reach=MEDIUM)
    pilot.run(attack, [d("combat", 6, 6), cards(33), d("combat", 8)], verb="burst")
    assert not any(row.jammed for row in pilot.plane.weapons)


@pytest.mark.rule("7.7")
def test_precision_does_not_work_in_a_burst():
    pilot = FlightCase(skills=("precision",))
    pilot.target(reach=MEDIUM)
    pilot.run(attack, [d("combat", 5, 5), cards(45)], verb="burst")
    assert [row.ammo for row in pilot.plane.weapons] == [-1, 4, 1]


@pytest.mark.rule("7.1.13")
def test_a_burst_needs_two_points_and_a_longer_range():
    pilot = FlightCase().meet()
    pilot.run(one_round, [cards(6), cards(6), d("combat", 6, 3)], "hold", "hold", "break-off")
    assert ["burst:airframe" in question.options for question in pilot.asked] == [True, True, False]
    pilot = FlightCase().meet()
    for row in pilot.plane.weapons[1:]:
        row.ammo = 1
    pilot.run(one_round, [], "break-off")
    assert "burst:airframe" not in pilot.asked[0].options
    assert "fire:airframe" in pilot.asked[0].options


@pytest.mark.rule("7.1.13")
def test_a_weapon_with_one_point_spends_one_in_a_burst():
    pilot = FlightCase()
    pilot.plane.weapons[2].ammo = 1
    pilot.target(reach=MEDIUM)
    pilot.run(attack, [d("combat", 5, 5), cards(45)], verb="burst")
    assert [row.ammo for row in pilot.plane.weapons] == [-1, 4, 0]


@pytest.mark.rule("7.1.13")
def test_the_bomber_has_a_steady_target():
    pilot = FlightCase().meet()
    script = [d("combat", 5, 5), cards(45, 6), d("combat", 6, 3)]
    pilot.run(one_round, script, "burst:airframe", "break-off")
    assert pilot.mods("bomber.fires") == {"steady-target": 1}


# Rockets -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.1.14")
@pytest.mark.parametrize(("dice", "hits", "loose"), [((2, 3), 2, True), ((3, 4), 1, True), ((4, 4), 0, False)])
def test_rockets_are_fired_first_and_break_up_a_formation(dice, hits, loose):
    pilot = FlightCase("Fw190A-4/R6").meet()
    script = [d("combat", *dice), d("combat", *[1] * hits), MISSED, cards(2)]
    if not loose:
        script.append(d("combat", 6, 3))
    pilot.run(one_round, script, "rockets:port-wing", "fire:airframe", "break-off")
    assert pilot.flight.target.port_wing == hits
    assert pilot.flight.loose is loose
    assert pilot.told("bomber.fires")[0]["hits"] == (not loose)
    assert pilot.plane.rockets == "fired"
    assert "rockets:port-wing" not in pilot.asked[1].options


@pytest.mark.rule("7.1.14")
def test_rockets_on_a_b24_only_hit_it():
    pilot = FlightCase("Fw190A-4/R6").meet("B-24")
    pilot.run(one_round, [d("combat", 1, 1), d("combat", 8, 8)], "rockets:airframe", "break-off")
    assert pilot.flight.loose is False


@pytest.mark.rule("7.1.14")
def test_four_rockets_roll_one_lower():
    pilot = FlightCase("Bf110G-2 (Wfr.Gr.21)").meet()
    pilot.run(one_round, [d("combat", 4, 4), d("combat", 8)], "rockets:airframe", "break-off")
    assert pilot.flight.loose


@pytest.mark.rule("7.1.14")
def test_rockets_are_for_the_long_round_only_and_not_once_damaged():
    pilot = FlightCase("Fw190A-4/R6").meet()
    pilot.run(one_round, [cards(6)], "hold", "break-off")
    assert "rockets:airframe" in pilot.asked[0].options
    assert "rockets:airframe" not in pilot.asked[1].options
    pilot = FlightCase("Fw190A-4/R6").meet()
    pilot.plane.rockets = "damaged"
    pilot.run(one_round, [], "break-off")
    assert "rockets:airframe" not in pilot.asked[0].options


# Bombs and flak ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.1.4")
def test_bombs_go_off_on_seven():
    for dice, falls in (((3, 3), False), ((3, 4), True)):
        pilot = FlightCase()
        bomber = pilot.target(reach=MEDIUM)
        pilot.run(attack, [cards(22), d("combat", 10), d("combat", *dice)], verb="fire")
        assert bomber.destroyed == ("bomb-bay" if falls else "")


@pytest.mark.rule("7.1.4")
@pytest.mark.parametrize(("dice", "blast"), [((1, 1), True), ((6, 6), True), ((3, 4), False)])
def test_at_close_range_the_blast_may_reach_him(dice, blast):
    pilot = FlightCase()
    pilot.target(reach=CLOSE)
    script = [cards(45), d("combat", 10), d("combat", 6, 6), d("combat", *dice)]
    if blast:
        script.append(d("combat", 3, *[1, 4] * 3))
    pilot.run(attack, script, verb="fire")
    assert pilot.plane.airframe == 3 * blast


@pytest.mark.rule("7.1.4")
def test_a_pilot_killed_by_the_blast_dies_of_the_bombs():
    pilot = FlightCase()
    pilot.target(reach=CLOSE)
    script = [cards(45), d("combat", 10, 6, 6, 1, 1), d("combat", 1, 1, 1, 1, 6)]
    pilot.run(attack, script, verb="fire")
    assert pilot.flight.death == "bomb-bay"


@pytest.mark.rule("7.1.5")
@pytest.mark.parametrize(("die", "hits"), [(1, 0), (3, 0), (4, 1), (6, 3)])
def test_from_the_third_box_flak_has_been_at_the_bomber(die, hits):
    pilot = FlightCase(box=3).meet()
    pilot.run(one_round, [d("flak", die, *[1] * hits)], "break-off")
    bomber = pilot.flight.target
    assert bomber.airframe == hits and not bomber.bombs
    assert bomber.hit_by == (["flak"] if hits else [])


@pytest.mark.rule("7.1.4")
@pytest.mark.rule("7.1.5")
@pytest.mark.parametrize(("box", "bombs"), [(1, True), (2, True), (3, False), (4, False)])
def test_bombs_are_aboard_in_the_first_two_boxes(box, bombs):
    pilot = FlightCase(box=box).meet()
    pilot.run(one_round, [] if bombs else [d("flak", 1)], "break-off")
    assert pilot.flight.target.bombs is bombs


@pytest.mark.rule("7.1.5")
def test_flak_never_brings_a_bomber_down():
    pilot = FlightCase(box=3).meet("B-24")
    pilot.run(one_round, [d("flak", 6, 1, 1, 1)], "break-off")
    assert pilot.flight.target.airframe == 3
    pilot.flight.target.airframe = 3
    table = pilot.table(d("flak", 1))
    strike_flak(pilot.career, table, 1)
    assert pilot.flight.target.airframe == 3 and not pilot.flight.target.destroyed


@pytest.mark.rule("7.1.5")
def test_an_empty_bomb_bay_is_part_of_the_airframe():
    pilot = FlightCase(box=3)
    bomber = pilot.target(reach=MEDIUM, bombs=False)
    pilot.run(attack, [cards(22), d("combat", 10)], verb="fire")
    assert bomber.airframe == 1


@pytest.mark.rule("7.1.2")
@pytest.mark.rule("7.1.11")
def test_a_b17_of_summer_may_be_a_gunship():
    pilot = FlightCase(month="1943-07").meet()
    pilot.run(one_round, [d("target", 6, 6)], "break-off")
    assert (pilot.flight.target.type, pilot.flight.target.bombs) == ("YB-40", False)
    pilot = FlightCase(month="1943-07").meet()
    pilot.run(one_round, [d("target", 6, 5)], "break-off")
    assert pilot.flight.target.type == "B-17"
    pilot = FlightCase(month="1943-07").meet("B-24")
    pilot.run(one_round, [], "break-off")


# Passes ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.1.1")
@pytest.mark.rule("7.1.11")
def test_who_breaks_off_before_a_shot_has_left_the_raid():
    """The encounter is over: no second bomber, no flak and no further line of the sheet. [7.1.9]"""
    pilot = FlightCase().meet(orientation="advantaged")
    pilot.attack([], "break-off")
    assert not [question for question in pilot.asked if question.kind == "bomber.again"]
    assert [note.result for note in pilot.flight.engagements] == ["missed"]


@pytest.mark.rule("7.1.11")
def test_another_bomber_only_when_the_first_is_hurt_or_down():
    pilot = FlightCase().meet(orientation="advantaged")
    pilot.attack([cards(12)], "fire:airframe", "new", "break-off")
    (again,) = [question for question in pilot.asked if question.kind == "bomber.again"]
    assert again.options == ("new", "leave", "bail-out")
    pilot = FlightCase().meet(orientation="head_on")
    pilot.attack([cards(6), cards(6)], "fire:airframe", "break-off", "leave")
    (again,) = [question for question in pilot.asked if question.kind == "bomber.again"]
    assert again.options == ("same", "leave", "bail-out")
    assert [(shut.option, shut.reason) for shut in again.closed] == [("new", "unhurt")]


@pytest.mark.rule("7.1.11")
def test_before_rules_3_he_came_again_as_often_as_he_liked():
    pilot = FlightCase(options=Options(turns_freely=True)).meet(orientation="advantaged")
    pilot.attack([cards(12)], "fire:airframe", "new", "break-off", "same", "break-off", "leave")
    again = [question.options for question in pilot.asked if question.kind == "bomber.again"]
    assert again == [("new", "leave", "bail-out")] + [("same", "new", "leave", "bail-out")] * 2
    assert [note.result for note in pilot.flight.engagements] == ["destroyed", "missed"]
    assert pilot.flight.engagements[0].credit == "pilot"
    assert pilot.flight.pass_number == 3


@pytest.mark.rule("7.1.11")
def test_a_second_pass_is_head_on():
    pilot = FlightCase().meet(orientation="advantaged")
    script = [cards(45, 6), cards(11), d("combat", 4), cards(2), d("combat", 6, 3), d("home", 9)]
    pilot.attack(script, "fire:airframe", "break-off", "same", "fire:airframe", "break-off", "leave")
    assert pilot.flight.orientation == HEAD_ON
    assert pilot.told("bomber.fires")[1]["hits"] == 1, "fire is simultaneous, the gunner still fires"


@pytest.mark.rule("7.1.10")
@pytest.mark.rule("7.1.11")
def test_with_escorts_there_is_one_pass_only():
    pilot = FlightCase().meet(escort="P-47")
    pilot.attack([], "break-off")
    assert [question.kind for question in pilot.asked] == ["bomber.round"]


@pytest.mark.rule("7.4.2")
def test_no_oxygen_ends_the_attack_after_the_pass():
    pilot = FlightCase().meet()
    # 32 is the oxygen.
    pilot.attack([cards(45, 2), d("combat", 3, 2)], "fire:airframe", "break-off")
    assert pilot.flight.escaping == "oxygen"


@pytest.mark.rule("7.4.1")
def test_without_an_engine_the_combat_is_over_at_once():
    pilot = FlightCase("Bf109G-6").meet()
    pilot.plane.engines = [1]
    # 25 is the engine; close range would follow.
    script = [cards(45, 6), cards(45, 6), d("combat", 2, 5)]
    pilot.attack(script, "fire:airframe", "fire:airframe")
    assert pilot.flight.escaping == "engines"


# The wingman -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.2.3.1")
@pytest.mark.parametrize(("reach", "hits"), [(LONG, 3), (MEDIUM, 4), (CLOSE, 5)])
def test_the_wingmans_hits_change_with_range(reach, hits):
    pilot = FlightCase()
    bomber = pilot.target(reach=reach)
    pilot.run(helping, [d("wingman", 2, 2), d("combat", *[8] * hits)])
    assert bomber.destroyed == ""
    assert pilot.told("wingman.bomber")[0]["hits"] == hits


def helping(state, career, table):
    return wingman.attack_bomber(career, table)


@pytest.mark.rule("7.2.3.1")
def test_the_wingman_may_be_damaged_or_lost_and_then_helps_no_more():
    for dice, status in (((5, 5), "damaged"), ((6, 6), "lost")):
        pilot = FlightCase().meet()
        script = [MISSED, d("wingman", *dice), QUIET]
        pilot.run(one_round, script, "wingman", "fire:airframe", "break-off")
        assert pilot.career.wingman.status == status
        assert "wingman" not in pilot.asked[-1].options


@pytest.mark.rule("7.2.3.1")
@pytest.mark.rule("7.7")
def test_skill_lowers_the_wingmans_roll_and_a_two_is_his_kill():
    pilot = FlightCase().meet()
    pilot.career.wingman.skills = ["gunnery", "aim"]
    pilot.attack([MISSED, d("wingman", 2, 2), QUIET], "wingman", "fire:airframe", "leave")
    note = pilot.flight.engagements[0]
    assert (note.result, note.credit) == ("destroyed", "wingman")
    assert pilot.mods("wingman.bomber") == {"gunnery": -1, "aim": -1}


@pytest.mark.rule("7.2.3.1")
@pytest.mark.rule("7.1.12")
def test_the_wingman_goes_in_with_a_leader_who_fires_first():
    pilot = FlightCase().meet(orientation="advantaged")
    # Seven is a hit, at long range none; six is two, one of them left: a gunner, and he does not fire.
    pilot.run(one_round, [MISSED, d("wingman", 3, 3), d("combat", 4), cards(2)], *HELPED, "break-off")
    assert pilot.mods("bomber.fires") == {"gunners": -1}
    pilot = FlightCase().meet(orientation="advantaged")
    pilot.run(one_round, [MISSED, d("wingman", 1, 1)], *HELPED)
    assert not pilot.told("bomber.fires")
    pilot = FlightCase().meet()
    pilot.run(one_round, [MISSED, d("wingman", 1, 1), QUIET], *HELPED)
    assert pilot.told("bomber.fires"), "head on all fire together"


HELPED = ("wingman", "fire:airframe")


@pytest.mark.rule("7.2.3.1")
def test_the_wingman_attacks_once_in_a_round_and_not_what_is_down():
    pilot = FlightCase().meet()
    pilot.run(one_round, [cards(12), QUIET], "wingman", "fire:airframe")
    assert "wingman" not in pilot.asked[1].options
    assert not pilot.told("wingman.bomber")


@pytest.mark.rule("7.2.3.1")
def test_the_number_of_his_attacks_may_be_limited():
    pilot = FlightCase(options=Options(wingman_bursts=1)).meet()
    script = [MISSED, d("wingman", 4, 4), QUIET]
    pilot.run(one_round, script, "wingman", "fire:airframe", "break-off")
    assert "wingman" not in pilot.asked[-1].options


# The way home ------------------------------------------------------------------------------------------------------


def settled(state, career, table):
    return settle_bomber(career, table)


@pytest.mark.rule("7.4.3")
def test_the_example_of_the_book_crashes_on_four():
    for die, seen, result in ((4, 2, "crashed"), (4, 3, "unseen"), (5, 0, "damaged")):
        pilot = FlightCase()
        bomber = pilot.target(port_wing=3)
        bomber.engines, bomber.hit_by = [1, 2, 2, 0], ["pilot"]
        script = [d("home", die, *([seen] if seen else []))]
        pilot.run(settled, script)
        note = pilot.flight.engagements[0]
        assert (note.result, note.credit) == (result, "pilot" if result == "crashed" else "")
        assert pilot.told("enemy.home")[0]["chance"] == 4


@pytest.mark.rule("7.4.3")
def test_a_bomber_hit_by_the_wingman_alone_is_his():
    pilot = FlightCase()
    bomber = pilot.target()
    bomber.hit_by = ["flak", "wingman"]
    pilot.run(settled, [d("home", 1, 1)])
    assert pilot.flight.engagements[0].credit == "wingman"


@pytest.mark.rule("7.4.3")
def test_nobody_asks_after_a_bomber_that_only_flak_has_hit():
    pilot = FlightCase()
    pilot.target().hit_by = ["flak"]
    pilot.run(settled, [])
    assert pilot.flight.engagements[0].result == "missed"


@pytest.mark.rule("7.4.3")
@pytest.mark.rule("7.10")
def test_an_eyewitness_saves_the_roll():
    pilot = FlightCase()
    pilot.career.markers.append("eyewitness")
    pilot.target().hit_by = ["pilot"]
    pilot.run(settled, [d("home", 1)], "eyewitness")
    assert (pilot.asked[0].key, pilot.asked[0].question) == ("witness", HomeWitness(enemy="B-17", chance=2))
    assert pilot.flight.engagements[0].credit == "pilot" and pilot.career.markers == []


@pytest.mark.rule("10.2.2")
def test_the_head_on_master_hits_once_more_at_medium_range():
    pilot = FlightCase()
    pilot.career.ace = "Egon Mayer"
    pilot.target(reach=MEDIUM)
    pilot.run(attack, [cards(22), d("combat", 8, 8)], verb="fire")
    assert pilot.mods("bomber.attacked") == {"head-on-master": 1}
    pilot.flight.pass_number = 2
    pilot.run(attack, [cards(22), d("combat", 8)], verb="fire")


@pytest.mark.rule("10.2.2")
def test_who_presses_home_bursts_at_close_range():
    pilot = FlightCase().meet()
    pilot.career.ace = "Konrad Bauer"
    script = [cards(6), cards(6), d("combat", 6, 3)]
    pilot.run(one_round, script, "hold", "hold", "break-off")
    assert "burst:airframe" in pilot.asked[-1].options


@pytest.mark.rule("7.1.6")
def test_a_jam_of_the_only_weapon_that_fires_needs_no_lot():
    pilot = FlightCase()
    for row in pilot.plane.weapons[1:]:
        row.broken = True
    pilot.target(reach=MEDIUM)
    pilot.run(attack, [cards(1)], verb="fire")
    assert pilot.plane.weapons[0].jammed
    assert pilot.told("attack.card")[0]["fp"] == 0
    assert pilot.told("bomber.attacked")[0]["hits"] == 0, "nothing has fired"


@pytest.mark.rule("7.1.7")
def test_group_damage_has_no_range_in_its_sum():
    pilot = FlightCase()
    pilot.target(reach=CLOSE)
    pilot.run(attack, [cards(9)], verb="fire")
    assert pilot.mods("bomber.attacked") == {}


@pytest.mark.rule("7.1.13")
@pytest.mark.parametrize(("ammo", "allowed"), [(1, False), (2, True)])
def test_two_points_are_enough_for_a_burst(ammo, allowed):
    pilot = FlightCase().meet()
    pilot.plane.weapons[1].ammo, pilot.plane.weapons[2].ammo = ammo, 0
    pilot.run(one_round, [], "break-off")
    assert ("burst:airframe" in pilot.asked[0].options) is allowed


@pytest.mark.rule("7.1.13")
def test_weapons_that_do_not_fire_allow_no_burst():
    for state in ("jammed", "broken"):
        pilot = FlightCase().meet()
        for row in pilot.plane.weapons[1:]:
            setattr(row, state, True)
        pilot.run(one_round, [], "break-off")
        assert "burst:airframe" not in pilot.asked[0].options


@pytest.mark.rule("7.2.3.1")
def test_each_of_his_attacks_counts_once():
    pilot = FlightCase(options=Options(wingman_bursts=2, wingman_each_round=True)).meet()
    script = [MISSED, d("wingman", 4, 4), QUIET, MISSED, d("wingman", 4, 4), QUIET, d("combat", 6, 3)]
    pilot.run(one_round, script, "wingman", "fire:airframe", "wingman", "fire:airframe", "break-off")
    assert "wingman" not in pilot.asked[-1].options
    assert [event["hits"] for event in pilot.told("wingman.bomber")] == [0, 0], "no effect stays none at any range"


@pytest.mark.rule("7.2.3.1")
def test_he_attacks_once_in_a_pass_at_the_range_where_he_is_sent():
    """The text lets him wait and come in closer; it does not let him come in twice."""
    pilot = FlightCase().meet()
    script = [MISSED, QUIET, MISSED, d("wingman", 4, 4), QUIET, d("combat", 6, 3)]
    pilot.run(one_round, script, "fire:airframe", "wingman", "fire:airframe", "break-off")
    assert "wingman" in pilot.asked[0].options, "he may wait at long range"
    assert "wingman" not in pilot.asked[-1].options
    assert len(pilot.told("wingman.bomber")) == 1
    pilot.flight.pass_number += 1
    assert can_order_wingman(pilot.state, pilot.career), "the next pass is another"


@pytest.mark.rule("7.1.3")
def test_the_cards_that_are_left_are_counted_for_him():
    pilot = FlightCase().meet()
    pilot.state.deck.pile = ["4", "1", "12", "9", "45"]
    pilot.run(one_round, [], "break-off")
    question = pilot.asked[0].question
    assert question.cards == {"cards": 5, "jam": 1, "GP": 1, "DE": 1, "5": 1, "3": 1, "0": 1}
    assert question.fire == {"0": 2, "2": 1, "1": 2}
    assert question.column == 12 and question.first == "together"


@pytest.mark.rule("7.2.3.1")
@pytest.mark.parametrize("reach", [LONG, MEDIUM, CLOSE])
def test_a_wingman_who_misses_hits_nothing_at_any_range(reach):
    pilot = FlightCase()
    bomber = pilot.target(reach=reach)
    # W1 gives no hit on 8; the range makes none of it.
    pilot.run(helping, [d("wingman", 4, 4)])
    assert pilot.told("wingman.bomber")[0]["result"] == pilot.told("wingman.bomber")[0]["hits"] == 0
    assert bomber.hit_by == []


@pytest.mark.rule("7.1.6")
def test_the_columns_end_at_the_highest_firepower_and_nothing_fires_with_none():
    pack = FlightCase().pack
    for card in pack.faces.values():
        assert hits_of(card, 0, pack) == 0
        assert hits_of(card, pack.top_fp, pack) == hits_of(card, pack.top_fp + 5, pack) == card.hits[-1]
    assert [hits_of(pack.faces["22"], fp, pack) for fp in range(1, pack.top_fp + 1)] == list(pack.faces["22"].hits[1:])


@pytest.mark.rule("7.4.1")
def test_the_round_counts_once_before_he_jumps():
    pilot = FlightCase().meet()
    script = [MISSED, QUIET, MISSED, QUIET, d("combat", 6, 3), d("parachute", 3, 3)]
    pilot.run(one_round, script, "fire:airframe", "fire:airframe", "bail-out")
    assert ["bail-out" in decision.options for decision in pilot.asked] == [False, True, True]
    assert pilot.flight.round == 3


@pytest.mark.rule("7.1.14")
def test_after_his_rockets_he_may_jump_at_once():
    pilot = FlightCase("Bf110G-2").meet("B-24")
    pilot.plane.rockets = "loaded"
    pilot.run(one_round, [d("combat", 6, 6), d("parachute", 3, 3, 3, 3)], "rockets:airframe", "bail-out")
    assert "bail-out" not in pilot.asked[0].options and "bail-out" in pilot.asked[1].options


@pytest.mark.rule("7.1.8")
def test_whoever_hits_a_bomber_is_remembered_once():
    pilot = FlightCase()
    bomber = pilot.target(reach=MEDIUM)
    # Seven on the tank is a leak.
    table = pilot.table(d("combat", 2, 5))
    for part, by in (("gunner", "pilot"), ("gunner", "pilot"), ("fuel", "wingman"), ("nothing", "flak")):
        hit_bomber_part(pilot.career, table, part, by)
    assert (bomber.gunners, bomber.leaking) == (2, True)
    assert (bomber.hit_by, bomber.killer) == (["pilot", "wingman"], "")


@pytest.mark.rule("7.4.3")
def test_who_brings_it_down_keeps_it_whoever_hits_it_after():
    pilot = FlightCase()
    bomber = pilot.target(reach=MEDIUM)
    table = pilot.table()
    for _ in range(10):
        if not bomber.destroyed:
            hit_bomber_part(pilot.career, table, "controls", "pilot")
    hit_bomber_part(pilot.career, table, "airframe", "wingman")
    assert (bomber.destroyed, bomber.killer) == ("controls", "pilot")


@pytest.mark.rule("7.1.4")
def test_a_bomb_bay_is_the_doing_of_whoever_hit_it():
    for dice, killer in (((3, 4), "pilot"), ((1, 1), "")):
        pilot = FlightCase()
        bomber = pilot.target(reach=MEDIUM)
        table = pilot.table(d("combat", *dice))
        hit_bomber_part(pilot.career, table, "bomb-bay", "pilot")
        assert (bomber.killer, bomber.hit_by) == (killer, ["pilot"])


@pytest.mark.rule("7.1.3")
def test_who_destroys_a_bomber_outright_has_hit_it_once():
    pilot = FlightCase()
    bomber = pilot.target(reach=MEDIUM, hit_by=["flak"])
    table = pilot.table()
    for _ in range(2):
        destroy(pilot.career, table, "pilot", "7.1.3")
    assert (bomber.destroyed, bomber.killer, bomber.hit_by) == ("destroyed", "pilot", ["flak", "pilot"])
