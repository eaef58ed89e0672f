"""Why an order was not carried out: stable codes, and the sentence that the person at the table reads."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "not_asked": _("This question is not yours to answer now. Nothing was changed."),
    "not_offered": _("That is not among the orders that the rules allow here. Nothing was changed."),
    "nothing_chosen": _("You chose no order. Choose one first, then give it."),
    "not_offered_in_turn": _("Order %(number)s of these is not among those that the rules allow after the ones before "
                             "it. None was carried out."),
    "bad_form": _("Something in the form is not as the rules want it. Nothing was changed."),
    "odd": _("Your entry contains characters or numbers that we cannot store. Nothing was changed."),
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
    "runaway": _("This order would not come to an end. It was stopped, and nothing was changed. Give another order; "
                 "if there is none, begin anew with other charts."),
    "undo_closed": _("Your last order cannot be taken back any more."),
    "undo_needs_consent": _("Another side has seen that order: it must agree that you take it back."),
    "no_correction": _("Only the last line that you wrote down can be corrected. Nothing was changed."),
    "no_proposal": _("There is nothing to agree to any more. Nothing was changed."),
    "calendar_open": _("The key of this season has been opened: nobody can enter it any more."),
    "calendar_in_use": _("Somebody still plays by the key of this season: it is opened when the last of them is done."),
    "misfit": _("The journal does not fit the rules that are in force here. Nothing was changed."),
    "setup": _("The game cannot be set up like this: %(problem)s"),
    "bad_setup": _("The game cannot be set up like this."),
    "seat_taken": _("This seat has been taken by somebody else."),
    "seats": _("Every seat needs somebody to play it, and one of them must be you."),
    "no_bot": _("There is no bot of that name in this game."),
    "no_game": _("No game of that name is played here."),
    "no_pack": _("The charts of this game cannot be read here, or are not those that it was played with."),
    "no_seam": _("Other charts can be laid out between two matters only, before a die has fallen on the next. "
                 "Play on to there; nothing was changed."),
    "charts_misfit": _("The game as it stands cannot go on by those charts: %(problem)s"),
    "other_charts": _("The newer charts are not those that you were shown. Look at what differs again; nothing was "
                      "changed."),
    "no_number": _("Give a number of your own, whatever you like: without it the house alone would choose the dice."),
    "no_pledge": _("Look at the hash of the dice first: this page shows it. Nothing was thrown."),
    "no_fork": _("A sandbox can be made of a game that is over, or of one that you play alone and in which nothing is "
                 "hidden from you."),
    "no_look_back": _("This game cannot be reviewed: it is not over, or not one that the house can fly again."),
    "no_odds": _("Odds cannot be shown at this table. Nothing was changed."),
    "odds_agreed": _("When odds are shown was agreed before the game began, or the season does not allow it. Nothing "
                     "was changed."),
    "no_remark": _("That line cannot be said now."),
    "not_watched": _("This game cannot be watched like that."),
    "no_pace": _("Nobody’s time runs at this table just now. Nothing was changed."),
    "no_leave": _("So much leave you do not have, or your time has run out already. Nothing was changed."),
    "not_late": _("There is time left on that clock, or it is not agreed that the computer answers. Nothing was "
                  "changed."),
    "no_note": _("A note needs a place of the board and some words."),
    "too_many_notes": _("There are as many notes on this board as it can hold: take one off first."),
    "no_file": _("Choose a file first."),
    "bad_file": _(
        "This is not a game's file as this site writes it. Export the game on its page again, and leave the file "
        "unchanged. Fault: %(problem)s"
    ),
    "duplicate_name": _("The file has the field “%(name)s” twice in one part. Nothing was imported."),
    "incomplete_file": _("This file was written before the game was over and does not hold all of it: what was hidden "
                         "then stayed behind. It is for reading."),
    "broken_seal": _("This file was changed after its house had signed it. It is not taken in."),
    "false_dice": _("The dice in this file do not come from its seed. It is not taken in."),
    "storage": _("The house could not write this down: its storage is full or locked. Nothing was changed; try again."),
}  # fmt: skip

STOPPED = "stopped"
"""The code of several orders that were carried out up to one before the last."""
STOPPED_BY = {
    "die": _("A die has been thrown first: look at what fell."),
    "card": _("A card has been drawn first: look at it."),
    "reveal": _("Something hidden has been shown first: look at it."),
    "others": _("Another side is to answer first."),
    "otherwise": _("Something else is asked first."),
    "changed": _("Another side has answered in between, and what it did closes the next order."),
    "over": _("The game ended before."),
}

CLOSED_IN_SHORT = {
    "die": _("A die was thrown"),
    "card": _("A card was drawn"),
    "reveal": _("Something was shown"),
    "checkpoint": _("Nothing to take back"),
}
"""The same on a button."""
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
    data = dict(facts or {})
    if code in WHERE_IT_CANNOT_BE_READ:
        data["problem"] = where_wrong(data.get("problem", ""))
    said = str(SENTENCES.get(code, SENTENCES["not_offered"])) % data
    return f"{said} [{data['rule']}]" if data.get("rule") else said


WHERE_IT_CANNOT_BE_READ = frozenset(("setup", "bad_file"))


def where_wrong(problem: object) -> str:
    """Say where something that was brought cannot be read: what a library says of it is English and no sentence."""
    text = str(problem)
    if named := re.search(r"`(\$[^`]*)`", text) or re.search(r"field `([^`]+)`", text):
        return named[1]
    if at := re.search(r"\b(?:byte|char) (\d+)", text):
        return gettext("sign %(n)s") % {"n": at[1]}
    return text if " " not in text else gettext("it cannot be read")


def stopped(reason: str) -> str:
    """Say why several orders ended before the last."""
    return str(STOPPED_BY.get(reason, STOPPED_BY["reveal"]))


def closed_by(what: str) -> str:
    """Say what keeps an order from being taken back."""
    return str(CLOSED_BY.get(what, CLOSED_BY["reveal"]))


def closed_in_short(what: str) -> str:
    """Say the same in a few words, for a button."""
    return str(CLOSED_IN_SHORT.get(what, CLOSED_IN_SHORT["reveal"]))
