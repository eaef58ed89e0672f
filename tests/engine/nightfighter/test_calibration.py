"""The exact odds of the tables, by enumeration, and the hunter's kills within their bounds. [11.0, 17.4, S13.0]"""

from itertools import product

import msgspec
import pytest

from engine.nightfighter.charts.map import SW, S
from engine.nightfighter.rules.solo.uncertainty import area
from engine.nightfighter.simulate import Case, merge, report, share
from engine.nightfighter.state import LOW, MODERATE, Setup
from tests.engine.nightfighter.builders import PACK, bomber, lay

T = PACK.tables


def per_cent(faces, wanted):
    rolls = list(faces)
    return round(100 * sum(map(wanted, rolls)) / len(rolls), 1)


@pytest.mark.rule("11.0")
@pytest.mark.parametrize(
    ("power", "odds", "attacks"),
    [(-3, (0.0, 0.0, 0.0, 0.0), None), (-2, (2.8, 0.0, 0.0, 0.0), (107.14, 142.86, 178.57)),
     (-1, (8.3, 2.8, 0.0, 0.0), (29.13, 37.96, 46.93)), (0, (16.7, 8.3, 2.8, 0.0), (12.45, 16.19, 19.71)),
     (1, (27.8, 16.7, 8.3, 2.8), (6.68, 8.49, 10.36)), (2, (41.7, 27.8, 16.7, 8.3), (4.11, 5.11, 6.32)),
     (3, (58.3, 41.7, 27.8, 16.7), (2.75, 3.35, 4.24)), (4, (72.2, 58.3, 41.7, 27.8), (2.02, 2.42, 3.17)),
     (5, (83.3, 72.2, 58.3, 41.7), (1.58, 1.88, 2.59)), (6, (91.7, 83.3, 72.2, 58.3), (1.33, 1.52, 2.26)),
     (7, (97.2, 91.7, 83.3, 72.2), (1.18, 1.31, 2.09)), (8, (100.0, 97.2, 91.7, 83.3), (1.08, 1.17, 2.01))],
)  # fmt: skip
def test_the_odds_of_an_attack(power, odds, attacks):
    """The chance of so many hits at least, and how many attacks it takes to shoot down what bears 3, 4 or 5 hits."""
    two_dice = [a + b + power for a, b in product(range(1, 7), repeat=2)]
    assert tuple(per_cent(two_dice, lambda total, n=n: T.hits.rows[total] >= n) for n in (1, 2, 3, 4)) == odds
    hits = [T.hits.rows[total] for total in two_dice]
    assert attacks is None or [attacks_for(hits, damage) for damage in (3, 4, 5)] == pytest.approx(attacks, rel=0.01)


def attacks_for(hits, damage):
    """Return how many attacks are needed on average, when each of the rolls is as likely as the next."""
    if damage <= 0:
        return 0
    rest = sum(attacks_for(hits, damage - hit) for hit in hits if hit)
    return (len(hits) + rest) / sum(hit > 0 for hit in hits)


@pytest.mark.rule("17.4")
@pytest.mark.parametrize(
    ("mods", "odds"), [((), (2, 2)), (("experte",), (1, 2)), (("oblique",), (0, 2)), (("green",), (3, 2))]
)
def test_what_changes_the_second_die_of_a_response(mods, odds):
    rolls = [T.reaction.rows[die + sum(getattr(T.reaction, mod) for mod in mods)] for die in range(1, 7)]
    assert (rolls.count("corkscrew"), rolls.count("fire")) == odds


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


@pytest.mark.rule("S13.0")
@pytest.mark.parametrize(("crowded", "dice", "odds"), [(0, 1, 33.3), (-1, 1, 16.7), (0, 2, 55.6), (-1, 2, 30.6)])
def test_the_odds_of_finding_the_hex_of_a_low_counter(crowded, dice, odds):
    rolls = product(range(1, 7), repeat=dice)
    assert per_cent(rolls, lambda d: max(d) + crowded >= T.solo.localise_success) == odds


