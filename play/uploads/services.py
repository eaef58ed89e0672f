"""Services for uploads outside the child: accept within limits, hand over, give up, and delete."""

import ipaddress
import logging
import zlib
from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.http import Http404, HttpRequest
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from play.live import notify
from play.uploads.kinds import UploadRefused, kind_of
from play.uploads.limits import BEYOND_LIMITS, run_limited
from play.uploads.models import PENDING, Upload
from play.utils.players import Player

log = logging.getLogger(__name__)

MOST_OF_A_PLAYER = 3
MOST_OF_AN_ADDRESS = 8
MOST_OF_ALL = 100
"""Files that may wait at once."""
MOST_ATTEMPTS = 2
MOST_SENT = 100
SENT_AGAIN_AFTER = timedelta(seconds=30)
GIVEN_UP_AFTER = timedelta(minutes=15)
RETENTION = timedelta(days=1)
MOST_OF_A_BROWSER = 20
"""Uploads that a browser without an account remembers."""


def stalled_after() -> timedelta:
    """Return how long a worker may have a file in hand before another takes it up."""
    return timedelta(seconds=settings.FILE_WALL_SECONDS + 90)


# Accepting


def upload_accept(
    *, request: HttpRequest, kind: str, content: bytes, name: str = "", asked: Mapping[str, str] | None = None
) -> Upload:
    """Store a file for the worker, unless too many of this player or this address are waiting already."""
    owner = request.user if request.user.is_authenticated else None
    address = address_of(request)
    pending = Upload.objects.filter(status__in=PENDING)
    if (owner is not None and pending.filter(owner=owner).count() >= MOST_OF_A_PLAYER) or (
        pending.filter(address=address).count() >= MOST_OF_AN_ADDRESS
    ):
        raise UploadRefused(_("Your earlier files are still being checked. Try again in a minute."), 429)
    if pending.count() >= MOST_OF_ALL:
        raise UploadRefused(_("Many files are being checked now. Try again in a few minutes."), 503)
    upload = upload_make(kind=kind, content=content, owner=owner, address=address, name=name, asked=asked)
    if owner is None:
        mine = [*request.session.get("uploads", ()), str(upload.pk)]
        request.session["uploads"] = mine[-MOST_OF_A_BROWSER:]
    return upload


def upload_make(
    *,
    kind: str,
    content: bytes,
    owner: Player | None = None,
    address: str = "",
    name: str = "",
    asked: Mapping[str, str] | None = None,
) -> Upload:
    """Write an upload's row and, once it is committed, notify the workers."""
    name = "".join(sign if sign.isprintable() else " " for sign in name)[:120]
    upload = Upload.objects.create(
        kind=kind,
        owner=owner,
        address=address,
        name=name,
        language=translation.get_language() or settings.LANGUAGE_CODE,
        asked=dict(asked or {}),
        content=zlib.compress(content),
    )
    notify.after_commit(send, upload.pk)
    return upload


def address_of(request: HttpRequest) -> str:
    """Return a keyed hash of the network that a request comes from."""
    text = get_adapter().get_client_ip(request)
    try:
        found = ipaddress.ip_address(text)
        text = str(ipaddress.ip_network(f"{found}/64", strict=False)) if found.version == 6 else text
    except ValueError:
        pass
    return salted_hmac("play.uploads", text, algorithm="sha256").hexdigest()[:32]


def send(upload_id: UUID) -> None:
    """Put an upload on the queue."""
    from play.tasks import read_file

    read_file.apply_async(args=[str(upload_id)])


def upload_at(upload: UUID) -> Upload:
    """Return an upload by its number."""
    found = Upload.objects.defer("content").filter(pk=upload).first()
    if found is None:
        raise Http404
    return found


# In the worker


def upload_process(*, upload_id: UUID) -> None:
    """Have a file read by a child; what it does not settle itself is settled here."""
    upload = claimed(upload_id)
    if upload is None:
        return
    ended = run_limited("upload", str(upload.pk))
    if ended.is_good or not _mine(upload).exists():
        return
    if ended.by_a_limit:
        upload_fail(upload=upload, by_a_limit=True)
        return
    log.error("The child that read upload %s (%s) ended with %s", upload.pk, upload.kind, ended.code)
    if upload.attempts >= MOST_ATTEMPTS:
        upload_fail(upload=upload)
    else:  # the database may have been away for a moment
        _mine(upload).update(status=Upload.Status.WAITING)


def claimed(upload_id: UUID) -> Upload | None:
    """Take an upload up, once for each attempt; nothing where another worker has it or nothing is left to do."""
    now = timezone.now()
    free = Q(status=Upload.Status.WAITING) | Q(status=Upload.Status.RUNNING, tried__lt=now - stalled_after())
    mine = Upload.objects.filter(free, pk=upload_id, attempts__lt=MOST_ATTEMPTS)
    if not mine.update(status=Upload.Status.RUNNING, attempts=F("attempts") + 1, tried=now):
        return None
    return Upload.objects.defer("content").get(pk=upload_id)


def _mine(upload: Upload) -> QuerySet[Upload]:
    return Upload.objects.filter(pk=upload.pk, status=Upload.Status.RUNNING, attempts=upload.attempts)


def upload_fail(*, upload: Upload, by_a_limit: bool = False) -> None:
    """Give a file up, with a sentence in the language of its owner."""
    with translation.override(upload.language):
        if by_a_limit:
            problem = _(BEYOND_LIMITS) % {"seconds": settings.FILE_CPU_SECONDS, "memory": settings.FILE_MEMORY_MB}
        else:
            problem = _("This file could not be checked: the server made an error. Upload it again.")
    pending = Upload.objects.filter(pk=upload.pk, status__in=PENDING)
    if pending.update(status=Upload.Status.FAILED, result={"problem": problem}, content=b""):
        failed = kind_of(upload).failed
        if failed is not None:
            failed(upload)


# Housekeeping


def uploads_resend() -> list[UUID]:
    """Give up what nobody can read, and return what is to be sent again: its message or its worker was lost."""
    now = timezone.now()
    pending = Upload.objects.filter(status__in=PENDING).defer("content")
    lost = Q(status=Upload.Status.RUNNING, tried__lt=now - stalled_after())
    for upload in pending.filter(Q(made__lt=now - GIVEN_UP_AFTER) & (Q(status=Upload.Status.WAITING) | lost)):
        upload_fail(upload=upload)
    for upload in pending.filter(lost, attempts__gte=MOST_ATTEMPTS):
        upload_fail(upload=upload)
    waiting = Q(status=Upload.Status.WAITING, made__lt=now - SENT_AGAIN_AFTER)
    again = pending.filter(lost | waiting).order_by("made")
    return list(again.values_list("pk", flat=True)[:MOST_SENT])


def uploads_delete() -> int:
    """Delete uploads with their results after a day; how many they were."""
    return Upload.objects.filter(made__lt=timezone.now() - RETENTION).delete()[0]
