"""The tabletop log: the same log for a game on a real table. [4.3.2, 6.1]"""

import random

import msgspec
import pytest

from engine.interceptor.rules import tabletop
from engine.interceptor.rules.career import debriefing
from engine.interceptor.rules.tabletop import Fight, TabletopSheet
from engine.interceptor.state import Crewman, Options
from engine.kernel.snapshot import snapshot
from engine.kernel.table import with_faces
from tests.engine.interceptor.ground_case import bomber, charts, fighter, ground_case


def codes(place, **fields) -> list[str]:
    fields.setdefault("target", "Lorient")
    return [
        fault.code for fault in tabletop.check_sheet(TabletopSheet(**fields), place.state, place.career, place.pack)
    ]


def test_a_quiet_sortie_has_no_faults():
    assert codes(ground_case()) == []
    assert codes(ground_case(), flown=False, target="", landing="") == []


MET = {"fights": [Fight("B-17")]}
SINGLE_SEATER = {"aircraft": "Fw190A-4"}
EVENTS = sorted(row.event for _, row in charts().career.random_events.rows.rows)
MAY_TARGETS = sorted({row.target for _, row in charts().raids[2].rows.rows})


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"target": "Ulm"}, ("target", "target-unknown", "6.1", {"target": "Ulm", "targets": MAY_TARGETS})),
        ({"fights": [Fight("Lancaster")]}, ("fights[0].enemy", "enemy-unknown", "7.1.2", {"enemy": "Lancaster"})),
        ({"fights": [Fight("B-17G")]}, ("fights[0].enemy", "not-this-month", "7.1.2", {"enemy": "B-17G", "month": 2})),
        ({"fights": [Fight("P-51")]}, ("fights[0].enemy", "not-this-month", "7.2.1", {"enemy": "P-51", "month": 2})),
        ({"fights": [Fight("B-17", "destroyed")]}, ("fights[0].by", "whose-victory", "7.4.3", {"enemy": "B-17"})),
        (
            {"fights": [Fight("B-17", "damaged", "pilot")]},
            ("fights[0].by", "no-victory", "7.4.3", {"enemy": "B-17", "result": "damaged"}),
        ),
        (
            {"fights": [Fight("P-47"), Fight("P-47", "destroyed", "gunner")]},
            ("fights[1].by", "no-gunner", "7.2.2.4", SINGLE_SEATER),
        ),
        ({"fights": [Fight("B-17")] * 31}, ("fights", "too-many", "7.1.1", {"most": 30, "got": 31})),
        (MET | {"hits": 26}, ("hits", "too-many-hits", "7.4", {"most": 25, "got": 26} | SINGLE_SEATER)),
        (MET | {"end": "forced"}, ("hits", "forced-unhurt", "7.4.5", None)),
        ({"landing": ""}, ("landing", "landing-missing", "7.4.4", None)),
        (MET | {"end": "bailed"}, ("landing", "landing-in-the-air", "7.6", {"end": "bailed"})),
        (MET | {"end": "killed", "landing": ""}, ("pilot_wound", "killed-unhurt", "5.1.3", None)),
        ({"landing": "rough"}, ("pilot_wound", "landing-hurts", "7.4.6", {"landing": "rough"})),
        ({"landing": "killed", "pilot_wound": "LW"}, ("pilot_wound", "landing-kills", "7.4.6", None)),
        (MET | {"pilot_wound": "KIA"}, ("landing", "the-dead-do-not-land", "7.4.8", {"landing": "safe"})),
        ({"gunner_wound": "LW"}, ("gunner_wound", "no-gunner", "7.4.7", SINGLE_SEATER)),
        ({"events": ["rain"]}, ("events[0]", "event-unknown", "7.10", {"event": "rain", "events": EVENTS})),
        ({"events": ["eyewitness", "straggler"]}, ("events", "one-event", "7.10", {"got": 2})),
        ({"wingman": "absent"}, ("wingman", "wingman-absent", "7.10", None)),
        ({"used": ["eyewitness"]}, ("used[0]", "marker-not-held", "7.10", {"marker": "eyewitness"})),
        (
            {"rolls": {"combat": [3]}},
            ("rolls.combat", "dice-unknown", "6.1", {"stream": "combat", "streams": sorted(tabletop.DICE)}),
        ),
        ({"rolls": {"award": [6, 7]}}, ("rolls.award", "face-too-high", "6.1", {"sides": 6, "got": 7})),
        ({"flown": False, "hits": 2}, ("flown", "not-flown", "4.6.3", None)),
        ({"hits": 1}, ("hits", "no-enemy", "7.4.1", None)),
        ({"hits": 2, "events": ["engine-trouble"]}, ("hits", "no-enemy", "7.4.1", None)),
        ({"end": "bailed", "landing": ""}, ("end", "no-enemy", "7.4.1", None)),
        ({"end": "killed", "landing": "", "pilot_wound": "KIA"}, ("end", "no-enemy", "7.4.1", None)),
        ({"pilot_wound": "LW"}, ("pilot_wound", "no-enemy", "7.4.7", None)),
    ],
)
def test_what_cannot_have_happened_is_refused_with_field_code_and_rule(fields, fault):
    place = ground_case()
    sheet = TabletopSheet(**({"target": "Lorient"} | fields))
    found = tabletop.check_sheet(sheet, place.state, place.career, place.pack)
    assert [(one.field, one.code, one.rule, one.facts) for one in found] == [fault]


