"""Combat with fighters and escorts [7.2, 7.3], round by round with listed dice and cards."""

from __future__ import annotations

import pytest

from engine.interceptor.questions import FighterRockets
from engine.interceptor.rules.combat.fighter_combat import (
    DOWN,
    ESCAPED,
    EVADED,
    WINGMAN_WON,
    WON,
    enemy_initiative_mods,
    fighter_round,
    initiative_mods,
    roll_initiative,
    settle_fighter,
)
from engine.interceptor.state import ORIENTATIONS, SERIOUS, Award, Crewman, Options
from tests.engine.interceptor.flight_case import FlightCase, cards, d

EVEN = d("initiative", 3, 3)
"""Initiative dice that leave the difference to speed and skill."""


def where(pilot: FlightCase) -> str:
    return ORIENTATIONS[pilot.flight.orientation]


def butcher(orientation: str = "head_on", enemy: str = "P-47", **more) -> FlightCase:
    """A Fw190A-4 against a P-47: 19 and a boost against 21."""
    pilot = FlightCase(**more)
    pilot.duel(enemy, orientation)
    return pilot


def gustav(orientation: str = "head_on", enemy: str = "P-47", **more) -> FlightCase:
    """A Bf109G-6, agile, against a P-47: 21, 2 and 1 against 21."""
    pilot = FlightCase("Bf109G-6", **more)
    pilot.duel(enemy, orientation)
    return pilot


# The example of the rulebook ---------------------------------------------------------------------------------------


@pytest.mark.rule("7.2")
@pytest.mark.rule("7.2.2.9")
@pytest.mark.rule("7.2.2.7")
def test_the_example_of_the_book():
    pilot = butcher()
    # Card 19 of the P-47 would do 3; card 23 is a Chandelle; 2 + 19 + 1 against 4 + 21.
    assert pilot.round([cards(19, 23), d("initiative", 2, 4)], "defend") == ""
    assert pilot.told("enemy.card")[0]["result"] == 3
    assert pilot.told("interceptor.attacked")[0]["hits"] == 0
    (roll,) = pilot.told("initiative.rolled")
    assert (roll["total"], roll["enemy_total"], roll["gained"]) == (22, 25, -1)
    assert where(pilot) == "head_on", "gained one by the card and lost it by the roll"


# Orders ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.2.2.1")
@pytest.mark.rule("7.2.2.2")
@pytest.mark.rule("7.2.2.3")
@pytest.mark.rule("7.3")
@pytest.mark.parametrize(
    ("orientation", "orders"),
    [
        ("tailing", ("fire", "disengage")),
        ("advantaged", ("fire", "disengage")),
        ("head_on", ("fire", "defend", "wingman", "tight-turn", "barrel-roll")),
        ("disadvantaged", ("defend", "wingman", "tight-turn", "barrel-roll")),
        ("tailed", ("defend", "wingman", "tight-turn", "barrel-roll")),
    ],
)
def test_orders_by_orientation(orientation, orders):
    pilot = butcher(orientation)
    script = {
        "fire": [cards(45, 6), EVEN],
        "defend": [cards(45, 10), EVEN],
    }[orders[0]]
    if orientation == "head_on":
        script = [cards(45, 45), EVEN]
    pilot.round(script, orders[0])
    assert pilot.asked[0].options == orders


@pytest.mark.rule("7.2.2.3")
@pytest.mark.parametrize("trouble", ["damaged", "absent", "radio", "radio_dead"])
def test_the_wingman_cannot_be_called_when_he_is_away_or_the_radio_is_out(trouble):
    pilot = butcher("tailed")
    if trouble == "radio":
        pilot.plane.radio = False
    elif trouble == "radio_dead":
        pilot.flight.radio_dead = True
    else:
        pilot.career.wingman.status = trouble
    pilot.round([cards(45, 10), EVEN], "defend")
    assert "wingman" not in pilot.asked[0].options


@pytest.mark.rule("7.1.15")
@pytest.mark.rule("7.3")
def test_without_firepower_he_can_only_leave_or_defend():
    for orientation, orders in (
        ("advantaged", ("disengage",)),
        ("head_on", ("defend", "wingman", "tight-turn", "barrel-roll")),
    ):
        pilot = butcher(orientation)
        for row in pilot.plane.weapons:
            row.jammed = True
        script = [d("combat", 1)] if orientation == "advantaged" else [cards(45, 10), EVEN]
        pilot.round(script, orders[0])
        assert pilot.asked[0].options == orders


@pytest.mark.rule("7.4.2")
@pytest.mark.rule("7.4.8")
@pytest.mark.parametrize("trouble", ["leak", "oxygen", "wound"])
def test_who_must_go_home_may_only_disengage(trouble):
    pilot = butcher("tailing")
    if trouble == "leak":
        pilot.plane.leak = True
    elif trouble == "oxygen":
        pilot.plane.oxygen = False
    else:
        pilot.flight.pilot_wound = SERIOUS
    assert pilot.round([], "disengage") == ESCAPED
    assert pilot.asked[0].options == ("disengage",)


