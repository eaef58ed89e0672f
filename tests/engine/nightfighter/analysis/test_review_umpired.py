"""Review of a night under an umpire: parts add up, choices are judged by the player's knowledge, not the umpire's."""

from functools import cache
from math import sqrt
from typing import Any

import msgspec
import pytest

from engine.analysis.judgement import (
    Judgement,
    StateValue,
    judge_answer,
    judge_hidden_answer,
    recheck_answer,
    sample_values,
    steps_to_recheck,
)
from engine.analysis.luck import CurvePoint, LuckAccount, account_for, chance_turns, steps_to_value
from engine.analysis.redeal import node_value, nodes_of, redeal_game
from engine.analysis.review import DICE, UNKNOWN
from engine.analysis.reviewed_game import ReviewedGame, ReviewedStep
from engine.analysis.rollouts import NoGuess, default_bots
from engine.analysis.statistics import mean_of
from engine.analysis.stream_dice import StreamDice
from engine.kernel.dice import FairDice
from engine.kernel.run import Run
from engine.nightfighter.analysis.entry import ANALYSIS
from engine.nightfighter.analysis.prospects import LONGEST, PROSPECTS
from engine.nightfighter.analysis.review import NIGHT_REVIEW, UMPIRED_NIGHT_REVIEW
from engine.nightfighter.charts.scenarios import scenario_ids
from engine.nightfighter.game import TITLE
from engine.nightfighter.state import PLAYER, UMPIRE, Setup, State
from tests.engine.nightfighter.builders import PACK
from tests.shared.sample_sizes import sample_size

SEATS = (PLAYER, UMPIRE)
PILOTS = default_bots(TITLE, PACK, SEATS, "hunter", 1)
FEW = {"node_rollouts": 1, "most_rollouts": 16, "all_rollouts": 1}
BY_A_PERSON = {"umpire": "person"}
WHOLE = bool(sample_size("UMPIRED_LOOKS", 0, 1))


@cache
def night(policy: str, scenario: str = "4B", dice: bytes = b"n", **setup: Any) -> ReviewedGame:
    """Fly a night by a bot, with the site's bot as umpire, and record it."""
    given = Setup(scenario=scenario, mode="blind", pick_variants=scenario == "6", **setup)
    run, makers = Run.begin(TITLE, PACK, given, FairDice(dice)), TITLE.policies()
    bots: dict[str, Any] = {PLAYER: makers[policy](PACK, PLAYER, 1), UMPIRE: makers["hunter"](PACK, UMPIRE, 2)}
    walk = ReviewedGame(
        TITLE, ANALYSIS, PLAYER, TITLE.rules, {seat: makers["hunter"](PACK, seat, 1) for seat in SEATS}, given
    )
    walk.begin(run)
    place = 0
    while not run.over:
        decision = next(iter(run.pending.values()))
        seat, place = decision.actor, place + 1
        answer = bots[seat].choose(decision, lambda seat=seat: run.view(seat))
        walk.answer(run, seat, decision.key, answer, place, joined=False)
    walk.end()
    return walk


def looked_back(walk: ReviewedGame, most: int = 1000) -> tuple[LuckAccount, dict[int, Judgement], list[CurvePoint]]:
    """Look back with few rollouts, on so many of the answers that differ."""
    worth, values, verdicts = StateValue(walk), {}, {}
    for at in steps_to_value(walk):
        step = walk.steps[at]
        if step.differs and len(verdicts) < most:
            verdicts[at], found = judge_hidden_answer(walk, worth, step, PILOTS, 1)
        else:
            found = sample_values(walk, worth, step, step.orders_with_bot(), PILOTS, 1, 0, 1)
        if at in chance_turns(walk):
            values[at] = mean_of(found)
    values[0] = mean_of([redeal_game(walk, number, PILOTS, 1)[0] for number in range(2)])
    nodes = {place: node_value(walk, *place, PILOTS, 1) for place in nodes_of(walk)}
    made, curve = account_for(walk, worth, values, verdicts, nodes)
    return made, verdicts, curve


def adds_up(made: LuckAccount, curve: list[CurvePoint], walk: ReviewedGame) -> None:
    assert made.expected + made.choice + made.dice + made.unknown == pytest.approx(made.result, abs=1e-9)
    assert curve[0].value == made.expected and curve[-1].value == made.result == curve[-1].reached
    assert made.result == sum(bomber.status == "destroyed" for bomber in walk.last.state.bombers)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in FEW.items():
        monkeypatch.setattr(UMPIRED_NIGHT_REVIEW, name, value)
    hiding = msgspec.structs.replace(UMPIRED_NIGHT_REVIEW.hiding, guesses=4, truths=4)
    monkeypatch.setattr(UMPIRED_NIGHT_REVIEW, "hiding", hiding)


