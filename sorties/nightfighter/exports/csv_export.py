"""Years of nights as CSV: a row for each week, and in a second file a row for each bomber shot down.

The columns are described in docs/csv.md. They are stable: a new one is added at the end, none is renamed or moved.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.text import slugify

from campaigns.comments.selectors import comments_cell, comments_in
from play.utils import csv_files
from play.utils.csv_files import ROWS_AT_ONCE
from sorties.nightfighter.records.models import Kill, NightCareer, RaidRecord, WeekRecord

NIGHTS = (
    "career", "name", "year", "week", "monday", "moon", "what", "visibility", "cloud", "moon_up", "event", "placed",
    "raids", "bombers", "fell", "hits", "home", "crew", "kills", "points", "crews", "source", "notes",
)  # fmt: skip
KILLS = ("career", "name", "week", "place", "crew", "card", "raid", "turn", "type", "engines", "points")
FILES = {"nights": NIGHTS, "kills": KILLS}

Row = list[Any]


def nights(careers: Iterable[NightCareer]) -> Iterator[Row]:
    """Give a row for each week, career by career."""
    heads = {career.pk: career for career in careers}
    fields = ("place", "monday", "moon", "what", "visibility", "cloud", "moon_up", "event", "placed")
    after = ("home", "crew", "kills", "points", "crews")
    rows = WeekRecord.objects.filter(career__in=list(heads)).order_by("career_id", "place")
    met, notes = _RaidCursor(heads), comments_in({head.session_id for head in heads.values() if head.session_id})
    for career, *cells in rows.values_list("career_id", *fields, *after).iterator(ROWS_AT_ONCE):
        head, week = heads[career], cells[0]
        raids = met.of(career, week)
        before, later = cells[: len(fields)], cells[len(fields) :]
        before[6] = int(before[6])
        yield [
            str(career), head.name, head.kind, *before, "; ".join(card_of(one) for one in raids),
            sum(one.bombers for one in raids), sum(one.kills for one in raids), sum(one.hits for one in raids), *later,
            head.source, comments_cell(notes.get((head.session_id, head.seat, week), ())),
        ]  # fmt: skip


def card_of(raid: RaidRecord) -> str:
    """Write a raid down: 7C Himmelbett C4; of one that passed, its box."""
    if raid.box:
        return f"{raid.card} passed {raid.box}"
    return f"{raid.card} {raid.title} {raid.crew}".rstrip()


class _RaidCursor:
    """The raids of all careers, read along with their weeks: both are in the same order."""

    def __init__(self, careers: Iterable[Any]) -> None:
        rows = RaidRecord.objects.filter(career__in=list(careers)).order_by("career_id", "place")
        self.rows = rows.iterator(ROWS_AT_ONCE)
        self.ahead = next(self.rows, None)

    def of(self, career: Any, week: int) -> list[RaidRecord]:
        """Return the raids of a week."""
        found = []
        while self.ahead is not None and (self.ahead.career_id, self.ahead.week) <= (career, week):
            if (self.ahead.career_id, self.ahead.week) == (career, week):
                found.append(self.ahead)
            self.ahead = next(self.rows, None)
        return found


def kills(careers: Iterable[NightCareer]) -> Iterator[Row]:
    """Give a row for each bomber shot down, career by career."""
    heads = {career.pk: career for career in careers}
    rows = Kill.objects.filter(career__in=list(heads)).order_by("career_id", "place")
    fields = ("week", "place", "crew", "raid__card", "raid__title", "turn", "type", "engines", "points")
    for career, *cells in rows.values_list("career_id", *fields).iterator(ROWS_AT_ONCE):
        yield [str(career), heads[career].name, *cells]


ROWS = {"nights": nights, "kills": kills}


def pieces(file: str, careers: Iterable[NightCareer]) -> Iterator[bytes]:
    """Give the file piece by piece."""
    return csv_files.csv_pieces(FILES[file], ROWS[file](careers))


def sent(request: HttpRequest, file: str, careers: Iterable[NightCareer], name: str) -> StreamingHttpResponse:
    """Send a file as it is written."""
    return csv_files.csv_response(request, pieces(file, careers), f"{slugify(name) or 'year'}-{file}")


def owned_by(players: Iterable[Any], reader: Any = None) -> list[NightCareer]:
    """Return the heads of these players' years; of a duplicate season that runs, none but the reader's own."""
    heads = NightCareer.objects.filter(owner__in=players).order_by("pk")
    if reader is not None:
        runs = Q(session__calendar__isnull=False, session__calendar__opened=None)
        heads = heads.exclude(runs & ~Q(owner=reader.pk))
    return list(heads.only("pk", "name", "source", "kind", "session", "seat"))
