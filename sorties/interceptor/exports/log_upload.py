"""A tabletop career's log as it is brought: the child flies it through, and the page shows what it found."""

from dataclasses import dataclass, field
from uuid import UUID

import msgspec
from django.core.files.base import ContentFile
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from campaigns.accounts.models import Player
from engine.interceptor.state import Setup
from play.charts import selectors
from play.fairness import commitments
from play.fairness.commitments import PostedCommitment
from play.uploads.kinds import Result, UploadKind, UploadRefused
from play.uploads.models import Upload
from sorties.interceptor.exports import log_import
from sorties.interceptor.exports.log_import import LogProblem
from sorties.interceptor.exports.log_replay import LogReplayEntry
from sorties.interceptor.records.models import InterceptorCareer
from sorties.interceptor.tabletop.log_line import TITLE


@dataclass
class CareerTotals:
    """The totals of the career after the last line."""

    bombers: int
    fighters: int
    flights: int
    points: int


@dataclass
class LogCheck:
    """A log that was looked through, as the upload keeps it."""

    track: str
    problems: list[LogProblem] = field(default_factory=list)
    notes: list[LogProblem] = field(default_factory=list)
    lines: int = 0
    rank: str = ""
    career: CareerTotals | None = None
    setup: Setup = field(default_factory=Setup)
    journal: list[LogReplayEntry] = field(default_factory=list)
    pack: str = selectors.STANDARD
    pack_hash: str = ""
    """The charts by which it was flown: those must be there still when it is imported."""

    @property
    def stands(self) -> bool:
        """Say whether it can be imported."""
        return bool(self.lines) and not self.problems


def _read(upload: Upload, data: bytes) -> Result:
    trial = log_import.read(ContentFile(data), "", upload.asked.get("track", ""), upload.owner)
    found = LogCheck(trial.track, trial.problems, trial.notes)
    career = trial.career
    if trial.stands and career is not None:
        found.lines, found.rank = len(trial.rows), trial.rank
        found.career = CareerTotals(career.bombers, career.fighters, career.flights, career.points)
        found.setup, found.journal, found.pack = trial.setup, trial.journal, trial.pack
        found.pack_hash = trial.charts.pack.hash if trial.charts is not None else ""
    result: Result = msgspec.to_builtins(found)
    return result


def found_in(upload: Upload) -> LogCheck:
    """Return what was found in a log that was looked through."""
    return msgspec.convert(upload.result, LogCheck)


@transaction.atomic
def import_upload(number: str, owner: Player, posted: PostedCommitment) -> InterceptorCareer:
    """Import the career of a log that was looked through, once."""
    try:
        upload = Upload.objects.filter(pk=UUID(number), owner=owner, kind="log", status=Upload.Status.DONE).first()
    except ValueError:
        upload = None
    found = found_in(upload) if upload is not None and "problem" not in upload.result else None
    if upload is None or found is None or not found.stands:
        raise UploadRefused(_("This log is no longer here, or was already imported. Upload it again."))
    if selectors.hash_named(TITLE, found.pack, owner) != found.pack_hash:
        raise UploadRefused(_("The charts have changed since this log was checked. Upload it again."))
    if not Upload.objects.filter(pk=upload.pk).delete()[0]:
        raise UploadRefused(_("This log is no longer here, or was already imported. Upload it again."))
    return log_import.import_log(found, owner, posted)


def context(request: HttpRequest, upload: Upload) -> dict[str, object]:
    """Return what the page of a log shows."""
    return {
        "here": "careers",
        "upload": upload,
        "trial": found_in(upload),
        "pledge": commitments.new_commitment(request),
    }


UPLOAD = UploadKind(read=_read, form="exports", template="sorties/interceptor/exports/import.html", context=context)
