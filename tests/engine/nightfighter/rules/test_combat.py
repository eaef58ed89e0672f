"""Combat, response, corkscrews, destruction, oblique guns. [11.0, 17.0, 20.0, 24.2, 28.1, 28.4]"""

from fractions import Fraction

import pytest

from engine.nightfighter.rules.combat import attack, attack_orders, fight, firepower, follow_dice, hit_chances, identify
from engine.nightfighter.state import Search
from tests.engine.nightfighter.builders import bomber, fighter, lay, script

IN_PLACE = {"tally": 0, "good": True}


def duel(dice, scenario="4", flown=None, target=None, **more):
    """One fighter behind one bomber that it has tallied."""
    flown = flown or fighter(1010, **IN_PLACE)
    return lay(scenario, [flown], [target or bomber(1010, mark=1)], dice, **more)


@pytest.mark.rule("11.0")
@pytest.mark.parametrize(("faces", "hits"), [((2, 3), 0), ((2, 4), 1), ((2, 5), 2), ((2, 6), 3), ((6, 6), 4)])
def test_two_dice_and_firepower_give_hits(faces, hits):
    destruction = [] if hits < 4 else [6]
    after = [] if hits == 4 else [1]
    desk = duel(script(("response", [1]), ("combat", [*faces, *destruction]), ("response", after)))
    desk.play(fight, answers=["attack"])
    assert desk.told("combat.attacked")[0].hits == hits


@pytest.mark.rule("11.0")
def test_hits_add_up_to_destruction():
    target = bomber(1010, mark=1, hits=3)
    desk = duel(script(("response", [1]), ("combat", [2, 4, 6])), target=target)
    desk.play(fight, answers=["attack"])
    assert target.status == "destroyed" and desk.state.fighters[0].kills == 1 and desk.state.fighters[0].tally == -1


@pytest.mark.rule("11.0")
@pytest.mark.parametrize(("hex_", "facing"), [(1011, "S"), (1010, "SE")])
def test_no_attack_from_elsewhere_or_another_heading(hex_, facing):
    desk = duel((), flown=fighter(hex_, facing, **IN_PLACE))
    desk.play(fight)
    assert not desk.events


@pytest.mark.rule("11.0")
def test_no_attack_without_a_tally_of_ones_own():
    desk = duel(script(("response", [1])), flown=fighter(1010))
    desk.play(fight)
    assert not desk.asked and desk.state.bombers[0].alerted is False


@pytest.mark.rule("18.0")
@pytest.mark.rule("11.1")
def test_height_in_hand_or_a_friend_too_near_forbids_the_attack():
    high = duel((), flown=fighter(1010, dives=1, **IN_PLACE))
    assert attack_orders(high.night, high.state.fighters[0], 0) == []
    near = lay("3D", [fighter(1010, **IN_PLACE), fighter(1015)], [bomber(1010, mark=1)])
    far = lay("3D", [fighter(1010, **IN_PLACE), fighter(1016)], [bomber(1010, mark=1)])
    assert attack_orders(near.night, near.state.fighters[0], 0) == []
    assert attack_orders(far.night, far.state.fighters[0], 0) == ["attack"]


@pytest.mark.rule("17.1")
@pytest.mark.parametrize(
    ("pilot", "good", "corkscrewed", "power"),
    [("seasoned", True, False, 4), ("experte", True, False, 6), ("green", True, False, 3),
     ("seasoned", False, False, 2), ("seasoned", True, True, 0),
     ("green", False, True, -3), ("experte", False, True, 0)],
)  # fmt: skip
def test_firepower(pilot, good, corkscrewed, power):
    desk = duel((), flown=fighter(1010, pilot=pilot, tally=0, good=good))
    desk.state.bombers[0].corkscrewed = corkscrewed
    assert firepower(desk.night, desk.state.fighters[0], desk.state.bombers[0], "forward", False)[0] == power


@pytest.mark.rule("20.0")
@pytest.mark.parametrize(
    ("alerted", "good", "pilot", "power"),
    [
        (False, True, "seasoned", 4),
        (True, True, "seasoned", 0),
        (False, False, "seasoned", -2),
        (True, True, "experte", 2),
    ],
)
def test_oblique_guns_lose_their_surprise(alerted, good, pilot, power):
    flown = fighter(1010, type_="Ki-45 Kai", tally=0, good=good, pilot=pilot)
    desk = duel((), flown=flown, target=bomber(1010, mark=1))
    assert firepower(desk.night, flown, desk.state.bombers[0], "oblique", alerted)[0] == power


