"""Coming home: landing [7.4.4 to 7.4.6], weather [7.5], parachutes [7.6]."""

from __future__ import annotations

import pytest

from engine.interceptor.rules.combat.damage import must_leave
from engine.interceptor.rules.landing import bail_out, come_home, jump, land, landing_mods, parachute_mods
from engine.interceptor.state import KILLED, LIGHT, SERIOUS, SOUND, Options
from tests.engine.interceptor.flight_case import FlightCase, d


def touch_down(pilot: FlightCase, *dice: int, wounds: tuple[int, ...] = ()) -> str:
    # A pilot who has to go home is asked whether he would rather jump.
    pilot.run(come_home, [d("landing", *dice), d("combat", *wounds)], *["land"] * must_leave(pilot.career))
    return pilot.flight.landing


@pytest.mark.rule("7.4.4")
@pytest.mark.rule("7.4.6")
@pytest.mark.parametrize(
    ("extra", "dice", "result"),
    [
        (0, (5, 6), "safe"),
        (0, (6, 6), "rough"),
        (1, (6, 6), "rough"),
        (2, (6, 6), "crash"),
        (3, (6, 6), "crash"),
        (4, (6, 6), "killed"),
    ],
)
def test_the_landing_chart(extra, dice, result):
    pilot = FlightCase()
    # Poor weather is worth one, bad weather two, damaged controls one, a wound one.
    pilot.flight.weather = ("good", "poor", "bad", "bad", "bad")[extra]
    pilot.plane.controls = int(extra >= 3)
    pilot.flight.pilot_wound = SERIOUS if extra == 4 else SOUND
    assert touch_down(pilot, *dice, wounds=(1,) if result == "crash" else ()) == result
    assert pilot.flight.end == "landed"
    assert pilot.plane.lost is (result in ("crash", "killed"))


@pytest.mark.rule("7.4.6")
def test_a_rough_landing_wounds_everybody_lightly():
    pilot = FlightCase("Bf110G-2")
    assert touch_down(pilot, 6, 6) == "rough"
    assert (pilot.flight.pilot_wound, pilot.flight.gunner_wound) == (LIGHT, LIGHT)


@pytest.mark.rule("7.4.6")
def test_a_crash_rolls_for_each_and_may_kill():
    pilot = FlightCase("Bf110G-2")
    pilot.flight.weather = "bad"
    assert touch_down(pilot, 6, 6, wounds=(6, 2)) == "crash"
    assert (pilot.flight.pilot_wound, pilot.flight.gunner_wound, pilot.flight.death) == (KILLED, LIGHT, "landing")


@pytest.mark.rule("7.4.6")
def test_sixteen_kills_all():
    pilot = FlightCase("Bf110G-2")
    pilot.flight.weather, pilot.plane.controls, pilot.plane.engines = "bad", 1, [1, 0]
    assert touch_down(pilot, 6, 6) == "killed"
    assert (pilot.flight.pilot_wound, pilot.flight.gunner_wound, pilot.flight.death) == (KILLED, KILLED, "landing")


@pytest.mark.rule("7.4.4")
@pytest.mark.rule("7.4.8")
@pytest.mark.rule("7.5")
@pytest.mark.rule("7.7")
def test_modifiers_of_the_landing():
    pilot = FlightCase("Bf110G-2", skills=("landing",))
    pilot.plane.engines, pilot.plane.controls = [1, 2], 2
    pilot.flight.pilot_wound, pilot.flight.weather = SERIOUS, "bad"
    mods = {mod.reason: mod.value for mod in landing_mods(pilot.state, pilot.career, pilot.pack, True)}
    assert mods == {
        "engine-damaged": 1,
        "engine-out": 2,
        "controls": 1,
        "serious-wound": 1,
        "forced": 1,
        "weather-bad": 2,
        "landing-skill": -1,
    }
    whole = FlightCase()
    whole.plane.port_wing = whole.plane.airframe = 3
    whole.flight.pilot_wound = LIGHT
    assert landing_mods(whole.state, whole.career, whole.pack, False) == []


@pytest.mark.rule("7.4.5")
def test_a_dead_engine_counts_as_a_damaged_one_beside_the_forced_landing():
    pilot = FlightCase("Bf109G-6")
    pilot.plane.engines = [2]
    mods = {mod.reason: mod.value for mod in landing_mods(pilot.state, pilot.career, pilot.pack, True)}
    assert mods == {"engine-damaged": 1, "forced": 1}


@pytest.mark.rule("10.3")
@pytest.mark.parametrize(
    ("fatigue", "landing", "parachute"), [(5, 0, 0), (6, 0, 1), (12, 1, 1), (18, 2, 1), (24, 2, 2)]
)
def test_fatigue_on_landing_and_under_the_parachute(fatigue, landing, parachute):
    pilot = FlightCase("Bf110G-2", options=Options(fatigue=True))
    pilot.career.fatigue = fatigue
    assert sum(mod.value for mod in landing_mods(pilot.state, pilot.career, pilot.pack, False)) == landing
    table = pilot.table(d("parachute", 1, 1, 1, 1))
    jump(pilot.career, table, "pilot", pilot.state)
    jump(pilot.career, table, "gunner", pilot.state)
    pilot_event, gunner_event = (event for event in table.log.events if event.kind == "parachute.rolled")
    assert sum(mod.value for mod in pilot_event.mods) == parachute
    assert not gunner_event.mods


