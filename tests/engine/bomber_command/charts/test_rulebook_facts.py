"""Every fact that the rules text states about maps, counters, chits and cards, with the test that holds the pack to it.

The facts are counted by kind, in the order in which the rules give them; what is not proved elsewhere is proved here.
"""

from importlib import import_module

import msgspec
import pytest

from engine.bomber_command.charts.map import DIRECTIONS
from engine.bomber_command.game import TITLE
from engine.bomber_command.rules.cards.play import EFFECTS
from engine.bomber_command.rules.plots import Plot, RaidPlot
from engine.bomber_command.rules.plotting import Planner, move_on, target_turn
from engine.bomber_command.state import Bombing, FighterUnit, Patrol, Raid, State
from engine.kernel.dice import FastDice
from engine.kernel.table import Table
from engine.kernel.title import drive
from tests.engine.bomber_command.builders import CHARTS, EagerPolicy, a_night, legs, setups

TABLES = CHARTS.tables
BERLIN, DOWNFALL = CHARTS.boards["berlin"], CHARTS.boards["downfall"]
BOTH = pytest.mark.parametrize("board", [BERLIN, DOWNFALL], ids=["berlin", "downfall"])

MODULES = {
    "schema": "charts.test_schema", "printed": "charts.test_printed_tables", "facts": "charts.test_rulebook_facts",
    "setup": "test_setup", "bombing": "rules.test_bombing",
}  # fmt: skip
"""Where the tests lie that FACTS names."""

PLACES, NEAR = "schema.test_places_that_the_rules_name", "schema.test_hexes_that_the_rules_say_are_adjacent"
LINE, START = "schema.test_the_himmelbett_line", "schema.test_where_the_scenarios_start"
COUNTERS, MARKERS = "schema.test_counters_of_the_nightfighters", "facts.test_every_marker_is_laid_in_play"
SKIES, FOUR = "printed.test_moon_wind_and_infiltration", "schema.test_four_downfall_cities_are_nobodys_target"
OWNERS, IMPLIED = "printed.test_whose_cards_the_rules_name", "facts.test_what_cards_can_do_without_a_title"

FACTS: dict[str, list[str]] = {
    "components": ["facts.test_what_is_in_the_box", START],
    "hexes": [
        PLACES, PLACES, PLACES, PLACES, PLACES, PLACES, PLACES, NEAR, PLACES, "facts.test_a_row_over_duesseldorf",
        "bombing.test_the_approach_comes_from_where_the_raid_came", NEAR, PLACES, PLACES,
        "facts.test_three_cities_are_bombed_on_one_turn", "facts.test_a_gardening_raid_reaches_its_mines",
        "facts.test_escorts_part_over_dortmund",
        "printed.test_the_flightpath_of_the_example_bombs_on_the_fourth_turn", PLACES, LINE, LINE,
        "schema.test_the_southern_entries_are_downfalls", "facts.test_the_exits_are_the_hexes_beside_england",
        "facts.test_the_exits_are_the_hexes_beside_england",
    ],
    "features": [
        "facts.test_scale", "schema.test_flak_values", "schema.test_flak_values", "facts.test_city_boxes",
        "facts.test_city_boxes", "facts.test_city_boxes", "facts.test_north_follows_the_grain",
        "facts.test_occupied_cities_are_no_targets", FOUR, FOUR, "setup.test_three_cities_without_flak_are_stripped",
        "schema.test_which_of_the_four_print_no_more_than_nought",
        "schema.test_the_line_beyond_which_nobody_recovers_well", "printed.test_zones_cities_and_jutland",
        "printed.test_each_himmelbett_hex_has_two_neighbours_in_its_line_at_most", COUNTERS,
        "schema.test_intruders_have_units_to_come_from", COUNTERS,
    ],
    "tracks": [
        START, "facts.test_the_tracks", START, "facts.test_the_tracks", "facts.test_the_boxes", "facts.test_the_boxes",
        "schema.test_visibility_table", "printed.test_zones_cities_and_jutland",
    ],
    "counters": [
        COUNTERS, COUNTERS, "schema.test_british_fighters", COUNTERS, "facts.test_the_tracks",
        "schema.test_weather_markers", "schema.test_weather_values_and_crosses", *[MARKERS] * 7, START,
        "printed.test_swaps_hands_and_intruders",
    ],
    "chits": ["facts.test_the_chits", "schema.test_downfall_chits_come_in_two_sets",
              "schema.test_downfall_chits_come_in_two_sets", "schema.test_downfall_chits_come_in_two_sets",
              "printed.test_zones_cities_and_jutland"],
    "city_maps": ["schema.test_city_maps", "schema.test_city_maps", "schema.test_city_maps",
                  "facts.test_north_follows_the_grain", "schema.test_map_b_fits_both_examples",
                  "schema.test_map_b_fits_both_examples"],
    "tables": [
        "schema.test_detection_table", "schema.test_visibility_table", "schema.test_weather_values_and_crosses",
        "schema.test_visibility_table", SKIES, SKIES, "schema.test_defensive_fire_table", "schema.test_mosquito_losses",
        "printed.test_attacks", "schema.test_marking_table", "schema.test_bomb_concentration_table",
        "schema.test_bomb_concentration_table", "schema.test_disruption_table",
        "printed.test_error_and_accuracy", "printed.test_error_and_accuracy",
        "printed.test_what_makes_a_fire", "printed.test_creepback_and_firestorm",
        "printed.test_creepback_and_firestorm", "printed.test_what_is_scored",
        "schema.test_victory_tables", "schema.test_modifiers_of_recovery_that_the_rules_give",
        "printed.test_attacks", "facts.test_columns_of_the_rebuilt_tables",
        "facts.test_columns_of_the_rebuilt_tables",
    ],
    "cards": ["schema.test_both_decks", "schema.test_both_decks", *[OWNERS] * 17, *[IMPLIED] * 12],
}  # fmt: skip


