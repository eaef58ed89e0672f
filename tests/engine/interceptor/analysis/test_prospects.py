"""Sorties flown on: what is counted, what a chart decides, and that two pilots against each other are no hindrance."""

import pytest

from engine.analysis.rollouts import OrderOdds, default_bots, guesses_of, odds
from engine.analysis.stream_dice import StreamDice
from engine.interceptor.analysis.entry import ANALYSIS
from engine.interceptor.game import TITLE
from engine.interceptor.state import KILLED, PilotSetup, Setup
from engine.kernel.dice import FairDice
from engine.kernel.run import Run
from tests.engine.interceptor.ground_case import charts


def flown_to(kind: str, *, play: str = "solitaire", option: str = "", nth: int = 1) -> Run:
    """Fly with the site's bot up to the nth question of a kind, with an order open."""
    pilots = [PilotSetup(unit=5, name="Mann"), PilotSetup(unit=5, name="Berg")][: 1 + (play != "solitaire")]
    run = Run.begin(TITLE, charts(), Setup(pilots=pilots, play=play), FairDice(b"flown"))
    bots = default_bots(TITLE, charts(), TITLE.seats(Setup(pilots=pilots)), "sensible", 1)(0)
    while not run.over:
        decision = next(iter(run.pending.values()))
        if decision.kind == kind and (not option or option in decision.options):
            nth -= 1
            if not nth:
                return run
        run.answer(decision.actor, bots[decision.actor].choose(decision), decision.key)
    raise AssertionError(f"{kind} was never asked")


def told(run: Run, budget: int = 400) -> dict[str, OrderOdds]:
    decision = next(iter(run.pending.values()))
    pilots = default_bots(TITLE, charts(), [career.seat for career in run.state.careers], "sensible", 1)
    guesses = guesses_of(run, decision.actor, 1)
    *_, last = odds(ANALYSIS.prospects, guesses, decision, pilots, seed=1, budget=budget)
    return {odd.option: odd for odd in last}


def test_a_sortie_ends_in_one_of_three_ways():
    for odd in told(flown_to("box.order", nth=3)).values():
        assert sum(odd.measures[name].mean for name in ("home", "down", "dead")) == pytest.approx(1)


def test_who_goes_home_unhurt_lands_and_shoots_nothing_down():
    home = told(flown_to("box.order"))["go-home"]
    assert home.measures["home"].mean > 0.9 and home.measures["bomber"].mean == 0
    assert not home.exact


def test_a_jump_is_read_from_its_chart_and_never_sampled():
    """Parachute Chart: 2d6, 9 or less safe, 10 injured, 11 and more killed."""
    jump = told(flown_to("escort.meet", option="bail-out"))["bail-out"].measures
    assert jump["dead"].exact and jump["dead"].mean == pytest.approx(jump["dead"].high)
    assert jump["dead"].mean in (3 / 36, 1 / 36) and jump["down"].mean == 1 - jump["dead"].mean
    assert not jump["bomber"].exact


@pytest.mark.parametrize("play", ["cooperative", "competitive"])
def test_two_pilots_are_flown_on_together(play):
    run = flown_to("box.order", play=play)
    found = told(run, budget=64)
    assert set(found) == {"search", "go-home"} and found["go-home"].measures["bomber"].mean == 0


def test_what_is_counted_is_what_came_after_the_order():
    run = flown_to("bomber.again")
    decision = next(iter(run.pending.values()))
    prospects, course = ANALYSIS.prospects, guesses_of(run, "pilot", 1)(0).begin(StreamDice(1))
    mark = prospects.mark(course.state, decision)
    flight = course.state.careers[0].aloft
    before = prospects.count(course.state, charts(), mark)
    assert before[3:] == (0.0, 0.0)
    flight.pilot_wound = KILLED
    assert prospects.count(course.state, charts(), mark)[:3] == (0.0, 0.0, 1.0)


def test_whom_his_rival_waits_for_is_flown_on_from_his_own_question():
    """He has his own order to give and the rival's card to flip; a quiet table writes the first in fewer parts."""
    run = flown_to("bomber.round", play="competitive")
    pilots = default_bots(TITLE, charts(), ("pilot", "second"), "sensible", 1)
    while {one.kind for one in run.asked("second")} != {"bomber.round", "rival.card"}:
        decision = next(
            one for (seat, _key), one in run.pending.items() if (seat, one.kind) != ("second", "bomber.round")
        )
        run.answer(decision.actor, pilots(0)[decision.actor].choose(decision), decision.key)
    (decision,) = (one for one in run.asked("second") if one.kind == "bomber.round")
    course = guesses_of(run, "second", 1)(0).begin(StreamDice(1))
    found = course.find("second", decision.key)
    assert (found.kind, found.key) == ("bomber.round", "second/order")
    course.fly(pilots(0), None, [(decision, "break-off")])
    assert course.over