@pytest.mark.rule("S5.2")
@pytest.mark.rule("S5.3")
@pytest.mark.parametrize(
    ("level", "arc", "reach", "place", "facing", "inside"),
    [(LOW, "narrow", 2, "b", S, 2), (LOW, "narrow", 2, "rl", SW, 3), (LOW, "wide", 3, "b", S, 6),
     (MODERATE, "narrow", 2, "b", S, 3), (MODERATE, "narrow", 4, "rr b", S, 4), (MODERATE, "wide", 3, "b", S, 14)],
)  # fmt: skip
def test_how_much_of_an_area_a_set_searches(level, arc, reach, place, facing, inside):
    desk = lay("4", bombers=[bomber(1010, level=level)], mode="solo")
    night_map = desk.night.map
    searched = night_map.arc_hexes(arc, reach, night_map.walk(1010, S, place), facing)
    assert len(set(area(desk.night, desk.state.bombers[0])) & set(searched)) == inside


@pytest.mark.rule("S10.0")
@pytest.mark.parametrize(("dice", "odds"), list(enumerate((16.7, 30.6, 42.1, 51.8, 59.8, 66.5), 1)))
def test_the_odds_of_a_six(dice, odds):
    assert per_cent(product(range(1, 7), repeat=dice), lambda d: T.solo.success in d) == odds


@pytest.mark.rule("3.3.1")
@pytest.mark.rule("3.3.2")
@pytest.mark.parametrize(
    ("table", "adds", "odds"),
    [("moon", 0, {"full": 16.7, "half": 25.0, "none": 58.3}), ("moon", 2, {"full": 2.8, "half": 13.9, "none": 83.3}),
     ("visibility", 0, {"poor": 16.7, "moderate": 66.7, "good": 16.7}),
     ("visibility", 2, {"poor": 2.8, "moderate": 55.6, "good": 41.7})],
)  # fmt: skip
def test_the_odds_of_the_sky(table, adds, odds):
    rolls, rows = list(product(range(1, 7), repeat=2)), getattr(T, table).rows
    assert adds in (0, T.moon.europe_adds, T.visibility.pacific_adds)
    assert {name: per_cent(rolls, lambda d, n=name: rows[sum(d) + adds] == n) for name in odds} == odds


@pytest.mark.rule("S campaign")
@pytest.mark.parametrize(("moon", "once", "twice"), [("full", 30.6, 9.3), ("half", 42.1, 17.7), ("none", 51.8, 26.8)])
def test_how_often_a_pilot_flies_and_meets_the_enemy(moon, once, twice):
    meets = 1 - (5 / 6) ** T.campaign.dice[moon]
    assert (round(100 * meets, 1), round(100 * meets**2, 1)) == (once, twice)


@pytest.mark.rule("A7.1")
@pytest.mark.parametrize(("standing", "damaged", "gone"), [("green", 25.0, 16.7), ("green_softened", 19.4, 8.3),
                                                          ("", 13.9, 2.8), ("experte", 8.3, 0.0)])  # fmt: skip
def test_the_odds_of_a_landing(standing, damaged, gone):
    rolls = list(product(range(1, 7), repeat=2))
    adds = getattr(T.recovery, standing) if standing else 0
    rows = {d: "safe" if sum(d) == T.recovery.always_safe else T.recovery.rows[sum(d) + adds] for d in rolls}
    found = [per_cent(rolls, lambda d, r=result: rows[d] == r) for result in ("repairable", "written-off")]
    assert found == [damaged, gone]


@pytest.mark.slow
@pytest.mark.rule("S8.0")
@pytest.mark.parametrize(
    ("scenario", "mean"), [("1", 0.06), ("2", 0.66), ("3", 1.32), ("4", 0.25), ("4D", 1.19), ("4J", 0.70), ("8", 1.09)]
)
def test_the_hunters_kills_alone_come_near_what_was_expected(scenario, mean):
    case = Case(seed=5, setup=Setup(scenario=scenario, mode="solo"))
    tally = merge([share(msgspec.to_builtins(case), 0, 200)])
    assert abs(report({}, tally)["mean_kills"] - mean) <= 0.25