@pytest.mark.rule("5.0")
@pytest.mark.rule("28.2.1")
@pytest.mark.parametrize(("wary", "told"), [(False, 4), (True, 0)])
def test_what_is_at_stake_does_not_tell_that_a_bomber_is_alerted_in_secret(wary, told):
    flown = fighter(1010, type_="Ki-45 Kai", **IN_PLACE)
    target = bomber(1010, mark=1, alerted=True, wary=wary)
    desk = duel(script(("response", [1]), ("combat", [1, 1]), ("response", [1])), flown=flown, target=target)
    desk.play(fight, answers=["oblique"])
    assert desk.asked[0].question.guns["oblique"].firepower == told
    assert desk.mods("combat.attacked") == [{"oblique-alerted": 0}] and target.wary


@pytest.mark.rule("18.0")
def test_no_oblique_attack_on_the_turn_of_a_dive():
    desk = duel((), flown=fighter(1010, type_="Ki-45 Kai", dived=True, **IN_PLACE))
    assert attack_orders(desk.night, desk.state.fighters[0], 0) == ["attack"]


# Response ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("24.2.1")
@pytest.mark.rule("17.4")
@pytest.mark.parametrize(
    ("face", "alerted", "carried", "responds"),
    [(5, False, [], False), (6, False, [], True), (5, False, ["Monica"], True), (4, False, ["Monica"], False),
     (4, True, [], True), (3, True, ["Village Inn"], True), (2, True, ["Village Inn"], False),
     (5, False, ["Boozer"], True)],
)  # fmt: skip
def test_who_responds(face, alerted, carried, responds):
    second = [6] if responds else []
    desk = duel(script(("response", [face, *second])), target=bomber(1010, mark=1, alerted=alerted, equipment=carried))
    desk.play(fight, answers=["hold"])
    assert desk.told("response.rolled")[0].responds is responds


@pytest.mark.rule("24.2.4")
@pytest.mark.rule("24.1.1")
@pytest.mark.parametrize(
    ("radar", "warned"),
    [("Lichtenstein BC", True), ("Lichtenstein SN-2b", True), ("Lichtenstein SN-2c", False), ("", False)],
)
def test_boozer_hears_two_kinds_of_lichtenstein(radar, warned):
    flown = fighter(1010, type_="Me110G-4", ai=radar, **IN_PLACE)
    desk = duel(script(("response", [1])), flown=flown, target=bomber(1010, mark=1, equipment=["Boozer"]))
    desk.play(fight, answers=["hold"])
    assert desk.told("response.rolled")[0].warning is warned


@pytest.mark.rule("17.4")
@pytest.mark.parametrize(
    ("pilot", "moon", "order", "mods"),
    [("seasoned", "none", "hold", {"not-attacking": 1}), ("experte", "none", "attack", {"experte": 1}),
     ("green", "full", "attack", {"green": -1, "flares-or-full-moon": -1}), ("seasoned", "half", "attack", {})],
)  # fmt: skip
def test_how_it_responds_depends_on_the_attacker_and_the_light(pilot, moon, order, mods):
    after = [] if order == "hold" else [1]
    attack = [] if order == "hold" else [1, 1]
    flown = fighter(1010, pilot=pilot, **IN_PLACE)
    dice = script(("response", [6, 6]), ("combat", attack), ("response", after))
    if pilot == "green":
        dice = script(("response", [6, 5]), ("combat", [1, 1]), ("combat", [1, 1]))
    desk = duel(dice, flown=flown, moon=moon)
    desk.play(fight, answers=[order])
    assert desk.mods("reaction.rolled")[0] == mods


@pytest.mark.rule("17.4.2")
def test_fire_that_hits_breaks_off_the_attack():
    desk = duel(script(("response", [6, 3]), ("combat", [4, 4])))
    desk.play(fight, answers=["attack"])
    assert desk.state.fighters[0].hits == 1 and not desk.told("combat.attacked")
    assert desk.state.bombers[0].alerted


@pytest.mark.rule("17.4.2")
def test_fire_that_misses_does_not():
    desk = duel(script(("response", [6, 3]), ("combat", [1, 1, 6, 6, 6])))
    desk.play(fight, answers=["attack"])
    assert desk.state.bombers[0].status == "destroyed"


