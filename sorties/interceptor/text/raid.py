"""The raid of the day, the weather, and what is met on the way, in words."""

from typing import Any

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from play.games.text import TextFacts
from sorties.interceptor.text import names
from sorties.interceptor.text.names import named


def _interception(data: TextFacts) -> str:
    facts = {"box": data["box"], "enemy": data["enemy"], "place": named(names.ORIENTATIONS, data["orientation"])}
    if data["navigation"]:
        return gettext("Box %(box)s: nothing in sight, but good navigation finds the raid: Advantaged.") % facts
    if data["result"] == "event":
        return gettext("Box %(box)s: something unforeseen.") % facts
    if data["result"] == "bombers":
        return gettext("Box %(box)s: the raid is found. %(place)s.") % facts
    if data["result"] == "fighters":
        return gettext("Box %(box)s: fighters, %(enemy)s. %(place)s.") % facts
    return gettext("Box %(box)s: nothing in sight.") % facts


def _target(data: TextFacts) -> str:
    if data["escort"]:
        return gettext("%(bomber)ss, and %(escort)ss with them.") % data
    return gettext("%(bomber)ss, without escort.") % data


def _evaded(data: TextFacts) -> str:
    if not data["die"]:
        return gettext("The cloud bank hides him from the escort.")
    if data["success"]:
        return gettext("He slips away from the escort.")
    return gettext("The escort has seen him.")


EVENTS: dict[str, Any] = {
    "month.begins": ngettext_lazy(
        "%(month)s begins: one raid. The Combat Cards are shuffled.",
        "%(month)s begins: %(raids)s raids. The Combat Cards are shuffled.",
        "raids",
    ),
    "raid.rolled": _("A raid on %(target)s (%(zone)s)."),
    "raid.out_of_range": _("%(target)s is out of range from here."),
    "sortie.begins": _("Take-off against the raid on %(target)s; it can be met from box %(box)s on."),
    "sortie.aborted": _("He breaks off the sortie in box %(box)s and turns for home."),
    "weather.rolled": lambda data: (
        gettext("Weather at the field: %(weather)s.") % {"weather": named(names.WEATHER, data["weather"])}
    ),
    "interception.rolled": _interception,
    "random.event": lambda data: named(names.EVENTS, data["event"]),
    "target.rolled": _target,
    "escort.forced": _("Disadvantaged: the %(escort)ss must be fought first."),
    "escort.evaded": _evaded,
    "deck.reshuffled": ngettext_lazy(
        "The cards have run out: %(cards)s is shuffled again.",
        "The cards have run out: %(cards)s are shuffled again.",
        "cards",
    ),
}