def test_as_many_hits_and_enemies_as_can_be():
    assert codes(ground_case(), **MET, hits=25) == []
    assert codes(ground_case(), fights=[Fight("B-17")] * 30) == []
    assert codes(ground_case(), **MET, end="shot-down", landing="", hits=60) == []


@pytest.mark.rule("7.4.1")
@pytest.mark.rule("7.4.6")
@pytest.mark.rule("7.10")
def test_without_an_enemy_an_engine_may_fail_a_landing_may_hurt_and_an_event_may_bring_one():
    assert codes(ground_case(), hits=1, events=["engine-trouble"]) == []
    assert codes(ground_case(), landing="rough", pilot_wound="LW") == []
    assert codes(ground_case(), hits=4, pilot_wound="SW", events=["bounced"]) == []
    place = ground_case(model="Bf110G-2", unit=20, month="1943-10")
    assert codes(place, target="Emden", landing="crash", pilot_wound="SW", gunner_wound="LW") == []
    assert codes(place, target="Emden", gunner_wound="LW") == ["no-enemy"]


def test_the_dead_by_a_crash_and_the_events_marker_are_possible():
    place = ground_case()
    assert codes(place, landing="crash", pilot_wound="KIA") == []
    assert codes(place, landing="killed", pilot_wound="KIA") == []
    assert codes(place, **MET, end="shot-down", landing="", pilot_wound="KIA") == []
    assert codes(place, events=["eyewitness"], used=["eyewitness"]) == []
    assert codes(place, events=["wingman-turns-back"], wingman="absent") == []


@pytest.mark.rule("4.6.3")
def test_a_raid_out_of_range_cannot_have_been_flown():
    place = ground_case(unit=13, model="Bf109G-6")
    faults = tabletop.check_sheet(TabletopSheet(target="Lorient"), place.state, place.career, place.pack)
    assert [(fault.field, fault.code, fault.rule) for fault in faults] == [("target", "out-of-range", "4.6.3")]
    assert faults[0].facts == {"target": "Lorient", "zone": "France", "base": "Jever"}
    assert codes(place, flown=False, landing="") == []


def test_a_gunner_shoots_at_fighters_and_is_hurt_with_the_pilot():
    place = ground_case(model="Bf110G-2", unit=20, month="1943-10")
    assert codes(place, target="Emden", fights=[Fight("P-47", "destroyed", "gunner")]) == []
    assert codes(place, target="Emden", fights=[Fight("B-17", "destroyed", "gunner")]) == ["gunner-against-bomber"]
    for fields, fault in (
        ({"landing": "rough", "pilot_wound": "LW"}, ("gunner_wound", "landing-hurts", "7.4.6", {"landing": "rough"})),
        ({"landing": "killed", "pilot_wound": "KIA"}, ("gunner_wound", "landing-kills", "7.4.6", None)),
    ):
        found = tabletop.check_sheet(TabletopSheet(target="Emden", **fields), place.state, place.career, place.pack)
        assert [(one.field, one.code, one.rule, one.facts) for one in found] == [fault]