@pytest.mark.rule("24.2.2")
@pytest.mark.rule("17.4.2")
def test_village_inn_steadies_and_oblique_guns_hinder_the_gunners():
    flown = fighter(1010, type_="Ki-45 Kai", **IN_PLACE)
    target = bomber(1010, mark=1, equipment=["Village Inn"])
    desk = duel(script(("response", [6, 1]), ("combat", [1, 1, 1, 1])), flown=flown, target=target)
    desk.play(fight, answers=["oblique"])
    assert desk.mods("bomber.fired")[0] == {"firepower": 2, "village-inn": 1, "against-oblique": -1}


@pytest.mark.rule("17.4.1")
def test_after_an_unanswered_attack_the_alerted_bomber_responds_again():
    dice = script(
        ("response", [3]), ("combat", [1, 1]), ("response", [4, 3]), ("combat", [6, 6]), ("displacement", [3])
    )
    desk = duel(dice)
    desk.play(fight, answers=["attack"])
    rolled = desk.told("response.rolled")
    assert [r.responds for r in rolled] == [False, True]
    assert desk.state.fighters[0].status == "lost"


@pytest.mark.rule("17.4")
def test_an_unseen_bomber_answers_an_unseen_fighter():
    desk = duel(script(("response", [6, 3]), ("combat", [1, 1])), flown=fighter(1010), target=bomber(1010))
    desk.play(fight)
    assert desk.mods("reaction.rolled") == [{"not-attacking": 1}]
    assert desk.told("bomber.fired")


@pytest.mark.rule("28.4.1")
def test_oblique_guns_held_back_still_hide_the_fighter():
    flown = fighter(1010, type_="Ki-45 Kai", **IN_PLACE)
    desk = duel(script(("response", [6, 1]), ("combat", [1, 1])), flown=flown)
    desk.play(fight, answers=["hold"])
    assert desk.mods("reaction.rolled")[0] == {"oblique-guns": 2, "not-attacking": 1}
    assert "against-oblique" not in desk.mods("bomber.fired")[0]


# Corkscrews --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("17.4.3")
@pytest.mark.parametrize(("face", "hex_"), [(1, 1110), (3, 1010), (6, 910)])
def test_a_corkscrew_ends_behind_to_one_side_or_where_it_began(face, hex_):
    dice = script(("response", [6, 1]), ("combat", [1, 1]), ("corkscrew", [face]), ("follow", [1]))
    desk = duel(dice)
    desk.play(fight, answers=["attack", "break-away"])
    assert desk.state.bombers[0].hex == hex_ and desk.state.fighters[0].tally == -1
    assert not desk.told("combat.attacked")


@pytest.mark.rule("17.4.3")
def test_following_to_the_right_hex_regains_the_tally_and_attacks_with_nothing():
    dice = script(("response", [6, 1]), ("combat", [1, 1]), ("corkscrew", [1]), ("follow", [1]), ("combat", [6, 6]))
    desk = duel(dice)
    desk.play(fight, answers=["attack", "left"])
    assert desk.state.fighters[0].hex == 1110 and desk.state.fighters[0].tally == 0
    assert desk.told("combat.attacked")[0].total == 12 and desk.mods("combat.attacked")[0] == {"target-corkscrewed": 0}


@pytest.mark.rule("17.4.3")
def test_following_to_the_wrong_hex_loses_the_bomber():
    dice = script(("response", [6, 1]), ("combat", [1, 1]), ("corkscrew", [1]), ("follow", [1]))
    desk = duel(dice)
    desk.play(fight, answers=["attack", "right"])
    assert desk.state.fighters[0].hex == 910 and desk.state.fighters[0].tally == -1


@pytest.mark.rule("26.3.2")
@pytest.mark.rule("17.4.3")
@pytest.mark.parametrize("torpedo", [True, False])
def test_off_the_edge_or_into_another_is_no_way_out(torpedo):
    column = 7 if torpedo else 1
    target = bomber(100 * column + 10, mark=1, role="torpedo" if torpedo else "bomber", type_="G4M1")
    flown = fighter(100 * column + 10, type_="F4U-2", **IN_PLACE)
    dice = script(("response", [6, 1]), ("combat", [1, 1]), ("corkscrew", [6]), ("follow", [1]))
    desk = lay("9" if torpedo else "4", [flown], [target], dice)
    desk.play(fight, answers=["attack", "break-away"])
    assert target.hex == 100 * column + 10


