"""Values that the rulebook's text fixes for charts, mats and cards: the standard pack agrees with all of them."""

from __future__ import annotations

import pytest

from engine.interceptor.charts.check import check
from engine.interceptor.charts.compiled import ALL_DAMAGE, DESTROYED, GROUP, PACKS, Charts, load
from engine.interceptor.charts.schema import Tables
from engine.interceptor.rules.landing import jump
from engine.interceptor.state import KILLED, MONTHS
from engine.kernel.dice import ScriptedDice
from engine.kernel.packs.faults import PackError
from engine.kernel.packs.files import copy_pack
from engine.kernel.packs.reading import load_pack
from engine.kernel.table import RecordingTable
from tests.engine.interceptor.flight_case import FlightCase, d


@pytest.fixture(scope="module")
def charts() -> Charts:
    return load("standard")


@pytest.mark.rule("4.3.3")
def test_a_month_has_eight_raids_and_april_1943_four(charts):
    assert [charts.lines(month) for month in range(12)] == [8, 4] + [8] * 10
    assert sum(charts.lines(month) for month in range(12)) == 92


@pytest.mark.rule("6.1")
def test_raids_are_rolled_on_two_dice_and_in_april_1943_on_one(charts):
    assert [column.dice for column in charts.raids] == ["2d6", "d6"] + ["2d6"] * 10


@pytest.mark.rule("4.6.3")
def test_known_targets_lie_where_the_book_has_them(charts):
    vegesack, kassel = charts.raids[0].rows[9], charts.raids[MONTHS.index("1943-07")].rows[6]
    assert (vegesack.target, vegesack.zone) == ("Vegesack", "Bremen")
    assert (kassel.target, kassel.zone) == ("Kassel", "Ruhr")
    zones = {row.target: row.zone for column in charts.raids for _, row in column.rows.rows}
    assert zones["Leipzig"] == "Berlin"
    assert {zones[name] for name in ("Brest", "Lorient", "Amiens", "Le Mans")} == {"France"}


@pytest.mark.rule("7.1.2")
def test_targets_are_b17_and_b24_and_july_1943_is_all_b17(charts):
    met = {kind for share in charts.bomber_shares for _, kind in share.rows.rows}
    assert met == {"B-17", "B-24"}
    july = charts.bomber_shares[MONTHS.index("1943-07")]
    assert [kind for _, kind in july.rows.rows] == ["B-17"] and july.yb40
    assert charts.tables.bomber_types.yb40_on == 12


@pytest.mark.rule("7.2.1")
def test_the_game_begins_without_escorts_and_ends_with_many(charts):
    def share(month: int) -> float:
        cells = charts.escorts[month].values()
        return sum(sum(cell.rows[roll] != "none" for roll in range(1, 11)) for cell in cells) / 10 / len(cells)

    assert share(0) == share(1) == 0
    assert share(11) > share(7) > share(4) > 0
    ruhr = charts.escorts[MONTHS.index("1943-07")]["Ruhr"]
    assert [kind for _, kind in ruhr.rows.rows] == ["P-47"]


@pytest.mark.rule("7.2.1")
def test_sweeps_are_p47_or_spitfire(charts):
    assert {row.enemy for _, row in charts.tables.interception.rows.rows if row.enemy} == {"P-47", "Spitfire IX"}


@pytest.mark.rule("7.1.2")
def test_interception_chart(charts):
    chart = charts.tables.interception
    assert chart.dice == "2d6"
    assert (chart[11].result, chart[11].orientation) == ("bombers", "out_of_the_sun")
    assert (chart[12].result, chart[12].enemy) == ("event", "P-47")
    ways = {roll: 6 - abs(7 - roll) for roll in range(2, 13)}
    found = sum(ways[roll] for roll in ways if chart[roll].result == "bombers")
    assert 18 < found < 36, "a raid is likely but not certain to be met"
    assert {chart[roll].orientation for roll in ways if chart[roll].result == "bombers"} == {
        "head_on",
        "advantaged",
        "disadvantaged",
        "out_of_the_sun",
    }


