"""Review of a night alone: the parts add up, the hunter's own choices cost nothing, and the work has bounds."""

from typing import Any

import pytest

from engine.analysis.judgement import StateValue, judge_answer, rollouts_per_answer, sample_values
from engine.analysis.luck import account_for, steps_to_value
from engine.analysis.redeal import first_value
from engine.analysis.reviewed_game import ReviewedGame
from engine.analysis.rollouts import default_bots, guesses_of, hides_information, odds
from engine.analysis.statistics import mean_of
from engine.kernel.dice import FairDice
from engine.kernel.run import Run
from engine.nightfighter.analysis.entry import ANALYSIS
from engine.nightfighter.analysis.review import NIGHT_REVIEW
from engine.nightfighter.game import TITLE
from engine.nightfighter.state import Setup, State
from tests.engine.nightfighter.builders import PACK

PILOTS = default_bots(TITLE, PACK, ("player",), "hunter", 1)


def night(policy: str) -> ReviewedGame:
    setup = Setup(scenario="4B", mode="solo")
    run = Run.begin(TITLE, PACK, setup, FairDice(b"night"))
    bot: Any = TITLE.policies()[policy](PACK, "player", 1)
    walk = ReviewedGame(
        TITLE, ANALYSIS, "player", TITLE.rules, {"player": TITLE.policies()["hunter"](PACK, "player", 1)}, setup
    )
    walk.begin(run)
    place = 0
    while not run.over:
        (decision,) = run.asked("player")
        place += 1
        walk.answer(run, "player", decision.key, bot.choose(decision, lambda: run.view("player")), place, joined=False)
    walk.end()
    return walk


def test_the_hunters_own_night_costs_nothing_and_adds_up(monkeypatch):
    monkeypatch.setattr(NIGHT_REVIEW, "first_rollouts", 3)
    walk, worth = night("hunter"), None
    assert not any(step.differs for step in walk.steps)
    worth = StateValue(walk)
    values = {0: first_value(walk, PILOTS, 1)}
    for at in steps_to_value(walk)[1:3]:
        step = walk.steps[at]
        values[at] = mean_of(sample_values(walk, worth, step, step.orders_with_bot(), PILOTS, 1, 0, 2))
    made, curve = account_for(walk, worth, values, {})
    assert made.choice == 0 and made.result == curve[-1].value
    assert made.expected + made.dice + made.unknown == pytest.approx(made.result)


def test_of_a_careless_night_all_judgements_together_have_bounds(monkeypatch):
    walk = night("random")
    differ = [step for step in walk.steps if step.differs]
    assert differ and 2 * len(differ) * rollouts_per_answer(walk) <= max(NIGHT_REVIEW.all_rollouts, 32 * len(differ))
    monkeypatch.setattr(NIGHT_REVIEW, "all_rollouts", 1)
    verdict, values = judge_answer(walk, StateValue(walk), differ[-1], PILOTS, 1)
    assert verdict.n == len(values) == 16


def test_alone_nothing_is_hidden_and_under_an_umpire_no_odds_are_made_of_the_truth():
    assert not hides_information(TITLE, State(setup=Setup(mode="solo")))
    assert hides_information(TITLE, State(setup=Setup(mode="blind")))


def test_a_night_alone_has_odds_of_each_order():
    run = Run.begin(TITLE, PACK, Setup(scenario="4B", mode="solo"), FairDice(b"night"))
    prospects, bot = ANALYSIS.prospects, PILOTS(0)["player"]
    (decision,) = run.asked("player")
    while not prospects.covers(decision):
        run.answer("player", bot.choose(decision, lambda: run.view("player")))
        (decision,) = run.asked("player")
    *_, found = odds(prospects, guesses_of(run, "player", 1), decision, PILOTS, seed=1, budget=12)
    assert [odd.option for odd in found] == list(decision.options)
    assert all(0 <= odd.measures["kill"].mean <= 1 for odd in found)
