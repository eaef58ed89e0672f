"""A career month by month, in sentences made from its tables."""

from collections.abc import Callable, Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from play.games.text import GameText
from sorties.interceptor.careers import log_text
from sorties.interceptor.careers.log_sheet import LogSheet, SheetLine, SheetMonth
from sorties.interceptor.records.models import AwardRecord, InterceptorCareer
from sorties.interceptor.text import names as spoken

WordsAt = Callable[[str, int], GameText]
"""The words of the charts by which a line was flown."""


def year_story(
    career: InterceptorCareer, sheet: LogSheet, awards: Iterable[AwardRecord], words_at: WordsAt
) -> list[tuple[str, list[str]]]:
    """Return (month, sentences) for every month with an entry on the sheet."""
    won: dict[tuple[str, int], list[str]] = {}
    for award in awards:
        if award.holder == "pilot" and award.line:
            won.setdefault((award.month, award.line), []).append(award.name)
    story = []
    before: SheetLine | None = None
    for month in sheet.months:
        entered = [line for line in month.lines if line.sortie]
        if not entered:
            continue
        sentences = list(_month(month, entered, before, won, words_at))
        if career.over and not career.alive and entered[-1] is sheet.last:
            sentences.append(_("%(death)s.") % {"death": log_text.DEATHS.get(career.death, log_text.DEATHS["air"])})
        story.append((month.name, sentences))
        before = entered[-1]
    return story


def _month(
    month: SheetMonth,
    entered: list[SheetLine],
    before: SheetLine | None,
    won: dict[tuple[str, int], list[str]],
    words_at: WordsAt,
) -> Iterator[str]:
    yield _flown(month)
    for line in entered:
        yield from _moves(line, before)
        yield from _line(line)
        for name in won.get((line.month, line.number), ()):
            if name == "ace":
                yield _("The fifth victory made him an ace.")
            else:
                award = log_text.award(name, words_at(line.month, line.number))
                yield _("He received the %(award)s.") % {"award": award}
        before = line
    yield from _away(entered)
    if month.promoted:
        yield _("Promoted to %(rank)s.") % {"rank": month.promoted}


def _flown(month: SheetMonth) -> str:
    if not month.flown:
        return _("No sortie flown.")
    return ngettext("%(n)d sortie flown.", "%(n)d sorties flown.", month.flown) % {"n": month.flown}


def _moves(line: SheetLine, before: SheetLine | None) -> Iterator[str]:
    """A change of unit or of type since the line before."""
    sortie, earlier = line.sortie, before.sortie if before else None
    if sortie is None:
        return
    if earlier is None:
        facts = {"unit": sortie.unit, "base": sortie.base, "aircraft": sortie.aircraft}
        yield _("He begins with %(unit)s at %(base)s, in a %(aircraft)s.") % facts
        return
    if sortie.unit != earlier.unit:
        yield _("Moved to %(unit)s at %(base)s.") % {"unit": sortie.unit, "base": sortie.base}
    if sortie.aircraft != earlier.aircraft:
        yield _("Changed to the %(aircraft)s.") % {"aircraft": sortie.aircraft}


def _line(line: SheetLine) -> Iterator[str]:
    """Return the sentences of a line's notable events."""
    sortie = line.sortie
    if sortie is None or not line.is_flown:
        return
    where = {"target": spoken.town(sortie.target)}
    if line.kills:
        fallen = log_text.shot_down([fight.enemy for fight in line.kills])
        yield _("Over %(target)s he shot down %(fallen)s.") % (where | {"fallen": fallen})
    ends = {
        "shot-down": _("Shot down over %(target)s; the parachute opened."),
        "bailed": _("He left his aircraft by parachute near %(target)s."),
        "forced": _("A forced landing after %(target)s."),
    }
    if sortie.end in ends:
        yield ends[sortie.end] % where
    if sortie.landing == "crash" and sortie.end != "killed":
        yield _("He wrecked his aircraft in landing.")
    if sortie.pilot_wound == "LW":
        yield _("Wounded lightly.")
    elif sortie.pilot_wound == "SW":
        yield _("Wounded badly.")


def _away(entered: list[SheetLine]) -> Iterator[str]:
    """Return how many raids he missed, by cause."""
    causes: dict[str, int] = {}
    for line in entered:
        if line.sortie and line.sortie.kind == "missed":
            causes[line.sortie.cause] = causes.get(line.sortie.cause, 0) + 1
    if causes:
        named = [
            _("%(cause)s %(n)d") % {"cause": spoken.CAUSES.get(cause, cause), "n": n} for cause, n in causes.items()
        ]
        lines = sum(causes.values())
        facts = {"n": lines, "causes": ", ".join(named)}
        yield ngettext("%(n)d raid missed (%(causes)s).", "%(n)d raids missed (%(causes)s).", lines) % facts
