"""Prestige, offers, upgrades, transfers, replacements. [8, 9, 4.6]"""

import pytest

from engine.interceptor.rules.career import debriefing, prestige, upgrades
from engine.interceptor.rules.combat.damage import new_plane
from engine.interceptor.state import KILLED, SERIOUS, Absence, Crewman, Options
from tests.engine.interceptor.ground_case import bomber, charts, ground_case


def with_points(place, points: int, level: int | None = None):
    place.career.points, place.career.level = points, points if level is None else level
    return place


def debrief(place, *answers: str) -> None:
    place.run(debriefing.after_sortie(place.state, place.career, place.table), *answers)


# Prestige ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.1")
@pytest.mark.rule("8.2")
def test_points_come_and_go_the_level_only_rises_and_stops_at_seven():
    place = ground_case()
    for _ in range(9):
        prestige.gain(place.state, place.career, place.table, "ek2", "7.8.2")
    assert (place.career.points, place.career.level) == (9, 7)
    prestige.pay(place.state, place.career, 4, "transfer")
    assert (place.career.points, place.career.level) == (5, 7)
    assert [entry.left for entry in place.career.prestige_ledger][-2:] == [9, 5]
    with pytest.raises(ValueError, match="costs"):
        prestige.pay(place.state, place.career, 6, "transfer")


@pytest.mark.rule("8.2")
@pytest.mark.rule("4.2.2")
def test_the_books_example_two_bombers_in_an_a4():
    place = ground_case(("r1", 6), ("r1", 6), ("r1", 1), month="1943-06")
    place.flew(bomber(), bomber())
    debrief(place)
    assert place.career.level == 2
    assert "upgrade:Fw190A-5" in place.offered
    shut = {closed.option: closed for closed in place.asked[-1].closed}
    assert shut["upgrade:Fw190A-4/R6"].reason == "level"
    assert shut["upgrade:Fw190A-4/R6"].facts["needs"] == 3


# Offers --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("4.6.4")
@pytest.mark.rule("9.2")
@pytest.mark.parametrize(("roll", "offered"), [(9, True), (10, False)])
def test_a_type_is_on_offer_when_its_number_is_not_below_the_roll(roll, offered):
    place = with_points(ground_case(("r1", 10), ("r1", roll), month="1943-04"), 1)
    place.flew()
    debrief(place)
    assert ("upgrade:Fw190A-5" in place.offered) == offered
    told = {event["series"]: event for event in place.told("aircraft.offers")}
    assert told["Fw190"]["total"] == roll


@pytest.mark.rule("8.2")
def test_at_level_seven_everything_in_service_is_on_offer_without_a_roll():
    place = with_points(ground_case(month="1943-11"), 2, 7)
    place.flew()
    debrief(place)
    offered = {order.partition(":")[2] for order in place.offered if order.startswith("upgrade:")}
    assert offered == {name for name, mat in charts().models.items() if mat.start <= place.state.month} - {"Fw190A-4"}
    assert not place.table.log.draws


def test_nothing_is_rolled_for_who_cannot_pay():
    place = ground_case()
    place.flew()
    debrief(place)
    assert not place.table.log.draws


# Buying --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("4.6.4")
@pytest.mark.rule("9.1")
@pytest.mark.rule("9.2")
def test_another_type_of_the_series_costs_a_point_and_no_time():
    place = with_points(ground_case(("r1", 1), ("r1", 1), month="1943-04"), 2)
    place.career.plane.hits = 4
    place.flew()
    debrief(place, "upgrade:Fw190A-5")
    assert (place.career.plane.model, place.career.points, place.career.level) == ("Fw190A-5", 1, 2)
    assert not place.career.absences, "the old one's repair keeps nobody waiting"
    assert place.career.plane == new_plane(place.pack.models["Fw190A-5"])


@pytest.mark.rule("9.3")
@pytest.mark.rule("4.6.4")
def test_another_series_costs_two_points_and_two_sorties():
    place = with_points(ground_case(("r1", 1), ("r1", 1), month="1943-04"), 2)
    place.flew()
    debrief(place, "upgrade:Bf109G-6")
    assert (place.career.plane.model, place.career.points) == ("Bf109G-6", 0)
    assert [(a.cause, a.lines, a.parallel) for a in place.career.absences] == [("series", 2, False)]
    assert place.career.skills == []


