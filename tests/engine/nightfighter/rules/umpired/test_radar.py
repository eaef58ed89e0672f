"""Search radar, sweeps, GCI, MEW, homing sets and jamming. [13.0, 24.0, 25.0]"""

import pytest

from engine.nightfighter.charts.schema import Jamming
from engine.nightfighter.rules.umpired.radar import (
    TRACK_TURNS,
    clear_searches,
    search_by_radar,
    search_value,
    sets_to_place,
)
from engine.nightfighter.state import Search
from tests.engine.nightfighter.builders import bomber, fighter, lay


def search(scenario, bombers, *hexes, dice=(), fighters=(), jam=None, **more):
    """Place the scenario's counters in these hexes and return what was answered."""
    desk = lay(scenario, list(fighters), bombers, dice, **more)
    if jam:
        desk.night.scenario = _jammed(desk.night.scenario, jam)
    desk.play(search_by_radar, answers=[f"hex:{h}" if h != "pass" else h for h in hexes])
    return desk.state.searches, desk


def _jammed(scenario, level):
    fields = {f: getattr(scenario, f) for f in scenario.__struct_fields__}
    return type(scenario)(**{**fields, "jamming": Jamming(search=level)})


@pytest.mark.rule("13.1.1")
def test_freya_makes_contact_within_two_hexes_and_wurzburg_within_one():
    (freya, wurzburg), _ = search("2", [bomber(1012)], "1010", "1010")
    assert freya.radar == "Freya" and freya.contact and not freya.sweeps
    assert not wurzburg.contact and wurzburg.sweeps == [1011]


@pytest.mark.rule("13.1.2")
def test_the_sweep_lies_beside_the_counter_on_the_bombers_side():
    (freya,), _ = search("2A", [bomber(1015)], "1010")
    assert not freya.contact and freya.sweeps == [1011]


@pytest.mark.rule("13.1.2")
@pytest.mark.parametrize(("face", "hex_"), [(1, 1110), (2, 1111)])
def test_the_umpire_chooses_among_hexes_equally_near(face, hex_):
    (freya,), _ = search("2A", [bomber(1411)], "1010", dice=[("umpire", face)])
    assert freya.sweeps == [hex_]


@pytest.mark.rule("13.1.2")
@pytest.mark.parametrize(
    ("others", "nearest", "offered"),
    [
        ((), {"0": 4}, ("hex:1110", "hex:1111")),
        ((610,), {"0": 4, "1": 4}, ("hex:0910", "hex:0911", "hex:1110", "hex:1111")),
    ],
)
def test_a_person_is_told_for_whom_the_sweep_must_point_there(others, nearest, offered):
    """All that forces his choice: the nearest of all attackers, how far they are, and what the set reaches."""
    stream = [bomber(1411), *(bomber(hex_) for hex_ in others), bomber(101)]
    desk = lay("2A", [], stream, umpire="person")
    desk.play(search_by_radar, answers=["hex:1010", offered[0]])
    asked = desk.asked[-1]
    assert (asked.question.nearest, asked.question.value) == (nearest, 2) and set(asked.options) == set(offered)


@pytest.mark.rule("13.1.2")
def test_with_no_bomber_a_sweep_is_laid_all_the_same():
    (freya,), desk = search("2A", [bomber(0, status="pool")], "1010", dice=7)
    assert len(freya.sweeps) == 1 and desk.state.ghost


@pytest.mark.rule("13.1.4")
@pytest.mark.rule("13.1.3")
def test_counters_are_taken_up_and_may_be_left_out():
    searches, desk = search("2", [bomber(1012)], "1010", "pass")
    assert [s.radar for s in searches] == ["Freya"]
    desk.state.turn = 2
    desk.play(search_by_radar, answers=["pass", "pass"])
    assert desk.state.searches == [] and desk.state.tracks[0].hex == 1010 and desk.state.tracks[0].contact
    desk.state.turn = 3 + TRACK_TURNS
    desk.play(search_by_radar, answers=["pass", "pass"])
    assert desk.state.tracks == []


@pytest.mark.rule("24.5.1")
def test_light_jamming_takes_the_sweep_away():
    (freya,), _ = search("2A", [bomber(1015)], "1010", jam="light")
    assert not freya.contact and freya.sweeps == []


@pytest.mark.rule("24.5")
@pytest.mark.parametrize(("sets", "value"), [([], 4), (["Freya"], 1), (["Würzburg"], 4)])
def test_only_the_sets_that_are_named_are_jammed(sets, value):
    desk = lay("2")
    fields = {f: getattr(desk.night.scenario, f) for f in desk.night.scenario.__struct_fields__}
    desk.night.scenario = type(desk.night.scenario)(**{**fields, "jamming": Jamming(search="heavy", sets=sets)})
    assert search_value(desk.night, desk.night.charts.search["Würzburg"]) == value


@pytest.mark.rule("24.5.1")
def test_heavy_jamming_blurs_the_search_to_four_hexes():
    (freya,), _ = search("2A", [bomber(1014)], "1010", jam="heavy")
    assert freya.contact and freya.sweeps == []


@pytest.mark.rule("25.1")
def test_gci_shows_the_hex_of_the_nearest_bomber_or_one_next_to_it():
    for face in range(1, 8):
        (gci,), desk = search("8", [bomber(1015), bomber(1025)], "1010", dice=[("umpire", face)])
        assert desk.night.map.distance(gci.sweeps[0], 1015) <= 1