@pytest.mark.rule("7.4.2")
@pytest.mark.rule("7.3")
def test_who_must_go_home_does_not_fire_head_on_but_defends():
    pilot = butcher("head_on", skills=("reflexes",))
    pilot.plane.oxygen = False
    pilot.round([cards(45, 10), EVEN], "defend", "save")
    assert pilot.asked[0].options == ("defend", "wingman", "tight-turn", "barrel-roll")
    shut = {order.option: order.reason for order in pilot.asked[0].closed}
    assert (shut["fire"], shut["reflexes"]) == ("must-leave", "must-leave")


@pytest.mark.rule("7.4.1")
def test_he_may_bail_out_after_the_first_round():
    pilot = butcher("tailed")
    pilot.round([cards(45, 10), EVEN], "defend")
    assert "bail-out" not in pilot.asked[0].options
    assert pilot.round([d("parachute", 3, 3)], "bail-out") == DOWN
    assert pilot.flight.end == "bailed"


# Fire --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.2.2.1")
def test_facing_him_the_enemy_fires_otherwise_he_defends():
    for orientation, kind in (("head_on", "enemy.card"), ("advantaged", "enemy.defends"), ("tailing", "enemy.defends")):
        pilot = butcher(orientation)
        pilot.round([cards(45, 45), EVEN], "fire")
        assert bool(pilot.told(kind))


@pytest.mark.rule("7.2.2.1")
@pytest.mark.rule("7.1.7")
def test_fire_has_no_range_effects_and_hits_by_the_fighter_chart():
    pilot = butcher("advantaged")
    # Card 10 flies straight; card 19 does 3 at 12.
    pilot.round([cards(10, 19), d("combat", 1, 2, 3, 3, 3, 4), EVEN], "fire")
    enemy = pilot.flight.opponent
    assert (enemy.port_wing, enemy.airframe, enemy.controls) == (1, 1, 1)
    assert enemy.hit_by == ["pilot"]


@pytest.mark.rule("7.2.2.6")
def test_a_defence_avoids_hits():
    pilot = butcher("advantaged")
    # Card 20 is a skid, which avoids 3 of 5.
    pilot.round([cards(20, 4), d("combat", 6, 3, 6, 3), EVEN], "fire")
    assert pilot.mods("fighter.attacked") == {"avoided": -3}
    pilot = butcher("advantaged")
    pilot.round([cards(20, 11), EVEN], "fire")
    assert pilot.told("fighter.attacked")[0]["hits"] == 0


@pytest.mark.rule("7.2.2.5")
def test_tailing_adds_a_tail_hit_if_any_hit_is_left():
    pilot = butcher("tailing")
    pilot.round([cards(10, 22), d("combat", 6, 3), EVEN], "fire")
    assert pilot.flight.opponent.controls == 1
    pilot = butcher("tailing")
    pilot.round([cards(20, 11), EVEN], "fire")
    assert pilot.flight.opponent.controls == 0
    pilot = butcher("advantaged")
    pilot.round([cards(10, 22), d("combat", 6, 3), EVEN], "fire")
    assert pilot.flight.opponent.controls == 0


@pytest.mark.rule("7.2.2.5")
def test_tailed_he_takes_the_tail_hit():
    pilot = butcher("tailed")
    pilot.round([cards(22, 10), d("combat", 6, 3), EVEN], "defend")
    assert pilot.plane.controls == 1
    pilot = butcher("tailed")
    pilot.round([cards(22), EVEN], "barrel-roll")
    assert pilot.plane.controls == 0
    pilot = butcher("disadvantaged")
    pilot.round([cards(22, 10), d("combat", 6, 3), EVEN], "defend")
    assert pilot.plane.controls == 0


@pytest.mark.rule("7.4.1")
def test_group_damage_on_a_fighter_is_the_airframes_without_its_gunner():
    pilot = butcher("advantaged")
    pilot.round([cards(10, 9), EVEN], "fire")
    enemy = pilot.flight.opponent
    assert (enemy.airframe, enemy.controls) == (2, 1)
    pilot = butcher("disadvantaged")
    pilot.round([cards(9, 10), EVEN], "defend")
    assert (pilot.plane.airframe, pilot.plane.controls, pilot.plane.hits) == (2, 1, 3)


@pytest.mark.rule("7.4")
@pytest.mark.rule("7.2.2.6")
def test_avoiding_some_hits_does_not_touch_group_damage_but_avoiding_all_does():
    pilot = butcher("disadvantaged")
    pilot.round([cards(9, 20), EVEN], "defend")
    assert pilot.plane.airframe == 2
    pilot = butcher("disadvantaged")
    pilot.round([cards(9, 23), EVEN], "defend")
    assert pilot.plane.airframe == 0
    pilot = butcher("advantaged")
    pilot.round([cards(23, 9), EVEN], "fire")
    assert pilot.flight.opponent.airframe == 0


@pytest.mark.rule("7.4")
def test_only_avoiding_all_damage_saves_from_destruction():
    pilot = butcher("disadvantaged")
    assert pilot.round([cards(12, 20)], "defend") == DOWN
    assert pilot.flight.doom == "destroyed"
    pilot = butcher("disadvantaged")
    assert pilot.round([cards(12, 23), EVEN], "defend") == ""
    pilot = butcher("advantaged")
    assert pilot.round([cards(20, 12)], "fire") == WON
    pilot = butcher("advantaged")
    assert pilot.round([cards(23, 12), EVEN], "fire") == ""


