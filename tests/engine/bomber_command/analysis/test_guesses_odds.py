"""Odds of the German player against the truth: nights flown on from guesses come out as the night itself does."""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev

import pytest

from engine.analysis.observation import observation_of
from engine.analysis.rollout_state import KnownGame
from engine.analysis.rollouts import Guesses, NoGuess, Values, default_bots, guesses_from, roll_out
from engine.analysis.stream_dice import StreamDice, mix_seed
from engine.bomber_command.analysis import guesses
from engine.bomber_command.analysis.entry import ANALYSIS
from engine.bomber_command.analysis.estimate import detection_reports, estimate, track_library
from engine.bomber_command.analysis.guesses import target_weights
from engine.bomber_command.analysis.prospects import RaidProspects
from engine.bomber_command.bots.staff import danger_map_of
from engine.bomber_command.charts.compiled import load_charts
from engine.bomber_command.game import TITLE
from engine.bomber_command.state import FLYING, GERMAN, MAIN, SEATS
from engine.kernel.dice import FastDice
from engine.kernel.run import Run
from tests.engine.bomber_command.analysis.test_guesses import Question, questions
from tests.shared.sample_sizes import sample_size

CHARTS = load_charts("standard")
EACH = 12
"""Rollouts of one moment, from guesses and from the truth."""
MOMENTS = sample_size("GUESSED_ODDS", 6, 200)
SPREADS = {
    "berlin": {"won": 0.25, "lost": 0.26, "net": 10.0, "bombers": 9.6, "fighters": 3.9},
    "downfall": {"won": 0.22, "lost": 0.26, "net": 7.4, "bombers": 3.7, "fighters": 2.2},
}
"""By how much guesses of a moment differ from its truth, over 213 and 93 of them: a few alone tell too little."""
TURNS = range(2, 7)
"""In which the German player knows least of what he is up against."""


def moment(scenario: str, seed: int) -> Question | None:
    """Return the German player's first question about cards in a turn of a night between strong bots, if any."""
    turn = TURNS[seed % len(TURNS)]
    for run, decision, told in questions(scenario, GERMAN, seed, 1):
        if run.state.turn > turn:
            return None
        if run.state.turn == turn and decision.kind.startswith("cards"):
            return run, decision, told
    return None


def the_night(run: Run) -> Guesses:
    """Return the night itself, which is no guess."""
    kept = KnownGame(TITLE, CHARTS, run.record)
    return lambda _number: kept


def flown_on(question: Question, guesses: Guesses, seed: int) -> list[Values]:
    """Fly the strong bot's answer on, so many times."""
    run, decision, _told = question
    pilots = default_bots(TITLE, CHARTS, SEATS, "strong", 7)
    answer = pilots(0)[GERMAN].choose(decision, lambda: run.view(GERMAN))
    return [
        roll_out(RaidProspects(), guesses(at), decision, answer, pilots(at), StreamDice(mix_seed(seed, at)))
        for at in range(EACH)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_odds_of_the_german_player_are_neither_too_good_nor_too_bad(scenario):
    """While guessed raids flew on by any way, he won 0.12 and had 5.4 net points too many over 84 nights of Berlin."""
    gaps: list[tuple[float, ...]] = []
    missed = 0
    for seed in range(1000, 1000 + 2 * MOMENTS):
        if len(gaps) == MOMENTS or (question := moment(scenario, seed)) is None:
            continue
        run, decision, told = question
        guesses = guesses_from(ANALYSIS, observation_of(run, GERMAN, decision, told), CHARTS, GERMAN, seed)
        try:
            guessed = flown_on(question, guesses, -seed)
        except NoGuess:  # there are no odds then, and the panel says so
            missed += 1
            continue
        true = flown_on(question, the_night(run), seed)
        columns = zip(zip(*guessed, strict=True), zip(*true, strict=True), strict=True)
        gaps.append(tuple(mean(ones) - mean(others) for ones, others in columns))
    assert missed <= MOMENTS // 5
    assert len(gaps) == MOMENTS
    for measure, column in zip(RaidProspects().measures(decision), zip(*gaps, strict=True), strict=True):
        error = max(stdev(column), SPREADS[scenario][measure.name]) / sqrt(len(column))
        assert abs(mean(column)) < 3 * error, (measure.name, mean(column), error)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_a_guessed_main_force_flies_on_by_ways_that_a_staff_would_take(scenario):
    country, met = danger_map_of(CHARTS.boards[scenario]), 0
    for run, decision, told in questions(scenario, GERMAN, 5, 30):
        if run.state.turn > 5:
            break
        guesser = ANALYSIS.guesser(observation_of(run, GERMAN, decision, told), CHARTS, GERMAN)
        for guess in filter(None, map(guesser, map(FastDice, range(4)))):
            for raid in guess.begin(FastDice(1)).state.raids:
                if raid.kind == MAIN and raid.status == FLYING and raid.at < raid.target_at:
                    home = [way.hexes for way in country.ways_on(raid.route[raid.target_at], country.exits)]
                    assert tuple(raid.route[raid.target_at + 1 :]) in home
                    met += 1
    assert met > 5


@pytest.mark.slow
def test_guesses_lead_main_forces_to_where_the_controllers_estimate_expects_them(monkeypatch):
    question = next(filter(None, (moment("berlin", seed) for seed in range(1, 60, 5))))
    run, decision, told = question
    known = observation_of(run, GERMAN, decision, told)
    seen = detection_reports(event.data for event in guesses.heard_of(known))
    found = estimate(track_library(CHARTS, "berlin"), seen)
    weights = target_weights(known, CHARTS)
    likeliest = max(weights, key=weights.__getitem__)
    assert not found.known and likeliest in {share.city for share in found.shares}
    for city in ("stuttgart", "hamburg"):
        one = {name: float(name == city) for name in weights}
        monkeypatch.setattr(guesses, "target_weights", lambda known, charts, one=one: one)
        guesser = ANALYSIS.guesser(known, CHARTS, GERMAN)
        bound = [guess.begin(FastDice(1)).state.targets for guess in map(guesser, map(FastDice, range(8))) if guess]
        assert len(bound) > 4 and all(targets == [city] for targets in bound), "what it expects for certain"
