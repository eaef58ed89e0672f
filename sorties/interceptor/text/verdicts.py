"""The verdict on a year in words: the level of victory, and the mark of a historical ace beside it. [5.2, 10.2.3]"""

from django.utils.translation import gettext as _

from engine.interceptor.events import AceMark
from sorties.interceptor.text import names


def beside_level(mark: AceMark | None, band: str, *, over: bool = True) -> str:
    """Say what an ace is measured by, with the level by bombers alone. Ruling ace-victory. [10.2.3]

    Nothing of a pilot without a card.
    """
    if mark is None:
        return ""
    facts = {"total": mark.total, "kills": mark.kills}
    said = [_("Target of the ace card: %(total)s victories. He has %(kills)s.") % facts]
    if mark.matched:
        said.append(_("He has matched it."))
    elif over:
        said.append(_("Below it, the year is a defeat (rule 10.2.3)."))
    else:
        said.append(_("Below it at the end, the year is a defeat (rule 10.2.3)."))
    if band:
        said.append(_("By bombers alone: %(level)s.") % {"level": names.named(names.LEVELS, band)})
    return " ".join(said)
