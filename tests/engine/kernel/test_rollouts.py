"""The gate to rollouts: fast dice alone, nothing of the game touched, equal seeds equal odds, guesses from views."""

from collections import Counter
from functools import partial
from typing import Any

import msgspec
import pytest

from engine.kernel.courses import Course, Kept, NotFastDice, StreamDice, mixed, only_fast
from engine.kernel.decisions import NotOffered
from engine.kernel.dice import FairDice, FastDice, JournalMisfit, ScriptedDice
from engine.kernel.game import RandomPolicy, snapshot
from engine.kernel.knowledge import known_to, plain
from engine.kernel.rollouts import Measure, NoGuess, Trial, exact, figure, guesses_from, guesses_of, house, odds
from engine.kernel.run import NoDice, Run
from tests.smallgame import ESCORT, RAIDER, SEATS, Setup, State, Strait

TITLE = Strait()


class Sailing:
    """The strait, sailed to its end: who wins, and by how much."""

    policy = "random"

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
    guesses = guesses_of(run, decision.actor, 3)
    return list(odds(Sailing(), guesses, decision, house(title, None, SEATS, "random", 3), seed=3, budget=200, **more))


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
        (StreamDice(mixed(1, at)).draw("a", 6), StreamDice(mixed(1, at)).draw("b", 6)) for at in range(7200)
    )
    assert sum((pairs[a, b] - 200) ** 2 / 200 for a in range(1, 7) for b in range(1, 7)) < 66.7  # 35, one in a thousand


@pytest.mark.parametrize("dice", [FairDice(b"s"), ScriptedDice([]), NoDice(), None])
def test_dice_that_a_game_hangs_on_are_refused(dice):
    with pytest.raises(NotFastDice):
        only_fast(dice)
    with pytest.raises(NotFastDice):
        Course(TITLE, None, State(rounds=2), dice)
    with pytest.raises(NotFastDice):
        Kept(TITLE, None, under_way(Open(), 3).record).begin(dice)


@pytest.mark.parametrize("answers", range(2, 22))
def test_a_kept_game_is_taken_up_where_it_stands_whoever_is_asked_beside(answers):
    run = under_way(Open(), answers)
    course = Kept(run.title, None, run.record).begin(StreamDice(1))
    assert msgspec.to_builtins(course.state) == msgspec.to_builtins(run.state)
    assert [(d.actor, d.key, d.options) for d in course.pending.values()] == [
        (d.actor, d.key, d.options) for d in run.pending.values()
    ]
    course.fly(house(course.title, None, SEATS, "random", 1)(0))
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
    course = Kept(run.title, None, run.record).begin(StreamDice(1))
    at = course.state.round
    course.fly(house(course.title, None, SEATS, "random", 1)(0), lambda state: state.round > at, (decision, "keep"))
    assert course.state.round == at + 1 and course.state.courses == {} and not course.over


def test_what_is_not_offered_or_not_asked_is_refused():
    run = under_way(Open(), 5, wanted="trim")
    (decision,) = run.pending.values()
    course = Kept(run.title, None, run.record).begin(StreamDice(1))
    with pytest.raises(NotOffered):
        course.answer(decision.actor, decision.key, "swim")
    with pytest.raises(JournalMisfit):
        course.give(msgspec.structs.replace(decision, kind="fire"), "fire")


def test_what_a_chart_decides_is_not_sampled():
    run = under_way(Open(), 0, wanted="fire")
    (decision,) = run.pending.values()
    by_option = {odd.option: odd for odd in told(run, decision)[-1]}
    assert by_option["hold"].measures["wins"] == exact(0.25)
    assert not by_option["fire"].measures["wins"].exact and not by_option["hold"].exact


class Veiled(Strait):
    """The strait as it is: whoever guesses has what he knows alone, and deals the cards that he does not see."""

    seen: list[Any] = []
    misses = 0
    """How many guesses are not found."""

    def guesses(self, known, pack, viewer):
        self.seen.append(known)
        left = [self.misses]

        def guess(dice):
            left[0] -= 1
            return None if left[0] >= 0 else self.dealt(known, viewer, dice)

        return guess

    def dealt(self, known, viewer, dice):
        then = known["then"]
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
                return Course(TITLE, None, msgspec.msgpack.decode(data, type=State), fast)

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
    assert Veiled.seen[0]["now"] == msgspec.to_builtins(run.view(RAIDER))


