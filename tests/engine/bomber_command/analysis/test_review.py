"""Review of a night: the parts add up, the site's own choices cost nothing, nothing hidden counts against a player."""

from functools import cache
from math import sqrt

import msgspec
import pytest

from engine.analysis.judgement import (
    Judgement,
    StateValue,
    compare_samples,
    judge_answer,
    judge_hidden_answer,
    recheck_answer,
    sample_values,
)
from engine.analysis.linear_fit import LinearFit
from engine.analysis.luck import CurvePoint, LuckAccount, account_for, steps_to_value
from engine.analysis.redeal import node_value, nodes_of, redeal_game
from engine.analysis.reviewed_game import ReviewedGame, ReviewedStep
from engine.analysis.rollouts import NoGuess, default_bots
from engine.analysis.statistics import mean_of
from engine.analysis.stream_dice import StreamDice
from engine.bomber_command.analysis.entry import ANALYSIS
from engine.bomber_command.analysis.features import FEATURES, features
from engine.bomber_command.analysis.review import RAID_REVIEW
from engine.bomber_command.charts.compiled import load_charts
from engine.bomber_command.game import TITLE
from engine.bomber_command.state import BRITISH, GERMAN, OTHER, SEATS, Setup, State
from engine.kernel.dice import FairDice
from engine.kernel.run import Run
from tests.shared.sample_sizes import sample_size

CHARTS = load_charts("standard")
PILOTS = default_bots(TITLE, CHARTS, SEATS, "strong", 1)
FEW = {"most_rollouts": 16, "node_rollouts": 1}
WHOLE = bool(sample_size("CARELESS_RAIDS", 0, 1))
NIGHTS = [("berlin", BRITISH), ("berlin", GERMAN), ("downfall", BRITISH), ("downfall", GERMAN)]


@cache
def night(scenario: str, seat: str, policy: str, dice: bytes = b"n", **rules: bool) -> ReviewedGame:
    """Play a night, with the site's bot in the other seat, and record it."""
    setup = Setup(scenario, **rules)
    run = Run.begin(TITLE, CHARTS, setup, FairDice(dice))
    bots = {name: TITLE.policies()[policy if name == seat else "strong"](CHARTS, name, 1) for name in SEATS}
    walk = ReviewedGame(
        TITLE, ANALYSIS, seat, TITLE.rules, {one: TITLE.policies()["strong"](CHARTS, one, 1) for one in SEATS}, setup
    )
    walk.begin(run)
    place = 0
    while not run.over:
        decision = next(iter(run.pending.values()))
        place += 1
        answer = bots[decision.actor].choose(decision, lambda decision=decision: run.view(decision.actor))
        raw = msgspec.to_builtins(answer) if decision.form is not None else answer
        walk.answer(run, decision.actor, decision.key, raw, place, joined=False)
    walk.end()
    return walk


def worth(walk: ReviewedGame) -> StateValue:
    return StateValue(walk, RAID_REVIEW.weights(walk.setup, CHARTS, walk.seat))


def looked_back(walk: ReviewedGame, every: int = 1) -> tuple[LuckAccount, dict[int, Judgement], list[CurvePoint]]:
    """Look back with few rollouts, on every so manieth answer that differs, the first and the last among them."""
    places = steps_to_value(walk)
    verdicts = {at: judge_hidden_answer(walk, worth(walk), walk.steps[at], PILOTS, 1)[0] for at in places[::every]}
    nodes = {place: node_value(walk, *place, PILOTS, 1) for place in nodes_of(walk)}
    first = mean_of([redeal_game(walk, number, PILOTS, 1)[0] for number in range(2)])
    made, curve = account_for(walk, worth(walk), {0: first}, verdicts, nodes)
    return made, verdicts, curve


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in FEW.items():
        monkeypatch.setattr(RAID_REVIEW, name, value)
    hiding = msgspec.structs.replace(RAID_REVIEW.hiding, truths=2, guesses=4, form_rollouts=8)
    monkeypatch.setattr(RAID_REVIEW, "hiding", hiding)