@pytest.mark.rule("28.1")
@pytest.mark.parametrize(
    ("type_", "fix", "pilot", "dice"),
    [("Do215B-5", False, "seasoned", 1), ("Do215B-5", True, "seasoned", 2), ("Mosquito NF.XIII", True, "experte", 6),
     ("F4U-2", True, "seasoned", 2)],
)  # fmt: skip
def test_dice_to_see_where_it_goes(type_, fix, pilot, dice):
    desk = lay("4", [fighter(1010, type_=type_, pilot=pilot)])
    assert follow_dice(desk.night, desk.state.fighters[0], fix)[0] == dice


@pytest.mark.rule("28.1")
def test_a_called_number_shows_the_side():
    dice = script(("response", [6, 1]), ("combat", [1, 1]), ("corkscrew", [5]), ("follow", [3]))
    desk = duel(dice, options={"attack_position": False})
    desk.play(fight, answers=["attack", "break-away"])
    assert desk.told("corkscrew.watched")[0].side == "right"


@pytest.mark.rule("20.0")
def test_an_oblique_attack_is_over_when_the_bomber_corkscrews():
    flown = fighter(1010, type_="Ki-45 Kai", pilot="green", **IN_PLACE)
    dice = script(("response", [6, 1]), ("combat", [1, 1]), ("corkscrew", [3]), ("follow", [1]))
    desk = duel(dice, flown=flown, moon="full")
    desk.play(fight, answers=["oblique", "centre"])
    assert flown.tally == 0 and not desk.told("combat.attacked")


# Destruction -------------------------------------------------------------------------------------------------------


def kill(*faces, flown=None, order="attack"):
    flown = flown or fighter(1010, **IN_PLACE)
    desk = duel(script(("response", [1]), ("combat", [6, 6, *faces])), flown=flown, target=bomber(1010, mark=1, hits=3))
    desk.play(fight, answers=[order])
    return flown


@pytest.mark.rule("17.3")
@pytest.mark.parametrize(("faces", "until"), [((2, 4), 5), ((3,), 2), ((5,), 2), ((6,), 0)])
def test_flash_and_follow_down_blind_from_the_next_turn(faces, until):
    assert kill(*faces).blind_until == until


@pytest.mark.rule("17.3.1")
@pytest.mark.parametrize(
    ("face", "hex_", "facing"), [(2, 911, 4), (3, 910, 5), (4, 1009, 0), (5, 1110, 1), (6, 1111, 2)]
)
def test_avoidance_scatters_and_faces_away(face, hex_, facing):
    flown = kill(1, face)
    assert flown.stays and flown.facing == facing and flown.hex == hex_


@pytest.mark.rule("17.3")
def test_the_wreck_of_a_flying_bomb_blinds_and_is_not_avoided():
    """Scenario 8F: what is rolled as avoidance is a flash."""
    flown = fighter(1010, **IN_PLACE)
    target = bomber(1010, type_="V-1", mark=1, hits=9)
    desk = duel(script(("combat", [6, 6, 1, 4])), scenario="8F", flown=flown, target=target)
    desk.play(fight, answers=["attack"])
    assert flown.blind_until == 5 and not flown.stays and flown.hex == 1010 and not desk.told("fighter.avoided")


@pytest.mark.rule("17.3.1")
def test_a_one_collides_with_firepower_two():
    assert kill(1, 1, 4, 4).hits == 1
    oblique = fighter(1010, type_="Ki-45 Kai", **IN_PLACE)
    assert kill(1, 1, 5, 5, flown=oblique, order="oblique").hits == 1
    still = fighter(1010, type_="Ki-45 Kai", **IN_PLACE)
    assert kill(1, 4, flown=still, order="oblique").hex == 1010


@pytest.mark.rule("11.0")
@pytest.mark.parametrize(("power", "any_hit", "four"), [(0, 6, 0), (2, 15, 3), (4, 26, 10), (6, 33, 21), (8, 36, 30)])
def test_the_chances_told_before_the_roll_are_exact(power, any_hit, four):
    chances = dict(hit_chances(duel(()).night, power))
    assert 36 - chances.get(0, 0) == any_hit and chances.get(4, 0) == four


@pytest.mark.rule("1.1.1")
def test_basic_combat_knows_no_response():
    desk = duel(script(("combat", [1, 1])), scenario="1", options={"programmed": True}, flown=fighter(1010, **IN_PLACE))
    desk.play(fight, answers=["attack"])
    assert not desk.told("response.rolled")


