"""A commander who thinks: he gives the usual order unless another is ahead of it, and counts rollouts, never time."""

import pytest

from engine.analysis.rollouts import OrderTrial, default_bots, guesses_of
from engine.analysis.search import SearchPlan, best_order, sequential_halving
from tests.engine.analysis.test_rollouts import Open, Sailing, Veiled, under_way
from tests.shared.games.smallgame import RAIDER, SEATS

WORTH = {"high": 1.0, "level": 3.0, "low": 2.0}


class Trimmed(Sailing):
    """The strait, of which only the trim counts."""

    def __init__(self, worth):
        self.of = worth

    def reached(self, state, mark):
        return True

    def count(self, state, pack, mark):
        return 0.0, self.of[state.trim]


def asked(title, kind):
    run = under_way(title, 0, wanted=kind)
    return run, next(decision for decision in run.pending.values() if decision.kind == kind)


def thought_over(usual, prospects, **how):
    run, decision = asked(Open(), "trim")
    guesses, pilots = guesses_of(run, decision.actor, 1), default_bots(Open(), None, SEATS, "random", 1)
    return best_order(SearchPlan(("trim",), 24, prospects), guesses, decision, usual, pilots, seed=1, **how)


@pytest.mark.parametrize("usual", WORTH)
def test_the_order_that_is_ahead_is_given_whatever_the_usual_one_is(usual):
    assert thought_over(usual, Trimmed(WORTH)) == "level"


@pytest.mark.parametrize("usual", WORTH)
def test_of_orders_that_nothing_tells_apart_the_usual_one_is_given(usual):
    assert thought_over(usual, Trimmed(dict.fromkeys(WORTH, 1.0))) == usual


@pytest.mark.parametrize("usual", WORTH)
def test_equal_seeds_give_equal_orders(usual):
    assert thought_over(usual, Sailing()) == thought_over(usual, Sailing())


def test_who_is_stopped_gives_no_order():
    left = [3]

    def stopped():
        left[0] -= 1
        return left[0] < 0

    assert thought_over("low", Trimmed(WORTH), stopped=stopped) is None


def test_where_nothing_can_be_guessed_the_usual_order_is_given(monkeypatch):
    monkeypatch.setattr(Veiled, "misses", 99)
    run, decision = asked(Veiled(), "course")
    guesses, pilots = (
        guesses_of(run, RAIDER, 1, Veiled(), decision=decision),
        default_bots(Veiled(), None, SEATS, "random", 1),
    )
    thought = SearchPlan(("course",), 24, Sailing())
    for usual in decision.options:
        assert best_order(thought, guesses, decision, usual, pilots, seed=1) == usual


@pytest.mark.parametrize("kept", range(3))
def test_the_worse_half_is_left_out_in_each_round_but_never_the_usual_order(kept):
    run, decision = asked(Open(), "trim")
    pilots = default_bots(Open(), None, SEATS, "random", 1)
    trial = OrderTrial(Trimmed(WORTH), guesses_of(run, decision.actor, 1), decision, pilots, seed=1)
    assert sequential_halving(trial, kept, 24, lambda: False)
    level = trial.options.index("level")
    assert level in trial.field and kept in trial.field
    # Two rounds: 4 of each of three, then of those that are left as many as 12 hold.
    left = {place for place in range(3) if trial.options[place] != "high" or place == kept}
    assert [len(trial.worths[place]) for place in range(3)] == [
        4 + 12 // len(left) * (place in left) for place in range(3)
    ]


@pytest.mark.parametrize("kept", range(3))
def test_in_more_rounds_than_halving_takes_who_is_clearly_behind_is_left_out_and_it_ends_early(kept):
    run, decision = asked(Open(), "trim")
    pilots = default_bots(Open(), None, SEATS, "random", 1)
    trial = OrderTrial(Trimmed(WORTH), guesses_of(run, decision.actor, 1), decision, pilots, seed=1)
    assert sequential_halving(trial, kept, 48, lambda: False, 4)
    # Four rounds of 12: 4 of each of three; the better of the other two is left beside `kept`, unless it is behind.
    level = trial.options.index("level")
    left = {kept} if kept == level else {kept, level}
    assert set(trial.field) == left
    assert [len(trial.worths[place]) for place in range(3)] == [
        (4 + 3 * 12 // 2) if place in left and len(left) == 2 else 4 for place in range(3)
    ]


def test_only_its_own_kinds_with_a_choice_are_thought_over():
    _run, decision = asked(Open(), "trim")
    assert SearchPlan(("trim",), 24, Sailing()).is_of(decision)
    assert not SearchPlan(("fire",), 24, Sailing()).is_of(decision)
    plan = next(one for one in under_way(Open(), 0).pending.values() if one.form is not None)
    assert not SearchPlan((plan.kind,), 24, Sailing()).is_of(plan)