@pytest.mark.rule("7.2.2.6")
def test_both_may_shoot_each_other_down():
    pilot = butcher("head_on")
    assert pilot.round([cards(12, 30)], "fire") == DOWN
    assert pilot.flight.opponent.destroyed == "destroyed"


@pytest.mark.rule("7.4.1")
def test_the_enemys_guns_that_are_out_do_not_fire():
    pilot = butcher("disadvantaged")
    pilot.flight.opponent.weapons = [True, False]
    pilot.round([cards(19, 10), d("combat", 6, 3, 6, 3), EVEN], "defend")
    assert pilot.told("enemy.card")[0]["fp"] == 6


@pytest.mark.rule("7.1.6")
def test_a_jam_on_his_own_card_counts_in_a_duel_too():
    pilot = butcher("advantaged")
    pilot.round([cards(10, 1), d("jam", 2), d("combat", 6, 3), EVEN], "fire")
    assert pilot.plane.weapons[1].jammed
    pilot = butcher("disadvantaged")
    pilot.round([cards(1, 10), d("combat", *[6, 3] * 3), EVEN], "defend")
    assert not any(row.jammed for row in pilot.plane.weapons), "the enemy's card jams nothing"


# Skills ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.7")
def test_gunnery_adds_a_hit_to_fire_that_scores_before_the_defence():
    pilot = butcher("advantaged", skills=("gunnery",))
    pilot.round([cards(9, 19), d("combat", *[6, 3] * 3), EVEN], "fire")
    assert pilot.mods("fighter.attacked") == {"gunnery": 1, "avoided": -1}
    pilot = butcher("advantaged", skills=("gunnery",))
    pilot.round([cards(10, 45), EVEN], "fire")
    assert pilot.mods("fighter.attacked") == {}


@pytest.mark.rule("7.7")
def test_aim_is_for_bombers_only():
    pilot = butcher("advantaged", skills=("aim",))
    pilot.round([cards(10, 22), d("combat", 6, 3), EVEN], "fire")
    assert pilot.flight.opponent.airframe == 0


@pytest.mark.rule("7.7")
def test_acm_takes_a_hit_from_a_fighter():
    pilot = butcher("disadvantaged", skills=("acm",))
    pilot.round([cards(19, 9), d("combat", 6, 3), EVEN], "defend")
    assert pilot.mods("interceptor.attacked") == {"avoided": -1, "acm": -1}
    pilot = butcher("tailed", skills=("acm",))
    pilot.round([cards(22, 10), EVEN], "defend")
    assert pilot.plane.controls == 0, "no hit is left for the tail"
    pilot = butcher("disadvantaged", skills=("acm",))
    pilot.round([cards(9, 10), EVEN], "defend")
    assert pilot.plane.airframe == 2, "group damage is not a random hit"


@pytest.mark.rule("7.7")
def test_sixth_sense_turns_destruction_into_two_hits_once():
    pilot = butcher("disadvantaged", skills=("sixth-sense",))
    # The Chandelle of card 23 avoids everything by itself, and leaves it for another time.
    pilot.round([cards(12, 23), EVEN], "defend")
    assert not pilot.told("sixth.sense") and not pilot.flight.sixth_sense_used
    pilot.flight.orientation = 1
    pilot.round([cards(12, 10), d("combat", *[6, 3] * 2), EVEN], "defend")
    assert pilot.told("interceptor.attacked")[0]["hits"] == 2
    assert [(event.rule, event.data.hits) for event in pilot.events if event.kind == "sixth.sense"] == [("7.7", 2)]
    pilot.flight.orientation = 1
    assert pilot.round([cards(12, 10)], "defend") == DOWN


@pytest.mark.rule("7.7")
def test_reflexes_fire_first_against_which_nothing_is_avoided():
    pilot = butcher("advantaged", skills=("reflexes",))
    # The Immelmann of card 2 would avoid all and gains its two positions all the same.
    pilot.round([cards(2, 22), d("combat", 6, 3), EVEN], "reflexes", "fire")
    assert pilot.told("fighter.attacked")[0]["hits"] == 1
    assert where(pilot) == "disadvantaged"
    assert pilot.flight.reflexes_used


@pytest.mark.rule("7.7")
def test_reflexes_head_on_spare_him_the_fire_of_whom_he_shoots_down():
    pilot = butcher("head_on", skills=("reflexes",))
    assert pilot.round([cards(12)], "reflexes", "fire") == WON
    assert not pilot.flight.doom and not pilot.told("enemy.card")


