"""Writes all that was derived from the journals again: each game is played from its first line, and compared.

The tables of the projections are read, deleted and written again in one transaction. Where both are the
same, the tables are left as they were; where they differ, the new ones stay, and each difference is named. Tables that
hold nothing of a game yet, such as those of a later release, are written for the first time.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from uuid import UUID

import msgspec
from django.db import transaction

from engine.kernel.dice import JournalMismatch
from engine.kernel.run import Run
from play.journal import store
from play.journal.models import EntryKind
from play.journal.projections import OrderEffects, Projection, Row, Rows, projections_of
from play.sessions.models import Session, SessionStatus
from play.sessions.selectors import session_at

MOST_LOOKS = 5
"""Number of tries on a game that moves in the meantime."""
MISSING = "—"


@dataclass(frozen=True)
class RowDifference:
    """A field of a row that was not as the journal has it; a row that was missing, or too many, has a field of none."""

    row: str
    field: str = ""
    found: object = None
    wanted: object = None

    @property
    def is_filled(self) -> bool:
        """Return whether only fields were missing that a newer release has added."""
        found, wanted = self.found, self.wanted
        return isinstance(found, dict) and isinstance(wanted, dict) and found.items() <= wanted.items()

    def __str__(self) -> str:
        name = f"{self.row}: {self.field}" if self.field else self.row
        return f"{name} was {self.found!r}, is {self.wanted!r}"


@dataclass
class RebuildResult:
    """Result of a rebuild: differences, or why the journal cannot be replayed."""

    session: Session
    differences: list[RowDifference] = field(default_factory=list)
    new: int = 0
    """Rows of projections that held nothing of this game."""
    filled: int = 0
    """Fields that lacked only what a release has added."""
    problem: str = ""

    @property
    def sound(self) -> bool:
        """Return whether all derived rows agree with the journal."""
        return not (self.differences or self.problem)


def sessions_begun(titles: Sequence[str] = (), session: UUID | None = None) -> Iterator[Session]:
    """Give the games that have a journal, of some titles, one alone or all; no more than one is held at once."""
    begun = Session.objects.exclude(status=SessionStatus.OPEN).order_by("created", "pk")
    if titles:
        begun = begun.filter(title__in=titles)
    if session is not None:
        begun = begun.filter(pk=session)
    return map(session_at, begun.values_list("pk", flat=True).iterator(chunk_size=200))


def is_missing(session: Session) -> bool:
    """Say whether tables hold nothing of a game yet, as when a release brings new ones."""
    return any(each.stores_rows and not each.kept(session) for each in projections_of(session))


def session_rebuild(*, session: Session, dry_run: bool = False) -> RebuildResult:
    """Rebuild the rows of a game's journal, or only report what differs."""
    finding = RebuildResult(session)
    for _look in range(MOST_LOOKS):
        try:
            run = store.replayed(session, frames=False)
            check_end(session, run)
        except Exception as problem:  # any exception of today's rules on an old journal is the finding
            finding.problem = f"{type(problem).__name__}: {problem}"
            return finding
        if _write(session, run, dry_run, finding):
            return finding
        session = session_at(session.pk)
    finding.problem = "it is played on all the time"
    return finding


def check_end(session: Session, run: Run) -> None:
    """Fail when the journal leads to another state than the stored one."""
    kinds = (EntryKind.BEGIN, EntryKind.ANSWER, EntryKind.CHARTS)
    last = session.journal.filter(undone_by=None, kind__in=kinds).order_by("-seq").first()
    store.check_used_up(run)
    if last is None or not run.agrees(last.digest):
        raise JournalMismatch("the journal leads to another state than the one that was kept")


def _write(session: Session, run: Run, dry_run: bool, finding: RebuildResult) -> bool:
    """Compare and write in one transaction; say whether the game stood still meanwhile."""
    progress = OrderEffects([], run.state, run.pack, store.json_data(run.outcome() or {}) if run.over else None)
    with transaction.atomic():
        if not Session.objects.select_for_update().filter(pk=session.pk, version=session.version).exists():
            return False
        for each in projections_of(session):
            _write_again(each, session, progress, dry_run, finding)
    return True


def _write_again(
    each: Projection, session: Session, progress: OrderEffects, dry_run: bool, finding: RebuildResult
) -> None:
    """Delete and write one projection's tables; unchanged tables are left alone."""
    with transaction.atomic():
        before = each.kept(session)
        each.wipe(session)
        each.write(session, progress)
        after = each.kept(session)
        if before:
            found = list(differences(before, after))
            finding.differences += [one for one in found if not one.is_filled]
            finding.filled += sum(one.is_filled for one in found)
        else:
            finding.new += len(after)
        if dry_run or before == after:
            transaction.set_rollback(True)


def differences(before: Rows, after: Rows) -> Iterator[RowDifference]:
    """Name what differs, row by row and field by field."""
    for name in sorted(before.keys() ^ after.keys()):
        if name not in after:
            yield RowDifference(name, found=_short(before[name]), wanted=MISSING)
        else:
            yield RowDifference(name, found=MISSING, wanted=_short(after[name]))
    for name, row in after.items():
        for column, wanted in row.items():
            if name in before and before[name].get(column) != wanted:
                yield RowDifference(name, column, before[name].get(column), wanted)


def _short(row: Row) -> str:
    return msgspec.json.encode(row, enc_hook=str).decode()[:200]
