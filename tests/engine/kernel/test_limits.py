"""Limits of one order: an endless one is stopped with a typed error, and the game is as it was before."""

import msgspec
import pytest

from engine.analysis.rollout_state import RolloutState
from engine.analysis.stream_dice import StreamDice
from engine.kernel.decisions import Refused
from engine.kernel.dice import FairDice, FastDice
from engine.kernel.limits import GAME_DRAWS, GAME_SEAMS, ONE_ORDER, Runaway
from engine.kernel.run import GameRecord, Run
from engine.kernel.snapshot import snapshot
from engine.kernel.table import Table
from engine.kernel.title import RandomPolicy, drive
from tests.shared.games.smallgame import ESCORT, RAIDER, Over, Setup, Strait, TrimQuestion

SEED = b"s" * 32
PLAN = {"lanes": [1, 2, 3]}


def throw(table):
    table.roll("fire", 6)


def draw_a_card(table):
    table.pick("deck/weather", ("fog", "gale"))


def tell(table):
    table.tell(Over(0, 0), "3")


def pass_a_seam(table):
    table.seam()


def run_nothing_abreast(table):
    return table.parallel({})


WAYS = {"draws": throw, "cards": draw_a_card, "events": tell, "seams": pass_a_seam, "steps": run_nothing_abreast}


class Endless(Strait):
    """The small game, whose raider can order what never ends."""

    def __init__(self, act):
        self.act = act

    def play(self, state, table):
        while True:
            state.trim = yield table.ask(RAIDER, TrimQuestion, ("high", "low", "endless"), f"trim{state.round}")
            state.round += 1
            while state.trim == "endless":
                request = self.act(table)
                if request is not None:
                    yield request
            table.roll("fire", 6)
            table.seam()


def begun(way, dice=None):
    return Run.begin(Endless(WAYS[way]), None, Setup(), dice or FairDice(SEED))


@pytest.mark.parametrize("way", WAYS)
def test_an_order_that_never_ends_is_refused_and_leaves_all_as_it_was(way):
    run = begun(way)
    run.answer(RAIDER, "high")
    before = snapshot(run.state), run.digest(), msgspec.msgpack.encode(run.record), list(run.pending)
    for _ in range(2):
        with pytest.raises(Runaway) as stopped:
            run.answer(RAIDER, "endless")
        assert isinstance(stopped.value, Refused) and stopped.value.code == "runaway"
        assert stopped.value.facts["what"] in ("draws", "events", "seams", "steps")
        assert (snapshot(run.state), run.digest(), msgspec.msgpack.encode(run.record), list(run.pending)) == before


@pytest.mark.parametrize("way", WAYS)
def test_the_game_goes_on_by_the_dice_that_it_would_have_had(way):
    one, other = begun(way), begun(way)
    with pytest.raises(Runaway):
        one.answer(RAIDER, "endless")
    steps = [(run.answer(RAIDER, "low"), run.answer(RAIDER, "high")) for run in (one, other)]
    assert [step.draws for step in steps[0]] == [step.draws for step in steps[1]]
    assert msgspec.msgpack.encode(one.record) == msgspec.msgpack.encode(other.record)


def test_a_game_that_never_comes_to_its_first_question_is_not_begun():
    class Lost(Strait):
        def play(self, state, table):
            while True:
                table.roll("fire", 6)
            yield

    with pytest.raises(Runaway):
        Run.begin(Lost(), None, Setup(), FairDice(SEED))


@pytest.mark.parametrize("way", ["events", "seams", "steps"])
def test_a_journal_that_never_ends_is_not_taken_up(way):
    """A file from outside may hold an answer that no order gave."""
    run = begun(way)
    run.answer(RAIDER, "high")
    record = msgspec.msgpack.decode(msgspec.msgpack.encode(run.record), type=GameRecord)
    entry = msgspec.msgpack.decode(b"\x83\xa5actor\xa6raider\xa3key\xa5trim1\xa6answer\xa7endless")
    record.tail.append(msgspec.convert(entry, type(run.step.entry)))
    with pytest.raises(Runaway):
        Run.resume(Endless(WAYS[way]), None, FairDice(SEED), record)


def test_the_limits_are_those_of_one_order_and_not_of_a_game():
    """A journal of many orders is resumed, even if all of them together exceed the limit."""

    class Talkative(Endless):
        def play(self, state, table):
            while True:
                state.trim = yield table.ask(RAIDER, TrimQuestion, ("high", "low"), f"trim{state.round}")
                state.round += 1
                for _ in range(ONE_ORDER.events // 3):
                    table.tell(Over(0, 0), "3")

    run = Run.begin(Talkative(tell), None, Setup(), FairDice(SEED))
    for _ in range(5):
        run.answer(RAIDER, "high")
    assert Run.resume(run.title, None, FairDice(SEED), run.record).state.round == 5


@pytest.mark.parametrize("way", ["draws", "cards", "seams"])
def test_a_simulated_game_is_stopped_too(way):
    title, table = Endless(WAYS[way]), Table(FastDice(1, most=20_000))
    state = title.start(Setup(), None)
    with pytest.raises(Runaway):
        drive(title.play(state, table), lambda decision: "endless")


def test_a_rollout_is_stopped_too():
    title = Endless(pass_a_seam)
    course = RolloutState(title, None, title.start(Setup(), None), StreamDice(1))
    bots = {seat: RandomPolicy(lambda sides: sides) for seat in (RAIDER, ESCORT)}
    with pytest.raises(Runaway, match=str(GAME_SEAMS)):
        course.fly(bots, given=[(course.find(RAIDER, "trim0"), "endless")])


def test_a_source_of_rollouts_throws_so_many_dice_and_no_more():
    dice = StreamDice(1)
    dice._left = 2
    assert dice.draw("fire", 6) and dice.draw("fire", 6)
    with pytest.raises(Runaway, match=str(GAME_DRAWS)):
        dice.draw("fire", 6)