@pytest.mark.rule("5.0")
@pytest.mark.rule("17.4.2")
@pytest.mark.parametrize(
    ("scenario", "type_", "mark", "role", "heard"),
    [("4", "Lancaster I / III", 1, "bomber", {"bomber.fired"}),
     ("4", "Lancaster I / III", 0, "bomber", {"fighter.fired-at"}),
     ("7", "Ju88C-6", 1, "target", {"fighter.fired-at"}), ("5C", "Mosquito B.IV / XVI", 0, "bomber", set())],
)  # fmt: skip
def test_the_gunners_of_an_aircraft_not_made_out_tell_nothing_of_its_type(scenario, type_, mark, role, heard):
    rolls = script(("response", [6, 3])) + (script(("combat", [6, 5])) if heard else [])
    desk = duel(rolls, scenario, fighter(1010), bomber(1010, type_=type_, mark=mark, role=role))
    desk.play(fight)
    seen = [event for event in desk.events if event.seen_by("player")]
    assert {event.kind for event in seen} == heard
    assert any(event.dice or event.mods for event in seen) is (heard == {"bomber.fired"})
    assert desk.state.fighters[0].hits == bool(heard) * (4 if role == "bomber" else 2)
    assert desk.state.bombers[0].wary is bool(mark)


@pytest.mark.rule("17.4.3")
def test_a_corkscrew_that_nobody_sees_is_not_told():
    desk = duel(script(("response", [6, 1]), ("combat", [1, 1]), ("corkscrew", [1])), "4", fighter(1010), bomber(1010))
    desk.play(fight)
    assert desk.told("bomber.corkscrewed")
    assert [event.kind for event in desk.events if event.seen_by("player")] == ["fighter.fired-at"]


# Scenario 7 --------------------------------------------------------------------------------------------------------


def beside(dice=(), role="bomber", scenario="7", **more):
    """A Mosquito behind an aircraft of the stream that it has tallied."""
    flown = fighter(1010, "S", "Mosquito NF.II", **IN_PLACE)
    type_ = "Ju88C-6" if role == "target" else "Halifax II"
    return lay(scenario, [flown], [bomber(1010, "S", type_, mark=1, role=role)], dice, **more)


@pytest.mark.rule("11.0")
@pytest.mark.parametrize(
    ("moon", "visibility", "face", "made_out"),
    [("none", "moderate", 2, False), ("none", "moderate", 3, True), ("none", "poor", 2, False),
     ("half", "poor", 2, True), ("full", "moderate", 1, False), ("none", "good", 2, True), ("half", "good", 1, True)],
)  # fmt: skip
def test_in_scenario_seven_a_crew_makes_out_what_it_follows_on_three_or_more(moon, visibility, face, made_out):
    desk = beside(script(("identify", [face])), moon=moon, visibility=visibility)
    desk.play(identify, *desk.state.fighters, *desk.state.bombers, answers=["roll"])
    assert desk.state.bombers[0].identified is made_out
    assert desk.told("contact.identified")[0].type == ("Halifax II" if made_out else "")
    least = 3 - (moon != "none") - (visibility == "good")
    assert Fraction(*desk.asked[0].question.odds["roll"]) == Fraction(7 - least, 6)


@pytest.mark.rule("24.4")
@pytest.mark.parametrize(
    ("role", "heard", "rolls"), [("target", 1010, False), ("target", 1011, True), ("bomber", 1010, True)]
)
def test_in_scenario_seven_serrate_in_its_hex_makes_a_german_fighter_out_at_once(role, heard, rolls):
    desk = beside(script(("identify", [1] if rolls else [])), role, visibility="poor")
    desk.state.searches = [Search("Serrate", "", heard, contact=True)]
    desk.play(identify, *desk.state.fighters, *desk.state.bombers, answers=["roll"] if rolls else [])
    assert desk.state.bombers[0].identified is not rolls


@pytest.mark.rule("11.0")
@pytest.mark.parametrize(("role", "lost"), [("bomber", True), ("target", False)])
def test_in_scenario_seven_who_fires_at_a_halifax_has_lost(role, lost):
    desk = beside(script(("combat", [] if lost else [1, 1])), role)
    desk.play(attack, desk.state.fighters[0], 0, "forward")
    assert (desk.state.lost_by_rule == "friendly-fire") is lost
    assert bool(desk.told("combat.attacked")) is not lost
