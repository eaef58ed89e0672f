"""The raids of a duplicate season as its pilots met them: target, weather and boxes, and each pilot's fate."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaigns.ladders.ranking import LadderRow
from campaigns.ladders.score_lines import CalendarMonth
from campaigns.seasons.comparison import ComparisonLine
from campaigns.seasons.models import Season
from sorties.interceptor.careers.log_sheet import SheetLine
from sorties.interceptor.records.models import EngagementRecord, SortieRecord
from sorties.interceptor.text import names as spoken


@dataclass
class RaidOfSeason:
    """The shared raid of a line."""

    target: str = ""
    zone: str = ""
    weather: str = ""
    boxes: list[tuple[int, str]] = field(default_factory=list)
    """The endurance box, and who was met in it."""

    def read(self, row: SortieRecord, met: Sequence[EngagementRecord]) -> None:
        """Read it from any pilot who met it."""
        if row.target:
            self.target, self.zone = row.target, str(spoken.TARGET_ZONES.get(row.zone, row.zone))
        if row.weather:
            self.weather = str(spoken.WEATHER.get(row.weather, row.weather))
        known = set(self.boxes)
        self.boxes = sorted(known | {(fight.box, fight.enemy) for fight in met if fight.box})


class RaidComparison:
    """The comparison of the raids of Interceptor Ace."""

    shared_conditions = _("raid, weather, endurance boxes")
    reveal_note = _("You see raid, weather and the others’ results after you land.")
    shared_template = "sorties/interceptor/season_comparison/_raid.html"
    outcome_template = "sorties/interceptor/season_comparison/_outcome.html"
    legend_template = "sorties/interceptor/season_comparison/_legend.html"

    def lines(
        self, season: Season, columns: Sequence[LadderRow], month: CalendarMonth, last: int
    ) -> list[ComparisonLine]:
        """Return the lines of a month up to one of the calendar."""
        standing = season.entries.filter(voided=None).values("session")
        lines = SortieRecord.objects.filter(
            career__session__in=standing, month=month.key, line__lte=last - month.first + 1
        ).select_related("career")
        found = {(row.career.session_id, row.line): row for row in lines}
        fights: dict[int, list[EngagementRecord]] = {}
        for fight in EngagementRecord.objects.filter(sortie__in=lines.values("pk")).order_by("place"):
            fights.setdefault(fight.sortie_id, []).append(fight)
        data = []
        for number in range(1, last - month.first + 2):
            raid, met = RaidOfSeason(), {session: row for (session, line), row in found.items() if line == number}
            for row in met.values():
                raid.read(row, fights.get(row.pk, []))
            fates = [met.get(row.entry.session_id) for row in columns]
            drawn = [row and SheetLine(number, month.key, 0, row, fights.get(row.pk, [])) for row in fates]
            data.append(ComparisonLine(number, raid, drawn))
        return data

    def totals_text(self, fates: Sequence[SheetLine | None]) -> tuple[str, str]:
        """Say how many bombers and fighters a pilot shot down, and on how many lines he flew."""
        rows = [fate.sortie for fate in fates if fate is not None and fate.sortie is not None]
        bombers, fighters = sum(row.bombers for row in rows), sum(row.fighters for row in rows)
        flown = sum(row.kind == "flown" for row in rows)
        won = [
            ngettext("%(n)s bomber", "%(n)s bombers", bombers) % {"n": bombers},
            ngettext("%(n)s fighter", "%(n)s fighters", fighters) % {"n": fighters},
        ]
        return ", ".join(won), gettext("%(n)s flown") % {"n": flown}
