"""The bot's report after flying nights for a player: weeks, kills, losses, and the state of the year."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaigns.careers.bot_flights import filled_by
from sorties.nightfighter.careers.dossier import NightDossier
from sorties.nightfighter.records.event_reader import GONE


def report_of(dossier: NightDossier) -> str:
    """Report on the last stretch that a bot flew; nothing where none did, or while it still flies."""
    career, lines = dossier.career, filled_by(dossier.career, dossier.log.entered)
    if not lines:
        return ""
    kills, flown = sum(line.kills for line in lines), sum(line.is_flown for line in lines)
    data = [
        ngettext("%(flown)s flown of %(n)s week", "%(flown)s flown of %(n)s weeks", len(lines))
        % {"flown": flown, "n": len(lines)},
        ngettext("%(n)s kill", "%(n)s kills", kills) % {"n": kills},
    ]
    weeks = {line.number for line in lines}
    lost = sum(one.fate in GONE and one.last_week in weeks for one in dossier.small.aircraft)
    if lost:
        data.append(ngettext("%(n)s aircraft lost", "%(n)s aircraft lost", lost) % {"n": lost})
    hurt = sum(one.result != "killed" and one.week in weeks for one in dossier.small.injuries)
    if hurt:
        data.append(ngettext("crew hurt once", "crew hurt %(n)s times", hurt) % {"n": hurt})
    killed = sum(one.result == "killed" and one.week in weeks for one in dossier.small.injuries)
    if career.is_staffel and killed:
        data.append(ngettext("%(n)s crew killed", "%(n)s crews killed", killed) % {"n": killed})
    week = {"week": lines[-1].number}
    if career.over and not career.alive:
        data.append(pgettext("pilot", "killed in week %(week)s") % week)
    elif career.over:
        data.append(dossier.standing.rstrip("."))
    else:
        data.append(_("alive after week %(week)s") % week)
    return _("Report of the bot that flew for you: %(report)s.") % {"report": ", ".join(data)}
