"""A tabletop career's log as it is brought: the child flies it through, and the page shows what it found."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import msgspec
from django.core.files.base import ContentFile
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from play.honesty import pledges
from play.honesty.pledges import Brought
from play.packs import library
from play.uploads.kinds import Result, UploadKind, UploadRefused
from play.uploads.models import Upload
from sorties.interceptor.books import log_import
from sorties.interceptor.books.log_import import Problem
from sorties.interceptor.models import Career
from sorties.interceptor.tabletop.line import TITLE


@dataclass
class Figures:
    """What the career has come to after the last line."""

    bombers: int
    fighters: int
    flights: int
    points: int


@dataclass
class LogFound:
    """A log that was looked through, as the upload keeps it."""

    track: str
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)
    lines: int = 0
    rank: str = ""
    career: Figures | None = None
    setup: dict[str, Any] = field(default_factory=dict)
    journal: list[dict[str, Any]] = field(default_factory=list)
    pack: str = library.STANDARD
    pack_hash: str = ""
    """The charts by which it was flown: those must be there still when it is imported."""

    @property
    def stands(self) -> bool:
        """Whether it can be imported."""
        return bool(self.lines) and not self.problems


def _read(upload: Upload, data: bytes) -> Result:
    trial = log_import.read(ContentFile(data), "", upload.asked.get("track", ""), upload.owner)
    found = LogFound(trial.track, trial.problems, trial.notes)
    if trial.stands:
        career = trial.career
        found.lines, found.rank = len(trial.rows), trial.rank
        found.career = Figures(career.bombers, career.fighters, career.flights, career.points)
        found.setup, found.journal, found.pack = trial.setup, trial.journal, trial.pack
        found.pack_hash = str(library.pack_in(trial.charts).hash)
    result: Result = msgspec.to_builtins(found)
    return result


def found_in(upload: Upload) -> LogFound:
    """Return what was found in a log that was looked through."""
    return msgspec.convert(upload.result, LogFound)


@transaction.atomic
def take_in_upload(number: str, owner: Any, brought: Brought) -> Career:
    """Import the career of a log that was looked through, once."""
    try:
        upload = Upload.objects.filter(pk=UUID(number), owner=owner, kind="log", status=Upload.Status.DONE).first()
    except ValueError:
        upload = None
    found = found_in(upload) if upload is not None and "problem" not in upload.result else None
    if upload is None or found is None or not found.stands:
        raise UploadRefused(_("This log is no longer here, or was already imported. Upload it again."))
    if library.hash_named(TITLE, found.pack, owner) != found.pack_hash:
        raise UploadRefused(_("The charts have changed since this log was checked. Upload it again."))
    if not Upload.objects.filter(pk=upload.pk).delete()[0]:
        raise UploadRefused(_("This log is no longer here, or was already imported. Upload it again."))
    return log_import.take_in(found, owner, brought)


def context(request: HttpRequest, upload: Upload) -> dict[str, Any]:
    """Return what the page of a log shows."""
    return {"here": "careers", "upload": upload, "trial": found_in(upload), "pledge": pledges.shown(request)}


UPLOAD = UploadKind(read=_read, form="books", template="sorties/interceptor/books/import.html", context=context)