@pytest.mark.rule("7.1.4")
@pytest.mark.rule("7.1.5")
def test_bombs_and_flak(charts):
    sky = charts.tables.bombs_and_flak
    assert (sky.bombs_until_box, sky.flak_dice, sky.blast_on, sky.blast_hits) == (2, "d6-3", (2, 12), "d6")
    assert charts.tables.bomb_bay.explodes_from == 7


@pytest.mark.rule("7.1.7")
def test_range_effects(charts):
    long, medium, close = charts.ranges
    assert (long.attacker, medium.attacker, close.attacker) == (-1, 0, 1)
    assert (long.alone, medium.alone, close.alone) == (-1, 0, 1)
    assert (long.formation, medium.formation, close.formation) == (0, 1, 2)
    assert (long.bf109, medium.bf109, close.bf109) == (-1, 0, 0)
    bombers = charts.tables.bombers.rows
    assert [bombers[name].formation for name in ("B-17", "B-17G", "YB-40", "B-24")] == [True, True, True, False]


@pytest.mark.rule("7.1.6")
@pytest.mark.parametrize(
    ("card", "fp", "result"),
    [(4, 12, 5), (19, 12, 3), (29, 16, DESTROYED), (38, 16, 5), (49, 12, 5), (59, 24, DESTROYED)],
)
def test_cards_that_the_book_quotes(charts, card, fp, result):
    assert charts.faces[str(card)].hits[fp] == result


@pytest.mark.rule("7.1.6")
def test_columns_begin_with_six_and_less_then_eight(charts):
    assert charts.tables.cards.columns[:2] == (1, 8)
    for face in charts.faces.values():
        assert face.hits[7] == face.hits[6] == face.hits[1]
        assert face.hits[9] == face.hits[8]
        assert len(face.hits) == 25


@pytest.mark.rule("3.5.1")
def test_there_are_sixty_cards_and_none_weakens_with_firepower(charts):
    assert [int(card) for card in sorted(charts.faces, key=int)] == list(range(1, 61))

    def worth(result: int) -> float:
        return 4.5 if result == GROUP else result

    for face in charts.faces.values():
        assert list(map(worth, face.hits)) == sorted(map(worth, face.hits)), face.number


@pytest.mark.rule("7.2.2.6")
def test_defences_that_the_book_quotes(charts):
    chandelle, cuban = charts.faces["23"], charts.faces["28"]
    assert (chandelle.defence, chandelle.avoid, chandelle.improve) == ("chandelle", ALL_DAMAGE, 1)
    assert (cuban.defence, cuban.avoid, cuban.improve) == ("cuban-eight", 1, 2)
    assert any(face.ends for face in charts.faces.values())
    assert {face.improve for face in charts.faces.values()} >= {0, 1, 2}


@pytest.mark.rule("7.2.3.2")
def test_many_wingman_texts_give_nothing_and_card_39_attacks_with_24(charts):
    assert charts.faces["39"].wingman_fp == 24
    idle = [
        face for face in charts.faces.values() if not (face.wingman_fp or face.wingman_avoid or face.wingman_improve)
    ]
    assert len(idle) >= 20


@pytest.mark.rule("7.1.13")
def test_extended_burst_chart(charts):
    chart = charts.tables.extended_burst
    rows = {roll: (chart[roll].extra, chart[roll].ammo, chart[roll].jam) for roll in range(2, 13)}
    assert rows == {
        2: ("DE", 2, "none"),
        3: (4, 2, "none"),
        4: (3, 2, "none"),
        5: (2, 2, "none"),
        6: (2, 2, "one"),
        7: (1, 2, "none"),
        8: (1, 2, "all"),
        9: (1, 2, "one"),
        10: (1, 2, "none"),
        11: (1, 2, "none"),
        12: (0, 0, "before"),
    }