@pytest.mark.parametrize("kind", FACTS)
def test_every_fact_has_its_test(kind):
    for number, place in enumerate(FACTS[kind], start=1):
        module, name = place.split(".")
        found = getattr(import_module(f"tests.engine.bomber_command.{MODULES[module]}"), name, None)
        assert found is not None, f"{kind}/{number}: {place}"


def test_the_facts_are_counted():
    counted = {kind: len(places) for kind, places in FACTS.items()}
    assert counted == {
        "components": 2, "hexes": 24, "features": 18, "tracks": 8, "counters": 16, "chits": 5, "city_maps": 6,
        "tables": 24, "cards": 31,
    }  # fmt: skip


@pytest.mark.rule("2.0")
def test_what_is_in_the_box():
    assert set(CHARTS.boards) == {"berlin", "downfall"} and len(CHARTS.city_maps) == 5
    assert {seat: sum(card.seat == seat for card in CHARTS.cards.values()) for seat in ("british", "german")} == {
        "british": 55, "german": 55,
    }  # fmt: skip


@BOTH
@pytest.mark.rule("12.4")
@pytest.mark.rule("4.2.1")
def test_a_row_over_duesseldorf(board):
    assert ("H8", "I8") in board.legs("G8")["I8"]


@pytest.mark.rule("4.2")
@pytest.mark.rule("4.4.1")
@pytest.mark.rule("4.3.3")
def test_three_cities_are_bombed_on_one_turn():
    """The book's whole plan, without a fault: one hex on turn 1, escorts out in I5, three bombed on 4, home on 8."""
    night = a_night()
    night.targets = ["bremen"]
    plan = [
        RaidPlot("E", "main", "bremen", "D4", 1, 1, legs("E5 H5 J4"), legs("D7 C7")),
        RaidPlot("B", "mosquito", "wilhelmshaven", parent="E", split=6, out=legs("I4"), home=legs("D4 C6/C5")),
        RaidPlot("C", "mosquito", "osnabrueck", parent="E", split=6, out=legs("J5"), home=legs("G7 F7 C6")),
        RaidPlot("F", "gardening", "H3", "D6", 2, 2, legs("D5 H3"), legs("E4 C6")),
    ]
    raids, faults = Planner(night, CHARTS).judge(Plot(plan))
    assert faults == []
    main, *escorts, gardening = raids
    assert {raid.target: target_turn(raid) for raid in raids[:3]} == {"bremen": 4, "wilhelmshaven": 4, "osnabrueck": 4}
    assert [raid.route[raid.appears] for raid in escorts] == ["I5", "I5"] and main.route[5] == "I5"
    assert {main.route[-1], *(raid.route[-1] for raid in escorts)} == {"C6", "C7"}
    assert [home_turn(raid) for raid in raids[:3]] == [8, 8, 8]
    assert (gardening.turn, gardening.route[gardening.target_at], target_turn(gardening)) == (2, "H3", 4)


def home_turn(raid):
    """Return the turn in which a raid comes to the England space."""
    ghost, turn = msgspec.structs.replace(raid), raid.turn
    while True:
        ghost.at = move_on(ghost, turn)
        if ghost.at >= len(ghost.route):
            return turn
        turn += 1


