"""The effect of each skill, for the page where it is chosen. [7.7, 10.6]"""

from django.utils.translation import gettext_lazy as _

from play.games.text import Sentence

SKILL_NOTES = {
    "landing": _("−1 on the Landing Chart"),
    "navigation": _("a raid not located becomes an Advantaged meeting"),
    "parachute": _("−1 on the Parachute Chart"),
    "reflexes": _("once a sortie: gain a position after initiative, or fire first"),
    "awareness": _("+1 to initiative"),
    "maintenance": _("the first jammed weapon of a sortie fires on"),
    "expert": _("one card redrawn in each sortie, in this series"),
    "leadership": _("the others learn from every third sortie"),
    "precision": _("odd-numbered cards cost no ammunition"),
    "acm": _("one hit fewer from each fire at him"),
    "sixth-sense": _("once a sortie: a destroying card does two hits instead"),
    "gunnery": _("one hit more, when any hit is scored"),
    "aim": _("one more hit where he aimed, against bombers"),
    "cuban-eight": _("once a sortie: avoid one hit, gain a position"),
    "chandelle": _("once a sortie: avoid all damage, gain a position"),
    "immelmann": _("once a sortie: avoid all damage, gain two positions"),
    "split-s": _("once a sortie: avoid one hit and leave the fight"),
}
WINGMAN_NOTES = {
    "gunnery": _("−1 on the wingman’s attacks on bombers"),
    "aim": _("−1 on the wingman’s attacks on bombers"),
}


def skill_note(who: str, skill: str) -> Sentence:
    """Say what a skill does for one of those aboard; Expert carries its series."""
    name = skill.partition(":")[0]
    return (WINGMAN_NOTES.get(name) if who == "wingman" else None) or SKILL_NOTES.get(name, "")
