"""Game set-up [4] and the refusals of a set-up that the rules do not allow."""

from __future__ import annotations

import pytest

from engine.interceptor.game import TITLE
from engine.interceptor.setup import faults, set_up
from engine.interceptor.state import MONTHS, PilotSetup, Setup
from engine.kernel.decisions import BadForm
from engine.kernel.dice import ScriptedDice
from engine.kernel.table import RecordingTable
from tests.engine.interceptor.flight_case import charts, d


def begin(*pilots: PilotSetup, script: list | None = None, orders: tuple[str, ...] = (), play: str = "solitaire"):
    state = TITLE.start(Setup(list(pilots) or [PilotSetup()], play), charts())
    table = RecordingTable(ScriptedDice(script or []), charts())
    flow, left, answer, asked = set_up(state, table), list(orders), None, []
    try:
        while True:
            decision = flow.send(answer)
            asked.append(decision)
            answer = left.pop(0) if left else "done"
            assert answer in decision.options, (answer, decision.options)
    except StopIteration:
        pass
    assert not left
    table.dice.finish()
    return state, asked


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(
    ("line", "unit", "zone", "month", "model"),
    [
        (5, "I/JG 2", "French", "1943-03", "Fw190A-4"),
        (3, "III/JG 1", "Dutch", "1943-04", "Fw190A-4"),
        (9, "II/JG 3", "Dutch", "1943-09", "Bf109G-5"),
        (11, "II/ZG 26", "Bremen", "1943-10", "Me410A"),
        (20, "I/ZG 26", "Münster", "1943-10", "Bf110G-2"),
    ],
)
def test_base_and_unit_are_rolled(line, unit, zone, month, model):
    state, _ = begin(script=d("unit", line))
    (career,) = state.careers
    assert charts().units[career.unit].unit == unit
    assert (career.zone, MONTHS[career.start], career.plane.model) == (zone, month, model)
    assert state.month == career.start


@pytest.mark.rule("4.0")
@pytest.mark.rule("4.1")
@pytest.mark.rule("4.2")
@pytest.mark.rule("4.2.1")
def test_or_they_are_chosen_with_a_later_date():
    state, _ = begin(PilotSetup(unit=22, start="1943-11"))
    assert (state.careers[0].base, MONTHS[state.month]) == ("Ansbach", "1943-11")


@pytest.mark.rule("4.1")
def test_where_a_line_lists_several_types_he_chooses():
    state, asked = begin(PilotSetup(unit=17), orders=("Bf109G-1/R2",))
    assert set(asked[0].options) == {"Fw190A-4", "Bf109G-1/R2", "Bf109G-4"}
    assert state.careers[0].plane.model == "Bf109G-1/R2"
    state, asked = begin(PilotSetup(unit=17, aircraft="Bf109G-4"))
    assert state.careers[0].plane.model == "Bf109G-4"


@pytest.mark.rule("4.2.2")
@pytest.mark.rule("9.7")
def test_the_level_of_the_first_aircraft_is_waived():
    state, _ = begin(PilotSetup(unit=11))
    assert charts().models["Me410A"].level > 0
    assert state.careers[0].waived == ["Me410A"] and state.careers[0].level == 0


@pytest.mark.rule("4.3.1")
@pytest.mark.rule("4.4.1")
@pytest.mark.rule("4.4.2")
@pytest.mark.rule("4.5")
def test_the_mat_at_the_start():
    state, _ = begin(PilotSetup(unit=5, name="Mann"))
    (career,) = state.careers
    assert (career.name, career.plane.model) == ("Mann", "Fw190A-4")
    assert career.wingman.status == "present" and career.wingman.experience == 1
    assert [row.ammo for row in career.plane.weapons] == [-1, 6, 3]
    assert career.gunner is None
    state, _ = begin(PilotSetup(unit=20))
    assert state.careers[0].gunner.experience == 0


@pytest.mark.rule("7.9")
@pytest.mark.rule("7.7")
@pytest.mark.parametrize(("track", "points"), [("officer", 1), ("nco", 2)])
def test_first_experience(track, points):
    state, _ = begin(PilotSetup(unit=5, track=track))
    assert state.careers[0].experience == points and state.careers[0].rank == 0