@pytest.mark.rule("7.4.1")
def test_fighter_damage_chart(charts):
    rows = charts.tables.fighter_damage.rows
    quoted = {
        12: "port-wing",
        13: "starboard-wing",
        25: "port-engine",
        33: "airframe",
        34: "controls",
        43: "rear-guns",
        45: "starboard-wing",
        55: "airframe",
        66: "fuel",
    }
    assert {roll: rows[roll] for roll in quoted} == quoted
    assert {"iff", "radio", "oxygen", "weapon-1", "rockets", "boost", "crew"} <= set(rows.values())


@pytest.mark.rule("7.4.1")
def test_fuel_engines_and_armour(charts):
    tables = charts.tables
    assert tables.fuel_tank[6] == "leak"
    assert set(result for _, result in tables.fuel_tank.rows.rows) == {"leak", "fire", "explosion"}
    assert tables.engine_losses.engine == (0, -2)
    assert tables.engine_losses.radial == (0, -1, -2)
    assert tables.engine_losses.twin_out == -4
    assert [name for name, mat in charts.models.items() if mat.armour] == [
        name for name, mat in charts.models.items() if mat.series == "Fw190"
    ]
    assert [name for name, foe in charts.foes.items() if foe.armour] == ["P-47"]


@pytest.mark.rule("7.4.1")
def test_group_damage_of_the_airframe_holds_a_gunner(charts):
    assert "gunner" in charts.packages["airframe"]


@pytest.mark.rule("7.4.3")
def test_bombers_and_the_way_home(charts):
    b17, home = charts.tables.bombers.rows["B-17"], charts.tables.home_check
    assert (b17.port_wing, b17.engines) == (4, 4)
    assert (home.dice, home.base, home.engine_out, home.one_short, home.credit) == ("d10", 1, 1, 1, 2)


@pytest.mark.rule("7.1.14")
def test_rockets(charts):
    assert charts.tables.rockets.dice == "2d6"
    assert {hits for _, hits in charts.tables.rockets.rows.rows} == {0, 1, 2}
    assert charts.tables.engine_losses.rockets_gone == 1
    assert {mat.series for mat in charts.models.values() if mat.rockets} >= {"Fw190"}


@pytest.mark.rule("7.2.2.8")
def test_speeds_agility_and_boost(charts):
    butcher, gustav = charts.models["Fw190A-4"], charts.models["Bf109G-6/R4"]
    assert (butcher.speed, butcher.boost) == (19, "MW50")
    assert (gustav.speed, gustav.fp, gustav.boost, gustav.level) == (20, 16, "MW50", 3)
    assert gustav.start <= MONTHS.index("1943-07")
    thunderbolt = charts.foes["P-47"]
    assert (thunderbolt.speed, sum(thunderbolt.guns)) == (21, 12)
    assert {name for name, mat in charts.models.items() if mat.agile} == {
        name for name, mat in charts.models.items() if mat.series == "Bf109"
    }
    assert [name for name, foe in charts.foes.items() if foe.agile] == ["Spitfire IX"]


@pytest.mark.rule("7.2.2.7")
def test_initiative_chart(charts):
    chart = charts.tables.initiative
    assert [chart.shifts[n] for n in (0, 3, 4)] == [0, 1, 1]
    assert chart.shifts[20] == 2
    assert (chart.agile, chart.boost, chart.awareness, chart.ace) == (2, 1, 1, 1)


@pytest.mark.rule("7.4.4")
@pytest.mark.rule("7.4.6")
def test_landing_chart(charts):
    chart = charts.tables.landing
    assert chart.rows[10] == "safe" and chart.rows[16] == chart.rows[20] == "killed"
    assert [result for _, result in chart.rows.rows] == ["safe", "rough", "crash", "killed"]
    assert (chart.engine_damaged, chart.wound, chart.forced, chart.skill) == (1, 1, 1, -1)


@pytest.mark.rule("7.5")
@pytest.mark.rule("7.6")
def test_weather_and_parachute(charts):
    assert charts.tables.weather[4].weather == "good"
    assert [row.landing for _, row in charts.tables.weather.rows.rows] == [0, 1, 2]
    assert charts.tables.parachute.skill == -1


