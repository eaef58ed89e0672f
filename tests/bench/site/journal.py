"""Size of a year in the journal, its distribution, and the cost to show one of its boards again."""

import time
from collections.abc import Iterator
from functools import cache

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.urls import reverse

from play.journal.models import EventRow, JournalEntry
from play.journal.snapshots import snapshots_of
from play.sessions.models import Session
from sorties.interceptor.records.models import SortieRecord
from tests.bench import bench
from tests.bench.site.careers import database
from tests.shared.builders.careers import begun, fly, seed_for

SHARE = 10
"""The first and the last so many sorties are compared."""
TIMES = 15


def bytes_of(table: str, columns: list[str], where: str) -> int:
    """Size of the columns of some rows, in bytes."""
    sizes = " + ".join(f'COALESCE(LENGTH(CAST("{column}" AS BLOB)), 0)' for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT SUM({sizes}) FROM {table} WHERE {where}")
        return int(cursor.fetchone()[0] or 0)


def weight(session: Session, *, boards_only: bool = False, first: int = 0, last: int = 10**9) -> int:
    """The bytes of a session's journal, or of its boards alone, between two entries."""
    of = f"session_id = '{session.pk.hex}' AND seq BETWEEN {first} AND {last}"
    if boards_only:
        return bytes_of(JournalEntry._meta.db_table, ["frames"], of)
    rows = f"entry_id IN (SELECT id FROM {JournalEntry._meta.db_table} WHERE {of})"
    names = [[field.column for field in model._meta.concrete_fields] for model in (JournalEntry, EventRow)]
    return bytes_of(JournalEntry._meta.db_table, names[0], of) + bytes_of(EventRow._meta.db_table, names[1], rows)


def stops(session: Session, client: Client) -> Iterator[float]:
    """Milliseconds of CPU time for each of the last stops of the replay, the best of a few."""
    address = reverse("table_replay", args=[session.pk])
    for back in range(TIMES):
        best = float("inf")
        for _ in range(3):
            begin = time.process_time()
            answer = client.get(address, {"at": session.events_told - back}, headers={"HX-Request": "true"})
            best = min(best, 1000 * (time.process_time() - begin))
            if answer.status_code != 200:
                raise RuntimeError(f"the replay answers {answer.status_code}")
        yield best


def unpacked(session: Session) -> float:
    """Milliseconds of CPU time to read the boards of the entry that depends on the most others."""
    entry = max(session.journal.all(), key=lambda one: bytes(one.frames)[:1])
    times = []
    for _ in range(TIMES):
        begin = time.process_time()
        snapshots_of(session, entry)
        times.append(1000 * (time.process_time() - begin))
    return min(times)


@cache
def year() -> dict[str, float]:
    """A whole year flown by the bot, as the database keeps it."""
    with database():
        player = get_user_model().objects.create(display_name="Bench", email="bench@example.org")
        career = fly(begun(player, seed_for(lambda one: one.alive and one.bombers > 10)))
        session = Session.objects.get(pk=career.session_id)
        client = Client(SERVER_NAME="localhost")
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        sorties = SortieRecord.objects.filter(career=career, kind="flown").count()
        early, late = session.entries_made // SHARE, session.entries_made - session.entries_made // SHARE
        events = [
            session.told.filter(entry__seq__lte=early).count(),
            session.told.filter(entry__seq__gte=late).count(),
        ]
        return {
            "sortie": weight(session) / sorties,
            "boards": weight(session, boards_only=True),
            "growth": (weight(session, boards_only=True, first=late) / events[1])
            / (weight(session, boards_only=True, last=early) / events[0]),
            "stop": sorted(stops(session, client))[TIMES // 2],
            "unpack": unpacked(session),
        }


@bench("journal.bytes_per_sortie", unit="bytes", at_most=15_000)
def per_sortie() -> float:
    """Entries, events and boards of a year, by sortie flown."""
    return year()["sortie"]


@bench("journal.boards_mb", unit="MB a year", at_most=0.49)
def boards() -> float:
    """The boards alone."""
    return year()["boards"] / 1e6


@bench("journal.boards_growth", unit="times an early event", at_most=2)
def growth() -> float:
    """Ratio of the size of an event's boards in the last tenth of the year to the first tenth."""
    return year()["growth"]


@bench("replay.stop_ms", unit="ms", at_most=40)
def stop() -> float:
    """One stop of the replay late in a year: CPU time of the whole answer."""
    return year()["stop"]


@bench("replay.unpack_ms", unit="ms", at_most=5)
def unpack() -> float:
    """Read the boards of an entry that depends on the most others."""
    return year()["unpack"]
