"""A duplicate season line by line for one reader: the shared events, and each pilot's result.

A game describes this in its `SeasonLog.comparison`. No line beyond the reader's horizon is read from the
database: what was flown there is one name and nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from django.utils.functional import Promise

from campaigns.accounts.requests import Reader
from campaigns.ladders.ranking import LadderRow, rows_at
from campaigns.ladders.score_lines import CalendarMonth, log_of, months_of
from campaigns.ladders.spoiler_limit import spoiler_limit_of
from campaigns.seasons.models import ScoreRow, Season, SeasonEntry

COLUMNS = 8
AHEAD = 20


@dataclass
class ComparisonLine:
    """A line of the calendar: the shared events, as the app draws them, and the result in each column."""

    number: int
    """Its place in the month, from 1."""
    same: object
    fates: Sequence[object] = ()
    """Drawn result of each column, or None where nothing is entered."""
    columns: list[tuple[LadderRow, object]] = field(default_factory=list)


class SeasonComparison(Protocol):
    """Line-by-line comparison of a duplicate season."""

    @property
    def shared_conditions(self) -> str | Promise:
        """Return the common conditions, in words."""
        ...

    @property
    def reveal_note(self) -> str | Promise:
        """Return a sentence on what becomes visible after a line is flown."""
        ...

    @property
    def shared_template(self) -> str:
        """The template of what all meet on a line. Context: met (a `ComparisonLine`)."""
        ...

    @property
    def outcome_template(self) -> str:
        """The template of one pilot's result. Context: fate."""
        ...

    @property
    def legend_template(self) -> str:
        """The template of the signs in both."""
        ...

    def lines(
        self, season: Season, columns: Sequence[LadderRow], month: CalendarMonth, last: int
    ) -> list[ComparisonLine]:
        """Return the lines of a month up to one of the calendar, and nothing beyond."""
        ...

    def totals_text(self, fates: Sequence[Any]) -> tuple[str, str]:
        """Say what a column's lines come to, and by how many flights."""
        ...


@dataclass
class ComparisonMonth:
    """A month, as far as the reader has flown."""

    telling: SeasonComparison
    months: list[tuple[CalendarMonth, bool]]
    """Each with whether the reader may look into it."""
    month: CalendarMonth
    columns: list[LadderRow]
    lines: list[ComparisonLine]
    sums: list[tuple[LadderRow, str, str]]
    """Total of each column in this month so far, in words, and number of flights."""
    next: str
    """The line of this month that is the reader's to meet first."""
    ahead: list[SeasonEntry]
    """Players who have flown it."""
    more: int


def comparison_for(season: Season) -> SeasonComparison | None:
    """Return the comparison of a season; None if it has none, as when each pilot meets his own raids."""
    log = log_of(season.title, season.terms) if season.is_duplicate else None
    return log.comparison if log is not None else None


def comparison_month(season: Season, telling: SeasonComparison, reader: Reader, key: str) -> ComparisonMonth | None:
    """Return a month; for an invalid one, or one beyond the horizon, the reader's own.

    None when the charts of the season's calendar are not stored here.
    """
    log, limit, months = log_of(season.title, season.terms), spoiler_limit_of(season, reader), list(months_of(season))
    if log is None or not months:
        return None
    reached = [month.first <= max(1, min(limit + 1, months[-1].last)) for month in months]
    here = months[sum(month.first <= max(1, limit) for month in months) - 1]
    month = next((one for one, open_ in zip(months, reached, strict=True) if open_ and one.key == key), here)
    everybody = rows_at(season, limit)
    columns = sorted(everybody, key=lambda row: row.figures.player != reader.pk)[:COLUMNS]
    entries = season.entries.select_related("player").in_bulk([row.figures.entry for row in columns])
    for ladder_row in columns:
        ladder_row.entry, ladder_row.mine = entries[ladder_row.figures.entry], ladder_row.figures.player == reader.pk
        # Result of a column that has ended.
        ladder_row.state = log.state_text(ladder_row.figures.state) if ladder_row.figures.out else ""
    last = min(month.last, limit)
    lines = telling.lines(season, columns, month, last)
    for line in lines:
        line.columns = list(zip(columns, line.fates, strict=True))
    coming = last + 1 if month.first <= limit + 1 <= month.last else 0
    flown = (
        ScoreRow.objects.filter(season=season, line=coming, entry__voided=None) if coming else ScoreRow.objects.none()
    )
    return ComparisonMonth(
        telling=telling,
        months=list(zip(months, reached, strict=True)),
        month=month,
        columns=columns,
        lines=lines,
        sums=[(row, *telling.totals_text([line.fates[n] for line in lines])) for n, row in enumerate(columns)],
        next=month.line(coming) if coming else "",
        ahead=[row.entry for row in flown.select_related("entry__player")[:AHEAD]],
        more=len(everybody) - len(columns),
    )
