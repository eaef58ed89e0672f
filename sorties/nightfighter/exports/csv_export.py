"""Years of nights as CSV: a row for each week, and in a second file a row for each bomber shot down."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol
from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext_noop as _

from campaigns.accounts.models import Player
from campaigns.comments.models import Comment
from campaigns.comments.selectors import comments_cell, comments_in
from play.utils import csv_files
from play.utils.csv_columns import Column, CsvFile
from play.utils.csv_files import ROWS_AT_ONCE
from play.utils.csv_form import DEFAULT_FORM, CsvForm, form_of
from sorties.nightfighter.records.models import Kill, NightCareer, RaidRecord, WeekRecord


class WeekCells(Protocol):
    """The columns of a week, by name; plain cells are read by their name alone."""

    moon_up: bool


class WeekLine(NamedTuple):
    """A week with the raids that were met in it and what was written under it."""

    career: NightCareer
    row: WeekCells
    raids: list[RaidRecord]
    comments: Iterable[Comment]


class KillLine(NamedTuple):
    """A bomber shot down."""

    career: NightCareer
    row: object
    """The columns of a kill, by their names."""


NIGHTS = CsvFile[WeekLine](
    "night-weeks",
    _("Nightfighter: weeks of a year of nights"),
    Column("career", _("number of the career, the same in both files, and its name"), lambda line: str(line.career.pk)),
    Column("name", "", "career.name"),
    Column("year", _("`green`, `seasoned` or `staffel`"), "career.kind"),
    Column("week", _("number of the week, from 1; its first day; the moon: `full`, `half` or `none`"), "row.place"),
    Column("monday", "", "row.monday", is_date=True),
    Column("moon", "", "row.moon"),
    Column(
        "what",
        _(
            "`wounded`, `grounded` (no aircraft), `stayed`, `returned` (met nobody) or `fought`; `patrol` "
            "for a Staffel; empty while the week is under way"
        ),
        "row.what",
    ),
    Column("visibility", _("sky of the night, where it was rolled; `moon_up` is 1 or 0"), "row.visibility"),
    Column("cloud", "", "row.cloud"),
    Column("moon_up", "", lambda line: int(line.row.moon_up)),
    Column("event", _("event of the month for a Staffel, in its first week"), "row.event"),
    Column("placed", _("crews on patrol"), "row.placed"),
    Column(
        "raids",
        _("each raid, with `; ` between: card, kind and crew, or `passed` and the box where nobody waited"),
        lambda line: "; ".join(card_of(raid) for raid in line.raids),
    ),
    Column(
        "bombers",
        _("bombers in the raids, and how many were shot down"),
        lambda line: sum(raid.bombers for raid in line.raids),
    ),
    Column("fell", "", lambda line: sum(raid.kills for raid in line.raids)),
    Column("hits", _("hits on aircraft that came home"), lambda line: sum(raid.hits for raid in line.raids)),
    Column(
        "home",
        _("how a pilot came home (`safe`, `repairable`, `written-off`, `shot-down`), and what happened to his crew"),
        "row.home",
    ),
    Column("crew", "", "row.crew"),
    Column("kills", _("totals at the end of the week"), "row.kills"),
    Column("points", "", "row.points"),
    Column("crews", "", "row.crews"),
    Column("source", _("`fair`, `tabletop` or `imported`"), "career.source"),
    Column("notes", _("notes under the week, as in `sorties`"), lambda line: comments_cell(line.comments)),
)
"""A row for each week."""
KILLS = CsvFile[KillLine](
    "night-kills",
    _("Nightfighter: bombers shot down"),
    Column("career", _("as above"), lambda line: str(line.career.pk)),
    Column("name", "", "career.name"),
    Column("week", "", "row.week"),
    Column("place", _("number of the bomber in the whole career, from 1"), "row.place"),
    Column("crew", _("crew, in a Staffel"), "row.crew"),
    Column("card", _("the card, and `Dunaja` or `Himmelbett`"), "row.raid__card"),
    Column("raid", "", "row.raid__title"),
    Column("turn", _("turn of that night; 0 if it is not known"), "row.turn"),
    Column("type", _("type, number of engines and points"), "row.type"),
    Column("engines", "", "row.engines"),
    Column("points", "", "row.points"),
)
"""A row for each bomber shot down."""


def week_lines(careers: Iterable[NightCareer]) -> Iterator[WeekLine]:
    """Give the weeks, career by career."""
    heads = {career.pk: career for career in careers}
    weeks = WeekRecord.objects.filter(career__in=list(heads)).order_by("career_id", "place")
    rows = weeks.values_list("career_id", "moon_up", *NIGHTS.fields("row"), named=True)
    met, notes = _RaidCursor(heads), comments_in({head.session_id for head in heads.values() if head.session_id})
    for row in rows.iterator(ROWS_AT_ONCE):
        head = heads[row.career_id]
        comments = notes.get((head.session_id, head.seat, row.place), ())
        yield WeekLine(head, row, met.of(row.career_id, row.place), comments)


def kill_lines(careers: Iterable[NightCareer]) -> Iterator[KillLine]:
    """Give the bombers shot down, career by career."""
    heads = {career.pk: career for career in careers}
    fell = Kill.objects.filter(career__in=list(heads)).order_by("career_id", "place")
    for row in fell.values_list("career_id", *KILLS.fields("row"), named=True).iterator(ROWS_AT_ONCE):
        yield KillLine(heads[row.career_id], row)


def card_of(raid: RaidRecord) -> str:
    """Write a raid down: 7C Himmelbett C4; of one that passed, its box."""
    if raid.box:
        return f"{raid.card} passed {raid.box}"
    return f"{raid.card} {raid.title} {raid.crew}".rstrip()


class _RaidCursor:
    """The raids of all careers, read along with their weeks: both are in the same order."""

    def __init__(self, careers: Iterable[UUID]) -> None:
        rows = RaidRecord.objects.filter(career__in=list(careers)).order_by("career_id", "place")
        self.rows = rows.iterator(ROWS_AT_ONCE)
        self.ahead = next(self.rows, None)

    def of(self, career: UUID, week: int) -> list[RaidRecord]:
        """Return the raids of a week."""
        found = []
        while self.ahead is not None and (self.ahead.career_id, self.ahead.week) <= (career, week):
            if (self.ahead.career_id, self.ahead.week) == (career, week):
                found.append(self.ahead)
            self.ahead = next(self.rows, None)
        return found


FILES: dict[str, CsvFile[WeekLine] | CsvFile[KillLine]] = {"nights": NIGHTS, "kills": KILLS}


def pieces(file: str, careers: Iterable[NightCareer], form: CsvForm = DEFAULT_FORM) -> Iterator[bytes]:
    """Give the file piece by piece: `nights` or `kills`."""
    if file == "kills":
        return KILLS.pieces(kill_lines(careers), form)
    return NIGHTS.pieces(week_lines(careers), form)


def sent(request: HttpRequest, file: str, careers: Iterable[NightCareer], name: str) -> StreamingHttpResponse:
    """Send a file as it is written."""
    return csv_files.csv_response(request, pieces(file, careers, form_of(request)), f"{slugify(name) or 'year'}-{file}")


def owned_by(players: Iterable[Player], reader: Player | None = None) -> list[NightCareer]:
    """Return the heads of these players' years; of a duplicate season that runs, none but the reader's own."""
    heads = NightCareer.objects.filter(owner__in=players).order_by("pk")
    if reader is not None:
        runs = Q(session__calendar__isnull=False, session__calendar__opened=None)
        heads = heads.exclude(runs & ~Q(owner=reader.pk))
    return list(heads.only("pk", "name", "source", "kind", "session", "seat"))
