"""What the odds panel of a sortie counts, and what it takes for granted."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from play.games.text import Sentences

LABELS: Sentences = {
    "odds-title": _("How such sorties end"),
    "odds-assumes": _(
        "After the order the house’s pilot flies on: two passes at bombers, down to close range; off at three hits on "
        "his aircraft; home after one enemy met; no extended burst, no second fighter. The dice are others than "
        "the game’s."
    ),
    "lost-measure": _("bombers"),
    "lost-chance": _("dice, cards and what could not be known: raids, weather, what a search finds"),
    "lost-evened": _(
        "bombers with luck taken off: half of what dice and the unknown did, and less as far as he had made less of "
        "them than the house’s pilot would have. It gives and takes nothing on the average"
    ),
    "lost-assumes": _(
        "Each decision unlike the house’s was flown on to the landing beside it, up to 1,200 times by the house’s "
        "pilot; what follows is valued by the lines left, fitted to years flown on from his own. What he learned and "
        "bought is not weighed: a year is too short to tell. Dice and what could not be known are one sum: fitted "
        "values cannot split them without bias."
    ),
    "odds-home": pgettext_lazy("odds", "Lands the aircraft"),
    "odds-down": pgettext_lazy("odds", "Comes down without it"),
    "odds-dead": pgettext_lazy("odds", "Dead"),
    "odds-bomber": pgettext_lazy("odds", "A bomber shot down"),
    "odds-fighter": pgettext_lazy("odds", "A fighter shot down"),
    "odds-bombers": pgettext_lazy("odds", "Bombers by February"),
    "odds-fighters": pgettext_lazy("odds", "Fighters by February"),
    "odds-alive": pgettext_lazy("odds", "Alive in February"),
}
