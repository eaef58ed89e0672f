"""The words of Interceptor Ace: all that its engine names, put together."""

from collections.abc import Mapping

import msgspec
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.interceptor.events import AceMark
from play.games.text import GameText
from sorties.interceptor.text import events, names, odds, orders, tabletop
from sorties.interceptor.text.streams import STREAMS
from sorties.interceptor.text.verdicts import beside_level


class EndedCareer(msgspec.Struct):
    """The words for the end of a career."""

    level: str
    bombers: int
    fighters: int
    alive: bool
    band: str = ""
    ace: AceMark | None = None


def _ended(outcome: Mapping[str, object]) -> str:
    results = list(msgspec.convert(outcome["careers"], dict[str, EndedCareer]).values())
    if len(results) == 1:
        (result,) = results
        facts = {"level": names.named(names.LEVELS, result.level)}
        facts |= {"bombers": str(result.bombers), "fighters": str(result.fighters)}
        said = gettext("He did not come back. %(level)s. Bombers: %(bombers)s; fighters: %(fighters)s.")
        if result.alive:
            said = gettext("The year is over. %(level)s. Bombers: %(bombers)s; fighters: %(fighters)s.")
        return f"{said % facts} {beside_level(result.ace, result.band)}".strip()
    data = {"first": results[0].bombers, "second": results[1].bombers}
    return gettext("The year is over. Bombers shot down: %(first)s and %(second)s.") % data


WORDS = GameText(
    game="interceptor-ace",
    title=_("Interceptor Ace"),
    about=_("A pilot’s year by day from March 1943: raids, bombers, escorts, and his fate."),
    seats={"pilot": _("Pilot"), "second": _("Second pilot")},
    bots={
        "sensible": _("A sensible pilot"),
        "thinking": _("A pilot who thinks"),
        "careful": _("A cautious pilot"),
        "careless": _("A reckless pilot"),
        "random": _("Any order, at random"),
    },
    events={**events.EVENTS, **tabletop.EVENTS},
    questions={**orders.QUESTIONS, **tabletop.QUESTIONS},
    stakes=orders.STAKES,
    orders=orders.ORDERS,
    notes=orders.NOTES,
    reasons=orders.REASONS,
    faults=tabletop.FAULTS,
    labels={**orders.LABELS, **odds.LABELS},
    names={**orders.CHOICES, **names.NAMES},
    brought=names.pack_names,
    measures=names.MEASURES,
    streams=STREAMS,
    outcome=_ended,
)
