"""Words of the odds panel of a night: its measures and its assumptions."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from play.games.text import Sentences

LABELS: Sentences = {
    "odds-title": _("How such nights end in simulation"),
    "odds-assumes": _(
        "The computer guesses the hidden facts anew for each simulated night. It deals cards that you have not "
        "seen. It leads raids so that they explain exactly your information. Their further routes are the "
        "computer’s, to targets weighed by the controller’s estimate. Guesses that do not fit are dropped. "
        "After the order the computer commands both sides. Its dice are not the night’s. Around turn 5 the "
        "odds are about three net points too good for the German player."
    ),
    "lost-measure": _("net points"),
    "lost-expected": _("expected at the start: the computer on both sides, with everything dealt again"),
    "lost-unknown": _("hidden facts: the deal, what the other side hid, and where it played unlike the computer"),
    "lost-form": _("the plot that was flown"),
    "lost-form-house": _("the computer’s plot"),
    "lost-assumes": _(
        "The computer played its own choice and yours for two turns, on both sides. It did so in nights "
        "guessed only from the facts known then. The rest is estimated from raids, fighters, cards and "
        "weather. A plot, and each choice named here, was played to the end. Any further effect of your choice "
        "in the real night counts as a hidden fact. Orders given in a row in one phase are judged together. "
        "All dice differ from the night’s."
    ),
    "odds-won": pgettext_lazy("odds", "The night is yours"),
    "odds-lost": pgettext_lazy("odds", "The night is theirs"),
    "odds-net": pgettext_lazy("odds", "Net points for you"),
    "odds-bombers": pgettext_lazy("odds", "Bombers lost"),
    "odds-fighters": pgettext_lazy("odds", "Nightfighters lost"),
}