@pytest.mark.rule("4.4.2")
def test_the_first_point_may_be_spent_before_the_first_sortie():
    state, asked = begin(PilotSetup(unit=5), orders=())
    order = next(option for option in asked[0].options if "reflexes" in option)
    state, _ = begin(PilotSetup(unit=5), orders=(order,))
    assert state.careers[0].skills == ["reflexes"] and state.careers[0].experience == 0


@pytest.mark.rule("4.4.2")
def test_the_first_points_may_be_kept_so_that_nothing_is_asked_before_the_first_sortie():
    state, asked = begin(PilotSetup(unit=5, keeps_points=True), orders=())
    assert [decision.kind for decision in asked if decision.kind.startswith("setup.")] == []
    assert (state.careers[0].skills, state.careers[0].experience, state.careers[0].wingman.experience) == ([], 1, 1)


@pytest.mark.rule("10.2")
@pytest.mark.rule("10.2.1")
def test_an_ace_starts_with_his_card_in_his_unit():
    state, _ = begin(PilotSetup(ace="Egon Mayer"))
    (career,) = state.careers
    assert (career.unit, career.name, career.bombers, career.level) == (7, "Egon Mayer", 6, 7)
    assert "expert:Fw190" in career.skills


@pytest.mark.rule("10.2.1")
def test_or_in_a_unit_at_random_that_is_there_when_his_card_begins():
    # Lines 9 and 20 come with September and October: he starts in March, so the die is thrown again.
    dahl = PilotSetup(ace="Walther Dahl", ace_unit="random")
    state, asked = begin(dahl, script=d("unit", 9, 20, 19), orders=("Bf109G-4",))
    assert (state.careers[0].unit, MONTHS[state.month]) == (19, "1943-03")
    assert asked[0].options[0] == "Bf109G-4", "the series that he is expert in comes first"
    state, _ = begin(PilotSetup(ace="Anton Hackl", ace_unit="random"), script=d("unit", 9, 5))
    assert MONTHS[state.month] == "1943-06"
    state, _ = begin(PilotSetup(ace="Walther Dahl", ace_unit="random", start="1943-09"), script=d("unit", 9))
    assert (state.careers[0].unit, MONTHS[state.month]) == (9, "1943-09")


@pytest.mark.rule("10.1.1")
def test_comrades_share_a_unit_and_rivals_need_not():
    pair = [PilotSetup(unit=5), PilotSetup()]
    state, _ = begin(*pair, play="cooperative")
    assert [career.unit for career in state.careers] == [5, 5]
    state, _ = begin(*pair, play="competitive", script=d("unit", 8))
    assert [career.unit for career in state.careers] == [5, 8]
    assert state.month == 0 and state.careers[1].start == 1


@pytest.mark.rule("10.1.2")
def test_rivals_have_decks_of_their_own():
    state = TITLE.start(Setup([PilotSetup(), PilotSetup()], "competitive"), charts())
    assert [len(career.deck) for career in state.careers] == [60, 60]
    state = TITLE.start(Setup([PilotSetup(), PilotSetup()], "cooperative"), charts())
    assert [career.deck for career in state.careers] == [None, None]


@pytest.mark.rule("4.1")
@pytest.mark.rule("4.2.1")
@pytest.mark.parametrize(
    ("setup", "code", "field"),
    [
        (Setup([PilotSetup(unit=24)]), "unknown_unit", "pilots[0].unit"),
        (Setup([PilotSetup(name="x" * 61)]), "long_name", "pilots[0].name"),
        (Setup([PilotSetup(unit=3, start="1943-03")]), "too_early", "pilots[0].start"),
        (Setup([PilotSetup(start="1945-03")]), "unknown_month", "pilots[0].start"),
        (Setup([PilotSetup(unit=5, aircraft="Bf109G-6")]), "not_of_unit", "pilots[0].aircraft"),
        (Setup([PilotSetup(aircraft="Fw190A-4")]), "not_of_unit", "pilots[0].aircraft"),
        (Setup([PilotSetup(ace="Nobody")]), "unknown_ace", "pilots[0].ace"),
        (Setup([PilotSetup(), PilotSetup()]), "pilots", "pilots"),
        (Setup([PilotSetup()], "cooperative"), "pilots", "pilots"),
    ],
)
def test_a_wrong_setup_is_refused_with_the_field(setup, code, field):
    assert [(fault.code, fault.field) for fault in faults(setup, charts())] == [(code, field)]
    with pytest.raises(BadForm):
        TITLE.start(setup, charts())
