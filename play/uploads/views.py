"""The page of an upload: first its progress, then its result."""

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from django_htmx.http import HttpResponseClientRedirect

from play.pages.audience import UPLOADER, audience
from play.uploads.kinds import UploadRefused, kind_of
from play.uploads.models import Upload
from play.uploads.services import upload_accept, upload_at
from play.utils.requests import HtmxRequest

ASKS_AGAIN = ((5, "500ms"), (15, "1s"), (60, "3s"), (300, "10s"))
"""Delays of a page's polling, by the age of its upload in seconds; after the last it gives up."""


@require_GET
@never_cache
@audience(UPLOADER, of=upload_at)
def upload(request: HtmxRequest, upload: Upload) -> HttpResponse:
    """Show the result of a file to its owner."""
    if upload.owner_id is None and str(upload.pk) not in request.session.get("uploads", ()):
        raise Http404
    if upload.is_pending:
        return render(
            request, "play/uploads/_waiting.html" if request.htmx else "play/uploads/waiting.html", _waiting(upload)
        )
    if request.htmx:
        return HttpResponseClientRedirect(reverse("upload", args=[upload.pk]))
    return _result(request, upload)


def _waiting(upload: Upload) -> dict[str, object]:
    age = (timezone.now() - upload.made).total_seconds()
    delay = next((delay for until, delay in ASKS_AGAIN if age < until), "")
    return {"upload": upload, "delay": delay, "here": "tables"}


def _result(request: HttpRequest, upload: Upload) -> HttpResponse:
    kind, result = kind_of(upload), upload.result
    if "page" in result:
        if said := result.get("said"):
            messages.success(request, said)
        return redirect(result["page"])
    if "problem" in result:
        back = result.get("back") or reverse(kind.form)
        context = {"upload": upload, "problem": result["problem"], "back": back, "here": "tables"}
        return render(request, "play/uploads/refused.html", context)
    more = kind.context(request, upload) if kind.context is not None else {}
    return render(request, kind.template, {"upload": upload, **more})


def accepted(request: HttpRequest, kind: str, file: UploadedFile | None, *, largest: int, **asked: str) -> HttpResponse:
    """Store the file of a form and redirect to its page; refuse a missing or too large one."""
    if file is None:
        raise UploadRefused(_("Choose a file first."))
    if (file.size or 0) > largest:
        raise UploadRefused(_("The file is larger than %(most)s bytes.") % {"most": largest}, 413)
    made = upload_accept(request=request, kind=kind, content=file.read(), name=file.name or "", asked=asked)
    return redirect("upload", upload=made.pk)
