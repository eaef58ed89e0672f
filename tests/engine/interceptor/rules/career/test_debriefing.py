"""Between two sorties: log, score, repair, wounds, absences. [4.3, 5.1, 6.1, 7.4, 7.6, 7.9.2]"""

import pytest

from engine.interceptor.rules.career import debriefing
from engine.interceptor.rules.combat.damage import new_plane
from engine.interceptor.state import SERIOUS, Absence, Crewman, Options, Plane, Weapon
from engine.kernel.snapshot import snapshot
from tests.engine.interceptor.ground_case import bomber, fighter, ground_case


def debrief(place, *answers: str, more: bool = False) -> None:
    place.run(debriefing.after_sortie(place.state, place.career, place.table), *answers, more=more)


def away(place) -> list[tuple[str, int]]:
    return [(absence.cause, absence.lines) for absence in place.career.absences]


# The log and the score -----------------------------------------------------------------------------------------------


@pytest.mark.rule("4.3")
@pytest.mark.rule("4.3.2")
@pytest.mark.rule("6.1")
def test_a_sortie_becomes_a_line_of_the_log():
    place = ground_case()
    place.career.plane.hits = 2
    fights = [bomber(), bomber("", "damaged"), fighter("wingman")]
    place.flew(*fights, weather="poor", events=["cloud-bank"], pilot_wound=1)
    debrief(place)
    line = place.career.log[0]
    assert (line.month, line.line, line.kind) == (2, 2, "flown")
    assert (line.target, line.zone, line.weather, line.aircraft) == ("Lorient", "France", "poor", "Fw190A-4")
    assert (line.end, line.landing, line.hits, line.pilot_wound) == ("landed", "safe", 2, 1)
    assert line.engagements == fights and line.events == ["cloud-bank"]
    assert (line.experience, line.prestige) == (1, 2)
    assert place.career.flight is None and place.career.flights == 1


@pytest.mark.rule("7.4.3")
@pytest.mark.rule("7.2.3.3")
@pytest.mark.parametrize(("result", "counts"), [("destroyed", 1), ("crashed", 1), ("unseen", 0), ("damaged", 0)])
def test_what_counts_as_a_victory_and_for_whom(result, counts):
    place = ground_case(model="Bf110G-2", unit=20, month="1943-10")
    place.flew(
        bomber("pilot", result),
        fighter("pilot", result),
        bomber("wingman", result),
        fighter("gunner", result),
        bomber("", result),
    )
    debrief(place)
    career = place.career
    assert (career.bombers, career.fighters) == (counts, counts)
    assert (career.wingman.bombers, career.wingman.fighters) == (counts, 0)
    assert (career.gunner.bombers, career.gunner.fighters) == (0, counts)
    assert career.period_kills == 2 * counts


@pytest.mark.rule("5.2.2")
@pytest.mark.rule("5.1.3")
def test_the_dead_are_scored_and_decorated_and_nothing_else():
    place = ground_case()
    place.career.alive = False
    place.career.sorties = 3
    place.flew(bomber(), end="killed", landing="", pilot_wound=3)
    debrief(place)
    assert place.career.bombers == 1 and [award.name for award in place.career.awards] == ["ek2"]
    assert place.career.experience == 1 and not place.asked and not place.career.absences
    assert place.career.log[0].end == "killed"


def test_a_debriefing_needs_a_sortie():
    place = ground_case()
    with pytest.raises(ValueError, match="no sortie"):
        debrief(place)


# Repair --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.4.2")
@pytest.mark.rule("7.4")
@pytest.mark.parametrize(("hits", "lost"), [(0, []), (3, []), (4, [("repair", 1)]), (5, [("repair", 1)])])
def test_up_to_three_hits_are_mended_at_once_four_or_five_cost_a_sortie(hits, lost):
    place = ground_case()
    place.career.plane.hits = place.career.plane.airframe = hits
    place.career.plane.weapons[1] = Weapon(0, jammed=True)
    place.flew()
    debrief(place)
    assert away(place) == lost
    assert place.career.plane == new_plane(place.pack.models["Fw190A-4"])
    assert not place.told("aircraft.written-off")


@pytest.mark.rule("7.4.2")
def test_six_hits_write_it_off_without_losing_a_sortie():
    place = ground_case()
    place.career.plane.hits = 6
    place.flew()
    debrief(place)
    assert away(place) == []
    assert place.told("aircraft.written-off")[0]["model"] == "Fw190A-4"


@pytest.mark.rule("7.4.2")
def test_the_other_reading_counts_damaged_systems():
    plane = Plane("Bf109G-6/R4", port_wing=2, starboard_wing=1, airframe=1, engines=[1], leak=True, hits=7)
    assert debriefing.counted_hits(plane, systems=False) == 7
    assert debriefing.counted_hits(plane, systems=True) == 5
    plane = Plane("Fw190A-4/R6", controls=1, armour=1, radio=False, oxygen=False, boost=False, rear_guns=False)
    plane.rockets, plane.weapons = "damaged", [Weapon(1, broken=True), Weapon(1, jammed=True)]
    assert debriefing.counted_hits(plane, systems=True) == 8
    place = ground_case(options=Options(repair_by="systems"))
    place.career.plane.hits, place.career.plane.airframe = 6, 6
    place.flew()
    debrief(place)
    assert away(place) == []