@pytest.mark.rule("7.7")
def test_reflexes_head_on_come_before_the_answer_of_guns_that_are_hit():
    pilot = butcher("head_on", skills=("reflexes",))
    # Card 19 does 3: 24 is a gun of the P-47, 53 is minor. Card 10 gives 4, or 2 for the gun that is left.
    volley = d("combat", 2, 4, 5, 3, 5, 3)
    pilot.round([cards(19), volley, cards(10), d("combat", *[6, 3] * 2), EVEN], "reflexes", "fire")
    assert (pilot.told("enemy.card")[0]["fp"], pilot.told("enemy.card")[0]["result"]) == (6, 2)
    pilot = butcher("head_on", skills=("reflexes",))
    pilot.round([cards(10, 19), volley, d("combat", *[6, 3] * 4), EVEN], "fire", "save")
    assert pilot.told("enemy.card")[0]["fp"] == 12, "fire together is answered by guns that are hit"


@pytest.mark.rule("7.7")
@pytest.mark.rule("7.3.1")
@pytest.mark.parametrize("hits", [(2, 4, 3, 1), (1, 1, 1, 1, 5, 3), (3, 2, 5, 3)])
def test_whom_reflexes_hurt_before_he_fires_thinks_of_home_and_defends(hits):
    pilot = butcher("head_on", skills=("reflexes",))
    # Both guns; the pilot, lightly; the oxygen. Card 2 would avoid all and turns two positions all the same.
    pilot.round([cards(19), d("combat", *hits, 5, 3), cards(2), EVEN], "reflexes", "fire")
    assert not pilot.told("enemy.card") and not pilot.told("interceptor.attacked")
    assert pilot.told("fighter.attacked")[0]["hits"] == 3
    assert where(pilot) == "tailed"


@pytest.mark.rule("7.7")
def test_reflexes_may_gain_a_position_after_the_initiative_roll_instead():
    pilot = gustav("head_on", skills=("reflexes",))
    pilot.round([cards(45, 45), d("initiative", 1, 4)], "fire", "gain")
    assert where(pilot) == "advantaged"
    pilot.round([cards(45, 45), d("initiative", 1, 4)], "fire")
    assert "reflexes" not in pilot.asked[-1].options


@pytest.mark.rule("7.7")
def test_an_expert_redraws_his_defence_card_too():
    pilot = butcher("disadvantaged", skills=("expert:Fw190",))
    pilot.round([cards(12, 10, 23), EVEN], "defend", "redraw")
    assert pilot.told("pilot.defends")[0]["name"] == "chandelle"
    assert not pilot.flight.doom


# Position ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.2.2.8")
@pytest.mark.rule("7.2.2.2")
def test_a_tight_turn_gains_one_and_two_for_the_agile():
    pilot = butcher("tailed")
    pilot.round([cards(45), EVEN], "tight-turn")
    assert where(pilot) == "disadvantaged"
    pilot = gustav("tailed")
    pilot.round([cards(45), d("initiative", 1, 4)], "tight-turn")
    assert where(pilot) == "head_on"
    for hurt in ("controls", "engine"):
        pilot = gustav("tailed")
        if hurt == "controls":
            pilot.plane.controls = 1
        else:
            pilot.plane.engines = [1]
        pilot.round([cards(45), d("initiative", 4, 4)], "tight-turn")
        assert where(pilot) == "disadvantaged"


@pytest.mark.rule("7.2.2.8")
def test_cards_turn_the_agile_by_two_too():
    pilot = gustav("tailed")
    pilot.round([cards(45, 7), d("initiative", 1, 4)], "defend")
    assert where(pilot) == "head_on"
    pilot = butcher("tailing", enemy="Spitfire IX")
    pilot.round([cards(6, 45), d("initiative", 6, 5)], "fire")
    assert where(pilot) == "head_on"


@pytest.mark.rule("7.2.2.2")
def test_a_barrel_roll_avoids_two_hits():
    pilot = butcher("disadvantaged")
    pilot.round([cards(19), d("combat", 6, 3), EVEN], "barrel-roll")
    assert pilot.mods("interceptor.attacked") == {"avoided": -2}


@pytest.mark.rule("7.2.2.7")
def test_nobody_does_better_than_tailing():
    pilot = gustav("tailing")
    pilot.round([cards(10, 45), d("initiative", 6, 1)], "fire")
    assert where(pilot) == "tailing"
    pilot = butcher("tailed")
    pilot.round([cards(45, 10), d("initiative", 1, 6)], "defend")
    assert where(pilot) == "tailed"


@pytest.mark.rule("7.2.2.7")
@pytest.mark.parametrize(
    ("dice", "orientation"),
    [((2, 1), "head_on"), ((3, 1), "head_on"), ((4, 1), "advantaged"), ((6, 1), "advantaged"), ((1, 6), "tailed")],
)
def test_positions_by_the_difference(dice, orientation):
    # 19 and 1 against 21: one behind before the dice.
    pilot = butcher("head_on")
    table = pilot.table(d("initiative", *dice))
    roll_initiative(pilot.state, pilot.career, table, helped=False)
    assert where(pilot) == orientation


