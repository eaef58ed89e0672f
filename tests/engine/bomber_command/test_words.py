"""Nothing that happens or is asked goes without a sentence."""

import pytest

from engine.bomber_command.plotting import Planner
from engine.bomber_command.title import TITLE
from engine.kernel.dice import FastDice
from engine.kernel.game import drive
from engine.kernel.table import RecordingTable
from play.words import missing
from raids.words.bomber_command import WORDS

from .desk import CHARTS, Zealous, setups
from .test_plotting import FAULTS, Plot, bremen, main


@pytest.mark.parametrize("part", range(4))
def test_every_event_question_order_and_reason_has_its_sentence(part):
    found = set()
    for seed in range(part * 12, part * 12 + 12):
        night = TITLE.start(setups(seed), CHARTS)
        table, player = RecordingTable(FastDice(seed), CHARTS), Zealous(seed)

        def choose(decision, player=player):
            found.update(missing(WORDS, (), [decision]))
            return player.choose(decision)

        drive(TITLE.play(night, table), choose)
        found.update(missing(WORDS, table.log.events))
    assert sorted(found) == []


@pytest.mark.parametrize("change", [fault[1] for fault in FAULTS])
def test_every_fault_of_a_plot_has_its_sentence(change):
    for fault in Planner(bremen(), CHARTS).faults(Plot([main(**change)])):
        assert not WORDS.fault(fault.code, fault.facts).startswith("[")