@pytest.mark.rule("9.3")
def test_with_one_point_another_series_stays_closed():
    place = with_points(ground_case(("r1", 1), ("r1", 1), month="1943-04"), 1)
    place.flew()
    debrief(place)
    assert "upgrade:Bf109G-6" not in place.offered and "upgrade:Fw190A-5" in place.offered
    assert {c.option: c.reason for c in place.asked[-1].closed}["upgrade:Bf109G-6"] == "points"


@pytest.mark.rule("9.3")
@pytest.mark.rule("9.6")
@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("track", "rank", "points"), [("officer", 0, 0), ("nco", 2, 4), ("nco", 1, 0)])
def test_a_two_seater_brings_a_gunner_whom_only_a_feldwebel_betters(track, rank, points):
    """He replaces nobody, so no Prestige Point buys a better one."""
    place = with_points(ground_case(*[("r1", 1)] * 4, month="1943-10", track=track), 3, 4)
    place.career.rank = rank
    place.flew()
    debrief(place, "upgrade:Me410A")
    assert place.career.gunner.experience == points
    assert place.career.points == 1


@pytest.mark.rule("9.6")
def test_a_single_seater_has_no_room_for_him():
    place = with_points(ground_case(*[("r1", 10)] * 4, month="1943-10", model="Bf110G-2", unit=20), 2)
    place.flew()
    debrief(place, "upgrade:Fw190A-4")
    assert place.career.gunner is None


@pytest.mark.rule("8.1")
def test_a_point_spares_the_repair():
    place = with_points(ground_case(), 1)
    place.career.plane.hits = 5
    place.flew()
    place.run(debriefing.after_sortie(place.state, place.career, place.table), "spare-repair", "take:Fw190A-4")
    assert not place.career.absences and place.career.points == 0
    whole = ground_case()
    with_points(whole, 1).flew()
    debrief(whole)
    assert "spare-repair" not in (whole.asked[-1].options if whole.asked else ())


@pytest.mark.rule("8.1")
def test_the_aircraft_that_saves_a_repair_is_any_of_his_series_in_service():
    place = with_points(ground_case(month="1943-07"), 1, 2)
    place.career.absences = [Absence("repair", 1)]
    place.run(upgrades.skip_repair(place.state, place.career, place.table), "take:Fw190A-5")
    assert place.career.plane.model == "Fw190A-5" and not place.career.absences
    assert place.asked[-1].rule == "8.1"
    models = [place.pack.models[order.partition(":")[2]] for order in place.asked[-1].options]
    assert {mat.series for mat in models} == {"Fw190"}
    assert not any(mat.limited or mat.level > 2 or mat.start > place.state.month for mat in models)


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("wound", "saves"), [(0, True), (1, False), (3, False)])
def test_no_point_is_taken_for_a_repair_that_his_wound_outlasts(wound, saves):
    place = with_points(ground_case(), 1)
    place.career.absences = [Absence("repair", 1), *[Absence("wound", wound)] * bool(wound)]
    assert ("spare-repair" in upgrades.orders(place.state, place.career, place.pack)) == saves


@pytest.mark.rule("8.1")
def test_by_the_former_reading_a_like_aircraft_saves_a_repair_whatever_else_keeps_him():
    place = with_points(ground_case(options=Options(spare_same_model=True)), 1, 2)
    place.career.absences = [Absence("repair", 1), Absence("wound", 3)]
    assert "spare-repair" in upgrades.orders(place.state, place.career, place.pack)
    place.run(upgrades.skip_repair(place.state, place.career, place.table))
    assert place.career.plane.model == "Fw190A-4" and not place.asked


# Another unit --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("4.6.1")
@pytest.mark.rule("4.6.2")
def test_a_transfer_in_the_series_keeps_the_aircraft_and_costs_one_sortie():
    place = with_points(ground_case(month="1943-04"), 2)
    place.flew()
    debrief(place, "transfer:12")
    career = place.career
    assert (career.unit, career.zone, career.base, career.points) == (12, "Bremen", "Husum", 0)
    assert career.plane.model == "Fw190A-4"
    assert [(a.cause, a.lines) for a in career.absences] == [("transfer", 1)]


@pytest.mark.rule("4.6.1")
def test_a_transfer_to_another_series_includes_the_aircraft_and_costs_three_sorties():
    place = with_points(ground_case(("r1", 1), ("r1", 1), month="1943-04"), 2)
    place.flew()
    debrief(place, "transfer:18:Bf109G-4")
    assert place.career.plane.model == "Bf109G-4"
    missed = 0
    while debriefing.is_away(place.career):
        place.run(debriefing.missed_sortie(place.state, place.career, place.table))
        missed += 1
    assert missed == 3
    assert [line.cause for line in place.career.log[1:]] == ["transfer", "series", "series"]


