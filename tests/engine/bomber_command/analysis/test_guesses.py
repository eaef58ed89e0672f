"""A night guessed by one side: it repeats all his events, and shows no more than he could know."""

from __future__ import annotations

import inspect
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec
import pytest

from engine.analysis.determinize import Determinizer
from engine.analysis.observation import Observation, observation_of
from engine.analysis.rollout_state import RolloutState
from engine.analysis.rollouts import TRIED, NoGuess, OrderOdds, default_bots, guesses_from, odds
from engine.analysis.search import SearchPlan, best_order
from engine.bomber_command.analysis import guesses
from engine.bomber_command.analysis.entry import ANALYSIS, BomberCommandAnalysis
from engine.bomber_command.analysis.observations import NightObservations, TurnObservation, read_observations
from engine.bomber_command.analysis.prospects import KINDS_BEFORE_PLAY, RaidProspects
from engine.bomber_command.charts.compiled import load_charts
from engine.bomber_command.game import TITLE
from engine.bomber_command.rules.encounters import declare_passing
from engine.bomber_command.rules.movement import left_map, move_raids, stream_hexes
from engine.bomber_command.state import (
    AIR,
    BRITISH,
    DECOY,
    DROP,
    FLYING,
    GERMAN,
    HOME,
    MAIN,
    OTHER,
    RESOLVE,
    SEATS,
    WAITING,
    FighterUnit,
    Setup,
    State,
    on_map,
)
from engine.kernel.decisions import Decision
from engine.kernel.dice import FairDice, FastDice, JournalMismatch
from engine.kernel.events import Event, EventRecord
from engine.kernel.run import GameRecord, NoDice, Run
from engine.kernel.snapshot import restore, snapshot
from engine.kernel.table import Table
from play.sessions.models import Session
from tests.shared.sample_sizes import sample_size

CHARTS = load_charts("standard")
ADVANCED = dict.fromkeys(
    ("bad_weather", "moon", "tail_winds", "intruders", "bomb_loads", "approach", "variable_north", "separate_quality"),
    True,
)
Question = tuple[Run, Decision, list[Event]]


def questions(
    scenario: Any, viewer: str, seed: int, every: int, policy: str = "strong", **options: bool
) -> Iterator[Question]:
    """Give questions of a side from a night between bots, with all events before each."""
    run = Run.begin(TITLE, CHARTS, Setup(scenario, **options), FairDice(b"guessed %d" % seed))
    bots = default_bots(TITLE, CHARTS, SEATS, policy, seed)(0)
    told, met = list(run.step.events), 0
    while not run.over:
        decision = next(iter(run.pending.values()))
        if decision.actor == viewer and len(decision.options) > 1 and not decision.kind.startswith(KINDS_BEFORE_PLAY):
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
            known = observation_of(run, BRITISH, decision, told)
            guess = ANALYSIS.guesser(known, CHARTS, BRITISH)(FastDice(seed))
            assert guess is not None, (seed, decision)
            again = Run.resume(TITLE, CHARTS, NoDice(), guess.record)
            same = again.find(BRITISH, decision.key)
            assert observation_of(again, BRITISH, same, told) == known
            mine, its = again.state, run.state
            assert mine.raids == its.raids and mine.units == its.units and mine.bombings == its.bombings
            assert mine.hands[BRITISH] == its.hands[BRITISH] and mine.decks[BRITISH] == its.decks[BRITISH]
            whole = sorted([*its.hands[GERMAN], *its.decks[GERMAN].pile])
            assert sorted([*mine.hands[GERMAN], *mine.decks[GERMAN].pile]) == whole
            kinds[decision.kind] += 1
    assert len(kinds) > 4 and sum(kinds.values()) > 20


Flight = tuple[TurnObservation, list[str], list[list[str]], Counter[tuple[str, ...]], list[str], int]


