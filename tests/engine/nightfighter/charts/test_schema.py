"""The standard pack: values that the rules fix, and the report of a faulty pack or scenario. [6.0, 8.1.2, 19.1, S5]"""

import re
from pathlib import Path

import pytest

from engine.kernel.packs.faults import PackError
from engine.nightfighter.charts.compiled import charts_of, parse_speed
from engine.nightfighter.charts.custom_scenarios import read_custom_scenario, scenario_faults
from engine.nightfighter.charts.map import NightMap
from engine.nightfighter.charts.scenarios import UnknownScenario, resolve, scenario_ids
from engine.nightfighter.charts.schema import (
    Aim,
    AttackerForce,
    DefenderFlight,
    EntrySchedule,
    Jamming,
    ScenarioChanges,
    SoloChanges,
)
from tests.engine.nightfighter.builders import PACK

T = PACK.tables
C = charts_of(PACK)


@pytest.mark.rule("6.0")
def test_what_is_pinned_of_the_data_charts():
    lancaster, dornier = C.bombers["Lancaster I / III"], C.nightfighters["Do215B-5"]
    assert (lancaster.mp, lancaster.damage, lancaster.defence) == ("3", 4, 2)
    assert (dornier.mp, dornier.firepower, dornier.ai, dornier.view) == ("3*", 4, "Lichtenstein BC", True)
    assert C.nightfighters["Me110C-4"].view
    assert C.nightfighters["Me262B-1a/U1"].least_mp == 5
    assert parse_speed(C.nightfighters["Mosquito NF.XIX"].mp)[0] == 5
    assert C.alerted[parse_speed("3")] == parse_speed("3*")


PRINTED = {
    "3.3.2": {"sight.ranges": {"poor": (0, 1), "moderate": (0, 3), "good": (1, 5)}},
    "3.3.3": {"sight.against_cloud": 1, "cloud.rows": dict(enumerate(["cloudy"] * 3 + ["none"] * 3, 1))},
    "10.1": {"sight.dice": {"poor": 1, "moderate": 2, "good": 3}, "sight.moon_adds": 1},
    "11.0": {"hits.rows": {9: 0, 10: 1, 11: 2, 12: 3, 13: 4}, "firepower.deconfliction": 5},
    "14.2.1": {"searchlights.dice": {"poor": 1, "moderate": 2, "good": 3}, "searchlights.directed": 4,
               "searchlights.hand_off": 4, "searchlights.flare": 1, "searchlights.flare_adds": 1},
    "15.1.1": {"fixed_tally.dice": 3, "fixed_tally.experte": 2, "fixed_tally.moon": 1, "fixed_tally.fixed_twice": 1,
               "fixed_tally.green": -2, "fixed_tally.least": 1, "fixed_tally.astern": -2},
    "17.1": {"firepower.experte": 2, "firepower.green": -1, "firepower.poor_position": -2, "firepower.village_inn": 1,
             "firepower.against_oblique": -1, "firepower.collision": 2, "firepower.collision_oblique": 0},
    "17.3": {"destruction.rows": {1: "avoidance", 2: "flash", 3: "follow-down", 5: "follow-down", 6: "nothing"}},
    "17.4": {"response.normal": {4: False, 5: False, 6: True}, "response.warning": {4: False, 5: True, 6: True},
             "response.alerted_adds": 2, "reaction.rows": {2: "corkscrew", 3: "fire", 4: "fire", 5: "nothing"},
             "reaction.oblique": 2, "reaction.experte": 1, "reaction.not_attacking": 1, "reaction.green": -1,
             "reaction.lit": -1},
    "17.4.3": {"corkscrew.rows": {1: "left", 2: "left", 3: "centre", 4: "centre", 5: "right", 6: "right"}},
    "18.0": {"altitude.dives": 3, "altitude.dive_adds": 1},
    "21.1": {"altitude.low_range_halves": {"P": 0, "L": 0, "S": 1, "X": 2}},
    "19.1.3": {"minimum_range.low_altitude": -1, "minimum_range.other_heading": -1, "minimum_range.turned": -1,
               "minimum_range.overtaking": -1, "minimum_range.overtaking_by": 2},
    "22.0": {"flak.trigger": 12, "flak.dice": 4, "flak.task_force_dice": 8},
    "24.5": {"jamming.heavy_value": 4, "jamming.ai_dice": {"light": 3, "heavy": 1}, "jamming.experte_adds": 2,
             "jamming.resistant_adds": 3},
    "26.0": {"naval.torpedo_mp": 2, "naval.flare_turns": 3, "map.torpedo_columns": (7, 12), "map.task_force_zone": "N"},
    "28.1": {"corkscrew.follow_blind": 1, "corkscrew.follow_fixed": {"P": 2, "L": 2, "X": 2, "S": 4},
             "corkscrew.follow_experte": 2},
    "28.2": {"alert.steps": {"2": "2*", "2*": "3", "3": "3*", "3*": "4", "4": "4*"}},
    "S5.4": {"solo.phantom_real": {1: 3, 2: 2, 3: 1}},
    "S8.0": {"solo.odd_columns": (4, 10, 16), "solo.even_columns": (3, 9, 15)},
    "S13.0": {"solo.refine_success": 3, "solo.localise_success": 5, "solo.crowd": -1, "solo.crowd_range": 4},
    "S24.0": {"solo.jam_removes": {"light": 2, "heavy": 4}, "solo.success": 6, "solo.serrate_reveals": 5},
    "S campaign": {"campaign.dice": {"full": 2, "half": 3, "none": 4}, "campaign.success": 6,
                   "campaign.moon_up_from": 5,
                   "campaign.points": {2: 4, 4: 6}, "campaign.points_to_win": 20, "campaign.seasoned_from": 8,
                   "campaign.experte_from": 20, "campaign.minor_from": 16, "campaign.repair_weeks": 1,
                   "campaign.loss_weeks": 2, "campaign.retraining_from": "1942-11", "campaign.retraining_weeks": 2,
                   "recovery.green": 2, "recovery.green_softened": 1},
}  # fmt: skip


