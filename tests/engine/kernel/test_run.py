"""The driver: its questions, its refusals, and the exact resumption of a stopped game."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.decisions import BadForm, NotAsked, NotOffered, Refused, UndoClosed, UndoNeedsConsent
from engine.kernel.dice import FairDice, FastDice, JournalMismatch, ScriptedDice
from engine.kernel.events import data_of
from engine.kernel.limits import Runaway
from engine.kernel.run import LONGEST_TAIL, GameRecord, Run, check_replay
from engine.kernel.snapshot import snapshot
from engine.kernel.table import Table
from engine.kernel.title import RandomPolicy, drive, playout
from tests.shared.games.smallgame import ESCORT, RAIDER, SEATS, TITLE, FireQuestion, Setup, Strait, trim_sails

SEED = b"s" * 32
PLAN = {"lanes": [1, 2, 3]}


def begin(rounds=6, dice=None, title=TITLE, **options):
    return Run.begin(title, None, Setup(rounds), dice or FairDice(SEED), **options)


def sail(*, dice=None, title=TITLE, rounds=6, frames=False):
    """Begin, and answer both plans, so that the first round's courses are asked."""
    run = begin(rounds, dice, title, frames=frames)
    run.answer(RAIDER, PLAN)
    run.answer(ESCORT, PLAN)
    return run


def both(run, raider="north", escort="south"):
    run.answer(RAIDER, raider)
    return run.answer(ESCORT, escort)


def answer_at_random(run, draw):
    (actor, key), decision = sorted(run.pending.items())[draw(len(run.pending)) - 1]
    answer = RandomPolicy(draw).choose(decision)
    return run.answer(actor, msgspec.to_builtins(answer), key)


def die(seed):
    rng = random.Random(seed)
    return lambda sides: rng.randint(1, sides)


class TestAnswer:
    def test_it_works(self):
        run = sail(dice=ScriptedDice([("fire", 5), ("deck/weather", "gale")]))
        step = both(run, "north", "north")
        assert [event.kind for event in step.events] == ["courses.shown"]
        run.answer(RAIDER, "level")
        step = run.answer(RAIDER, "fire")
        fired, drawn = step.events
        assert data_of(fired.data) == {"total": 5, "hit": True} and fired.rule == "3"
        assert [(d.stream, d.sides, d.face) for d in fired.dice] == [("fire", 6, 5)]
        assert drawn.to == (ESCORT,) and drawn.dice[0].stream == "deck/weather"
        assert run.state.score == {RAIDER: 1, ESCORT: 0}

    def test_the_modifier_is_told_with_its_reason_and_rule(self):
        run = sail(dice=ScriptedDice([("fire", 4), ("deck/weather", "gale")]))
        both(run, "north", "north")
        run.answer(RAIDER, "high")
        step = run.answer(RAIDER, "fire")
        assert [(m.value, m.reason, m.rule) for m in step.events[0].mods] == [(1, "trimmed-high", "4")]
        assert data_of(step.events[0].data)["hit"] is True

    @pytest.mark.parametrize(
        ("actor", "answer", "key", "refusal"),
        [
            (RAIDER, "east", None, NotOffered),
            (RAIDER, 1, None, NotOffered),
            (RAIDER, None, None, NotOffered),
            (RAIDER, ["north"], None, NotOffered),
            (RAIDER, {"lanes": [1, 2, 3]}, None, NotOffered),
            (RAIDER, "north", "round9/course", NotAsked),
            ("admiral", "north", None, NotAsked),
            ("", "north", None, NotAsked),
        ],
    )
    def test_a_refusal_leaves_all_as_it_was(self, actor, answer, key, refusal):
        run = sail()
        before = run.digest(), msgspec.json.encode(run.record)
        with pytest.raises(refusal) as refused:
            run.answer(actor, answer, key)
        assert str(refused.value) and isinstance(refused.value, Refused)
        assert (run.digest(), msgspec.json.encode(run.record)) == before

    @pytest.mark.parametrize(
        ("form", "codes"),
        [
            ({"lanes": [1, 2, 4]}, ["sum"]),
            ({"lanes": [-1, 2, 5]}, ["negative"]),
            ({"lanes": [-1, -1, 5]}, ["negative", "negative", "sum"]),
            ({"lanes": [1, 2]}, ["type"]),
            ({"lanes": [1, 2, 3], "boats": 1}, ["type"]),
            ("north", ["type"]),
            (None, ["type"]),
        ],
    )
    def test_a_form_is_refused_with_every_fault(self, form, codes):
        run = begin()
        with pytest.raises(BadForm) as refused:
            run.answer(RAIDER, form)
        assert [fault.code for fault in refused.value.faults] == codes
        assert not run.record.tail

    def test_an_actor_with_two_open_decisions_must_name_one(self):
        class Twice(Strait):
            def play(self, state, table):
                yield table.parallel({name: lambda t: trim_sails(state, t) for name in ("port", "starboard")})

        run = begin(title=Twice())
        with pytest.raises(NotAsked, match="name one of"):
            run.answer(RAIDER, "high")
        run.answer(RAIDER, "high", "starboard/round0/trim")
        run.answer(RAIDER, "low", "port/round0/trim")
        assert run.over


