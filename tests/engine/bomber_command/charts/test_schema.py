"""Statements of the rules text about maps, counters, cards and tables that hold in the standard pack."""

from pathlib import Path

import pytest

from engine.bomber_command.charts.schema import PACKS, Tables, check_tables
from engine.kernel.hexes import opposite
from engine.kernel.packs.faults import PackError
from engine.kernel.packs.files import copy_pack
from engine.kernel.packs.reading import load_pack
from tests.engine.bomber_command.builders import CHARTS

TABLES = CHARTS.tables
BERLIN, DOWNFALL = CHARTS.boards["berlin"], CHARTS.boards["downfall"]
BOTH = pytest.mark.parametrize("board", [BERLIN, DOWNFALL], ids=["berlin", "downfall"])


@BOTH
@pytest.mark.rule("2.1.2")
def test_places_that_the_rules_name(board):
    assert board.ruhr == {"J6", "I7", "I8"}
    assert {board.zone[hex_] for hex_ in board.ruhr} == {"3.JD"}
    hannover = next(city for name, city in board.cities.items() if name.startswith("hannover"))
    assert hannover.hex == "K5" and board.beacons["gertrud"].hex == "L4" and "L4" in board.near["K5"]
    assert board.cities["dortmund"].hex == "J6" and "J6" in board.area_flak
    assert board.cities["osnabrueck"].hex == "J5" and board.cities["duesseldorf"].hex == "I8"
    assert "H3" in board.mines and {"C6", "C7"} <= board.exits
    assert board.chart.jutland_link == "I1" and board.zone["Jutland"] == "2.JD"


@BOTH
@pytest.mark.rule("1.6")
@pytest.mark.rule("2.1.1")
@pytest.mark.rule("4.2.1")
def test_hexes_that_the_rules_say_are_adjacent(board):
    assert {("F5", "G5"), ("F5", "G6")} <= {(way[0], end) for start in ("E5", "E6") for end, ways in
                                            board.legs(start).items() for way in ways}  # fmt: skip
    for hex_ in ("K6", "K7", "J5"):
        assert hex_ in board.near["J6"]
    for hex_ in ("J4", "I4", "J5"):
        assert hex_ in board.near["I5"]
    grid = board.grid
    assert grid.name(grid.side_to("I8", "H8")) == "SW" and grid.side_to("H8", "I8") == opposite(
        grid.side_to("I8", "H8")
    )


@BOTH
@pytest.mark.rule("9.3")
def test_the_himmelbett_line(board):
    assert set(board.active_around["H5"]) >= {"H5", "H6"} and "I5" not in board.active_around["H5"]
    assert "I5" in board.himmelbett and "I5" in board.near["H5"] and board.zone["I5"] != board.zone["H5"]
    for hex_ in board.himmelbett:
        assert len(board.near[hex_] & board.himmelbett) <= 3, hex_


@BOTH
@pytest.mark.rule("9.6")
def test_flak_values(board):
    values = {city.flak for city in board.cities.values()}
    assert values <= {None, 0, 1, 2, 3, 4, 5} and set(board.area_flak.values()) <= {0, 1}
    for name, city in board.cities.items():
        assert (city.flak is None) == (name == "peenemuende")


@BOTH
@pytest.mark.rule("7.4.7")
def test_the_line_beyond_which_nobody_recovers_well(board):
    england = ("D7",)  # the only hex of the grid with English ground
    german = [hex_ for hex_ in board.grid if board.zone[hex_] != board.chart.allied_zone and hex_ not in england]
    land = [hex_ for hex_ in german if board.ground[hex_] != "sea"]
    for hex_ in board.grid:
        beyond = all(board.distance(hex_, other) > 2 for other in land)
        assert beyond == (hex_ in board.out_of_range), hex_


@pytest.mark.rule("12.3.2")
def test_the_southern_entries_are_downfalls():
    assert set(DOWNFALL.chart.southern_entries) == {"G9", "H9", "H10", "I11"} and not BERLIN.chart.southern_entries
    assert TABLES.raid_rules.southern_extra == 5 and TABLES.raid_rules.long_range == 20


@pytest.mark.rule("3.3.1")
def test_four_downfall_cities_are_nobodys_target():
    mapless = {name for name, city in DOWNFALL.cities.items() if city.map is None}
    assert mapless == {"aachen", "duesseldorf", "muenchen-gladbach", "saarbruecken"}
    assert {chit.city for chit in TABLES.downfall_chits.rows.values() if chit.city} == set(DOWNFALL.cities) - mapless
    assert {chit.city for chit in TABLES.berlin_chits.rows.values()} == set(BERLIN.cities)


@pytest.mark.rule("3.6")
def test_which_of_the_four_print_no_more_than_nought():
    flak = {name: DOWNFALL.cities[name].flak for name in ("aachen", "muenchen-gladbach", "saarbruecken", "duesseldorf")}
    assert flak.pop("duesseldorf") > 0 and set(flak.values()) == {0}


