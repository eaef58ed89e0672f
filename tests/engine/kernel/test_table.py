"""Facts of a question: given when they are read, or fixed at the moment of the question."""

from typing import ClassVar

from engine.kernel.decisions import Question, facts_of
from engine.kernel.dice import FastDice
from engine.kernel.table import RecordingTable, Table


class OrderQuestion(Question):
    """The pilot's order."""

    kind: ClassVar[str] = "order"

    hits: int


def asked(table, state):
    return table.ask("pilot", OrderQuestion, ("fire", "hold"), facts=lambda: OrderQuestion(hits=state["hits"]))


def test_a_quiet_table_leaves_the_facts_to_whoever_wants_them():
    state = {"hits": 1}
    decision = asked(Table(FastDice(1)), state)
    state["hits"] = 2
    assert decision.question == OrderQuestion(hits=2) and decision.kind == "order"


def test_a_recorded_question_keeps_what_was_known_when_it_was_asked():
    state = {"hits": 1}
    decision = asked(RecordingTable(FastDice(1)), state)
    state["hits"] = 2
    assert decision.question == decision.known == OrderQuestion(hits=1) and facts_of(decision.question) == {"hits": 1}
