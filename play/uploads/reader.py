"""Child process that reads a file by its kind; the result is stored together with the final status."""

import sys
import zlib
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from play.uploads.kinds import Result, UploadRefused, kind_of
from play.uploads.models import Upload

LARGEST_RESULT = 2 * 1024 * 1024


class UploadTaken(Exception):
    """Another worker has taken the upload up, or it was given up, in the meantime."""


def read_upload(number: str) -> None:
    """Read an upload that a worker has claimed, and settle it."""
    upload = Upload.objects.select_related("owner").get(pk=UUID(number))
    with translation.override(upload.language):
        work(upload)


def work(upload: Upload) -> None:
    """Read a file by its kind; write its result and final status in one transaction."""
    try:
        found = kind_of(upload).read(upload, zlib.decompress(bytes(upload.content)))
        with transaction.atomic():
            _settle(upload, found() if callable(found) else found)
    except UploadRefused as refusal:
        _settle(upload, {"problem": str(refusal)})


def _settle(upload: Upload, result: Result) -> None:
    if len(msgspec.json.encode(result)) > LARGEST_RESULT:
        raise UploadRefused(_("This file has more findings than a page can show. Upload a smaller file."))
    claimed = Upload.objects.filter(pk=upload.pk, status=Upload.Status.RUNNING, attempts=upload.attempts)
    if not claimed.update(status=Upload.Status.DONE, result=result, content=b""):
        raise UploadTaken


def check_input(language: str, wanted: str = "") -> None:
    """Check the file on standard input for `manage.py verify`, and write the result to standard output."""
    from play.fairness import file_checks

    with translation.override(language):
        try:
            said: Result = msgspec.to_builtins(file_checks.check(sys.stdin.buffer.read(), wanted=wanted))
        except file_checks.CannotCheck as problem:
            said = {"problem": str(problem)}
    sys.stdout.buffer.write(msgspec.json.encode(said))
