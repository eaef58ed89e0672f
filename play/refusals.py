"""Why an order was not carried out: stable codes, and the sentence that the person at the table reads."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "not_asked": _("This question is not yours to answer now. Nothing was changed."),
    "not_offered": _("That is not among the orders that the rules allow here. Nothing was changed."),
    "bad_form": _("Something in the form is not as the rules want it. Nothing was changed."),
    "not_json": _("The answer cannot be read. Nothing was changed."),
    "too_large": _("The answer is far larger than any order. Nothing was changed."),
    "stale": _("The game has gone on since this page was made: the question was answered or asked anew. "
               "Your order was not carried out; here is how things stand."),
    "already_given": _("This question has been answered already, perhaps in another tab. Your first order counts."),
    "not_yours": _("That seat is not yours. Nothing was changed."),
    "not_playing": _("This game is not under way. Nothing was changed."),
    "not_stuck": _("This game fits the rules as they are: there is no need to step back. Nothing was changed."),
    "stuck": _("The rules have changed, and this game no longer fits them as it was played. Your order was not carried "
               "out and nothing is lost; the table can step back to the last checkpoint."),
    "given_up": _("This order was tried three times and could not be carried out. Nothing was changed and nothing is "
                  "lost; choose again. The fault has been noted."),
    "undo_closed": _("Your last order cannot be taken back any more."),
    "undo_needs_consent": _("Another side has seen that order: it must agree that you take it back."),
    "no_correction": _("Only the last line that you wrote down can be corrected. Nothing was changed."),
    "no_proposal": _("There is nothing to agree to any more. Nothing was changed."),
    "misfit": _("The journal does not fit the rules that are in force here. Nothing was changed."),
    "setup": _("The game cannot be set up like this: %(problem)s"),
    "bad_setup": _("The game cannot be set up like this."),
    "seat_taken": _("This seat has been taken by somebody else."),
    "seats": _("Every seat needs somebody to play it, and one of them must be you."),
    "no_bot": _("There is no bot of that name in this game."),
    "no_game": _("No game of that name is played here."),
    "no_pack": _("The charts of this game cannot be read here, or are not those that it was played with."),
    "no_fork": _("A sandbox can be made of a game that is over, or of one that you play alone and in which nothing is "
                 "hidden from you."),
    "no_file": _("Choose a file first."),
    "bad_file": _("This is not a session's file as it is written here: %(problem)s"),
    "incomplete_file": _("This file was written before the game was over and does not hold all of it: what was hidden "
                         "then stayed behind. It is for reading."),
    "false_dice": _("The dice in this file do not come from its seed. It is not taken in."),
    "storage": _("The house could not write this down: its storage is full or locked. Nothing was changed; try again."),
}  # fmt: skip

CLOSED_BY = {
    "die": _("A die has been thrown since: what has fallen stays."),
    "card": _("A card has been drawn since: what has been drawn stays."),
    "reveal": _("Something hidden has been shown since: what has been seen stays seen."),
    "checkpoint": _("You have given no order since the last checkpoint."),
}


class OrderRefused(Exception):
    """An order that is not carried out: an expected refusal, said to the person and never logged as a fault."""

    def __init__(self, code: str, facts: Mapping[str, Any] | None = None, status: int = 409) -> None:
        super().__init__(code)
        self.code = code
        self.facts = dict(facts or {})
        self.status = status

    @property
    def sentence(self) -> str:
        """What the person reads."""
        return sentence(self.code, self.facts)


def sentence(code: str, facts: Mapping[str, Any] | None = None) -> str:
    """Say why an order was not carried out."""
    return str(SENTENCES.get(code, SENTENCES["not_offered"])) % dict(facts or {})


def closed_by(what: str) -> str:
    """Say what keeps an order from being taken back."""
    return str(CLOSED_BY.get(what, CLOSED_BY["reveal"]))