@pytest.mark.rule("25.1")
def test_gci_shows_nothing_when_there_is_nothing():
    (gci,), _ = search("8", [bomber(0, status="pool")], "1010")
    assert gci.sweeps == []


@pytest.mark.rule("25.1.1")
@pytest.mark.parametrize(("jam", "told"), [(None, True), ("light", True), ("heavy", False)])
def test_gci_tells_the_bombers_own_hex_unless_heavily_jammed(jam, told):
    (gci,), _ = search("8", [bomber(1010)], "1010", jam=jam)
    assert gci.contact and gci.same_hex is told


@pytest.mark.rule("25.2.1")
@pytest.mark.rule("25.2.2")
def test_mew_marks_up_to_five_contacts_exactly():
    stream = [bomber(1009 + n) for n in range(7)]
    (mew,), desk = search("8D", stream, "1010", dice=[("umpire", 1)])
    assert mew.contact and len(mew.sweeps) == 5
    assert mew.sweeps[:4] == [1010, 1009, 1011, 1012] and desk.night.map.distance(mew.sweeps[4], 1013) == 0


@pytest.mark.rule("24.2.3")
def test_flensburg_hears_warning_sets_alone_and_searches_ahead():
    flown = fighter(1010, "S", equipment=["Flensburg"])
    quiet, loud = bomber(1012), bomber(1020, equipment=["Monica"])
    (s,), desk = search("1A", [quiet, loud], "1012", fighters=[flown])
    assert s.radar == "Flensburg" and not s.contact and s.sweeps == [1013]
    assert all(desk.night.map.in_wide(1010, 3, int(o[4:])) for o in desk.asked[0].options if o != "pass")


@pytest.mark.rule("24.3.2")
def test_naxos_hears_h2s_anywhere():
    (s,), _ = search("1A", [bomber(1012), bomber(505, equipment=["H2S"])], "0406", fighters=[
        fighter(1010, "S", equipment=["Naxos"])])  # fmt: skip
    assert s.contact


@pytest.mark.rule("24.4")
def test_serrate_hears_german_ai_sets_and_may_be_used_with_a_fix():
    flown = fighter(1010, "S", "Mosquito NF.II", equipment=["Serrate"], fix=0)
    targets = [bomber(1012), bomber(1013, type_="Ju88C-6", role="target", ai="Lichtenstein BC")]
    (s,), _ = search("7", targets, "1012", fighters=[flown])
    assert s.radar == "Serrate" and s.contact


@pytest.mark.rule("24.2.3")
@pytest.mark.rule("24.3.2")
@pytest.mark.rule("24.4")
def test_what_keeps_a_homing_set_silent():
    def names(**more):
        desk = lay("1A", [fighter(equipment=["Flensburg", "Naxos", "Serrate"], **more)])
        return [s.row.name for s in sets_to_place(desk.night)]

    assert names() == ["Flensburg", "Naxos", "Serrate"]
    assert names(fix=0) == ["Serrate"]
    assert names(blind_until=1) == names(evading=True) == names(corkscrewed=True) == []


@pytest.mark.rule("24.2.3")
def test_each_flensburg_sweeps_by_the_arc_of_its_own_fighter():
    crews = [fighter(1010, "N", equipment=["Flensburg"]), fighter(1010, "S", equipment=["Flensburg"])]
    ahead, astern = bomber(1005, equipment=["Monica"]), bomber(1014, equipment=["Monica"])
    found, _ = search("1A", [ahead, astern], "1009", "1011", fighters=crews)
    assert [(s.letter, s.contact, s.sweeps) for s in found] == [("A", False, [1008]), ("B", False, [1012])]


@pytest.mark.rule("25.2.1")
@pytest.mark.parametrize(("chosen", "shown"), [("0", 1310), ("5", 710)])
def test_of_bombers_equally_near_to_mew_a_person_chooses_which_are_shown(chosen, shown):
    """Four are nearer; of two at three hexes one is left out, and the last sweep names whose it is."""
    stream = [bomber(1310), bomber(1009), bomber(1011), bomber(1012), bomber(1008), bomber(710)]
    desk = lay("8D", [], stream, umpire="person")
    desk.play(search_by_radar, answers=["hex:1010", chosen, f"hex:{shown:04}"])
    assert [d.kind for d in desk.asked] == ["radar.place", "umpire.gci-target", "umpire.sweep"]
    assert desk.asked[1].question.places == {"0": "1310", "5": "0710"}
    assert list(desk.asked[2].question.places) == [chosen] and desk.state.searches[0].sweeps[-1] == shown


@pytest.mark.rule("25.2.1")
def test_when_all_that_are_equally_near_are_shown_nothing_is_to_choose():
    desk = lay("8D", [], [bomber(1310), bomber(710)], umpire="person")
    desk.play(search_by_radar, answers=["hex:1010", "hex:0710", "hex:1310"])
    assert [d.kind for d in desk.asked] == ["radar.place"] + ["umpire.sweep"] * 2


@pytest.mark.rule("13.1.3")
def test_a_search_leaves_a_reminder_of_its_hex_and_of_the_way_its_sweep_showed():
    desk = lay("2", turn=4)
    desk.state.searches = [Search("Freya", "", 1010, sweeps=[1011, 1012]), Search("Freya", "", 810, contact=True)]
    clear_searches(desk.night)
    assert [(t.turn, t.hex, t.contact, t.toward) for t in desk.state.tracks] == [
        (3, 1010, False, 1011),
        (3, 810, True, 0),
    ]
    assert desk.state.searches == []
