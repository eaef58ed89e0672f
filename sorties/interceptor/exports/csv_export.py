"""The log as CSV: a row for each line, and in a second file a row for each enemy met; written as it is read."""

import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.db.models import CharField, F, Q, TextField
from django.db.models.functions import Cast
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext_noop as _

from campaigns.accounts.models import Player
from campaigns.comments.selectors import comments_cell, comments_in
from engine.interceptor.state import Options
from play.journal.models import EntryKind, JournalEntry
from play.utils import csv_files
from play.utils.csv_columns import Column, CsvFile
from play.utils.csv_files import ROWS_AT_ONCE
from play.utils.csv_form import DEFAULT_FORM, CsvForm, form_of
from sorties.interceptor.careers.log_sheet import charts_of
from sorties.interceptor.records.models import AwardRecord, EngagementRecord, InterceptorCareer, SortieRecord
from sorties.interceptor.seasons import calendar_line
from sorties.interceptor.tabletop.log_line import DONE, KEY

HIT = ("damaged", "destroyed", "crashed", "unseen")
STOOD_DOWN = "stood-down"


# Parts of a line of a file


class LogRow(NamedTuple):
    """A line of the log, with the names by which it is read from the database."""

    career_key: str
    pk: int
    month: str
    line: int
    target: str
    zone: str
    weather: str
    kind: str
    cause: str
    aircraft: str
    unit: str
    base: str
    bombers: int
    fighters: int
    hits: int
    end: str
    landing: str
    pilot_wound: str
    gunner_wound: str
    fatigue: int
    experience: int
    prestige: int
    events_json: str


class SheetCells(NamedTuple):
    """Cells of a sheet: used markers, the wingman, entered dice, and dice rolled here."""

    used: str
    wingman: str
    dice: str
    thrown: str


NO_SHEET = SheetCells("", "", "", "")


class SortieCsvLine(LogRow):
    """A line of the log with what other tables have of it, set as they are read along."""

    career: InterceptorCareer
    career_number: str
    fights: list[tuple[str, str, str]]
    """Type, result and credit of each enemy met."""
    sheet: SheetCells
    setup: str
    awards: str
    promotion: str
    orders: str
    notes: str
    wounds: int | str

    @property
    def met(self) -> str:
        """Write down the enemies met: `B-17 destroyed pilot; Spitfire IX missed`."""
        if not self.fights:
            return ""
        return "; ".join([f"{enemy} {result} {credit}".rstrip() for enemy, result, credit in self.fights])

    @property
    def damaged(self) -> int:
        """Count the enemies that were hit."""
        return sum([result in HIT for _enemy, result, _credit in self.fights]) if self.fights else 0

    @property
    def ending(self) -> str:
        """Say how the line ended: one that was flown with its landing, another with its cause."""
        return f"{self.end} {self.landing}".strip() if self.kind == "flown" else self.cause

    @property
    def wound(self) -> str:
        """Write down the pilot's wound, and after a stroke the gunner's."""
        return f"{self.pilot_wound}/{self.gunner_wound}" if self.gunner_wound else self.pilot_wound

    @property
    def event(self) -> str:
        """Name the random events of the line."""
        events = self.events_json
        return "; ".join(json.loads(events)) if events != "[]" else ""


class EngagementRow(NamedTuple):
    """An enemy met, with the names by which he is read from the database."""

    career_id: UUID
    is_bomber: bool
    box: int
    sortie__month: str
    sortie__line: int
    place: int
    enemy: str
    result: str
    credit: str
    cause: str


class EngagementLine(NamedTuple):
    """An enemy met, and by whom."""

    career: InterceptorCareer
    row: EngagementRow


# The files


