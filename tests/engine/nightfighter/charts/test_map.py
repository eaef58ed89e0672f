"""The map: hexes, facings, distances, arcs, zones. [2.1, 19.1.1]"""

import pytest

from engine.nightfighter.charts.map import FACINGS, SE, SW, N, S, hex_name
from tests.engine.nightfighter.builders import PACK, lay

MAP = lay().night.map


@pytest.mark.rule("2.1.1")
def test_eighteen_columns_of_twenty_seven_hexes():
    assert len(MAP.hexes) == 18 * 27
    assert MAP.hexes[0] == 101 and MAP.hexes[-1] == 1827
    assert hex_name(915) == "0915"


@pytest.mark.rule("7.1")
def test_a_bomber_faces_the_next_hex_of_its_column():
    assert MAP.step[S][712] == 713
    assert MAP.step[S][727] == 0


@pytest.mark.rule("2.2.1")
def test_even_columns_sit_half_a_hex_towards_the_exit():
    assert MAP.step[FACINGS.index("NE")][1107] == 1206
    assert MAP.step[SE][1106] == 1206
    assert MAP.step[SW][1010] == 911


@pytest.mark.rule("2.1.4")
@pytest.mark.parametrize(("one", "other", "away"), [(1017, 1020, 3), (1010, 1010, 0), (101, 1827, 35), (1009, 910, 1)])
def test_distance_counts_the_shortest_path(one, other, away):
    assert MAP.distance(one, other) == MAP.distance(other, one) == away


@pytest.mark.rule("19.1.1")
def test_the_three_arcs():
    assert set(MAP.arc_hexes("narrow", 2, 1010, N)) == {1010, 1009, 1008}
    wide = MAP.arc_hexes("wide", 3, 1010, S)
    hemi = MAP.arc_hexes("hemi", 3, 1010, S)
    assert len(wide) == 16 and len(hemi) == 20 and set(wide) < set(hemi)
    assert len(MAP.arc_hexes("hemi", 8, 1014, S)) == 113
    assert 1009 not in hemi and 911 in wide and 910 not in hemi


@pytest.mark.rule("19.1.1")
@pytest.mark.parametrize("facing", range(6))
def test_arcs_agree_with_the_angles_of_the_grid(facing):
    for arc, width in (("narrow", 0), ("wide", 120), ("hemi", 180)):
        by_angle = {int(h) for h in MAP.grid.arc("0914", 2 * facing, width, 5)}
        assert by_angle == set(MAP.arc_hexes(arc, 5, 914, facing))


@pytest.mark.rule("14.2")
@pytest.mark.parametrize(
    ("hex_", "zone"),
    [(315, "J"), (816, "K"), (915, "K"), (1018, "K"), (1315, "L"), (1518, "L"), (1021, "N"), (1421, "O"), (1223, "Q"),
     (1324, "R"), (914, "H"), (1512, "I"), (1327, ""), (1001, "")],
)  # fmt: skip
def test_each_zone_is_a_box_of_six_columns_and_four_rows(hex_, zone):
    assert MAP.zone[hex_] == zone
    assert all(len(hexes) == 24 for hexes in MAP.zones.values())


@pytest.mark.rule("26.2.1")
def test_every_flare_track_crosses_the_task_force_box():
    for hex_, facing in MAP.flare_entries:
        inside = 0
        while hex_:
            inside += MAP.zone[hex_] == PACK.tables.map.task_force_zone
            hex_ = MAP.step[facing][hex_]
        assert inside >= 3