@pytest.mark.rule("4.6.1")
def test_only_units_whose_month_has_come_and_types_he_may_fly():
    place = with_points(ground_case(month="1943-04", options=Options(transfer_by="service")), 2)
    lines = {order.split(":")[1] for order in upgrades.transfers(place.state, place.career, place.pack)}
    assert "9" not in lines and "5" not in lines and "1" in lines
    types = {
        order for order in upgrades.transfers(place.state, place.career, place.pack) if order.startswith("transfer:18")
    }
    levels = {place.pack.models[order.split(":")[2]].level for order in types}
    assert max(levels) <= 2 and "transfer:18:Bf109G-4" in types
    assert not list(upgrades.transfers(place.state, with_points(ground_case(), 1).career, place.pack))


@pytest.mark.rule("4.6.1")
@pytest.mark.rule("4.6.4")
def test_the_aircraft_of_another_series_must_be_on_offer():
    """One-off types came with a transfer that no roll had offered."""
    place = with_points(ground_case(("r1", 10), ("r1", 10), month="1943-11", model="Bf109G-6", unit=18), 2, 6)
    place.career.offers = ["Fw190A-5", "Bf109G-6/R6"]
    lines = [order.split(":") for order in upgrades.transfers(place.state, place.career, place.pack)]
    assert {parts[2] for parts in lines if len(parts) == 3} == {"Fw190A-5"}
    assert [parts for parts in lines if len(parts) == 2], "units that fly his own series stay open"
    place.state.options.transfer_by = "service"
    lines = [order.split(":") for order in upgrades.transfers(place.state, place.career, place.pack)]
    assert {"Fw190A-5/U9", "Fw190A-6"} <= {parts[2] for parts in lines if len(parts) == 3}


@pytest.mark.rule("4.6.1")
@pytest.mark.rule("7.9.1")
@pytest.mark.parametrize(("reading", "rolls"), [("roll", 2), ("service", 0)])
def test_what_is_on_offer_is_rolled_for_a_free_reassignment_too(reading, rolls):
    place = ground_case(("r1", 1), ("r1", 1), month="1943-04", options=Options(transfer_by=reading))
    place.career.free_transfers = 1
    upgrades.check_offers(place.state, place.career, place.table)
    assert len(place.table.log.draws) == rolls == 2 * bool(place.career.offers)


@pytest.mark.rule("7.9.1")
def test_a_ranks_free_reassignment_costs_no_points_but_the_time():
    place = ground_case(("r1", 10), ("r1", 10), ("r1", 10), month="1943-07")
    place.career.free_transfers = 1
    place.flew()
    debrief(place, "transfer:6")
    assert (place.career.points, place.career.free_transfers) == (0, 0)
    assert [a.cause for a in place.career.absences] == ["transfer"]


# Replacing a loss -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("9.5")
def test_a_lost_aircraft_is_replaced_free_by_any_in_service_the_books_g6_r6_without_a_roll():
    place = with_points(ground_case(month="1943-09", model="Bf109G-2", unit=8), 0, 3)
    place.career.plane.lost = True
    place.flew(end="shot-down", landing="")
    debrief(place, "take:Bf109G-6/R6")
    assert place.career.plane.model == "Bf109G-6/R6" and not place.table.log.draws
    models = [place.pack.models[order.partition(":")[2]] for order in place.asked[0].options]
    assert {mat.series for mat in models} == {"Bf109"}
    assert max(mat.level for mat in models) == 3 and not any(mat.limited for mat in models)


BY_ROLL = Options(loss_by_roll=True)


@pytest.mark.rule("9.5")
def test_a_lost_aircraft_is_replaced_free_by_one_as_common():
    place = with_points(ground_case(("r1", 10), month="1943-09", model="Bf109G-2", unit=8, options=BY_ROLL), 0, 3)
    place.career.plane.lost = True
    place.flew(end="shot-down", landing="")
    debrief(place, "take:Bf109G-4")
    assert set(place.asked[0].options) == {"take:Bf109G-1", "take:Bf109G-2", "take:Bf109G-4"}
    assert place.career.plane.model == "Bf109G-4" and place.career.points == 0