@pytest.mark.rule("4.5.1")
def test_downfall_chits_come_in_two_sets():
    chits = TABLES.downfall_chits.rows.values()
    assert all(chit.set == "B" for chit in chits if chit.follow_up) and sum(chit.follow_up for chit in chits) > 1
    first = [chit.vp for chit in chits if chit.set == "A"]
    assert min(first) < TABLES.raid_rules.short_night_vp <= max(first)


@pytest.mark.rule("2.2.2")
def test_counters_of_the_nightfighters():
    assert all(row.full is None for row in DOWNFALL.units.values())
    for board in (BERLIN, DOWNFALL):
        rows = board.units.values()
        assert {value for row in rows for value in (row.full, row.depleted) if value is not None} <= {0, 1, 2, 3}
        assert any(row.hex == "Jutland" for row in rows)
        for row in rows:
            assert board.chart.airfields[row.airfield].hex == row.hex and board.zone[row.hex] == row.division
    himmelbett = {DOWNFALL.zone[hex_] for hex_ in DOWNFALL.himmelbett}
    hunters = [row for row in DOWNFALL.units.values() if row.aircraft == "Me 262" or row.engines == "SE"]
    assert {"Me 262"} < {row.aircraft for row in hunters} and any(row.division in himmelbett for row in hunters)


@pytest.mark.rule("12.2.1")
def test_intruders_have_units_to_come_from():
    assert {"3.JD", "4.JD"} <= {row.division for row in BERLIN.units.values()}


@pytest.mark.rule("2.2.3")
def test_british_fighters():
    fighters = TABLES.british_fighters
    assert len(fighters.patrols) == 3 and 3 in fighters.patrols and {*fighters.patrols, fighters.adgb} <= {2, 3, 4}


@pytest.mark.rule("3.4.1")
def test_weather_markers():
    markers = TABLES.weather_markers.rows.values()
    assert len(markers) == 16 and len({marker.good for marker in markers} | {marker.bad for marker in markers}) == 6


@pytest.mark.rule("3.4.2")
def test_weather_values_and_crosses():
    values = {name: row.value for name, row in CHARTS.weather.items()}
    assert values == {"clear": 0, "haze": -1, "broken-cloud": -1, "cloud": -2, "heavy-cloud": -2, "fog": 0}
    assert {name for name, row in CHARTS.weather.items() if row.cross} == {"fog", "heavy-cloud"}
    assert TABLES.weather_values.most_crosses == 2


@pytest.mark.rule("3.4.4")
def test_visibility_table():
    assert [TABLES.visibility[face] for face in range(1, 7)] == ["good", *["moderate"] * 4, "poor"]
    values = TABLES.visibility_values
    assert (values.good, values.moderate, values.poor, values.moon, values.twilight) == (1, 0, -1, 1, 3)
    assert values.twilight_after == 10 and TABLES.track.turns >= 16


@pytest.mark.rule("1.4")
@pytest.mark.rule("3.1.2")
@pytest.mark.rule("13.0")
@pytest.mark.rule("3.5.1")
def test_where_the_scenarios_start():
    berlin, downfall = CHARTS.scenarios["berlin"], CHARTS.scenarios["downfall"]
    assert (berlin.jamming, downfall.jamming) == (5, 6)
    assert (berlin.raids.main, berlin.raids.mosquito, berlin.raids.decoy) == (1, 3, 0)
    assert (downfall.raids.main, downfall.raids.mosquito, downfall.raids.decoy) == (2, 5, 1)
    assert (berlin.stream, downfall.stream) == (2, 0) and (berlin.accuracy, downfall.accuracy) == (0, 2)
    assert TABLES.raid_rules.letters == list("ABCDEFGHJ")


@pytest.mark.rule("8.2")
def test_detection_table():
    found = [TABLES.detection.rows[over] for over in (-3, -1, 0, 1, 2, 7)]
    assert found == ["none", "none", "touched", "detected", "clarified", "clarified"]


@pytest.mark.rule("9.7.2")
def test_defensive_fire_table():
    assert [TABLES.defensive_fire.rows[total] for total in (2, 7, 8, 11, 12, 16)] == [0, 0, 1, 1, 2, 2]


@pytest.mark.rule("9.9.1")
def test_mosquito_losses():
    assert (TABLES.mosquito_losses.confirmed, TABLES.mosquito_losses.hunted) == (1, 5)


@pytest.mark.rule("10.3.2")
def test_marking_table():
    chart = TABLES.marking
    rows = {3: (0, -1), 5: (0, 0), 6: (0, 1), 7: (0, 1), 8: (1, 1), 9: (1, 2), 10: (2, 2), 11: (2, 2), 12: (3, 3)}
    assert {total: (chart.drift[total], chart.quality[total]) for total in rows} == rows
    assert (chart.newhaven, chart.parramatta, chart.wanganui, chart.oboe, chart.clear) == (0, 1, 3, -1, -1)
    methods = {name: row.marking for name, row in CHARTS.weather.items()}
    assert methods == {
        "clear": "newhaven", "broken-cloud": "newhaven", "haze": "parramatta", "cloud": "parramatta",
        "heavy-cloud": "wanganui", "fog": "wanganui",
    }  # fmt: skip


