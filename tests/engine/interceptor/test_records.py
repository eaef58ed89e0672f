"""Events and questions in journals and files: they are read back unchanged."""

import msgspec
import pytest

from engine.interceptor.bots.policies import POLICIES
from engine.interceptor.game import TITLE
from engine.interceptor.questions import RivalBomberCard
from engine.interceptor.state import SEATS, Options, PilotSetup, Setup
from engine.kernel.decisions import facts_of, read_question
from engine.kernel.dice import FastDice
from engine.kernel.events import event_of, record_of
from engine.kernel.run import Run
from tests.engine.interceptor.ground_case import charts

EVERYTHING = Options(fatigue=True, quality=True, positions=True, manoeuvres=True, attempt=True)


@pytest.mark.parametrize("play", ["solitaire", "cooperative", "competitive"])
def test_events_and_questions_read_back_from_plain_data(play):
    pilots = [PilotSetup()] * (1 if play == "solitaire" else 2)
    run = Run.begin(TITLE, charts(), Setup(pilots, play, EVERYTHING), FastDice(4))
    bots = {seat: POLICIES["random"](charts(), seat, 4) for seat in SEATS}
    for _ in range(400):
        for event in run.step.events:
            record = msgspec.json.decode(msgspec.json.encode(record_of(event)), type=type(record_of(event)))
            assert event_of(TITLE.events, record) == event
        if run.over:
            break
        decision = next(iter(run.pending.values()))
        facts = msgspec.json.decode(msgspec.json.encode(facts_of(decision.question)))
        # Of the two cards that a rival flips, one is read by the name that both have.
        if not isinstance(decision.question, RivalBomberCard):
            assert read_question(TITLE.questions, decision.kind, facts) == decision.question
        run.answer(decision.actor, bots[decision.actor].choose(decision, None), decision.key)
