"""Latency and cost of odds, and cost of the review of a year and of a night."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, cast

import msgspec

from engine.analysis.game_analysis import GameAnalysis
from engine.analysis.reviewed_game import ReviewedGame
from engine.analysis.rollouts import NoGuess, default_bots, guesses_of, odds
from engine.bomber_command.analysis.entry import ANALYSIS as RAID_ANALYSIS
from engine.bomber_command.game import TITLE as OF_RAIDS
from engine.bomber_command.state import Setup as RaidSetup
from engine.interceptor.analysis.entry import ANALYSIS as SORTIE_ANALYSIS
from engine.interceptor.game import TITLE as BY_DAY
from engine.interceptor.state import PilotSetup, Setup
from engine.kernel.dice import FairDice
from engine.kernel.events import Event
from engine.kernel.run import NoDice, RecordedAnswer, Run
from engine.nightfighter.analysis.entry import ANALYSIS as NIGHT_ANALYSIS
from engine.nightfighter.game import TITLE as BY_NIGHT
from engine.nightfighter.state import Setup as NightSetup
from play.models import GameReview
from play.odds.worker import CPU_SECONDS, round_data
from play.reviews.worker import SHARE_SECONDS, ReviewWork
from tests.bench import bench

OF_A_KIND = 4
"""Questions of each kind that are measured."""

ANALYSES = {BY_DAY.name: SORTIE_ANALYSIS, BY_NIGHT.name: NIGHT_ANALYSIS, OF_RAIDS.name: RAID_ANALYSIS}


def analysis_of(title: Any) -> GameAnalysis:
    """The analysis of a game."""
    return cast(GameAnalysis, ANALYSES[title.name])


OPEN: list[tuple[Any, Any, int]] = [
    (BY_DAY, Setup(pilots=[PilotSetup(unit=5)]), 150),
    (BY_NIGHT, NightSetup(scenario="4B", mode="solo"), 0),
]
HIDDEN: list[tuple[Any, Any, int]] = [
    (OF_RAIDS, RaidSetup("berlin"), 60),
    (OF_RAIDS, RaidSetup("berlin", fog_of_war=True), 60),
    (OF_RAIDS, RaidSetup("downfall"), 90),
    (BY_NIGHT, NightSetup(scenario="4B", mode="blind", umpire="computer"), 0),
    (BY_NIGHT, NightSetup(campaign="staffel", mode="blind", umpire="computer"), 60),
]
"""Games with the answers after which questions are taken: those of late in a year, and those of all the night."""
Told = list[Event | RecordedAnswer]


def questions(games: list[tuple[Any, Any, int]], of_a_kind: int) -> Iterator[tuple[Run, Any, Sequence[str], Told]]:
    """Give questions of games, a few of each seat and kind, with all earlier events and answers."""
    for title, setup, after in games:
        pack, met, answered = title.load_pack("standard"), Counter[str](), 0
        run = Run.begin(title, pack, setup, FairDice(b"bench"))
        bots = default_bots(title, pack, title.seats(setup), analysis_of(title).prospects.policy, 1)(0)
        told: Told = list(run.step.events)
        while not run.over and answered < 700:
            decision = next(iter(run.pending.values()))
            seat = decision.actor
            if (
                answered >= after
                and analysis_of(title).prospects.covers(decision)
                and met[seat + decision.kind] < of_a_kind
            ):
                met[seat + decision.kind] += 1
                yield run, decision, title.seats(setup), told
            answer = bots[seat].choose(decision, lambda run=run, seat=seat: run.view(seat))
            given = msgspec.to_builtins(answer) if decision.form is not None else answer
            told.append(RecordedAnswer(seat, decision.key, given))
            told += run.answer(seat, given, decision.key).events
            answered += 1


@cache
def times(*, hidden: bool = False) -> list[tuple[float, float]]:
    """CPU seconds to the first round and to the last of each question, in games with or without hidden facts."""
    found = []
    for run, decision, seats, told in questions(HIDDEN, 1) if hidden else questions(OPEN, OF_A_KIND):
        began = time.process_time()
        title: Any = run.title
        prospects, first = analysis_of(title).prospects, 0.0
        taken_up = Run.resume(title, run.pack, NoDice(), run.record)
        pilots = default_bots(title, run.pack, seats, prospects.policy, 1)
        guesses = guesses_of(taken_up, decision.actor, 1, analysis_of(title), decision=decision, data=told)
        budget = prospects.budget(decision)
        rounds = odds(
            prospects,
            guesses,
            decision,
            pilots,
            seed=1,
            budget=budget,
            least=max(16, budget // (2 * len(decision.options))),
            stopped=lambda began=began: time.process_time() - began > CPU_SECONDS,
        )
        with suppress(NoGuess):
            for so_far in rounds:
                round_data(prospects, decision, so_far)
                first = first or time.process_time() - began
        if not first:
            continue
        found.append((first, time.process_time() - began))
    return found


@bench("odds.first_ms", unit="ms", at_most=300)
def first() -> float:
    """CPU time to the first bars: nine questions of ten have them by then."""
    ordered = sorted(first for first, _done in times())
    return 1000 * ordered[int(0.9 * len(ordered))]


@bench("odds.first_ms.hidden", unit="ms", at_most=300)
def first_of_hidden() -> float:
    """The same where something is hidden, and so must be guessed first: Bomber Command, and a night under an umpire."""
    ordered = sorted(first for first, _done in times(hidden=True))
    return 1000 * ordered[int(0.9 * len(ordered))]


@bench("odds.done_cpu_s", unit="s", at_most=1.5)
def done() -> float:
    """CPU time to the last bars, at worst."""
    return max(done for _first, done in times() + times(hidden=True))


# Looking back -------------------------------------------------------------------------------------------------------


def looked_back(title: Any, setup: Any, policy: str, dice: bytes, place: int = 0) -> float:
    """CPU seconds to look back on a game that a bot played in one of its seats, as the worker does it."""
    pack, seats = title.load_pack("standard"), title.seats(setup)
    run, count = Run.begin(title, pack, setup, FairDice(dice)), 0
    named = analysis_of(title).prospects.policy
    bots = {name: title.policies()[policy if name == seats[place] else named](pack, name, 1) for name in seats}
    house_of = {name: title.policies()[named](pack, name, 1) for name in seats}
    walk = ReviewedGame(title, analysis_of(title), seats[place], title.rules, house_of, setup)
    walk.begin(run)
    while not run.over:
        decision = next(iter(run.pending.values()))
        seat, count = decision.actor, count + 1
        answer = bots[seat].choose(decision, lambda seat=seat: run.view(seat))
        given = msgspec.to_builtins(answer) if decision.form is not None else answer
        walk.answer(run, seat, decision.key, given, count, joined=False)
    walk.end()
    work = ReviewWork(GameReview(seat=seats[place]), walk)
    began = time.process_time()
    while not work.is_done:
        work.go_on(time.process_time() + SHARE_SECONDS)
    return time.process_time() - began


@bench("analysis.career_cpu_s", unit="s", at_most=60)
def career() -> float:
    """A year of 92 lines by a pilot who differs from the site's bot as often as possible."""
    return looked_back(BY_DAY, Setup(pilots=[PilotSetup(unit=5)]), "careful", b"x3")


@bench("analysis.night_cpu_s", unit="s", at_most=60)
def night() -> float:
    """A night alone, flown at random, so that it differs from the site's bot at every turn."""
    return looked_back(BY_NIGHT, NightSetup(scenario="4B", mode="solo"), "random", b"x3")


@bench("analysis.night_cpu_s.umpire", unit="s", at_most=60)
def night_under_umpire() -> float:
    """A night under an umpire with intruders, flown at random: the dearest to fly on, and where most is guessed at."""
    return looked_back(BY_NIGHT, NightSetup(scenario="10", mode="blind"), "random", b"x3")


@bench("analysis.career_cpu_s.nights", unit="s", at_most=60)
def nights() -> float:
    """A Staffel's year alone, flown at random: the one with most answers."""
    return looked_back(BY_NIGHT, NightSetup(campaign="staffel", mode="solo"), "random", b"x3")


@bench("analysis.raid_cpu_s", unit="s", at_most=60)
def raid() -> float:
    """A night of two sides whose German player answers at random; Downfall is the longer of the two."""
    return looked_back(OF_RAIDS, RaidSetup("downfall"), "random", b"x3", 1)