def test_a_guess_that_is_not_found_is_made_up_for_by_another_and_where_none_is_none_is_flown(two_truths, monkeypatch):
    run, _other = two_truths
    monkeypatch.setattr(Veiled, "misses", 2)
    guess = guesses_of(run, RAIDER, 1)
    assert guess(0) is guess(1) is guess(2) is not guess(3)
    monkeypatch.setattr(Veiled, "misses", 99)
    with pytest.raises(NoGuess):
        guesses_of(run, RAIDER, 1)(0)


def test_what_is_known_is_what_was_told_and_answered_since_the_last_seam():
    run = Run.begin(Veiled(), None, Setup(rounds=6), FairDice(b"k"), frames=False)
    bot, told_so_far = RandomPolicy(partial(FastDice(3).draw, "whim")), [*run.step.events]
    lines = 0
    while not run.over:
        for seat in SEATS:
            for decision in run.asked(seat):
                known = known_to(run, seat, decision, told_so_far)
                heard = [line["told"] for line in known["since"] if "told" in line]
                everything = [msgspec.to_builtins(event) for event in told_so_far if event.seen_by(seat)]
                assert known["told"] == everything and everything[len(everything) - len(heard) :] == heard
                assert known["now"] == msgspec.to_builtins(run.view(seat)) and known["asked"]["kind"] == decision.kind
                mine = [line for line in known["since"] if "answer" in line]
                entries = [entry for entry in run.record.tail if entry.actor == seat]
                assert [line["key"] for line in mine] == [entry.key for entry in entries][len(entries) - len(mine) :]
                lines += len(known["since"])
        decision = next(iter(run.pending.values()))
        told_so_far += run.answer(decision.actor, msgspec.to_builtins(bot.choose(decision)), decision.key).events
    assert lines


def test_no_state_comes_through_what_is_known():
    with pytest.raises(TypeError):
        plain({"round": [State(rounds=1)]})
    with pytest.raises(TypeError):
        guesses_from(Veiled(), {"all": State(rounds=1)}, None, RAIDER, 1)


def test_none_in_sixteen_is_not_never_and_a_chart_leaves_no_doubt():
    none = figure([0.0] * 16, share=True)
    assert none.mean == none.low == 0 and none.high > 0.15
    assert exact(0.4).low == exact(0.4).high == 0.4
    assert figure([1.0, 3.0], share=False).mean == 2


def test_one_amount_alone_is_as_unsure_as_such_amounts_differ():
    one = figure([4.0], share=False, spread=10.0)
    assert (one.mean, one.error) == (4.0, 10.0) and one.low == pytest.approx(-15.6) and one.high == pytest.approx(23.6)
    assert figure([4.0, 6.0], share=False, spread=10.0) == figure([4.0, 6.0], share=False)


def test_after_one_rollout_of_each_no_order_stands_out_or_lies_behind():
    run = under_way(TITLE, 4)
    decision = next(one for one in run.pending.values() if len(one.options) > 1 and one.form is None)
    pilots = house(TITLE, None, SEATS, "random", 3)
    for seed in range(40):
        trial = Trial(Sailing(), guesses_of(run, decision.actor, 3), decision, pilots, seed=seed)
        trial.fly(1, lambda: False)
        assert not any(odd.stands_out or odd.behind for odd in trial.odds())


def test_of_orders_that_nothing_tells_apart_the_preferred_one_is_best():
    run = under_way(Open(), 0, wanted="trim")
    (decision,) = run.pending.values()
    trial = Trial(
        Sailing(), guesses_of(run, decision.actor, 1), decision, house(TITLE, None, SEATS, "random", 1), seed=1
    )
    trial.worths = [[1.0, 0.0], [1.0, 0.5], [0.0, -4.0]]
    assert trial.options[trial.best()] == "level" and trial.options[trial.best("high")] == "high"
    trial.worths = [[1.0, 0.0], [5.0, 4.0], [0.0, -4.0]]
    assert trial.options[trial.best("high")] == "level"
    trial.halve()
    assert trial.field == [0, 1]
