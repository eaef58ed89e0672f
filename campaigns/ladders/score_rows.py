"""Writes the tallies of a season's entries: in the transaction that moved the game, and again when that is wanted.

A tally is a function of the game's lines and of when each of them was first written, so that written bit by bit or all
at once it comes to the same.
"""

import hashlib
import uuid
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.db import connection, models, transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone

from campaigns.ladders import score_lines
from campaigns.ladders.score_lines import FLOWN, ScoreLine
from campaigns.seasons.models import ScoreRow, Season, SeasonEntry, TieBreak, site_day
from play.journal import store
from play.journal.projections import OrderEffects, Rows, projection
from play.sessions.models import Session
from play.utils.sql_cache import ID_HERE, CachedQuery

FIFTH = 5
MOST = 999
WRITTEN = tuple(
    field.name for field in ScoreRow._meta.concrete_fields if field.name not in ("id", "season", "entry", "line", "at")
)
written_of = attrgetter(*WRITTEN)
ROWS_AT_ONCE = 2_000
"""Rows that go to the database in one statement."""
AT_ONCE = 100
"""Entries that are written together when a season is written again."""


_entries = CachedQuery(
    lambda session: SeasonEntry.objects.filter(session_id=session).select_related("season").order_by("season", "pk"),
    ID_HERE,
)


@projection(
    stored=lambda session: stored_scores(session),
    wipe=lambda session: delete_scores(session),
)
def write_scores(session: Session, progress: OrderEffects) -> None:
    """Write the present scores of a game's entries; most orders end no line and change nothing."""
    now = timezone.now()
    for entry in _entries(session.pk):
        if entry.mark and not _may_have_moved(entry.season, progress):
            continue
        write_score_rows([(entry, _read(session, progress.state, progress.pack, entry.seat))], now)


def _may_have_moved(season: Season, progress: OrderEffects) -> bool:
    """Say whether lines may have come about; what came back, or was played again, has no events."""
    log = score_lines.log_of(season.title, season.terms)
    ends = log.ends_with if log is not None else None
    return not ends or not progress.events or any(event.kind in ends for event in progress.events)


def stored_scores(session: Session) -> Rows:
    """Return the scores of a game's entries; of a game in no season, that it is in none."""
    rows: Rows = {"seasons": {"entries": 0}}
    for entry in SeasonEntry.objects.filter(session=session):
        rows["seasons"]["entries"] += 1
        name = f"entry {entry.pk}"
        rows[name] = {"name": entry.name, "mark": entry.mark}
        for row in ScoreRow.objects.filter(entry=entry).values("line", *WRITTEN):
            rows[f"{name}, line {row.pop('line')}"] = row
    return rows


def delete_scores(session: Session) -> None:
    """Clear the tallies of a game; when each line was written stays, for no journal gives it back."""
    blank = ScoreRow(kind="")
    ScoreRow.objects.filter(entry__session=session).update(**{field: getattr(blank, field) for field in WRITTEN})
    entries = SeasonEntry.objects.filter(session=session)
    entries.update(mark="", name="")
    ranking_changed(entries.values_list("season", flat=True))


def write_first_score(*, entry: SeasonEntry) -> None:
    """Write the first score of an entry."""
    write_score_rows([(entry, _score_of(entry))], timezone.now())


def season_rebuild(*, season: Season) -> int:
    """Recompute all scores of a season from its games; return the number of entries."""
    now, pks = timezone.now(), list(season.entries.values_list("pk", flat=True))
    for first in range(0, len(pks), AT_ONCE):
        some = SeasonEntry.objects.filter(pk__in=pks[first : first + AT_ONCE]).select_related("season", "session")
        batch = []
        for entry in some:
            entry.mark = ""
            batch.append((entry, _score_of(entry)))
        write_score_rows(batch, now)
    return len(pks)


def _score_of(entry: SeasonEntry) -> score_lines.SeatLines:
    """Return the lines of an entry; a game that waits for its first number has none."""
    if not entry.session.record:
        return score_lines.SeatLines("", ())
    run = store.resume(entry.session)
    return _read(entry.session, run.state, run.pack, entry.seat)


def _read(session: Session, state: object, charts: object, seat: str) -> score_lines.SeatLines:
    return score_lines.read(session, state, charts, seat)


