"""The log as CSV: a row for each line, and in a second file a row for each enemy met; written as it is read.

The columns are described in docs/csv.md. They are stable: a new one is added at the end, none is renamed or moved.
"""

import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import CharField, F, Q, TextField
from django.db.models.functions import Cast
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.text import slugify

from campaigns.comments.selectors import comments_cell, comments_in
from engine.interceptor.state import Options
from play.journal.models import EntryKind, JournalEntry
from play.utils import csv_files
from play.utils.csv_files import ROWS_AT_ONCE
from sorties.interceptor.careers.log_sheet import charts_of
from sorties.interceptor.records.models import AwardRecord, EngagementRecord, InterceptorCareer, SortieRecord
from sorties.interceptor.seasons import calendar_line
from sorties.interceptor.tabletop.log_line import DONE, KEY

SORTIES = (
    "career", "pilot", "unit", "base", "month", "line", "raid", "zone", "weather", "kind", "aircraft", "met", "damaged",
    "bombers", "fighters", "hits", "end", "wound", "fatigue", "xp", "prestige", "source",
    "setup", "event", "used", "wingman", "awards", "promotion", "orders", "dice", "thrown",
    "notes", "wounds",
)  # fmt: skip
ENGAGEMENTS = (
    "career", "pilot", "month", "line", "place", "enemy", "class", "result", "credit", "box", "cause",
)  # fmt: skip
FILES = {"sorties": SORTIES, "engagements": ENGAGEMENTS}
HIT = ("damaged", "destroyed", "crashed", "unseen")

Row = list[Any]


# Rows


def sorties(careers: Iterable[InterceptorCareer]) -> Iterator[Row]:
    """Give a row for each line of the logs, career by career."""
    heads = {career.pk: career for career in careers}
    fields = (
        "pk", "month", "line", "target", "zone", "weather", "kind", "cause", "aircraft", "unit", "base",
        "bombers", "fighters", "hits", "end", "landing", "pilot_wound", "gunner_wound", "fatigue", "experience",
        "prestige",
    )  # fmt: skip
    # Both as text: to make a UUID and a list of each row takes a quarter of the time of the whole file.
    as_text = {"key": Cast("career_id", CharField()), "events_json": Cast("events", TextField())}
    logs = SortieRecord.objects.filter(career__in=list(heads)).order_by("career_id", "place")
    rows = logs.annotate(**as_text).values_list("key", *fields, "events_json")
    met, won, books = _EngagementCursor(heads), _AwardCursor(heads), _GroundLogCursor(heads.values())
    notes = comments_in({head.session_id for head in heads.values() if head.session_id})
    book, of, shown = GroundLog(), "", ""
    head: InterceptorCareer
    promotions: dict[str, str] = {}
    for row, follows in _with_next(rows.iterator(ROWS_AT_ONCE)):
        (
            key, number, month, line, target, zone, weather, kind, cause, aircraft, unit, base,
            bombers, fighters, hits, end, landing, pilot_wound, gunner_wound, fatigue, experience, prestige, events,
        ) = row  # fmt: skip
        first = key != of
        if first:
            head, of = heads[UUID(key)], key
            book, shown, promotions = books.of(head.pk), str(head.pk), dict(head.promotions)
        fights, last = met.of(number), follows is None or follows[0] != key
        month_ends = follows is None or last or follows[2] != month
        sheet = book.sheet() if kind != "missed" or cause == STOOD_DOWN else NO_SHEET
        yield [
            shown, head.name, unit, base, month, line, target,
            zone, weather, kind, aircraft,
            "; ".join([f"{enemy} {result} {credit}".rstrip() for enemy, result, credit in fights]) if fights else "",
            sum([result in HIT for _enemy, result, _credit in fights]) if fights else 0,
            bombers, fighters, hits, f"{end} {landing}".strip() if kind == "flown" else cause,
            f"{pilot_wound}/{gunner_wound}".removesuffix("/"), fatigue, experience, prestige, head.source,
            "; ".join(setup_of(head, book)) if first else "",
            "; ".join(json.loads(events)) if events != "[]" else "", sheet[0], sheet[1],
            "; ".join(won.of((head.pk, month, line))),
            promotions.get(month, "") if month_ends else "",
            "; ".join(book.ordered(month, line, last=last)) if book.orders else "", sheet[2], sheet[3],
            comments_cell(notes.get((head.session_id, head.seat, calendar_line(charts_of(head), month, line)), ()))
            if notes else "",
            head.wounds if last else "",
        ]  # fmt: skip


def _with_next(rows: Iterable[Row]) -> Iterator[tuple[Row, Row | None]]:
    """Give each row with the one that follows."""
    before = None
    for row in rows:
        if before is not None:
            yield before, row
        before = row
    if before is not None:
        yield before, None


class _EngagementCursor:
    """The enemies of all logs, read along with their lines: both are in the same order."""

    def __init__(self, careers: Iterable[Any]) -> None:
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

    def __init__(self, careers: Iterable[Any]) -> None:
        won = AwardRecord.objects.filter(career__in=list(careers), holder="pilot", line__gt=0)
        rows = won.order_by("career_id", "place").values_list("career_id", "month", "line", "name")
        self.rows = rows.iterator(ROWS_AT_ONCE)
        self.ahead = next(self.rows, None)

    def of(self, line: tuple[Any, str, int]) -> list[str]:
        """Return what was won on a line."""
        found = []
        while self.ahead is not None and self.ahead[:3] <= line:
            if self.ahead[:3] == line:
                found.append(self.ahead[3])
            self.ahead = next(self.rows, None)
        return found


