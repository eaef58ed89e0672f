"""A season as CSV: its ladder, or every line that stands behind it, as far as the reader has flown."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from campaigns.ladders.ladder import named
from campaigns.ladders.ranking import rows_at
from campaigns.ladders.score_lines import log_of
from campaigns.ladders.spoiler_limit import EVERYTHING, spoiler_limit_of
from campaigns.seasons.models import ScoreRow, Season
from play.utils.csv_cells import BYTE_ORDER_MARK, escape_formula

LADDER = (
    *("place", "moved", "pilot", "player", "value", "second", "flown", "state", "out", "dice", "line", "void"),
    "evened",
)
LINES = ("pilot", "player", "line", "value", "second", "flown", "gain", "kind", "hits", "hurt", "state", "out")
Row = Iterable[Any]


def written(season: Season, reader: Any, file: str) -> str:
    """Return a file of the season."""
    head, rows = {"ladder": (LADDER, ladder_rows), "lines": (LINES, line_rows)}[file]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows([[escape_formula(cell) for cell in row] for row in rows(season, reader)])
    return BYTE_ORDER_MARK + out.getvalue()


def ladder_rows(season: Season, reader: Any) -> Iterator[Row]:
    """Give the rows of the ladder, then what is void with its reason."""
    log, entries = log_of(season.title, season.terms), named(season.entries)
    for rung in rows_at(season, spoiler_limit_of(season, reader)):
        one, entry = rung.figures, entries[rung.figures.entry]
        figures = (one.value, one.second, one.flown) if one.known else ("", "", "")
        moved = rung.moved if rung.moved is not None else ""
        state = log.state_text(one.state) if log else one.state
        who, how = (entry.name, str(entry.player)), (state, int(one.out), one.source, one.line)
        rung.entry = entry
        yield (
            rung.place or "",
            moved,
            *who,
            *figures,
            *how,
            "",
            rung.luck_adjusted if rung.luck_adjusted is not None else "",
        )
    for entry in entries.values():
        if entry.voided:
            yield ("", "", entry.name, str(entry.player), *[""] * 7, entry.why_void, "")


def line_rows(season: Season, reader: Any) -> Iterator[Row]:
    """Give every line of every entry that stands."""
    limit = spoiler_limit_of(season, reader)
    log, rows = (
        log_of(season.title, season.terms),
        ScoreRow.objects.filter(season=season, line__gt=0, entry__voided=None),
    )
    if limit < EVERYTHING:
        rows = rows.filter(line__lte=limit)
    for row in rows.select_related("entry", "entry__player").order_by("entry", "line").iterator(2000):
        figures = (row.line, row.value, row.second, row.flown, row.gain, row.kind, row.hits)
        state = log.state_text(row.state) if log else row.state
        yield (row.entry.name, str(row.entry.player), *figures, int(row.hurt), state, int(row.out))