@pytest.mark.parametrize(("scenario", "seat"), NIGHTS if WHOLE else NIGHTS[1:3])
def test_the_houses_own_choices_cost_nothing_and_the_parts_add_up(scenario, seat):
    walk = night(scenario, seat, "strong")
    assert not steps_to_value(walk)
    made, verdicts, curve = looked_back(walk)
    assert not verdicts and made.choice == 0
    assert made.expected + made.choice + made.dice + made.unknown == pytest.approx(made.result, abs=1e-9)
    assert curve[0].value == made.expected and curve[-1].value == made.result == curve[-1].reached
    score = walk.last.state.score
    net = score.british - score.german
    assert made.result == (net if seat == BRITISH else -net)


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "seat"), NIGHTS if WHOLE else NIGHTS[1:2])
def test_a_careless_players_choices_cost_and_the_parts_add_up(scenario, seat):
    walk = night(scenario, seat, "random")
    made, verdicts, _curve = looked_back(walk, every=1 if WHOLE else 3)
    assert made.expected + made.choice + made.dice + made.unknown == pytest.approx(made.result, abs=1e-9)
    error = sqrt(sum(verdict.error**2 for verdict in verdicts.values()))
    assert made.choice < -3 * error, "all together, what did good among it"
    named = [verdict for verdict in verdicts.values() if verdict.is_named(RAID_REVIEW.matters)]
    assert named and all(-verdict.gap > 3 * verdict.error for verdict in named)
    assert all(verdict.n for verdict in verdicts.values()), "a guess was found of each"


def steps_of(walk: ReviewedGame, seat: str) -> list[ReviewedStep]:
    return [step for step in walk.steps if step.actor == seat and step.differs]


def test_equal_seeds_judge_equally_and_others_not_quite():
    walk = night("berlin", GERMAN, "random")
    step = steps_of(walk, GERMAN)[20]
    once, again, other = (judge_hidden_answer(walk, worth(walk), step, PILOTS, seed)[0] for seed in (1, 1, 2))
    assert once == again != other


def test_two_truths_that_look_alike_are_judged_alike():
    """The British hand is exchanged without the German player's knowledge: his review is the same to the bit."""
    walk = night("berlin", GERMAN, "random")
    step = next(step for step in steps_of(walk, GERMAN) if step.record is not None and not step.record.tail)
    other = exchanged(step)
    assert other.record != step.record
    found = [judge_answer(walk, worth(walk), one, PILOTS, 1) for one in (step, other)]
    assert found[0] == found[1] and found[0][0].n


def exchanged(step: ReviewedStep) -> ReviewedStep:
    """Return a step of another night that its seat cannot tell from this one: the other side holds other cards."""
    assert step.record is not None
    state = msgspec.msgpack.decode(step.record.snapshot, type=State)
    hand, pile = state.hands[OTHER[step.actor]], state.decks[OTHER[step.actor]].pile
    hand[0], pile[0] = pile[0], hand[0]
    pile.sort()
    mine = TITLE.view(state, CHARTS, step.actor)
    first = msgspec.msgpack.decode(step.record.snapshot, type=State)
    assert TITLE.view(first, CHARTS, step.actor) == mine
    record = msgspec.structs.replace(step.record, snapshot=msgspec.msgpack.Encoder(order="deterministic").encode(state))
    return msgspec.structs.replace(step, record=record)


@pytest.mark.parametrize(
    ("scenario", "seat"), [("berlin", BRITISH), pytest.param("downfall", GERMAN, marks=pytest.mark.slow)]
)
def test_before_the_first_turn_too_a_night_is_found_that_fits(scenario, seat):
    walk = night(scenario, seat, "random")
    early = [
        step for step in walk.steps if step.actor == seat and step.decision.kind in ("hand.put-back", "flak.strip")
    ]
    assert early
    for step in early:
        course = walk.guesses(step, 1)(0).begin(StreamDice(1))
        asked = course.find(seat, step.answers[0].decision.key)
        assert asked.options == step.answers[0].decision.options
        mains = [raid for raid in course.state.raids if raid.kind == "main"]
        assert mains and all(raid.status == "waiting" and raid.target in course.state.targets for raid in mains)


def test_the_british_player_knows_all_until_cards_are_dealt_and_his_plot_is_flown_to_the_end():
    walk = night("berlin", BRITISH, "random")
    (plot,) = [step for step in walk.steps if step.decision.form is not None]
    assert plot.record is None and plot.differs and plot.orders_with_bot() == []
    assert {step.record is None for step in walk.steps if step.actor == BRITISH} == {True, False}
    values = sample_values(walk, worth(walk), plot, plot.orders(), PILOTS, 1, 0, 2)
    assert all(value == int(value) for value in values), "a result, and nothing fitted"


def test_orders_of_one_phase_in_a_row_are_judged_as_one():
    walk = night("berlin", GERMAN, "random")
    rows = [step for step in walk.steps if len(step.answers) > 1]
    assert rows and all({one.decision.kind for one in step.answers} <= RAID_REVIEW.together for step in rows)
    row = next(step for step in rows if step.differs and not step.answers[0].differs)
    assert row.place > row.answers[0].place
    assert row.orders_with_bot()[-1] == (row.decision, row.preferred) and row.orders()[0] == row.orders_with_bot()[0]


