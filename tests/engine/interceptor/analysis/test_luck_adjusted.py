"""A result adjusted for luck: the amount, its dependence on earlier events, and the smaller share of luck."""

import json
import lzma
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

import pytest

from engine.analysis.luck import CurvePoint, chance_of, luck_adjusted
from engine.bomber_command.analysis.review import RAID_REVIEW
from engine.interceptor.analysis.review import REVIEW
from engine.nightfighter.analysis.review import NIGHT_REVIEW
from tools.luck_adjusted import even, ratio, year

REVIEWED_YEARS = [
    json.loads(line)
    for line in lzma.decompress((Path(__file__).parent / "years_looked_back.jsonl.xz").read_bytes()).splitlines()
]
"""Forty years of each bot, looked back on by `python -m tools.luck_adjusted`."""


def of(bot):
    return [one for one in REVIEWED_YEARS if one["bot"] == bot]


@pytest.mark.parametrize("bot", ["careful", "careless", "sensible", "random"])
def test_over_forty_years_of_each_bot_a_result_with_luck_taken_off_varies_under_seven_tenths(bot):
    assert len(of(bot)) == 40 and ratio(of(bot)) < 0.7


@pytest.mark.parametrize("bot", ["careful", "careless", "sensible", "random"])
def test_it_moves_no_average(bot):
    moved = [even(one) - one["result"] for one in of(bot)]
    assert abs(mean(moved)) < 3 * stdev(moved) / sqrt(len(moved))


@pytest.mark.parametrize("bot", ["careful", "careless", "sensible", "random"])
def test_chance_as_it_is_shown_comes_to_nought_on_the_average_part_by_part(bot):
    """The page, its drawing and its table show what `chance_of` gives; dice alone came to -6.8 ± 1.0 at random."""
    shown = [chance_of(*one["curve"][-1][1:3], splits=REVIEW.splits) for one in of(bot)]
    for name in shown[0]:
        parts = [one[name] for one in shown]
        assert abs(mean(parts)) < 3 * stdev(parts) / sqrt(len(parts)), name


def test_it_is_told_where_that_was_shown_and_nowhere_else():
    assert REVIEW.adjusts_luck and not RAID_REVIEW.adjusts_luck and not NIGHT_REVIEW.adjusts_luck


@pytest.mark.slow
def test_the_years_were_looked_back_on_as_today():
    """The shortest year is flown and reviewed again: a change of charts, pilots or the computation shows in all."""
    kept = min(REVIEWED_YEARS, key=lambda one: len(one["curve"]))
    assert year(kept["bot"], kept["number"]) == kept


def point(reached=None, dice=0.0, unknown=0.0, choice=0.0):
    return CurvePoint(0, 0.0, 0.0, reached, "", dice, unknown, choice)


def test_of_the_first_luck_a_quarter_is_taken_off_whichever_kind_it_is():
    assert luck_adjusted([point(), point(4, dice=2.0, unknown=-6.0)], 4) == 4 - 0.25 * (2 - 6)


def test_who_makes_as_much_of_it_as_the_house_has_half_of_it_taken_off_in_the_end():
    curve = [point(), point(reached=999), point(reached=999, dice=8.0)]
    assert luck_adjusted(curve, 20) == pytest.approx(20 - 0.5 * 8, abs=0.01)


def test_who_has_made_less_of_it_has_less_taken_off():
    """He reached three where the site's bot would have had nine and a half: about an eighth of luck applies to him."""
    curve = [point(), point(3, choice=-6.5), point(3, choice=-6.5, dice=-4.0)]
    assert luck_adjusted(curve, 3) == pytest.approx(3 + 4 * 0.5 * 3.5 / 10.5)


def test_what_is_chosen_after_the_luck_does_not_change_what_is_taken_off_of_it():
    first = [point(), point(2, dice=3.0)]
    assert luck_adjusted([*first, point(2, dice=3.0, choice=-9.0)], 2) == luck_adjusted(first, 2)


def test_who_does_better_than_the_house_has_all_of_it_taken_off_at_most():
    curve = [point(), point(2, choice=6.0), point(2, choice=6.0, dice=5.0)]
    assert luck_adjusted(curve, 9) == 9 - 5.0