@pytest.mark.parametrize("setup", [{}, {"level": "sly"}, BY_A_PERSON])
def test_the_hunters_own_night_costs_nothing_and_adds_up(setup):
    walk = night("hunter", **setup)
    assert not any(step.differs for step in walk.steps)
    made, verdicts, curve = looked_back(walk)
    assert not verdicts and made.choice == 0
    adds_up(made, curve, walk)


@pytest.mark.slow
def test_a_careless_night_adds_up():
    walk = night("random", "2A", b"x")
    made, verdicts, curve = looked_back(walk)
    assert len(verdicts) > 5 and made.choice
    adds_up(made, curve, walk)


@pytest.mark.slow
def test_a_careless_players_choices_cost():
    found = []
    for walk in (night("random", "2A", b"x"), night("random", "4B", b"x", **BY_A_PERSON)):
        differ = [step for step in walk.steps if step.differs]
        found += [judge_answer(walk, StateValue(walk), step, PILOTS, 1, 32, 8)[0] for step in differ]
    assert len(found) > 15 and all(verdict.n for verdict in found), "a guess was found of each"
    choice, error = sum(verdict.gap for verdict in found), sqrt(sum(verdict.error**2 for verdict in found))
    assert choice < -3 * error, "all together, what did good among it"


@pytest.mark.slow
def test_the_hunters_answers_cost_nothing_within_error_on_guesses_and_dice_of_their_own():
    """Flown on twice, on other guesses and by other dice, his own answer is worth the same within its errors."""
    walk = night("hunter", dice=b"m")
    steps = [step for step in walk.steps if step.actor == PLAYER and step.weighed][::12]
    gaps, squares, beyond = 0.0, 0.0, 0
    for step in steps:
        ones, others = (values_of(walk, step, seed) for seed in (1, 2))
        gaps, squares = gaps + ones[0] - others[0], squares + ones[1] ** 2 + others[1] ** 2
        beyond += abs(ones[0] - others[0]) > 3 * sqrt(ones[1] ** 2 + others[1] ** 2)
    assert len(steps) > 3 and not beyond and abs(gaps) < 3 * sqrt(squares)


def values_of(walk: ReviewedGame, step: ReviewedStep, seed: int) -> tuple[float, float]:
    """Value the answer that was given on eight guesses, twice each, with the error between guesses."""
    found = sample_values(walk, StateValue(walk), step, step.orders(), PILOTS, seed, 0, 16, walk.guesses(step, seed, 8))
    return mean_of([(found[at] + found[at + 8]) / 2 for at in range(8)])


@pytest.mark.slow
def test_every_scenario_can_be_looked_back_on_and_adds_up(monkeypatch):
    monkeypatch.setattr(
        UMPIRED_NIGHT_REVIEW, "hiding", msgspec.structs.replace(UMPIRED_NIGHT_REVIEW.hiding, guesses=1, truths=1)
    )
    for place, scenario in enumerate(scenario_ids(PACK.tables)[:: 1 if WHOLE else 9]):
        walk = night("random", scenario, **({} if place % 2 else BY_A_PERSON))
        assert walk.hindsight is UMPIRED_NIGHT_REVIEW
        made, _verdicts, curve = looked_back(walk, most=1)
        adds_up(made, curve, walk)


def some_step(walk: ReviewedGame) -> ReviewedStep:
    return [step for step in walk.steps if step.differs][3]


def test_two_truths_that_look_alike_are_judged_alike():
    """Another night that tells the player the very same is laid under the question: the verdict stays to the bit."""
    walk = night("random")
    step = some_step(walk)
    other = next(found for seed in range(1, 9) if (found := exchanged(walk, step, seed)) is not None)
    verdicts = [judge_answer(walk, StateValue(walk), one, PILOTS, 1) for one in (step, other)]
    assert verdicts[0] == verdicts[1] and verdicts[0][0].n


def exchanged(walk: ReviewedGame, step: ReviewedStep, seed: int) -> ReviewedStep | None:
    """Return the step in another night that its player cannot tell from this one; None where it is this one."""
    assert step.record is not None
    truth = Run.resume(TITLE, PACK, FairDice(b"n"), step.record)
    guess: Any = walk.guesses(step, seed)(0)
    record = msgspec.structs.replace(step.record, snapshot=guess._snapshot, tail=[], opening=[], coming=None)
    record.opening = list(guess._draws)
    course = guess.begin(StreamDice(1))
    assert TITLE.view(course.state, PACK, PLAYER) == truth.view(PLAYER)
    if TITLE.view(course.state, PACK, UMPIRE) == truth.view(UMPIRE):
        return None
    given = [msgspec.structs.replace(entry, draws=[]) for entry in step.record.tail]
    assert not guess._answers or given
    record.tail = given
    return msgspec.structs.replace(step, record=record)