@pytest.mark.rule("7.2.2.8")
@pytest.mark.rule("7.7")
@pytest.mark.rule("7.8.8")
def test_what_counts_for_initiative():
    pilot = FlightCase("Bf110G-2", skills=("awareness",))
    pilot.duel()
    pilot.career.gunner = Crewman("gunner", skills=["awareness"])
    pilot.career.awards = [Award("ace", 0, 0)]
    table = pilot.table()
    mods = {mod.reason: mod.value for mod in initiative_mods(pilot.state, pilot.career, table)}
    assert mods == {"awareness": 1, "gunner-awareness": 1, "ace": 1}
    pilot.flight.gunner_wound = SERIOUS
    assert "gunner-awareness" not in {mod.reason for mod in initiative_mods(pilot.state, pilot.career, table)}
    pilot = gustav()
    assert [mod.value for mod in initiative_mods(pilot.state, pilot.career, table)] == [2, 1]
    pilot.plane.controls, pilot.plane.boost = 1, False
    assert initiative_mods(pilot.state, pilot.career, table) == []


@pytest.mark.rule("10.3")
@pytest.mark.parametrize(("fatigue", "value"), [(17, 0), (18, -1), (24, -1)])
def test_fatigue_costs_initiative(fatigue, value):
    pilot = FlightCase("Bf110G-2", options=Options(fatigue=True))
    pilot.career.fatigue = fatigue
    assert sum(mod.value for mod in initiative_mods(pilot.state, pilot.career, pilot.table())) == value


@pytest.mark.rule("7.4.1")
def test_engine_damage_slows_and_ends_agility():
    pilot = gustav("head_on")
    pilot.plane.engines = [1]
    pilot.round([cards(45, 45), EVEN], "fire")
    (roll,) = pilot.told("initiative.rolled")
    assert (roll["speed"], roll["total"], roll["enemy_total"]) == (19, 23, 24)


@pytest.mark.rule("7.10")
def test_mine_shells_are_spent_on_the_first_fire_that_scores_at_a_fighter():
    pilot = butcher("advantaged")
    pilot.career.markers.append("mine-shells")
    pilot.round([cards(45, 45), EVEN], "fire")
    assert pilot.career.markers == ["mine-shells"]
    pilot = butcher("advantaged")
    pilot.career.markers.append("mine-shells")
    pilot.round([cards(45, 22), d("combat", *[6, 3] * 3), EVEN], "fire")
    assert pilot.mods("fighter.attacked") == {"mine-shells": 2}
    assert pilot.career.markers == []


# The rear gunner ---------------------------------------------------------------------------------------------------


def zerstoerer(orientation: str = "tailed") -> FlightCase:
    pilot = FlightCase("Bf110G-2")
    pilot.duel("P-47", orientation)
    return pilot


@pytest.mark.rule("7.2.2.4")
@pytest.mark.parametrize("order", ["defend", "barrel-roll"])
def test_the_rear_gunner_fires_with_any_defence(order):
    pilot = zerstoerer()
    script = [cards(45, 10), cards(5)] if order == "defend" else [cards(45), cards(5)]
    pilot.round([*script, d("combat", *[6, 3] * 3), EVEN], order)
    assert pilot.told("gunner.fires")[0]["hits"] == 3


@pytest.mark.rule("7.2.2.4")
def test_the_rear_gunner_does_not_fire_head_on_or_when_hurt_or_without_guns():
    pilot = zerstoerer("head_on")
    pilot.round([cards(45, 10), EVEN], "defend")
    for hurt in ("wound", "guns"):
        pilot = zerstoerer()
        if hurt == "wound":
            pilot.flight.gunner_wound = SERIOUS
        else:
            pilot.plane.rear_guns = False
        pilot.round([cards(45, 10), EVEN], "defend")
        assert not pilot.told("gunner.fires")


@pytest.mark.rule("7.2.2.4")
@pytest.mark.rule("7.7")
def test_the_gunners_gunnery_counts_when_he_scores_and_his_kill_is_a_win():
    pilot = zerstoerer()
    pilot.career.gunner.skills.append("gunnery")
    pilot.flight.opponent.airframe = 5
    assert pilot.round([cards(45, 10, 2), d("combat", 3, 3)], "defend") == WON
    assert pilot.flight.opponent.killer == "gunner"
    pilot = zerstoerer()
    pilot.career.gunner.skills.append("gunnery")
    pilot.round([cards(45, 10, 6), EVEN], "defend")
    assert pilot.told("gunner.fires")[0]["hits"] == 0


@pytest.mark.rule("7.2.2.4")
def test_the_rear_gunner_may_be_told_to_hold_his_fire_until_he_is_told_otherwise():
    pilot = zerstoerer()
    pilot.round([cards(45, 10), EVEN], "gunner-holds", "defend")
    assert not pilot.told("gunner.fires") and pilot.flight.opponent.hit_by == []
    pilot.round([cards(45, 10), EVEN], "defend")
    assert not pilot.told("gunner.fires")
    assert "gunner-fires" in pilot.asked[-1].options and "gunner-holds" not in pilot.asked[-1].options
    pilot.round([cards(45, 10, 5), d("combat", *[6, 3] * 3), EVEN], "gunner-fires", "defend")
    assert pilot.told("gunner.fires")[0]["hits"] == 3