@pytest.mark.rule("4.3.2")
@pytest.mark.rule("6.1")
def test_the_sheet_and_the_sortie_leave_the_same_books():
    here = ground_case(("wound", 2), ("wound", 3))
    here.career.plane.hits = 4
    here.flew(bomber(), fighter("wingman"), pilot_wound=2, weather="bad")
    here.run(debriefing.after_sortie(here.state, here.career, here.table))
    sheet = TabletopSheet(
        target="Lorient",
        weather="bad",
        fights=[Fight("B-17", "destroyed", "pilot"), Fight("P-47", "destroyed", "wingman")],
        hits=4,
        pilot_wound="SW",
        rolls={"wound": [2, 3]},
    )
    there = ground_case()
    there.run(tabletop.debrief_sheet(there.state, there.career, sheet, with_faces(there.table, sheet.rolls)))
    here.state.raid = there.state.raid
    assert snapshot(here.state) == snapshot(there.state)


@pytest.mark.rule("4.3.2")
@pytest.mark.rule("7.4.2")
@pytest.mark.parametrize(("hits", "away", "written_off"), [(3, 0, 0), (4, 1, 0), (6, 0, 1)])
def test_the_hits_of_a_sheet_are_counted_already_by_either_reading(hits, away, written_off):
    place = ground_case(options=Options(repair_by="systems"))
    place.state.dice = "tabletop"
    sheet = TabletopSheet(target="Lorient", hits=hits)
    place.run(tabletop.debrief_sheet(place.state, place.career, sheet, place.table))
    assert sum(absence.lines for absence in place.career.absences) == away
    assert len(place.told("aircraft.written-off")) == written_off


def test_dice_not_on_the_sheet_are_thrown_here():
    place = ground_case(("wound", 6))
    sheet = TabletopSheet(target="Lorient", pilot_wound="SW", rolls={"wound": [6]})
    place.run(tabletop.debrief_sheet(place.state, place.career, sheet, with_faces(place.table, sheet.rolls)))
    assert place.career.absences[0].lines == 24


def test_a_death_on_the_sheet_ends_the_career():
    for fields, death in (
        ({"end": "killed", "landing": ""}, "air"),
        ({"end": "shot-down", "landing": ""}, "parachute"),
        ({"landing": "killed"}, "landing"),
    ):
        place = ground_case()
        sheet = TabletopSheet(target="Lorient", pilot_wound="KIA", **fields)
        place.run(tabletop.debrief_sheet(place.state, place.career, sheet, place.table))
        assert (place.career.alive, place.career.death) == (False, death)


@pytest.mark.rule("7.10")
def test_markers_are_kept_and_used_and_prestige_is_won():
    place = ground_case()
    place.run(
        tabletop.debrief_sheet(
            place.state, place.career, TabletopSheet(target="Lorient", events=["mine-shells"]), place.table
        )
    )
    assert place.career.markers == ["mine-shells"]
    sheet = TabletopSheet(target="Lorient", events=["mentioned"], used=["mine-shells"])
    place.run(tabletop.debrief_sheet(place.state, place.career, sheet, place.table))
    assert place.career.markers == [] and place.career.points == 1


@pytest.mark.rule("7.2.3")
def test_the_wingman_of_the_sheet():
    place = ground_case()
    place.career.wingman = Crewman("wingman", 3, skills=["aim"])
    place.run(
        tabletop.debrief_sheet(place.state, place.career, TabletopSheet(target="Lorient", wingman="lost"), place.table)
    )
    assert place.career.wingman == Crewman("wingman", 1)


@pytest.mark.rule("4.6.3")
def test_a_line_not_flown_is_grey_or_a_day_on_the_ground():
    place = ground_case(unit=13, model="Bf109G-6")
    place.run(
        tabletop.debrief_sheet(
            place.state, place.career, TabletopSheet(flown=False, target="Lorient", landing=""), place.table
        )
    )
    place.run(
        tabletop.debrief_sheet(
            place.state, place.career, TabletopSheet(flown=False, target="Kiel", landing=""), place.table
        )
    )
    assert [line.kind for line in place.career.log] == ["grey", "missed"]


def test_the_form_makes_up_sheets_that_it_accepts_itself():
    draw = random.Random(3).randint
    for model, unit, month in (("Fw190A-4", 5, "1943-05"), ("Bf110G-2", 20, "1943-12"), ("Bf109G-6", 21, "1943-06")):
        place = ground_case(model=model, unit=unit, month=month)
        form = tabletop.sheet_form(place.state, place.career, place.pack)
        for _ in range(200):
            sheet = form.example(lambda sides: draw(1, sides))
            assert form.check(sheet) == []
            assert msgspec.convert(msgspec.to_builtins(sheet), form.type) == sheet
