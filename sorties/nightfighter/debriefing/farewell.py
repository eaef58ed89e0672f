"""The end of a year of nights, in sentences: a homecoming or an epitaph."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sorties.nightfighter.careers.dossier import NightDossier


@dataclass(frozen=True)
class LastPage:
    """The additional contents of the last page of a year."""

    fell: str
    farewell: list[str]
    both_sides: list[str]


def last_page(dossier: NightDossier) -> LastPage:
    """Write the last page of a year."""
    return LastPage(fell(dossier), farewell(dossier), both_sides(dossier))


def fell(dossier: NightDossier) -> str:
    """Say when it ended, if it ended badly."""
    last = dossier.log.last
    if dossier.career.alive or last is None:
        return ""
    return dossier.when(last.number)


def farewell(dossier: NightDossier) -> list[str]:
    """Say how it ended."""
    career = dossier.career
    facts = {"name": career.name, "weeks": len(dossier.log.entered)}
    if career.is_staffel and not career.alive:
        return [_("%(name)s has no crew left.") % facts]
    if career.is_staffel:
        return [_("%(name)s has flown its year.") % facts, *_crews(dossier)]
    if not career.alive:
        return [_("%(name)s did not come home, or will not fly again.") % facts]
    if career.end == "demoted":
        return [_("%(name)s is alive. He lost too many men, and no longer counts as seasoned.") % facts]
    if career.end == "goal":
        return [_("%(name)s is alive and reached his goal.") % facts]
    return [_("%(name)s is alive. May 1943 is over.") % facts]


def _crews(dossier: NightDossier) -> list[str]:
    killed = sum(one.status == "killed" for one in dossier.crews)
    here = sum(one.status == "here" for one in dossier.crews)
    left = ngettext("%(n)s crew stands on the field", "%(n)s crews stand on the field", here) % {"n": here}
    dead = ngettext("%(n)s was killed", "%(n)s were killed", killed) % {"n": killed}
    return [_("%(left)s; %(dead)s.") % {"left": left, "dead": dead}]


def both_sides(dossier: NightDossier) -> list[str]:
    """Say what it cost, here and there."""
    career = dossier.career
    men = sum(7 if kill.engines == 4 else 5 for kill in dossier.victims)
    down = len(dossier.victims)
    said = [
        ngettext("%(n)s bomber fell.", "%(n)s bombers fell.", down) % {"n": down}
        if down
        else _("No bomber was shot down this year.")
    ]
    if down:
        said.append(_("About %(men)s men were aboard.") % {"men": men})
    lost = career.aircraft_lost
    said.append(ngettext("%(n)s aircraft was lost here.", "%(n)s aircraft were lost here.", lost) % {"n": lost})
    if career.men_lost:
        lost = career.men_lost
        said.append(ngettext("A man of its crews was lost.", "%(n)s men of its crews were lost.", lost) % {"n": lost})
    return said
