"""A night guessed by one side: it tells him again all that he was told, and says no more than he could know."""

from __future__ import annotations

import inspect
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec
import pytest

from engine.bomber_command import guessing
from engine.bomber_command.pack import load_charts
from engine.bomber_command.prospects import BEFORE_THE_NIGHT, Nights
from engine.bomber_command.state import BRITISH, GERMAN, OTHER, SEATS, Night, Setup
from engine.bomber_command.title import TITLE
from engine.kernel.courses import Course
from engine.kernel.decisions import Decision
from engine.kernel.dice import FairDice, FastDice, JournalMisfit
from engine.kernel.events import Event
from engine.kernel.game import snapshot
from engine.kernel.knowledge import Knowledge, known_to
from engine.kernel.readings import restored
from engine.kernel.retelling import Retelling
from engine.kernel.rollouts import Odd, guesses_from, house, odds
from engine.kernel.run import NoDice, Record, Run
from play.models import Session

CHARTS = load_charts("standard")
Question = tuple[Run, Decision, list[Event]]


def questions(scenario: Any, viewer: str, seed: int, every: int, policy: str = "strong") -> Iterator[Question]:
    """Give questions of a side from a night between bots, with all that was told before each."""
    run = Run.begin(TITLE, CHARTS, Setup(scenario), FairDice(b"guessed %d" % seed))
    bots = house(TITLE, CHARTS, SEATS, policy, seed)(0)
    told, met = list(run.step.events), 0
    while not run.over:
        decision = next(iter(run.pending.values()))
        if decision.actor == viewer and len(decision.options) > 1 and not decision.kind.startswith(BEFORE_THE_NIGHT):
            met += 1
            if met % every == 0:
                yield run, decision, told
        answer = bots[decision.actor].choose(decision, lambda run=run, seat=decision.actor: run.view(seat))
        given = msgspec.to_builtins(answer) if decision.form is not None else answer
        told += run.answer(decision.actor, given, decision.key).events


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["strong", "random"])
@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_a_guessed_night_tells_the_british_player_again_all_that_he_was_told(scenario, policy):
    kinds: Counter[str] = Counter()
    for seed in range(3):
        for run, decision, told in questions(scenario, BRITISH, seed, 9, policy):
            known = known_to(run, BRITISH, decision, told)
            guess = TITLE.guesses(known, CHARTS, BRITISH)(FastDice(seed))
            assert guess is not None, (seed, decision)
            again = Run.resume(TITLE, CHARTS, NoDice(), guess.record)
            same = again.find(BRITISH, decision.key)
            assert known_to(again, BRITISH, same, told) == known
            mine, its = again.state, run.state
            assert mine.raids == its.raids and mine.units == its.units and mine.bombings == its.bombings
            assert mine.hands[BRITISH] == its.hands[BRITISH] and mine.decks[BRITISH] == its.decks[BRITISH]
            whole = sorted([*its.hands[GERMAN], *its.decks[GERMAN].pile])
            assert sorted([*mine.hands[GERMAN], *mine.decks[GERMAN].pile]) == whole
            kinds[decision.kind] += 1
    assert len(kinds) > 4 and sum(kinds.values()) > 20


class Glimpse(Nights):
    """Nights that end with their phase, so that many can be flown."""

    glance = 1

    def reached(self, state: Night, mark: str) -> bool:
        return True


def other_truths(run: Run, viewer: str, seed: int) -> Iterator[Run]:
    """Give games that differ in the other side's cards, as far as the answers that were given allow it."""
    draw, other = random.Random(seed), OTHER[viewer]
    record = run.record if run.record.coming is None else msgspec.structs.replace(
        run.record.coming, tail=run.record.tail[run.record.coming_at :]
    )  # fmt: skip
    for _ in range(40):
        night = restored(record.snapshot, Night, record.began)
        hand, deck = night.hands[other], night.decks[other]
        if not hand or not deck.pile:
            return
        for at in draw.sample(range(len(hand)), draw.randint(1, len(hand))):
            place = draw.randrange(len(deck.pile))
            hand[at], deck.pile[place] = deck.pile[place], hand[at]
        deck.pile.sort()
        changed: Record = msgspec.structs.replace(record, snapshot=snapshot(night))
        try:
            yield Run.resume(TITLE, CHARTS, NoDice(), changed)
        except JournalMisfit:
            continue


def glimpsed(known: Knowledge, decision: Decision, viewer: str) -> list[tuple[Odd, ...]]:
    guesses = guesses_from(TITLE, known, CHARTS, viewer, 7)
    pilots = house(TITLE, CHARTS, SEATS, "strong", 7)
    return list(odds(Glimpse(), guesses, decision, pilots, seed=7, budget=2, options=decision.options[:2]))


@pytest.mark.slow
def test_two_truths_that_the_british_player_cannot_tell_apart_give_the_same_odds_to_the_bit():
    pairs = met = 0
    for seed in range(30):
        for run, decision, _told in questions("downfall" if seed % 3 == 2 else "berlin", BRITISH, seed, 12):
            met += 1
            known = known_to(run, BRITISH, decision)
            mine = glimpsed(known, decision, BRITISH)
            for other in other_truths(run, BRITISH, seed):
                if other.state.hands == run.state.hands or (BRITISH, decision.key) not in other.pending:
                    continue
                theirs = known_to(other, BRITISH, other.find(BRITISH, decision.key))
                if theirs == known:
                    pairs += 1
                    assert glimpsed(theirs, decision, BRITISH) == mine
            if pairs >= 1000:
                return
    raise AssertionError(f"{pairs} pairs of {met} questions are too few")


def test_no_game_is_within_reach_of_whoever_guesses():
    signatures = [
        get_type_hints(guessing.guesser_of),
        get_type_hints(TITLE.guesses),
        get_type_hints(Retelling.__init__),
    ]
    named = {kind for hints in signatures for kind in hints.values()}
    assert not named & {Run, Record, Session, Night, Course} and Knowledge in named
    assert list(inspect.signature(TITLE.guesses).parameters) == ["known", "pack", "viewer"]


@pytest.mark.slow
def test_what_was_told_otherwise_is_no_guess():
    tried = 0
    for run, decision, told in questions("downfall", BRITISH, 2, 2):
        known: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(known_to(run, BRITISH, decision, told)))
        rolled = [line["told"] for line in known["since"] if "told" in line and "total" in line["told"]["data"]]
        if rolled:
            rolled[-1]["data"]["total"] += 1
            assert TITLE.guesses(known, CHARTS, BRITISH)(FastDice(1)) is None
            tried += 1
    assert tried > 5
