"""A career's file as it is brought: read by the child, whichever game it is of."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from campaigns.careers import career_list
from campaigns.careers.json_file import CareerFileRefused
from play.uploads.kinds import Result, UploadKind, UploadRefused
from play.uploads.models import Upload


def _read(upload: Upload, data: bytes) -> Callable[[], Result]:
    if upload.owner is None:
        raise ValueError("The file of a career is brought by a player.")
    try:
        write = career_list.importer(data, upload.owner)
    except CareerFileRefused as refusal:
        raise UploadRefused(str(refusal)) from refusal

    def imported() -> Result:
        try:
            career, page = write()
        except CareerFileRefused as refusal:
            raise UploadRefused(str(refusal)) from refusal
        return {"page": page, "said": _("%(pilot)s is among your careers.") % {"pilot": career}}

    return imported


UPLOAD = UploadKind(read=_read, form="exports")