def retold(guessed: State, story: NightObservations, until: int) -> Iterator[Flight]:
    """Fly guessed raids from the evening on by the rules; give what they would have shown in each turn."""
    night = State(guessed.setup, stream=guessed.stream, stripped=guessed.stripped)
    fresh = {"at": -1, "status": WAITING, "marker": "", "attacked": False, "stretched": False}
    night.raids = [msgspec.structs.replace(raid, **fresh) for raid in guessed.raids]
    for turn in range(1, until + 1):
        seen = story.turns[turn]
        night.turn, night.units = turn, [FighterUnit(f"gci {hex_}", AIR, hex_, gci=True) for hex_ in seen.gci]
        out = sum(raid.status == FLYING and raid.at >= len(raid.route) for raid in night.raids)
        flown = move_raids(night, Table(FastDice(1), CHARTS))
        heads = [raid.route[raid.at] for raid in night.raids if on_map(raid)]
        large = [raid for raid in night.raids if raid.kind in (MAIN, DECOY) and raid.status == FLYING]
        trails = [stream_hexes(night, raid) for raid in large]
        combats = Counter(combat[:2] for combat in declare_passing(night, CHARTS, flown))
        out = sum(raid.status == FLYING and raid.at >= len(raid.route) for raid in night.raids) - out
        yield seen, heads, trails, combats, [one.raid.target for one in flown if one.drops], out
        for raid in night.raids:
            raid.marker = RESOLVE if raid.marker == DROP else ""
            if left_map(night, raid):
                raid.status = HOME


def shows(guessed: State, story: NightObservations) -> None:
    """Compare the events of guessed raids, flown by the rules, with all events of the night."""
    for seen, heads, trails, combats, drops, out in retold(guessed, story, story.last):
        if seen.full and not seen.faked:
            assert sorted(heads) == sorted(seen.counters)
        assert len(set(seen.counters).difference(heads)) <= seen.faked
        if seen.found == "clarified" and not seen.withheld:
            if guessed.scenario == "berlin":
                assert sorted(hex_ for trail in trails for hex_ in trail) == sorted(seen.streams)
            else:
                # There the stream lies beneath the raid or in the hex behind it, as the British player likes.
                assert len([trail for trail in trails if trail]) == len(seen.streams)
        wanted = Counter({(hex_, kind): 0 for hex_, kind, _city in seen.combats})
        for (hex_, kind, _city), count in seen.combats.items():
            wanted[hex_, kind] += count
        assert combats == wanted and sorted(drops) == sorted(seen.drops) and out == seen.england


NIGHTS = {
    "berlin": ("berlin", "strong", {}, 0.95),
    "berlin-fog": ("berlin", "strong", {"fog_of_war": True}, 0.95),
    "berlin-advanced": ("berlin", "strong", ADVANCED, 0.9),
    "berlin-at-random": ("berlin", "random", {}, 0.6),
    "downfall": ("downfall", "strong", {}, 0.9),
    "downfall-advanced": ("downfall", "strong", ADVANCED | {"fog_of_war": True}, 0.85),
    "downfall-with-escorts": ("downfall", "random", {}, 0.5),
}
"""Which nights the German player guesses, and for what share of the questions a guess is to be found at least."""
GUESSED_NIGHTS = sample_size("GUESSED_NIGHTS", 6, 20)


@pytest.mark.slow
@pytest.mark.parametrize("name", NIGHTS)
def test_a_plot_guessed_by_the_german_player_tells_him_again_all_that_he_was_told(name):
    scenario, policy, options, share = NIGHTS[name]
    found, asked, escorts = 0, 0, 0
    for seed in range(GUESSED_NIGHTS):
        for run, decision, told in questions(scenario, GERMAN, seed, 46, policy, **options):
            asked += 1
            known = observation_of(run, GERMAN, decision, told)
            guesser = ANALYSIS.guesser(known, CHARTS, GERMAN)
            guess = next((one for one in map(guesser, map(FastDice, range(TRIED))) if one is not None), None)
            if guess is None:
                continue
            found += 1
            again = Run.resume(TITLE, CHARTS, NoDice(), guess.record)
            assert observation_of(again, GERMAN, again.find(GERMAN, decision.key), told) == known
            shows(again.state, read_observations(guesses.heard_of(known), CHARTS))
            escorts += sum(bool(raid.parent) for raid in again.state.raids)
    assert asked > 5 * GUESSED_NIGHTS / 2 and found >= share * asked, (found, asked)
    assert escorts or policy == "strong"


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_a_guessed_main_force_flies_home_as_straight_as_the_house_leads_it(scenario):
    board, strays = CHARTS.boards[scenario], []
    for run, decision, told in questions(scenario, GERMAN, 5, 20):
        if run.state.turn > 5:
            break
        guesser = ANALYSIS.guesser(observation_of(run, GERMAN, decision, told), CHARTS, GERMAN)
        for guess in filter(None, map(guesser, map(FastDice, range(6)))):
            for raid in guess.begin(FastDice(1)).state.raids:
                if raid.kind == MAIN and raid.at < raid.target_at:
                    shortest = min(board.distance(raid.route[raid.target_at], hex_) for hex_ in board.exits)
                    strays.append(len(raid.route) - 1 - raid.target_at - shortest)
    assert len(strays) > 10 and sum(strays) / len(strays) < 2


