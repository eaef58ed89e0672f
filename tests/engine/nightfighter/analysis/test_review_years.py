"""Review of a year of nights flown alone, by a pilot or a Staffel: parts that add up, by weeks."""

from functools import cache
from math import sqrt
from typing import Any

import pytest

from engine.analysis.judgement import StateValue, judge_answer, sample_values
from engine.analysis.luck import account_for, chance_turns, steps_to_value
from engine.analysis.review import DICE, UNKNOWN
from engine.analysis.reviewed_game import ReviewedGame
from engine.analysis.rollouts import default_bots
from engine.analysis.statistics import mean_of
from engine.kernel.dice import FairDice
from engine.kernel.run import Run
from engine.nightfighter.analysis.entry import ANALYSIS
from engine.nightfighter.analysis.features import FEATURES, measured
from engine.nightfighter.analysis.review import PLACING, YEAR_REVIEWS
from engine.nightfighter.game import TITLE
from engine.nightfighter.rules.career.staffel import NOBODY_FLIES
from engine.nightfighter.state import PLAYER, UMPIRE, Setup
from tests.engine.nightfighter.builders import PACK

PILOTS = default_bots(TITLE, PACK, (PLAYER, UMPIRE), "hunter", 1)
KINDS = ("green", "seasoned", "staffel")


@cache
def year(policy: str, campaign: Any, dice: bytes = b"x") -> ReviewedGame:
    """Fly a year by a bot and note it."""
    setup = Setup(campaign=campaign, mode="solo")
    run, makers = Run.begin(TITLE, PACK, setup, FairDice(dice)), TITLE.policies()
    bot, walk = makers[policy](PACK, PLAYER, 1), ReviewedGame(TITLE, ANALYSIS, PLAYER, TITLE.rules, PILOTS(0), setup)
    walk.begin(run)
    place = 0
    while not run.over:
        decision = next(iter(run.pending.values()))
        place += 1
        walk.answer(run, PLAYER, decision.key, bot.choose(decision, lambda: run.view(PLAYER)), place, joined=False)
    walk.end()
    return walk


def worth(walk: ReviewedGame) -> StateValue:
    return StateValue(walk, walk.hindsight.weights(walk.setup, PACK, PLAYER))


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    for one in YEAR_REVIEWS.values():
        for name, value in (("most_rollouts", 4), ("all_rollouts", 1), ("fewest_rollouts", 2)):
            monkeypatch.setattr(one, name, value)


@pytest.mark.slow
@pytest.mark.parametrize("campaign", KINDS)
@pytest.mark.parametrize("policy", ["hunter", "random"])
def test_the_parts_add_up_and_the_houses_own_choices_cost_nothing(campaign, policy):
    walk = year(policy, campaign)
    assert walk.hindsight is YEAR_REVIEWS[campaign]
    values, verdicts = {0: (1.0, 0.1)}, {}
    wanted = steps_to_value(walk)
    for at in wanted[1 :: max(1, len(wanted) // 8)]:
        step = walk.steps[at]
        if step.differs:
            verdicts[at], found = judge_answer(walk, worth(walk), step, PILOTS, 1)
        else:
            found = sample_values(walk, worth(walk), step, step.orders_with_bot(), PILOTS, 1, 0, 1)
        values[at] = mean_of(found)
    made, curve = account_for(walk, worth(walk), values, verdicts)
    assert made.expected + made.choice + made.dice + made.unknown == pytest.approx(made.result, abs=1e-9)
    assert made.result == measured(walk.last.state) == curve[-1].value
    assert any(step.differs for step in walk.steps) == (policy == "random")
    assert verdicts or made.choice == 0


@pytest.mark.slow
def test_empty_boxes_cost_a_careless_leader(monkeypatch):
    monkeypatch.setattr(YEAR_REVIEWS["staffel"], "most_judged", 0)
    walk = year("random", "staffel", b"all")
    placed = [step for step in walk.steps if step.decision.kind == PLACING and step.taken == NOBODY_FLIES]
    found = [judge_answer(walk, worth(walk), step, PILOTS, 1, 64)[0] for step in placed[:8]]
    choice, error = sum(one.gap for one in found), sqrt(sum(one.error**2 for one in found))
    assert len(found) == 8 and choice < -3 * error


def test_which_nights_there_are_could_not_be_known_and_what_falls_in_one_is_dice():
    walk = year("hunter", "green")
    assert walk.kind_of(("campaign", "weather", "raids", "raid", "counters")) == UNKNOWN
    assert walk.kind_of(("campaign", "weather", "landing")) == walk.kind_of(("radar",)) == DICE
    assert chance_turns(walk) > {0}


def test_of_very_many_answers_some_are_spared_and_that_is_counted():
    walk = year("random", "staffel")
    most = walk.hindsight.most_judged
    assert walk.spared > 0 and sum(step.differs for step in walk.steps) == most
    places = [at for at, step in enumerate(walk.steps) if step.differs]
    assert places[0] < len(walk.steps) / 20 and places[-1] > 0.9 * len(walk.steps), "spread evenly"


def test_what_is_left_is_worth_nothing_when_the_year_is_over():
    walk = year("hunter", "seasoned")
    assert worth(walk).of(walk.last.state, PACK) == walk.result
    assert not any(walk.hindsight.features(walk.last.state, PACK, PLAYER))
    assert len(walk.hindsight.weights(walk.setup, PACK, PLAYER)) == len(FEATURES)


def test_years_under_an_umpire_and_on_the_table_are_not_flown_again():
    for mode in ("blind", "tabletop"):
        assert all(ANALYSIS.review_rules(Setup(campaign=kind, mode=mode), PLAYER) is None for kind in KINDS)  # type: ignore[arg-type]


@pytest.mark.slow
def test_the_levels_of_a_year_are_its_bands():
    bands = [dict(YEAR_REVIEWS[kind].bands(year("hunter", kind).last.state, PACK, PLAYER)) for kind in YEAR_REVIEWS]
    assert bands == [
        {"minor-victory": 10.0, "victory": 20.0},
        {"minor-victory": 16.0, "victory": 20.0},
        {"draw": -60.0, "win": -25.0, "decisive": 15.0},
    ]