@pytest.mark.rule("6.0")
@pytest.mark.parametrize("rule", PRINTED)
def test_what_the_rules_print_stands_in_the_pack(rule):
    for path, printed in PRINTED[rule].items():
        table, name = path.split(".")
        held = getattr(getattr(T, table), name)
        if not isinstance(printed, dict):
            assert held == printed, path
            continue
        assert {key: held[key] for key in printed} == printed, path


@pytest.mark.rule("24.2")
def test_who_is_heard_by_whom():
    heard = {name: (row.hears, row.arc) for name, row in C.search.items() if row.hears != "all"}
    assert heard == {"Flensburg": ("warning-sets", "wide"), "Naxos": ("h2s", None), "Serrate": ("ai-sets", "wide")}
    assert {n for n, s in C.search.items() if not s.jammable} == {"MEW", "Flensburg", "Naxos", "Serrate"}
    assert {n for n, s in C.search.items() if s.while_fixed} == {"Serrate"}
    assert {n for n, s in C.ai.items() if s.heard_by_boozer} == {f"Lichtenstein {n}" for n in ("BC", "C-1", "SN-2b")}
    assert (C.ai["Lichtenstein SN-2b"].since, C.ai["Lichtenstein SN-2c"].since) == ("1943-09", "1944-05")
    assert {n for n, r in C.nightfighters.items() if r.blind_astern} == {"Ta154A-1"}
    assert {n for n, r in C.nightfighters.items() if r.least_mp == 5} == {"Me262A-1a", "Me262B-1a/U1"}


@pytest.mark.rule("19.1")
@pytest.mark.parametrize(
    ("type_", "reach", "arc"),
    [("Do215B-5", 2, "narrow"), ("Mosquito NF.XIII", 4, "narrow"), ("Ju88G-1 / G-6", 3, "wide")],
)
def test_what_is_pinned_of_ai_sets(type_, reach, arc):
    radar = C.ai[C.nightfighters[type_].ai]
    assert (radar.range, radar.arc) == (reach, arc)
    assert C.ai["Lichtenstein BC"].minimum == 0 and C.ai["Lichtenstein BC"].band == "L"


@pytest.mark.rule("13.1")
def test_what_is_pinned_of_search_counters():
    assert [C.search[n].value for n in ("Freya", "Würzburg", "GCI", "Serrate")] == [2, 1, 1, 1]
    assert C.search["MEW"].sweeps == 5 and not C.search["MEW"].jammable


@pytest.mark.rule("24.1.2")
def test_a_radome_makes_the_junkers_faster():
    row = C.nightfighters["Ju88G-1 / G-6"]
    assert (
        parse_speed(row.mp) < parse_speed("4*") and row.mp_with_ai["Berlin N1a"] == row.mp_with_ai["Bremen 0"] == "4*"
    )


@pytest.mark.rule("8.1.2")
def test_forty_chits_lean_to_either_side():
    chits = T.chits.chits
    assert len(chits) == 40
    red = [n for c in chits for n in c.red]
    yellow = [n for c in chits for n in c.yellow]
    assert set(red) == set(yellow) == set(range(1, 19))
    assert sum(red) / len(red) < 9.5 < sum(yellow) / len(yellow)


