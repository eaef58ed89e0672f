"""Rulings that change: what was begun before keeps the reading with which it began; and what changes no digest."""

from typing import Annotated, Any

import msgspec
import pytest

from engine.kernel.dice import FairDice
from engine.kernel.digests import digest_of
from engine.kernel.rule_versions import (
    PinnedOption,
    before_version,
    fill_old_defaults,
    is_older_version,
    pinned_options,
)
from engine.kernel.run import GameRecord, NoDice, Run, check_replay
from engine.kernel.snapshot import restore, snapshot
from tests.shared.games.smallgame import Setup, State, Strait

SEED = bytes(32)


class Wind(msgspec.Struct):
    """The small game's options at its first release."""

    backing: bool = True


class Then(State, kw_only=True):
    options: Wind = msgspec.field(default_factory=Wind)


class Turned(msgspec.Struct):
    """The options since rules 2: one that was on is off, and a new one is on."""

    backing: Annotated[bool, before_version("2", True)] = False
    veering: Annotated[bool, before_version("2", False)] = True


class Now(State, kw_only=True):
    options: Turned = msgspec.field(default_factory=Turned)
    gusts: int = 0
    shoals: dict[str, int] = {}


class ThenSetup(Setup):
    options: Wind = msgspec.field(default_factory=Wind)


class NowSetup(Setup):
    options: Turned = msgspec.field(default_factory=Turned)


class First(Strait):
    """The small game as its first release played it: a backing wind helps the raider's fire."""

    rules = "1"
    State, Setup = Then, ThenSetup

    def start(self, setup: Any, pack: Any) -> Any:
        return Then(rounds=setup.rounds, options=setup.options)


class Second(Strait):
    """The next release, with its rulings turned and its state grown."""

    rules = "2"
    State, Setup = Now, NowSetup

    def start(self, setup: Any, pack: Any) -> Any:
        return Now(rounds=setup.rounds, options=setup.options)


def sailed(title, answers=9):
    """A run of some answers, and its stored record."""
    run = Run.begin(title, None, msgspec.convert({"rounds": 4}, title.Setup), FairDice(SEED))
    for _ in range(answers):
        decision = next(iter(run.pending.values()))
        run.answer(decision.actor, {"lanes": [1, 2, 3]} if decision.form else decision.options[0], decision.key)
    return run, msgspec.msgpack.encode(run.record)


def test_a_game_begun_before_keeps_the_readings_of_its_rules():
    _run, kept = sailed(First())
    run = Run.resume(Second(), None, FairDice(SEED), msgspec.msgpack.decode(kept, type=GameRecord))
    assert (run.state.options.backing, run.state.options.veering) == (True, False)
    assert run.agrees(run.record.last_digest()) and check_replay(Second(), None, run.record).verdict == "same"


def test_it_keeps_them_at_every_later_checkpoint():
    _run, kept = sailed(First())
    run = Run.resume(Second(), None, FairDice(SEED), msgspec.msgpack.decode(kept, type=GameRecord))
    while not run.over:
        decision = next(iter(run.pending.values()))
        run.answer(decision.actor, decision.options[0], decision.key)
        assert run.record.began == "1"
        record = msgspec.msgpack.decode(msgspec.msgpack.encode(run.record), type=GameRecord)
        assert Run.resume(Second(), None, NoDice(), record).agrees(record.last_digest())
    assert (run.state.options.backing, run.state.options.veering) == (True, False)


def test_a_game_begun_since_has_the_new_readings():
    run, _kept = sailed(Second())
    assert (run.state.options.backing, run.state.options.veering) == (False, True) and run.record.began == "2"


def test_played_again_from_its_set_up_it_reads_as_it_did():
    old = {"rounds": 4, "options": {"backing": True}}
    setup = msgspec.convert(fill_old_defaults(old, NowSetup, "1"), NowSetup)
    again = Run.begin(Second(), None, setup, FairDice(SEED), began="1")
    first = Run.begin(First(), None, msgspec.convert({"rounds": 4}, ThenSetup), FairDice(SEED))
    assert again.agrees(first.digest()) and again.record.began == "1"


@pytest.mark.parametrize(
    ("stored", "began", "read"),
    [({}, "1", (True, False)), ({}, "2", (False, True)), ({"options": {"backing": False}}, "1", (False, False))],
)
def test_what_a_set_up_does_not_say_is_read_by_the_rules_of_its_day(stored, began, read):
    setup = msgspec.convert(fill_old_defaults({"rounds": 2} | stored, NowSetup, began), NowSetup)
    assert (setup.options.backing, setup.options.veering) == read


def test_what_was_kept_of_former_readings_is_named():
    setup = msgspec.convert(fill_old_defaults({"options": {"backing": True}}, NowSetup, "1"), NowSetup)
    assert pinned_options(setup, "1") == [PinnedOption("backing", True, False), PinnedOption("veering", False, True)]
    assert pinned_options(NowSetup(), "2") == []
    chosen = msgspec.convert(fill_old_defaults({"options": {"backing": False}}, NowSetup, "1"), NowSetup)
    assert pinned_options(chosen, "1") == [PinnedOption("veering", False, True)], (
        "what somebody chose is no former default"
    )


def test_boards_of_former_rules_are_read_as_they_were():
    frame = snapshot(Then(rounds=3))
    assert restore(frame, Now, "1").options == Turned(backing=True, veering=False)
    assert restore(snapshot(Now(rounds=3)), Now, "2").options == Turned()


def test_versions_are_compared_as_numbers():
    assert is_older_version("2", "10") and is_older_version("1.9", "1.10") and not is_older_version("2", "2")


def test_a_new_field_at_its_default_changes_no_digest():
    assert digest_of(State(rounds=2), "", "1") == digest_of(Now(rounds=2, options=Turned(True, False)), "", "1")
    assert digest_of(Now(rounds=2, gusts=1), "", "1") != digest_of(Now(rounds=2), "", "1")
    assert digest_of(Now(rounds=2, shoals={"reef": 1}), "", "1") != digest_of(Now(rounds=2), "", "1")
    assert digest_of(Now(rounds=2), "", "1") != digest_of(Now(rounds=2, options=Turned(True, False)), "", "1")


def test_every_field_that_differs_makes_another_digest():
    whole = {digest_of(State(rounds=2, **{name: value}), "", "1") for name, value in CHANGES.items()}
    assert len(whole | {digest_of(State(rounds=2), "", "1"), digest_of(State(rounds=3), "", "1")}) == len(CHANGES) + 2


CHANGES = {
    "round": 1,
    "phase": "sail",
    "score": {"raider": 1, "escort": 0},
    "plans": {"raider": (1, 2, 3)},
    "courses": {"raider": "north"},
    "trim": "low",
    "hands": {"raider": ["reef"], "escort": []},
}
