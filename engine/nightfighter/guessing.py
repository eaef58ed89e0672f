"""A guess of a night under an umpire, from what its player was told alone.

Attackers that he does not see are drawn (`draft.py`) as facts and silences leave them open (`hearsay.py`, `ways.py`).
Then the rules themselves play the night again by that plan (`behind.py`). What they would have told otherwise throws it
away, and how likely it was that they would tell just this weighs it against the guess before it (Metropolis, Hastings).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from engine.kernel.courses import Fast, Guess, Kept
from engine.kernel.dice import AT, JournalMisfit
from engine.kernel.game import snapshot
from engine.kernel.knowledge import Knowledge, moment_of

from .behind import FINE, Given, Misfit, Retold, Tale, Told, Whim, retold
from .draft import MOST_EFFORT, Draft
from .state import Setup, State
from .told_raid import night_begun
from .ways import Ways

PLAYED = 10
"""Tracks that a night played again is worth."""
TRIES = 4
"""Times that the first plan of a chain is played before it is given up."""
CHAINS = 4
"""Chains of guesses, each begun anew, that are gone on with in turn."""


Loads = Callable[[int], bytes]
"""The beginning of a year's night, with what its bombers carry rolled by a seed."""


class Hopeless(Exception):
    """No plan is found that leads to what was told, or not within the effort that one is worth."""


def guesser_of(title: Any, known: Knowledge, pack: Any, viewer: str) -> Callable[[Fast], Guess | None]:
    """Return who makes guesses of a night from what its player knows; one that he would see otherwise is none."""
    asked = (known["asked"]["kind"], known["asked"]["options"])
    setup = msgspec.convert(known["now"]["setup"], Setup)
    is_laden = setup.campaign != "none" and setup.options.loads_hidden
    makers: dict[int, Guesser] = {}

    def agrees(state: State) -> bool:
        return bool(moment_of(title, state, pack, viewer) == known["now"])

    def laden(seed: int) -> bytes:
        return snapshot(night_begun(setup, known["now"], known["story"], pack, seed)[0])

    def maker_of(seed: int) -> Guesser:
        """Return who makes guesses; what the bombers of a year carry is rolled for each chain, then as it goes."""
        load = seed if is_laden else 0
        if load not in makers:
            begun, story = night_begun(setup, known["now"], known["story"], pack, load)
            loads = laden if is_laden else None
            makers[load] = Guesser(begun, pack, tale_of(story), asked, agrees, loads)
        return makers[load]

    chains: list[Chain] = []
    turns = 0

    def guess(dice: Fast) -> Guess | None:
        nonlocal turns
        seed = dice.draw("guess", 1 << 30)
        whim = Whim(seed)
        turns += 1
        if chains and turns > CHAINS:
            chain = chains[turns % len(chains)]
            chain.go_on(whim)
        else:
            try:
                chain = Chain(maker_of(seed), whim)
            except (Hopeless, JournalMisfit):
                return None
            chains.append(chain)
        record = chain.told.record
        record.began = known["rules"]
        return Kept(title, pack, record)

    return guess


def tale_of(story: Sequence[Mapping[str, Any]]) -> Tale:
    """Return the lines of what was told and answered, ready to be held against."""
    lines: list[Told | Given] = []
    for line in story:
        if "told" in line:
            told = line["told"]
            dice = [(stream.partition(AT)[0], sides, face) for stream, sides, face in told["dice"]]
            mods = [(mod["value"], mod["reason"], mod.get("rule", "")) for mod in told["mods"]]
            lines.append(Told(told["kind"], told["data"], dice, mods))
        else:
            lines.append(Given(line["key"], line["answer"]))
    return lines


class Guesser:
    """Makes guesses of one moment of a night."""

    def __init__(
        self,
        begun: State,
        pack: Any,
        tale: Tale,
        asked: tuple[str, Sequence[str]],
        agrees: Callable[[State], bool] = lambda state: True,
        loads: Loads | None = None,
    ) -> None:
        self.pack, self.start, self.tale, self.asked, self.agrees = pack, snapshot(begun), tale, asked, agrees
        self.loads = loads
        self.ways = Ways(begun, pack, tale, asked)

    def guess(self, whim: Whim) -> Retold:
        """Return a night that leads to what was told, or give up."""
        return Chain(self, whim).told

    def told_by(self, draft: Draft, whim: Whim, start: bytes) -> Retold:
        """Play the night by a plan, from a beginning."""
        draft.effort += PLAYED
        told = retold(start, self.pack, self.tale, draft.plan(whim), whim, self.asked)
        if not self.agrees(told.state):
            raise Misfit("the player sees otherwise", len(self.tale))
        return told


class Chain:
    """Guesses, each made of the one before: in the long run each night comes up as often as it is likely."""

    def __init__(self, maker: Guesser, whim: Whim) -> None:
        self.maker = maker
        self.start = maker.start
        self.draft = Draft(maker.ways)
        self.told = self.begin(whim)

    def begin(self, whim: Whim) -> Retold:
        """Find a plan that leads to what was told; dice that nobody saw may fall otherwise another time."""
        while self.draft.effort < MOST_EFFORT:
            try:
                self.draft.begin(whim)
            except Misfit:
                continue
            for _ in range(TRIES):
                try:
                    return self.maker.told_by(self.draft, whim, self.start)
                except Misfit:
                    continue
        raise Hopeless

    def go_on(self, whim: Whim) -> None:
        """Go on to another plan, or to another load, or keep the last one where that is likelier by so much."""
        loads = self.maker.loads
        if loads is not None and whim.below(2):
            self._load(loads(whim.below(FINE)), whim)
        else:
            self._mix(whim)

    def _load(self, start: bytes, whim: Whim) -> None:
        """Have the same attackers carry something else. Their ways stay those that the first load left open."""
        if self._leads(start, whim):
            self.start = start

    def _mix(self, whim: Whim) -> None:
        """Have other attackers come in, or by other ways."""
        kept = self.draft.kept()
        self.draft.mix(whim)
        if not self._leads(self.start, whim):
            self.draft.take_back(kept)

    def _leads(self, start: bytes, whim: Whim) -> bool:
        """Say whether the plan is gone on to: it leads to what was told, and by as much as it is likelier."""
        try:
            told = self.maker.told_by(self.draft, whim, start)
        except Misfit:
            return False
        if whim.share() * self.told.weight >= told.weight:
            return False
        self.told = told
        return True
