"""Chances before the roll: worked cases, and many throws of an order near the stated chance. [5.0, S5]"""

from copy import deepcopy
from fractions import Fraction

import pytest

from engine.nightfighter.rules import exact_chances
from engine.nightfighter.rules.combat import fight
from engine.nightfighter.rules.solo.procedures import look_round as look_alone
from engine.nightfighter.rules.solo.procedures import search_by_ai, search_by_lights, search_by_radar
from engine.nightfighter.rules.umpired.tallying import look_round
from engine.nightfighter.state import EXACT, HIGH, LOW, MODERATE
from tests.engine.nightfighter.builders import bomber, fighter, lay
from tests.engine.nightfighter.rules.solo.test_procedures import counter, table


@pytest.mark.rule("S13.0")
@pytest.mark.parametrize(
    ("level", "freya", "wurzburg", "gain"),
    [
        (MODERATE, Fraction(1, 3), Fraction(1, 2), "refine"),
        (LOW, 0, Fraction(1, 3), "localise"),
        (HIGH, Fraction(1, 6), Fraction(1, 6), "real"),
    ],
)
def test_a_search_counter_says_what_it_would_bring(level, freya, wurzburg, gain):
    bombers = [
        counter(410, level, 1, craft=7),
        *(counter(h, HIGH, n, craft=7) for n, h in enumerate(range(1010, 1014), 2)),
    ]
    bombers = bombers[:1] if level != HIGH else [*bombers, counter(1610, HIGH, 9, craft=7)]
    desk = table(bombers=bombers)
    desk.play(search_by_radar, answers=["pass", "pass"])
    told = {one.question.radar: one.question for one in desk.asked}
    assert Fraction(*told["Freya"].odds["contact:1"]) == freya
    assert Fraction(*told["Würzburg"].odds["contact:1"]) == wurzburg
    assert told["Würzburg"].gains["contact:1"] == gain
    assert told["Freya"].gains["contact:1"] == (gain if freya else "nothing")


@pytest.mark.rule("S5.4")
@pytest.mark.parametrize(("others", "chance"), [(1, "1/2"), (2, "1/3"), (3, "1/4"), (4, "1/5"), (5, "1/6")])
def test_the_chance_that_a_counter_is_real_counts_its_others(others, chance):
    bombers = [counter(100 * n + 210, HIGH, n, craft=7) for n in range(1, others + 2)]
    desk = table(bombers=bombers)
    assert exact_chances.chance_real(desk.night, 0) == Fraction(chance)


@pytest.mark.rule("S5.3")
def test_a_location_roll_leaves_out_what_is_barred():
    desk = table(bombers=[counter(1010, MODERATE)])
    whole = exact_chances.chance_found(desk.night, 0, {1010})
    assert whole == Fraction(2, 36)
    desk.state.bombers[0].barred = [1011]
    assert exact_chances.chance_found(desk.night, 0, {1010}) == Fraction(2, 34)
    assert exact_chances.chance_found(desk.night, 0, {1011}) == 0


@pytest.mark.rule("10.1")
@pytest.mark.rule("11.0")
def test_under_an_umpire_the_chances_hang_on_the_players_facts_alone():
    facts = []
    for number, hex_ in ((1, 1012), (6, 1812)):
        desk = lay(fighters=[fighter(1010)], bombers=[bomber(hex_, number=number)])
        desk.play(look_round, answers=["pass"])
        facts.append(desk.asked[0].question)
    assert facts[0] == facts[1] and facts[0].odds["roll"] == (91, 216)
    for hidden in (0, 2):
        desk = lay(fighters=[fighter(1010, tally=0)], bombers=[bomber(1010, mark=1, hits=hidden)], dice=3)
        desk.play(fight, answers=["hold"], more=True)
        facts.append(desk.asked[0].question)
    assert facts[2] == facts[3], "hits that he has not seen change nothing"


def near(one):
    return [counter(hex_, HIGH, n, craft=7) for n, hex_ in enumerate((one, 410, 1610), 1)]


CASES = {
    "a trio by Würzburg": (
        search_by_radar,
        ["pass", "contact:1"],
        near(1010),
        (),
        lambda b: b.level != HIGH and b.hex > 0,
    ),
    "moderate by Würzburg": (search_by_radar, ["pass", "contact:1"], [counter(1010)], (), lambda b: b.level == LOW),
    "low by Würzburg": (search_by_radar, ["pass", "contact:1"], [counter(1010, LOW)], (), lambda b: b.level == EXACT),
    "a trio by AI": (
        search_by_ai,
        ["contact:1"],
        near(1012),
        [fighter(1010)],
        lambda b: b.level == EXACT and b.hex > 0,
    ),
    "lights": (search_by_lights, ["zone:K:1", "done"], [counter(1016)], (), lambda b: bool(b.lit)),
    "lights on a trio": (search_by_lights, ["zone:K:1", "done"], near(1016), (), lambda b: bool(b.lit)),
    "a look": (look_alone, ["contact:1"], [counter(1010)], [fighter(1010)], lambda b: b.level == EXACT),
}


@pytest.mark.parametrize("name", CASES)
def test_throws_come_near_the_chance_that_was_laid_out(name):
    """Six hundred times the same order: its wins are within four standard errors of the stated chance."""
    rule, answers, bombers, fighters, won = CASES[name]
    wins, chance, times = 0, 0.0, 600
    for seed in range(times):
        desk = table(bombers=deepcopy(bombers), fighters=deepcopy(list(fighters)), dice=seed)
        flow, answer, left = rule(desk.night), None, list(answers)
        try:
            while True:
                decision = flow.send(answer)
                answer = left.pop(0) if left and left[0] in decision.options else decision.options[-1]
                if answer == "contact:1" or answer.startswith("zone:"):
                    chance = float(Fraction(*decision.question.odds[answer]))
        except StopIteration:
            wins += won(desk.state.bombers[0])
    error = (chance * (1 - chance) / times) ** 0.5
    assert 0 < chance < 1 and abs(wins / times - chance) < 4 * error, (wins / times, chance)
