"""The words of Interceptor Ace: all that its engine names, put together."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from play.games.text import GameText
from sorties.interceptor.text import events, names, odds, orders, tabletop
from sorties.interceptor.text.streams import STREAMS
from sorties.interceptor.text.verdicts import beside_level


def _ended(outcome: Mapping[str, Any]) -> str:
    results = list(outcome["careers"].values())
    if len(results) == 1:
        facts = {**results[0], "level": str(names.LEVELS.get(results[0]["level"], results[0]["level"]))}
        said = gettext("He did not come back. %(level)s. Bombers: %(bombers)s; fighters: %(fighters)s.")
        if results[0]["alive"]:
            said = gettext("The year is over. %(level)s. Bombers: %(bombers)s; fighters: %(fighters)s.")
        return f"{said % facts} {beside_level(results[0])}".strip()
    facts = {"first": results[0]["bombers"], "second": results[1]["bombers"]}
    return gettext("The year is over. Bombers shot down: %(first)s and %(second)s.") % facts


WORDS = GameText(
    game="interceptor-ace",
    title=_("Interceptor Ace"),
    about=_("A pilot’s year by day, from March 1943: raids, bombers, escorts, and what becomes of him."),
    seats={"pilot": _("Pilot"), "second": _("Second pilot")},
    bots={
        "sensible": _("A sensible pilot"),
        "thinking": _("A pilot who thinks"),
        "careful": _("A careful pilot"),
        "careless": _("A careless pilot"),
        "random": _("Any order, at random"),
    },
    events=events.EVENTS | tabletop.EVENTS,
    questions=orders.QUESTIONS | tabletop.QUESTIONS,
    stakes=orders.STAKES,
    orders=orders.ORDERS,
    notes=orders.NOTES,
    reasons=orders.REASONS,
    faults=tabletop.FAULTS,
    labels=orders.LABELS | odds.LABELS,
    names={**orders.CHOICES, **names.NAMES},
    brought=names.pack_names,
    measures=names.MEASURES,
    streams=STREAMS,
    outcome=_ended,
)