@pytest.mark.rule("7.2.2.4")
def test_only_a_gunner_who_can_fire_is_told_to_hold():
    for pilot, offered in (
        (zerstoerer(), True),
        (zerstoerer("disadvantaged"), True),
        (zerstoerer("head_on"), False),
        (butcher("tailed"), False),
    ):
        pilot.round([cards(45, 10, 6)[: 2 + offered], EVEN], "defend")
        assert ("gunner-holds" in pilot.asked[0].options) is offered


# The wingman -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.2.3.2")
def test_the_wingman_attacks_with_a_card_of_his_own_and_no_defence():
    pilot = butcher("tailed")
    # Card 39 sends him in with 24; card 45 of the enemy misses.
    pilot.round([cards(45, 39, 22), d("combat", *[6, 3] * 3), EVEN], "wingman")
    assert pilot.told("wingman.fighter")[0]["fp"] == 24
    assert pilot.flight.opponent.hit_by == []
    pilot = butcher("tailed")
    assert pilot.round([cards(45, 39, 12)], "wingman") == WINGMAN_WON
    assert pilot.flight.opponent.killer == "wingman"


@pytest.mark.rule("7.2.3.2")
def test_a_busy_wingman_does_nothing_and_there_is_no_defence():
    pilot = butcher("disadvantaged")
    pilot.round([cards(11, 20), d("combat", *[6, 3] * 2), EVEN], "wingman")
    assert pilot.told("interceptor.attacked")[0]["hits"] == 2


@pytest.mark.rule("7.2.3.2")
def test_a_wingman_may_spoil_the_shot_or_force_a_break():
    pilot = butcher("disadvantaged")
    pilot.round([cards(19, 5), d("combat", 6, 3), EVEN], "wingman")
    assert pilot.mods("interceptor.attacked") == {"avoided": -2}
    pilot = butcher("disadvantaged")
    pilot.round([cards(45, 19), EVEN], "wingman")
    assert where(pilot) == "head_on"


@pytest.mark.rule("7.2.3.3")
@pytest.mark.rule("7.7")
def test_an_expert_wingman_redraws_the_call_or_his_attack_once():
    pilot = butcher("tailed")
    pilot.career.wingman.skills = ["expert:Fw190"]
    script = [cards(45, 20, 39, 22), d("combat", *[6, 3] * 3), EVEN]
    pilot.round(script, "wingman", "redraw")
    pilot = butcher("tailed")
    pilot.career.wingman.skills = ["expert:Fw190", "gunnery"]
    pilot.round([cards(45, 39, 45, 22), d("combat", *[6, 3] * 4), EVEN], "wingman", "keep", "redraw")
    assert pilot.mods("wingman.fighter") == {"gunnery": 1}


@pytest.mark.rule("7.8.8")
def test_an_ace_wingman_may_be_worth_a_hit():
    pilot = butcher("tailed", options=Options(ace_wingman_hits=True))
    pilot.career.wingman.awards = ["ace"]
    pilot.round([cards(45, 39, 22), d("combat", *[6, 3] * 4), EVEN], "wingman")
    assert pilot.mods("wingman.fighter") == {"ace": 1}
    pilot = butcher("tailed")
    pilot.career.wingman.awards = ["ace"]
    pilot.round([cards(45, 39, 22), d("combat", *[6, 3] * 3), EVEN], "wingman")
    pilot = butcher("tailed", options=Options(ace_wingman_hits=True))
    pilot.round([cards(45, 39, 22), d("combat", *[6, 3] * 3), EVEN], "wingman")
    assert pilot.mods("wingman.fighter") == {}


# Disengaging -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.3")
def test_disengaging_is_sure_when_tailing_and_on_four_when_advantaged():
    assert butcher("tailing").round([], "disengage") == ESCAPED
    for die, result in ((4, ESCAPED), (5, "")):
        pilot = butcher("advantaged")
        script = [d("combat", die), *([] if result else [EVEN])]
        assert pilot.round(script, "disengage") == result
        assert where(pilot) == ("advantaged" if result else "head_on")


@pytest.mark.rule("7.3.1")
@pytest.mark.parametrize("trouble", ["pilot", "weapons", "leak", "oxygen"])
def test_a_hurt_enemy_goes_home_when_he_can(trouble):
    pilot = butcher("tailed")
    enemy = pilot.flight.opponent
    if trouble == "pilot":
        enemy.pilot = 1
    elif trouble == "weapons":
        enemy.weapons = [False, False]
    elif trouble == "leak":
        enemy.leak = True
    else:
        enemy.oxygen = False
    assert pilot.round([]) == EVADED
    for die, result in ((4, EVADED), (5, "")):
        pilot.flight.orientation = ORIENTATIONS.index("disadvantaged")
        script = [d("combat", die), *([] if result else [EVEN])]
        assert pilot.round(script) == result
    assert where(pilot) == "head_on"


@pytest.mark.rule("7.3.1")
def test_a_hurt_enemy_head_on_or_worse_only_defends():
    for orientation in ("head_on", "advantaged"):
        pilot = butcher(orientation)
        pilot.flight.opponent.leak = True
        pilot.round([cards(10, 45), EVEN], "fire")
        assert pilot.told("enemy.defends") and not pilot.told("enemy.card")