@pytest.mark.rule("4.2")
@pytest.mark.rule("4.3.3")
def test_a_gardening_raid_reaches_its_mines():
    night = a_night()
    draft = RaidPlot("F", "gardening", "H3", "D5", 2, 2, legs("H3"), legs("D5 C6"))
    (raid,), faults = Planner(night, CHARTS).judge(Plot([draft]))
    assert [fault.code for fault in faults] == ["main-forces"] and target_turn(raid) == 4


@BOTH
@pytest.mark.rule("9.6.1")
def test_escorts_part_over_dortmund(board):
    """The Main Force comes into J6 with its first hex and ends in K6; what leaves it there goes to K7 and to J5."""
    assert board.cities["dortmund"].hex == "J6" and "J6" in board.area_flak
    assert all(board.distance("J6", hex_) == 1 for hex_ in ("K6", "K7", "J5"))
    assert any(way[-2:] == ("J6", "K6") for start in board.near for way in ways_to(board, start, "K6"))


def ways_to(board, start, end):
    return board.legs(start).get(end, ()) if start in board else ()


@BOTH
@pytest.mark.rule("4.2")
@pytest.mark.rule("2.1.2")
def test_the_exits_are_the_hexes_beside_england(board):
    """England is what is not on the map in columns A to D from row six on; some entries do not touch it."""
    england = {f"{column}{row}" for column in "ABCD" for row in range(6, 12)} - set(board.grid)
    layout = {hex_: set(board.grid.neighbours(hex_)) for hex_ in board.grid}
    beside = {hex_ for hex_ in layout if None in layout[hex_] and touches(hex_, england)}
    assert beside == board.exits
    assert not set(board.entries) <= board.exits and set(board.chart.northern_entries) <= set(board.grid)


def touches(hex_, places):
    """Say whether a hex lies next to a place of the same lattice; columns B, D and so on sit half a hex low."""
    column, row = ord(hex_[0]), int(hex_[1:])
    low = column % 2 == 0
    rows = (row, row + 1) if low else (row - 1, row)
    around = {(column, row - 1), (column, row + 1), *((column + by, at) for by in (-1, 1) for at in rows)}
    return any(f"{chr(at)}{number}" in places for at, number in around)


@pytest.mark.rule("1.5")
def test_scale():
    """Fifty miles a hex: as the crow flies from Hannover to Berlin a little over three of them."""
    assert BERLIN.distance("K5", "N3") in (3, 4)


@BOTH
@pytest.mark.rule("2.1.2")
def test_city_boxes(board):
    for name, city in board.cities.items():
        barred = name in {"aachen", "duesseldorf", "muenchen-gladbach", "saarbruecken"} and board is DOWNFALL
        assert (city.map is None) == barred and (city.radar is None) == barred, name
        assert not (barred and city.oboe)
    assert sum(city.map == "E" for city in board.cities.values()) > 1, "industries"
    assert any("-" in city.name for city in board.cities.values()), "boxes for several cities"


@pytest.mark.rule("2.1.2")
@pytest.mark.rule("10.1")
def test_north_follows_the_grain():
    assert BERLIN.grid.neighbours("K5")[0] == "K4" and len(DIRECTIONS) == 6
    for city_map in CHARTS.city_maps.values():
        area = city_map.built[0]
        assert [city_map.step(area, number) for number in range(1, 7)] == list(city_map.grid.neighbours(area))


@BOTH
@pytest.mark.rule("3.3.1")
@pytest.mark.rule("4.3.4")
def test_occupied_cities_are_no_targets(board):
    assert set(board.chart.occupied.values()) <= board.barred_to_decoys
    assert not set(board.chart.occupied) & set(board.cities)


@pytest.mark.rule("8.1")
@pytest.mark.rule("7.5")
def test_the_tracks():
    track = TABLES.jamming_track.infiltration
    assert list(track) == list(range(CHARTS.levels[0], CHARTS.levels[-1] + 1))
    assert {row.jamming for row in CHARTS.scenarios.values()} <= set(track)
    flown = {row.aircraft for board in (BERLIN, DOWNFALL) for row in board.units.values()}
    assert set(TABLES.fuel.rows) == flown and min(TABLES.fuel.rows.values()) > 0


@pytest.mark.rule("7.4.4")
@pytest.mark.rule("2.1.2")
def test_the_boxes():
    """Landing at home or diverting, in any of the divisions; a pool of Patrols in Downfall only."""
    divisions = {row.division for board in (BERLIN, DOWNFALL) for row in board.units.values()}
    assert divisions == {"1.JD", "2.JD", "3.JD", "4.JD", "7.JD"}
    assert (CHARTS.scenarios["berlin"].patrols, CHARTS.scenarios["downfall"].patrols) == (0, 2)


