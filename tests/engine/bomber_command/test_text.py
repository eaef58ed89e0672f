"""Every event and every question has a sentence."""

import msgspec
import pytest
from django.utils import translation

from engine.bomber_command.game import TITLE
from engine.bomber_command.questions import CardWindowQuestion, PutBackQuestion
from engine.bomber_command.rules.plotting import Planner
from engine.bomber_command.rules.turn import PHASES
from engine.kernel.decisions import facts_of
from engine.kernel.dice import FastDice
from engine.kernel.events import data_of
from engine.kernel.table import RecordingTable
from engine.kernel.title import drive
from play.games.text import missing
from raids import text as bomber_command
from raids.text.cards import card_text
from tests.engine.bomber_command.builders import CHARTS, EagerPolicy, a_night, fly, setups
from tests.engine.bomber_command.rules.test_plotting import FAULTS, Plot, bremen, main

WORDS = bomber_command.WORDS.of(CHARTS)


def test_inside_a_raid_the_weather_is_named_by_no_more_than_that_in_every_language():
    with translation.override("pl"):
        assert (WORDS.reason("weather"), WORDS.reason("weather:clear")) == ("Pogoda", "Czyste niebo")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_every_event_question_order_and_reason_has_its_sentence(part):
    found, labels = set(), {*WORDS.seats, *WORDS.labels}
    for seed in range(part * 12, part * 12 + 12):
        night = TITLE.start(setups(seed), CHARTS)
        table, player = RecordingTable(FastDice(seed), CHARTS), EagerPolicy(seed)

        def choose(decision, player=player):
            found.update(missing(WORDS, (), [decision]))
            facts = WORDS.unspoken(facts_of(decision.question))
            found.update(f"label {fact}" for fact in facts if fact not in labels)
            return player.choose(decision)

        drive(TITLE.play(night, table), choose)
        found.update(missing(WORDS, table.log.events))
        for event in table.log.events:
            said = {*data_of(event.data), event.chart or "turn", *(die.stream.rpartition("/")[2] for die in event.dice)}
            found.update(f"label {name}" for name in said if name not in labels)
    assert sorted(found) == []


@pytest.mark.rule("2.7")
def test_every_card_says_what_it_does():
    said = {name: card_text(name, WORDS) for name in CHARTS.cards}
    assert len(said) == 110 and all(text.strip(" .") and not set("%[_") & set(text) for text in said.values())
    same = {(card.title, said[name], card.scenario) for name, card in CHARTS.cards.items()}
    assert len(same) == len({card.title for card in CHARTS.cards.values()}) + 1, "Serrate alone comes in two strengths"
    assert said["b22"].count("Main Force") == 2 and said["g01"].endswith("Cancels Tinsel as it is played.")
    window, put_back = CardWindowQuestion("infiltration"), PutBackQuestion()
    assert WORDS.note("card.window", "play:g04:1", window) == "+1 to an infiltration roll."
    assert WORDS.note("hand.put-back", "put-back:b54", put_back) == said["b54"]


def test_no_hex_is_said_as_something_else():
    hexes = set(CHARTS.tables.hexes.rows) | {area for plan in CHARTS.city_maps.values() for area in plan.grid}
    assert sorted(hexes & set(WORDS.names)) == []
    assert WORDS.name(sorted(PHASES)) == ", ".join(str(WORDS.names[phase]) for phase in sorted(PHASES))


@pytest.mark.parametrize("seat", ["british", "german"])
def test_everything_on_the_board_has_its_label(seat):
    night = a_night("downfall", fog_of_war=True)
    fly(night, "main", "E7 D7", 0)
    view = msgspec.to_builtins(TITLE.view(night, CHARTS, seat))
    keys = {*view, *view["units"][0], *view["boxes"][0], *(view.get("raids") or [{}])[0]}
    assert sorted(key for key in keys if key not in {**WORDS.labels, **WORDS.names}) == []


@pytest.mark.parametrize("change", [fault[1] for fault in FAULTS])
def test_every_fault_of_a_plot_has_its_sentence(change):
    for fault in Planner(bremen(), CHARTS).faults(Plot([main(**change)])):
        assert not WORDS.fault(fault.code, fault.facts).startswith("[")