class TestTogether:
    def test_nobody_sees_an_answer_before_all_are_in(self):
        run = sail()
        before = run.view(ESCORT)
        step = run.answer(RAIDER, "north")
        assert step.events == [] and run.view(ESCORT) == before
        assert run.asked(RAIDER) == [] and len(run.asked(ESCORT)) == 1
        (shown,) = run.answer(ESCORT, "south").events[:1]
        assert data_of(shown.data) == {RAIDER: "north", ESCORT: "south"}

    def test_any_order_comes_to_the_same(self):
        one, other = sail(), sail()
        both(one)
        other.answer(ESCORT, "south")
        other.answer(RAIDER, "north")
        assert one.digest() == other.digest()

    def test_a_secret_event_is_for_its_audience_only(self):
        run = begin()
        run.answer(RAIDER, PLAN)
        step = run.answer(ESCORT, PLAN)
        mine = next(event for event in step.events if event.to == (RAIDER,))
        assert mine.seen_by(RAIDER) and not mine.seen_by(ESCORT) and not mine.seen_by("")


class TestAbreast:
    def scouting(self):
        run = sail(rounds=3)
        while not run.asked(RAIDER) or run.asked(RAIDER)[0].kind != "scout":
            answer_at_random(run, lambda sides: sides)
        return run

    def test_interleaving_does_not_touch_the_dice(self):
        one, other = self.scouting(), self.scouting()
        for seat in (RAIDER, ESCORT):
            while one.asked(seat) and one.asked(seat)[0].kind == "scout":
                one.answer(seat, "sound", one.asked(seat)[0].key)
        while other.pending:
            for seat in (ESCORT, RAIDER):
                if other.asked(seat) and other.asked(seat)[0].kind == "scout":
                    other.answer(seat, "sound", other.asked(seat)[0].key)
        assert one.over and one.digest() == other.digest()

    def test_branches_name_their_dice_events_and_keys(self):
        run = self.scouting()
        assert run.asked(ESCORT)[0].key == "escort/round2/scout0"
        step = run.answer(ESCORT, "sound")
        assert step.events[0].branch == "escort/"
        assert step.events[0].dice[0].stream == "escort/fathoms"


