"""Experience Points, skills, fatigue. [7.7, 7.2.3.3, 10.3, 10.6]"""

import pytest

from engine.interceptor.rules.career import debriefing, skills
from engine.interceptor.state import Crewman, Options
from tests.engine.interceptor.ground_case import charts, ground_case

COSTS = {
    "landing": 1,
    "navigation": 1,
    "parachute": 1,
    "reflexes": 1,
    "awareness": 2,
    "maintenance": 2,
    "expert": 3,
    "leadership": 3,
    "precision": 3,
    "acm": 4,
    "sixth-sense": 4,
    "gunnery": 5,
    "aim": 6,
}
WHO = {
    "pilot": set(COSTS) - {"maintenance"},
    "wingman": {"parachute", "expert", "gunnery", "aim"},
    "gunner": {"parachute", "awareness", "maintenance", "gunnery"},
}


@pytest.mark.rule("7.7")
def test_the_listing_has_thirteen_skills_at_the_books_prices():
    listed = {name: row.cost for name, row in charts().career.skills.items() if not row.optional}
    assert listed == COSTS


@pytest.mark.rule("7.7")
@pytest.mark.parametrize("who", ["pilot", "wingman", "gunner"])
def test_who_may_buy_what(who):
    place = ground_case(model="Me410A", unit=11, month="1943-10")
    skills.airman(place.career, who).experience = 6
    orders = {order for order in skills.purchases(place.state, place.career, place.pack) if f":{who}:" in order}
    named = {order.split(":")[2] for order in orders}
    assert named == WHO[who]


@pytest.mark.rule("7.7")
@pytest.mark.rule("7.9")
@pytest.mark.parametrize(("track", "points"), [("officer", 1), ("nco", 2)])
def test_points_from_flight_school(track, points):
    place = ground_case(track=track)
    assert (place.career.experience, place.career.wingman.experience) == (points, 1)


@pytest.mark.rule("7.7")
def test_a_point_for_every_fourth_sortie():
    place = ground_case(model="Bf110G-2", unit=20, month="1943-10")
    seen = []
    for _ in range(8):
        place.flew()
        place.run(debriefing.after_sortie(place.state, place.career, place.table))
        career = place.career
        seen.append((career.experience, career.wingman.experience, career.gunner.experience))
    assert seen == [(1, 1, 0)] * 3 + [(2, 2, 1)] * 4 + [(3, 3, 2)]
    assert [(entry.cause, entry.left) for entry in place.career.experience_ledger] == [("sorties", 2), ("sorties", 3)]


@pytest.mark.rule("7.7")
@pytest.mark.rule("7.2.3.3")
def test_those_whom_he_leads_learn_in_three():
    place = ground_case(model="Bf110G-2", unit=20, month="1943-10")
    place.career.skills.append("leadership")
    for _ in range(12):
        place.flew()
        place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert (place.career.experience, place.career.wingman.experience, place.career.gunner.experience) == (4, 5, 4)


@pytest.mark.rule("7.7")
def test_a_sortie_not_flown_teaches_nothing():
    place = ground_case()
    place.career.sorties = 3
    place.run(debriefing.grey_raid(place.state, place.career, place.table))
    place.run(debriefing.stood_down(place.state, place.career, place.table))
    assert (place.career.experience, place.career.sorties) == (1, 3)


@pytest.mark.rule("4.4.2")
@pytest.mark.rule("4.4")
def test_the_first_point_may_be_spent_before_the_first_sortie():
    place = ground_case(track="nco")
    orders = ("skill:pilot:navigation", "skill:pilot:reflexes", "skill:wingman:parachute")
    place.run(skills.first_purchases(place.state, place.career, place.table), *orders)
    assert place.career.skills == ["navigation", "reflexes"]
    assert place.career.wingman.skills == ["parachute"]
    assert (place.career.experience, place.career.wingman.experience) == (0, 0)
    assert [entry.value for entry in place.career.experience_ledger] == [-1, -1]


@pytest.mark.rule("7.7")
def test_what_he_cannot_afford_is_shown_closed_with_its_reason():
    place = ground_case()
    place.run(skills.first_purchases(place.state, place.career, place.table))
    shut = {closed.option: closed for closed in place.asked[0].closed}
    assert shut["skill:pilot:acm"].reason == "experience"
    assert shut["skill:pilot:acm"].facts == {"cost": 4, "points": 1}
    assert "skill:pilot:landing" in place.offered
    assert place.asked[0].question.prices["skill:pilot:aim"] == 6


