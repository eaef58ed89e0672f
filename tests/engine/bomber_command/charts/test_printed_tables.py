"""Numbers that the rules text itself prints, held against the standard pack: scores, fires, skies, combat, decks."""

import pytest

from engine.bomber_command.rules.plots import Leg, Plot, RaidPlot
from engine.bomber_command.rules.plotting import Planner, target_turn
from tests.engine.bomber_command.builders import CHARTS, a_night

TABLES = CHARTS.tables
BERLIN, DOWNFALL = CHARTS.boards["berlin"], CHARTS.boards["downfall"]


@pytest.mark.rule("11.1")
def test_what_is_scored():
    berlin, downfall = CHARTS.scenarios["berlin"], CHARTS.scenarios["downfall"]
    assert (berlin.bomber, berlin.mosquito, downfall.bomber, downfall.mosquito) == (1, 2, 2, 3)
    halves = berlin.bombing_halves
    assert (halves.counter, halves.fire, halves.aimpoint_fire, halves.works_times) == (2, 8, 8, 2)
    halves = downfall.bombing_halves
    assert (halves.counter, halves.fire, halves.aimpoint_fire, halves.works_times) == (1, 4, 8, 1)
    other = TABLES.other_scores
    assert (other.mosquito_raid, other.mosquito_on_capital, other.capital) == (1, 3, "berlin")
    assert other.nightfighter_halves == 1


@pytest.mark.rule("10.5.3")
def test_what_makes_a_fire():
    works = ["industrial", "transport"]
    found = {
        (tuple(row.areas), row.counters, row.least_he, row.he, row.incendiary, row.fires)
        for row in TABLES.fires.recipes.values()
    }
    assert found == {
        (("city-centre",), 2, 0, 0, 0, 1),
        (("city-centre",), 0, 0, 1, 2, 2),
        (("residential",), 0, 0, 1, 1, 1),
        (("residential",), 0, 0, 0, 2, 1),
        (tuple(works), 3, 1, 0, 0, 1),
    }


@pytest.mark.rule("10.5.4")
@pytest.mark.rule("10.5.5")
def test_creepback_and_firestorm():
    assert (TABLES.fires.creepback, TABLES.fires.least_creepback, TABLES.fires.firestorm) == (2, 1, 3)


@pytest.mark.rule("10.5.2")
@pytest.mark.rule("10.6")
def test_error_and_accuracy():
    assert (TABLES.bomb_error.poor_visibility, TABLES.bomb_error.poor_radar) == (2, 2)
    chart = TABLES.bomb_accuracy
    assert (chart.good_visibility, chart.good_radar, chart.moon, chart.follow_up, chart.follow_up_fires) == (2,) * 5
    assert CHARTS.scenarios["downfall"].accuracy == 2


@pytest.mark.rule("10.3.2")
@pytest.mark.rule("12.3.1")
@pytest.mark.rule("12.3.2")
def test_radar_and_loads():
    assert (TABLES.marking.good_radar, TABLES.marking.poor_radar) == (-1, 1)
    assert (TABLES.bombs.heavy_rows, TABLES.bombs.light_rows) == (-1, 1)


@pytest.mark.rule("12.1.2")
@pytest.mark.rule("12.1.3")
@pytest.mark.rule("9.4.1")
def test_moon_wind_and_infiltration():
    assert [TABLES.moon.rows[total] for total in (2, 10, 11, 12)] == ["none", "none", "moonrise", "moonset"]
    assert TABLES.moon.shift == 2
    blows = [TABLES.tail_wind.rows[total] is not None for total in range(2, 13)]
    assert blows == [False] * 3 + [True] * 5 + [False] * 3
    assert (TABLES.tail_wind.with_wind, TABLES.tail_wind.against_wind) == (-1, 1)
    assert (TABLES.infiltration.beleuchter, TABLES.infiltration.not_on_beacon) == (1, -2)


