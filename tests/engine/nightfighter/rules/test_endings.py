"""Every night ends: who circles and passes for ever waits no longer than docs/rulings.md says. [4.1, 8.1.1, 27.2]"""

import random

import pytest

from engine.kernel.dice import FastDice
from engine.kernel.table import Table
from engine.kernel.title import drive
from engine.nightfighter.charts.compiled import charts_of
from engine.nightfighter.charts.scenarios import scenario_ids
from engine.nightfighter.game import TITLE
from engine.nightfighter.rules.context import scenario_of
from engine.nightfighter.state import Options, Setup
from tests.engine.nightfighter.builders import PACK
from tests.engine.nightfighter.charts.test_schema import OWN
from tests.shared.sample_sizes import sample_size

SCENARIOS = scenario_ids(PACK.tables)
NIGHTS = sample_size("CIRCLED_NIGHTS", 1, 20)
"""Nights of each scenario and mode."""
LONGEST = 20
"""Turns after the last turn of entry: the slowest bomber, put off twice, has crossed the map after sixteen."""
GIVEN_UP = 100
PASSIVE = ("end", "pass", "done", "carry-on", "go-on", "level", "centre", "decline", "keep")
FORMER = Options(entry_ends=False, lone_intruders_leave=False)


class Circler:
    """Takes every fighter off, turns the same way after each hex, and does nothing else; an umpire is random."""

    def __init__(self, seed):
        self.whim = random.Random(seed)
        self.side = self.whim.choice(("left", "right"))

    def choose(self, decision):
        options = decision.options
        if decision.actor == "player" and decision.kind == "fighter.next":
            return self.whim.choice([option for option in options if option != "stay"])
        if decision.actor == "player":
            for quiet in (*PASSIVE, *([self.side] if decision.kind == "fighter.step" else [])):
                if quiet in options:
                    return quiet
        return self.whim.choice(options)


class GoesOn(Exception):
    """The night is not over after so many turns that nobody would have waited."""


def turns_of(setup, seed):
    """The turns that a night takes, and how many of them lie behind the last turn of entry."""
    state, table, player = TITLE.start(setup, PACK), Table(FastDice(seed), PACK), Circler(seed)

    def look():
        if state.turn > GIVEN_UP:
            raise GoesOn

    table.seam = look
    try:
        drive(TITLE.play(state, table), player.choose, 20_000)
    except GoesOn:
        return GIVEN_UP, GIVEN_UP
    assert state.phase == "over" and any(f.status != "waiting" for f in state.fighters)
    entry = scenario_of(setup, charts_of(PACK)).entry
    waves = [entry.waves.first + entry.waves.turns - 1] if entry.waves else []
    return state.turn, state.turn - max([*entry.singles, *entry.flares, *waves])


def ways(scenario):
    for level in ("helpful", "fair", "sly"):
        yield {"level": level}
    yield {"umpire": "person"}
    if not scenario.startswith(("9", "10")):
        yield {"mode": "solo"}


@pytest.mark.rule("4.1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_night_ends_soon_after_the_last_turn_of_entry(scenario):
    nights = 4 * NIGHTS if scenario.startswith("10") else NIGHTS
    for way in ways(scenario):
        for seed in range(nights):
            assert turns_of(Setup(scenario=scenario, **way), seed)[1] <= LONGEST, (way, seed)


@pytest.mark.rule("4.1")
@pytest.mark.rule("27.2")
def test_by_the_reading_before_rules_4_intruders_kept_a_night_going():
    """The driver finds what it is there to find, and the same nights end by the reading of today."""
    setup = Setup(scenario="10A", level="helpful", options=FORMER)
    long = [seed for seed in range(20) if turns_of(setup, seed)[1] > LONGEST]
    assert long and all(turns_of(Setup(scenario="10A", level="helpful"), seed)[1] <= LONGEST for seed in long)


CROWDED = """entry: {waves: {first: 1, each: 3, turns: 2}}
    attackers: [{type: "Lancaster I / III", count: 2}, {type: "Mosquito NF.XIX", count: 4, role: intruder}]"""


@pytest.mark.rule("4.1")
@pytest.mark.rule("27.1")
@pytest.mark.parametrize("turns", [0, 60])
def test_a_scenario_of_ones_own_ends_though_not_all_of_its_intruders_can_come_in(turns):
    """One that sets a last turn need not wait for it; one that was begun before rules 4 may wait for ever."""
    text = "\n".join(line for line in OWN.splitlines() if "attackers" not in line)
    text = text.replace("entry: {singles: [1, 3]}", CROWDED) + (f"\n    turns: {turns}" if turns else "")
    if turns:
        assert all(turns_of(Setup(own=text), seed)[1] <= LONGEST for seed in range(5))
    else:
        former = Options(entry_ends=False)
        assert all(turns_of(Setup(own=text, options=former), seed)[0] == GIVEN_UP for seed in range(2))


@pytest.mark.rule("S campaign")
@pytest.mark.parametrize("mode", ["blind", "solo"])
@pytest.mark.parametrize("campaign", ["green", "seasoned", "staffel"])
def test_every_night_of_a_year_ends(campaign, mode):
    """Raids of a year enter over twenty turns at most."""
    longest = 0
    for seed in range(4 * NIGHTS):
        setup = Setup(campaign=campaign, mode=mode)
        state, table, player = TITLE.start(setup, PACK), Table(FastDice(seed), PACK), Circler(seed)

        def look(state=state):
            nonlocal longest
            longest = max(longest, state.turn)
            assert longest <= GIVEN_UP

        table.seam = look
        drive(TITLE.play(state, table), player.choose, 500_000)
        assert state.career.stage == "over"
    assert 10 < longest <= 20 + LONGEST