@pytest.mark.rule("7.7")
def test_no_skill_is_learned_twice_and_expert_goes_by_series():
    place = ground_case()
    place.career.experience = 9
    place.run(
        skills.first_purchases(place.state, place.career, place.table), "skill:pilot:expert:Fw190", "skill:pilot:acm"
    )
    assert place.career.experience == 2
    assert "skill:pilot:expert:Fw190" not in place.offered and "skill:pilot:acm" not in place.offered
    assert skills.is_expert(place.career, "Fw190") and not skills.is_expert(place.career, "Bf109")
    place.career.plane.model = "Bf109G-6"
    place.career.experience = 3
    assert "skill:pilot:expert:Bf109" in skills.purchases(place.state, place.career, place.pack)


@pytest.mark.rule("10.6")
def test_manoeuvres_are_learned_in_order_and_only_by_the_option():
    place = ground_case()
    place.career.experience = 4
    assert not any("cuban" in order for order in skills.purchases(place.state, place.career, place.pack))
    place = ground_case(options=Options(manoeuvres=True))
    place.career.experience = 4
    place.career.wingman.experience = 4
    orders = [f"skill:pilot:{name}" for name in ("cuban-eight", "chandelle", "immelmann", "split-s")]
    offered = skills.purchases(place.state, place.career, place.pack)
    assert orders[0] in offered and not set(orders[1:]) & set(offered)
    assert not any(order.startswith("skill:wingman:cuban") for order in offered)
    shut = {closed.option: closed.reason for closed in skills.closed_purchases(place.state, place.career, place.pack)}
    assert shut[orders[1]] == "manoeuvre-before"
    place.run(skills.first_purchases(place.state, place.career, place.table), *orders)
    assert place.career.experience == 0


def test_has_and_airman():
    place = ground_case()
    assert not skills.has(place.career, "acm")
    assert skills.airman(place.career, "wingman") is place.career.wingman
    with pytest.raises(LookupError):
        skills.airman(place.career, "gunner")
    place.career.gunner = Crewman("gunner")
    assert skills.aboard(place.career) == ("pilot", "wingman", "gunner")


# Fatigue -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10.3")
@pytest.mark.parametrize(
    ("fatigue", "parachute", "landing", "initiative"),
    [
        (0, 0, 0, 0),
        (5, 0, 0, 0),
        (6, 1, 0, 0),
        (11, 1, 0, 0),
        (12, 1, 1, 0),
        (17, 1, 1, 0),
        (18, 1, 2, -1),
        (23, 1, 2, -1),
        (24, 2, 2, -1),
        (60, 2, 2, -1),
    ],
)
def test_the_bands_of_fatigue(fatigue, parachute, landing, initiative):
    place = ground_case()
    place.career.fatigue = fatigue
    band = skills.fatigue_band(place.career, place.pack)
    assert (band.parachute, band.landing, band.initiative) == (parachute, landing, initiative)


@pytest.mark.rule("10.3")
def test_a_sortie_tires_by_one_and_one_not_flown_rests_by_two():
    place = ground_case(options=Options(fatigue=True))
    for _ in range(3):
        place.flew()
        place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert place.career.fatigue == 3
    place.run(debriefing.grey_raid(place.state, place.career, place.table))
    assert place.career.fatigue == 1
    place.run(debriefing.stood_down(place.state, place.career, place.table))
    assert place.career.fatigue == 0
    assert [line.fatigue for line in place.career.log] == [1, 2, 3, 1, 0]


@pytest.mark.rule("10.3")
def test_without_the_option_nobody_tires():
    place = ground_case()
    place.flew()
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert place.career.fatigue == 0


@pytest.mark.rule("10.3")
def test_leave_is_two_sorties_once_and_clears_the_head():
    place = ground_case(options=Options(fatigue=True))
    place.career.fatigue = 20
    place.flew()
    place.run(debriefing.after_sortie(place.state, place.career, place.table), "leave", "done")
    assert "leave" not in place.offered
    lines = 0
    while debriefing.is_away(place.career):
        place.run(debriefing.missed_sortie(place.state, place.career, place.table))
        lines += 1
    assert (lines, place.career.fatigue) == (2, 0)
    assert [line.cause for line in place.career.log[1:]] == ["leave", "leave"]
    place.flew()
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert "leave" not in place.offered


@pytest.mark.rule("10.3")
def test_no_leave_from_a_sickbed_nor_without_the_option():
    place = ground_case(options=Options(fatigue=True))
    place.flew(pilot_wound=1)
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert "leave" not in place.offered
    place = ground_case()
    place.flew()
    place.run(debriefing.after_sortie(place.state, place.career, place.table))
    assert "leave" not in place.offered