@pytest.mark.rule("10.4.2")
def test_bomb_concentration_table():
    values = TABLES.bombs.concentration
    assert values == [13, 11, 9, 7, 6, 5, 4, 3, 2, 2, 1, 1]
    start = {name: values[row.concentration] for name, row in CHARTS.weather.items()}
    assert start == {"clear": 9, "broken-cloud": 7, "cloud": 5, "haze": 5, "heavy-cloud": 3, "fog": 3}
    assert (TABLES.bombs.normal, TABLES.bombs.heavy, TABLES.bombs.light) == (20, 24, 16)


@pytest.mark.rule("10.5.2")
def test_disruption_table():
    chart = TABLES.bomb_error.disruption
    ends = {2: 0, 4: 1, 6: 2, 9: 3, 12: 4, 16: 5, 20: 6, 25: 7, 30: 8, 31: 9, 60: 9}
    assert {total: chart[total] for total in ends} == ends
    assert [chart[low] for low in (0, 3, 5, 7, 10, 13, 17, 21, 26)] == list(range(9))


@pytest.mark.rule("11.2")
def test_victory_tables():
    def bands(scenario, *nets):
        return [CHARTS.scenarios[scenario].bands[net] for net in nets]

    names = ["german-major", "german", "german", "draw", "draw", "british", "british", "british-major"]
    assert bands("berlin", 0, 1, 9, 10, 18, 19, 27, 28) == names
    assert bands("downfall", 10, 11, 20, 21, 30, 31, 40, 41) == names


@pytest.mark.rule("7.6")
def test_modifiers_of_recovery_that_the_rules_give():
    chart = TABLES.recovery
    assert (chart.out_of_range, chart.disruption_step, chart.fido) == (4, 5, -3)


@pytest.mark.rule("2.7")
def test_both_decks():
    for seat in ("british", "german"):
        cards = [card for card in CHARTS.cards.values() if card.seat == seat]
        assert len(cards) == 55
        assert {card.symbol for card in cards} == {"electronic-warfare", "aircraft", "operations", "bombing"}
    titles = {card.title.upper() for card in CHARTS.cards.values()}
    assert titles >= {
        "CORKSCREW", "HIGH-ALTITUDE BOMBERS", "REAR GUNNER", "VILLAGE INN", "SERRATE", "PERFECTOS", "WEATHER", "TINSEL",
        "VHF", "STRAYING BOMBERS", "STRAGGLERS: HIMMELBETT", "EARLY ARRIVAL AT TARGET", "WILD BOAR",
        "TRIGGER HAPPY FLAK", "TA 154 MOSKITO", "CIVIL DEFENCE", "ACCIDENT",
    }  # fmt: skip


@pytest.mark.rule("10.1")
@pytest.mark.rule("10.1.1")
def test_city_maps():
    assert sorted(CHARTS.city_maps) == list("ABCDE")
    for name, city_map in CHARTS.city_maps.items():
        assert bool(city_map.oil) == (name in "BCE")
        assert all(city_map.kind[area] == "fields" for area in city_map.outermost), name
        assert city_map.grid.disc(city_map.built[0], 20).__len__() == len(city_map.grid)
    assert CHARTS.city_maps["D"].grid.hexes == CHARTS.city_maps["E"].grid.hexes


@pytest.mark.rule("10.4.2")
def test_map_b_fits_both_examples():
    """A refinery as aimpoint beside the centre; two areas of drift to the north-east; rings of six, eight and more."""
    city_map = CHARTS.city_maps["B"]
    aimpoint = city_map.oil
    approach = city_map.step(aimpoint, 1)
    assert city_map.kind[approach] == "city-centre"
    ti = city_map.step(city_map.step(aimpoint, 2), 2)
    assert city_map.kind[city_map.step(ti, 1)] == "fields"
    assert [len(city_map.grid.ring(ti, radius)) for radius in (1, 2)] == [6, 8]
    assert len(city_map.grid.ring(ti, 3)) >= 4


@pytest.mark.parametrize(
    ("file", "old", "new", "field"),
    [
        ("berlin_units", "airfield: venlo", "airfield: nowhere", "berlin_units.rows.I-NJG1.airfield"),
        ("german_cards", "g11", "G11", "german_cards.rows[4].ids"),
        ("german_cards", "g11", "g12", "german_cards.rows[5].ids"),
    ],
)
def test_a_name_that_leads_nowhere_or_to_two_things_is_said(tmp_path: Path, file, old, new, field):
    folder = copy_pack(CHARTS.pack, tmp_path / "mine", title="Mine")
    table = folder / f"{file}.yaml"
    table.write_text(table.read_text().replace(old, new))
    with pytest.raises(PackError) as caught:
        load_pack(folder, Tables, check=check_tables, home=PACKS)
    (fault,) = caught.value.faults
    assert fault.field == field and fault.got == new.removeprefix("airfield: ")