@pytest.mark.rule("9.5")
def test_one_roll_opens_the_scarcer_types_the_books_g6_r6_among_them():
    place = with_points(ground_case(("r1", 7), month="1943-09", model="Bf109G-2", unit=8, options=BY_ROLL), 0, 3)
    place.career.plane.lost = True
    place.flew(end="shot-down", landing="")
    debrief(place, "take:Bf109G-6/R6")
    offered = place.asked[0].options
    assert "take:Bf109G-6" in offered and "take:Bf109G-6/R4" not in offered
    assert place.career.plane.model == "Bf109G-6/R6"


@pytest.mark.rule("8.2")
@pytest.mark.rule("9.5")
def test_at_level_seven_no_roll_bounds_what_replaces_a_loss():
    place = with_points(ground_case(month="1943-09", model="Bf109G-2", unit=8, options=BY_ROLL), 0, 7)
    place.career.plane.lost = True
    place.flew(end="shot-down", landing="")
    debrief(place, "take:Bf109G-6/R4")
    assert {"take:Bf109G-6", "take:Bf109G-6/R6"} <= set(place.asked[0].options)
    assert place.career.plane.model == "Bf109G-6/R4" and not place.table.log.draws


@pytest.mark.rule("9.5")
@pytest.mark.rule("9.7")
def test_the_level_bounds_the_free_choice_and_the_waiver_does_not():
    place = ground_case(("r1", 1), month="1943-10", model="Me410A", unit=11)
    place.career.waived = ["Me410A"]
    assert prestige.may_fly(place.state, place.career, "Me410A", place.pack)
    assert not prestige.may_fly(place.state, place.career, "Bf110G-2", place.pack)
    place.career.plane.lost = True
    place.flew(end="bailed", landing="")
    place.table.dice.lines.clear()
    debrief(place)
    assert place.career.plane.model == "Me410A" and not place.career.plane.lost


@pytest.mark.rule("9.8")
@pytest.mark.parametrize("loss", ["shot down", "written off"])
def test_a_one_off_type_is_gone_for_good(loss):
    place = with_points(ground_case(*[("r1", 1)] * 4, month="1943-12", model="Fw190A-5/U9"), 3, 7)
    place.table.dice.lines.clear()
    if loss == "shot down":
        place.career.plane.lost = True
        place.flew(end="shot-down", landing="")
        debrief(place, "take:Fw190A-4")
        assert "take:Fw190A-5/U9" not in place.asked[0].options
        assert not any("/U" in order or order.endswith("6/R2") for order in place.asked[0].options)
    else:
        place.career.plane.hits = 6
        place.flew()
        debrief(place)
        assert place.career.plane.model == "Fw190A-4", "the commonest type of the series"
    assert place.career.gone == ["Fw190A-5/U9"]
    assert "upgrade:Fw190A-5/U9" not in place.offered and "upgrade:Fw190A-5/U11" in place.offered


@pytest.mark.rule("9.8")
def test_the_four_one_off_types():
    limited = {name for name, mat in charts().models.items() if mat.limited}
    assert limited == {"Fw190A-5/U9", "Fw190A-5/U11", "Fw190A-5/U12", "Fw190A-6/R2"}


@pytest.mark.rule("9.1")
def test_the_four_series():
    series = [mat.series for mat in charts().models.values()]
    assert {name: series.count(name) for name in series} == {"Bf109": 11, "Fw190": 13, "Bf110": 4, "Me410": 2}


@pytest.mark.rule("9.4")
def test_out_of_hospital_a_new_aircraft_and_a_new_gunner():
    place = ground_case(("wound", 1), ("wound", 1), month="1943-10", model="Bf110G-2", unit=20)
    place.career.waived = ["Bf110G-2"]
    place.career.gunner = Crewman("gunner", skills=["gunnery"])
    place.flew(pilot_wound=2)
    debrief(place)
    place.run(debriefing.missed_sortie(place.state, place.career, place.table))
    assert place.career.gunner.skills == ["gunnery"], "not yet released"
    place.run(debriefing.missed_sortie(place.state, place.career, place.table), "new", "plain")
    assert not debriefing.is_away(place.career)
    assert place.career.gunner.skills == [] and place.career.gunner.experience == 0
    assert place.career.plane == new_plane(place.pack.models["Bf110G-2"])