def test_where_no_guess_fits_nothing_is_held_against_the_answer():
    walk = night("berlin", GERMAN, "random")
    late = steps_of(walk, GERMAN)[-30]
    deaf = msgspec.structs.replace(late, told=0)
    with pytest.raises(NoGuess):
        walk.guesses(deaf, 1)(0)
    verdict = judge_hidden_answer(walk, worth(walk), deaf, PILOTS, 1)[0]
    assert (verdict.gap, verdict.error, verdict.n) == (0.0, 0.0, 0)
    known = judge_hidden_answer(walk, worth(walk), late, PILOTS, 1)[0]
    assert verdict.hidden == pytest.approx(known.hidden + known.gap) and known.n


def test_what_the_other_side_did_otherwise_could_not_be_known():
    walk = seen_by(night("berlin", GERMAN, "random"), BRITISH)
    step = steps_of(walk, GERMAN)[12]
    verdict = judge_hidden_answer(walk, worth(walk), step, PILOTS, 1)[0]
    assert verdict.gap == verdict.error == verdict.n == 0 and verdict.hidden
    assert not any(step.differs for step in walk.steps if step.actor == BRITISH)


def seen_by(walk: ReviewedGame, seat: str) -> ReviewedGame:
    """Return the same night as the other seat looks back on it."""
    other = ReviewedGame(TITLE, ANALYSIS, seat, walk.began, walk.policies, walk.setup)
    other.packs, other.steps, other.told, other.last = walk.packs, walk.steps, walk.told, walk.last
    other.end()
    return other


def test_what_seems_dear_is_flown_to_the_end_before_it_is_named():
    walk = night("berlin", GERMAN, "random")
    step = steps_of(walk, GERMAN)[-20]
    seems = Judgement(step.place, -9.0, 0.1, 16, 2.0, 0.5)
    verdict = recheck_answer(walk, worth(walk), step, seems, PILOTS, 1)
    assert verdict.gap > seems.gap and verdict.gap + verdict.hidden == pytest.approx(-7.0)
    assert verdict == recheck_answer(walk, worth(walk), step, seems, PILOTS, 1)


def test_errors_are_those_of_guesses_and_what_could_not_be_given_counts_for_nothing():
    nan = float("nan")
    assert compare_samples([3.0, 5.0, 3.0, 5.0], [0.0] * 4, 2) == (4.0, 1.0)
    assert compare_samples([3.0, nan, 3.0, 5.0], [0.0] * 4, 2) == (4.0, 1.0)


def test_bands_and_results_are_each_sides_own():
    state = night("berlin", BRITISH, "strong").last.state
    assert RAID_REVIEW.result(state, CHARTS, BRITISH) == -RAID_REVIEW.result(state, CHARTS, GERMAN)
    british, german = (dict(RAID_REVIEW.bands(state, CHARTS, seat)) for seat in SEATS)
    assert british == {"german": 1.0, "draw": 10.0, "british": 19.0, "british-major": 28.0}
    assert german == {"german-major": 0.0, "german": -9.0, "draw": -18.0, "british": -27.0}


def test_what_is_left_is_known_by_the_houses_charts_and_nothing_at_the_end():
    walk = night("downfall", GERMAN, "strong")
    weights = RAID_REVIEW.weights(walk.setup, CHARTS, GERMAN)
    assert len(weights) == len(FEATURES) and any(weights)
    assert [-weight for weight in weights] == list(RAID_REVIEW.weights(walk.setup, CHARTS, BRITISH))
    assert worth(walk).of(walk.last.state, CHARTS) == walk.result
    assert not any(features(walk.last.state, CHARTS, GERMAN))


def test_games_dealt_anew_are_flown_by_the_house_first_then_begun_carelessly_for_the_fit():
    walk = night("berlin", BRITISH, "strong")
    deals = RAID_REVIEW.anew.deals
    result, is_houses, samples = redeal_game(walk, 0, PILOTS, 1)
    assert is_houses and len(samples) > 8 and result == int(result)
    _result, is_houses, late = redeal_game(walk, deals + 1, PILOTS, 1)
    assert not is_houses
    fit = LinearFit(len(FEATURES))
    for seen, left in (*samples, *late):
        fit.add(seen, left)
    assert len(fit.solved()) == len(FEATURES)
