"""Guesses of a night under an umpire: made only of its player's events, and they give and show him the same."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
import pytest

from engine.analysis.observation import observation_of
from engine.analysis.rollouts import NoGuess, OrderTrial, default_bots, guesses_from, odds
from engine.kernel.dice import FastDice, RecordedDice
from engine.kernel.events import Event, EventRecord, record_of
from engine.kernel.run import GameRecord, RecordedAnswer, Run
from engine.kernel.snapshot import snapshot
from engine.kernel.table import RecordingTable
from engine.nightfighter.analysis.entry import ANALYSIS
from engine.nightfighter.analysis.guesses import NightGuesser, NoPlanFound, read_player_log
from engine.nightfighter.analysis.raid import EventLog, night_start
from engine.nightfighter.analysis.replay import GuessRng
from engine.nightfighter.bots.hunter import hunter
from engine.nightfighter.charts.compiled import charts_of
from engine.nightfighter.charts.scenarios import scenario_ids
from engine.nightfighter.game import TITLE
from engine.nightfighter.rules.career.pilot_year import CARDS, YearContext, make_night
from engine.nightfighter.rules.career.staffel import StaffelContext, scramble
from engine.nightfighter.state import PLAYER, UMPIRE, Options, Setup, State
from engine.nightfighter.views import InterceptionView
from tests.engine.nightfighter.builders import PACK
from tests.shared.sample_sizes import sample_size

SCENARIOS = scenario_ids(PACK.tables)
PAIRS = sample_size("PAIRED_NIGHTS", 1_000, 4_000)
YEARS_FLOWN = sample_size("YEARS_GUESSED", 8, 40)
"""Years of each kind under each umpire in which one question is guessed at."""
YEAR_PAIRS = sample_size("PAIRED_YEARS", 250, 1_000)
TRUTHS = 8
"""Other truths to each night."""
FLOWN_ON = sample_size("ODDS_FLOWN_ON", 1, TRUTHS)
"""Other truths to each night whose odds are computed though they are made of the same bytes."""
QUICK = ("1", "1A", "1B", "3A", "4C", "4H", "4J", "5C", "7", "8F")
"""Scenarios whose nights are flown on in little time."""


LEVELS = ({}, {"level": "sly"}, {"level": "helpful"}, {"umpire": "person"})


@dataclass
class Flown:
    """A night with all its events and answers."""

    run: Run
    story: list[Event | RecordedAnswer] = field(default_factory=list)

    @classmethod
    def begun(cls, state: State, dice: Any, before: Sequence[Event | RecordedAnswer] = ()) -> "Flown":
        """Begin at a state; of a year's night, with the events `before` it."""
        run = Run(TITLE, PACK, dice, GameRecord(snapshot(state), began=TITLE.rules), fresh=True)
        return cls(run, [*before, *run.step.events])

    @property
    def decision(self) -> Any:
        return next(iter(self.run.pending.values()))

    def answer(self, actor: str, answer: Any) -> None:
        step = self.run.answer(actor, answer)
        self.story += [msgspec.structs.replace(step.entry), *step.events]

    def known(self) -> Any:
        return observation_of(self.run, PLAYER, self.decision, self.story)

    def told(self) -> list[EventRecord]:
        return [record_of(line) for line in self.story if isinstance(line, Event) and line.seen_by(PLAYER)]


def at_some_week(setup: Setup, seed: int) -> State:
    """Return the start of a night, or of a year that has come to some week."""
    state = TITLE.start(setup, PACK)
    career = state.career
    if career is not None:
        career.week = 1 + seed * 7 % len(PACK.tables.calendar.weeks)
        career.back_in = career.well_in = career.week
        career.stage, career.line, career.type = "week", "Messerschmitt", "Me110F-4"
    return state


def flown(setup: Setup, seed: int, until: int) -> Flown | None:
    """Let two bots fly to a question of the player's that has odds; None when night or year ends before."""
    night = Flown.begun(at_some_week(setup, seed), FastDice(seed))
    bots = {seat: hunter(PACK, seat, seed) for seat in (PLAYER, UMPIRE)}
    asked = 0
    while not night.run.over:
        decision = night.decision
        if decision.actor == PLAYER:
            asked += 1
            if asked > until and ANALYSIS.prospects.covers(decision):
                return night
        seat = decision.actor
        night.answer(seat, bots[seat].choose(decision, lambda seat=seat: night.run.view(seat)))
    return None


def begun(night: Flown) -> tuple[State, EventLog]:
    known = night.known()
    return night_start(night.run.state.setup, msgspec.convert(known.now["view"], InterceptionView), known.story, PACK)


def guesser(night: Flown) -> NightGuesser:
    known, (state, story) = night.known(), begun(night)
    return NightGuesser(state, PACK, read_player_log(story), (known.asked.kind, known.asked.options))