@pytest.mark.rule("9.8")
@pytest.mark.rule("7.4.2")
@pytest.mark.parametrize(("hits", "gone"), [(5, []), (6, ["Fw190A-5/U9"])])
def test_a_one_off_that_is_past_repair_is_gone_though_its_pilot_is_in_hospital(hits, gone):
    place = ground_case(("wound", 1), ("wound", 1), model="Fw190A-5/U9", month="1943-07")
    place.career.plane.hits = hits
    place.flew(pilot_wound=SERIOUS)
    debrief(place)
    assert place.career.gone == gone
    assert away(place) == [("hospital", 2)]


@pytest.mark.rule("7.9.2")
@pytest.mark.parametrize(
    ("rank", "dice", "hits", "lost"),
    [
        (0, [("repair", 4)], 5, []),
        (0, [("repair", 3)], 4, [("repair", 1)]),
        (1, [], 5, []),
        (2, [], 4, []),
        (3, [], 4, []),
    ],
)
def test_ncos_scrounge(rank, dice, hits, lost):
    place = ground_case(*dice, track="nco")
    place.career.rank, place.career.plane.hits = rank, hits
    place.flew()
    debrief(place)
    assert away(place) == lost


@pytest.mark.rule("7.9.2")
def test_scrounging_saves_no_write_off_and_is_not_for_officers():
    place = ground_case(track="nco")
    place.career.rank, place.career.plane.hits = 1, 6
    place.flew()
    debrief(place)
    assert place.told("aircraft.written-off")
    place = ground_case()
    place.career.rank, place.career.plane.hits = 1, 4
    place.flew()
    debrief(place)
    assert away(place) == [("repair", 1)]


@pytest.mark.rule("7.4.6")
def test_a_rough_landing_costs_a_sortie_of_repairs_even_with_an_unterfeldwebel():
    place = ground_case(track="nco")
    place.career.rank = 1
    place.flew(landing="rough", pilot_wound=1)
    debrief(place)
    assert away(place) == [("wound", 1), ("repair", 1)]


@pytest.mark.rule("7.4.2")
@pytest.mark.rule("7.4.6")
@pytest.mark.parametrize("hits", [4, 5])
def test_hits_and_a_rough_landing_are_repaired_in_the_same_sortie(hits):
    place = ground_case()
    place.career.plane.hits = hits
    place.flew(landing="rough", pilot_wound=1)
    debrief(place)
    assert away(place) == [("wound", 1), ("repair", 1)]


# Wounds and other absences -------------------------------------------------------------------------------------------


@pytest.mark.rule("7.4.8")
@pytest.mark.parametrize(("dice", "lines"), [((1, 1), 2), ((3, 4), 7), ((4, 5), 10), ((6, 5), 16), ((6, 6), 24)])
def test_a_serious_wound_costs_what_the_chart_says(dice, lines):
    place = ground_case(*(("wound", die) for die in dice))
    place.flew(pilot_wound=2)
    debrief(place)
    assert away(place) == [("hospital", lines)]
    assert place.told("wound.duration")[0]["total"] == sum(dice)


@pytest.mark.rule("7.4.5")
@pytest.mark.rule("7.6")
@pytest.mark.parametrize(
    ("end", "lost", "cause"),
    [("forced", False, [("forced", 1)]), ("bailed", True, [("bail-out", 1)]), ("shot-down", True, [("bail-out", 1)])],
)
def test_forced_landings_and_jumps_cost_the_next_sortie(end, lost, cause):
    place = ground_case()
    place.career.plane.lost = lost
    place.flew(end=end, landing="safe" if end == "forced" else "")
    debrief(place)
    assert away(place) == cause
    assert not place.career.plane.lost


@pytest.mark.rule("4.3.2")
@pytest.mark.rule("7.4.8")
def test_absences_of_one_sortie_run_side_by_side_and_journeys_follow():
    place = ground_case()
    place.career.absences = [
        Absence("wound", 1),
        Absence("award", 1, parallel=False),
        Absence("repair", 1),
        Absence("hospital", 3),
        Absence("transfer", 1, parallel=False),
    ]
    causes = []
    while debriefing.is_away(place.career):
        cause, _ = debriefing.count_down(place.career)
        causes.append(cause)
    assert causes == ["hospital", "hospital", "hospital", "award", "transfer"]


@pytest.mark.rule("5.1.2")
def test_missed_lines_are_log_lines_without_a_raid():
    place = ground_case()
    place.career.absences = [Absence("repair", 1)]
    place.run(debriefing.missed_sortie(place.state, place.career, place.table))
    line = place.career.log[0]
    assert (line.kind, line.cause, line.target) == ("missed", "repair", "")
    assert place.career.flights == 0 and not debriefing.is_away(place.career)


