"""Every die and card of a game is in the log: one event of a matching kind shows it, to its audience."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.bomber_command.game import TITLE as BOMBER_COMMAND
from engine.interceptor.bots.policies import POLICIES
from engine.interceptor.game import TITLE as INTERCEPTOR
from engine.kernel.dice import FairDice, FastDice
from engine.kernel.events import Event
from engine.kernel.run import Run, Step
from engine.kernel.title import RandomPolicy
from engine.nightfighter.charts.scenarios import scenario_ids
from engine.nightfighter.game import TITLE as NIGHTFIGHTER
from engine.nightfighter.state import Options, Setup
from tests.engine.bomber_command.builders import CHARTS as NIGHT_CHARTS
from tests.engine.bomber_command.builders import EagerPolicy, setups
from tests.engine.interceptor.ground_case import charts
from tests.engine.interceptor.test_playouts import setup_of
from tests.engine.nightfighter.builders import PACK

UMPIRE = "umpire"
ALL_OFF = Options(False, False, False, False, False)

INTERCEPTOR_TELLS = {
    "attempt": "berlin.shots berlin.wound",
    "award": "award.rolled",
    "combat": "blast bomber.hit burst.rolled crew.spared crew.wounded enemy.disengages escort.evaded fighter.engaged "
              "fighter.hit helper.found interceptor.hit interceptor.tank pilot.disengages rockets.fired",
    "deck": "attack.card bomber.fires card.flipped enemy.card enemy.defends gunner.fires pilot.defends "
            "wingman.called wingman.fighter",
    "event": "random.event",
    "flak": "bomber.flak bomber.hit",
    "home": "enemy.home enemy.witnessed",
    "initiative": "initiative.rolled",
    "intercept": "interception.rolled",
    "jam": "weapon.jam",
    "landing": "landing.rolled",
    "parachute": "parachute.rolled",
    "position": "position.rolled",
    "promotion": "promotion.rolled",
    "r1": "aircraft.offers",
    "raid": "raid.rolled",
    "repair": "aircraft.scrounged",
    "target": "bomber.chosen target.rolled",
    "unit": "pilot.posted",
    "weather": "weather.rolled",
    "wingman": "wingman.bomber",
    "wound": "wound.duration",
}  # fmt: skip
"""Which lines tell of a stream's draws, each with its audience behind `>` where not all may know it."""

NIGHTFIGHTER_TELLS = {
    "ai": "ai.rolled",
    "campaign": "career.engage-rolled career.fly-rolled",
    "chits": "chit.pulled>umpire",
    "column": "counter.entered wave.thinned",
    "combat": "bomber.fired combat.attacked destruction.rolled fighter.fired-back intruder.attacked",
    "corkscrew": "corkscrew.rolled>umpire",
    "counters": "counters.picked counters.picked>umpire fighter.music fighter.ready",
    "cup": "counter.revealed",
    "deck": "career.card",
    "displacement": "bomber.displaced>umpire",
    "equipment": "fighter.music",
    "flak": "flak.burst flak.rolled",
    "guidance": "fighter.drifted",
    "identify": "contact.identified",
    "injury": "career.injury",
    "intruder": "intruder.looked>umpire",
    "landing": "career.recovered",
    "location": "counter.shifted location.rolled",
    "lot": "staffel.by-day staffel.event",
    "marker": "searchlight.hunts",
    "phantom": "phantom.tested",
    "pool": "chit.pulled>umpire counter.entered",
    "radar": "radar.jammed radar.resolved serrate.listened",
    "raid": "career.raid",
    "response": "fighter.reaction-rolled fighter.response-rolled reaction.rolled reaction.rolled>umpire "
                "response.rolled response.rolled>umpire",
    "search": "searchlight.handed-off searchlight.rolled searchlight.searched searchlight.thrown",
    "shift": "counter.shifted",
    "staffel": "staffel.day-rolled staffel.event staffel.goes-on staffel.replaced",
    "tally": "tally.called tally.looked tally.rolled",
    "umpire": "bomber.displaced>umpire umpire.chose>umpire umpire.decoy>umpire umpire.ghost>umpire",
    "weather": "career.sky sky.cloud sky.moon sky.visibility",
}  # fmt: skip
BOMBER_COMMAND_TELLS = {
    "bombing": "firestorm.rolled marking.drifted marking.rolled quality.rolled",
    "bombs": "bomb.placed",
    "combat": "airfield.attacked attack.rolled british.attack collision.rolled defence.rolled flak.on-fighter "
              "flak.risked flak.rolled",
    "deck/british": "card.drawn>british",
    "deck/chits": "target.drawn>british",
    "deck/chits-a": "target.drawn>british",
    "deck/chits-b": "target.drawn>british target.follow-up>british target.rejected>british",
    "deck/german": "card.drawn>german",
    "deck/weather": "weather.placed weather.rejected",
    "detection": "detection.rolled",
    "infiltration": "infiltration.rolled",
    "landing": "accident.rolled mosquitos.confirmed raid.recovered recovery.rolled scramble.rolled",
    "target": "north.rolled>british",
    "units": "unit.star",
    "weather": "moon.rolled twilight.rolled visibility.rolled weather.rolled wind.rolled",
}  # fmt: skip


