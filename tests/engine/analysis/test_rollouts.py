"""The gate to rollouts: fast dice alone, nothing of the game touched, equal seeds equal odds, guesses from views."""

from collections import Counter
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from engine.analysis.observation import ObservedAnswer, observation_of, require_plain_data
from engine.analysis.rollout_state import KnownGame, RolloutState
from engine.analysis.rollouts import (
    WIDEST,
    Measure,
    NoGuess,
    OrderTrial,
    default_bots,
    guesses_from,
    guesses_of,
    odds,
    rollout_order,
    rounds_of,
    spread_evenly,
)
from engine.analysis.statistics import (
    confidence_factor,
    exact_figure,
    figure,
    is_more,
    rank_orders,
    significance_factor,
)
from engine.analysis.stream_dice import NotRolloutDice, StreamDice, mix_seed, require_rollout_dice
from engine.kernel.decisions import NotOffered
from engine.kernel.dice import FairDice, FastDice, JournalMismatch, ScriptedDice
from engine.kernel.events import EventRecord, record_of
from engine.kernel.run import NoDice, Run
from engine.kernel.snapshot import snapshot
from engine.kernel.title import RandomPolicy
from tests.shared.games.smallgame import ESCORT, RAIDER, SEATS, FireQuestion, Setup, State, Strait

TITLE = Strait()


class Sailing:
    """The strait, sailed to its end: who wins, and by how much."""

    policy = "random"
    glance = 4

    def unserved(self, setup, seat):
        return False

    def serves(self, state):
        return True

    def budget(self, decision):
        return 200

    def covers(self, decision):
        return decision.form is None

    def measures(self, decision):
        return (Measure("wins"), Measure("lead", share=False))

    def mark(self, state, decision):
        return decision.actor

    def reached(self, state, mark):
        return state.round >= state.rounds

    def count(self, state, pack, mark):
        other = ESCORT if mark == RAIDER else RAIDER
        lead = state.score[mark] - state.score[other]
        return float(lead > 0), float(lead)

    def worth(self, values, decision):
        return values[1]

    def exact(self, decision):
        return {"hold": {"wins": 0.25}} if decision.kind == "fire" else {}


class Open(Strait):
    """The strait with everything on the table."""

    def hides(self, state):
        return False


def under_way(title: Any, answers: int, secret: bytes = b"s", wanted: str = "") -> Run:
    run = Run.begin(title, None, Setup(rounds=4), FairDice(secret))
    draw = FastDice(7)
    bot = RandomPolicy(partial(draw.draw, "whim"))
    while answers > 0 or (wanted and wanted not in {decision.kind for decision in run.pending.values()}):
        decision = next(iter(run.pending.values()))
        run.answer(decision.actor, msgspec.to_builtins(bot.choose(decision)), decision.key)
        answers -= 1
    return run


def told(run: Run, decision: Any, **more: Any) -> list[Any]:
    title: Any = run.title
    guesses = guesses_of(run, decision.actor, 3, title)
    return list(
        odds(Sailing(), guesses, decision, default_bots(title, None, SEATS, "random", 3), seed=3, budget=200, **more)
    )


def test_the_nth_draw_of_a_stream_hangs_on_nothing_else():
    one, other = StreamDice(5), StreamDice(5)
    beside = [other.draw("noise", 6) for _ in range(9)]
    assert [one.draw("combat", 20) for _ in range(40)] == [other.draw("combat", 20) for _ in range(40)]
    assert beside != [other.draw("noise", 6) for _ in range(9)]
    assert [StreamDice(6).draw("combat", 1000), StreamDice(5).draw("landing", 1000)] != [one.draw("combat", 1000)] * 2


@pytest.mark.parametrize("pick", [lambda at: StreamDice(at).draw("one", 6), StreamDice(9).draw])
def test_the_dice_are_even(pick):
    faces = Counter(pick("x", 6) if pick.__name__ == "draw" else pick(at) for at in range(12_000))
    assert set(faces) == set(range(1, 7))
    assert sum((count - 2000) ** 2 / 2000 for count in faces.values()) < 20.5  # five degrees, one in a thousand


