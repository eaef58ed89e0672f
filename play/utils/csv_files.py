"""Files of rows for spreadsheets: CSV, written as it is read, in which no cell is run as a formula.

UTF-8 with a byte order mark, lines that end in CR LF, one row of names at the head. `csv_form` has the rest.
"""

import csv
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Sequence

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.text import slugify

from play.utils.csv_cells import BYTE_ORDER_MARK
from play.utils.csv_form import DEFAULT_FORM, CsvForm

ROWS_AT_ONCE = 2000
"""Rows that are read and sent together."""

Row = Sequence[object]


class _Echo:
    """File-like target of the standard library's writer, which returns each line."""

    def write(self, text: str) -> str:
        return text


def csv_pieces(
    head: Row, rows: Iterable[Row], form: CsvForm = DEFAULT_FORM, dates: Collection[int] = ()
) -> Iterator[bytes]:
    """Give a file piece by piece; `dates` are the places of the columns that hold dates."""
    writer = csv.writer(_Echo(), delimiter=form.delimiter)
    yield (BYTE_ORDER_MARK + writer.writerow(head)).encode()
    waiting: list[str] = []
    for row in form.rows(rows, dates):
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


def csv_response(request: HttpRequest, parts: Iterator[bytes], name: str) -> StreamingHttpResponse:
    """Send a file as it is written; it is nowhere whole."""
    body = _meanwhile(parts) if isinstance(request, ASGIRequest) else parts
    answer = StreamingHttpResponse(body, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slugify(name) or "log"}.csv"'
    return answer
