"""Review of a year: the parts add up, the site's own choices cost nothing, a careless pilot's do."""

from functools import cache
from math import sqrt
from typing import Any

import pytest

from engine.analysis.judgement import Judgement, StateValue, judge_answer, sample_values
from engine.analysis.linear_fit import LinearFit
from engine.analysis.luck import account_for, steps_to_value
from engine.analysis.redeal import first_value, sample_continuations
from engine.analysis.review import DICE, UNKNOWN
from engine.analysis.reviewed_game import ReviewedGame
from engine.analysis.rollouts import default_bots
from engine.analysis.statistics import mean_of
from engine.interceptor.analysis.entry import ANALYSIS
from engine.interceptor.analysis.review import REVIEW, SIZE
from engine.interceptor.game import TITLE
from engine.interceptor.state import PilotSetup, Setup
from engine.kernel.dice import FairDice
from engine.kernel.run import Run
from tests.engine.interceptor.ground_case import charts

PILOTS = default_bots(TITLE, charts(), ("pilot",), "sensible", 1)


@cache
def year(policy: str, seed: int) -> ReviewedGame:
    """Fly a year by a bot, on dice that count, and note it."""
    setup = Setup(pilots=[PilotSetup(unit=5)])
    run = Run.begin(TITLE, charts(), setup, FairDice(b"x%d" % seed))
    bot = TITLE.policies()[policy](charts(), "pilot", 1)
    walk = ReviewedGame(
        TITLE, ANALYSIS, "pilot", TITLE.rules, {"pilot": TITLE.policies()["sensible"](charts(), "pilot", 1)}, setup
    )
    walk.begin(run)
    place = 0
    while not run.over:
        (decision,) = run.asked("pilot")
        place += 1
        walk.answer(run, "pilot", decision.key, bot.choose(decision), place, joined=False)
    walk.end()
    return walk


@cache
def worth(policy: str, seed: int) -> StateValue:
    walk, fit = year(policy, seed), LinearFit(SIZE)
    nodes = [part.node for step in walk.steps for part in step.parts if part.node]
    for node in nodes[::4]:
        for features, left in sample_continuations(walk, node, charts(), PILOTS, 1, 3):
            fit.add(features, left)
    return StateValue(walk, fit.solved())


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(REVIEW, "most_rollouts", 256)
    monkeypatch.setattr(REVIEW, "first_rollouts", 30)


def looked_back(policy: str, seed: int, n: int = 40) -> tuple[Any, dict[int, Judgement], list[Any]]:
    walk, of = year(policy, seed), worth(policy, seed)
    values, verdicts = {0: first_value(walk, PILOTS, 1)}, {}
    for at in steps_to_value(walk):
        step = walk.steps[at]
        if step.differs:
            verdicts[at], found = judge_answer(walk, of, step, PILOTS, 1)
        else:
            found = sample_values(walk, of, step, step.orders_with_bot(), PILOTS, 1, 0, n)
        if at:
            values[at] = mean_of(found)
    made, curve = account_for(walk, of, values, verdicts)
    return made, verdicts, curve


@pytest.mark.slow
def test_the_house_pilots_own_choices_cost_nothing_and_the_parts_add_up():
    made, verdicts, curve = looked_back("sensible", 1)
    assert not verdicts and made.choice == 0
    assert made.expected + made.choice + made.dice + made.unknown == pytest.approx(made.result)
    assert curve[0].value == made.expected and curve[-1].value == made.result == curve[-1].reached


@pytest.mark.slow
def test_the_house_pilots_answers_cost_nothing_within_error_on_dice_of_their_own():
    """Flown on twice by other dice, his own answer is worth the same: so an error is no smaller than it says."""
    walk, of = year("sensible", 1), worth("sensible", 1)
    gaps, squares, beyond, steps = 0.0, 0.0, 0, [step for step in walk.steps if step.weighed][::9]
    for step in steps:
        ours, theirs = (mean_of(sample_values(walk, of, step, step.orders(), PILOTS, seed, 0, 60)) for seed in (1, 2))
        gap, error = ours[0] - theirs[0], sqrt(ours[1] ** 2 + theirs[1] ** 2)
        gaps, squares, beyond = gaps + gap, squares + error**2, beyond + (abs(gap) > 3 * error)
    assert len(steps) > 5 and beyond == 0 and abs(gaps) < 3 * sqrt(squares)


@pytest.mark.slow
def test_a_careless_pilots_choices_cost_and_are_named_only_beyond_three_errors():
    made, verdicts, _curve = looked_back("careless", 8)
    assert made.expected + made.choice + made.dice + made.unknown == pytest.approx(made.result)
    named = [verdict for verdict in verdicts.values() if verdict.is_named(REVIEW.matters)]
    assert named and all(-verdict.gap > 3 * verdict.error and verdict.gap < -0.1 for verdict in named)
    # All his choices together cost, those that did good or nothing among them, and not only the losses that are named.
    error = sqrt(sum(verdict.error**2 for verdict in verdicts.values()))
    assert len(verdicts) > len(named) and made.choice < -3 * error
    kinds = {year("careless", 8).steps[at].decision.kind for at in verdicts}
    assert not {kind for kind in kinds if kind.startswith(("dispersal.", "setup."))}, "what is bought is not weighed"


def test_a_difference_within_its_error_or_too_small_is_not_named():
    assert not Judgement(1, -0.3, 0.11, 100).is_named(0.1)
    assert not Judgement(1, -0.09, 0.001, 100).is_named(0.1)
    assert not Judgement(1, 0.9, 0.01, 100).is_named(0.1)
    assert Judgement(1, -0.34, 0.11, 100).is_named(0.1)


def test_raids_weather_and_searches_could_not_be_known_and_all_else_is_dice():
    walk = year("sensible", 1)
    assert walk.kind_of(("raid", "weather")) == UNKNOWN and walk.kind_of(("intercept", "target")) == UNKNOWN
    assert walk.kind_of(("intercept", "combat")) == DICE and walk.kind_of(()) == DICE
    searches = [step for step in walk.steps if step.taken == "search"]
    assert searches and all("intercept" in step.parts[0].fell for step in searches)


def test_what_is_left_is_worth_nothing_when_all_is_over():
    walk, of = year("careless", 8), worth("careless", 8)
    assert of.of(walk.last.state, charts()) == walk.result
    first = next(part.node for step in walk.steps for part in step.parts if part.node)
    assert of.of(walk.state_of(first), charts()) > walk.result, "in March more lies ahead than came of it"


def test_a_fit_finds_what_is_there_and_can_be_put_away():
    fit = LinearFit(2)
    for at in range(200):
        fit.add((1.0, at / 100), 3 + 2 * at / 100)
        fit = LinearFit(2, fit.sums)
    assert fit.solved() == pytest.approx([3, 2], abs=0.05)