def test_neighbouring_rollouts_have_nothing_in_common():
    pairs = Counter(
        (StreamDice(mix_seed(1, at)).draw("a", 6), StreamDice(mix_seed(1, at)).draw("b", 6)) for at in range(7200)
    )
    assert sum((pairs[a, b] - 200) ** 2 / 200 for a in range(1, 7) for b in range(1, 7)) < 66.7  # 35, one in a thousand


@pytest.mark.parametrize("dice", [FairDice(b"s"), ScriptedDice([]), NoDice(), None])
def test_dice_that_a_game_hangs_on_are_refused(dice):
    with pytest.raises(NotRolloutDice):
        require_rollout_dice(dice)
    with pytest.raises(NotRolloutDice):
        RolloutState(TITLE, None, State(rounds=2), dice)
    with pytest.raises(NotRolloutDice):
        KnownGame(TITLE, None, under_way(Open(), 3).record).begin(dice)


@pytest.mark.parametrize("answers", range(2, 22))
def test_a_kept_game_is_taken_up_where_it_stands_whoever_is_asked_beside(answers):
    run = under_way(Open(), answers)
    course = KnownGame(run.title, None, run.record).begin(StreamDice(1))
    assert msgspec.to_builtins(course.state) == msgspec.to_builtins(run.state)
    assert [(d.actor, d.key, d.options) for d in course.pending.values()] == [
        (d.actor, d.key, d.options) for d in run.pending.values()
    ]
    course.fly(default_bots(course.title, None, SEATS, "random", 1)(0))
    assert course.over and course.state.phase == "over"


def test_odds_touch_nothing_of_the_game_and_are_the_same_for_the_same_seed():
    run = under_way(Open(), 5, wanted="trim")
    (decision,) = run.pending.values()
    before = run.digest(), dict(run.dice.counters), msgspec.msgpack.encode(run.record)
    found = told(run, decision)
    assert found == told(run, decision)
    assert (run.digest(), dict(run.dice.counters), msgspec.msgpack.encode(run.record)) == before
    assert [rounds[0].n for rounds in found[:2]] == [4, 16] and sum(odd.n for odd in found[-1]) <= 200


def test_another_secret_behind_the_same_table_gives_the_same_odds():
    run = under_way(Open(), 5, wanted="trim")
    (decision,) = run.pending.values()
    other = Run.resume(run.title, None, FairDice(b"another", counters={"fire": 80}), run.record)
    assert told(run, decision) == told(other, decision)


def test_a_round_that_is_stopped_is_the_last_and_tells_what_is_known_by_then():
    run = under_way(Open(), 5, wanted="trim")
    (decision,) = run.pending.values()
    asked = iter(range(100))
    _glance, last = told(run, decision, stopped=lambda: next(asked) >= 30)
    assert [odd.n for odd in last] == [10, 10, 10]


def test_a_seam_ends_a_rollout_also_when_the_first_answer_reaches_it():
    run = under_way(Open(), 0, wanted="card")
    while run.state.round % 3 == 2:
        run = under_way(Open(), 9, wanted="card")
    (decision,) = run.pending.values()
    course = KnownGame(run.title, None, run.record).begin(StreamDice(1))
    at = course.state.round
    course.fly(
        default_bots(course.title, None, SEATS, "random", 1)(0), lambda state: state.round > at, ((decision, "keep"),)
    )
    assert course.state.round == at + 1 and course.state.courses == {} and not course.over


def test_what_is_not_offered_or_not_asked_is_refused():
    run = under_way(Open(), 5, wanted="trim")
    (decision,) = run.pending.values()
    course = KnownGame(run.title, None, run.record).begin(StreamDice(1))
    with pytest.raises(NotOffered):
        course.answer(decision.actor, decision.key, "swim")
    with pytest.raises(JournalMismatch):
        course.give(msgspec.structs.replace(decision, kind="fire"), "fire")