def played(night: Flown, maker: NightGuesser, seed: int) -> Flown | None:
    """Return a guess of a night, played through from its beginning on a table of its own."""
    try:
        whole = maker.guess(GuessRng(seed)).whole
    except NoPlanFound:
        return None
    state, since = begun(night)
    mine = [
        line
        for line in night.story
        if (line.actor == PLAYER if isinstance(line, RecordedAnswer) else line.seen_by(PLAYER))
    ]
    other = Flown.begun(state, RecordedDice(whole.opening, {}), mine[: len(mine) - len(since)])
    for entry in whole.tail:
        other.answer(entry.actor, entry.answer)
    return other


def agree(night: Flown, other: Flown) -> None:
    """Assert that the player has the same events, the same view and the same question."""
    assert other.told() == night.told()
    assert other.run.view(PLAYER) == night.run.view(PLAYER)
    one, same = night.decision, other.decision
    assert (one.actor, one.kind, one.options) == (same.actor, same.kind, same.options)


def of_scenarios(names: Iterable[str], **more: Any) -> list[Setup]:
    return [Setup(scenario=name, pick_variants=name == "6", **more) for name in names]


def hold(setups: Iterable[Setup], tries: int) -> tuple[int, int, int]:
    """Guess nights of each set-up at a random question; return tries, guesses, and how many were not the truth."""
    tried = found = others = 0
    for setup in setups:
        for seed in range(tries):
            night = flown(setup, seed, Random(f"{setup.scenario} {setup.campaign} {seed}").randrange(90))
            if night is None:
                continue
            tried += 1
            other = played(night, guesser(night), seed)
            if other is not None:
                agree(night, other)
                found += 1
                others += other.run.view(UMPIRE) != night.run.view(UMPIRE)
    return tried, found, others


@pytest.mark.rule("5.0")
def test_a_guess_tells_and_shows_the_player_what_he_was_told_and_shown():
    tried, found, others = hold(of_scenarios(("1A", "3", "4B", "5B", "8", "9")), 1)
    assert tried == found == others


@pytest.mark.slow
@pytest.mark.rule("5.0")
@pytest.mark.parametrize("place", range(len(LEVELS)), ids=["fair", "sly", "helpful", "person"])
def test_nights_of_every_scenario_are_guessed(place):
    tried, found, others = hold(of_scenarios(SCENARIOS, **LEVELS[place]), 1)
    assert tried > 50 and found > 0.85 * tried and others > 0.9 * found


YEARS = [Setup(campaign=kind, **level) for kind in ("green", "seasoned", "staffel") for level in LEVELS]


def laid_out(kind: str, card: str, seed: int, *, hidden: bool) -> tuple[State, list[Event]]:
    """Lay out a raid late in a year, under an umpire; return the player's events."""
    state = TITLE.start(Setup(campaign=kind, options=Options(loads_hidden=hidden)), PACK)
    state.career.card, state.career.week, state.career.type = card, 45, "Me110F-4"
    table = RecordingTable(FastDice(seed), PACK)
    if kind == "staffel":
        year = StaffelContext(state, table, charts_of(PACK))
        year.open_log(year.named("C2"))
        scramble(year)
    else:
        make_night(YearContext(state, table, charts_of(PACK)))
    return state, table.log.events


def sets_of(state: State) -> list[list[str]]:
    return [force.equipment for force in state.scenario.attackers]


@pytest.mark.rule("S campaign")
@pytest.mark.parametrize("kind", ["green", "staffel"])
@pytest.mark.parametrize("hidden", [False, True])
def test_a_years_raid_is_laid_out_again_by_the_dice_that_lie_open(kind, hidden):
    carried, alike = set(), 0
    for seed, card in enumerate(CARDS[:-2]):
        state, told = laid_out(kind, card, seed, hidden=hidden)
        known = [record_of(event) for event in told if not event.to]
        again, since = night_start(state.setup, TITLE.view(state, PACK, PLAYER), known, PACK, seed + 1)
        assert TITLE.view(again, PACK, PLAYER) == TITLE.view(state, PACK, PLAYER) and since == []
        alike += sets_of(again) == sets_of(state)
        carried |= {item for sets in sets_of(again) for item in sets}
    assert carried == {"H2S", "Monica", "Boozer"}
    assert alike < len(CARDS) / 3 if hidden else alike == len(CARDS) - 2


@pytest.mark.rule("24.2")
def test_the_dice_for_what_bombers_carry_are_the_umpires_where_they_are_hidden():
    open_state, (open_raid,) = laid_out("green", "5C", 7, hidden=False)
    state, (loads, raid) = laid_out("green", "5C", 7, hidden=True)
    assert sets_of(state) == sets_of(open_state) == loads.data.loads and loads.to == (UMPIRE,)
    size = len(state.scenario.attackers)
    assert [draw.sides for draw in raid.dice] == [100] * size + [6] * (len(raid.dice) - size)
    assert sorted((*loads.dice, *raid.dice), key=repr) == sorted(open_raid.dice, key=repr)
    assert len(raid.dice) - size == 1, "the one die more says how radar is jammed, which all are told"


