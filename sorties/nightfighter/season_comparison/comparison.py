"""The nights of a duplicate season: each week's moon, sky and raids, and what became of each pilot or Staffel."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from campaigns.ladders.ranking import LadderRow
from campaigns.ladders.score_lines import CalendarMonth
from campaigns.seasons.comparison import ComparisonLine
from campaigns.seasons.models import Season
from engine.nightfighter.charts.schema import CalendarWeek
from play.charts import pack_store
from play.games.text import GameText
from play.games.titles import words_for
from sorties.nightfighter.careers.duty_log import DutyLine, line_of
from sorties.nightfighter.careers.duty_log import RaidMet as Raided
from sorties.nightfighter.records.models import Kill, RaidRecord, WeekRecord


@dataclass
class NightOfSeason:
    """The shared raid of a week."""

    line: DutyLine
    """The week as it is printed: its Monday and its moon."""
    visibility: str = ""
    cloud: str = ""
    event: str = ""
    raids: Sequence[Raided] = ()
    """Each card once, by who met it."""


class NightComparison:
    """The comparison of the weeks of a year of nights."""

    shared_conditions = _("week, moon, sky, raids")
    reveal_note = _("You see sky, raid and the others’ results after you land.")
    shared_template = "sorties/nightfighter/season_comparison/_night.html"
    outcome_template = "sorties/nightfighter/season_comparison/_outcome.html"
    legend_template = "sorties/nightfighter/season_comparison/_legend.html"

    def lines(
        self, season: Season, columns: Sequence[LadderRow], month: CalendarMonth, last: int
    ) -> list[ComparisonLine]:
        """Return the weeks of a month up to one of the calendar."""
        pack = pack_store.compiled_charts(season.title, season.pack_hash, season.pack)
        calendar, words = pack.tables.calendar.weeks, words_for(season.title, pack)
        lines = self._lines(season, calendar, words, range(month.first, last + 1))
        data = []
        for number in range(month.first, last + 1):
            met = {session: line for (session, week), line in lines.items() if week == number}
            night = self._night(line_of(number, calendar[number - 1], None, [], words), met.values(), words)
            data.append(
                ComparisonLine(number - month.first + 1, night, [met.get(row.entry.session_id) for row in columns])
            )
        return data

    def _lines(
        self, season: Season, calendar: Sequence[CalendarWeek], words: GameText, weeks: range
    ) -> dict[tuple[UUID | None, int], DutyLine]:
        """Return the finished weeks of all entries of a season, by session and number."""
        standing = season.entries.filter(voided=None).values("session")
        here = {"career__session__in": standing, "week__in": weeks}
        fell: dict[int, list[Kill]] = {}
        for kill in Kill.objects.filter(**here).order_by("place"):
            fell.setdefault(kill.raid_id, []).append(kill)
        met: dict[tuple[UUID, int], list[Raided]] = {}
        for raid in RaidRecord.objects.filter(**here).order_by("place"):
            met.setdefault((raid.career_id, raid.week), []).append(Raided(raid, fell.get(raid.pk, [])))
        entered = WeekRecord.objects.filter(career__session__in=standing, place__in=weeks).exclude(what="")
        return {
            (week.career.session_id, week.place): line_of(
                week.place, calendar[week.place - 1], week, met.get((week.career_id, week.place), []), words
            )
            for week in entered.select_related("career")
        }

    def _night(self, line: DutyLine, met: Iterable[DutyLine], words: GameText) -> NightOfSeason:
        """Read the shared facts from any entry that met them."""
        night, cards = NightOfSeason(line), dict[str, Raided]()
        for one in met:
            week = one.week
            if week is not None and week.visibility:
                night.visibility, night.cloud = str(words.name(week.visibility)), str(words.name(week.cloud))
            if week is not None and week.event and week.event != "nothing":
                night.event = str(words.name(week.event))
            for raid in one.met:
                # Those who met it know it; of others it passed by.
                if raid.raid.title or raid.card not in cards:
                    cards[raid.card] = raid
        night.raids = list(cards.values())
        return night

    def totals_text(self, fates: Sequence[object]) -> tuple[str, str]:
        """Give the number of bombers shot down, and of weeks with a take-off."""
        lines = [fate for fate in fates if isinstance(fate, DutyLine)]
        flown, kills = sum(line.is_flown for line in lines), sum(line.kills for line in lines)
        return (
            ngettext("%(n)s shot down", "%(n)s shot down", kills) % {"n": kills},
            ngettext("%(n)s week flown", "%(n)s weeks flown", flown) % {"n": flown},
        )
