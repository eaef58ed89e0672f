"""Refusals of an order: stable codes, and the sentence that the person at the table reads."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "not_asked": _("You cannot answer this question now. Nothing was changed."),
    "not_offered": _("The rules do not allow that order here. Nothing was changed."),
    "nothing_chosen": _("You chose no order. Choose one first, then give it."),
    "not_offered_in_turn": _(
        "The rules do not allow order %(number)s after the orders before it. None was carried out."
        ),
    "bad_form": _("The form has an entry that the rules do not allow. Nothing was changed."),
    "odd": _("Your entry contains characters or numbers that we cannot store. Nothing was changed."),
    "not_json": _("The answer cannot be read. Nothing was changed."),
    "too_large": _("The answer is too large. Nothing was changed."),
    "stale": _(
        "The game has moved on since your page was loaded. Your order was not carried out. This is the present "
        "state."
        ),
    "already_given": _("You have answered this question already, perhaps in another tab. Your first order counts."),
    "not_yours": _("That seat is not yours. Nothing was changed."),
    "not_playing": _("This game is not under way. Nothing was changed."),
    "not_stuck": _("This game can continue with the present rules, so you need not go back. Nothing was changed."),
    "stuck": _(
        "The rules have changed, and this game cannot continue from here. Your order was not carried out. Go back "
        "to the last checkpoint."
        ),
    "given_up": _(
        "We tried this order three times and failed. Nothing was changed. We logged the error. Choose again."
        ),
    "runaway": _(
        "This order took too long and was stopped. Nothing was changed. Give another order. If there is none, "
        "start a new game with other charts."
        ),
    "undo_closed": _("You can no longer take back your last order."),
    "undo_needs_consent": _("Another side has seen that order. Ask it to agree before you take the order back."),
    "no_correction": _("You can correct only the last line that you recorded. Nothing was changed."),
    "no_proposal": _("The request has ended. Nothing was changed."),
    "calendar_open": _("The key of this season is public now, so nobody can enter it."),
    "calendar_in_use": _("Somebody still plays in this season. Its key becomes public when the last game is over."),
    "misfit": _("The journal of this game does not fit the present rules. Nothing was changed."),
    "setup": _("This set-up is not possible: %(problem)s"),
    "bad_setup": _("This set-up is not possible."),
    "seat_taken": _("Another player has taken this seat."),
    "seats": _("Every seat needs a player, and you must play one."),
    "no_bot": _("This game has no bot of that name."),
    "no_game": _("This site has no game of that name."),
    "no_pack": _("This site cannot read the charts of this game, or they have changed."),
    "no_seam": _(
        "You can switch charts only between two steps of the game, before any die is rolled. Nothing was changed. "
        "Play to the next step."
        ),
    "charts_misfit": _("This game cannot continue with those charts: %(problem)s"),
    "other_charts": _(
        "The newer charts have changed since you saw them. Nothing was changed. Look at the differences again."
        ),
    "no_number": _("Enter any number of your own. Without it, the site alone would choose the dice."),
    "no_pledge": _("Look at the hash of the dice on this page first. Nothing was rolled."),
    "no_fork": _(
        "You can open a sandbox only from a finished game, or from a game that you play alone with nothing hidden."
        ),
    "no_look_back": _("This game cannot be reviewed. It is not over, or the computer cannot replay it."),
    "no_odds": _("This game cannot show odds. Nothing was changed."),
    "odds_agreed": _(
        "You cannot change the odds setting. The players agreed on it before the game, or the season forbids odds. "
        "Nothing was changed."
        ),
    "no_remark": _("You cannot send a message now."),
    "not_watched": _("This game does not allow that kind of link."),
    "no_pace": _("No clock runs in this game now. Nothing was changed."),
    "no_leave": _("You do not have that much leave left, or your time is already up. Nothing was changed."),
    "not_late": _(
        "That player still has time, or you did not agree that the computer answers. Nothing was changed."
        ),
    "no_note": _("A note needs a place on the board and some text."),
    "too_many_notes": _("This board is full of notes. Delete one first."),
    "no_file": _("Choose a file first."),
    "bad_file": _(
        "This is not a game's file as this site writes it. Export the game on its page again, and leave the file "
        "unchanged. Fault: %(problem)s"
    ),
    "duplicate_name": _("The file has the field “%(name)s” twice in one part. Nothing was imported."),
    "incomplete_file": _(
        "This file was exported before the game was over, and hidden things are not in it. You can read it, but "
        "not import it."
        ),
    "broken_seal": _("This file was changed after its site signed it. It was not imported."),
    "false_dice": _("The dice in this file do not match its seed. It was not imported."),
    "storage": _("The site could not store this. Its storage is full or locked. Nothing was changed. Try again."),
}  # fmt: skip

STOPPED = "stopped"
"""The code of several orders that were carried out up to one before the last."""
STOPPED_BY = {
    "die": _("A die was rolled first. Look at the result."),
    "card": _("A card was drawn first. Look at it."),
    "reveal": _("Hidden information was revealed first. Look at it."),
    "others": _("Another side must answer first."),
    "otherwise": _("Another question comes first."),
    "changed": _("Another side has answered meanwhile, so the next order is no longer possible."),
    "over": _("The game ended first."),
}

CLOSED_IN_SHORT = {
    "die": _("A die was rolled"),
    "card": _("A card was drawn"),
    "reveal": _("Something was revealed"),
    "checkpoint": _("Nothing to take back"),
}
"""The same on a button."""
CLOSED_BY = {
    "die": _("You cannot take this back. A die has been rolled since."),
    "card": _("You cannot take this back. A card has been drawn since."),
    "reveal": _("You cannot take this back. Hidden information has been revealed since."),
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
        """Return the sentence for the player."""
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
        return gettext("character %(n)s") % {"n": at[1]}
    return text if " " not in text else gettext("unreadable")


def stopped(reason: str) -> str:
    """Say why several orders ended before the last."""
    return str(STOPPED_BY.get(reason, STOPPED_BY["reveal"]))


def closed_by(what: str) -> str:
    """Return the reason why an order cannot be taken back."""
    return str(CLOSED_BY.get(what, CLOSED_BY["reveal"]))


def closed_in_short(what: str) -> str:
    """Say the same in a few words, for a button."""
    return str(CLOSED_IN_SHORT.get(what, CLOSED_IN_SHORT["reveal"]))