def test_what_a_chart_decides_is_not_sampled():
    run = under_way(Open(), 0, wanted="fire")
    (decision,) = run.pending.values()
    by_option = {odd.option: odd for odd in told(run, decision)[-1]}
    assert by_option["hold"].measures["wins"] == exact_figure(0.25)
    assert not by_option["fire"].measures["wins"].exact and not by_option["hold"].exact


class Veiled(Strait):
    """The strait with its real rules: a guess has only the viewer's facts, and deals the cards that he does not see."""

    seen: list[Any] = []
    misses = 0
    """How many guesses are not found."""

    def hides(self, state):
        return True

    def guesser(self, known, pack, viewer):
        self.seen.append(known)
        left = [self.misses]

        def guess(dice):
            left[0] -= 1
            return None if left[0] >= 0 else self.dealt(known, viewer, dice)

        return guess

    def dealt(self, known, viewer, dice):
        then = known.then
        state = State(rounds=then["rounds"], round=then["round"], phase="sail", score=dict(then["score"]))
        state.hands[viewer] = list(then["hand"])
        for card in then["hand"]:
            state.cards.remove(card)
        other = ESCORT if viewer == RAIDER else RAIDER
        for _ in range(then["cards"][other]):
            state.hands[other].append(state.cards.pile.pop(dice.card("deal", state.cards.pile)))
        data = msgspec.msgpack.encode(state)

        class Dealt:
            def begin(self, fast):
                return RolloutState(TITLE, None, msgspec.msgpack.decode(data, type=State), fast)

        return Dealt()


@pytest.fixture
def two_truths():
    """One record with two hands of cards that the raider cannot tell apart."""
    run = next(
        run
        for answers in range(6, 40)
        for run in [under_way(Veiled(), answers, wanted="course")]
        if msgspec.msgpack.decode(run.record.snapshot, type=State).hands[ESCORT]
    )
    state = msgspec.msgpack.decode(run.record.snapshot, type=State)
    swapped = next(card for card in state.cards.pile if card != state.hands[ESCORT][0])
    state.cards.pile[state.cards.pile.index(swapped)] = state.hands[ESCORT][0]
    state.hands[ESCORT][0] = swapped
    record = msgspec.structs.replace(run.record, snapshot=snapshot(state))
    return run, Run(run.title, None, FairDice(b"other"), record)


def test_a_title_that_hides_is_guessed_from_what_is_known_and_two_truths_alike_to_the_viewer_give_the_same_odds(
    two_truths,
):
    run, other = two_truths
    assert run.view(RAIDER) == other.view(RAIDER) and msgspec.to_builtins(run.state) != msgspec.to_builtins(other.state)
    (decision,) = run.asked(RAIDER)
    Veiled.seen.clear()
    assert told(run, decision) == told(other, decision)
    assert len(Veiled.seen) == 2 and Veiled.seen[0] == Veiled.seen[1]
    assert Veiled.seen[0].now == msgspec.to_builtins(run.view(RAIDER))


def test_a_guess_that_is_not_found_is_made_up_for_by_another_and_where_none_is_none_is_flown(two_truths, monkeypatch):
    run, _other = two_truths
    monkeypatch.setattr(Veiled, "misses", 2)
    guess = guesses_of(run, RAIDER, 1, Veiled())
    assert guess(0) is guess(1) is guess(2) is not guess(3)
    monkeypatch.setattr(Veiled, "misses", 99)
    with pytest.raises(NoGuess):
        guesses_of(run, RAIDER, 1, Veiled())(0)


