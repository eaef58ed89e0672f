"""What the odds panel of a night counts, and what it takes for granted."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LABELS: dict[str, Any] = {
    "odds-title": _("How such nights end"),
    "odds-assumes": _(
        "What is hidden from you is guessed anew for each night that is flown on: cards are dealt from those that you "
        "have not seen, raids are led where they explain all that you were told and nothing else, on straight ways "
        "first, and what does not fit is thrown away. After the order the house’s seasoned commanders go on for both "
        "sides. The dice are others than the night’s."
    ),
    "odds-won": pgettext_lazy("odds", "The night is yours"),
    "odds-lost": pgettext_lazy("odds", "The night is theirs"),
    "odds-net": pgettext_lazy("odds", "Net points for you"),
    "odds-bombers": pgettext_lazy("odds", "Bombers lost"),
    "odds-fighters": pgettext_lazy("odds", "Nightfighters lost"),
}
