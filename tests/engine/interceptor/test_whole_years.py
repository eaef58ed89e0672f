"""Whole careers: the same dice make the same year, and it may be stopped and resumed at any decision."""

from __future__ import annotations

import random

import msgspec
import pytest

from engine.interceptor.game import TITLE
from engine.interceptor.state import COOPERATIVE, Career, Options, PilotSetup, Setup, State
from engine.kernel.decisions import UndoClosed
from engine.kernel.dice import FairDice, FastDice
from engine.kernel.run import GameRecord, Run
from engine.kernel.snapshot import snapshot
from engine.kernel.table import Table
from engine.kernel.title import RandomPolicy, drive
from tests.engine.interceptor.flight_case import charts

EVERYTHING = Options(fatigue=True, quality=True, positions=True, manoeuvres=True, attempt=True)
GAMES = {
    "alone": Setup([PilotSetup()]),
    "alone with every option": Setup([PilotSetup(track="nco")], options=EVERYTHING),
    "a twin": Setup([PilotSetup(unit=20)]),
    "an ace": Setup([PilotSetup(ace="Egon Mayer")], options=EVERYTHING),
    "together": Setup([PilotSetup(), PilotSetup()], "cooperative", EVERYTHING),
    "against each other": Setup([PilotSetup(), PilotSetup()], "competitive", EVERYTHING),
}


def playout(setup: Setup, seed: int, watch=None) -> State:
    state = TITLE.start(msgspec.convert(msgspec.to_builtins(setup), Setup), charts())
    rng = random.Random(seed)
    policy = RandomPolicy(lambda sides: int(rng.random() * sides) + 1)

    def choose(decision):
        if watch is not None:
            watch(state, decision)
        return policy.choose(decision)

    drive(TITLE.play(state, Table(FastDice(seed), charts())), choose, limit=50_000)
    return state


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_bytes(name):
    for seed in range(4):
        assert snapshot(playout(GAMES[name], seed)) == snapshot(playout(GAMES[name], seed))


def sound_mat(career: Career) -> None:
    """No ammunition below none, no hit beyond a threshold, a crew as the mat wants it."""
    plane, mat, flight = career.plane, charts().models[career.plane.model], career.aloft
    assert all(row.ammo >= -1 for row in plane.weapons)
    assert all((row.ammo == -1) is (gun.ammo == -1) for row, gun in zip(plane.weapons, mat.guns, strict=True))
    assert plane.port_wing <= mat.port_wing and plane.starboard_wing <= mat.starboard_wing
    assert plane.airframe <= mat.airframe and plane.controls <= mat.controls
    assert all(hits <= mat.engine for hits in plane.engines) and plane.armour <= mat.armour
    assert (career.gunner is not None) is mat.gunner
    assert bool(plane.rockets) is bool(mat.rockets)
    if flight.stage == "box" and not flight.end:
        assert 1 <= flight.box <= flight.last_box and 0 <= flight.orientation <= 4


def sound(state: State, decision) -> None:
    """The mats stay within their limits after every event."""
    assert decision.options and len(set(decision.options)) == len(decision.options), decision
    for career in state.careers:
        assert career.experience >= 0 and career.points >= 0 and career.level >= 0 and career.fatigue >= 0
        if career.stage == "air":
            sound_mat(career)
    assert len(state.deck) + len(state.deck.discards) == 60


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_playouts_keep_the_mats_sound(name):
    for seed in range(25):
        state = playout(GAMES[name], 1_000 + seed, sound)
        assert state.phase == "over"
        for career in state.careers:
            assert career.alive or career.death
            flown = sum(line.kind == "flown" for line in career.log)
            assert flown == career.flights
            lines = [(line.month, line.line) for line in career.log]
            assert lines == sorted(set(lines)), "each log line once, in order"
            scored = [
                fight
                for line in career.log
                for fight in line.engagements
                if fight.credit == "pilot" and fight.result in ("destroyed", "crashed")
            ]
            assert len(scored) == career.bombers + career.fighters - career.start_bombers - career.start_fighters
            assert career.level >= min(career.points, 7)
        if state.play != COOPERATIVE and all(career.alive for career in state.careers):
            for career in state.careers:
                expected = sum(charts().lines(month) for month in range(career.start, 12))
                assert len(career.log) == expected, "a line for every raid of the year"


@pytest.mark.parametrize("name", GAMES)
def test_a_career_put_down_after_any_decision_ends_the_same(name):
    rng = random.Random(7)
    setup = GAMES[name]
    dice = FairDice(b"seed")
    run = Run.begin(TITLE, charts(), setup, dice)
    steps = 0
    while not run.over and steps < 150:
        if steps % 3 == 0:
            kept = msgspec.json.decode(msgspec.json.encode(run.record), type=GameRecord)
            taken_up = Run.resume(TITLE, charts(), FairDice(b"seed", counters=dict(dice.counters)), kept)
            assert taken_up.digest() == run.digest()
            assert set(taken_up.pending) == set(run.pending)
            run, dice = taken_up, taken_up.dice
        (seat, key), decision = rng.choice(sorted(run.pending.items()))
        run.answer(seat, rng.choice(decision.options), key)
        steps += 1


def test_an_order_is_taken_back_until_a_die_has_fallen():
    run = Run.begin(TITLE, charts(), Setup([PilotSetup(unit=5)]), FastDice(1))
    (decision,) = run.pending.values()
    before = run.digest()
    order = next(option for option in decision.options if option != "done")
    run.answer("pilot", order)
    run.undo("pilot")
    assert run.digest() == before
    run.answer("pilot", "done")
    with pytest.raises(UndoClosed):
        run.undo("pilot")


@pytest.mark.parametrize("name", GAMES)
def test_everybody_sees_the_board_as_plain_data(name):
    setup = GAMES[name]
    state = playout(setup, 3)
    for seat in TITLE.seats(setup):
        seen = TITLE.view(state, charts(), seat)
        assert msgspec.json.decode(msgspec.json.encode(seen)) == msgspec.to_builtins(seen)
        assert "pile" not in str(seen), "the cards that are left lie face down"


@pytest.mark.rule("5.0")
def test_the_outcome_is_told_when_the_year_is_over():
    state = playout(GAMES["alone"], 5)
    assert TITLE.outcome(state, charts()) is not None
    assert TITLE.outcome(TITLE.start(Setup(), charts()), charts()) is None