class TestResume:
    @settings(max_examples=25)
    @given(st.integers(0, 10**6), st.integers(1, 8))
    def test_at_any_decision_it_goes_on_as_if_it_had_never_been_put_down(self, seed, rounds):
        draw, again = die(seed), die(seed)
        whole, parts = begin(rounds), begin(rounds)
        while not whole.over:
            step = answer_at_random(whole, draw)
            kept = msgspec.msgpack.decode(msgspec.msgpack.encode(parts.record), type=GameRecord)
            parts = Run.resume(TITLE, None, FairDice(SEED), kept)
            same = answer_at_random(parts, again)
            assert msgspec.json.encode(same) == msgspec.json.encode(step)
        assert parts.over and parts.outcome() == whole.outcome()
        assert snapshot(parts.state) == snapshot(whole.state)
        assert parts.dice.counters == whole.dice.counters

    def test_the_journal_stays_short_however_long_the_game(self):
        run, draw, longest = begin(100), die(1), 0
        while not run.over:
            answer_at_random(run, draw)
            longest = max(longest, len(run.record.tail))
        assert longest < 20

    def test_undo_gives_way_before_the_journal_grows_without_end(self):
        class Becalmed(Strait):
            def play(self, state, table):
                while True:
                    yield from trim_sails(state, table)
                    table.seam()

        run = begin(title=Becalmed())
        for _ in range(LONGEST_TAIL * 2):
            run.answer(RAIDER, "high")
        assert len(run.record.tail) <= LONGEST_TAIL + 1

    @pytest.mark.parametrize(
        ("spoil", "said"),
        [
            (lambda tail: setattr(tail[0], "key", "round9/course"), "the rules now ask"),
            (lambda tail: setattr(tail[0], "answer", "east"), "not offered"),
            (lambda tail: setattr(tail[-1], "draws", []), "no further draw"),
            (lambda tail: tail[0].draws.extend(tail[-1].draws), "never asked for"),
        ],
    )
    def test_a_journal_that_does_not_fit_says_where(self, spoil, said):
        run = sail()
        both(run)
        run.answer(RAIDER, "level")
        kept = msgspec.msgpack.decode(msgspec.msgpack.encode(run.record), type=GameRecord)
        spoil(kept.tail)
        with pytest.raises(JournalMismatch, match=said):
            Run.resume(TITLE, None, FairDice(SEED), kept)

    def test_new_rules_are_same_differ_or_cannot(self):
        class Gentler(Strait):
            def play(self, state, table):
                state.score[RAIDER] += 1
                yield from super().play(state, table)

        class Other(Strait):
            def play(self, state, table):
                yield table.ask(RAIDER, FireQuestion, ("yes", "no"))

        run = sail()
        both(run)
        assert check_replay(TITLE, None, run.record).verdict == "same"
        assert check_replay(Gentler(), None, run.record).verdict == "differs"
        cannot = check_replay(Other(), None, run.record)
        assert cannot.verdict == "cannot" and "fire" in cannot.why

    def test_frames_show_the_board_as_it_was_at_each_event(self):
        run = sail(frames=True, dice=ScriptedDice([("fire", 6), ("deck/weather", "gale")]))
        both(run, "north", "north")
        run.answer(RAIDER, "high")
        step = run.answer(RAIDER, "fire")
        boards = [msgspec.msgpack.decode(frame, type=TITLE.State) for frame in step.frames]
        assert len(boards) == len(step.events) == 2
        assert [len(board.cards) for board in boards] == [7, 6]


class TestUndo:
    def test_an_order_without_a_die_can_be_taken_back(self):
        run = sail()
        both(run, "north", "north")
        before = run.digest()
        run.answer(RAIDER, "high")
        withdrawn = run.undo(RAIDER)
        assert [entry.answer for entry in withdrawn] == ["high"]
        assert run.digest() == before and run.state.trim == "level"
        run.answer(RAIDER, "low")
        assert run.state.trim == "low"

    @pytest.mark.parametrize(("order", "shut"), [("fire", "die"), ("hold", "card")])
    def test_a_die_or_a_card_closes_it(self, order, shut):
        run = sail()
        both(run, "north", "north")
        run.answer(RAIDER, "high")
        run.answer(RAIDER, order)
        with pytest.raises(UndoClosed) as refused:
            run.undo(RAIDER)
        assert refused.value.facts == {"closed_by": shut}

    def test_showing_something_hidden_closes_it(self):
        run = sail()
        both(run)
        with pytest.raises(UndoClosed) as refused:
            run.undo(ESCORT)
        assert refused.value.facts == {"closed_by": "courses"}

    def test_a_hidden_answer_can_be_taken_back_while_the_other_still_thinks(self):
        run = sail()
        run.answer(RAIDER, "north")
        run.undo(RAIDER)
        assert len(run.asked(RAIDER)) == 1
        (shown,) = both(run, "south", "south").events[:1]
        assert data_of(shown.data) == {RAIDER: "south", ESCORT: "south"}

    def test_it_crosses_to_the_other_side_only_with_consent(self):
        class Polite(Strait):
            def play(self, state, table):
                yield from trim_sails(state, table)
                yield table.ask(ESCORT, FireQuestion, ("yes", "no"))

        run = begin(title=Polite())
        run.answer(RAIDER, "high")
        with pytest.raises(UndoNeedsConsent) as refused:
            run.undo(RAIDER)
        assert refused.value.facts == {"seats": [ESCORT]}
        assert run.state.trim == "high"
        run.undo(RAIDER, consent=(ESCORT,))
        assert run.state.trim == "level"

    def test_a_seam_without_a_die_does_not_close_it(self):
        run = begin()
        run.answer(RAIDER, PLAN)
        run.answer(ESCORT, PLAN)
        assert run.state.phase == "sail"
        run.undo(ESCORT, consent=(RAIDER,))
        assert run.state.phase == "plan"
        run.answer(ESCORT, {"lanes": [6, 0, 0]})
        assert run.state.plans[ESCORT] == (6, 0, 0)

    def test_nothing_to_take_back_says_so(self):
        with pytest.raises(UndoClosed, match="no order to take back"):
            begin().undo(RAIDER)

    def test_a_resumed_game_undoes_as_the_first_would(self):
        run = sail()
        both(run, "north", "north")
        run.answer(RAIDER, "high")
        kept = msgspec.msgpack.decode(msgspec.msgpack.encode(run.record), type=GameRecord)
        again = Run.resume(TITLE, None, FairDice(SEED), kept)
        run.undo(RAIDER)
        again.undo(RAIDER)
        assert again.digest() == run.digest()

    @settings(max_examples=30)
    @given(st.integers(0, 10**6))
    def test_it_never_crosses_a_die(self, seed):
        draw, run = die(seed), begin(4)
        while not run.over:
            step = answer_at_random(run, draw)
            seat, thrown, counters = step.entry.actor, bool(step.entry.draws), dict(run.dice.counters)
            if draw(2) == 1:
                continue
            try:
                withdrawn = run.undo(seat)
            except (UndoClosed, UndoNeedsConsent):
                continue
            assert not thrown and not any(entry.draws for entry in withdrawn)
            assert run.dice.counters == counters


