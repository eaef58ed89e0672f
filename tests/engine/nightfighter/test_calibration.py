"""The exact odds of the tables, by enumeration, and the hunter's kills within their bounds. [11.0, 17.4, S13.0]"""

from itertools import product

import msgspec
import pytest

from engine.nightfighter.simulate import Case, merge, report, share
from engine.nightfighter.state import Setup

from .desk import PACK

T = PACK.tables


def per_cent(faces, wanted):
    rolls = list(faces)
    return round(100 * sum(map(wanted, rolls)) / len(rolls), 1)


@pytest.mark.rule("11.0")
@pytest.mark.parametrize(
    ("power", "odds"),
    [(-2, (2.8, 0.0, 0.0, 0.0)), (0, (16.7, 8.3, 2.8, 0.0)), (2, (41.7, 27.8, 16.7, 8.3)),
     (4, (72.2, 58.3, 41.7, 27.8)),
     (5, (83.3, 72.2, 58.3, 41.7)), (8, (100.0, 97.2, 91.7, 83.3))],
)  # fmt: skip
def test_the_odds_of_an_attack(power, odds):
    two_dice = [a + b + power for a, b in product(range(1, 7), repeat=2)]
    assert tuple(per_cent(two_dice, lambda total, n=n: T.hits.rows[total] >= n) for n in (1, 2, 3, 4)) == odds


@pytest.mark.rule("17.4")
@pytest.mark.parametrize(
    ("column", "alerted", "odds"),
    [("normal", 0, (16.7, 5.6, 5.6)), ("normal", 2, (50.0, 16.7, 16.7)), ("warning", 0, (33.3, 11.1, 11.1)),
     ("warning", 2, (66.7, 22.2, 22.2))],
)  # fmt: skip
def test_the_odds_of_a_response(column, alerted, odds):
    rows = getattr(T.response, column)
    both = list(product(range(1, 7), repeat=2))
    responds = per_cent(both, lambda d: rows[d[0] + alerted])
    found = [per_cent(both, lambda d, w=what: rows[d[0] + alerted] and T.reaction.rows[d[1]] == w)
             for what in ("corkscrew", "fire")]  # fmt: skip
    assert (responds, *found) == odds


@pytest.mark.rule("S13.0")
@pytest.mark.parametrize(
    ("value", "crowded", "dice", "odds"),
    [(1, 0, 1, 50.0), (1, -1, 1, 33.3), (2, 0, 1, 33.3), (2, -1, 1, 16.7), (3, 0, 1, 16.7), (3, -1, 1, 0.0),
     (1, 0, 2, 75.0), (1, -1, 2, 55.6)],
)  # fmt: skip
def test_the_odds_of_narrowing_a_moderate_counter_down(value, crowded, dice, odds):
    rolls = product(range(1, 7), repeat=dice)
    assert per_cent(rolls, lambda d: max(d) - value + crowded >= T.solo.refine_success) == odds


@pytest.mark.slow
@pytest.mark.rule("S8.0")
@pytest.mark.parametrize(
    ("scenario", "mean"), [("1", 0.06), ("2", 0.66), ("3", 1.32), ("4", 0.25), ("4D", 1.19), ("4J", 0.70), ("8", 1.09)]
)
def test_the_hunters_kills_alone_come_near_what_was_expected(scenario, mean):
    case = Case(seed=5, setup=Setup(scenario=scenario, mode="solo"))
    tally = merge([share(msgspec.to_builtins(case), 0, 200)])
    assert abs(report({}, tally)["mean_kills"] - mean) <= 0.25
