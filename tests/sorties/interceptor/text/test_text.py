"""The words of Interceptor Ace: random years under every option have a sentence for everything."""

import random

import pytest
from django.utils import translation

from engine.interceptor.game import TITLE
from engine.interceptor.state import Options, PilotSetup, Setup
from engine.kernel.dice import FairDice
from engine.kernel.run import Run
from play.games.text import missing
from sorties.interceptor.text import WORDS, names, orders

PLAYERS = {"solitaire": 1, "cooperative": 2, "competitive": 2}


@pytest.mark.parametrize("play", PLAYERS)
@pytest.mark.parametrize("every_option", [False, True])
def test_nothing_is_left_unsaid(play: str, every_option: bool) -> None:
    charts, whim = TITLE.load_pack("standard"), random.Random(play)
    options = Options(*[every_option] * 5)
    for seed in range(1, 4):
        setup = Setup([PilotSetup() for _ in range(PLAYERS[play])], play, options)
        run = Run.begin(TITLE, charts, setup, FairDice(seed.to_bytes(32, "big"), {}))
        events, decisions = list(run.step.events), []
        for _decision in range(400):
            if not run.pending:
                break
            decisions += run.pending.values()
            (seat, key), decision = whim.choice(list(run.pending.items()))
            events += run.answer(seat, whim.choice(decision.options), key).events
        assert missing(WORDS, events, decisions) == []


def test_zones_are_told_apart_in_few_letters():
    marks = [str(mark) for mark in names.ZONE_MARKS.values()]
    assert set(names.ZONE_MARKS) == set(names.TARGET_ZONES) and len(set(marks)) == len(marks)
    assert all(len(mark) <= 5 for mark in marks)


def test_a_town_is_called_alike_wherever_it_stands():
    with translation.override("pl"):
        assert names.town("Bremen") == str(names.NAMES["Bremen"]) == "Brema"
        assert names.town("Schweinfurt") == "Schweinfurt"


@pytest.mark.parametrize(("cost", "said"), [(1, "1 Experience Point;"), (2, "2 Experience Points;")])
def test_what_a_skill_costs_is_counted(cost, said):
    reason = orders.REASONS["experience"]([], {"cost": cost, "points": 0})
    assert said in reason
