"""What a table makes of a question: facts that are told when they are wanted, or as they stand when they are asked."""

from functools import partial

from engine.kernel.dice import FastDice
from engine.kernel.table import RecordingTable, Table


def asked(table, state):
    return table.ask("pilot", "order", ("fire", "hold"), facts=partial(dict, state))


def test_a_quiet_table_leaves_the_facts_to_whoever_wants_them():
    state = {"hits": 1}
    decision = asked(Table(FastDice(1)), state)
    state["hits"] = 2
    assert decision.facts == {"hits": 2}


def test_a_recorded_question_keeps_what_was_known_when_it_was_asked():
    state = {"hits": 1}
    decision = asked(RecordingTable(FastDice(1)), state)
    state["hits"] = 2
    assert decision.facts == {"hits": 1} and decision.known == {"hits": 1}