@pytest.mark.slow
@pytest.mark.rule("S campaign")
def test_nights_of_every_kind_of_year_are_guessed():
    tried, found, others = hold(YEARS, YEARS_FLOWN)
    assert tried > 4 * YEARS_FLOWN and found > 0.9 * tried and others > 0.9 * found


@pytest.mark.rule("5.0")
def test_a_tale_that_nobody_can_have_told_has_no_guess():
    night = flown(Setup(scenario="4B"), 1, 60)
    known = night.known()
    line = next(line for line in known.told if line.kind == "radar.searched")
    line.data.update(contact=not line.data["contact"], sweeps=["1820"])
    with pytest.raises(NoGuess):
        guesses_from(ANALYSIS, known, PACK, PLAYER, 1)(0)


@pytest.mark.rule("5.0")
def test_guesses_are_made_of_plain_data_and_of_nothing_else():
    night = flown(Setup(scenario="4B"), 1, 20)
    known = night.known()
    with pytest.raises(TypeError):
        guesses_from(ANALYSIS, msgspec.structs.replace(known, then=night.run.state), PACK, PLAYER, 1)
    assert not {"bombers", "chits", "ghost", "cup"} & set(known.now["view"])


def test_odds_under_an_umpire_are_told_round_by_round():
    night = flown(Setup(scenario="4B"), 2, 30)
    decision = night.decision
    guesses = guesses_from(ANALYSIS, night.known(), PACK, PLAYER, 5)
    pilots = default_bots(TITLE, PACK, (PLAYER,), ANALYSIS.prospects.policy, 5)
    rounds = list(odds(ANALYSIS.prospects, guesses, decision, pilots, seed=5, budget=8 * len(decision.options)))
    assert [min(odd.n for odd in found) for found in rounds] == [4, 8]
    assert {odd.option for odd in rounds[-1]} == set(decision.options)


def test_of_all_the_hexes_for_a_search_counter_those_are_flown_first_that_the_hunter_would_choose():
    night = next(night for at in range(200) if (night := flown(Setup(scenario="4B"), 2, at)) and many(night.decision))
    decision, known = night.decision, night.known()
    guesses = guesses_from(ANALYSIS, known, PACK, PLAYER, 5)
    pilots = default_bots(TITLE, PACK, (PLAYER,), ANALYSIS.prospects.policy, 5)
    *_, last = odds(ANALYSIS.prospects, guesses, decision, pilots, seed=5, budget=48)
    found = {odd.option for odd in last if odd.n}
    assert len(last) == len(decision.options) and len(found) == 12
    assert pilots(0)[PLAYER].choose(decision, lambda: night.run.view(PLAYER)) in found


def many(decision: Any) -> bool:
    return decision.form is None and len(decision.options) > 36


def one_flown(night: Flown, seed: int) -> list[Any]:
    """Fly the first order on, once, by a bot that costs little; nothing is found where no guess is.

    Which is the first of many is found out from the guess: of all hexes for a search counter, too.
    """
    decision = night.decision
    guesses = guesses_from(ANALYSIS, night.known(), PACK, PLAYER, seed)
    pilots = default_bots(TITLE, PACK, TITLE.seats(night.run.state.setup), "random", seed)
    trial = OrderTrial(ANALYSIS.prospects, guesses, decision, pilots, seed=seed)
    try:
        trial.begin_with(1)
        trial.fly(1, lambda: False)
    except NoGuess:
        return []
    return [trial.field, trial.values, trial.odds()]


@pytest.mark.slow
@pytest.mark.rule("5.0")
@pytest.mark.parametrize(
    ("setups", "latest", "wanted"),
    [(of_scenarios(QUICK), 30, PAIRS), (YEARS, 60, YEAR_PAIRS)],
    ids=["nights", "years"],
)
def test_two_truths_that_look_alike_have_the_same_odds_to_the_bit(setups, latest, wanted):
    """The second truth of each pair is a guess of the first, played through: only what is hidden differs."""
    pairs = unlike = seed = 0
    while pairs < wanted:
        seed += 1
        night = flown(setups[seed % len(setups)], seed, Random(seed).randrange(latest))
        if night is None:
            continue
        maker, first = guesser(night), one_flown(night, seed)
        flown_on = [msgspec.json.encode(night.known())]
        for other in filter(None, (played(night, maker, number) for number in range(TRUTHS))):
            data = msgspec.json.encode(other.known())
            if data not in flown_on or len(flown_on) <= FLOWN_ON:
                assert one_flown(other, seed) == first
                flown_on.append(data)
            pairs += 1
            unlike += other.run.view(UMPIRE) != night.run.view(UMPIRE)
    assert unlike > 0.9 * pairs
