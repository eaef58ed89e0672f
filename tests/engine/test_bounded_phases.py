"""Never fire, always again: in all three games every phase ends or throws a die within a stated number of decisions."""

import random
from typing import Any

import pytest

from engine.bomber_command import state as raids
from engine.bomber_command.game import TITLE as BOMBER_COMMAND
from engine.interceptor import state as sorties
from engine.interceptor.game import TITLE as INTERCEPTOR_ACE
from engine.kernel.decisions import Decision
from engine.kernel.dice import FairDice
from engine.kernel.run import Run
from engine.nightfighter import state as nights
from engine.nightfighter.game import TITLE as NIGHTFIGHTER

AGAIN = ("same", "new", "another", "bombers", "break-off", "hold", "gunner-holds", "gunner-fires", "reflexes", "again")
IDLE = ("keep", "stay", "pass", "wait", "none", "search", "fly", "save", "done", "end")
NEVER = ("fire", "burst", "rockets", "shoot", "bail-out", "go-home", "decline", "leave", "slip-away")


class Idle:
    """Turns again wherever that is offered, never fires, and does else as little as it may."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def choose(self, decision: Decision) -> Any:
        if decision.form is not None:
            return decision.form.example(lambda sides: self.rng.randint(1, sides))
        verbs = {option: option.partition(":")[0] for option in decision.options}
        for wanted in (AGAIN, IDLE):
            found = [option for option in decision.options if verbs[option] in wanted]
            if found:
                return min(found, key=lambda option: wanted.index(verbs[option]))
        mild = [option for option in decision.options if verbs[option] not in NEVER]
        return self.rng.choice(mild or list(decision.options))


def longest_wait(title: Any, setup: Any, seed: int, decisions: int) -> int:
    """Let all seats idle, and return the most decisions in a row in which nothing fell."""
    run = Run.begin(title, title.load_pack("standard"), setup, FairDice(random.Random(seed).randbytes(32)))
    idle, longest, since = Idle(seed), 0, 0
    for _decision in range(decisions):
        if run.over:
            break
        decision = next(iter(run.pending.values()))
        step = run.answer(decision.actor, idle.choose(decision), decision.key)
        since = 0 if step.draws else since + 1
        longest = max(longest, since)
    return longest


GAMES = {
    "interceptor-ace": (INTERCEPTOR_ACE, sorties.Setup(), 16, 1500),
    "interceptor-ace, positions": (INTERCEPTOR_ACE, sorties.Setup(options=sorties.Options(positions=True)), 16, 800),
    "bomber-command": (BOMBER_COMMAND, raids.Setup(), 400, 1500),
    "nightfighter": (NIGHTFIGHTER, nights.Setup(), 60, 1500),
}


@pytest.mark.rule("7.1.11")
@pytest.mark.parametrize("game", GAMES)
def test_nobody_can_turn_for_ever_without_a_die(game: str) -> None:
    title, setup, bound, decisions = GAMES[game]
    assert max(longest_wait(title, setup, seed, decisions) for seed in (1, 2)) <= bound


@pytest.mark.rule("7.1.11")
def test_by_the_reading_before_rules_3_the_loop_was_open() -> None:
    """The driver finds what it is there to find: the same pilot under the former reading turns on and on."""
    free = sorties.Setup(options=sorties.Options(turns_freely=True))
    assert longest_wait(INTERCEPTOR_ACE, free, 1, 400) > 100