@pytest.mark.rule("7.2.2.6")
def test_a_defence_may_end_the_encounter_for_either_after_the_hits():
    pilot = butcher("disadvantaged")
    assert pilot.round([cards(22, 25)], "defend") == ESCAPED
    pilot = butcher("advantaged")
    assert pilot.round([cards(25, 19), d("combat", *[6, 3] * 2)], "fire") == EVADED
    assert pilot.told("fighter.attacked")[0]["hits"] == 2


# Starting, and going on --------------------------------------------------------------------------------------------


@pytest.mark.rule("7.2.2")
@pytest.mark.rule("7.1.2")
def test_out_of_the_sun_he_has_a_free_shot():
    pilot = FlightCase().meet(escort="P-47", sun=True)
    pilot.fight("P-47", "advantaged", [cards(22), d("combat", 6, 3), EVEN, d("combat", 1)], "fire", "disengage")
    assert not pilot.told("enemy.defends")
    assert pilot.told("fighter.engaged")[0]["sun"] is True


@pytest.mark.rule("7.2.2.9")
def test_after_a_kill_or_an_enemy_who_got_away_he_may_take_another_head_on():
    pilot = FlightCase()
    pilot.fight("P-47", "advantaged", [cards(20, 12), cards(45, 12)], "fire", "another", "fire", "end")
    assert [note.result for note in pilot.flight.engagements] == ["destroyed", "destroyed"]
    assert [note.credit for note in pilot.flight.engagements] == ["pilot", "pilot"]
    assert pilot.told("fighter.engaged")[1]["orientation"] == "head_on"
    pilot = FlightCase()
    pilot.fight("P-47", "advantaged", [cards(25, 45)], "fire", "end")
    assert pilot.asked[-1].kind == "fighter.another"


@pytest.mark.rule("7.2.2.9")
@pytest.mark.rule("7.2.3.2")
def test_after_his_own_escape_or_a_wingmans_kill_it_is_over():
    pilot = FlightCase()
    pilot.fight("P-47", "tailing", [], "disengage")
    pilot = FlightCase()
    pilot.fight("P-47", "tailed", [cards(45, 39, 12)], "wingman")
    assert pilot.flight.engagements[0].credit == "wingman"
    assert not [question for question in pilot.asked if question.kind == "fighter.another"]


@pytest.mark.rule("7.4.3")
def test_a_damaged_fighter_may_crash_on_its_way_home():
    pilot = FlightCase()
    # One airframe hit; it gets away by a Split-S. The P-47's airframe takes six.
    script = [cards(25, 19), d("combat", 3, 3, 6, 3), d("home", 1, 2)]
    pilot.fight("P-47", "advantaged", script, "fire", "end")
    assert pilot.flight.engagements[0].result == "crashed"


@pytest.mark.rule("7.1.14")
@pytest.mark.rule("7.2.2.9")
def test_rockets_that_were_kept_may_be_jettisoned_before_each_further_fighter():
    pilot = FlightCase("Fw190A-4/R6")
    orders = ("keep", "fire", "another", "keep", "fire", "another", "jettison", "fire", "another", "fire", "end")
    pilot.fight("P-47", "advantaged", [cards(20, 12), *[cards(45, 12)] * 3], *orders)
    asked = [(one.kind, one.rule) for one in pilot.asked if one.kind == "fighter.rockets"]
    assert asked == [("fighter.rockets", "7.1.14")] * 3
    assert pilot.plane.rockets == "jettisoned" and len(pilot.told("fighter.engaged")) == 4
    assert pilot.told("rockets.jettisoned") == [{"seat": "pilot"}]


@pytest.mark.rule("7.1.14")
def test_rockets_may_be_jettisoned_when_fighter_combat_begins():
    for order, rockets, speed in (("jettison", "jettisoned", 19), ("keep", "loaded", 18)):
        pilot = FlightCase("Fw190A-4/R6")
        pilot.fight("P-47", "tailed", [cards(45, 25)], order, "defend")
        assert pilot.plane.rockets == rockets
        assert (pilot.asked[0].rule, pilot.asked[0].question) == ("7.1.14", FighterRockets(speed=1))
        assert pilot.told("rockets.jettisoned") == [{"seat": "pilot"}] * (order == "jettison")
        pilot.duel()
        pilot.flight.orientation = 2
        pilot.run(fighter_round, [cards(45, 45), EVEN], "fire", helped=False, alone=False)
        assert pilot.told("initiative.rolled")[0]["speed"] == speed
    pilot = FlightCase("Fw190A-4/R6")
    pilot.plane.rockets = "damaged"
    pilot.fight("P-47", "tailed", [cards(45, 25)], "defend")


# Options -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10.4")
@pytest.mark.parametrize(("quality", "hits"), [("green", 2), ("trained", 3), ("veteran", 4), ("ace", 4)])
def test_the_quality_of_the_enemy(quality, hits):
    pilot = FlightCase()
    pilot.duel("P-47", "disadvantaged", quality)
    pilot.round([cards(19, 10), d("combat", *[6, 3] * hits), EVEN], "defend")
    assert pilot.told("interceptor.attacked")[0]["hits"] == hits
    mods = enemy_initiative_mods(pilot.career, pilot.table())
    assert sum(mod.value for mod in mods) == (quality == "ace")