@pytest.mark.rule("4.6.3")
def test_a_raid_out_of_range_is_no_flight_but_money_may_be_spent():
    place = ground_case()
    place.run(debriefing.grey_raid(place.state, place.career, place.table), "skill:pilot:landing")
    line = place.career.log[0]
    assert (line.kind, line.cause, line.target) == ("grey", "range", "Lorient")
    assert place.career.flights == 0 and place.career.sorties == 0
    assert place.career.skills == ["landing"]


def test_who_stays_on_the_ground_writes_down_the_raid():
    place = ground_case()
    place.run(debriefing.stood_down(place.state, place.career, place.table))
    assert (place.career.log[0].cause, place.career.log[0].zone) == ("stood-down", "France")


# The crew ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.2.3")
@pytest.mark.parametrize("status", ["damaged", "absent"])
def test_a_damaged_wingman_is_back_for_the_next_sortie(status):
    place = ground_case()
    place.career.wingman = Crewman("wingman", 3, skills=["gunnery"], status=status)
    place.flew()
    debrief(place)
    assert place.career.wingman.status == "present" and place.career.wingman.skills == ["gunnery"]


@pytest.mark.rule("7.2.3")
@pytest.mark.rule("7.2.3.3")
@pytest.mark.rule("7.9.2")
@pytest.mark.parametrize(("track", "rank", "points"), [("officer", 2, 1), ("nco", 1, 1), ("nco", 2, 4), ("nco", 3, 4)])
def test_a_lost_wingman_is_replaced(track, rank, points):
    place = ground_case(track=track)
    place.career.rank = rank
    place.career.wingman = Crewman("wingman", 5, skills=["gunnery"], status="lost")
    place.flew()
    debrief(place)
    assert place.career.wingman == Crewman("wingman", points)


def two_seater(*dice, **facts):
    place = ground_case(*dice, model="Bf110G-2", unit=20, month="1943-10", **facts)
    place.career.gunner = Crewman("gunner", 2, skills=["awareness"])
    return place


@pytest.mark.rule("7.4.7")
@pytest.mark.rule("7.4.8")
def test_a_lightly_wounded_gunner_misses_one_sortie():
    place = two_seater()
    place.flew(gunner_wound=1)
    debrief(place)
    assert place.career.gunner == Crewman("gunner", stand_in=True)
    assert place.career.old_gunner.away == 1
    place.flew()
    debrief(place)
    assert place.career.gunner.skills == ["awareness"] and place.career.old_gunner is None


@pytest.mark.rule("7.4.8")
@pytest.mark.parametrize("choice", ["old", "stand-in"])
def test_a_stand_in_who_has_learned_something_may_stay(choice):
    place = two_seater(("wound", 2), ("wound", 2))
    place.flew(gunner_wound=2)
    debrief(place)
    for _ in range(3):
        place.flew()
        debrief(place)
    place.career.gunner.skills = ["parachute"]
    place.flew()
    debrief(place, choice)
    assert place.asked[-1 if place.asked[-1].kind == "dispersal.gunner" else -2].kind == "dispersal.gunner"
    assert place.career.gunner.skills == (["awareness"] if choice == "old" else ["parachute"])
    assert place.career.old_gunner is None and not place.career.gunner.stand_in


@pytest.mark.rule("7.4.8")
def test_a_wounded_stand_in_makes_room_for_another():
    place = two_seater(("wound", 3), ("wound", 3))
    place.flew(gunner_wound=2)
    debrief(place)
    place.career.gunner.experience = 1
    place.flew(gunner_wound=3)
    debrief(place)
    assert place.career.gunner == Crewman("gunner", stand_in=True)
    assert place.career.old_gunner.away == 5


@pytest.mark.rule("7.4.8")
@pytest.mark.rule("9.6")
@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("points", "answers", "experience"), [(0, [], 0), (1, ["plain"], 0), (1, ["paid"], 2)])
def test_a_dead_gunner_is_replaced_by_a_new_one(points, answers, experience):
    place = two_seater()
    place.career.points = points
    place.flew(gunner_wound=3)
    debrief(place, *answers)
    assert place.career.gunner == Crewman("gunner", experience)


@pytest.mark.rule("7.10")
@pytest.mark.rule("8.1")
def test_an_event_of_the_sortie_may_bring_a_point():
    place = ground_case()
    place.flew(prestige=1)
    debrief(place)
    assert (place.career.points, place.career.level) == (1, 1)
    assert place.career.prestige_ledger[0].cause == "mentioned"


def test_the_same_debriefing_twice_leaves_the_same_bytes():
    left = []
    for _ in range(2):
        place = ground_case(("wound", 3), ("wound", 3))
        place.flew(bomber(), fighter("wingman"), pilot_wound=2)
        debrief(place, "skill:pilot:reflexes")
        left.append(snapshot(place.state))
    assert left[0] == left[1]
