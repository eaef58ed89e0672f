"""A guess of a night under an umpire, from its player's information alone.

Unseen attackers are drawn (`sampler.py`) as facts and silences allow (`observations.py`, `tracks.py`). Then the rules
replay the night by that plan (`replay.py`). A different event drops the guess. The probability of exactly these events
weighs it against the guess before it (Metropolis, Hastings).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from engine.analysis.observation import Observation, ObservedLine, observed_state
from engine.analysis.rollout_state import Guess, KnownGame
from engine.analysis.stream_dice import RolloutDice
from engine.kernel.dice import ANCHOR_SIGN, JournalMismatch
from engine.kernel.events import EventRecord, read_data
from engine.kernel.snapshot import snapshot
from engine.kernel.title import Title
from engine.nightfighter.analysis.raid import night_start
from engine.nightfighter.analysis.replay import (
    RNG_RANGE,
    GuessRng,
    ObservationMismatch,
    ObservedEvent,
    PlayerAnswer,
    PlayerLog,
    ReplayResult,
    replay_night,
)
from engine.nightfighter.analysis.sampler import MOST_EFFORT, PlanSampler
from engine.nightfighter.analysis.tracks import AttackerTracks
from engine.nightfighter.events import EVENTS
from engine.nightfighter.state import Setup, State
from engine.nightfighter.views import InterceptionView

PLAYED = 10
"""Tracks that a night played again is worth."""
TRIES = 4
"""Times that the first plan of a chain is played before it is given up."""
CHAINS = 4
"""Chains of guesses, each with a new beginning, that are continued in turn."""


LoadMaker = Callable[[int], bytes]
"""The beginning of a year's night, with what its bombers carry rolled by a seed."""


class NoPlanFound(Exception):
    """No plan leads to the player's events, or none within the effort that one is worth."""


def make_guesser(title: Title, known: Observation, pack: Any, viewer: str) -> Callable[[RolloutDice], Guess | None]:
    """Return who makes guesses of a night from what its player knows; one that he would see otherwise is none."""
    asked = (known.asked.kind, known.asked.options)
    setup = msgspec.convert(known.now["setup"], Setup)
    now = msgspec.convert(known.now["view"], InterceptionView)
    is_laden = setup.campaign != "none" and setup.options.loads_hidden
    makers: dict[int, NightGuesser] = {}

    def agrees(state: State) -> bool:
        return observed_state(title, state, pack, viewer) == known.now

    def laden(seed: int) -> bytes:
        return snapshot(night_start(setup, now, known.story, pack, seed)[0])

    def maker_of(seed: int) -> NightGuesser:
        """Return who makes guesses; what the bombers of a year carry is rolled for each chain, then as it goes."""
        load = seed if is_laden else 0
        if load not in makers:
            begun, story = night_start(setup, now, known.story, pack, load)
            loads = laden if is_laden else None
            makers[load] = NightGuesser(begun, pack, read_player_log(story), asked, agrees, loads)
        return makers[load]

    chains: list[GuessChain] = []
    turns = 0

    def guess(dice: RolloutDice) -> Guess | None:
        nonlocal turns
        seed = dice.draw("guess", 1 << 30)
        rng = GuessRng(seed)
        turns += 1
        if chains and turns > CHAINS:
            chain = chains[turns % len(chains)]
            chain.go_on(rng)
        else:
            try:
                chain = GuessChain(maker_of(seed), rng)
            except (NoPlanFound, JournalMismatch):
                return None
            chains.append(chain)
        record = chain.told.record
        record.began = known.rules
        return KnownGame(title, pack, record)

    return guess


def read_player_log(story: Sequence[ObservedLine]) -> PlayerLog:
    """Return the player's events and answers, ready for comparison."""
    lines: list[ObservedEvent | PlayerAnswer] = []
    for line in story:
        if isinstance(line, EventRecord):
            dice = [(one.stream.partition(ANCHOR_SIGN)[0], one.sides, one.face) for one in line.dice]
            mods = [(mod.value, mod.reason, mod.rule) for mod in line.mods]
            lines.append(ObservedEvent(read_data(EVENTS, line.kind, line.data), dice, mods))
        else:
            lines.append(PlayerAnswer(line.key, line.answer))
    return lines


class NightGuesser:
    """Makes guesses of one moment of a night."""

    def __init__(
        self,
        begun: State,
        pack: Any,
        player_log: PlayerLog,
        asked: tuple[str, Sequence[str]],
        agrees: Callable[[State], bool] = lambda state: True,
        loads: LoadMaker | None = None,
    ) -> None:
        self.pack, self.start, self.player_log, self.asked, self.agrees = (
            pack,
            snapshot(begun),
            player_log,
            asked,
            agrees,
        )
        self.loads = loads
        self.ways = AttackerTracks(begun, pack, player_log, asked)

    def guess(self, rng: GuessRng) -> ReplayResult:
        """Return a night that leads to the player's events, or give up."""
        return GuessChain(self, rng).told

    def replay_plan(self, draft: PlanSampler, rng: GuessRng, start: bytes) -> ReplayResult:
        """Play the night by a plan, from a beginning."""
        draft.effort += PLAYED
        data = replay_night(start, self.pack, self.player_log, draft.plan(rng), rng, self.asked)
        if not self.agrees(data.state):
            raise ObservationMismatch("the player sees otherwise", len(self.player_log))
        return data


class GuessChain:
    """Guesses, each made of the one before: in the long run each night comes up as often as it is likely."""

    def __init__(self, maker: NightGuesser, rng: GuessRng) -> None:
        self.maker = maker
        self.start = maker.start
        self.draft = PlanSampler(maker.ways)
        self.told = self.begin(rng)

    def begin(self, rng: GuessRng) -> ReplayResult:
        """Find a plan that leads to the player's events; unseen dice may fall otherwise another time."""
        while self.draft.effort < MOST_EFFORT:
            try:
                self.draft.begin(rng)
            except ObservationMismatch:
                continue
            for _ in range(TRIES):
                try:
                    return self.maker.replay_plan(self.draft, rng, self.start)
                except ObservationMismatch:
                    continue
        raise NoPlanFound

    def go_on(self, rng: GuessRng) -> None:
        """Go on to another plan, or to another load, or keep the last one where that is likelier by so much."""
        loads = self.maker.loads
        if loads is not None and rng.below(2):
            self._load(loads(rng.below(RNG_RANGE)), rng)
        else:
            self._mix(rng)

    def _load(self, start: bytes, rng: GuessRng) -> None:
        """Have the same attackers carry something else. Their ways stay those that the first load left open."""
        if self._leads(start, rng):
            self.start = start

    def _mix(self, rng: GuessRng) -> None:
        """Have other attackers come in, or by other ways."""
        stored = self.draft.saved_plan()
        self.draft.mix(rng)
        if not self._leads(self.start, rng):
            self.draft.take_back(stored)

    def _leads(self, start: bytes, rng: GuessRng) -> bool:
        """Say whether to accept the plan: it leads to the player's events, and the ratio of likelihoods allows it."""
        try:
            data = self.maker.replay_plan(self.draft, rng, start)
        except ObservationMismatch:
            return False
        if rng.share() * self.told.weight >= data.weight:
            return False
        self.told = data
        return True