@pytest.mark.rule("10.7")
def test_severity(charts):
    assert [charts.tables.severity[face] for face in range(1, 7)] == ["LW", "LW", "LW", "SW", "SW", "KIA"]


@pytest.mark.rule("7.2.3.1")
def test_wingman_attack(charts):
    results = [result for _, result in charts.tables.wingman_attack.rows.rows]
    assert 4 in results and "damaged" in results


@pytest.mark.rule("10.5")
def test_position_chart(charts):
    rows = charts.tables.positions.rows
    assert [name for name, row in rows.items() if row.front] == [1, 2, 3]
    assert set(rows[5].adjacent) == {3, 7} and set(rows[6].adjacent) == {4, 8}
    assert rows[3].opposite == 6
    for place, row in rows.items():
        assert rows[row.opposite].opposite == place
        assert all(place in rows[other].adjacent for other in row.adjacent)
    altitude = charts.tables.positions.altitude
    assert [altitude[face] for face in range(1, 7)] == ["low", "low", "level", "level", "high", "high"]
    assert charts.tables.bombers.rows["B-17G"].front == 1


@pytest.mark.rule("10.4")
def test_quality(charts):
    chart = charts.tables.quality
    assert [chart.early[face] for face in range(1, 7)] == ["green", *["trained"] * 3, "veteran", "ace"]
    assert [chart.late[face] for face in range(1, 7)] == [*["trained"] * 3, *["veteran"] * 2, "ace"]
    assert {name: (row.hits, row.initiative) for name, row in chart.effects.items()} == {
        "green": (-1, 0),
        "trained": (0, 0),
        "veteran": (1, 0),
        "ace": (1, 1),
    }
    assert chart.until == "1943-06"


@pytest.mark.rule("10.6")
@pytest.mark.rule("7.2.2.2")
def test_manoeuvres(charts):
    chart = charts.tables.manoeuvres
    standard = {name: (row.avoid, row.improve, row.agile, row.ends) for name, row in chart.standard.items()}
    assert standard == {"tight-turn": (0, 1, 2, False), "barrel-roll": (2, 0, None, False)}
    advanced = [(name, row.avoid, row.improve, row.ends) for name, row in chart.advanced.items()]
    assert advanced == [
        ("cuban-eight", 1, 1, False),
        ("chandelle", "all", 1, False),
        ("immelmann", "all", 2, False),
        ("split-s", 1, 0, True),
    ]


@pytest.mark.rule("9.1")
@pytest.mark.rule("9.8")
def test_thirty_mats_in_four_series_and_four_of_a_kind(charts):
    series = [mat.series for mat in charts.models.values()]
    assert [series.count(name) for name in ("Bf109", "Fw190", "Bf110", "Me410")] == [11, 13, 4, 2]
    assert [name for name, mat in charts.models.items() if mat.limited] == [
        "Fw190A-5/U9",
        "Fw190A-5/U11",
        "Fw190A-5/U12",
        "Fw190A-6/R2",
    ]


@pytest.mark.rule("8.2")
def test_known_levels(charts):
    models = charts.models
    assert models["Fw190A-4/R6"].level == models["Bf109G-6/R6"].level == 3
    assert models["Fw190A-5"].level <= 2
    assert models["Me410A"].level > 0
    assert max(mat.level for mat in models.values()) == 7
    assert models["Bf109G-6/R6"].start <= MONTHS.index("1943-09")


@pytest.mark.rule("4.5")
def test_only_cannon_have_a_number_of_rounds(charts):
    guns = {row.weapon: row.ammo for mat in charts.models.values() for row in mat.guns}
    assert {gun for gun, ammo in guns.items() if ammo < 0} == {"MG17", "MG131"}
    assert [gun for gun, kind in charts.tables.weapons.rows.items() if not kind.jams] == ["MG FF"]


