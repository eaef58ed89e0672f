"""Hints for a newcomer beside a question at its first time; later they are folded there, and in the help."""

from django.utils.translation import gettext_lazy as _

from play.games.text import Sentences

YEAR = _(
    "The year has 92 raids, eight a month, to the end of February 1944. Bombers count: eleven are a victory, "
    "and few pilots live to see it."
)
"""Goal of the year, shown before the first raid is searched."""

HINTS: Sentences = {
    "setup.skill": _(
        "This first point buys something that lasts all year; Parachute and Landing save lives. It can be kept, too."
    ),
    "setup.aircraft": _(
        "The Fw 190 carries more guns and takes more; the Bf 109 turns better against fighters. You can change later."
    ),
    "box.order": _(
        "The bombers cross one box after another while your fuel lasts. Two dice say whether you find them, meet their "
        "fighters, or nothing. Going home early is no shame."
    ),
    "raid.approach": _(
        "The months will bring escorts. Attack the bombers first and the escorts find you at a disadvantage; take the "
        "escorts first and the bombers fly on."
    ),
    "bomber.round": _(
        "Choose where to aim: a bomber falls when the last box of a wing or the airframe is marked. Each range "
        "is a round. Up close, both sides hit harder. Below are the odds of hits, from the cards left."
    ),
    "bomber.again": _("A second pass begins at long range, head on. Your aircraft is as damaged as it looks."),
    "fighter.round": _(
        "The dial shows who is behind whom. Ahead of you: fire. Behind you: defend, and let speed and dice "
        "turn you round. From the enemy’s tail every attack that hits does one more."
    ),
    "escort.meet": _("The escort begins behind you. A 1 or 2 on a die, and they lose you."),
    "landing.forced": _("A jump saves the man more often than the aircraft; a field may save both."),
    "dispersal.spend": _(
        "Experience buys skills, one point for every four sorties; prestige buys aircraft, units and crew. Neither is "
        "lost by waiting."
    ),
}

HEADINGS: Sentences = {
    "setup.skill": _("The first points"),
    "setup.aircraft": _("Which aircraft"),
    "box.order": _("Searching the boxes"),
    "raid.approach": _("Bombers or escorts"),
    "bomber.round": _("A pass at a bomber"),
    "bomber.again": _("A second pass"),
    "fighter.round": _("A dogfight"),
    "escort.meet": _("When the escort comes"),
    "landing.forced": _("A forced landing"),
    "dispersal.spend": _("Points after a sortie"),
}
"""Subject of each of them, in the list of all."""