def test_what_is_known_is_what_was_told_and_answered_since_the_last_seam():
    run = Run.begin(Veiled(), None, Setup(rounds=6), FairDice(b"k"), frames=False)
    bot, told_so_far = RandomPolicy(partial(FastDice(3).draw, "whim")), [*run.step.events]
    lines = 0
    while not run.over:
        for seat in SEATS:
            for decision in run.asked(seat):
                known = observation_of(run, seat, decision, told_so_far)
                heard = [line for line in known.since if isinstance(line, EventRecord)]
                everything = [record_of(event) for event in told_so_far if event.seen_by(seat)]
                assert known.told == everything and everything[len(everything) - len(heard) :] == heard
                assert known.now == msgspec.to_builtins(run.view(seat)) and known.asked.kind == decision.kind
                mine = [line for line in known.since if isinstance(line, ObservedAnswer)]
                entries = [entry for entry in run.record.tail if entry.actor == seat]
                assert [line.key for line in mine] == [entry.key for entry in entries][len(entries) - len(mine) :]
                lines += len(known.since)
        decision = next(iter(run.pending.values()))
        told_so_far += run.answer(decision.actor, msgspec.to_builtins(bot.choose(decision)), decision.key).events
    assert lines


def test_no_state_comes_through_what_is_known():
    with pytest.raises(TypeError):
        require_plain_data({"round": [State(rounds=1)]})
    run = Run.begin(Veiled(), None, Setup(rounds=6), FairDice(b"k"))
    known = observation_of(run, RAIDER, run.asked(RAIDER)[0], run.step.events)
    require_plain_data(known)
    for field in ("now", "then", "since", "told", "story"):
        with pytest.raises(TypeError):
            guesses_from(Veiled(), msgspec.structs.replace(known, **{field: [run.state]}), None, RAIDER, 1)


def test_none_in_sixteen_is_not_never_and_a_chart_leaves_no_doubt():
    none = figure([0.0] * 16, share=True)
    assert none.mean == none.low == 0 and none.high > 0.15
    assert exact_figure(0.4).low == exact_figure(0.4).high == 0.4
    assert figure([1.0, 3.0], share=False).mean == 2


def test_a_few_amounts_are_as_unsure_as_such_amounts_differ():
    one = figure([4.0], share=False, spread=10.0)
    assert (
        (one.mean, one.error) == (4.0, 10.0)
        and one.low == pytest.approx(4 - 10 * confidence_factor(16))
        and 21 < 10 * confidence_factor(16) < 22
    )
    # Two of fifteen degrees are their own, (4 - 6)^2 / 2 of the rest's 14 * 100.
    two = figure([4.0, 6.0], share=False, spread=10.0)
    assert two.mean == 5 and two.error == pytest.approx(((2 + 14 * 100) / 15 / 2) ** 0.5)
    many = [float(at % 3) for at in range(16)]
    assert figure(many, share=False, spread=10.0) == figure(many, share=False)


def test_of_two_values_an_error_is_hardly_known_so_that_much_more_is_asked_before_one_stands_out():
    assert (
        significance_factor(2)
        > 19
        > significance_factor(4)
        > 4.8
        > significance_factor(16)
        > significance_factor(1000)
        > 3
    )


def test_after_one_rollout_of_each_no_order_stands_out_or_lies_behind():
    run = under_way(TITLE, 4)
    decision = next(one for one in run.pending.values() if len(one.options) > 1 and one.form is None)
    pilots = default_bots(TITLE, None, SEATS, "random", 3)
    for seed in range(40):
        trial = OrderTrial(Sailing(), guesses_of(run, decision.actor, 3), decision, pilots, seed=seed)
        trial.fly(1, lambda: False)
        assert not any(odd.stands_out or odd.behind for odd in trial.odds())


NEVER, HALF, MOSTLY, ALWAYS = [0.0] * 64, [0.0, 1.0] * 32, [0.0, 1.0, 1.0, 1.0] * 16, [1.0] * 64


