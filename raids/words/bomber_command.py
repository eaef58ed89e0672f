"""The words of Bomber Command: all that its engine names, put together."""

from django.utils.translation import gettext_lazy as _

from play.words import Words

from . import night_cards, night_events, night_names, night_orders

WORDS = Words(
    game="bomber-command",
    title=_("Bomber Command"),
    about=_("One night’s raid on the Reich, plotted in secret, and the nightfighters that go up to find it."),
    seats={"british": _("British player"), "german": _("German player")},
    bots={"strong": _("A seasoned commander"), "weak": _("A hesitant commander"), "random": _("Any order, at random")},
    events=night_events.EVENTS,
    questions=night_orders.QUESTIONS,
    stakes=night_cards.STAKES,
    orders=night_orders.ORDERS,
    notes={**night_cards.NOTES, **night_orders.NOTES},
    spoken=night_orders.SPOKEN,
    reasons=night_orders.REASONS,
    faults=night_orders.FAULTS,
    labels=night_orders.LABELS,
    helps=night_orders.HELPS,
    names=night_names.NAMES,
    outcome=_("%(band)s: British %(british)s, German %(german)s, net %(net)s."),
)