@pytest.mark.rule("10.4")
def test_a_veteran_hits_with_a_card_that_gives_none():
    pilot = FlightCase()
    pilot.duel("P-47", "disadvantaged", "veteran")
    pilot.round([cards(45, 10), d("combat", 6, 3), EVEN], "defend")


@pytest.mark.rule("10.4")
@pytest.mark.parametrize(
    ("month", "die", "quality"), [("1943-06", 1, "green"), ("1943-07", 1, "trained"), ("1943-07", 4, "veteran")]
)
def test_quality_is_rolled_by_the_time_of_the_war(month, die, quality):
    pilot = FlightCase(month=month, options=Options(quality=True))
    pilot.fight("P-47", "tailing", [d("combat", die)], "disengage")
    assert pilot.told("fighter.engaged")[0]["quality"] == quality


@pytest.mark.rule("10.6")
@pytest.mark.parametrize(
    ("name", "orientation", "result"),
    [
        ("cuban-eight", "disadvantaged", ""),
        ("chandelle", "disadvantaged", ""),
        ("immelmann", "head_on", ""),
        ("split-s", "tailed", ESCAPED),
    ],
)
def test_learned_manoeuvres_are_flown_once_in_a_sortie(name, orientation, result):
    pilot = butcher("tailed", options=Options(manoeuvres=True), skills=(name,))
    # One of the three hits is avoided, or all; tailed, the tail is hit as well where any is left.
    left = 2 if name in ("cuban-eight", "split-s") else 0
    script = [cards(19), d("combat", *[6, 3] * left)]
    assert pilot.round([*script, *([] if result else [EVEN])], name) == result
    assert where(pilot) == orientation
    assert pilot.flight.manoeuvres_used == [name]
    pilot.flight.orientation = 0
    pilot.round([cards(45, 10), EVEN], "defend")
    assert name not in pilot.asked[-1].options


@pytest.mark.rule("10.6")
def test_manoeuvres_need_the_option_and_the_skill():
    pilot = butcher("tailed", skills=("chandelle",))
    pilot.round([cards(45, 10), EVEN], "defend")
    assert "chandelle" not in pilot.asked[0].options
    pilot = butcher("tailed", options=Options(manoeuvres=True))
    pilot.round([cards(45, 10), EVEN], "defend")
    assert "chandelle" not in pilot.asked[0].options


@pytest.mark.rule("7.2.2.4")
@pytest.mark.rule("7.7")
def test_the_gunners_gunnery_is_worth_a_hit():
    pilot = zerstoerer()
    pilot.career.gunner.skills.append("gunnery")
    pilot.round([cards(45, 10, 2), d("combat", *[6, 3] * 2), EVEN], "defend")
    assert pilot.mods("gunner.fires") == {"gunnery": 1}


@pytest.mark.rule("7.2.3.2")
def test_group_damage_by_the_wingman():
    pilot = butcher("tailed")
    pilot.career.wingman.skills = ["gunnery"]
    # Card 16 sends him in with 12, where card 9 is group damage.
    pilot.round([cards(45, 16, 9), d("combat", 6, 3), EVEN], "wingman")
    enemy = pilot.flight.opponent
    assert (enemy.airframe, enemy.controls, enemy.hit_by) == (2, 1, ["wingman"])
    assert pilot.told("wingman.fighter")[0]["hits"] == 1


@pytest.mark.rule("7.2.2.6")
def test_nothing_is_avoided_where_nothing_hits():
    pilot = butcher("disadvantaged")
    pilot.round([cards(45, 20), EVEN], "defend")
    assert pilot.mods("interceptor.attacked") == {}


@pytest.mark.rule("7.2.2.4")
def test_the_gunner_is_silent_while_his_pilot_attacks():
    pilot = zerstoerer("advantaged")
    pilot.round([cards(45, 45), EVEN], "fire")
    assert not pilot.told("gunner.fires")


@pytest.mark.rule("7.4.3")
@pytest.mark.parametrize(("part", "hits"), [("port_wing", 4), ("starboard_wing", 4), ("airframe", 5), ("controls", 3)])
def test_a_fighter_one_short_of_loss_is_likelier_to_crash(part, hits):
    for count, chance in ((hits, 2), (hits - 1, 1)):
        pilot = FlightCase()
        enemy = pilot.duel()
        setattr(enemy, part, count)
        enemy.hit_by = ["pilot"]
        pilot.run(settled, [d("home", 10)])
        assert pilot.told("enemy.home")[0]["chance"] == chance


@pytest.mark.rule("7.4.3")
def test_an_engine_that_is_out_counts_on_the_way_home():
    pilot = FlightCase()
    enemy = pilot.duel("P-38")
    enemy.engines, enemy.hit_by = [2, 1], ["gunner", "wingman"]
    pilot.run(settled, [d("home", 2, 1)])
    assert pilot.told("enemy.home")[0]["chance"] == 2
    assert pilot.flight.engagements[0].credit == "gunner"


def settled(state, career, table):
    return settle_fighter(career, table)
