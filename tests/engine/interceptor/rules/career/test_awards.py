"""Awards, ace status, promotions and the journey to Berlin. [7.8, 7.9, 10.7]"""

import pytest

from engine.interceptor.rules.career import awards, debriefing
from engine.interceptor.state import Award, Crewman, Options
from tests.engine.interceptor.ground_case import bomber, charts, fighter, ground_case


def won(place) -> list[str]:
    return [award.name for award in place.career.awards]


@pytest.mark.rule("7.8")
@pytest.mark.rule("7.8.2")
@pytest.mark.rule("8.1")
def test_the_first_victory_brings_the_second_class_and_a_point():
    place = ground_case()
    place.flew(fighter())
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert won(place) == ["ek2"]
    assert (place.career.points, place.career.level) == (1, 1)
    assert place.career.awards[0].month == 2 and place.career.awards[0].line == 2


@pytest.mark.rule("7.8.3")
@pytest.mark.parametrize(
    ("kills", "has_it"),
    [("b", False), ("f", False), ("bb", True), ("fb", True), ("bf", True), ("ff", False), ("fff", True)],
)
def test_the_first_class_takes_a_second_victory_and_three_points(kills, has_it):
    place = ground_case()
    place.flew(*(bomber() if kill == "b" else fighter() for kill in kills))
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert ("ek1" in won(place)) == has_it
    assert place.career.kill_order == kills


@pytest.mark.rule("7.8.8")
@pytest.mark.rule("7.8.4")
@pytest.mark.rule("7.8.6")
@pytest.mark.parametrize(("award", "kills"), [("ace", 5), ("ehrenpokal", 10), ("german-cross", 20)])
def test_awards_come_with_their_victory_and_not_one_before(award, kills):
    for before, has_it in ((kills - 2, False), (kills - 1, True)):
        place = ground_case()
        place.career.bombers = before
        place.flew(bomber())
        place.run(debriefing.after_sortie(place.state, place.career, place.table))
        assert (award in won(place)) == has_it


@pytest.mark.rule("7.8.8")
def test_five_victories_make_an_ace():
    place = ground_case()
    place.career.fighters = 4
    place.flew(bomber())
    assert not awards.is_ace(place.career)
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert awards.is_ace(place.career)


@pytest.mark.rule("7.8.1")
def test_the_wound_badge_is_worth_one_point_whatever_its_class():
    place = ground_case()
    for _ in range(5):
        place.flew(pilot_wound=1)
        place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert won(place) == ["wound-badge", "wound-badge-silver", "wound-badge-gold"]
    assert place.career.points == 1
    assert place.career.wounds == 5


@pytest.mark.rule("7.8.1")
def test_each_wound_of_a_sortie_counts():
    place = ground_case(("wound", 1), ("wound", 1))
    place.flew(pilot_wound=2, wounds_taken=3)
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert place.career.wounds == 3 and won(place) == ["wound-badge", "wound-badge-silver"]


@pytest.mark.rule("7.8.1")
def test_the_dead_need_no_badge():
    place = ground_case()
    place.flew(pilot_wound=3, end="killed")
    place.career.alive = False
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert place.career.wounds == 0 and won(place) == []


@pytest.mark.rule("7.8.5")
def test_the_clasp_comes_after_20_60_and_100_flights_and_only_the_first_counts():
    place = ground_case()
    for flights, name in ((19, "clasp-bronze"), (59, "clasp-silver"), (99, "clasp-gold")):
        place.career.flights = flights - 1
        place.flew()
        place.run(debriefing.after_sortie(place.state, place.career, place.table))
        assert name not in won(place)
        place.flew()
        place.run(debriefing.after_sortie(place.state, place.career, place.table))
        assert won(place)[-1] == name
    assert place.career.points == 1


@pytest.mark.rule("7.2.3.3")
@pytest.mark.rule("7.8.5")
def test_a_wingmans_own_flights_bring_him_the_clasp_without_prestige():
    place = ground_case()
    for clasps in (True, False):
        place.state.options.wingman_clasps = clasps
        place.career.wingman = Crewman("wingman", flights=19)
        place.flew()
        place.run(debriefing.after_sortie(place.state, place.career, place.table))
        assert place.career.wingman.awards == ["clasp-bronze"] * clasps
        assert place.career.wingman.flights == 19 + clasps
    assert place.career.points == 0
    assert won(place) == []


@pytest.mark.rule("7.2.3")
def test_a_wingman_who_is_shot_down_brings_no_flight_home():
    place = ground_case()
    place.career.wingman = Crewman("wingman", flights=19, status="lost")
    place.flew()
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert (place.career.wingman.flights, place.career.wingman.awards) == (0, [])


def decorated(place, kills: int, *held: str) -> None:
    """A pilot with so many victories, all awards that come with them, and these grades."""
    place.career.bombers = kills
    for row in place.pack.career.awards:
        if row.kills and row.kills <= kills:
            place.career.awards.append(Award(row.name, 0, 0))
    place.career.awards += [Award(name, 0, 0) for name in held]