@pytest.mark.rule("9.4")
@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("order", "experience", "left"), [("paid", 2, 0), ("plain", 0, 1)])
def test_a_gunner_killed_beside_a_wounded_pilot_is_replaced_once_at_the_release(order, experience, left):
    place = with_points(ground_case(("wound", 1), ("wound", 1), month="1943-10", model="Bf110G-2", unit=20), 0, 2)
    # The Wound Badge brings the point that is there at the release.
    place.flew(pilot_wound=SERIOUS, gunner_wound=KILLED)
    debrief(place)
    place.run(debriefing.missed_sortie(place.state, place.career, place.table))
    assert place.career.gunner is None
    released = debriefing.missed_sortie(place.state, place.career, place.table)
    place.run(released, order, "take:Bf110G-2")
    assert place.career.gunner == Crewman("gunner", experience) and place.career.points == left
    asked = [asked.kind for asked in place.asked if asked.kind != "dispersal.spend"]
    assert asked == ["dispersal.crewman", "dispersal.aircraft"]


@pytest.mark.rule("9.4")
@pytest.mark.rule("7.9.2")
def test_a_point_brings_the_old_gunner_back_and_a_feldwebel_finds_a_good_one():
    place = with_points(ground_case(month="1943-10", model="Bf110G-2", unit=20), 1, 2)
    place.career.gunner = Crewman("gunner", skills=["gunnery"])
    place.run(debriefing.crew.recall_gunner(place.state, place.career, place.table), "recall")
    assert place.career.gunner.skills == ["gunnery"] and place.career.points == 0
    place = ground_case(month="1943-10", model="Bf110G-2", unit=20, track="nco")
    place.career.rank = 2
    place.run(debriefing.crew.recall_gunner(place.state, place.career, place.table))
    assert place.career.gunner.experience == 4


@pytest.mark.rule("9.4")
@pytest.mark.rule("7.4.8")
def test_a_gunner_called_back_from_hospital_comes_when_he_is_well():
    place = with_points(ground_case(month="1943-10", model="Bf110G-2", unit=20), 1, 2)
    career = place.career
    career.old_gunner = Crewman("gunner", skills=["gunnery"], wound=SERIOUS, away=2)
    career.gunner = Crewman("gunner", stand_in=True)
    place.run(debriefing.crew.recall_gunner(place.state, career, place.table), "recall")
    assert career.points == 0 and career.gunner.stand_in
    for skills in ([], ["gunnery"]):
        place.run(debriefing.crew.gunner_heals(place.state, career, place.table))
        assert career.gunner.skills == skills
    assert career.old_gunner is None and career.gunner.wound == 0


@pytest.mark.rule("9.4")
def test_the_new_aircraft_is_chosen_at_the_release_not_before():
    place = with_points(ground_case(("wound", 1), ("wound", 2), *[("r1", 10)] * 3, month="1943-06", line=6), 0, 3)
    place.flew(pilot_wound=2, end="landed")
    place.run(debriefing.after_sortie(place.state, place.career, place.table), more=True)
    for _ in range(2):
        place.run(debriefing.missed_sortie(place.state, place.career, place.table), more=True)
    place.state.month += 1
    place.run(debriefing.missed_sortie(place.state, place.career, place.table), "take:Fw190A-6")
    assert place.career.plane.model == "Fw190A-6"
    assert place.asked[-1].rule == "9.4"


@pytest.mark.rule("10.2.2")
def test_staiger_may_fly_the_thirty_millimetre_type():
    place = ground_case(month="1943-08", model="Bf109G-4", unit=17)
    assert not prestige.may_fly(place.state, place.career, "Bf109G-6 (30mm)", place.pack)
    place.career.ace = "Hermann Staiger"
    assert prestige.may_fly(place.state, place.career, "Bf109G-6 (30mm)", place.pack)
    place.state.month -= 1
    assert not prestige.may_fly(place.state, place.career, "Bf109G-6 (30mm)", place.pack)


@pytest.mark.rule("9.8")
def test_what_is_gone_no_level_and_no_waiver_brings_back():
    place = with_points(ground_case(), 0, level=7)
    place.career.waived = ["Fw190A-5/U9"]
    assert prestige.may_fly(place.state, place.career, "Fw190A-5/U9", place.pack)
    place.career.gone = ["Fw190A-5/U9"]
    assert not prestige.may_fly(place.state, place.career, "Fw190A-5/U9", place.pack)


@pytest.mark.rule("9.5")
def test_a_type_above_his_level_is_replaced_by_its_like():
    place = with_points(ground_case(month="1943-10", model="Fw190A-5"), 0, 0)
    assert not prestige.may_fly(place.state, place.career, "Fw190A-5", place.pack)
    assert upgrades.free_choice(place.state, place.career, place.table) == ["Fw190A-5", "Fw190A-4"]
