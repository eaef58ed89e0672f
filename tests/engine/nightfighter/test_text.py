"""Every event, question, order and reason of Nightfighter has words that its data can fill. [4.0]"""

import msgspec
import pytest

from engine.kernel.decisions import facts_of
from engine.kernel.dice import FastDice
from engine.kernel.table import RecordingTable
from engine.kernel.title import RandomPolicy, drive
from engine.nightfighter.bots.hunter import hunter
from engine.nightfighter.charts.scenarios import scenario_ids
from engine.nightfighter.game import TITLE
from engine.nightfighter.state import Options, Setup
from play.games.text import missing
from sorties.nightfighter.text import WORDS
from tests.engine.nightfighter.builders import PACK

NIGHTS = [
    Setup(scenario=s, umpire="person" if n % 3 == 0 else "computer") for n, s in enumerate(scenario_ids(PACK.tables))
]
NIGHTS += [
    Setup(scenario=s, mode="solo", options=Options(green=n % 4 == 0))
    for n, s in enumerate(scenario_ids(PACK.tables))
    if not s.startswith(("9", "10"))
]
NIGHTS += [Setup(scenario="6", mode=mode, pick_variants=True) for mode in ("blind", "solo")]
YEARS = [Setup(campaign=kind, mode=mode) for kind in ("green", "seasoned", "staffel") for mode in ("solo", "tabletop")]


def heard(setup, seed, hunts):
    state = TITLE.start(setup, PACK)
    table, whim = RecordingTable(FastDice(seed), PACK), FastDice(seed + 1)
    bots = {seat: hunter(PACK, seat, seed) for seat in TITLE.seats(setup)}
    policy, asked = RandomPolicy(lambda sides: whim.draw("whim", sides)), []

    def choose(decision):
        asked.append(decision)
        if hunts:
            return bots[decision.actor].choose(decision, lambda: TITLE.view(state, PACK, decision.actor))
        return policy.choose(decision)

    drive(TITLE.play(state, table), choose, 60_000)
    return state, table.log.events, asked


def names(view):
    """Labels of a page: the keys of a view, except weeks, suits and contacts, which are their own."""
    if isinstance(view, dict):
        yield from (key for key in view if len(key) > 1 and not key.isdecimal())
        view = list(view.values())
    for part in view if isinstance(view, list) else ():
        yield from names(part)


@pytest.mark.slow
@pytest.mark.rule("4.0")
@pytest.mark.parametrize("hunts", [True, False])
def test_nothing_is_without_words(hunts):
    lacking, kinds, unlabelled = set(), set(), set()
    for seed, setup in enumerate(NIGHTS + YEARS):
        state, events, asked = heard(setup, seed, hunts)
        lacking |= set(missing(WORDS, events, asked))
        kinds |= {event.kind for event in events}
        unlabelled |= (
            {name for decision in asked for name in facts_of(decision.question)} - set(WORDS.labels) - WORDS.spoken
        )
        unlabelled |= set(names(msgspec.to_builtins(TITLE.view(state, PACK, "umpire")))) - {
            *WORDS.labels,
            *WORDS.names,
            *WORDS.seats,
        }
        assert WORDS.ended(TITLE.outcome(state, PACK))
    assert not lacking and not unlabelled
    assert len(kinds) > 60
