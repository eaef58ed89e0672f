"""Kinds of uploads: each names the reader for the child process and the page of its result."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.utils.module_loading import import_string

from play.uploads.models import Upload
from play.utils.plain_data import Json

Result = dict[str, Json]
"""Result of a file, as its upload stores it."""


class UploadRefused(Exception):
    """A file that is not accepted or not imported; the sentence says why."""

    def __init__(self, sentence: str, status: int = 422) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True, kw_only=True)
class UploadKind:
    """One thing that can be done with a file; `UPLOAD_KINDS` in the settings names it."""

    read: Callable[[Upload, bytes], Result | Callable[[], Result]]
    """Runs in the child, outside a transaction. Returns the result, or a function that writes to the database and
    returns it, which is called in one transaction with the settling of the upload."""
    form: str
    """The name of the address at which another can be brought."""
    template: str = ""
    """Shows a result that is not a page to go on to."""
    context: Callable[[HttpRequest, Upload], Mapping[str, object]] | None = None
    failed: Callable[[Upload], None] | None = None
    """Called for a file that could not be read within the limits."""


def kind_of(upload: Upload) -> UploadKind:
    """Return the kind of an upload."""
    kind: UploadKind = import_string(settings.UPLOAD_KINDS[upload.kind])
    return kind
