"""Import and change of a player's pack: its files are read and checked by the child process."""

from collections.abc import Callable, Mapping

import msgspec
from django.urls import reverse
from django.utils.translation import gettext as _

from play.charts import services
from play.charts.models import ChartPack
from play.charts.pack_files import FilesRefused
from play.uploads.kinds import Result, UploadKind, UploadRefused
from play.uploads.models import PENDING, Upload
from play.uploads.services import upload_make

MOST_CHECKED_AGAIN = 20


def content_of(texts: Mapping[str, str]) -> bytes:
    """Return the files of a pack as an upload stores them."""
    return msgspec.json.encode(texts)


def _read(upload: Upload, data: bytes) -> Callable[[], Result]:
    texts = msgspec.json.decode(data, type=dict[str, str])
    try:
        own = _checked(upload, texts)
    except (services.PackRefused, FilesRefused) as refusal:
        raise UploadRefused(str(refusal)) from refusal
    since = own.changed

    def write() -> Result:
        try:
            if "pack" not in upload.asked:
                services.pack_add(own=own)
            elif ChartPack.objects.select_for_update().filter(pk=own.pk, changed=since).exists():
                own.save(update_fields=services.CHECKED)
            else:
                raise UploadRefused(_("The pack was changed or deleted meanwhile. Nothing was saved."))
        except services.PackRefused as refusal:
            raise UploadRefused(str(refusal)) from refusal
        result: Result = {"page": reverse("pack_own", args=[own.pk])}
        return result | ({"said": _("Checked: no faults.")} if own.hash else {})

    return write


def _checked(upload: Upload, texts: Mapping[str, str]) -> ChartPack:
    """Return a checked pack, not yet saved: a new one, or the one that the upload names."""
    asked: dict[str, str] = upload.asked
    if "pack" not in asked:
        if upload.owner is None:
            raise UploadRefused(_("The pack was changed or deleted meanwhile. Nothing was saved."))
        return services.pack_read(owner=upload.owner, texts=texts, game=asked["game"], title=asked["title"])
    own = ChartPack.objects.select_related("owner").filter(pk=asked["pack"], owner=upload.owner).first()
    if own is None:
        raise UploadRefused(_("The pack was changed or deleted meanwhile. Nothing was saved."))
    own.texts = services.changed_texts(own, texts)
    services.pack_check(own=own)
    return own


def _gave_up(upload: Upload) -> None:
    """A pack that was there before stays as it was, unless it is that which could not be checked."""
    own = ChartPack.objects.filter(pk=upload.asked.get("pack"), checked__lt=services.CHECK).first()
    if own is not None:
        services.pack_give_up(own=own)


def packs_check_again() -> None:
    """Have packs looked at that no check of today's has seen: those of earlier releases."""
    waiting = Upload.objects.filter(kind="pack", status__in=PENDING).values_list("asked__pack", flat=True)
    waits = {str(number) for number in waiting if number}
    old = ChartPack.objects.filter(checked__lt=services.CHECK).select_related("owner").order_by("pk")
    for own in old.defer("texts", "content", "faults")[:MOST_CHECKED_AGAIN]:
        if str(own.pk) not in waits:
            upload_make(kind="pack", content=content_of({}), owner=own.owner, asked={"pack": str(own.pk)})


UPLOAD = UploadKind(read=_read, form="pack_import", failed=_gave_up)