def latest(record: GameRecord) -> GameRecord:
    """Return the record from its last seam on."""
    if record.coming is None:
        return record
    return msgspec.structs.replace(record.coming, tail=record.tail[record.coming_at :])


def other_plots(run: Run, seed: int) -> Iterator[Run]:
    """Give games whose raids turn home elsewhere, enter later or bomb something else, with other cards and chits."""
    draw, record = random.Random(seed), latest(run.record)
    cities = list(CHARTS.boards[run.state.scenario].cities)
    for _ in range(60):
        night = restore(record.snapshot, State, record.began)
        night.target_vps = [draw.randint(0, 9) for _vp in night.target_vps]
        for raid in night.raids:
            ahead = max(raid.at, 0) + draw.randint(5, 8)
            if raid.status == WAITING and raid.turn > night.turn:
                raid.turn += draw.randint(0, 2)
            if raid.target_at > ahead:
                raid.target, raid.target_at = draw.choice(cities), ahead
                raid.route[ahead + 1 :] = raid.route[:ahead][::-1]
        hand, pile = night.hands[BRITISH], night.decks[BRITISH].pile
        if not hand or not pile:
            return
        at, place = draw.randrange(len(hand)), draw.randrange(len(pile))
        hand[at], pile[place] = pile[place], hand[at]
        pile.sort()
        try:
            yield Run.resume(TITLE, CHARTS, NoDice(), msgspec.structs.replace(record, snapshot=snapshot(night)))
        except JournalMismatch:
            continue


class Glimpse(RaidProspects):
    """Nights that end with their phase, so that many can be flown."""

    glance = 1

    def reached(self, state: State, mark: str) -> bool:
        return True


def other_truths(run: Run, viewer: str, seed: int) -> Iterator[Run]:
    """Give games that differ in the other side's cards, as far as the answers that were given allow it."""
    draw, other = random.Random(seed), OTHER[viewer]
    record = latest(run.record)
    for _ in range(40):
        night = restore(record.snapshot, State, record.began)
        hand, deck = night.hands[other], night.decks[other]
        if not hand or not deck.pile:
            return
        for at in draw.sample(range(len(hand)), draw.randint(1, len(hand))):
            place = draw.randrange(len(deck.pile))
            hand[at], deck.pile[place] = deck.pile[place], hand[at]
        deck.pile.sort()
        changed: GameRecord = msgspec.structs.replace(record, snapshot=snapshot(night))
        try:
            yield Run.resume(TITLE, CHARTS, NoDice(), changed)
        except JournalMismatch:
            continue


def tried(decision: Decision) -> tuple[str, ...]:
    """Try all orders of a third of the questions, in the order of flying; of the others the first two."""
    return decision.options if len(decision.options) % 3 == 0 else decision.options[:2]


def glimpsed(known: Observation, decision: Decision, viewer: str) -> list[tuple[OrderOdds, ...]]:
    guesses = guesses_from(ANALYSIS, known, CHARTS, viewer, 7)
    pilots = default_bots(TITLE, CHARTS, SEATS, "strong", 7)
    try:
        return list(odds(Glimpse(), guesses, decision, pilots, seed=7, budget=2, options=tried(decision)))
    except NoGuess:
        return []


FLOWN_ON = sample_size("ODDS_FLOWN_ON", 1, 60)
"""Pairs of a question whose odds are computed though they are made of the same bytes."""


def data_of(known: Observation) -> bytes:
    """Return the bytes of all input of the odds, with the order and the types."""
    return msgspec.json.encode(known)


def is_to_be_flown(known: Observation, flown_on: list[bytes]) -> bool:
    """Say whether odds must be computed of a pair: the first of a question, and what differs in a byte."""
    data = data_of(known)
    if data in flown_on and len(flown_on) > FLOWN_ON:
        return False
    flown_on.append(data)
    return True


def looks_alike(run: Run, other: Run, viewer: str, decision: Decision) -> bool:
    """Say whether two nights show a seat the same board and offer it the same orders.

    What is known to the gate has no part in it: else a leak there would take its own pair out of the test.
    """
    return run.view(viewer) == other.view(viewer) and other.find(viewer, decision.key).options == decision.options