SORTIES = CsvFile[SortieCsvLine](
    "sorties",
    _("Interceptor Ace: lines of the log"),
    Column("career", _("number of the career, the same in both files"), "career_number"),
    Column("pilot", _("name of the pilot"), "career.name", required=True),
    Column("unit", _("where he served on that line, as in the table of units"), "unit", required=True),
    Column("base", "", "base", required=True),
    Column("month", _("year and month, `1943-03` to `1944-02`"), "month", required=True, is_date=True),
    Column("line", _("number of the line in its month, from 1"), "line", required=True),
    Column("raid", _("target of the raid and its zone; empty where the line was missed"), "target", required=True),
    Column("zone", "", "zone"),
    Column("weather", _("`good`, `poor`, `bad` or empty"), "weather"),
    Column("kind", _("`flown`, `grey` (out of range) or `missed`"), "kind", required=True),
    Column("aircraft", _("type of his aircraft"), "aircraft", required=True),
    Column(
        "met",
        _(
            "every enemy met, with `; ` between them: type, result and whose victory (`B-17 destroyed "
            "pilot; Spitfire IX missed`)"
        ),
        "met",
        required=True,
    ),
    Column("damaged", _("how many of them were hit; those shot down count too"), "damaged"),
    Column("bombers", _("his victories on that line"), "bombers"),
    Column("fighters", "", "fighters"),
    Column("hits", _("hits on his aircraft"), "hits", required=True),
    Column(
        "end",
        _(
            "of a flown line: `landed`, `forced`, `bailed`, `shot-down` or `killed`, then the landing (`safe`, "
            "`rough`, `crash`, `killed`). Of another line: its cause (`hospital`, `repair`, `stood-down` …)"
        ),
        "ending",
        required=True,
    ),
    Column(
        "wound",
        _("wound of the pilot: `LW`, `SW` or `KIA`; after a stroke that of the gunner (`/LW`, `SW/SW`)"),
        "wound",
        required=True,
    ),
    Column("fatigue", _("Fatigue, Experience Points and Prestige Points after that line"), "fatigue"),
    Column("xp", "", "experience"),
    Column("prestige", "", "prestige"),
    Column(
        "source", _("where the dice come from: `fair` (thrown on this site), `tabletop` or `imported`"), "career.source"
    ),
    Column(
        "setup",
        _(
            "on the first line only, with `; ` between: rank track (`officer`, `nco`), `ace` and card, "
            "changed options (`fatigue`, `repair_by=systems`), other `pack`, skills learned before"
        ),
        "setup",
    ),
    Column("event", _("random event of the line, by its name in the pack"), "event"),
    Column("used", _("markers that he used on that line"), "sheet.used"),
    Column("wingman", _("`damaged`, `lost` or `absent`; empty where the wingman was present"), "sheet.wingman"),
    Column("awards", _("awards that the pilot won on that line, by their names in the pack"), "awards"),
    Column("promotion", _("rank to which he was promoted after that line"), "promotion"),
    Column(
        "orders",
        _("decisions between this line and the next, in their order"),
        "orders",
    ),
    Column("dice", _("dice of the debriefing that were entered with the sheet: `wound 2 5; r1 7`"), "sheet.dice"),
    Column("thrown", _("dice of the debriefing that were thrown on this site, up to the next sheet"), "sheet.thrown"),
    Column(
        "notes",
        _("notes under the line, with `; ` between: the writer, a colon, the text"),
        "notes",
    ),
    Column(
        "wounds",
        _("on the last line of the career only: all wounds of the pilot, as the Wound Badge counts them"),
        "wounds",
    ),
)
"""A row for each line of the log."""
ENGAGEMENTS = CsvFile[EngagementLine](
    "engagements",
    _("Interceptor Ace: enemies met"),
    Column("career", _("as above"), lambda line: str(line.row.career_id)),
    Column("pilot", "", "career.name"),
    Column("month", "", "row.sortie__month", is_date=True),
    Column("line", "", "row.sortie__line"),
    Column("place", _("number of the enemy in the whole career, from 1"), "row.place"),
    Column("enemy", _("type of the enemy, and `bomber` or `fighter`"), "row.enemy"),
    Column("class", "", lambda line: "bomber" if line.row.is_bomber else "fighter"),
    Column("result", _("as in `met`"), "row.result"),
    Column("credit", "", "row.credit"),
    Column("box", _("box of the raid’s track, where it is known"), lambda line: line.row.box or ""),
    Column("cause", _("why a bomber was lost, where it is known"), "row.cause"),
)
"""A row for each enemy met."""