def test_where_no_guess_fits_nothing_is_held_against_the_answer():
    walk = night("random")
    deaf = msgspec.structs.replace(some_step(walk), told=0)
    with pytest.raises(NoGuess):
        walk.guesses(deaf, 1)(0)
    verdict, _values = judge_hidden_answer(walk, StateValue(walk), deaf, PILOTS, 1)
    known, _values = judge_hidden_answer(walk, StateValue(walk), some_step(walk), PILOTS, 1)
    assert (verdict.gap, verdict.error, verdict.n) == (0.0, 0.0, 0) and known.n
    assert verdict.hidden == pytest.approx(known.hidden + known.gap)


def test_what_a_person_chooses_as_umpire_could_not_be_known_and_is_not_judged():
    walk = night("random", **BY_A_PERSON)
    mine = [step for step in walk.steps if step.actor == UMPIRE]
    assert mine and not any(step.differs for step in mine)
    assert all(step.parts[0].fell[0] == UMPIRE for step in mine)
    assert walk.kind_of((UMPIRE,)) == walk.kind_of((UMPIRE, "chits")) == UNKNOWN
    assert walk.kind_of((UMPIRE, "combat")) == walk.kind_of(("tally",)) == DICE


def test_turns_are_nodes_and_what_was_dealt_before_the_first_could_not_be_known():
    walk = night("hunter", "10")
    assert walk.opening, "its first question is one of its first turn"
    states = [walk.node_at(*place)[0] for place in nodes_of(walk)]
    assert [state.turn for state in states] == list(range(1, walk.last.state.turn + 1))
    made, curve = account_for(walk, StateValue(walk), {0: (0.5, 0.1)}, {}, dict.fromkeys(nodes_of(walk), (2.0, 0.0)))
    assert curve[1].unknown == 1.5 and curve[1].chapter == "1"
    assert made.unknown == pytest.approx(1.5) and made.dice == walk.result - 2.0
    set_up = night("hunter")
    assert not set_up.opening and not chance_turns(set_up) & set(range(nodes_of(set_up)[0][0] + 1))


def test_a_move_is_judged_as_one():
    walk = night("random")
    moves = [step for step in walk.steps if len(step.answers) > 1]
    assert moves and {given.decision.kind for step in moves for given in step.answers} == {"fighter.step"}


def test_what_seems_dear_is_flown_once_more_on_other_guesses_before_it_is_named(monkeypatch):
    proof = msgspec.structs.replace(UMPIRED_NIGHT_REVIEW.proof, rollouts=24, guesses=8)
    monkeypatch.setattr(UMPIRED_NIGHT_REVIEW, "proof", proof)
    walk = night("random")
    step = some_step(walk)
    seems = {
        1: Judgement(9, -2.0, 0.1, 16),
        2: Judgement(9, -0.04, 0.0, 16),
        3: Judgement(9, -0.5, 0.4, 16),
        4: Judgement(9, 1, 0, 9),
    }
    assert steps_to_recheck(walk, seems) == [1]
    verdict = recheck_answer(walk, StateValue(walk), step, msgspec.structs.replace(seems[1], hidden=2.0), PILOTS, 1)
    assert verdict.gap > -2.0 and verdict.gap + verdict.hidden == pytest.approx(0.0) and verdict.n > 16


def test_an_umpire_has_nothing_to_look_back_on():
    person = Setup(mode="blind", umpire="person")
    assert ANALYSIS.review_rules(person, PLAYER) is UMPIRED_NIGHT_REVIEW
    assert ANALYSIS.review_rules(person, UMPIRE) is None
    assert ANALYSIS.review_rules(Setup(mode="solo"), PLAYER) is NIGHT_REVIEW
    assert ANALYSIS.review_rules(Setup(campaign="green", mode="tabletop"), PLAYER) is None
    with pytest.raises(ValueError, match="nothing to look back on"):
        ReviewedGame(TITLE, ANALYSIS, UMPIRE, TITLE.rules, {}, person)


def test_a_night_that_never_ends_is_flown_no_further():
    """Two intruders are left in the pool and the last wave brings one: the rules wait for the other without end."""
    state = State(setup=Setup(scenario="10", mode="blind"), phase="turn", turn=LONGEST)
    assert not UMPIRED_NIGHT_REVIEW.is_idle(state) and not PROSPECTS.reached(state, None)
    state.turn += 1
    assert UMPIRED_NIGHT_REVIEW.is_idle(state) and PROSPECTS.reached(state, None)
