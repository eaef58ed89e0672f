"""The words of Interceptor Ace: all that its engine names, put together."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from play.words import Words

from . import ace_book, ace_events, ace_names, ace_orders


def _ended(outcome: Mapping[str, Any]) -> str:
    results = list(outcome["careers"].values())
    if len(results) == 1:
        facts = {**results[0], "level": str(ace_names.LEVELS.get(results[0]["level"], results[0]["level"]))}
        if results[0]["alive"]:
            return gettext("The year is over. %(level)s. Bombers: %(bombers)s; fighters: %(fighters)s.") % facts
        return gettext("He did not come back. %(level)s. Bombers: %(bombers)s; fighters: %(fighters)s.") % facts
    facts = {"first": results[0]["bombers"], "second": results[1]["bombers"]}
    return gettext("The year is over. Bombers shot down: %(first)s and %(second)s.") % facts


WORDS = Words(
    game="interceptor-ace",
    title=_("Interceptor Ace"),
    about=_("A pilot’s year by day, from March 1943: raids, bombers, escorts, and what becomes of him."),
    seats={"pilot": _("Pilot"), "second": _("Second pilot")},
    bots={
        "sensible": _("A sensible pilot"),
        "careful": _("A careful pilot"),
        "careless": _("A careless pilot"),
        "random": _("Any order, at random"),
    },
    events=ace_events.EVENTS | ace_book.EVENTS,
    questions=ace_orders.QUESTIONS | ace_book.QUESTIONS,
    stakes=ace_orders.STAKES,
    orders=ace_orders.ORDERS,
    notes=ace_orders.NOTES,
    reasons=ace_orders.REASONS,
    faults=ace_book.FAULTS,
    labels=ace_orders.LABELS,
    helps=ace_orders.HELPS,
    names={**ace_orders.CHOICES, **ace_names.NAMES},
    outcome=_ended,
)