# Writing


def ranking_changed(seasons: Iterable[UUID]) -> None:
    """Give seasons a new edition in the transaction that has changed something in their standings."""
    for pk in sorted(set(seasons)):
        Season.objects.filter(pk=pk).update(edition=uuid.uuid4())


@receiver(post_delete, sender=SeasonEntry)
def entry_deleted(instance: SeasonEntry, **_shown: object) -> None:
    """Notice that an entry is gone, with its game or its player."""
    ranking_changed([instance.season_id])


class StoredScore(NamedTuple):
    """A row as in the database: when it was first written, and the values that are `WRITTEN`."""

    pk: int
    at: datetime
    values: tuple[object, ...]


def write_score_rows(batch: Sequence[tuple[SeasonEntry, score_lines.SeatLines]], now: datetime) -> None:
    """Write the lines of some entries; unchanged entries are left alone."""
    changed = [(entry, read, mark) for entry, read in batch if (mark := mark_of(read, entry.season)) != entry.mark]
    if not changed:
        return
    stored: dict[int, dict[int, StoredScore]] = {entry.pk: {} for entry, _read, _mark in changed}
    rows_stored = ScoreRow.objects.filter(entry__in=list(stored))
    for of, line, pk, at, *values in rows_stored.values_list("entry", "line", "pk", "at", *WRITTEN):
        stored[of][line] = StoredScore(pk, at, tuple(values))
    fresh, gone = [], []
    for entry, read, mark in changed:
        before = stored[entry.pk]
        rows = list(score_rows_of(entry, read.lines, {line: row.at for line, row in before.items()}, now))
        fresh += [row for row in rows if row.line not in before or written_of(row) != before[row.line].values]
        lines_now = {row.line for row in rows}
        gone += [row.pk for line, row in before.items() if line not in lines_now]
        entry.name, entry.mark = read.name or entry.name, mark
    ScoreRow.objects.filter(pk__in=gone).delete()
    _store(fresh)
    SeasonEntry.objects.bulk_update([entry for entry, _read, _mark in changed], ["name", "mark"])
    ranking_changed(entry.season_id for entry, _read, _mark in changed)


def _store(rows: Sequence[ScoreRow]) -> None:
    """Write rows; existing ones are updated.

    As `bulk_create` does, but column by column: of a million rows that one asks every field of every row how it is
    written, which takes longer than all the rest.
    """
    fields = [field for field in ScoreRow._meta.concrete_fields if not field.primary_key]
    quoted, table = connection.ops.quote_name, connection.ops.quote_name(ScoreRow._meta.db_table)
    names = ", ".join(quoted(str(field.column)) for field in fields)
    renewed = ", ".join(f"{quoted(name)} = EXCLUDED.{quoted(name)}" for name in WRITTEN)
    # Names of the model's own columns alone are put into the statements.
    tail = f"ON CONFLICT ({quoted('entry_id')}, {quoted('line')}) DO UPDATE SET {renewed}"
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        for first in range(0, len(rows), ROWS_AT_ONCE):
            some = rows[first : first + ROWS_AT_ONCE]
            columns = [_column(field, some) for field in fields]
            if connection.vendor == "postgresql":
                # Without their lengths, so that what is too long is refused, not cut.
                arrays = ", ".join(f"%s::{str(field.db_type(connection)).partition('(')[0]}[]" for field in fields)
                rows_given = f"SELECT * FROM UNNEST({arrays})"  # noqa: S608
                cursor.execute(f"INSERT INTO {table} ({names}) {rows_given} {tail}", columns)
            else:
                one_row = f"VALUES ({', '.join(['%s'] * len(fields))})"
                written = list(zip(*columns, strict=True))
                cursor.executemany(f"INSERT INTO {table} ({names}) {one_row} {tail}", written)


def _column(field: models.Field, rows: Sequence[ScoreRow]) -> list[object]:
    """Return a column's value; numbers, words and truths are written unchanged."""
    found = [getattr(row, field.attname) for row in rows]
    if isinstance(field, models.DateTimeField | models.ForeignKey):
        return [field.get_db_prep_save(value, connection) for value in found]
    return found


