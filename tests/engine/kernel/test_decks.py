"""Decks: what is drawn, what comes back, and what a spy could learn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.decks import NEVER, EmptyDeck, deck
from engine.kernel.dice import FairDice, FastDice, ScriptedDice
from engine.kernel.events import DeckReshuffled
from engine.kernel.snapshot import snapshot
from engine.kernel.table import RecordingTable, Table
from tests.shared.games.smallgame import CardDrawn

CARDS = ["fog", "gale", "moon", "reef"]


def test_every_card_comes_once_before_the_discards_are_shuffled_in():
    table, cards = Table(FastDice(1)), deck("weather", CARDS)
    first = [table.draw(cards) for _ in CARDS]
    assert sorted(first) == CARDS
    for card in first:
        cards.discard(card)
    assert table.draw(cards) in CARDS
    assert len(cards) == 3 and cards.discards == []


def test_an_empty_deck_that_is_never_shuffled_says_so():
    table, cards = Table(FastDice(1)), deck("weather", ["fog"], NEVER)
    cards.discard(table.draw(cards))
    with pytest.raises(EmptyDeck, match="weather"):
        table.draw(cards)


def test_a_deck_with_all_cards_in_hands_is_empty():
    table, cards = Table(FastDice(1)), deck("weather", ["fog"])
    table.draw(cards)
    with pytest.raises(EmptyDeck):
        table.draw(cards)


def test_cards_put_on_top_come_first_in_their_order():
    table, cards = Table(FastDice(1)), deck("weather", CARDS)
    cards.remove("moon")
    cards.remove("fog")
    cards.put_on_top(["moon", "fog"])
    assert [table.draw(cards), table.draw(cards)] == ["moon", "fog"]


def test_a_draw_and_a_reshuffle_are_recorded():
    table, cards = RecordingTable(ScriptedDice([("deck/weather", "gale")])), deck("weather", [])
    cards.discards = ["gale", "fog"]
    assert table.draw(cards) == "gale"
    table.tell(CardDrawn("raider", "gale"))
    reshuffled, drawn = table.log.events
    assert (reshuffled.kind, reshuffled.data) == ("deck.reshuffled", DeckReshuffled(deck="weather", cards=2))
    (draw,) = drawn.dice
    assert (draw.stream, draw.sides, draw.face) == ("deck/weather", 2, 2)
    assert table.log.closed_by == "card"


def test_even_a_known_card_closes_undo():
    table, cards = RecordingTable(FairDice(b"s" * 32)), deck("weather", CARDS, NEVER)
    cards.put_on_top(["fog"])
    table.draw(cards)
    assert table.log.closed_by == "card"


@given(st.permutations(CARDS))
def test_the_order_in_which_cards_come_back_leaves_no_trace(order):
    cards = deck("weather", [])
    cards.discards = list(order)
    cards.shuffle_in()
    assert snapshot(cards) == snapshot(deck("weather", CARDS))
