"""The range of a crew's eyes on the page is that of the rules. [3.3.2, 18.0, S3.0]"""

import pytest

from engine.nightfighter.charts.map import hex_name
from engine.nightfighter.view import view as view_of
from sorties.nightfighter.board.sensor_range import sight
from tests.engine.nightfighter.builders import PACK, fighter, lay


@pytest.mark.parametrize("type_", ["Do215B-5", "Ta154A-1"])
@pytest.mark.parametrize("dives", [0, 2])
@pytest.mark.parametrize("visibility", ["poor", "moderate", "good"])
@pytest.mark.parametrize("mode", ["blind", "solo"])
@pytest.mark.parametrize("lit", [False, True])
def test_the_page_draws_the_hexes_that_the_rules_let_a_crew_see(mode, visibility, dives, type_, lit):
    own = fighter(1010, "SE", type_, dives=dives)
    desk = lay(fighters=[own], visibility=visibility, mode=mode)
    seen = view_of(desk.state, PACK, "player")
    rules = [hex_name(hex_) for hex_ in desk.night.map.hexes if desk.night.sees(own, hex_, lit, cloudlit=False)]
    assert sight(seen.fighters[0], seen, PACK, lit=lit) == rules


@pytest.mark.parametrize("lit", [False, True])
def test_a_crew_that_evades_sees_nothing(lit):
    desk = lay(fighters=[fighter(1010, evading=True)])
    seen = view_of(desk.state, PACK, "player")
    assert sight(seen.fighters[0], seen, PACK, lit=lit) == []
