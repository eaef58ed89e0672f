"""Cost of the export of many logs: rows a second, and the additional memory."""

import time
import tracemalloc
from functools import cache
from typing import Any

from django.contrib.auth import get_user_model

from sorties.interceptor.exports import csv_export, log_import
from sorties.interceptor.records.models import EngagementRecord, InterceptorCareer, SortieRecord
from tests.bench import bench
from tests.bench.site.careers import database
from tests.shared.builders.careers import kept

ROWS = 100_000
LINES = 92
MEGABYTE = 1024 * 1024


def many_logs() -> Any:
    """Make a hundred thousand lines of logs, with two enemies on every second of them."""
    player = get_user_model().objects.create(display_name="Bench", email="bench@example.org")
    careers = [InterceptorCareer(owner=player, name=f"Pilot {number}") for number in range(ROWS // LINES + 1)]
    InterceptorCareer.objects.bulk_create(careers)
    for start in range(0, len(careers), 100):
        _log_of(careers[start : start + 100])
    return player


def _log_of(careers: list[InterceptorCareer]) -> None:
    sorties = SortieRecord.objects.bulk_create(
        SortieRecord(
            career=career, place=place + 1, month=f"1943-{3 + place // 10:02}", line=place % 10 + 1, kind="flown",
            target="Regensburg", zone="Munich", base="Wiesbaden", unit="I./JG 50", weather="good", aircraft="Bf109G-6",
            end="landed", landing="safe", hits=2, bombers=1, fatigue=1, experience=3, prestige=2,
        )
        for career in careers
        for place in range(LINES)
    )  # fmt: skip
    EngagementRecord.objects.bulk_create(
        EngagementRecord(
            career_id=sortie.career_id, sortie=sortie, place=2 * sortie.place + more, enemy="B-17", is_bomber=True,
            result="damaged",
        )
        for sortie in sorties[::2]
        for more in range(2)
    )  # fmt: skip


@cache
def measured() -> tuple[float, float]:
    """Return rows a second, and megabytes at the peak."""
    with database():
        player = many_logs()
        begin = time.process_time()
        lines = _write(player)
        seconds = time.process_time() - begin
        if lines < ROWS:
            raise ValueError(f"The file has {lines} lines only.")
        tracemalloc.start()
        _write(player)
        _now, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return lines / seconds, peak / MEGABYTE


def _write(player: Any) -> int:
    return sum(piece.count(b"\r\n") for piece in csv_export.pieces("sorties", csv_export.owned_by([player])))


@bench("books.export_rows_per_s", unit="1/s", at_least=80_000)
def export_rows() -> float:
    """Lines of the log written a second, enemies included."""
    return measured()[0]


@bench("books.export_memory_mb", unit="MB", at_most=64)
def export_memory() -> float:
    """Memory added while a hundred thousand lines are written."""
    return measured()[1]


@bench("books.import_year_s", unit="s", at_most=0.02)
def import_year() -> float:
    """Looking a year's log through, flown by the rules line by line."""
    with database():
        player = get_user_model().objects.create(display_name="Bench", email="log@example.org")
        text = b"".join(csv_export.pieces("sorties", [kept(player, LINES, seed=6)])).decode()
        begin = time.process_time()
        trial = log_import.read(None, text)
        seconds = time.process_time() - begin
    if len(trial.rows) < LINES or trial.problems:
        raise ValueError(f"The log has {len(trial.rows)} lines and {len(trial.problems)} problems.")
    return seconds