@pytest.mark.rule("4.1")
def test_starting_units(charts):
    opened = {month: [n for n, row in charts.units.items() if MONTHS[row.start] == month] for month in MONTHS}
    assert {month: lines for month, lines in opened.items() if lines} == {
        "1943-03": [1, 2, 4, 5, 6, 7, 16, 17, 18, 19],
        "1943-04": [3, 8, 12, 13],
        "1943-06": [14, 15, 21],
        "1943-08": [10, 22, 23],
        "1943-09": [9],
        "1943-10": [11, 20],
    }
    assert charts.units[17].aircraft == ("Fw190A-4", "Bf109G-1/R2", "Bf109G-4")
    assert charts.units[11].aircraft == ("Me410A",)
    assert [n for n, row in charts.units.items() if row.optional] == [21, 22, 23]


@pytest.mark.rule("4.6.2")
def test_base_zones(charts):
    zones = charts.tables.base_zones.rows
    assert list(zones) == ["Dutch", "Bremen", "French", "Ruhr", "Munich", "Münster", "Frankfurt"]
    bases = [base for names in zones.values() for base in names]
    assert len(bases) == len(set(bases)) == 20
    for row in charts.units.values():
        assert row.base in zones[row.zone]


@pytest.mark.rule("4.6.3")
def test_only_single_engined_mats_have_greyed_boxes(charts):
    for by_series in charts.tables.tracks.rows.values():
        for series, track in by_series.items():
            grey = None in track.entry.values()
            assert not (grey and series in ("Bf110", "Me410"))
            assert all(box is None or 1 <= box <= track.boxes for box in track.entry.values())
    bremen = charts.tables.tracks.rows["Bremen"]
    assert bremen["Fw190"].entry["France"] is None and bremen["Bf109"].entry["France"] is None
    french = charts.tables.tracks.rows["French"]
    assert french["Fw190"].entry["France"] == 1 and french["Bf109"].entry["Ruhr"] <= 2


@pytest.mark.rule("10.1.1")
@pytest.mark.rule("7.1.10")
@pytest.mark.rule("7.3")
def test_dice_that_succeed(charts):
    assert (charts.tables.escapes.slip_away, charts.tables.escapes.disengage) == (2, 4)
    assert (charts.tables.cooperation.improves, charts.tables.cooperation.drawn_in) == (1, 2)


@pytest.mark.rule("7.1.2")
def test_a_chart_says_how_those_whom_it_puts_before_him_are_met(charts, tmp_path):
    folder = copy_pack(charts.pack, tmp_path / "mine", title="Mine")
    chart = folder / "interception.yaml"
    chart.write_text(chart.read_text().replace("      orientation: advantaged\n", ""))
    with pytest.raises(PackError) as caught:
        load_pack(folder, Tables, check=check, home=PACKS)
    (fault,) = caught.value.faults
    assert (fault.field, fault.got) == ("interception.rows", "none on 9")


@pytest.mark.rule("7.6")
def test_a_chart_is_rolled_on_with_its_own_dice_but_for_those_that_the_book_names(charts, tmp_path):
    folder = copy_pack(charts.pack, tmp_path / "mine", title="Mine")
    for name in ("parachute", "landing"):
        chart = folder / f"{name}.yaml"
        before = chart.read_text(encoding="utf-8")
        chart.write_text(before.replace("dice: 2d6", "dice: d20"), encoding="utf-8")
        if name == "parachute":
            pilot = FlightCase()
            pilot.pack = Charts(load_pack(folder, Tables, check=check, home=PACKS))
            table = RecordingTable(ScriptedDice(d("parachute", 19)), pilot.pack)
            jump(pilot.career, table, "pilot", pilot.state)
            assert pilot.flight.pilot_wound == KILLED
    with pytest.raises(PackError) as caught:
        load_pack(folder, Tables, check=check, home=PACKS)
    (fault,) = caught.value.faults
    assert (fault.field, fault.expected, fault.got) == ("landing.dice", "2d6", "d20")
    (folder / "landing.yaml").write_text(before.replace("11-: safe", "2-11: safe"), encoding="utf-8")
    with pytest.raises(PackError) as caught:
        load_pack(folder, Tables, check=check, home=PACKS)
    (fault,) = caught.value.faults
    assert (fault.field, "open" in fault.expected) == ("landing.rows", True)