@pytest.mark.slow
def test_two_truths_that_the_british_player_cannot_tell_apart_give_the_same_odds_to_the_bit():
    pairs = met = 0
    for seed in range(30):
        for run, decision, _told in questions("downfall" if seed % 3 == 2 else "berlin", BRITISH, seed, 12):
            met += 1
            known, mine = observation_of(run, BRITISH, decision), None
            flown_on = [data_of(known)]
            for other in other_truths(run, BRITISH, seed):
                if other.state.hands == run.state.hands or (BRITISH, decision.key) not in other.pending:
                    continue
                if looks_alike(run, other, BRITISH, decision):
                    theirs = observation_of(other, BRITISH, other.find(BRITISH, decision.key))
                    pairs += 1
                    assert theirs == known, "the gate is handed nothing that the board does not show"
                    if is_to_be_flown(theirs, flown_on):
                        mine = glimpsed(known, decision, BRITISH) if mine is None else mine
                        assert glimpsed(theirs, decision, BRITISH) == mine
            if pairs >= 1000:
                return
    raise AssertionError(f"{pairs} pairs of {met} questions are too few")


LATE = 7
"""The turn from which on the rest of a night is flown on in some milliseconds."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", [6, 8])
def test_a_british_commander_who_thinks_gives_the_same_order_in_two_truths_that_he_cannot_tell_apart(seed):
    thought = SearchPlan(("cards.discard",), 24, RaidProspects())
    for run, decision, _told in questions("berlin", BRITISH, seed, 1):
        if not thought.is_of(decision) or run.state.turn < LATE:
            continue
        known = observation_of(run, BRITISH, decision)
        if (mine := thought_over(thought, known, decision)) == "done":
            continue
        others = [other for other in other_truths(run, BRITISH, seed) if (BRITISH, decision.key) in other.pending]
        others = [other for other in others if other.state.hands != run.state.hands]
        others = [other for other in others if looks_alike(run, other, BRITISH, decision)]
        alike = [observation_of(other, BRITISH, other.find(BRITISH, decision.key)) for other in others]
        assert len(alike) >= 3 and all(theirs == known for theirs in alike)
        assert [thought_over(thought, theirs, decision) for theirs in alike[:3]] == [mine] * 3
        return
    raise AssertionError("he never gave another order than the strong bot")


def thought_over(thought: SearchPlan, known: Observation, decision: Decision) -> Any:
    guesses = guesses_from(ANALYSIS, known, CHARTS, BRITISH, 7)
    pilots = default_bots(TITLE, CHARTS, SEATS, "strong", 7)
    return best_order(thought, guesses, decision, "done", pilots, seed=7)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_two_truths_that_the_german_player_cannot_tell_apart_give_the_same_odds_to_the_bit(scenario):
    pairs = plots = 0
    for seed in range(60):
        for run, decision, told in questions(scenario, GERMAN, seed, 5, fog_of_war=seed % 2 == 1):
            if run.state.turn > 4:
                break
            known, bare = observation_of(run, GERMAN, decision, told), observation_of(run, GERMAN, decision)
            mine, flown_on = glimpsed(known, decision, GERMAN), [data_of(bare)]
            if not mine:
                continue
            for other in other_plots(run, seed):
                if (GERMAN, decision.key) not in other.pending or other.state == run.state:
                    continue
                if looks_alike(run, other, GERMAN, decision):
                    theirs = observation_of(other, GERMAN, other.find(GERMAN, decision.key))
                    assert theirs == bare, "the gate is handed nothing that the board does not show"
                    pairs, plots = pairs + 1, plots + (other.state.raids != run.state.raids)
                    if is_to_be_flown(theirs, flown_on):
                        assert glimpsed(msgspec.structs.replace(theirs, told=known.told), decision, GERMAN) == mine
            if pairs >= 1000:
                assert plots > 500
                return
    raise AssertionError(f"{pairs} pairs are too few")


def test_no_game_is_within_reach_of_whoever_guesses():
    signatures = [
        get_type_hints(guesses.make_guesser),
        get_type_hints(BomberCommandAnalysis.guesser),
        get_type_hints(Determinizer.__init__),
    ]
    named = {kind for hints in signatures for kind in hints.values()}
    assert not named & {Run, GameRecord, Session, State, RolloutState} and Observation in named
    assert list(inspect.signature(ANALYSIS.guesser).parameters) == ["known", "pack", "viewer"]


@pytest.mark.slow
def test_what_was_told_otherwise_is_no_guess():
    tried = 0
    for run, decision, told in questions("downfall", BRITISH, 2, 2):
        known = observation_of(run, BRITISH, decision, told)
        rolled = [line for line in known.since if isinstance(line, EventRecord) and "total" in line.data]
        if rolled:
            rolled[-1].data["total"] += 1
            assert ANALYSIS.guesser(known, CHARTS, BRITISH)(FastDice(1)) is None
            tried += 1
    assert tried > 5