# Lines


def sortie_lines(careers: Iterable[InterceptorCareer]) -> Iterator[SortieCsvLine]:
    """Give the lines of the logs, career by career."""
    heads = {career.pk: career for career in careers}
    # Both as text: to make a UUID and a list of each row takes a quarter of the time of the whole file.
    as_text = {"career_key": Cast("career_id", CharField()), "events_json": Cast("events", TextField())}
    logs = SortieRecord.objects.filter(career__in=list(heads)).order_by("career_id", "place")
    values = logs.annotate(**as_text).values_list(*LogRow._fields).iterator(ROWS_AT_ONCE)
    lines: Iterator[SortieCsvLine] = map(partial(tuple.__new__, SortieCsvLine), values)
    met, won, books = _EngagementCursor(heads), _AwardCursor(heads), _GroundLogCursor(heads.values())
    notes = comments_in({head.session_id for head in heads.values() if head.session_id})
    ground, of, number, pk = GroundLog(), "", "", None
    head: InterceptorCareer
    promotions: dict[str, str] = {}
    for line, follows in itertools.pairwise(itertools.chain(lines, [None])):
        if line is None:  # a pair never begins with the end
            break
        key, month = line.career_key, line.month
        is_first, is_last = key != of, follows is None or follows.career_key != key
        if is_first:
            pk, of = UUID(key), key
            head, number = heads[pk], str(pk)
            ground, promotions = books.of(pk), dict(head.promotions)
        line.career, line.career_number = head, number
        line.fights = met.of(line.pk)
        line.sheet = ground.sheet() if line.kind != "missed" or line.cause == STOOD_DOWN else NO_SHEET
        line.setup = "; ".join(setup_of(head, ground)) if is_first else ""
        line.awards = "; ".join(won.of((pk, month, line.line)))
        month_ends = is_last or follows is None or follows.month != month
        line.promotion = promotions.get(month, "") if month_ends else ""
        line.orders = "; ".join(ground.ordered(month, line.line, last=is_last)) if ground.orders else ""
        line.notes = ""
        if notes:
            place = calendar_line(charts_of(head), month, line.line)
            line.notes = comments_cell(notes.get((head.session_id, head.seat, place), ()))
        line.wounds = head.wounds if is_last else ""
        yield line


def engagement_lines(careers: Iterable[InterceptorCareer]) -> Iterator[EngagementLine]:
    """Give the enemies met, career by career."""
    heads = {career.pk: career for career in careers}
    met = EngagementRecord.objects.filter(career__in=list(heads)).order_by("career_id", "place")
    rows = met.values_list(*EngagementRow._fields)
    for row in map(EngagementRow._make, rows.iterator(ROWS_AT_ONCE)):
        yield EngagementLine(heads[row.career_id], row)


class _EngagementCursor:
    """The enemies of all logs, read along with their lines: both are in the same order."""

    def __init__(self, careers: Iterable[UUID]) -> None:
        rows = EngagementRecord.objects.filter(career__in=list(careers)).order_by("career_id", "place")
        self.rows = rows.values_list("sortie_id", "enemy", "result", "credit").iterator(ROWS_AT_ONCE)
        self.ahead = next(self.rows, None)

    def of(self, sortie: int) -> list[tuple[str, str, str]]:
        """Return who was met on a line."""
        found = []
        while self.ahead is not None and self.ahead[0] == sortie:
            found.append(self.ahead[1:])
            self.ahead = next(self.rows, None)
        return found


