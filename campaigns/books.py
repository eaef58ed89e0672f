"""The log as CSV: a row for each line, and in a second file a row for each enemy met; written as it is read.

The columns are described in docs/csv.md. They are stable: a new one is added at the end, none is renamed or moved.
"""

import csv
import itertools
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.text import slugify

from campaigns.logbook import Award, Career, Engagement, Sortie, Source
from campaigns.tabletop import DONE, KEY
from engine.interceptor.state import Options
from play.models import Entry, EntryKind

SORTIES = (
    "career", "pilot", "unit", "base", "month", "line", "raid", "zone", "weather", "kind", "aircraft", "met", "damaged",
    "bombers", "fighters", "hits", "end", "wound", "fatigue", "xp", "prestige", "source",
    "setup", "event", "used", "wingman", "awards", "promotion", "orders", "dice", "thrown",
)  # fmt: skip
ENGAGEMENTS = (
    "career", "pilot", "month", "line", "place", "enemy", "class", "result", "credit", "box", "cause",
)  # fmt: skip
FILES = {"sorties": SORTIES, "engagements": ENGAGEMENTS}
HIT = ("damaged", "destroyed", "crashed", "unseen")

BYTE_ORDER_MARK = "\ufeff"
"""Without it, spreadsheets take the file for one in the machine's old character set."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
GUARD = "'"
ROWS_AT_ONCE = 2000
"""Rows that are read and sent together."""

Row = list[Any]


def harmless(cell: str) -> str:
    """Make text that a spreadsheet would run as a formula one that it shows; what has the guard gets another."""
    if cell.startswith(FORMULA) or (cell.startswith(GUARD) and cell.lstrip(GUARD).startswith(FORMULA)):
        return GUARD + cell
    return cell


def as_written(cell: str) -> str:
    """Return what a cell held before it was made harmless."""
    return cell[1:] if cell.startswith(GUARD) and cell.lstrip(GUARD).startswith(FORMULA) else cell


# Rows


def sorties(careers: Iterable[Career]) -> Iterator[Row]:
    """Give a row for each line of the logs, career by career."""
    heads = {career.pk: career for career in careers}
    fields = (
        "pk", "career_id", "month", "line", "target", "zone", "weather", "kind", "cause", "aircraft", "unit", "base",
        "bombers", "fighters", "hits", "end", "landing", "pilot_wound", "gunner_wound", "fatigue", "experience",
        "prestige", "events",
    )  # fmt: skip
    rows = Sortie.objects.filter(career__in=list(heads)).order_by("career_id", "place").values_list(*fields)
    met, won, books = _Met(heads), _Won(heads), _Books(heads.values())
    book, of = Book(), None
    for row, follows in _with_next(rows.iterator(ROWS_AT_ONCE)):
        (
            number, career, month, line, target, zone, weather, kind, cause, aircraft, unit, base,
            bombers, fighters, hits, end, landing, pilot_wound, gunner_wound, fatigue, experience, prestige, events,
        ) = row  # fmt: skip
        head, first = heads[career], career != of
        if first:
            book, of = books.of(career), career
        fights, last = met.of(number), follows is None or follows[1] != career
        month_ends = follows is None or last or follows[2] != month
        sheet = book.sheet() if kind != "missed" or cause == STOOD_DOWN else NO_SHEET
        yield [
            str(career), harmless(head.name), harmless(unit), harmless(base), month, line, harmless(target),
            harmless(zone), weather, kind, harmless(aircraft),
            harmless("; ".join(f"{enemy} {result} {credit}".rstrip() for enemy, result, credit in fights)),
            sum(result in HIT for _enemy, result, _credit in fights),
            bombers, fighters, hits, f"{end} {landing}".strip() if kind == "flown" else cause,
            f"{pilot_wound}/{gunner_wound}".removesuffix("/"), fatigue, experience, prestige, head.source,
            harmless("; ".join(setup_of(head, book))) if first else "", "; ".join(events), sheet[0], sheet[1],
            "; ".join(won.of((career, month, line))),
            dict(head.promotions).get(month, "") if month_ends else "",
            "; ".join(book.ordered(month, line, last=last)) if book.orders else "", sheet[2], sheet[3],
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


class _Met:
    """The enemies of all logs, read along with their lines: both are in the same order."""

    def __init__(self, careers: Iterable[Any]) -> None:
        rows = Engagement.objects.filter(career__in=list(careers)).order_by("career_id", "place")
        self.rows = rows.values_list("sortie_id", "enemy", "result", "credit").iterator(ROWS_AT_ONCE)
        self.ahead = next(self.rows, None)

    def of(self, sortie: int) -> list[tuple[str, str, str]]:
        """Return who was met on a line."""
        found = []
        while self.ahead is not None and self.ahead[0] == sortie:
            found.append(self.ahead[1:])
            self.ahead = next(self.rows, None)
        return found


class _Won:
    """The pilots' awards, read along with the lines on which they were won."""

    def __init__(self, careers: Iterable[Any]) -> None:
        won = Award.objects.filter(career__in=list(careers), holder="pilot", line__gt=0)
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
Told = tuple[str, str, str, str]
"""Of a sheet: the markers that were used, the wingman, the dice that came with it, and those thrown here for it."""
NO_SHEET: Told = ("", "", "", "")


