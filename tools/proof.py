"""Play games of all three titles and print their results, so that two forms of the rules can be compared.

    RULES=plain python -m tools.proof

Random games at a quiet table, as in a rollout; games between bots; and random games with all events and questions
recorded, each step with its digest. `manage.py compile` compares.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from msgspec import to_builtins

from config.fastpath import compiled_rules  # the form is chosen before any rule is loaded
from engine.analysis.stream_dice import StreamDice
from engine.bomber_command.analysis.entry import ANALYSIS as RAID_ANALYSIS
from engine.bomber_command.game import TITLE as BOMBER_COMMAND
from engine.bomber_command.state import Setup as RaidSetup
from engine.interceptor.analysis.entry import ANALYSIS as SORTIE_ANALYSIS
from engine.interceptor.game import TITLE as INTERCEPTOR
from engine.interceptor.state import Options, PilotSetup
from engine.interceptor.state import Setup as PilotsSetup
from engine.kernel.decisions import BadForm, facts_of
from engine.kernel.dice import FairDice, FastDice
from engine.kernel.events import record_of
from engine.kernel.run import Run
from engine.kernel.snapshot import snapshot
from engine.kernel.table import Table
from engine.kernel.title import RandomPolicy, drive, playout
from engine.nightfighter.analysis.entry import ANALYSIS as NIGHT_ANALYSIS
from engine.nightfighter.charts.scenarios import scenario_ids
from engine.nightfighter.game import TITLE as NIGHTFIGHTER
from engine.nightfighter.state import Setup as NightSetup
from tests.shared.sample_sizes import sample_size

ANALYSES: dict[str, Any] = {
    INTERCEPTOR.name: SORTIE_ANALYSIS,
    NIGHTFIGHTER.name: NIGHT_ANALYSIS,
    BOMBER_COMMAND.name: RAID_ANALYSIS,
}
ROUNDS = sample_size("PROOF", 4, 20)
"""Number of times that each set-up is played at random, by bots, and recorded."""


def setups(title: Any) -> Iterator[Any]:
    """Give set-ups that meet as many rules as can be."""
    if title is INTERCEPTOR:
        every = Options(fatigue=True, quality=True, positions=True, manoeuvres=True, attempt=True)
        for options in (Options(), every):
            yield PilotsSetup(options=options)
            for play in ("cooperative", "competitive"):
                yield PilotsSetup([PilotSetup(), PilotSetup()], play, options)
    elif title is NIGHTFIGHTER:
        charts = title.load_pack("standard")
        for scenario in scenario_ids(charts.tables):
            yield NightSetup(scenario=scenario)
            alone = NightSetup(scenario=scenario, mode="solo")
            with suppress(BadForm):  # some are not for one player alone
                title.start(alone, charts)
                yield alone
        for campaign in ("green", "seasoned", "staffel"):
            yield NightSetup(mode="solo", campaign=campaign)
            yield NightSetup(campaign=campaign)
    else:
        for scenario in ("berlin", "downfall"):
            yield RaidSetup(scenario=scenario)
            every = {"bad_weather", "moon", "tail_winds", "intruders", "bomb_loads", "fog_of_war", "variable_north"}
            yield RaidSetup(scenario=scenario, **dict.fromkeys(every, True))


def at_random(title: Any, setup: Any, seed: int) -> bytes:
    """Play a game at random at a quiet table."""
    charts, rng = title.load_pack("standard"), FastDice(seed + 1)
    state = title.start(setup, charts)
    policy = RandomPolicy(lambda sides: rng.draw("whim", sides))
    taken = drive(title.play(state, Table(FastDice(seed), charts)), policy.choose)[1]
    return snapshot([state, taken, title.outcome(state, charts), standings(title, setup, state, charts)])


def standings(title: Any, setup: Any, state: Any, charts: Any) -> list[Any]:
    """Return the standing of each seat."""
    return [title.standing(state, charts, seat) for seat in title.seats(setup)]


def by_bots(title: Any, setup: Any, seed: int) -> bytes:
    """Let the computer's bots play a game as they do in a rollout."""
    charts = title.load_pack("standard")
    state = title.start(setup, charts)
    maker = title.policies()[ANALYSES[title.name].prospects.policy]
    bots = {seat: maker(charts, seat, seed) for seat in title.seats(setup)}
    taken = playout(title, state, Table(StreamDice(seed), charts), bots)[1]
    return snapshot([state, taken, title.outcome(state, charts), standings(title, setup, state, charts)])


def recorded(title: Any, setup: Any, seed: int) -> bytes:
    """Play at random with all events and questions recorded, for as many steps as a page would see in an hour."""
    charts, rng = title.load_pack("standard"), FastDice(seed + 2)
    policy = RandomPolicy(lambda sides: rng.draw("whim", sides))
    run = Run.begin(title, charts, setup, FairDice(bytes([seed])))
    found = hashlib.sha256(snapshot([record_of(event) for event in run.step.events]))
    for _ in range(150):
        if run.over:
            break
        decision = next(iter(run.pending.values()))
        found.update(snapshot([decision.options, decision.rule, facts_of(decision.question), decision.closed]))
        answer = policy.choose(decision)
        step = run.answer(decision.actor, answer if decision.form is None else to_builtins(answer), decision.key)
        found.update(
            snapshot([[record_of(event) for event in step.events], step.draws, run.digest(), run.view(decision.actor)])
        )
    return found.digest()


def games() -> dict[str, str]:
    """Play everything, and return the digest of each title and way of playing."""
    found: dict[str, str] = {}
    for title in (INTERCEPTOR, NIGHTFIGHTER, BOMBER_COMMAND):
        for way in (at_random, by_bots, recorded):
            digest = hashlib.sha256()
            rounds = range(1 if way is not at_random and title is not INTERCEPTOR else ROUNDS)
            for seed in rounds:
                for setup in setups(title):
                    digest.update(way(title, setup, seed))
            found[f"{title.name} {way.__name__}"] = digest.hexdigest()
    return found


if __name__ == "__main__":
    print(json.dumps({"form": compiled_rules.form.name, "games": games()}))