@pytest.mark.rule("9.2.5")
@pytest.mark.rule("9.9.2")
@pytest.mark.rule("4.3.4")
@pytest.mark.rule("9.8.4")
@pytest.mark.rule("3.2.1")
def test_attacks():
    chart = TABLES.airfield_attack
    assert chart.closes_at == 6 and set(chart.barred_by) == {"heavy-cloud", "fog"}
    values = TABLES.combat_values
    assert (values.decoy, values.flak_damage, values.heavy_load) == (1, 1, 1)
    assert [TABLES.star_units[face] for face in range(1, 7)] == [True] * 2 + [False] * 4


@pytest.mark.rule("3.5.1")
@pytest.mark.rule("3.7")
@pytest.mark.rule("12.2.1")
def test_swaps_hands_and_intruders():
    rules = TABLES.raid_rules
    assert (rules.gardening_swaps, rules.decoy_swaps, rules.mosquitos_for_decoy) == (2, 1, 2)
    assert (rules.legs, rules.decoy_legs, rules.follow_up_delay) == (4, 8, 4)
    assert set(TABLES.intruders.divisions) == {"3.JD", "4.JD"}


@pytest.mark.rule("9.3")
@pytest.mark.parametrize("board", [BERLIN, DOWNFALL], ids=["berlin", "downfall"])
def test_each_himmelbett_hex_has_two_neighbours_in_its_line_at_most(board):
    for hex_ in board.himmelbett:
        assert len(set(board.grid.adjacent(hex_)) & board.himmelbett) <= 2, hex_


@pytest.mark.rule("2.1.2")
def test_zones_cities_and_jutland():
    for board in (BERLIN, DOWNFALL):
        assert set(board.zone.values()) == {"1.JD", "2.JD", "3.JD", "4.JD", "7.JD", "England"}
        assert {city.radar for city in board.cities.values()} <= {"good", "normal", "poor", None, ""}
        assert {city.map for city in board.cities.values()} <= {*"ABCDE", None}
    assert DOWNFALL.chart.allied_zone == "4.JD"
    bombed = {chit.city for chit in TABLES.berlin_chits.rows.values()}
    assert {"bremen", "dortmund", "duesseldorf"} <= bombed


@pytest.mark.rule("2.7")
def test_whose_cards_the_rules_name():
    owners: dict[str, set[str]] = {}
    for card in CHARTS.cards.values():
        owners.setdefault(card.title.upper(), set()).add(card.seat)
    british = ["CORKSCREW", "HIGH-ALTITUDE BOMBERS", "REAR GUNNER", "VILLAGE INN", "SERRATE", "PERFECTOS", "TINSEL",
               "TRIGGER HAPPY FLAK", "ACCIDENT"]  # fmt: skip
    german = ["VHF", "STRAYING BOMBERS", "STRAGGLERS: HIMMELBETT", "EARLY ARRIVAL AT TARGET", "WILD BOAR",
              "TA 154 MOSKITO", "CIVIL DEFENCE"]  # fmt: skip
    assert [title for title in british if owners[title] != {"british"}] == []
    assert [title for title in german if owners[title] != {"german"}] == []
    assert "british" in owners["WEATHER"]


@pytest.mark.rule("4.2")
@pytest.mark.rule("4.2.2")
def test_the_flightpath_of_the_example_bombs_on_the_fourth_turn():
    """Entering one hex on turn 1, a Main Force is at Bremen on turn 4 and back in England on turn 8."""
    night = a_night("berlin")
    night.targets, night.oil = ["bremen"], [False]
    out, home = [Leg("E7"), Leg("I5"), Leg("J4")], [Leg("I5"), Leg("E7"), Leg("C6")]
    for entry in BERLIN.entries:
        draft = RaidPlot("A", "main", "bremen", entry, 1, 1, out, home)
        raids, faults = Planner(night, CHARTS).judge(Plot([draft]))
        if not faults and target_turn(raids[0]) == 4:
            break
    else:
        pytest.fail("no entry hex leads to Bremen on turn 4")
    (raid,) = raids
    last = raid.turn + (len(raid.route) - raid.first + 1) // 2
    assert raid.route[-1] in {"C6", "C7"} and last == 8
