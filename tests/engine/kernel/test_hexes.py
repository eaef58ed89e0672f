"""Hex maps: the maps of both rulebooks, and the properties of every map."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.hexes import (
    HEMISPHERE,
    LEFT,
    NARROW,
    RIGHT,
    WIDE,
    Grid,
    Layout,
    opposite,
    turned,
    turns_between,
)

BOMBER_COMMAND = Grid.rectangle(Layout("flat", "even", "letters"), columns=17, rows=12)
NIGHTFIGHTER = Grid.rectangle(Layout("flat", "even", "digits"), columns=18, rows=27)
N, NE, SE, S, SW, NW = NIGHTFIGHTER.sides
E, W = 3, 9

LAYOUTS = [
    Layout(top, shifted, ids)
    for top in ("flat", "pointy")
    for shifted in ("odd", "even")
    for ids in ("letters", "digits")
]
GRIDS = [Grid.rectangle(layout, columns=13, rows=11) for layout in LAYOUTS]
MIDDLE = {"letters": "G6", "digits": "0706"}

grids = st.sampled_from(GRIDS)


@st.composite
def hexes(draw, count: int):
    grid = draw(grids)
    return grid, *(draw(st.sampled_from(grid.hexes)) for _ in range(count))


# Bomber Command

SIDE_BY_SIDE = "F5 E5, F5 E6, F5 G5, F5 G6, J6 K6, J6 K7, J6 J5, I8 H8, H8 G8, H5 H6, H5 I5, K5 L4, I5 J5"


@pytest.mark.parametrize(("one", "other"), [pair.split() for pair in SIDE_BY_SIDE.split(", ")])
def test_hexes_that_the_bomber_command_book_shows_side_by_side(one, other):
    assert other in BOMBER_COMMAND.adjacent(one)
    assert BOMBER_COMMAND.distance(one, other) == 1


@pytest.mark.rule("12.4")
def test_compass_direction_5_is_south_west():
    assert BOMBER_COMMAND.sides[5 - 1] == BOMBER_COMMAND.side_to("I8", "H8") == SW


@pytest.mark.rule("4.2.1")
def test_flightpaths_along_a_row_pass_either_side_of_the_spine():
    assert BOMBER_COMMAND.run("E5", E, RIGHT, 2) == ("F5", "G5")
    assert BOMBER_COMMAND.run("E6", E, LEFT, 2) == ("F5", "G6")
    assert (E, ("F5", "G5")) in BOMBER_COMMAND.runs_between("E5", "G5")
    assert BOMBER_COMMAND.run("F7", N, length=3) == ("F6", "F5", "F4")


@pytest.mark.rule("4.2.1")
def test_a_leg_off_the_grain_is_not_found():
    assert BOMBER_COMMAND.runs_between("E5", "G5") == ((E, ("F4", "G5")), (E, ("F5", "G5")))
    assert [heading for heading, _ in BOMBER_COMMAND.runs_between("F7", "F3")] == [N]
    assert BOMBER_COMMAND.runs_between("E5", "J6") == ()
    assert BOMBER_COMMAND.runs_between("E5", "E5") == ()


@pytest.mark.rule("12.1.3")
def test_the_wind_on_the_clock_blows_down_columns_and_rows():
    """Direction 8 of the illustration is down a slanting column; 9 is along a row, to the west."""
    assert BOMBER_COMMAND.name(8) == "SW"
    assert 8 in BOMBER_COMMAND.sides
    assert BOMBER_COMMAND.name(9) == "W"
    assert 9 in BOMBER_COMMAND.spines


# Nightfighter


@pytest.mark.rule("7.1")
def test_a_bomber_flies_down_its_column():
    assert NIGHTFIGHTER.step("0712", S) == "0713"
    assert NIGHTFIGHTER.step("0301", S) == "0302"
    assert NIGHTFIGHTER.step("0727", S) is None


@pytest.mark.rule("2.1.1")
def test_even_columns_sit_half_a_hex_towards_the_exit():
    assert NIGHTFIGHTER.side_to("0807", "0708") == SW
    assert NIGHTFIGHTER.neighbours("0807") == ("0806", "0907", "0908", "0808", "0708", "0707")
    assert NIGHTFIGHTER.neighbours("0907") == ("0906", "1006", "1007", "0908", "0807", "0806")
    assert len(NIGHTFIGHTER) == 486


@pytest.mark.rule("19.1.1")
def test_the_narrow_arc_is_the_line_ahead_with_the_fighters_own_hex():
    assert NIGHTFIGHTER.arc("1010", N, NARROW, 2) == ("1010", "1009", "1008")
    assert NIGHTFIGHTER.arc("0917", S, NARROW, 1) == ("0917", "0918")


@pytest.mark.rule("19.1.1")
def test_the_wide_arc_has_its_edges_and_the_hemisphere_the_hexes_abeam():
    wide = NIGHTFIGHTER.arc("1010", N, WIDE, 2)
    assert set(wide) == {"1010", "0910", "1009", "1110", "0809", "0909", "1008", "1109", "1209"}
    hemisphere = set(NIGHTFIGHTER.arc("1010", N, HEMISPHERE, 2))
    assert hemisphere - set(wide) == {"0810", "1210"}
    assert not hemisphere & set(NIGHTFIGHTER.arc("1010", S, WIDE, 2)) - {"1010"}


@pytest.mark.rule("26.2.1")
def test_a_flare_dropper_crosses_the_map_along_the_grain():
    track = ("0115", *NIGHTFIGHTER.run("0115", SE))
    assert len(track) == 18
    box = [hex_ for hex_ in track if "07" <= hex_[:2] <= "12" and "19" <= hex_[2:] <= "22"]
    assert (box[0], box[-1], len(box)) == ("0919", "1220", 4)


# Ids


@given(st.sampled_from(LAYOUTS), st.integers(1, 99), st.integers(0, 99))
def test_an_id_is_read_as_it_is_written(layout, column, row):
    assert layout.parse(layout.name(column, row)) == (column, row)


@pytest.mark.parametrize(
    ("hex_", "place"),
    [("K5", (11, 5)), ("Z1", (26, 1)), ("AA12", (27, 12)), ("AZ3", (52, 3)), ("BA4", (53, 4))],
)
def test_columns_go_on_after_z(hex_, place):
    assert BOMBER_COMMAND.layout.parse(hex_) == place
    assert BOMBER_COMMAND.layout.name(*place) == hex_


@pytest.mark.parametrize(
    ("layout", "hex_"),
    [(LAYOUTS[0], bad) for bad in ("", "K", "5", "K05", "k5", "K5 ", "K100", "AAA1", "0915", "K٥")]
    + [(LAYOUTS[1], bad) for bad in ("", "915", "09151", "K5", "09-1", "٠٩١٥")],
)
def test_what_is_no_id_is_refused(layout, hex_):
    with pytest.raises(ValueError, match="not a hex id"):
        layout.parse(hex_)


@pytest.mark.parametrize(
    ("layout", "place"),
    [(LAYOUTS[0], (0, 1)), (LAYOUTS[0], (703, 1)), (LAYOUTS[1], (100, 1)), (LAYOUTS[1], (1, -1))],
)
def test_a_place_without_an_id_is_refused(layout, place):
    with pytest.raises(ValueError, match="no id"):
        layout.name(*place)


# Every map


@given(hexes(3))
def test_distance_is_a_metric(drawn):
    grid, a, b, c = drawn
    assert (grid.distance(a, b) == 0) is (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@pytest.mark.parametrize("grid", GRIDS)
def test_distance_is_the_fewest_steps(grid):
    start = grid.hexes[17]
    reached, edge, steps = {start: 0}, [start], 0
    while edge:
        steps += 1
        edge = [near for near in dict.fromkeys(n for hex_ in edge for n in grid.adjacent(hex_)) if near not in reached]
        reached.update(dict.fromkeys(edge, steps))
    assert reached == {hex_: grid.distance(start, hex_) for hex_ in grid}


@given(hexes(1), st.integers(0, 5))
def test_a_step_and_the_step_back(drawn, index):
    grid, hex_ = drawn
    side = grid.sides[index]
    near = grid.step(hex_, side)
    assert near == grid.neighbours(hex_)[index]
    if near is not None:
        assert grid.step(near, opposite(side)) == hex_
        assert grid.side_to(hex_, near) == side
        assert grid.bearing(hex_, near) == pytest.approx(30 * side)


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("radius", [1, 2, 3, 4, 5])
def test_a_ring_has_six_hexes_for_each_step(grid, radius):
    middle = MIDDLE[grid.layout.ids]
    ring = grid.ring(middle, radius)
    assert len(set(ring)) == len(ring) == 6 * radius
    assert {grid.distance(middle, hex_) for hex_ in ring} == {radius}
    assert all(grid.distance(one, other) == 1 for one, other in zip(ring, ring[1:] + ring[:1], strict=True))
    assert ring[0] == grid.run(middle, grid.sides[0])[radius - 1]
    assert len(grid.disc(middle, radius)) == 1 + 3 * radius * (radius + 1)


@given(hexes(1), st.integers(0, 14))
def test_rings_and_discs_hold_just_the_hexes_of_the_map(drawn, radius):
    grid, hex_ = drawn
    assert set(grid.ring(hex_, radius)) == {other for other in grid if grid.distance(hex_, other) == radius}
    disc = grid.disc(hex_, radius)
    assert set(disc) == {other for other in grid if grid.distance(hex_, other) <= radius}
    assert [grid.distance(hex_, other) for other in disc] == sorted(grid.distance(hex_, other) for other in disc)


@given(hexes(2))
def test_toward_comes_nearer(drawn):
    grid, hex_, target = drawn
    sides = grid.toward(hex_, target)
    assert all(grid.distance(grid.step(hex_, side), target) == grid.distance(hex_, target) - 1 for side in sides)
    assert len(sides) <= 2
    assert bool(sides) is (hex_ != target)


@given(hexes(2))
def test_a_direct_line_is_the_same_both_ways(drawn):
    grid, start, end = drawn
    there, back = grid.line(start, end), grid.line(end, start)
    assert [set(entry) for entry in there] == [set(entry) for entry in reversed(back)]
    assert (there[0], there[-1]) == ((start,), (end,))
    assert len(there) == grid.distance(start, end) + 1
    for distance, entry in enumerate(there):
        assert len(entry) <= 2
        for hex_ in entry:
            assert (grid.distance(start, hex_), grid.distance(hex_, end)) == (distance, len(there) - 1 - distance)


@given(hexes(2))
def test_a_direct_line_takes_the_hexes_nearest_to_it(drawn):
    grid, start, end = drawn
    line = grid.line(start, end)
    (x, y), (u, v) = grid.centre(start), grid.centre(end)
    for step, entry in enumerate(line):
        share = step / max(1, len(line) - 1)
        point = (x + (u - x) * share, y + (v - y) * share)
        far = {hex_: math.dist(point, grid.centre(hex_)) for hex_ in grid}
        if entry:
            assert set(entry) == {hex_ for hex_ in grid if far[hex_] < min(far.values()) + 1e-9}
        else:
            assert min(far.values()) > math.sqrt(3) / 2 - 1e-9


@pytest.mark.parametrize("grid", GRIDS)
def test_a_line_along_a_spine_parts_two_hexes_at_every_other_step(grid):
    middle = MIDDLE[grid.layout.ids]
    for spine in grid.spines:
        left, right = grid.run(middle, spine, LEFT, 4), grid.run(middle, spine, RIGHT, 4)
        line = grid.line(middle, left[-1])
        assert [set(entry) for entry in line[1:]] == [{one, other} for one, other in zip(left, right, strict=True)]
        assert [len(entry) for entry in line] == [1, 2, 1, 2, 1]
        assert grid.bearing(middle, left[-1]) == pytest.approx(30 * spine)


@given(hexes(1), st.integers(0, 11), st.sampled_from([LEFT, RIGHT]))
def test_a_run_goes_on_to_the_edge_and_never_turns_back(drawn, heading, first):
    grid, hex_ = drawn
    run = grid.run(hex_, heading, first)
    assert [grid.distance(hex_, other) for other in run] == list(range(1, len(run) + 1))
    for length, end in enumerate(run, start=1):
        assert (heading, run[:length]) in grid.runs_between(hex_, end)
        assert grid.run(hex_, heading, first, length) == run[:length]


@given(hexes(1), st.integers(0, 11), st.sampled_from([0, 60, 120, 180, 300]), st.integers(0, 6))
def test_an_arc_and_what_lies_outside_it(drawn, heading, width, radius):
    grid, hex_ = drawn
    arc = grid.arc(hex_, heading, width, radius)
    assert arc[0] == hex_
    for other in grid.disc(hex_, radius)[1:]:
        assert (other in arc) is (abs(grid.off_nose(hex_, heading, other)) <= width / 2 + 1e-6)


@pytest.mark.parametrize("grid", GRIDS)
def test_an_arc_over_two_hexsides_holds_a_third_of_the_disc_and_its_edges(grid):
    middle = MIDDLE[grid.layout.ids]
    for side in grid.sides:
        for radius in (1, 2, 3, 4, 5):
            assert len(grid.arc(middle, side, WIDE, radius)) == (radius + 1) ** 2
            assert len(grid.arc(middle, side, 360, radius)) == len(grid.disc(middle, radius))


# Holes, turns and drawing


def test_a_hole_is_off_the_map():
    grid = Grid(Layout("flat", "even", "letters"), [hex_ for hex_ in BOMBER_COMMAND if hex_ != "F5"])
    assert "F5" not in grid
    assert "F5" not in grid.adjacent("E5")
    assert grid.step("F6", N) is None
    assert grid.run("F7", N) == ("F6",)
    assert grid.line("F6", "F4") == (("F6",), (), ("F4",))
    assert grid.distance("F6", "F4") == 2
    assert len(grid.ring("E5", 1)) == 5
    with pytest.raises(KeyError):
        grid.neighbours("F5")
    with pytest.raises(KeyError):
        grid.distance("E5", "F5")


@given(st.integers(0, 11), st.integers(-12, 12))
def test_turns(heading, sides):
    assert turned(turned(heading, sides), -sides) == heading
    assert turned(heading, 3) == opposite(heading)
    assert turns_between(heading, turned(heading, sides)) == min(sides % 6, -sides % 6)
    assert turns_between(heading, (heading + 1) % 12) == 0.5


@pytest.mark.parametrize("grid", GRIDS)
def test_headings_have_names(grid):
    assert [grid.heading(grid.name(heading)) for heading in range(12)] == list(range(12))
    assert sorted(grid.sides + grid.spines) == list(range(12))


@given(hexes(2))
def test_neighbours_are_drawn_with_a_shared_side(drawn):
    grid, hex_, other = drawn

    def shown(corners):
        return {(round(x, 6), round(y, 6)) for x, y in corners}

    shared = shown(grid.corners(hex_, 10)) & shown(grid.corners(other, 10))
    assert len(shared) == {0: 6, 1: 2}.get(grid.distance(hex_, other), 0)
    assert all(math.dist(grid.centre(hex_, 10), corner) == pytest.approx(10) for corner in grid.corners(hex_, 10))


def test_a_map_is_drawn_within_its_extent():
    left, top, width, height = NIGHTFIGHTER.extent(10)
    assert width == pytest.approx(17 * 15 + 20)
    assert height == pytest.approx(27.5 * math.sqrt(3) * 10)
    x, y = NIGHTFIGHTER.centre("0101", 10)
    assert (x - left, y - top) == pytest.approx((10, math.sqrt(3) * 5))
