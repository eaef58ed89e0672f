"""A year of nights month by month, in sentences made from its tables."""

from collections import Counter
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from play.games.text import GameText
from sorties.nightfighter.careers.duty_log import COST, DutyLine, DutyMonth
from sorties.nightfighter.records.models import Decoration, Kill, NightCareer

Story = list[tuple[str, list[str]]]


def year_story(
    career: NightCareer, months: Iterable[DutyMonth], medals: Iterable[Decoration], words: GameText, ended: str
) -> Story:
    """Return (month, sentences) for every month of which a week is over; `ended` says how the year did, at its end."""
    won: dict[int, list[str]] = {}
    for medal in medals:
        won.setdefault(medal.week, []).append(str(words.name(medal.name)))
    story: Story = []
    for month in months:
        entered = [line for line in month.lines if line.is_entered]
        if entered:
            story.append((month.name, list(_month(career, month, entered, won))))
    if story and career.over:
        story[-1][1].append(ended)
    return story


def _month(career: NightCareer, month: DutyMonth, entered: list[DutyLine], won: dict[int, list[str]]) -> Iterator[str]:
    if month.event:
        yield f"{month.event}."
    yield _flown(career, entered)
    met = sum(not one.raid.box for line in entered for one in line.met)
    if met:
        yield ngettext("%(n)d raid met.", "%(n)d raids met.", met) % {"n": met}
    for line in entered:
        yield from _line(line)
        for medal in won.get(line.number, ()):
            yield _("He received the %(award)s.") % {"award": medal}
    yield from _away(entered)


def _flown(career: NightCareer, entered: list[DutyLine]) -> str:
    if career.is_staffel:
        placed = sum(line.week.placed for line in entered if line.week is not None)
        return ngettext("%(n)d crew on patrol.", "%(n)d crews on patrol.", placed) % {"n": placed}
    flown = sum(line.is_flown for line in entered)
    if not flown:
        return _("No week flown.")
    return ngettext("%(n)d week flown.", "%(n)d weeks flown.", flown) % {"n": flown}


def _line(line: DutyLine) -> Iterator[str]:
    """Return the sentences of a week's notable events."""
    for one in line.met:
        if one.victims:
            facts = {"week": line.number, "crew": one.raid.crew, "fallen": fallen(one.victims)}
            by_crew = _("In week %(week)s crew %(crew)s shot down: %(fallen)s.")
            yield (by_crew if one.raid.crew else _("In week %(week)s he shot down: %(fallen)s.")) % facts
    week = line.week
    is_hurt = week is not None and (week.home in COST or week.crew not in ("", "unhurt"))
    if is_hurt or any(one.raid.lost for one in line.met):
        yield _("In week %(week)s: %(cost)s.") % {"week": line.number, "cost": ", ".join(line.remarks)}


def fallen(victims: Iterable[Kill]) -> str:
    """Name what was shot down: 2 Wellington, Stirling."""
    counts = Counter(kill.short for kill in victims)
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in counts.items())


def _away(entered: list[DutyLine]) -> Iterator[str]:
    """Return how many weeks he did not fly, by cause."""
    named = {"wounded": _("wounded"), "grounded": _("no aircraft"), "stayed": _("stayed down")}
    causes = Counter(line.week.what for line in entered if line.week is not None and line.week.what in named)
    if causes:
        weeks = sum(causes.values())
        said = [_("%(cause)s %(n)d") % {"cause": named[cause], "n": n} for cause, n in causes.items()]
        facts = {"n": weeks, "causes": ", ".join(said)}
        yield ngettext("%(n)d week not flown (%(causes)s).", "%(n)d weeks not flown (%(causes)s).", weeks) % facts
