"""The nights of a duplicate season: each week's moon, sky and raids, and what became of each pilot or Staffel."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from campaigns.seasons.fates import Met
from campaigns.seasons.lines import Month
from campaigns.seasons.models import Season
from campaigns.seasons.standings import Rung
from play.packs import charts
from play.titles import words_for
from sorties.nightfighter.career.duty_log import Line, line_of
from sorties.nightfighter.career.duty_log import Met as Raided
from sorties.nightfighter.career.models import Kill, Raid, Week


@dataclass
class Night:
    """What all meet in a week."""

    line: Line
    """The week as it is printed: its Monday and its moon."""
    visibility: str = ""
    cloud: str = ""
    event: str = ""
    raids: Sequence[Raided] = ()
    """Each card once, by who met it."""


class Nights:
    """How the weeks of a year of nights are told."""

    what = _("week, moon, sky, raids")
    opens = _("Sky, raid and what the others did open when you have landed.")
    same = "sorties/nightfighter/duplicate/_night.html"
    fate = "sorties/nightfighter/duplicate/_fate.html"
    legend = "sorties/nightfighter/duplicate/_legend.html"

    def met(self, season: Season, columns: Sequence[Rung], month: Month, last: int) -> list[Met]:
        """Return the weeks of a month up to one of the calendar."""
        pack = charts.of(season.title, season.pack_hash, season.pack)
        calendar, words = pack.tables.calendar.weeks, words_for(season.title, pack)
        lines = self._lines(season, calendar, words, range(month.first, last + 1))
        told = []
        for number in range(month.first, last + 1):
            met = {session: line for (session, week), line in lines.items() if week == number}
            night = self._night(line_of(number, calendar[number - 1], None, [], words), met.values(), words)
            told.append(Met(number - month.first + 1, night, [met.get(rung.entry.session_id) for rung in columns]))
        return told

    def _lines(self, season: Season, calendar: Any, words: Any, weeks: range) -> dict[tuple[Any, int], Line]:
        """Return the weeks that are over of all who stand in a season, by session and number."""
        standing = season.entries.filter(voided=None).values("session")
        here = {"career__session__in": standing, "week__in": weeks}
        fell: dict[int, list[Kill]] = {}
        for kill in Kill.objects.filter(**here).order_by("place"):
            fell.setdefault(kill.raid_id, []).append(kill)
        met: dict[tuple[Any, int], list[Raided]] = {}
        for raid in Raid.objects.filter(**here).order_by("place"):
            met.setdefault((raid.career_id, raid.week), []).append(Raided(raid, fell.get(raid.pk, [])))
        entered = Week.objects.filter(career__session__in=standing, place__in=weeks).exclude(what="")
        return {
            (week.career.session_id, week.place): line_of(
                week.place, calendar[week.place - 1], week, met.get((week.career_id, week.place), []), words
            )
            for week in entered.select_related("career")
        }

    def _night(self, line: Line, met: Iterable[Line], words: Any) -> Night:
        """Read what is the same for all from whoever met it."""
        night, cards = Night(line), dict[str, Raided]()
        for one in met:
            week = one.week
            if week is not None and week.visibility:
                night.visibility, night.cloud = str(words.name(week.visibility)), str(words.name(week.cloud))
            if week is not None and week.event and week.event != "nothing":
                night.event = str(words.name(week.event))
            for raid in one.met:
                # Whoever met it knows what it was; of others it passed by.
                if raid.raid.title or raid.card not in cards:
                    cards[raid.card] = raid
        night.raids = list(cards.values())
        return night

    def summed(self, fates: Sequence[Any]) -> tuple[str, str]:
        """Say how many bombers were shot down, and in how many weeks somebody took off."""
        flown = sum(fate is not None and fate.is_flown for fate in fates)
        kills = sum(fate.kills for fate in fates if fate is not None)
        return (
            ngettext("%(n)s shot down", "%(n)s shot down", kills) % {"n": kills},
            ngettext("%(n)s week flown", "%(n)s weeks flown", flown) % {"n": flown},
        )
