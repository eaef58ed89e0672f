"""Words of the odds panel of a sortie: its measures and its assumptions."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from play.games.text import Sentences

LABELS: Sentences = {
    "odds-title": _("How such sorties end in simulation"),
    "odds-assumes": _(
        "After the order the computer flies on, as our reference pilot: two passes at bombers, to close range. "
        "It breaks off at three hits and goes home after one enemy. Its dice are not the game’s."
    ),
    "lost-measure": _("bombers"),
    "lost-chance": _("dice, cards and hidden facts: raids, weather, results of a search"),
    "lost-evened": _(
        "bombers without luck: the total less half of what dice and hidden facts did. The correction is "
        "smaller where he used them less well than the computer. On average it is zero"
    ),
    "lost-assumes": _(
        "The computer flew both its own decision and yours on to the landing, up to 1,200 times each. Later "
        "lines are estimated from simulated years. Skills and purchases are not judged: a year is too short. "
        "Dice and hidden facts are one sum, because splitting them would be biased."
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