def told_in(event: Event) -> str:
    """Name an event's kind, and its audience where not all may know it."""
    return f"{event.kind}>{','.join(event.to)}" if event.to else event.kind


def stream_in(stream: str, tells: dict[str, str]) -> str:
    """Name a stream as the table does: without its branch, a pilot's deck as the deck."""
    if stream in tells:
        return stream
    return "deck" if "deck/" in stream else stream.rpartition("/")[2]


def check(step: Step, tells: dict[str, str]) -> None:
    """Fail when no event or two events show a draw of the step, or one of another subject."""
    assert Counter(step.draws) == Counter(die for event in step.events for die in event.dice)
    for event in step.events:
        for die in event.dice:
            assert told_in(event) in tells[stream_in(die.stream, tells)].split(), (die, told_in(event))


def walk(title: Any, pack: Any, setup: Any, seed: int, bots: dict[str, Any], tells: dict[str, str]) -> None:
    """Play a game to its end, and look at each step."""
    run = Run.begin(title, pack, setup, FairDice(seed.to_bytes(32, "big")))
    check(run.step, tells)
    whim = FastDice(seed)
    while not run.over:
        open_now = list(run.pending.values())
        decision = open_now[whim.draw("whose", len(open_now)) - 1]
        answer = bots[decision.actor].choose(decision, lambda: None)
        check(run.answer(decision.actor, msgspec.to_builtins(answer), decision.key), tells)


def anybody(seed: int) -> RandomPolicy:
    whim = FastDice(seed + 1_000)
    return RandomPolicy(lambda sides: whim.draw("whim", sides))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(32))
def test_every_die_of_a_year_of_interceptor_ace_is_told(seed):
    setup = setup_of(seed)
    seats = INTERCEPTOR.seats(setup)
    bots = {seat: POLICIES["sensible"](charts(), seat, seed) if seed % 2 else anybody(seed) for seat in seats}
    walk(INTERCEPTOR, charts(), setup, seed, bots, INTERCEPTOR_TELLS)


def nights() -> Iterator[Setup]:
    for scenario in scenario_ids(PACK.tables):
        for more in ({}, {"level": "sly"}, {"umpire": "person"}, {"options": Options(programmed=True)},
                     {"options": ALL_OFF}):  # fmt: skip
            yield Setup(scenario=scenario, **more)
        if not scenario.startswith(("9", "10")):
            yield Setup(scenario=scenario, mode="solo")
            yield Setup(scenario=scenario, mode="solo", options=ALL_OFF)
    for campaign in ("green", "seasoned", "staffel"):
        yield from [Setup(campaign=campaign, mode="solo")] * 2


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_every_die_of_nightfighter_is_told(part):
    for seed, setup in list(enumerate(nights()))[part::4]:
        whoever = anybody(seed)
        walk(NIGHTFIGHTER, PACK, setup, seed, {"player": whoever, UMPIRE: whoever}, NIGHTFIGHTER_TELLS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(32))
def test_every_die_of_a_night_of_bomber_command_is_told(seed):
    player = EagerPolicy(seed)
    walk(BOMBER_COMMAND, NIGHT_CHARTS, setups(seed), seed, {"british": player, "german": player}, BOMBER_COMMAND_TELLS)
