"""The words of Bomber Command: all that its engine names, put together."""

from django.utils.translation import gettext_lazy as _

from play.games.text import GameText
from raids.text import cards, events, names, odds, orders
from raids.text.streams import STREAMS

WORDS = GameText(
    game="bomber-command",
    title=_("Bomber Command"),
    about=_("One night’s raid on the Reich, plotted in secret, and the nightfighters that hunt it."),
    seats={"british": _("British player"), "german": _("German player")},
    bots={
        "strong": _("A seasoned commander"),
        "thinking": _("A commander who thinks"),
        "weak": _("A hesitant commander"),
        "random": _("Any order, at random"),
    },
    events=events.EVENTS,
    questions=orders.QUESTIONS,
    stakes=cards.STAKES,
    orders=orders.ORDERS,
    notes={**cards.NOTES, **orders.NOTES},
    spoken=orders.SPOKEN,
    reasons=orders.REASONS,
    faults=orders.FAULTS,
    labels={**orders.LABELS, **odds.LABELS},
    helps=orders.HELPS,
    names=names.NAMES,
    brought=names.pack_names,
    measures=names.MEASURES,
    streams=STREAMS,
    outcome=_("%(band)s: British %(british)s, German %(german)s, net %(net)s."),
)