@pytest.mark.rule("26.3.1")
def test_chits_can_bring_torpedo_bombers_in():
    assert any(7 <= n <= 12 for c in T.chits.chits for n in c.red)


@pytest.mark.rule("S5.2")
@pytest.mark.parametrize(
    ("counter", "die", "hex_"),
    [(914, 4, 915), (917, 2, 817), (917, 4, 918), (917, 1, 816), (1223, 6, 1324), (1421, 3, 1421)],
)
def test_places_of_low_uncertainty(counter, die, hex_):
    assert NightMap(T.map).walk(counter, 3, T.solo.low[die]) == hex_


@pytest.mark.rule("S5.3")
@pytest.mark.parametrize(
    ("counter", "blue", "purple", "hex_"),
    [(1009, 2, 5, 910), (1006, 2, 3, 906), (1015, 4, 5, 1114), (912, 2, 4, 811), (1021, 6, 2, 1220),
     (1515, 2, 4, 1414), (1115, 3, 4, 1114), (1115, 6, 3, 1315), (1115, 5, 1, 1214)],
)  # fmt: skip
def test_places_of_moderate_uncertainty(counter, blue, purple, hex_):
    assert NightMap(T.map).walk(counter, 3, T.solo.moderate[blue][purple]) == hex_


@pytest.mark.rule("S5.3")
def test_eighteen_places_within_two_hexes_and_a_shift_never_stays():
    night_map = NightMap(T.map)
    places = {night_map.walk(1010, 3, T.solo.moderate[b][p]) for b in range(1, 7) for p in range(1, 7)}
    assert len(places) == 18 and all(night_map.distance(1010, p) <= 2 for p in places) and 1008 not in places
    assert {night_map.walk(1010, 3, T.solo.shift[d]) for d in range(1, 7)} == set(night_map.adjacent[1010])


@pytest.mark.rule("3.2")
def test_every_scenario_and_variant_resolves_both_ways():
    ids = scenario_ids(T)
    assert len(ids) == 64
    for name in ids:
        scenario = resolve(T, name)
        assert scenario.attackers and scenario.defenders and scenario.victory
        due = sum(f.count for f in scenario.attackers if f.role != "flare")
        waves = scenario.entry.waves
        assert len(scenario.entry.singles) + (waves.each * waves.turns if waves else 0) >= due
        if name[:2] in ("9", "9A", "9B", "9C", "10"):
            with pytest.raises(UnknownScenario):
                resolve(T, name, solo=True)
        else:
            resolve(T, name, solo=True)


@pytest.mark.rule("3.2")
def test_a_variant_changes_only_what_it_lists():
    parent, variant = resolve(T, "4"), resolve(T, "4B")
    assert variant.attackers == parent.attackers and variant.search_radar == parent.search_radar
    assert variant.searchlights.directed and not parent.searchlights.zones


@pytest.mark.rule("3.2")
def test_variants_of_the_menu_are_laid_over_each_other():
    both = resolve(T, "6", ["6D", "6H", "6C"])
    assert set(both.electronics.bombers) == {"Monica", "H2S"} and set(both.electronics.fighters) == {
        "Flensburg",
        "Naxos",
    }
    assert both.entry.waves.each == 2


OWN = """
own:
  provenance: "printed own sheet"
  scenario:
    id: mine
    title: Mine
    date: "1942-06"
    attackers: [{type: "Lancaster I / III", count: 2}]
    entry: {singles: [1, 3]}
    defenders: [{type: "Do215B-5", pilot: experte}]
    setup: {beacon: true}
    search_radar: {Freya: 1}
    victory: {win: {kills: 1}}
"""


@pytest.mark.rule("3.2")
def test_a_scenario_of_ones_own_is_read_and_its_faults_told_by_line():
    assert read_custom_scenario(OWN, T).title == "Mine"
    for wrong, right, field in (
        ("Halifax IX", "Lancaster I / III", "own.scenario.attackers[0].type"),
        ("Freja", "Freya", "own.scenario.search_radar.Freja"),
        ("exper", "experte", "own.scenario.defenders[0].pilot"),
    ):
        text = OWN.replace(right, wrong)
        with pytest.raises(PackError) as caught:
            read_custom_scenario(text, T)
        fault = caught.value.faults[0]
        assert fault.field == field and wrong in text.splitlines()[fault.line - 1]


TWO_WAVES = """{waves: {first: 1, each: 3, turns: 2}}
    attackers: [{type: "Lancaster I / III", count: 2}, {type: "Mosquito NF.XIX", count: 4, role: intruder}]"""