class _AwardCursor:
    """The pilots' awards, read along with the lines on which they were won."""

    def __init__(self, careers: Iterable[UUID]) -> None:
        won = AwardRecord.objects.filter(career__in=list(careers), holder="pilot", line__gt=0)
        rows = won.order_by("career_id", "place").values_list("career_id", "month", "line", "name")
        self.rows = rows.iterator(ROWS_AT_ONCE)
        self.ahead = next(self.rows, None)

    def of(self, line: tuple[UUID | None, str, int]) -> list[str]:
        """Return what was won on a line."""
        found = []
        while self.ahead is not None and self.ahead[:3] <= line:
            if self.ahead[:3] == line:
                found.append(self.ahead[3])
            self.ahead = next(self.rows, None)
        return found


# Further columns of a tabletop log

GROUND_KEYS = Q(key=KEY) | Q(key__startswith="setup/") | Q(key__regex=r"^[^/]+/\d+/")
"""Answers on the ground: sheets, the set-up, and orders by month and line."""


class GroundRecord(msgspec.Struct, forbid_unknown_fields=True):
    """Orders and entries on the ground, in the words of the columns, where the journal is elsewhere."""

    setup: list[str] = []
    orders: dict[str, list[str]] = {}
    """By month and line, as `1943-03/4`."""
    sheets: list[SheetCells] = []


class SheetExtras(msgspec.Struct):
    """Values of a sheet in the journal that the log does not have."""

    wingman: str
    used: list[str]
    rolls: dict[str, list[int]]


GroundEntry = tuple[str, object, Sequence[tuple[str, int, int, int]]]
"""An entry of the journal: its key, its answer, and the draws after it."""


class GroundLog:
    """The entries and orders of one career, in order."""

    def __init__(self, entries: Iterable[GroundEntry] = ()) -> None:
        self.setup: list[str] = []
        self.orders: dict[str, list[str]] = {}
        sheets: list[tuple[SheetExtras, list[tuple[str, int]]]] = []
        for key, answer, draws in entries:
            if key == KEY:
                sheets.append((msgspec.convert(answer, SheetExtras), []))
            elif key.startswith("setup/"):
                self.setup += [str(answer)] if answer != DONE else []
            else:
                self.orders.setdefault("/".join(key.split("/")[:2]), []).append(str(answer))
            if sheets:
                sheets[-1][1].extend((stream, face) for stream, _number, _sides, face in draws)
        self.sheets = [_sheet_cells(sheet, thrown) for sheet, thrown in sheets]
        self.waiting = iter(self.sheets)

    @classmethod
    def read(cls, ground: Mapping[str, object]) -> "GroundLog":
        """Return what a career's file brought along."""
        book, known = cls(), msgspec.convert(ground, GroundRecord)
        book.setup, book.orders, book.sheets = known.setup, known.orders, known.sheets
        book.waiting = iter(book.sheets)
        return book

    def sheet(self) -> SheetCells:
        """Return what the next sheet has that no other column has."""
        return next(self.waiting, NO_SHEET)

    def ordered(self, month: str, line: int, *, last: bool) -> list[str]:
        """Return what was ordered after a line; that he has done goes without saying, but after the last."""
        orders = self.orders.get(f"{month}/{line}", [])
        return orders if last else [order for order in orders if order != DONE]


def _sheet_cells(sheet: SheetExtras, thrown: Iterable[tuple[str, int]]) -> SheetCells:
    wingman = sheet.wingman if sheet.wingman != "present" else ""
    dice = [(stream, face) for stream, faces in sheet.rolls.items() for face in faces]
    return SheetCells("; ".join(sheet.used), wingman, dice_cell(dice), dice_cell(thrown))