@pytest.mark.rule("7.4.5")
@pytest.mark.parametrize("trouble", ["leak", "engine"])
def test_a_leak_or_a_dead_engine_force_him_down(trouble):
    for order, end in (("land", "forced"), ("bail-out", "bailed")):
        pilot = FlightCase("Bf109G-6")
        if trouble == "leak":
            pilot.plane.leak = True
        else:
            pilot.plane.engines = [2]
        script = [d("landing", 3, 3)] if order == "land" else [d("parachute", 3, 3)]
        pilot.run(come_home, script, order)
        assert pilot.flight.end == end
        if order == "land":
            assert pilot.mods("landing.rolled")["forced"] == 1
        assert pilot.plane.lost is (order == "bail-out")


@pytest.mark.rule("7.4.5")
def test_the_other_reading_of_a_leak_lands_normally():
    pilot = FlightCase(options=Options(leak_forces_landing=False))
    pilot.plane.leak = True
    assert touch_down(pilot, 3, 3) == "safe"
    assert pilot.mods("landing.rolled") == {}


@pytest.mark.rule("7.4.2")
def test_no_oxygen_lands_normally():
    pilot = FlightCase()
    pilot.plane.oxygen = False
    assert touch_down(pilot, 3, 3) == "safe"
    assert pilot.flight.end == "landed"


@pytest.mark.rule("7.4.1")
@pytest.mark.parametrize("trouble", ["oxygen", "wound", "engine"])
def test_whoever_is_sent_home_may_jump_after_the_last_round(trouble):
    for order, end in (("land", "landed"), ("bail-out", "bailed")):
        pilot = FlightCase("Bf110G-2" if trouble == "engine" else "Fw190A-4")
        pilot.plane.oxygen = trouble != "oxygen"
        if trouble == "wound":
            pilot.flight.pilot_wound = SERIOUS
        if trouble == "engine":
            pilot.plane.engines, pilot.flight.escaping = [2, 0], "engine"
        crew = 4 if trouble == "engine" else 2
        script = [d("landing", 3, 3)] if order == "land" else [d("parachute", *[3] * crew)]
        pilot.run(come_home, script, order)
        assert (pilot.flight.end, pilot.asked[0].kind, pilot.asked[0].rule) == (end, "landing.hurt", "7.4.1")
        assert "forced" not in [reason for _, reason, _ in pilot.asked[0].question.landing]


@pytest.mark.rule("7.6")
@pytest.mark.parametrize(("dice", "result"), [((3, 6), "safe"), ((4, 6), "injured"), ((5, 6), "killed")])
def test_the_parachute_chart(dice, result):
    pilot = FlightCase()
    script = [d("parachute", *dice), d("combat", *([2] if result == "injured" else []))]
    pilot.run(leave, script)
    assert pilot.told("parachute.rolled")[0]["result"] == result
    assert pilot.flight.pilot_wound == {"safe": SOUND, "injured": LIGHT, "killed": KILLED}[result]
    assert pilot.flight.death == ("parachute" if result == "killed" else "")
    assert pilot.plane.lost and pilot.flight.end == "bailed"


def leave(state, career, table):
    return bail_out(career, table, state)


@pytest.mark.rule("7.6")
@pytest.mark.rule("7.7")
def test_each_jumps_on_a_roll_of_his_own():
    pilot = FlightCase("Bf110G-2", skills=("parachute",))
    pilot.flight.gunner_wound = SERIOUS
    pilot.run(leave, [d("parachute", 4, 6, 5, 5)])
    assert pilot.flight.pilot_wound == SOUND and pilot.flight.gunner_wound == KILLED
    pilot = FlightCase("Bf110G-2")
    pilot.career.gunner.skills.append("parachute")
    pilot.run(leave, [d("parachute", 3, 6, 4, 6)])
    assert pilot.flight.gunner_wound == SOUND


@pytest.mark.rule("7.6")
def test_a_dead_gunner_does_not_jump():
    pilot = FlightCase("Bf110G-2")
    pilot.flight.gunner_wound = KILLED
    pilot.run(leave, [d("parachute", 3, 3)])


@pytest.mark.rule("10.2.2")
def test_a_practised_jumper():
    pilot = FlightCase()
    pilot.career.ace = "Georg-Peter Eder"
    pilot.run(leave, [d("parachute", 4, 6)])
    assert pilot.flight.pilot_wound == SOUND


@pytest.mark.rule("10.2.2")
def test_a_practised_jumper_does_nothing_for_his_gunner():
    pilot = FlightCase("Bf110G-2")
    pilot.career.ace = "Georg-Peter Eder"
    reasons = {
        who: {mod.reason for mod in parachute_mods(pilot.career, pilot.pack, who, pilot.state)}
        for who in ("pilot", "gunner")
    }
    assert reasons == {"pilot": {"practised-jumper"}, "gunner": set()}


@pytest.mark.rule("7.4.6")
def test_a_wound_on_landing_adds_to_one_of_the_fight():
    pilot = FlightCase()
    pilot.flight.pilot_wound = LIGHT
    table = pilot.table(d("landing", 6, 6))
    land(pilot.state, pilot.career, table, False)
    assert pilot.flight.pilot_wound == SERIOUS