@pytest.mark.parametrize(
    ("columns", "ahead", "behind", "apart"),
    [
        ([NEVER, ALWAYS, NEVER], {1}, {0, 2}, set()),
        ([ALWAYS, NEVER, ALWAYS, HALF], set(), {1, 3}, set()),  # two are equally good
        ([ALWAYS, ALWAYS, ALWAYS], set(), set(), set()),
        ([HALF, MOSTLY], {1}, {0}, set()),
        ([ALWAYS], set(), set(), set()),
        ([], set(), set(), set()),
        ([[1.0], [0.0]], set(), set(), set()),  # one rollout of each tells nothing
        ([0.9, 0.91, 0.91], set(), {0}, set()),  # what charts give differs by any margin
        ([0.9, 0.91], {1}, {0}, set()),
        ([1.0, NEVER], {0}, {1}, set()),
        ([0.5, HALF], set(), set(), set()),
    ],
)
@pytest.mark.parametrize("good", [True, False])
def test_orders_are_said_to_differ_where_and_only_where_two_do_beyond_three_errors(columns, ahead, behind, apart, good):
    if not good:  # of a bad thing one wants less: the same, turned round
        columns = [1 - one if isinstance(one, float) else [1 - value for value in one] for one in columns]
    found = rank_orders(dict(enumerate(columns)), good=good)
    assert (found.ahead, found.behind, found.apart) == (ahead, behind, apart)


def test_two_orders_differ_though_neither_does_from_the_best_of_which_little_is_known():
    columns = {0: [9.0, 2.0], 1: [5.0] * 40, 2: [1.0] * 40}
    assert rank_orders(columns, good=True) == (frozenset(), frozenset(), {1, 2})


@pytest.mark.parametrize("seed", range(60))
def test_no_two_orders_differ_unsaid(seed):
    """For any values: a measure has no verdict only where no pair differs."""
    draw = FastDice(seed)
    columns = {
        place: [float(draw.draw("value", 4) + draw.draw("shift", 2) * place) for _ in range(draw.draw("n", 40))]
        for place in range(draw.draw("orders", 6))
    }
    found = rank_orders(columns, good=True)
    pairs = [(one, two) for one in columns for two in columns if is_more(columns[one], columns[two], good=True)]
    assert bool(found.ahead or found.behind or found.apart) == bool(pairs)
    assert len(found.ahead) <= 1 and not found.ahead & found.behind
    if found.ahead:
        (best,) = found.ahead
        assert all((best, other) in pairs for other in columns if other != best)


def test_of_orders_that_nothing_tells_apart_the_preferred_one_is_best():
    run = under_way(Open(), 0, wanted="trim")
    (decision,) = run.pending.values()
    trial = OrderTrial(
        Sailing(), guesses_of(run, decision.actor, 1), decision, default_bots(TITLE, None, SEATS, "random", 1), seed=1
    )
    trial.worths = [[1.0, 0.0], [1.0, 0.5], [0.0, -4.0]]
    assert trial.options[trial.best()] == "level" and trial.options[trial.best("high")] == "high"
    trial.worths = [[1.0, 0.0], [5.0, 4.0], [0.0, -4.0]]
    assert trial.options[trial.best("high")] == "level"
    trial.halve()
    assert trial.field == [0, 1]


# Many orders ---------------------------------------------------------------------------------------------------------

CHANNELS = tuple(f"channel:{place}" for place in range(100))


class Delta(Open):
    """A river with so many channels that not all can be sounded; one is deeper than all others."""

    def play(self, state, table):
        order = yield table.ask(RAIDER, FireQuestion, CHANNELS, "channel", "1")
        state.score[RAIDER] += table.roll("fathoms", 6) + 9 * (order == "channel:40")
        state.round = state.rounds
        table.seam()


class Pilot:
    """Takes the highest of the channels that are offered, but none below the eighty-ninth."""

    def choose(self, decision, look=None):
        return max([*decision.options, "channel:89"], key=lambda option: int(option.split(":")[1]))


def in_the_delta(**more: Any) -> list[Any]:
    run = Run.begin(Delta(), None, Setup(rounds=4), FairDice(b"s"))
    (decision,) = run.pending.values()
    pilots = {RAIDER: Pilot()}
    return list(odds(Sailing(), guesses_of(run, RAIDER, 3), decision, lambda number: pilots, seed=3, **more))