def ground_of(career: InterceptorCareer) -> dict[str, object]:
    """Return what a career's file carries of the ground; nothing where nothing was ordered."""
    if career.session_id is None:
        return dict(career.ground)
    book = _GroundLogCursor([career]).of(career.pk)
    known: dict[str, object] = {
        "setup": book.setup,
        "orders": book.orders,
        "sheets": [list(sheet) for sheet in book.sheets],
    }
    return known if any(known.values()) else {}


class _GroundLogCursor:
    """The journals of each career besides its flights, read along with their lines."""

    def __init__(self, careers: Iterable[InterceptorCareer]) -> None:
        heads = list(careers)
        stored = [career.pk for career in heads if career.session_id is not None]
        self.brought = {career.pk: career.ground for career in heads if career.session_id is None and career.ground}
        standing = JournalEntry.objects.filter(session__careers__in=stored, kind=EntryKind.ANSWER, undone_by=None)
        standing = standing.filter(GROUND_KEYS, seat=F("session__careers__seat"))
        rows = standing.order_by("session__careers", "seq").values_list("session__careers", "key", "answer", "draws")
        self.rows = itertools.groupby(rows.iterator(ROWS_AT_ONCE) if stored else (), key=lambda row: row[0])
        self.ahead = next(self.rows, None)

    def of(self, career: UUID) -> GroundLog:
        """Return what was written down and ordered in a career; nothing where its table is gone."""
        while self.ahead is not None and self.ahead[0] < career:
            self.ahead = next(self.rows, None)
        if career in self.brought:
            return GroundLog.read(self.brought[career])
        if self.ahead is None or self.ahead[0] != career:
            return GroundLog()
        return GroundLog(row[1:] for row in self.ahead[1])


def dice_cell(dice: Iterable[tuple[str, int]]) -> str:
    """Write dice down by what they were for: `wound 2 5; r1 7`."""
    faces: dict[str, list[int]] = {}
    for stream, face in dice:
        faces.setdefault(stream, []).append(face)
    return "; ".join(f"{stream} {' '.join(map(str, shown))}" for stream, shown in faces.items())


PLAIN = msgspec.to_builtins(Options())


def setup_of(career: InterceptorCareer, book: GroundLog) -> list[str]:
    """Say how a career began: rank track, ace card, optional rules, charts, and the skills learned before line 1."""
    said = [career.track]
    said += [f"ace {career.ace}"] if career.ace else []
    for name, value in career.options.items():
        if value != PLAIN.get(name):
            said.append(name if value is True else f"{name}={str(value).lower()}")
    said += [f"pack {career.pack}"] if career.pack != "standard" else []
    return said + book.setup


# The answer


FILES = {"sorties": SORTIES, "engagements": ENGAGEMENTS}


def pieces(file: str, careers: Iterable[InterceptorCareer], form: CsvForm = DEFAULT_FORM) -> Iterator[bytes]:
    """Give the file piece by piece."""
    if file == "sorties":
        return SORTIES.pieces(sortie_lines(careers), form)
    return ENGAGEMENTS.pieces(engagement_lines(careers), form)


def sent(request: HttpRequest, file: str, careers: Iterable[InterceptorCareer], name: str) -> StreamingHttpResponse:
    """Send a file as it is written."""
    return csv_files.csv_response(request, pieces(file, careers, form_of(request)), f"{slugify(name) or 'log'}-{file}")


def owned_by(players: Iterable[Player], reader: Player | None = None) -> list[InterceptorCareer]:
    """Return the heads of these players' careers; of a duplicate season that runs, none but the reader's own."""
    heads = InterceptorCareer.objects.filter(owner__in=players).order_by("pk")
    if reader is not None:
        runs = Q(session__calendar__isnull=False, session__calendar__opened=None)
        heads = heads.exclude(runs & ~Q(owner=reader.pk))
    fields = ("pk", "name", "source", "track", "ace", "options", "pack", "pack_hash", "promotions", "wounds", "ground")
    return list(heads.only(*fields, "session", "seat"))
