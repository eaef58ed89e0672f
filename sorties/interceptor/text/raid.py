"""The raid of the day, the weather, and what is met on the way, in words."""

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.interceptor.events import (
    EscortEvaded,
    EscortForced,
    FieldWeatherRolled,
    InterceptionRolled,
    MonthBegins,
    RaidOutOfRange,
    RaidRolled,
    RandomEvent,
    SortieAborted,
    SortieBegins,
    TargetRolled,
)
from engine.kernel.events import DeckReshuffled
from play.games.text import EventSentences, GameText, said, values_of
from sorties.interceptor.text import names
from sorties.interceptor.text.names import named


def _interception(event: InterceptionRolled, words: GameText) -> str:
    facts = {"box": event.box, "enemy": event.enemy, "place": named(names.ORIENTATIONS, event.orientation)}
    if event.navigation:
        return gettext("Box %(box)s: nothing in sight, but good navigation finds the raid: Advantaged.") % facts
    if event.result == "event":
        return gettext("Box %(box)s: something unforeseen.") % facts
    if event.result == "bombers":
        return gettext("Box %(box)s: the raid is found. %(place)s.") % facts
    if event.result == "fighters":
        return gettext("Box %(box)s: fighters, %(enemy)s. %(place)s.") % facts
    return gettext("Box %(box)s: nothing in sight.") % facts


def _target(event: TargetRolled, words: GameText) -> str:
    if event.escort:
        return gettext("%(bomber)ss, and %(escort)ss with them.") % values_of(event)
    return gettext("%(bomber)ss, without escort.") % values_of(event)


def _evaded(event: EscortEvaded, words: GameText) -> str:
    if not event.die:
        return gettext("The cloud bank hides him from the escort.")
    if event.success:
        return gettext("He slips away from the escort.")
    return gettext("The escort has seen him.")


EVENTS: EventSentences = {
    MonthBegins: ngettext_lazy(
        "%(month)s begins: one raid. The Combat Cards are shuffled.",
        "%(month)s begins: %(raids)s raids. The Combat Cards are shuffled.",
        "raids",
    ),
    RaidRolled: _("A raid on %(target)s (%(zone)s)."),
    RaidOutOfRange: _("%(target)s is out of range from here."),
    SortieBegins: _("Take-off against the raid on %(target)s; it can be met from box %(box)s on."),
    SortieAborted: _("He breaks off the sortie in box %(box)s and turns for home."),
    **said(
        FieldWeatherRolled,
        lambda event, words: (
            gettext("Weather at the field: %(weather)s.") % {"weather": named(names.WEATHER, event.weather)}
        ),
    ),
    **said(InterceptionRolled, _interception),
    **said(RandomEvent, lambda event, words: named(names.EVENTS, event.event)),
    **said(TargetRolled, _target),
    EscortForced: _("Disadvantaged: the %(escort)ss must be fought first."),
    **said(EscortEvaded, _evaded),
    DeckReshuffled: ngettext_lazy(
        "The cards have run out: %(cards)s is shuffled again.",
        "The cards have run out: %(cards)s are shuffled again.",
        "cards",
    ),
}