# What a tabletop log has besides

STOOD_DOWN = "stood-down"
SheetCells = tuple[str, str, str, str]
"""Of a sheet: the markers that were used, the wingman, the dice that came with it, and those thrown here for it."""
NO_SHEET: SheetCells = ("", "", "", "")


GROUND_KEYS = Q(key=KEY) | Q(key__startswith="setup/") | Q(key__regex=r"^[^/]+/\d+/")
"""What is answered on the ground: sheets, the set-up, and orders by month and line."""


class GroundRecord(msgspec.Struct, forbid_unknown_fields=True):
    """What was ordered and written down on the ground, in the words of the columns, where the journal is elsewhere."""

    setup: list[str] = []
    orders: dict[str, list[str]] = {}
    """By month and line, as `1943-03/4`."""
    sheets: list[SheetCells] = []


class GroundLog:
    """What was written down and ordered in one career, in order."""

    def __init__(self, entries: Iterable[Sequence[Any]] = ()) -> None:
        self.setup: list[str] = []
        self.orders: dict[str, list[str]] = {}
        sheets: list[tuple[Mapping[str, Any], list[tuple[str, int]]]] = []
        for key, answer, draws in entries:
            if key == KEY:
                sheets.append((answer, []))
            elif key.startswith("setup/"):
                self.setup += [answer] if answer != DONE else []
            else:
                self.orders.setdefault("/".join(key.split("/")[:2]), []).append(answer)
            if sheets:
                sheets[-1][1].extend((stream, face) for stream, _number, _sides, face in draws)
        self.sheets = [_sheet_cells(sheet, thrown) for sheet, thrown in sheets]
        self.waiting = iter(self.sheets)

    @classmethod
    def read(cls, ground: Mapping[str, Any]) -> "GroundLog":
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


def _sheet_cells(sheet: Mapping[str, Any], thrown: Iterable[tuple[str, int]]) -> SheetCells:
    wingman = sheet["wingman"] if sheet["wingman"] != "present" else ""
    dice = [(stream, face) for stream, faces in sheet["rolls"].items() for face in faces]
    return "; ".join(sheet["used"]), wingman, dice_cell(dice), dice_cell(thrown)


def ground_of(career: InterceptorCareer) -> dict[str, Any]:
    """Return what a career's file carries of the ground; nothing where nothing was ordered."""
    if career.session_id is None:
        return dict(career.ground)
    book = _GroundLogCursor([career]).of(career.pk)
    known = {"setup": book.setup, "orders": book.orders, "sheets": [list(sheet) for sheet in book.sheets]}
    return known if any(known.values()) else {}


class _GroundLogCursor:
    """What the journals have of each career besides its flights, read along with their lines."""

    def __init__(self, careers: Iterable[InterceptorCareer]) -> None:
        heads = list(careers)
        kept = [career.pk for career in heads if career.session_id is not None]
        self.brought = {career.pk: career.ground for career in heads if career.session_id is None and career.ground}
        standing = JournalEntry.objects.filter(session__careers__in=kept, kind=EntryKind.ANSWER, undone_by=None)
        standing = standing.filter(GROUND_KEYS, seat=F("session__careers__seat"))
        rows = standing.order_by("session__careers", "seq").values_list("session__careers", "key", "answer", "draws")
        self.rows = itertools.groupby(rows.iterator(ROWS_AT_ONCE) if kept else (), key=lambda row: row[0])
        self.ahead = next(self.rows, None)

    def of(self, career: Any) -> GroundLog:
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


def engagements(careers: Iterable[InterceptorCareer]) -> Iterator[Row]:
    """Give a row for each enemy met, career by career."""
    heads = {career.pk: career for career in careers}
    fields = ("career_id", "sortie__month", "sortie__line", "place", "enemy", "is_bomber", "result", "credit", "box")
    rows = EngagementRecord.objects.filter(career__in=list(heads)).order_by("career_id", "place")
    for career, month, line, place, enemy, is_bomber, result, credit, box, cause in rows.values_list(
        *fields, "cause"
    ).iterator(ROWS_AT_ONCE):
        sort = "bomber" if is_bomber else "fighter"
        yield [str(career), heads[career].name, month, line, place, enemy, sort, result, credit, box or "", cause]


ROWS = {"sorties": sorties, "engagements": engagements}


# The file


def pieces(file: str, careers: Iterable[InterceptorCareer]) -> Iterator[bytes]:
    """Give the file piece by piece."""
    return csv_files.csv_pieces(FILES[file], ROWS[file](careers))


def sent(request: HttpRequest, file: str, careers: Iterable[InterceptorCareer], name: str) -> StreamingHttpResponse:
    """Send a file as it is written."""
    return csv_files.csv_response(request, pieces(file, careers), f"{slugify(name) or 'log'}-{file}")


def owned_by(players: Iterable[Any], reader: Any = None) -> list[InterceptorCareer]:
    """Return the heads of these players' careers; of a duplicate season that runs, none but the reader's own."""
    heads = InterceptorCareer.objects.filter(owner__in=players).order_by("pk")
    if reader is not None:
        runs = Q(session__calendar__isnull=False, session__calendar__opened=None)
        heads = heads.exclude(runs & ~Q(owner=reader.pk))
    fields = ("pk", "name", "source", "track", "ace", "options", "pack", "pack_hash", "promotions", "wounds", "ground")
    return list(heads.only(*fields, "session", "seat"))