def mark_of(read: score_lines.SeatLines, season: Season) -> str:
    """Name lines so that equal ones have the same name; after the end of a season there are no more of them."""
    data = msgspec.json.encode([read.name, season.ties, season.is_final(), [_plain(line) for line in read.lines]])
    return hashlib.sha256(data).hexdigest()[:16]


def _plain(line: ScoreLine) -> list[object]:
    return [getattr(line, field) for field in ScoreLine.__dataclass_fields__]


def score_rows_of(
    entry: SeasonEntry, found: Sequence[ScoreLine], written: dict[int, datetime], now: datetime
) -> Iterator[ScoreRow]:
    """Give the tallies of an entry, the moment of entering first; a line that came after the last day is none."""
    season = entry.season
    start = ScoreLine(0, found[0].value - found[0].gain if found else 0, kind="")
    rows: list[ScoreRow] = []
    best, earlier = RunningRecords(), WeekKeys()
    for line in (start, *found):
        at = written.get(line.line) or (entry.entered if line is start else now)
        if season.ends is not None and site_day(at) > season.ends and line is not start:
            break
        best.add(line)
        rows.append(_score_row(entry, line, at, best, earlier))
    rows[-1].head = True
    # A game without lines that is still hidden is in the table without a figure.
    rows[-1].known = bool(found) or score_lines.log_of(season.title, season.terms) is not None
    yield from rows


class WeekKeys:
    """The key with which an entry came into a week, line by line; lines may have been written in any order of weeks."""

    def __init__(self) -> None:
        self.keys: dict[int, tuple[int, int]] = {}

    def before(self, week: int, line: int, key: int) -> int | None:
        """Return the key of the last line written in a week before this one, and note this line's."""
        last = max((stored for other, stored in self.keys.items() if other < week), default=None)
        self.keys[week] = (line, key)
        return last[1] if last is not None else None


def _score_row(
    entry: SeasonEntry, line: ScoreLine, at: datetime, best: "RunningRecords", earlier: WeekKeys
) -> ScoreRow:
    week, key = week_of(at), key_of(entry.season, line)
    return ScoreRow(
        season_id=entry.season_id,
        entry=entry,
        line=line.line,
        at=at,
        value=line.value,
        second=line.second,
        flown=line.flown,
        key=key,
        key_before=earlier.before(week, line.line, key),
        week=week,
        gain=line.gain,
        kind=line.kind,
        hits=line.hits,
        hurt=line.hurt,
        state=line.state,
        out=line.out,
        **best.figures(),
    )


def week_of(at: datetime) -> int:
    """Number the week of a moment; weeks begin on Monday, in the site's time zone."""
    return (site_day(at).toordinal() - 1) // 7


def key_of(season: Season, line: ScoreLine) -> int:
    """Order lines by the measure of the book, and where they are equal as the season says."""
    second = min(max(line.second, 0), MOST) if season.ties == TieBreak.SECOND else 0
    fewer = 0 if season.ties == TieBreak.SHARED else MOST - min(line.flown, MOST)
    return (line.value * (MOST + 1) + second) * (MOST + 1) + fewer


class RunningRecords:
    """The best of a pilot, line by line."""

    def __init__(self) -> None:
        self.best: dict[str, int | None] = dict.fromkeys(
            ("best_line", "best_month", "most_hits", "falls", "longest_run"), 0
        )
        self.best["fifth"] = None
        self.months: dict[int, int] = {}
        self.run = self.gained = 0

    def add(self, line: ScoreLine) -> None:
        """Go on by a line."""
        if line.kind != FLOWN:
            return
        month = self.months[line.month] = self.months.get(line.month, 0) + line.gain
        self.gained += line.gain
        self.run = 0 if line.hurt else self.run + 1
        self._most(best_line=line.gain, best_month=month, longest_run=self.run)
        self._most(most_hits=0 if line.hurt else line.hits)
        self.best["falls"] = (self.best["falls"] or 0) + line.fell
        if self.best["fifth"] is None and self.gained >= FIFTH:
            self.best["fifth"] = line.flown

    def _most(self, **figures: int) -> None:
        for name, figure in figures.items():
            self.best[name] = max(self.best[name] or 0, figure)

    def figures(self) -> dict[str, int | None]:
        """Return the best so far, as a tally has it."""
        return dict(self.best)
