"""A year on a real table: the player enters each line in the form, and the site computes the log. [4.3.2]"""

import random

import msgspec
import pytest

from engine.interceptor.game import TITLE
from engine.interceptor.state import Options, PilotSetup, Setup
from engine.kernel.decisions import BadForm
from engine.kernel.dice import FairDice, FastDice
from engine.kernel.run import GameRecord, Run
from engine.kernel.snapshot import snapshot
from engine.kernel.table import Table
from engine.kernel.title import RandomPolicy, drive

PACK = TITLE.load_pack("standard")
SETUP = Setup([PilotSetup(name="Adler", unit=5)], dice="tabletop")
QUIET = {"target": "Lorient"}


def die(seed):
    rng = random.Random(seed)
    return lambda sides: rng.randint(1, sides)


def first_line(setup=SETUP, seed=b"t" * 32):
    """Begin, answer the questions of set-up, and stop at the first line."""
    run = Run.begin(TITLE, PACK, setup, FairDice(seed))
    while not asked(run).form:
        run.answer("pilot", asked(run).options[0])
    return run


def asked(run):
    (decision,) = run.asked("pilot")
    return decision


@pytest.mark.rule("4.3.2")
def test_a_line_is_asked_for_and_kept():
    run = first_line()
    assert asked(run).kind == "log.line" and asked(run).question.line == 0
    assert "Lorient" in asked(run).question.targets
    fight = {"enemy": "B-17", "result": "destroyed", "by": "pilot"}
    step = run.answer("pilot", {**QUIET, "fights": [fight], "hits": 2})
    (career,) = run.state.careers
    assert [line.target for line in career.log] == ["Lorient"]
    assert career.bombers == 1 and career.log[0].kind == "flown"
    assert "log.entered" in [event.kind for event in step.events]
    assert "ek2" in [award.name for award in career.awards]


def test_what_cannot_have_happened_is_refused_and_changes_nothing():
    run = first_line()
    before = run.digest()
    with pytest.raises(BadForm) as refused:
        run.answer("pilot", {"target": "Berlin", "landing": "rough"})
    assert [(fault.field, fault.code) for fault in refused.value.faults] == [
        ("target", "target-unknown"),
        ("pilot_wound", "landing-hurts"),
    ]
    assert run.digest() == before


@pytest.mark.rule("4.3.2")
@pytest.mark.rule("7.9.3")
@pytest.mark.parametrize(("face", "rank"), [(4, 1), (5, 0)])
def test_the_die_of_a_promotion_may_come_with_the_last_sheet_of_its_month(face, rank):
    run = first_line(Setup([PilotSetup(unit=5, start="1943-06")], dice="tabletop"))
    while (question := asked(run).question).month == 3:
        sheet = {"flown": False, "landing": "", "rolls": {"promotion": [face]} if question.line == 7 else {}}
        run.answer("pilot", sheet)
        while not asked(run).form:
            run.answer("pilot", asked(run).options[-1])
    (career,) = run.state.careers
    assert len(career.log) == 8 and career.rank == rank


@pytest.mark.rule("7.4.8")
def test_a_wound_costs_the_lines_that_follow():
    run = first_line()
    run.answer("pilot", {**QUIET, "fights": [{"enemy": "B-17"}], "pilot_wound": "LW"})
    while not asked(run).form:
        run.answer("pilot", asked(run).options[-1])
    (career,) = run.state.careers
    assert [line.kind for line in career.log] == ["flown", "missed"]
    assert asked(run).question.line == 2


def test_two_cannot_keep_one_tabletop_log():
    with pytest.raises(BadForm) as refused:
        TITLE.start(Setup([PilotSetup(), PilotSetup()], "cooperative", dice="tabletop"), PACK)
    assert [fault.code for fault in refused.value.faults] == ["tabletop-alone"]


@pytest.mark.parametrize("seed", range(12))
def test_whole_years_are_kept_to_their_end(seed):
    setup = Setup([PilotSetup(unit=seed + 1)], options=Options(fatigue=bool(seed % 2)), dice="tabletop")
    state = TITLE.start(setup, PACK)
    drive(TITLE.play(state, Table(FastDice(seed), PACK)), RandomPolicy(die(seed)).choose, 5000)
    (career,) = state.careers
    assert state.phase == "over" and TITLE.outcome(state, PACK) is not None
    assert not career.alive or len(career.log) == sum(PACK.lines(month) for month in range(career.start, 12))
    assert career.bombers == sum(
        fight.is_bomber and fight.result in ("destroyed", "crashed") and fight.credit == "pilot"
        for line in career.log
        for fight in line.engagements
    )


def test_it_is_resumed_at_any_line():
    run, draw = first_line(), die(3)
    for _ in range(60):
        if run.over:
            break
        kept = msgspec.msgpack.decode(msgspec.msgpack.encode(run.record), type=GameRecord)
        again = Run.resume(TITLE, PACK, FairDice(b"t" * 32), kept)
        assert snapshot(again.state) == snapshot(run.state)
        answer = msgspec.to_builtins(RandomPolicy(draw).choose(asked(run)))
        run.answer("pilot", answer)