@pytest.mark.rule("7.8.7")
@pytest.mark.parametrize(
    ("before", "die", "wins"),
    [(29, 1, True), (29, 2, False), (31, 3, True), (31, 4, False), (33, 5, True), (33, 6, False)],
)
def test_the_knights_cross_is_rolled_for_from_30_victories(before, die, wins):
    place = ground_case(("award", die))
    decorated(place, before)
    place.flew(bomber())
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert ("knights-cross" in won(place)) == wins
    assert place.told("award.rolled")[0]["total"] == die + 29 - before


@pytest.mark.rule("7.8.7")
def test_the_knights_cross_is_sure_at_35_and_asks_for_a_new_victory():
    place = ground_case()
    decorated(place, 34)
    place.flew(bomber())
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert "knights-cross" in won(place)
    assert not place.career.absences, "only the later grades mean a journey"
    idle = ground_case()
    decorated(idle, 36)
    idle.flew()
    idle.run(debriefing.after_sortie(idle.state, idle.career, idle.table))
    assert "knights-cross" not in won(idle)


@pytest.mark.rule("7.8.7.1")
@pytest.mark.rule("7.8.7.2")
@pytest.mark.rule("7.8.7.3")
@pytest.mark.rule("7.8.7.4")
@pytest.mark.rule("7.8.7.5")
@pytest.mark.parametrize(
    ("grade", "before", "dice", "held"),
    [
        ("oak-leaves", 39, [1], ["knights-cross"]),
        ("oak-leaves", 44, [], ["knights-cross"]),
        ("swords", 59, [1], ["knights-cross", "oak-leaves"]),
        ("swords", 64, [], ["knights-cross", "oak-leaves"]),
        ("diamonds", 99, [], ["knights-cross", "oak-leaves", "swords"]),
    ],
)
def test_each_grade_brings_a_point_and_costs_a_sortie(grade, before, dice, held):
    place = ground_case(*(("award", die) for die in dice))
    decorated(place, before, *held)
    place.career.level = 3
    place.flew(bomber())
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert won(place)[-1] == grade
    assert (place.career.points, place.career.level) == (1, 4)
    assert [(a.cause, a.lines, a.parallel) for a in place.career.absences] == [("award", 1, False)]


@pytest.mark.rule("7.8.7.3")
def test_the_diamonds_are_not_rolled_for():
    place = ground_case()
    decorated(place, 98, "knights-cross", "oak-leaves", "swords")
    place.flew(bomber())
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert "diamonds" not in won(place)


def test_a_grade_needs_the_one_before():
    place = ground_case()
    decorated(place, 59)
    place.flew(bomber())
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert won(place)[-1] == "knights-cross"


@pytest.mark.rule("7.2.3.3")
def test_the_wingman_wins_awards_without_prestige():
    place = ground_case()
    place.career.wingman.bombers = 4
    place.flew(bomber("wingman"))
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert place.career.wingman.awards == ["ek2", "ek1", "ace"]
    assert place.career.points == 0 and won(place) == []


@pytest.mark.rule("7.2.3.3")
@pytest.mark.parametrize(("kills", "dice", "wins"), [(29, [1], True), (29, [2], False), (34, [], True)])
def test_the_wingman_may_win_the_knights_cross(kills, dice, wins):
    place = ground_case(*(("award", die) for die in dice))
    man = place.career.wingman
    man.bombers, man.awards = kills, ["ek2", "ek1", "ace", "ehrenpokal", "german-cross"]
    place.flew(bomber("wingman"))
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert ("knights-cross" in man.awards) == wins
    assert place.career.points == 0 and not place.career.absences


@pytest.mark.rule("7.8.8")
def test_a_gunner_becomes_an_ace_and_nothing_else():
    place = ground_case(model="Bf110G-2", unit=20, month="1943-10")
    place.career.gunner.fighters = 4
    place.flew(fighter("gunner"))
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert place.career.gunner.awards == ["ace"]
    assert place.career.fighters == 0


@pytest.mark.rule("7.8.7")
@pytest.mark.rule("7.8.8")
def test_no_victory_brings_a_gunner_the_knights_cross():
    place = ground_case(model="Bf110G-2", unit=20, month="1943-10")
    place.career.gunner.fighters = 40
    place.flew(fighter("gunner"))
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert place.career.gunner.awards == ["ace"] and not place.told("award.rolled")


# Promotions ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.9.3")
@pytest.mark.rule("7.9")
@pytest.mark.parametrize(("die", "promoted"), [(4, True), (5, False)])
def test_promotion_succeeds_on_a_four_or_less(die, promoted):
    place = ground_case(("promotion", die), month="1943-06", line=7)
    place.run(debriefing.month_end(place.state, place.career, place.table))
    assert place.career.rank == int(promoted)
    assert place.career.points == int(promoted)