@pytest.mark.rule("27.1")
def test_each_intruder_of_a_scenario_of_ones_own_can_come_in():
    """One with each wave at most: of four in two waves two would never come, and the rest of the night with them."""
    lines = [line for line in OWN.splitlines() if "attackers" not in line]
    text = "\n".join(lines).replace("{singles: [1, 3]}", TWO_WAVES)
    with pytest.raises(PackError) as caught:
        read_custom_scenario(text, T)
    ((fault),) = caught.value.faults
    assert (fault.field, fault.got) == ("own.scenario.entry", "room for 2") and "4 intruders" in fault.expected
    assert read_custom_scenario(text, T, entry_ends=False).title == "Mine", "what was begun before is read as it was"
    for sound in (text.replace("turns: 2", "turns: 4"), text.replace("count: 4", "count: 2"), text + "\n    turns: 20"):
        assert read_custom_scenario(sound, T).title == "Mine"


WRONG = {
    "victory": ("    victory: {win: {kills: 1}}\n", ""),
    "victory.win": ("{kills: 1}", "{}"),
    "victory.win.kills": ("kills: 1", "kills: 3"),
    "victory.win.of": ("kills: 1", "kills: 1, of: Zeppelin"),
    "victory.decisive.kills": ("{win: {kills: 1}}", "{win: {kills: 2}, decisive: {kills: 1}}"),
    "date": ('"1942-06"', "June"),
    "attackers": ('[{type: "Lancaster I / III", count: 2}]', "[]"),
    "attackers[0].equipment[0]": ("count: 2", "count: 2, equipment: [Zither]"),
    "altitude": ("count: 2", "count: 2, role: torpedo"),
    "entry": ("[1, 3]", "[1]"),
    "entry.singles[0]": ("[1, 3]", "[0, 1, 3]"),
    "entry.flares": ("count: 2}]", 'count: 2}, {type: "G4M1", count: 1, role: flare}]\n    altitude: low'),
    "defenders": ("pilot: experte", "count: 8}, {type: Do217J-2, count: 2"),
    "setup": ("{beacon: true}", "{}"),
    "setup.rows": ("{beacon: true}", "{rows: [20, 10]}"),
    "search_radar.Freya": ("Freya: 1", "Freya: 0"),
    "search_radar.Naxos": ("Freya: 1", "Naxos: 1"),
    "specials": ("[1, 3]}", "[1, 3]}\n    specials: [identification]"),
    "jamming.bands": ("[1, 3]}", "[1, 3]}\n    jamming: {ai: heavy}"),
    "contrails": ("[1, 3]}", "[1, 3]}\n    contrails: true"),
    "needs": ("[1, 3]}", "[1, 3]}\n    needs: 6H"),
    "solo.entry": ("[1, 3]}", "[1, 3]}\n    solo: {entry: {singles: [1]}}"),
    "solo.attackers[0].type": ("[1, 3]}", "[1, 3]}\n    solo: {attackers: [{type: Zeppelin, count: 1}]}"),
}


@pytest.mark.rule("3.2")
@pytest.mark.parametrize("field", WRONG)
def test_a_scenario_of_ones_own_must_be_playable(field):
    given, wrong = WRONG[field]
    assert given in OWN
    with pytest.raises(PackError) as caught:
        read_custom_scenario(OWN.replace(given, wrong), T)
    ((fault),) = caught.value.faults
    assert (fault.file, fault.field) == ("scenario.yaml", f"own.scenario.{field}")
    assert fault.line > 1 and "regex" not in fault.expected


@pytest.mark.rule("3.2")
def test_no_scenario_of_the_book_and_no_pick_of_two_variants_lacks_anything():
    menu = [name for name in scenario_ids(T) if name.startswith("6")][1:]
    for one, two in [(name, name) for name in scenario_ids(T)] + [(a, b) for a in menu for b in menu]:
        for solo in (False, True):
            if not (solo and one.startswith(("9", "10"))):
                assert not list(scenario_faults(resolve(T, one, [two][: one != two], solo), T)), (one, two, solo)


@pytest.mark.rule("3.2")
def test_what_is_written_about_a_scenario_of_ones_own_is_so():
    written = (Path(__file__).parents[4] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    example = written.partition("```yaml\n")[2].partition("```")[0]
    assert read_custom_scenario(example, T).title == "Over the harbour"
    named = set(re.findall(r"`(\w+)`", written))
    for part in (ScenarioChanges, EntrySchedule, DefenderFlight, AttackerForce, Jamming, Aim, SoloChanges):
        assert set(part.__struct_fields__) - {"provenance", "variants", "balance", "needs", "waves"} <= named, part