class TestFork:
    def test_a_sandbox_keeps_what_fell_and_throws_new_dice_after(self):
        run = sail()
        both(run, "north", "north")
        kept = msgspec.msgpack.encode(run.record)

        def fork(seed):
            return Run.resume(TITLE, None, FairDice(seed), msgspec.msgpack.decode(kept, type=GameRecord))

        ends = set()
        for number in range(20):
            sandbox, draw = fork(bytes([number]) * 32), die(3)
            assert sandbox.digest() == run.digest()
            while not sandbox.over:
                answer_at_random(sandbox, draw)
            ends.add(snapshot(sandbox.state))
        assert len(ends) > 10


class TestPlayout:
    def test_policies_play_it_to_the_end_seeing_their_own_seat(self):
        looked = []

        class Nosy(RandomPolicy):
            def choose(self, decision, look=None):
                looked.append((decision.actor, look()["plan"]))
                return super().choose(decision)

        state = TITLE.start(Setup(5), None)
        _, taken = playout(TITLE, state, Table(FastDice(2)), {seat: Nosy(die(4)) for seat in SEATS})
        assert TITLE.outcome(state, None) is not None and taken == len(looked)
        assert {actor for actor, _ in looked} == set(SEATS)
        for actor, plan in looked[2:]:
            assert plan == list(state.plans[actor])

    def test_the_same_seed_gives_the_same_bytes_and_another_another(self):
        def play(seed):
            state = TITLE.start(Setup(8), None)
            drive(TITLE.play(state, Table(FastDice(seed))), RandomPolicy(die(seed)).choose)
            return snapshot(state)

        assert play(5) == play(5)
        assert len({play(seed) for seed in range(10)}) == 10

    def test_a_quiet_table_plays_as_a_recording_one(self):
        state = TITLE.start(Setup(8), None)
        drive(TITLE.play(state, Table(FastDice(9))), RandomPolicy(die(9)).choose)
        run, draw = begin(8, FastDice(9)), die(9)
        while not run.over:
            # The quiet driver runs one branch after the other, so the same is done here.
            (actor, key), decision = min(run.pending.items(), key=lambda asked: SEATS.index(asked[0][0]))
            run.answer(actor, msgspec.to_builtins(RandomPolicy(draw).choose(decision)), key)
        assert run.outcome() == TITLE.outcome(state, None)

    def test_a_flow_that_never_ends_is_stopped(self):
        def forever(table):
            while True:
                yield table.ask(RAIDER, FireQuestion, ("yes",))

        with pytest.raises(Runaway, match="more than 100 decisions, last fire"):
            drive(forever(Table(FastDice(1))), RandomPolicy(die(1)).choose, limit=100)

    def test_bots_answer_for_their_seats_until_a_person_is_asked(self):
        run, kept = begin(6), []
        run.play_on({ESCORT: RandomPolicy(die(2))}, until=lambda run: False, keep=kept.append)
        assert [step.entry.actor for step in kept] == [ESCORT]
        assert run.asked(RAIDER) and not run.asked(ESCORT)
        run.play_on({seat: RandomPolicy(die(2)) for seat in SEATS}, until=lambda run: False, keep=kept.append)
        assert run.over
