"""Guesses of a night under an umpire: made of what its player was told alone, they tell and show him the very same."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
import pytest

from engine.kernel.dice import FastDice, RecordedDice
from engine.kernel.events import Event
from engine.kernel.knowledge import known_to
from engine.kernel.rollouts import NoGuess, Trial, guesses_from, house, odds
from engine.kernel.run import Entry, Run
from engine.nightfighter.behind import Whim
from engine.nightfighter.bots import hunter
from engine.nightfighter.guessing import Guesser, Hopeless, tale_of
from engine.nightfighter.scenario import scenario_ids
from engine.nightfighter.state import PLAYER, UMPIRE, Setup
from engine.nightfighter.title import TITLE
from tests.amounts import amount

from .desk import PACK

SCENARIOS = scenario_ids(PACK.tables)
PAIRS = amount("PAIRED_NIGHTS", 1_000, 4_000)
TRUTHS = 8
"""Other truths to each night."""
QUICK = ("1", "1A", "1B", "3A", "4C", "4H", "4J", "5C", "7", "8F")
"""Scenarios whose nights are flown on in little time."""


LEVELS = ({}, {"level": "sly"}, {"level": "helpful"}, {"umpire": "person"})


@dataclass
class Flown:
    """A night with all that was told and answered in it."""

    run: Run
    story: list[Event | Entry] = field(default_factory=list)

    @classmethod
    def begun(cls, setup: Setup, dice: Any) -> "Flown":
        run = Run.begin(TITLE, PACK, setup, dice)
        return cls(run, list(run.step.events))

    @property
    def decision(self) -> Any:
        return next(iter(self.run.pending.values()))

    def answer(self, actor: str, answer: Any) -> None:
        step = self.run.answer(actor, answer)
        self.story += [msgspec.structs.replace(step.entry), *step.events]

    def known(self) -> Any:
        return known_to(self.run, PLAYER, self.decision, self.story)

    def told(self) -> list[Any]:
        return [msgspec.to_builtins(line) for line in self.story if isinstance(line, Event) and line.seen_by(PLAYER)]


def flown(setup: Setup, seed: int, until: int) -> Flown | None:
    """Let two bots fly a night to a question of the player's that odds are told of; None when it ends before."""
    night = Flown.begun(setup, FastDice(seed))
    bots = {seat: hunter(PACK, seat, seed) for seat in (PLAYER, UMPIRE)}
    asked = 0
    while not night.run.over:
        decision = night.decision
        if decision.actor == PLAYER:
            asked += 1
            if asked > until and TITLE.prospects.covers(decision):
                return night
        seat = decision.actor
        night.answer(seat, bots[seat].choose(decision, lambda seat=seat: night.run.view(seat)))
    return None


def guesser(night: Flown) -> Guesser:
    known = night.known()
    setup = night.run.state.setup
    asked = (known["asked"]["kind"], known["asked"]["options"])
    start = msgspec.msgpack.encode(TITLE.start(setup, PACK))
    return Guesser(setup, PACK, start, tale_of(known["story"]), asked)


def played(night: Flown, maker: Guesser, seed: int) -> Flown | None:
    """Return a guess of a night, played through from the beginning on a table of its own."""
    try:
        whole = maker.guess(Whim(seed)).whole
    except Hopeless:
        return None
    other = Flown.begun(night.run.state.setup, RecordedDice(whole.opening, {}))
    for entry in whole.tail:
        other.answer(entry.actor, entry.answer)
    return other


def agree(night: Flown, other: Flown) -> None:
    """The player was told the same, sees the same and is asked the same."""
    assert other.told() == night.told()
    assert other.run.view(PLAYER) == night.run.view(PLAYER)
    one, same = night.decision, other.decision
    assert (one.actor, one.kind, one.options) == (same.actor, same.kind, same.options)


def hold(scenarios: Any, tries: int, **more: Any) -> tuple[int, int, int]:
    """Guess nights of each scenario at a random question; return tries, guesses, and how many were not the truth."""
    tried = found = others = 0
    for scenario in scenarios:
        for seed in range(tries):
            setup = Setup(scenario=scenario, pick_variants=scenario == "6", **more)
            night = flown(setup, seed, Random(f"{scenario} {seed}").randrange(90))
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
    tried, found, others = hold(("1A", "3", "4B", "5B", "8", "9"), 1)
    assert tried == found == others


@pytest.mark.slow
@pytest.mark.rule("5.0")
@pytest.mark.parametrize("place", range(len(LEVELS)), ids=["fair", "sly", "helpful", "person"])
def test_nights_of_every_scenario_are_guessed(place):
    tried, found, others = hold(SCENARIOS, 1, **LEVELS[place])
    assert tried > 50 and found > 0.85 * tried and others > 0.9 * found


@pytest.mark.rule("5.0")
def test_a_tale_that_nobody_can_have_told_has_no_guess():
    night = flown(Setup(scenario="4B"), 1, 60)
    known = night.known()
    line = next(line["told"] for line in known["story"] if line.get("told", {}).get("kind") == "radar.searched")
    line["data"] = {**line["data"], "contact": not line["data"]["contact"], "sweeps": ["1820"]}
    with pytest.raises(NoGuess):
        guesses_from(TITLE, known, PACK, PLAYER, 1)(0)


@pytest.mark.rule("5.0")
def test_guesses_are_made_of_plain_data_and_of_nothing_else():
    night = flown(Setup(scenario="4B"), 1, 20)
    known = night.known()
    with pytest.raises(TypeError):
        guesses_from(TITLE, {**known, "then": night.run.state}, PACK, PLAYER, 1)
    assert not {"bombers", "chits", "ghost", "cup"} & set(known["now"])


def test_odds_under_an_umpire_are_told_round_by_round():
    night = flown(Setup(scenario="4B"), 2, 30)
    decision = night.decision
    guesses = guesses_from(TITLE, night.known(), PACK, PLAYER, 5)
    pilots = house(TITLE, PACK, (PLAYER,), TITLE.prospects.policy, 5)
    rounds = list(odds(TITLE.prospects, guesses, decision, pilots, seed=5, budget=8 * len(decision.options)))
    assert [min(odd.n for odd in found) for found in rounds] == [4, 8]
    assert {odd.option for odd in rounds[-1]} == set(decision.options)


def one_flown(night: Flown, seed: int) -> list[Any]:
    """Fly the first order on, once, by a bot that costs little; nothing is found where no guess is."""
    decision = night.decision
    guesses = guesses_from(TITLE, night.known(), PACK, PLAYER, seed)
    pilots = house(TITLE, PACK, TITLE.seats(night.run.state.setup), "random", seed)
    trial = Trial(TITLE.prospects, guesses, decision, pilots, seed=seed, options=decision.options[:1])
    try:
        trial.fly(1, lambda: False)
    except NoGuess:
        return []
    return [trial.values, trial.odds()]


@pytest.mark.slow
@pytest.mark.rule("5.0")
def test_two_truths_that_look_alike_have_the_same_odds_to_the_bit():
    """The second truth of each pair is a guess of the first, played through: only what is hidden differs."""
    pairs = unlike = seed = 0
    while pairs < PAIRS:
        seed += 1
        night = flown(Setup(scenario=QUICK[seed % len(QUICK)]), seed, Random(seed).randrange(30))
        if night is None:
            continue
        maker, first = guesser(night), one_flown(night, seed)
        for number in range(TRUTHS):
            other = played(night, maker, number)
            if other is not None:
                assert one_flown(other, seed) == first
                pairs += 1
                unlike += other.run.view(UMPIRE) != night.run.view(UMPIRE)
    assert unlike > 0.9 * pairs
