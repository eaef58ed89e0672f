"""A season as CSV: its ladder, or every line behind it, as far as the reader has flown."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext_noop as _

from campaigns.accounts.requests import Reader
from campaigns.ladders.ladder import named
from campaigns.ladders.ranking import LadderRow, RankedScore, rows_at
from campaigns.ladders.score_lines import log_of
from campaigns.ladders.spoiler_limit import EVERYTHING, spoiler_limit_of
from campaigns.seasons.models import ScoreRow, Season, SeasonEntry
from play.utils.csv_columns import Column, CsvFile
from play.utils.csv_form import DEFAULT_FORM, CsvForm


class LadderLine(NamedTuple):
    """An entry with its row of the ladder; an entry that is void has none."""

    entry: SeasonEntry
    row: LadderRow | None = None
    state: str = ""


class SeasonLine(NamedTuple):
    """A line of an entry, with its state in words."""

    row: ScoreRow
    state: str


def of_row(read: Callable[[LadderRow], object]) -> Callable[[LadderLine], object]:
    """Read a cell from the row of the ladder; it is empty where there is no row, or nothing in it."""

    def cell(line: LadderLine) -> object:
        found = read(line.row) if line.row is not None else None
        return "" if found is None else found

    return cell


def if_known(read: Callable[[RankedScore], int]) -> Callable[[LadderLine], object]:
    """Read a figure that nobody may know yet in some games."""
    return of_row(lambda row: read(row.figures) if row.figures.known else None)


LADDER = CsvFile[LadderLine](
    "season-ladder",
    _("Seasons: the ladder"),
    Column("place", _("place of the entry; empty while its value is hidden"), of_row(lambda row: row.place)),
    Column("moved", _("places gained since Monday"), of_row(lambda row: row.moved)),
    Column("pilot", _("name of the pilot, and the player whose entry it is"), "entry.name"),
    Column("player", "", lambda line: str(line.entry.player)),
    Column("value", _("measure of the rulebook, and the figure that decides ties"), if_known(lambda one: one.value)),
    Column("second", "", if_known(lambda one: one.second)),
    Column("flown", _("number of lines flown"), if_known(lambda one: one.flown)),
    Column("state", _("state of the pilot after the last line counted"), "state"),
    Column("out", _("1 if nothing can change the row, else 0"), of_row(lambda row: int(row.figures.out))),
    Column("dice", _("`fair`, `tabletop` or `imported`"), of_row(lambda row: row.figures.source)),
    Column("line", _("last line counted"), of_row(lambda row: row.figures.line)),
    Column(
        "void",
        _("why the entry is void; empty if it is valid"),
        lambda line: line.entry.why_void if line.row is None else "",
    ),
    Column(
        "evened",
        _("result without luck, of a finished year whose player shares the review"),
        of_row(lambda row: row.luck_adjusted),
    ),
)
"""A row for each entry."""
LINES = CsvFile[SeasonLine](
    "season-lines",
    _("Seasons: every line"),
    Column("pilot", _("as above"), "row.entry.name"),
    Column("player", "", lambda line: str(line.row.entry.player)),
    Column("line", _("number of the line, from 1"), "row.line"),
    Column("value", _("the same figures after that line"), "row.value"),
    Column("second", "", "row.second"),
    Column("flown", "", "row.flown"),
    Column("gain", _("what the line added to the value"), "row.gain"),
    Column("kind", _("`flown` or `missed`"), "row.kind"),
    Column("hits", _("hits on the aircraft"), "row.hits"),
    Column("hurt", _("1 if he lost his aircraft or came down hurt, else 0"), lambda line: int(line.row.hurt)),
    Column("state", _("state of the pilot after that line"), "state"),
    Column("out", _("1 if it was his last line, else 0"), lambda line: int(line.row.out)),
)
"""A row for each line of each entry."""


def written(season: Season, reader: Reader, file: str, form: CsvForm = DEFAULT_FORM) -> bytes:
    """Return a file of the season."""
    if file == "ladder":
        return b"".join(LADDER.pieces(ladder_lines(season, reader), form))
    return b"".join(LINES.pieces(season_lines(season, reader), form))


def ladder_lines(season: Season, reader: Reader) -> Iterator[LadderLine]:
    """Give the rows of the ladder, then what is void with its reason."""
    log, entries = log_of(season.title, season.terms), named(season.entries.all())
    for row in rows_at(season, spoiler_limit_of(season, reader)):
        row.entry = entries[row.figures.entry]
        yield LadderLine(row.entry, row, log.state_text(row.figures.state) if log else row.figures.state)
    for entry in entries.values():
        if entry.voided:
            yield LadderLine(entry)


def season_lines(season: Season, reader: Reader) -> Iterator[SeasonLine]:
    """Give every line of every valid entry."""
    horizon = spoiler_limit_of(season, reader)
    log = log_of(season.title, season.terms)
    rows = ScoreRow.objects.filter(season=season, line__gt=0, entry__voided=None)
    if horizon < EVERYTHING:
        rows = rows.filter(line__lte=horizon)
    for row in rows.select_related("entry", "entry__player").order_by("entry", "line").iterator(2000):
        yield SeasonLine(row, log.state_text(row.state) if log else row.state)
