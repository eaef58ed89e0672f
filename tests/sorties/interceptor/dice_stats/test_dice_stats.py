"""Luck: the tests against values that are known, and against dice that are loaded on purpose."""

import math
import random
from types import SimpleNamespace

import pytest

from engine.interceptor.charts.compiled import load
from engine.interceptor.state import Career as Flown
from engine.interceptor.state import Engagement, SortieLine
from sorties.interceptor.careers.reference_sample import aggregated, sample_for
from sorties.interceptor.dice_stats import dice_tests
from sorties.interceptor.dice_stats import page as luck_page


@pytest.mark.parametrize(
    ("value", "freedom", "share"),
    # From the printed tables of the distribution.
    [(11.070, 5, 0.05), (15.086, 5, 0.01), (1.145, 5, 0.95), (16.919, 9, 0.05), (30.144, 19, 0.05), (3.841, 1, 0.05)],
)
def test_chi_square_is_what_the_tables_say(value, freedom, share):
    assert dice_tests.chi_square_share(value, freedom) == pytest.approx(share, abs=2e-4)


def test_chi_square_of_even_faces_is_nothing():
    assert dice_tests.chi_square((10, 10, 10, 10, 10, 10)) == 0
    assert dice_tests.chi_square_share(0, 5) == 1
    assert dice_tests.chi_square((20, 10, 10, 10, 10, 0)) == pytest.approx(20)


def test_the_sum_of_two_dice_is_the_triangle_that_players_know():
    assert [round(36 * chance) for chance in dice_tests.sums(2, 6)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert dice_tests.share_of_sum(7, 2, 6) == pytest.approx(1)
    assert dice_tests.share_of_sum(12, 2, 6) == pytest.approx(2 / 36)
    assert dice_tests.share_of_sum(11, 2, 6) == pytest.approx(6 / 36)


def test_the_normal_law_takes_over_where_the_exact_one_ends():
    count, off = dice_tests.EXACT, 40
    exact = dice_tests.share_of_sum(round(count * 3.5) + off, count, 6)
    spread = math.sqrt(count * 35 / 12)
    assert exact == pytest.approx(math.erfc((off - 0.5) / spread / math.sqrt(2)), rel=0.03)
    beyond = dice_tests.share_of_sum(round((count + 1) * 3.5) + off, count + 1, 6)
    assert beyond == pytest.approx(exact, rel=0.05)


def rolls(rng, stream, count, sides=6, loaded=False):
    faces = [
        max(rng.randint(1, sides), rng.randint(1, sides)) if loaded else rng.randint(1, sides) for _ in range(count)
    ]
    return [(stream, sides, face) for face in faces]


@pytest.mark.slow
def test_fair_dice_are_called_odd_as_seldom_as_is_said():
    """A verdict in words accuses fair dice about one time in twenty, however many purposes there are."""
    rng, accused = random.Random(7), 0
    for _ in range(200):
        thrown = [one for number in range(8) for one in rolls(rng, f"purpose-{number}", 60)]
        accused += bool(dice_tests.remarkable(dice_tests.purposes(thrown)))
    assert 2 <= accused <= 22


def test_a_loaded_die_is_found_and_named():
    rng = random.Random(7)
    thrown = rolls(rng, "initiative", 120, loaded=True) + rolls(rng, "landing", 120) + rolls(rng, "weather", 120)
    odd = dice_tests.remarkable(dice_tests.purposes(thrown))
    assert [one.stream for one in odd] == ["initiative"] and odd[0].off > 3
    assert "Initiative ran high" in luck_page.verdict(dice_tests.purposes(thrown))[0]
    assert dice_tests.faces(thrown)[0].share < 0.01


def test_a_few_dice_say_nothing():
    found = dice_tests.purposes(rolls(random.Random(1), "landing", dice_tests.FEW - 1, loaded=True))
    assert found[0].share is None
    assert luck_page.verdict(found) == ["Too few dice so far to judge."]


# The field


def flown(deaths_at, bombers):
    """A simulated career that ends on a line of March, with a bomber on each of its first lines."""
    log = [
        SortieLine(
            0, line, "flown", engagements=[Engagement("B-17", True, "destroyed", "pilot")] if line < bombers else []
        )
        for line in range(deaths_at)
    ]
    return Flown("pilot", alive=deaths_at == 8, log=log)


def test_the_field_counts_who_is_left_and_what_they_have():
    lines = [(0, line) for line in range(8)]
    kept = aggregated([flown(2, 0), flown(4, 1), flown(8, 3), flown(8, 2)], lines)
    assert kept["alive"] == [1, 0.75, 0.75, 0.5, 0.5, 0.5, 0.5, 0.5]
    assert kept["scores"][7] == [25, 50, 75]
    assert kept["figures"]["tenth"][7] == 3 and kept["figures"]["middle"][7] == 2


def test_the_kept_field_is_that_of_the_standard_charts():
    charts = load("standard")
    for unit in charts.units:
        career = SimpleNamespace(pack="standard", pack_hash=charts.hash, ace="", unit_line=unit)
        field = sample_for(career)
        assert field is not None, "the charts have changed: run manage.py reference_sample"
        assert field.careers >= 300 and len(field.alive) == len(field.scores) == 92
        assert all(before >= after for before, after in zip(field.alive, field.alive[1:], strict=False))
        assert field.share_below(91, 0) == 0 and field.share_below(91, 99) == 1
        assert field.share_below(91, 5) <= field.share_below(91, 11)


def test_the_same_charts_by_another_name_are_the_same_field():
    career = SimpleNamespace(pack="own-mine", pack_hash=load("standard").hash, ace="", unit_line=6)
    assert sample_for(career) is not None


@pytest.mark.parametrize("other", [{"ace": "Egon Mayer"}, {"pack_hash": "other"}, {"pack_hash": ""}])
def test_who_began_otherwise_is_compared_with_nobody(other):
    career = {"pack": "standard", "pack_hash": load("standard").hash, "ace": "", "unit_line": 6} | other
    assert sample_for(SimpleNamespace(**career)) is None
