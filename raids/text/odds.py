"""What the odds panel of a night counts, and what it takes for granted."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from play.games.text import Sentences

LABELS: Sentences = {
    "odds-title": _("How such nights end"),
    "odds-assumes": _(
        "What is hidden from you is guessed anew for each night that is flown on: cards are dealt from those that you"
        " have not seen, raids are led where they explain all that you were told and nothing else, then on by ways of"
        " the house’s staff to targets that the controller’s estimate weighs; what does not fit is thrown away. After"
        " the order the house’s seasoned commanders go on for both sides. The dice are others than the night’s."
        " Around turn 5 the odds are still some three net points too good for the German player."
    ),
    "lost-measure": _("net points"),
    "lost-expected": _("expected at the start: the house’s commanders on both sides, all dealt anew"),
    "lost-unknown": _(
        "what could not be known: what was dealt, what the other side hid, and did otherwise than the house"
    ),
    "lost-form": _("the plot that was flown"),
    "lost-form-house": _("one by the house’s staff"),
    "lost-assumes": _(
        "Each choice unlike the house’s was flown on beside it in nights that are guessed from what was known then, up "
        "to the next turn but one, by the house’s seasoned commanders for both sides; what is left then is valued by "
        "raids, fighters, cards and weather. A plot is flown to the end, and so is each choice that is named. What the "
        "same choice did to the night as it was, beyond that, could not be known. Orders of one phase that were given "
        "in a row are judged together. The dice are others than the night’s."
    ),
    "odds-won": pgettext_lazy("odds", "The night is yours"),
    "odds-lost": pgettext_lazy("odds", "The night is theirs"),
    "odds-net": pgettext_lazy("odds", "Net points for you"),
    "odds-bombers": pgettext_lazy("odds", "Bombers lost"),
    "odds-fighters": pgettext_lazy("odds", "Nightfighters lost"),
}
