"""The bot's report after flying for a player: lines, victories, and the pilot's state."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.careers.bot_flights import filled_by
from sorties.interceptor.careers import log_text
from sorties.interceptor.records.models import InterceptorCareer, SortieRecord


def report_of(career: InterceptorCareer, entered: Sequence[SortieRecord]) -> str:
    """Report on the last stretch that a bot flew; nothing where none did, or while it still flies."""
    lines = filled_by(career, entered)
    if not lines:
        return ""
    bombers, fighters = sum(line.bombers for line in lines), sum(line.fighters for line in lines)
    data = [
        ngettext("%(n)d line", "%(n)d lines", len(lines)) % {"n": len(lines)},
        ngettext("%(n)d bomber", "%(n)d bombers", bombers) % {"n": bombers},
    ]
    if fighters:
        data.append(ngettext("%(n)d fighter", "%(n)d fighters", fighters) % {"n": fighters})
    hurt = sum(bool(line.pilot_wound) for line in lines if line.pilot_wound != "KIA")
    if hurt:
        data.append(ngettext("wounded once", "wounded %(n)d times", hurt) % {"n": hurt})
    last = lines[-1]
    if career.over and not career.alive:
        data.append(_("killed on line %(line)d of %(month)s") % _place(last))
    else:
        data.append(_("alive after line %(line)d of %(month)s") % _place(last))
    return _("Report of the bot that flew by your standing orders: %(report)s.") % {"report": ", ".join(data)}


def _place(line: SortieRecord) -> dict[str, object]:
    return {"line": line.line, "month": log_text.month_name(line.month)}