@pytest.mark.rule("2.3.2")
@pytest.mark.rule("2.3.3")
@pytest.mark.rule("2.3.4")
@pytest.mark.rule("2.3.5")
@pytest.mark.rule("2.3.6")
def test_every_marker_is_laid_in_play():
    """Each marker on the map is a part of the night, the unit, the raid or the city map, and play puts it there."""
    places = {
        State: "mobile_flak tracks mined stripped jamming beleuchter naxos visibility wind twilight moonrise moonset "
        "fido north score",
        FighterUnit: "fuel scrambled homing gci intruder depleted",
        Raid: "disruption damage hunts losses marker",
        Bombing: "ti aimpoint approach he incendiary fires first_he first_incendiary first_fires",
        Patrol: "strength back",
    }
    missing = {(kind, name) for kind, names in places.items() for name in names.split()}
    for seed in (95, 26, 38, 195, 243):
        watched(seed, missing)
    assert not missing, "these nights were picked because between them they lay every one"


def watched(seed, missing):
    """Play a night, and strike off what is seen on it that did not lie there as it began."""
    night = TITLE.start(setups(seed), CHARTS)
    plain, player = TITLE.start(setups(seed), CHARTS), EagerPolicy(seed)
    fresh = {
        State: plain,
        FighterUnit: FighterUnit("x"),
        Raid: Raid("x", "main", [], 1, 1),
        Bombing: Bombing("x"),
        Patrol: Patrol(0),
    }

    def choose(decision):
        things = [night, *night.units, *night.raids, *night.bombings, *night.patrols]
        for kind, name in tuple(missing):
            if any(isinstance(one, kind) and getattr(one, name) != getattr(fresh[kind], name) for one in things):
                missing.discard((kind, name))
        return player.choose(decision)

    drive(TITLE.play(night, Table(FastDice(seed), CHARTS)), choose)


@pytest.mark.rule("3.3")
def test_the_chits():
    berlin, downfall = TABLES.berlin_chits.rows, TABLES.downfall_chits.rows
    assert set(berlin) == set(downfall), "two sides of one chit"
    assert all(chit.city in BERLIN.cities and 1 <= chit.moon <= TABLES.track.turns for chit in berlin.values())
    assert any(chit.oil for chit in downfall.values())
    assert all(CHARTS.city_maps[DOWNFALL.cities[chit.city].map].oil for chit in downfall.values() if chit.oil)


@pytest.mark.rule("9.7")
@pytest.mark.rule("7.4.2")
@pytest.mark.rule("7.4.4")
def test_columns_of_the_rebuilt_tables():
    combat = TABLES.combat
    assert all(combat.gci[total][1] in (0, 1) for total in range(2, 25)) and len(TABLES.flak.rows[16]) == 3
    for name in ("gci", "tame_boar", "wild_boar_stacked", "wild_boar_late"):
        losses = [getattr(combat, name)[total][0] for total in range(2, 25)]
        assert losses == sorted(losses), name
    for chart in (TABLES.scramble, TABLES.recovery):
        assert any(chart.column(row.column)[12][1] for row in CHARTS.weather.values())


@pytest.mark.rule("6.2")
def test_what_cards_can_do_without_a_title():
    """Both sides move jamming and modify rolls; the German places Naxos and Beleuchter; the British know bombing."""
    effects: dict[str, set[str]] = {"british": set(), "german": set()}
    rolls: dict[str, set[str]] = {"british": set(), "german": set()}
    for card in CHARTS.cards.values():
        for use in card.uses:
            effects[card.seat] |= {one.effect for one in use.does}
            rolls[card.seat] |= {one.roll for one in use.does if one.roll} | {
                one.marker for one in use.does if one.marker
            }
            if any(one.effect == "jamming" or one.marker in ("naxos", "beleuchter") for one in use.does):
                assert set(use.when) <= {"detection", "infiltration"}, "just before the roll that it touches"
    assert {"jamming", "weather", "fighter-attack", "accident", "accuracy", "creepback"} <= effects["british"]
    assert {"jamming", "disrupt", "error", "creepback", "prevent-conversion"} <= effects["german"]
    assert {"detection", "infiltration", "attack", "scramble", "defence", "marking", "fido"} <= rolls["british"]
    assert {"detection", "infiltration", "attack", "marking", "naxos", "beleuchter"} <= rolls["german"]
    assert effects["british"] | effects["german"] <= set(EFFECTS)
    assert any(card.symbol == "bombing" for card in CHARTS.cards.values() if card.seat == "british")