@pytest.mark.rule("7.9.3")
def test_what_helps_a_promotion():
    place = ground_case(month="1943-10")
    assert awards.promotion_mods(place.career, place.pack) == []
    decorated(place, 36, "knights-cross")
    place.career.period_kills, place.career.period_awards = 29, 2
    mods = {mod.reason: mod.value for mod in awards.promotion_mods(place.career, place.pack)}
    assert mods == {"knights-cross": -2, "period-kills": -2, "period-awards": -2}


@pytest.mark.rule("7.9.3")
def test_kills_and_awards_of_the_period_count_and_are_then_forgotten():
    place = ground_case(("promotion", 6), month="1943-06")
    place.career.bombers = 8
    place.flew(bomber(), fighter())
    place.run(debriefing.after_sortie(place.state, place.career, place.table), more=True)
    assert (place.career.period_kills, place.career.period_awards) == (2, 2), "EK1 and Ehrenpokal count, EK2 does not"
    place.run(debriefing.month_end(place.state, place.career, place.table))
    assert place.career.rank == 1, "6 - 2 is a four"
    assert (place.career.period_kills, place.career.period_awards) == (0, 0)


@pytest.mark.rule("7.9.3")
@pytest.mark.parametrize("month", ["1943-03", "1943-05", "1943-07", "1943-11", "1944-01"])
def test_other_months_promote_nobody(month):
    place = ground_case(month=month)
    place.run(debriefing.month_end(place.state, place.career, place.table))
    assert place.career.rank == 0


@pytest.mark.rule("7.9.1")
def test_officers_gain_a_point_and_two_ranks_a_free_reassignment():
    place = ground_case(*[("promotion", 1)] * 3, month="1944-02")
    free = []
    for left in (2, 1, 0, 0):
        place.run(debriefing.month_end(place.state, place.career, place.table), more=bool(left))
        free.append(place.career.free_transfers)
    assert free == [1, 2, 2, 2]
    assert (place.career.rank, place.career.points) == (3, 3), "nobody rises above Oberstleutnant"
    assert place.told("career.promoted")[-1]["rank"] == "Oberstleutnant"


@pytest.mark.rule("7.9.2")
@pytest.mark.rule("7.9")
def test_ncos_gain_no_point():
    place = ground_case(("promotion", 1), month="1944-02", track="nco")
    place.run(debriefing.month_end(place.state, place.career, place.table))
    assert (place.career.rank, place.career.points, place.career.free_transfers) == (1, 0, 0)
    assert place.told("career.promoted")[-1]["rank"] == "Unterfeldwebel"


# Berlin ------------------------------------------------------------------------------------------------------------


def to_berlin(*dice: int):
    place = ground_case(*(("attempt", die) for die in dice), options=Options(attempt=True))
    decorated(place, 44, "knights-cross")
    place.flew(bomber())
    return place


@pytest.mark.rule("10.7")
@pytest.mark.parametrize(
    ("dice", "succeeds"),
    [
        ([1, 6], True),
        ([2, 4, 5], True),
        ([3, 1, 3, 4], True),
        ([4, 1, 2, 3, 1], True),
        ([2, 3, 4], False),
        ([3, 1, 2, 3], False),
        ([1, 5], False),
    ],
)
def test_the_wounds_add_up_and_the_game_ends_either_way(dice, succeeds):
    place = to_berlin(*dice)
    place.run(debriefing.after_sortie(place.state, place.career, place.table), "shoot")
    assert place.career.attempt == ("succeeded" if succeeds else "failed")
    assert not place.career.alive and place.career.death == "attempt"
    # He comes to no hospital, gets no new aircraft and buys nothing.
    assert place.career.absences == [] and not place.told("career.away") and not place.told("aircraft.repaired")
    assert [decision.kind for decision in place.asked] == ["berlin.attempt"]


@pytest.mark.rule("10.7")
def test_who_salutes_comes_home():
    place = to_berlin()
    place.run(debriefing.after_sortie(place.state, place.career, place.table), "salute")
    assert place.career.alive and place.career.attempt == ""
    assert [absence.cause for absence in place.career.absences] == ["award"]


@pytest.mark.rule("10.7")
def test_nobody_is_asked_without_the_option():
    place = ground_case()
    decorated(place, 44, "knights-cross")
    place.flew(bomber())
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert "berlin.attempt" not in [decision.kind for decision in place.asked]


def test_a_crewman_keeps_what_he_has():
    man = Crewman("wingman", awards=["ek2"])
    assert awards.holds(man, "ek2") and not awards.holds(man, "ek1")


@pytest.mark.rule("7.2.3.3")
@pytest.mark.rule("7.8.7")
def test_a_wingman_wins_the_knights_cross_and_each_grade_once():
    place = ground_case()
    man, grades = place.career.wingman, charts().career.grades
    man.bombers = grades[0].sure
    awards.decorate_crewman(place.career, man, place.table)
    assert man.awards[-1] == grades[0].name == "knights-cross"
    man.awards += [grade.name for grade in grades[1:]]
    kept = list(man.awards)
    awards.decorate_crewman(place.career, man, place.table)
    assert man.awards == kept and place.career.points == 0