def test_of_many_orders_those_are_flown_first_that_the_house_would_give_then_others_evenly():
    run = Run.begin(Delta(), None, Setup(rounds=4), FairDice(b"s"))
    (decision,) = run.pending.values()
    order = rollout_order(decision, decision.options, Pilot(), dict)
    assert sorted(order) == list(range(100))
    first, rest = order[:11], order[11:]
    assert first == list(range(99, 88, -1))
    assert rest[:6] == [0, 64, 32, 16, 80, 48]


@pytest.mark.parametrize("count", [1, 2, 7, 54, 100, 487])
def test_whatever_is_flown_of_a_list_lies_evenly_over_it(count):
    places = spread_evenly(count)
    assert sorted(places) == list(range(count))
    half = sorted(places[: count // 2])
    assert all(later - sooner <= 4 for sooner, later in pairwise(half))


def test_of_orders_that_differ_in_their_end_alone_the_bot_is_asked_once():
    run = Run.begin(Delta(), None, Setup(rounds=4), FairDice(b"s"))
    (decision,) = run.pending.values()
    options = ("done", *(f"move:{unit}:{hex_}" for unit in "AB" for hex_ in range(1, 10)))

    class Mover:
        def choose(self, decision, look=None):
            return next((one for one in decision.options if one.endswith(("A:5", "B:7"))), "done")

    order = rollout_order(decision, options, Mover(), dict)
    assert [options[place] for place in order[:4]] == ["move:A:5", "done", "move:B:7", "move:A:8"]


def test_few_orders_are_all_flown_from_the_first_and_of_very_many_some_never():
    def first(count: int, glance: int) -> list[tuple[int, int]]:
        return [step for step, _at in zip(rounds_of(count, glance), range(9), strict=False)]

    assert first(3, 4)[:3] == [(3, 4), (3, 16), (3, 32)]
    assert first(4, 1)[:4] == [(4, 1), (4, 2), (4, 4), (4, 8)]
    assert first(6, 4)[0] == (6, 4) and first(7, 4)[:2] == [(4, 4), (7, 4)]
    assert first(40, 1) == [(4, 1), (4, 2), (4, 4), (12, 4), (12, 8), (12, 16), (36, 16), (40, 16), (40, 32)]
    assert first(400, 4)[:7] == [(4, 4), (12, 4), (12, 8), (12, 16), (36, 16), (54, 16), (54, 32)]


def test_a_cut_round_leaves_orders_that_were_not_flown_and_the_first_are_the_same_however_soon_it_ends():
    whole, ended = in_the_delta(budget=2000), {}
    assert [sum(odd.n > 0 for odd in found) for found in whole[:6]] == [4, 12, 12, 12, 36, WIDEST]
    for most in (0, 3, 10, 77, 250):
        asked = iter(range(9999))
        *_, last = in_the_delta(budget=2000, stopped=lambda asked=asked, most=most: next(asked) >= most)
        ended[most] = {odd.option for odd in last if odd.n}
        assert sum(odd.n for odd in last) == most and len(last) == 100
        assert all(not odd.stands_out and not odd.behind for odd in last if not odd.n)
    # Of 77 rollouts twelve orders have six or seven each; of 250 they have sixteen, as three more, and one has ten.
    assert [len(ended[most]) for most in ended] == [0, 3, 4, 12, 16]
    assert sorted(odd.n for odd in last if odd.n) == [10] + 15 * [16]
    assert ended[250] > ended[77] > ended[10] > ended[3]
    assert {"channel:99", "channel:98", "channel:97"} == ended[3]


def test_what_is_best_of_those_flown_stands_out_and_the_same_seed_gives_the_same():
    found = in_the_delta(budget=2000)[-1]
    assert found == in_the_delta(budget=2000)[-1]
    flown = {odd.option: odd for odd in found if odd.n}
    assert len(flown) == WIDEST and "channel:40" in flown
    assert flown["channel:40"].stands_out == ("lead",) and flown["channel:99"].behind


def test_a_budget_that_is_spent_ends_it_between_orders_too():
    *_, last = in_the_delta(budget=30)
    assert sum(odd.n for odd in last) == 24 and sum(odd.n > 0 for odd in last) == 12
