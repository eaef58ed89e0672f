"""Speed of attackers in a turn. [7.2, 28.2]"""

import pytest

from engine.nightfighter.rules.speeds import attacker_mp, attacker_points, mp_in
from tests.engine.nightfighter.builders import PACK, bomber, lay

CHARTS = lay().night.charts


@pytest.mark.rule("7.2")
@pytest.mark.parametrize(("points", "odd", "even"), [((3, 0), 3, 3), ((2, 1), 2, 3)])
def test_a_star_adds_one_mp_on_even_turns(points, odd, even):
    assert [mp_in(points, turn) for turn in (1, 2, 7, 8)] == [odd, even, odd, even]


@pytest.mark.rule("28.2")
@pytest.mark.parametrize("row", PACK.tables.aircraft.bombers, ids=lambda row: row.type)
def test_an_alert_adds_half_a_step_and_makes_none_slower(row):
    slow, fast = (attacker_points(CHARTS, row.type, "medium", alerted=alerted) for alerted in (False, True))
    assert fast == CHARTS.alerted.get(slow, slow)
    for turn in (1, 2):
        mp = [attacker_mp(CHARTS, row.type, "medium", turn, alerted=alerted) for alerted in (False, True)]
        assert mp == [mp_in(slow, turn), max(mp_in(slow, turn), mp_in(fast, turn))]


@pytest.mark.rule("7.2")
@pytest.mark.parametrize("alerted", [False, True])
def test_a_night_looks_up_the_speed_of_the_turn_that_it_is_in(alerted):
    desk, type_ = lay(bombers=[bomber(712)]), "He111H"
    found = []
    for desk.state.turn in (1, 2, 3, 4):
        found.append(desk.night.attacker_mp(type_, alerted=alerted))
    altitude = desk.night.scenario.altitude
    assert found == [attacker_mp(CHARTS, type_, altitude, turn, alerted=alerted) for turn in (1, 2, 3, 4)]
    assert found[:2] == ([3, 3] if alerted else [2, 3])
