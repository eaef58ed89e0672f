"""A deck of cards: a pile to draw from, a discard pile, and the rule by which it is shuffled again."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

NEVER = "never"
WHEN_EMPTY = "when-empty"


class EmptyDeck(Exception):
    """A card is wanted of a deck that has none left and is not shuffled again."""


class Deck(msgspec.Struct, gc=False):
    """Cards by id, in a pile without an order.

    A draw picks one at random, which is the same in law as a shuffled pile and leaves nobody an order to spy out. `top`
    are cards put back in a known order; they come first.
    """

    name: str
    pile: list[str]
    discards: list[str] = []
    top: list[str] = []
    reshuffle: str = WHEN_EMPTY

    def __len__(self) -> int:
        return len(self.pile) + len(self.top)

    def discard(self, card: str) -> None:
        """Lay a card on the discard pile."""
        self.discards.append(card)

    def put_on_top(self, cards: Iterable[str]) -> None:
        """Put cards back so that the first of them is drawn next."""
        self.top[:0] = cards

    def shuffle_in(self) -> None:
        """Return every discard and every ordered card to the pile."""
        self.pile += self.discards + self.top
        self.discards.clear()
        self.top.clear()
        # A sorted pile makes a draw depend on what is in it alone, never on the order in which it came back.
        self.pile.sort()

    def remove(self, card: str) -> None:
        """Take a named card out of the pile (set-up, removal from play)."""
        (self.top if card in self.top else self.pile).remove(card)


def deck(name: str, cards: Iterable[str], reshuffle: str = WHEN_EMPTY) -> Deck:
    """Make a fresh deck of these cards."""
    return Deck(name, sorted(cards), [], [], reshuffle)
