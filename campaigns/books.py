"""The log as CSV: a row for each line, and in a second file a row for each enemy met; written as it is read.

The columns are described in docs/csv.md. They are stable: a new one is added at the end, none is renamed or moved.
"""

import csv
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.text import slugify

from campaigns.logbook import Career, Engagement, Sortie

SORTIES = (
    "career", "pilot", "unit", "base", "month", "line", "raid", "zone", "weather", "kind", "aircraft", "met", "damaged",
    "bombers", "fighters", "hits", "end", "wound", "fatigue", "xp", "prestige", "source",
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
        "prestige",
    )  # fmt: skip
    rows = Sortie.objects.filter(career__in=list(heads)).order_by("career_id", "place").values_list(*fields)
    met = _Met(heads)
    for (
        number, career, month, line, target, zone, weather, kind, cause, aircraft, unit, base,
        bombers, fighters, hits, end, landing, pilot_wound, gunner_wound, fatigue, experience, prestige,
    ) in rows.iterator(ROWS_AT_ONCE):  # fmt: skip
        head = heads[career]
        fights = met.of(number)
        yield [
            str(career), harmless(head.name), harmless(unit), harmless(base), month, line, harmless(target),
            harmless(zone), weather, kind, harmless(aircraft),
            harmless("; ".join(f"{enemy} {result} {credit}".rstrip() for enemy, result, credit in fights)),
            sum(result in HIT for _enemy, result, _credit in fights),
            bombers, fighters, hits, f"{end} {landing}".strip() if kind == "flown" else cause,
            f"{pilot_wound}/{gunner_wound}".removesuffix("/"), fatigue, experience, prestige, head.source,
        ]  # fmt: skip


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
    return list(Career.objects.filter(owner__in=players).only("pk", "name", "source").order_by("pk"))
