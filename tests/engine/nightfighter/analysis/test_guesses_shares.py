"""Guesses come up as often as the nights that they are, held against every night that there can be."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import sqrt
from typing import Any

import msgspec
import pytest

from engine.kernel.dice import FastDice
from engine.kernel.snapshot import snapshot
from engine.nightfighter.analysis.guesses import GuessChain, NightGuesser, read_player_log
from engine.nightfighter.analysis.replay import (
    CheckingTable,
    GuessRng,
    ObservationMismatch,
    ObservedEvent,
    PlayerLog,
    ReplayContext,
    ReplayDice,
)
from engine.nightfighter.bots.hunter import hunter
from engine.nightfighter.charts.scenarios import resolve
from engine.nightfighter.charts.schema import EntrySchedule
from engine.nightfighter.events.searches import AiFixed, RadarSearched, SearchlightSearched
from engine.nightfighter.events.tallies import TallyCalled
from engine.nightfighter.rules.turn import play_night
from engine.nightfighter.rules.umpire_policies import UMPIRED_POLICY
from engine.nightfighter.state import PLAYER, UMPIRE, AttackerCounter, Setup, State
from tests.engine.nightfighter.analysis.test_guesses import Flown
from tests.engine.nightfighter.builders import PACK
from tests.shared.sample_sizes import sample_size

GUESSES = sample_size("GUESSED_SHARES", 2_000, 20_000)
LIKE = 2
"""Guesses of a chain that are worth one made for itself."""
ERRORS = 4.5
"""So many errors none of some two hundred shares may lie off."""
LOADS = sample_size("GUESSED_LOADS", 1_000, 10_000)
Asked = tuple[str, Sequence[str]]


class Every(ReplayDice):
    """The dice of one night out of all: behind the screen each takes what a path says, the first where it ends."""

    def __init__(self, player_log: PlayerLog, path: list[int]) -> None:
        super().__init__(player_log, None, GuessRng(0))
        self.numbers = any(type(line) is ObservedEvent and isinstance(line.data, TallyCalled) for line in player_log)
        self.path, self.widths, self.share = path, list[int](), 1.0

    def _take(self, weights: Sequence[float]) -> int:
        at = len(self.widths)
        self.widths.append(len(weights))
        if at == len(self.path):
            self.path.append(0)
        self.share *= weights[self.path[at]] / sum(weights)
        return self.path[at]

    def draw(self, stream: str, sides: int) -> int:
        told = self.expected()
        if told is not None and self.shown < len(told.dice) and told.dice[self.shown][:2] == (stream, sides):
            self.shown += 1
            return told.dice[self.shown - 1][2]
        faces = {self._kind(stream, face): face for face in range(sides, 0, -1)}
        alike = Counter(self._kind(stream, face) for face in range(1, sides + 1))
        kinds = sorted(faces)
        return faces[kinds[self._take([alike[kind] for kind in kinds])]]

    def _kind(self, stream: str, face: int) -> int:
        """Chits are alike where their first column is, counters where their number is."""
        state = self.night.state
        if stream == "chits":
            chit = self.night.tables.chits.chits[state.chits[face - 1]]
            return (chit.red if state.red else chit.yellow)[0]
        if stream == "counters":
            return (face - 1) % 6 if self.numbers else 0
        return face

    def choice(self, kind: str, key: str, options: Sequence[str], weights: Sequence[int]) -> int:
        places = [place for place, weight in enumerate(weights) if weight]
        return places[self._take([weights[place] for place in places])]


def every_night(start: bytes, player_log: PlayerLog, asked: Asked) -> Iterator[tuple[State, float]]:
    """Give every night that tells just this, with how likely it was."""
    path: list[int] = []
    while True:
        dice = Every(player_log, path)
        with suppress(ObservationMismatch):
            yield told_by(dice, start, asked), dice.share
        del path[len(dice.widths) :]
        while path and path[-1] + 1 == dice.widths[len(path) - 1]:
            path.pop()
        if not path:
            return
        path[-1] += 1


def told_by(dice: ReplayDice, start: bytes, asked: Asked) -> State:
    state = msgspec.msgpack.decode(start, type=State)
    dice.seam = start
    flow = play_night(
        state, CheckingTable(dice, PACK), lambda state, table, keeper: ReplayContext(state, table, keeper, dice)
    )
    answer: Any = None
    while True:
        decision = flow.send(answer)
        if dice.at == len(dice.player_log):
            if (decision.kind, tuple(decision.options)) != (asked[0], tuple(asked[1])):
                raise ObservationMismatch("another question")
            return state
        answer = dice.answer(decision)


def shares_of(nights: Sequence[tuple[State, float]], numbers: bool) -> dict[Any, float]:
    """Say in what share of nights an attacker is in a row, near a column, has a number, or waits."""
    whole = sum(share for _state, share in nights)
    found: Counter[Any] = Counter()
    for state, share in nights:
        marks: set[Any] = set()
        for bomber in state.bombers:
            if bomber.status == "map":
                seen = bomber.mark > 0
                marks |= {("row", seen, bomber.hex % 100), ("column", seen, bomber.hex // 100)}
                marks |= {("number", seen, bomber.number)} if numbers else set()
            marks.add((bomber.status, bomber.due))
        marks.add(("how many", sum(bomber.status == "map" for bomber in state.bombers)))
        found.update({mark: share for mark in marks})
    return {mark: share / whole for mark, share in found.items()}


def small(scenario: str, turns: Sequence[int], level: Any, rows: tuple[int, int] | None) -> State:
    """A night of the book with few attackers, which come in on these turns, and fighters that start where they do."""
    setup = Setup(scenario=scenario, level=level)
    whole = resolve(PACK.tables, scenario)
    force = msgspec.structs.replace(whole.attackers[0], count=len(turns))
    start = msgspec.structs.replace(whole.setup, beacon=rows is None, rows=rows)
    return State(
        setup,
        msgspec.structs.replace(whole, attackers=[force], entry=EntrySchedule(singles=list(turns)), setup=start),
    )


CASES = (
    ("2A", (1,), "fair", None, 3, 1),
    ("1A", (1,), "fair", None, 1, 4),
    ("1A", (1,), "sly", None, 2, 3),
    ("4B", (1, 1), "fair", None, 5, 1),
    ("4B", (1, 1), "fair", (2, 4), 6, 1),
)
"""Scenario, turns of entry, umpire, rows in which fighters start, dice, and the turn in which it is asked."""


@pytest.mark.slow
@pytest.mark.rule("5.0")
@pytest.mark.parametrize(("scenario", "turns", "level", "rows", "seed", "until"), CASES)
def test_guesses_are_shared_out_as_all_nights_are_that_tell_just_this(scenario, turns, level, rows, seed, until):
    begun = small(scenario, turns, level, rows)
    night = Flown.begun(begun, FastDice(seed))
    bots = {seat: hunter(PACK, seat, seed) for seat in (PLAYER, UMPIRE)}
    while not (night.run.state.turn == until and night.decision.kind in ("tally.look", "combat.attack")):
        seat = night.decision.actor
        night.answer(seat, bots[seat].choose(night.decision, lambda seat=seat: night.run.view(seat)))
    known = night.known()
    asked = known.asked.kind, known.asked.options
    maker = NightGuesser(begun, PACK, read_player_log(known.story), asked)
    numbers = any(type(line) is ObservedEvent and isinstance(line.data, TallyCalled) for line in maker.player_log)
    nights = list(every_night(maker.start, maker.player_log, asked))
    right = shares_of(nights, numbers)
    chains = [GuessChain(maker, GuessRng(place)) for place in range(4)]
    guessed = []
    for number in range(GUESSES):
        chain = chains[number % 4]
        chain.go_on(GuessRng(number))
        guessed.append((chain.told.state, 1.0))
    shares = shares_of(guessed, numbers)
    assert len(nights) > 20 and set(shares) <= set(right)
    for mark, share in right.items():
        error = sqrt(share * (1 - share) * LIKE / GUESSES)
        assert abs(shares.get(mark, 0.0) - share) <= ERRORS * error + 1e-9, (mark, share, shares.get(mark))


# What bombers carry ----------------------------------------------------------------------------------------------


def laden(sets: list[Any]) -> State:
    """A night of one attacker that comes in near a fighter, and carries these."""
    begun = small("4B", (1,), "fair", (2, 4))
    force = msgspec.structs.replace(begun.scenario.attackers[0], equipment=sets)
    begun.scenario = msgspec.structs.replace(begun.scenario, attackers=[force])
    return begun


@pytest.mark.slow
@pytest.mark.rule("24.2")
def test_what_an_attacker_carries_is_guessed_by_whether_its_gunners_fired():
    """Half of all attackers carry Monica; of those that fire at once two in three, for they were warned. [17.4]"""
    night = Flown.begun(laden([]), FastDice(18))
    bots = {seat: hunter(PACK, seat, 18) for seat in (PLAYER, UMPIRE)}
    while not (night.decision.actor == PLAYER and "bomber.fired" in (line.kind for line in night.told())):
        seat = night.decision.actor
        night.answer(seat, bots[seat].choose(night.decision, lambda seat=seat: night.run.view(seat)))
    known = night.known()
    asked = known.asked.kind, known.asked.options
    starts = [snapshot(laden([])), snapshot(laden(["Monica"]))]
    maker = NightGuesser(laden([]), PACK, read_player_log(known.story), asked, loads=lambda seed: starts[seed % 2])
    chain, carried = GuessChain(maker, GuessRng(18)), 0
    for number in range(LOADS):
        chain.go_on(GuessRng(number))
        carried += "Monica" in chain.told.state.bombers[0].equipment
    table = PACK.tables.response
    warned, unwarned = (sum(row[face] for face in range(1, 7)) for row in (table.warning, table.normal))
    share = warned / (warned + unwarned)
    assert share == pytest.approx(2 / 3)
    assert abs(carried / LOADS - share) <= ERRORS * sqrt(share * (1 - share) * LIKE / LOADS)


# The umpire's choices --------------------------------------------------------------------------------------------


LIT = SearchlightSearched("J", [1], True, 1, "0404", "S")
FIXED = AiFixed("F1", 1, "1109", "S")
SWEPT = RadarSearched("Freya", "A", "0101", False, False, ["0404"])


@pytest.mark.rule("5.0")
@pytest.mark.parametrize(
    ("kind", "told", "weights", "taken", "weight"),
    [
        ("umpire.lit-bomber", LIT, [1, 1], 0, 1 / 2),
        ("umpire.ai-target", FIXED, [1, 3], 1, 3 / 4),
        ("umpire.gci-target", SWEPT, [1, 1, 1], 0, 1 / 3),
        ("umpire.sweep", SWEPT, [2, 5, 1], 1, 5 / 8),
    ],
)
def test_a_plan_is_weighed_by_how_often_the_umpire_would_have_chosen_so(kind, told, weights, taken, weight):
    """The events show his choice among several plans: a night in which he had no choice shows it more surely."""
    state = small("4B", (1, 1), "fair", None)
    places = enumerate((404, 1109, 1101))
    state.bombers = [AttackerCounter("Lancaster", at + 1, at, "bomber", status="map", hex=hex_) for at, hex_ in places]
    behind = ReplayDice([ObservedEvent(told, [], [])], None, GuessRng(1))
    ReplayContext(state, CheckingTable(behind, PACK), UMPIRED_POLICY, behind)
    options = ["hex:0403", "hex:0404", "hex:0405"] if kind == "umpire.sweep" else ["0", "1", "2"][: len(weights)]
    assert behind.choice(kind, "turn1/sweep0" + ("/of" if "target" in kind else ""), options, weights) == taken
    assert behind.weight == pytest.approx(weight)
