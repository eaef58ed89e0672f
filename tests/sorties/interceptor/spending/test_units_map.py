"""The map and the plot between sorties: what is near is drawn and named once, what is far is named in words."""

import itertools
from types import SimpleNamespace

from engine.interceptor.state import MONTHS
from play.games import titles
from play.pages.geography import europe_map
from sorties.interceptor.spending import offer_effects
from sorties.interceptor.spending.units_map import LETTER, raids_of, units_map

CHARTS = titles.pack_of("interceptor-ace", "standard")


def test_the_raids_of_a_month_are_those_of_the_chart_with_their_throws():
    raids = raids_of("1943-03", CHARTS)
    column = CHARTS.raids[MONTHS.index("1943-03")]
    assert sum(raid.n for raid in raids) == sum(row.target in europe_map().targets for row in _thrown(column))
    assert [raid.n for raid in raids] == sorted((raid.n for raid in raids), reverse=True)
    assert all(raid.of == 36 for raid in raids)


def _thrown(column):
    return [column.rows[first + second] for first in range(1, 7) for second in range(1, 7)]


def test_what_is_near_is_drawn_within_the_map_and_the_rest_is_named():
    shown = units_map("Jever", ["Bernay", "Jever", "Wevelgem"], "1943-05", CHARTS)
    left, top, wide, high = map(float, shown.view.split())
    for sign in (*shown.marks, *shown.raids):
        assert left < sign.x < left + wide and top < sign.y < top + high
    for sign in (one for one in (*shown.marks, *shown.raids) if one.label_x is not None):
        wide_of_it = len(sign.label) * LETTER * shown.scale
        assert left <= sign.label_x + 0.1 and sign.label_x + wide_of_it <= left + wide + 0.1, sign.label
    assert {mark.label for mark in shown.marks} == {"1", "Jever 2", "3"}
    near = {raid.label for raid in shown.raids}
    far = set(filter(None, shown.far.split(", ")))
    assert near and far and near | far == {raid.label for raid in raids_of("1943-05", CHARTS)}


def test_aircraft_of_one_place_share_a_label_and_no_label_lies_over_another():
    offers = [SimpleNamespace(title=name) for name in ("Bf109G-1", "Bf109G-2", "Bf109G-4", "Fw190A-4", "Fw190A-5")]
    drawn = offer_effects.plot(CHARTS.models["Bf109G-1/R6"], offers, CHARTS)
    labels = [one.label for one in drawn.offers]
    assert "G-1, G-2, G-4" in labels and "Fw190A-4, Fw190A-5" in labels
    assert [one.offered for one in drawn.offers if (one.x, one.y) == drawn.his] == [False]
    for ends in (True, False):
        heights = sorted(one.label_y for one in drawn.offers if one.ends == ends)
        assert all(height < drawn.foot for height in heights), "none lies on the axis"
        assert all(low - high >= offer_effects.LETTERING for high, low in itertools.pairwise(heights))
