"""Whole years at random under every option: no crash, no dead end, and logs that balance. [4 to 10]"""

import itertools

import msgspec
import pytest

from engine.interceptor.game import TITLE
from engine.interceptor.state import MONTHS, Career, Options, PilotSetup, Setup, State
from engine.kernel.dice import FastDice
from engine.kernel.snapshot import snapshot
from engine.kernel.table import Table
from engine.kernel.title import RandomPolicy, drive
from tests.engine.interceptor.ground_case import charts
from tests.shared.sample_sizes import sample_size

ACES = (*sorted(charts().career.aces), "", "")
MORE = sample_size("PLAYOUTS", 500, 20_000)
MOST_DECISIONS = 6_000
"""No year of two pilots asks more: 92 lines, six boxes, and passes as long as ammunition lasts."""


def setup_of(seed: int) -> Setup:
    """A set-up for each seed, so that the seeds go through options, ways of playing, aces and starting lines."""
    bits = [bool(seed >> place & 1) for place in range(7)]
    play = ("solitaire", "cooperative", "competitive", "solitaire")[seed % 4]
    options = Options(
        fatigue=bits[0],
        quality=bits[1],
        positions=bits[2],
        manoeuvres=bits[3],
        attempt=bits[4],
        aim_needs_hit=bits[5],
        burst_after_range=bits[5],
        leak_forces_landing=bits[6],
        repair_by="systems" if seed % 3 == 0 else "hits",
        ace_wingman_hits=bits[0],
        wingman_bursts=seed % 4,
    )
    pilot = PilotSetup(
        track="nco" if seed % 2 else "officer",
        ace=ACES[seed % 10] if seed % 5 == 0 else "",
        ace_unit="random" if seed % 10 == 0 else "card",
        unit=0 if seed % 5 == 0 else seed % 24,
    )
    return Setup(pilots=[pilot] * (1 if play == "solitaire" else 2), play=play, options=options)


def at_random(seed: int) -> tuple[State, int]:
    """Play a year with dice and whims of the seed."""
    state = TITLE.start(setup_of(seed), charts())
    whims = FastDice(seed + 1_000_003)
    policy = RandomPolicy(lambda sides: whims.draw("whim", sides))
    _, taken = drive(TITLE.play(state, Table(FastDice(seed), charts())), policy.choose, limit=MOST_DECISIONS)
    return state, taken


def check_books(state: State) -> None:
    """Fail when a career's log does not balance."""
    assert state.phase == "over" and TITLE.outcome(state, charts()) is not None
    assert sorted(state.deck.pile + state.deck.discards) == charts().card_ids
    for career in state.careers:
        check_career(career, state)


def check_career(career: Career, state: State) -> None:
    lines = [line for month in range(career.start, len(MONTHS)) for line in [charts().lines(month)]]
    if career.alive:
        assert len(career.log) == sum(lines), "a career alive has a line for every raid since its start"
    else:
        assert career.death, "a death has a cause"
        assert len(career.log) <= sum(lines)
    places = [(line.month, line.line) for line in career.log]
    assert places == sorted(set(places)), "one entry for each log line, in order"
    flown = [line for line in career.log if line.kind == "flown"]
    assert career.flights == len(flown)
    credited = [
        fight
        for line in flown
        for fight in line.engagements
        if fight.result in ("destroyed", "crashed") and fight.credit
    ]
    mine = [fight for fight in credited if fight.credit == "pilot"]
    assert career.bombers - career.start_bombers == sum(fight.is_bomber for fight in mine)
    assert career.fighters - career.start_fighters == sum(not fight.is_bomber for fight in mine)
    assert len(career.kill_order) == len(mine)
    for ledger, balance in ((career.prestige_ledger, career.points), (career.experience_ledger, career.experience)):
        sums = list(itertools.accumulate(entry.value for entry in ledger))
        start = ledger[0].left - ledger[0].value if ledger else balance
        assert [entry.left - start for entry in ledger] == sums
        assert not ledger or ledger[-1].left == balance
        assert all(entry.left >= 0 for entry in ledger)
    assert 0 <= career.level <= 7 and career.points >= 0
    names = [award.name for award in career.awards]
    assert len(names) == len(set(names)), "no award twice"
    assert len(set(career.skills)) == len(career.skills)
    assert career.fatigue >= 0 and (state.options.fatigue or career.fatigue == 0)
    assert all(weapon.ammo >= -1 for weapon in career.plane.weapons)
    assert career.plane.model not in career.gone or career.plane.lost
    # A gunner killed beside his pilot is replaced when the pilot leaves hospital.
    waits = career.gunner is None and any(absence.cause == "hospital" for absence in career.absences)
    assert waits or (career.gunner is not None) == charts().models[career.plane.model].gunner


@pytest.mark.slow
@pytest.mark.rule("5.1")
@pytest.mark.rule("5.1.1")
@pytest.mark.rule("5.1.3")
@pytest.mark.parametrize("first", range(0, 512, 32))
def test_years_at_random_end_and_balance(first):
    for seed in range(first, first + 32):
        state, _ = at_random(seed)
        check_books(state)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000, 1_000 + MORE, 250))
def test_more_years_at_random_end_and_balance(first):
    for seed in range(first, min(first + 250, 1_000 + MORE)):
        state, _ = at_random(seed)
        check_books(state)


@pytest.mark.parametrize("seed", [3, 17, 34, 58])
def test_the_same_seed_leaves_the_same_bytes(seed):
    first, second = at_random(seed), at_random(seed)
    assert snapshot(first[0]) == snapshot(second[0]) and first[1] == second[1]


@pytest.mark.parametrize("seed", [2, 5, 9])
def test_a_year_survives_being_written_down_and_read(seed):
    state, _ = at_random(seed)
    assert snapshot(msgspec.msgpack.decode(snapshot(state), type=State)) == snapshot(state)