class Book:
    """What was written down and ordered in one tabletop career, in order."""

    def __init__(self, entries: Iterable[Sequence[Any]] = ()) -> None:
        self.setup: list[str] = []
        self.orders: dict[str, list[str]] = {}
        self.sheets: list[tuple[Mapping[str, Any], list[tuple[str, int]]]] = []
        for key, answer, draws in entries:
            if key == KEY:
                self.sheets.append((answer, []))
            elif key.startswith("setup/"):
                self.setup += [answer] if answer != DONE else []
            else:
                self.orders.setdefault("/".join(key.split("/")[:2]), []).append(answer)
            if self.sheets:
                self.sheets[-1][1].extend((stream, face) for stream, _number, _sides, face in draws)
        self.waiting = iter(self.sheets)

    def sheet(self) -> Told:
        """Return what the next sheet has that no other column has."""
        sheet, thrown = next(self.waiting, ({}, []))
        if not sheet:
            return NO_SHEET
        wingman = sheet["wingman"] if sheet["wingman"] != "present" else ""
        dice = [(stream, face) for stream, faces in sheet["rolls"].items() for face in faces]
        return "; ".join(sheet["used"]), wingman, dice_said(dice), dice_said(thrown)

    def ordered(self, month: str, line: int, *, last: bool) -> list[str]:
        """Return what was ordered after a line; that he has done goes without saying, but after the last."""
        orders = self.orders.get(f"{month}/{line}", [])
        return orders if last else [order for order in orders if order != DONE]


class _Books:
    """The journals of the tabletop careers, read along with their lines."""

    def __init__(self, careers: Iterable[Career]) -> None:
        kept = [career.pk for career in careers if career.source == Source.TABLETOP]
        standing = Entry.objects.filter(session__careers__in=kept, kind=EntryKind.ANSWER, undone_by=None)
        rows = standing.order_by("session__careers", "seq").values_list("session__careers", "key", "answer", "draws")
        self.rows = itertools.groupby(rows.iterator(ROWS_AT_ONCE) if kept else (), key=lambda row: row[0])
        self.ahead = next(self.rows, None)

    def of(self, career: Any) -> Book:
        """Return what was written down in a career; nothing where dice were thrown here."""
        while self.ahead is not None and self.ahead[0] < career:
            self.ahead = next(self.rows, None)
        if self.ahead is None or self.ahead[0] != career:
            return Book()
        return Book(row[1:] for row in self.ahead[1])


def dice_said(dice: Iterable[tuple[str, int]]) -> str:
    """Write dice down by what they were for: `wound 2 5; r1 7`."""
    faces: dict[str, list[int]] = {}
    for stream, face in dice:
        faces.setdefault(stream, []).append(face)
    return "; ".join(f"{stream} {' '.join(map(str, shown))}" for stream, shown in faces.items())


PLAIN = msgspec.to_builtins(Options())


def setup_of(career: Career, book: Book) -> list[str]:
    """Say how a career began: rank track, ace card, optional rules, charts, and the skills learned before line 1."""
    said = [career.track]
    said += [f"ace {career.ace}"] if career.ace else []
    for name, value in career.options.items():
        if value != PLAIN.get(name):
            said.append(name if value is True else f"{name}={str(value).lower()}")
    said += [f"pack {career.pack}"] if career.pack != "standard" else []
    return said + book.setup


def engagements(careers: Iterable[Career]) -> Iterator[Row]:
    """Give a row for each enemy met, career by career."""
    heads = {career.pk: career for career in careers}
    fields = ("career_id", "sortie__month", "sortie__line", "place", "enemy", "is_bomber", "result", "credit", "box")
    rows = Engagement.objects.filter(career__in=list(heads)).order_by("career_id", "place")
    for career, month, line, place, enemy, is_bomber, result, credit, box, cause in rows.values_list(
        *fields, "cause"
    ).iterator(ROWS_AT_ONCE):
        sort = "bomber" if is_bomber else "fighter"
        name = harmless(heads[career].name)
        yield [str(career), name, month, line, place, harmless(enemy), sort, result, credit, box or "", cause]


ROWS = {"sorties": sorties, "engagements": engagements}


# The file


class _Echo:
    """What the writer of the standard library writes to: it hands back what it is given."""

    def write(self, text: str) -> str:
        return text


def pieces(file: str, careers: Iterable[Career]) -> Iterator[bytes]:
    """Give the file piece by piece."""
    writer = csv.writer(_Echo())
    yield (BYTE_ORDER_MARK + writer.writerow(FILES[file])).encode()
    waiting: list[str] = []
    for row in ROWS[file](careers):
        waiting.append(writer.writerow(row))
        if len(waiting) == ROWS_AT_ONCE:
            yield "".join(waiting).encode()
            waiting.clear()
    yield "".join(waiting).encode()


async def _meanwhile(parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Read the next piece when the last has gone out, in the thread that has the database."""
    following = sync_to_async(lambda: next(parts, None))
    while (part := await following()) is not None:
        yield part


def sent(request: HttpRequest, file: str, careers: Iterable[Career], name: str) -> StreamingHttpResponse:
    """Send a file as it is written; it is nowhere whole."""
    parts = pieces(file, careers)
    body = _meanwhile(parts) if isinstance(request, ASGIRequest) else parts
    answer = StreamingHttpResponse(body, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slugify(name) or "log"}-{file}.csv"'
    return answer


def owned_by(players: Iterable[Any]) -> list[Career]:
    """Return the heads of these players' careers."""
    heads = Career.objects.filter(owner__in=players).order_by("pk")
    return list(heads.only("pk", "name", "source", "track", "ace", "options", "pack", "promotions"))
