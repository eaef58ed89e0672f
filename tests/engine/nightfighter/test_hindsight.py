"""Where a night alone was lost: the parts add up, the hunter's own choices cost nothing, and the work has bounds."""

from typing import Any

import pytest

from engine.kernel.dice import FairDice
from engine.kernel.hindsight import Walk, Worth, account, first_value, judged, nodes_wanted, sampled, share_of
from engine.kernel.rollouts import guesses_of, hides, house, mean_of, odds
from engine.kernel.run import Run
from engine.nightfighter.hindsight import NIGHTS_PAST
from engine.nightfighter.state import Setup, State
from engine.nightfighter.title import TITLE

from .desk import PACK

PILOTS = house(TITLE, PACK, ("player",), "hunter", 1)


def night(policy: str) -> Walk:
    setup = Setup(scenario="4B", mode="solo")
    run = Run.begin(TITLE, PACK, setup, FairDice(b"night"))
    bot: Any = TITLE.policies()[policy](PACK, "player", 1)
    walk = Walk(TITLE, "player", TITLE.rules, {"player": TITLE.policies()["hunter"](PACK, "player", 1)}, setup)
    walk.begin(run)
    place = 0
    while not run.over:
        (decision,) = run.asked("player")
        place += 1
        walk.answer(run, "player", decision.key, bot.choose(decision, lambda: run.view("player")), place, joined=False)
    walk.end()
    return walk


def test_the_hunters_own_night_costs_nothing_and_adds_up(monkeypatch):
    monkeypatch.setattr(NIGHTS_PAST, "first_rollouts", 3)
    walk, worth = night("hunter"), None
    assert not any(step.differs for step in walk.steps)
    worth = Worth(walk)
    values = {0: first_value(walk, PILOTS, 1)}
    for at in nodes_wanted(walk)[1:3]:
        step = walk.steps[at]
        values[at] = mean_of(sampled(walk, worth, step, step.orders_of_house(), PILOTS, 1, 0, 2))
    made, curve = account(walk, worth, values, {})
    assert made.choice == 0 and made.result == curve[-1].value
    assert made.expected + made.dice + made.unknown == pytest.approx(made.result)


def test_of_a_careless_night_all_judgements_together_have_bounds(monkeypatch):
    walk = night("random")
    differ = [step for step in walk.steps if step.differs]
    assert differ and 2 * len(differ) * share_of(walk) <= max(NIGHTS_PAST.all_rollouts, 32 * len(differ))
    monkeypatch.setattr(NIGHTS_PAST, "all_rollouts", 1)
    verdict, values = judged(walk, Worth(walk), differ[-1], PILOTS, 1)
    assert verdict.n == len(values) == 16


def test_alone_nothing_is_hidden_and_under_an_umpire_no_odds_are_made_of_the_truth():
    assert not hides(TITLE, State(setup=Setup(mode="solo")))
    assert hides(TITLE, State(setup=Setup(mode="blind")))


def test_a_night_alone_has_odds_of_each_order():
    run = Run.begin(TITLE, PACK, Setup(scenario="4B", mode="solo"), FairDice(b"night"))
    prospects, bot = TITLE.prospects, PILOTS(0)["player"]
    (decision,) = run.asked("player")
    while not prospects.covers(decision):
        run.answer("player", bot.choose(decision, lambda: run.view("player")))
        (decision,) = run.asked("player")
    *_, found = odds(prospects, guesses_of(run, "player", 1), decision, PILOTS, seed=1, budget=12)
    assert [odd.option for odd in found] == list(decision.options)
    assert all(0 <= odd.measures["kill"].mean <= 1 for odd in found)
