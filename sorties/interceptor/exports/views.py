"""The pages of exports and imports, and of a group's exports."""

from collections.abc import Iterable

from allauth.decorators import rate_limit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.careers import career_list
from campaigns.careers.json_file import LARGEST_FILE
from campaigns.groups.models import Group
from campaigns.groups.selectors import group_at
from play.fairness import commitments
from play.pages.audience import OWNER, SEAT, SIGNED_IN, audience
from play.uploads.kinds import UploadRefused
from play.uploads.views import accepted
from play.utils.requests import PlayerRequest
from sorties.interceptor.careers.dossier import career_at
from sorties.interceptor.exports import career_file, csv_export, log_import, log_upload
from sorties.interceptor.records.models import InterceptorCareer, SortieRecord


@require_GET
@never_cache
@audience(SIGNED_IN)
def exports_page(request: PlayerRequest) -> HttpResponse:
    """Show the exports and imports."""
    return _exports_page(request)


def _exports_page(request: PlayerRequest, status: int = 200, **more: object) -> HttpResponse:
    context = {
        "here": "careers",
        "more_books": career_list.export_templates(),
        "lines": SortieRecord.objects.filter(career__owner=request.user.pk).count(),
    }
    return render(request, "sorties/interceptor/exports/exports.html", context | more, status=status)


# Out


def _sent(request: HttpRequest, file: str, careers: Iterable[InterceptorCareer], name: str) -> HttpResponseBase:
    if file not in csv_export.FILES:
        raise Http404
    return csv_export.sent(request, file, careers, name)


@require_GET
@audience(SIGNED_IN)
def my_sorties(request: PlayerRequest) -> HttpResponseBase:
    """All of one's own lines."""
    return _sent(request, "sorties", csv_export.owned_by([request.user]), str(request.user))


@require_GET
@audience(SIGNED_IN)
def my_engagements(request: PlayerRequest) -> HttpResponseBase:
    """All whom one's own pilots met."""
    return _sent(request, "engagements", csv_export.owned_by([request.user]), str(request.user))


@require_GET
@audience(OWNER, of=career_at)
def career_sorties(request: HttpRequest, career: InterceptorCareer) -> HttpResponseBase:
    """The lines of one career."""
    return _sent(request, "sorties", [career], str(career))


@require_GET
@audience(OWNER, of=career_at)
def career_engagements(request: HttpRequest, career: InterceptorCareer) -> HttpResponseBase:
    """Send the enemies met in a career."""
    return _sent(request, "engagements", [career], str(career))


@require_GET
@audience(SEAT, of=group_at)
def group_sorties(request: PlayerRequest, group: Group) -> HttpResponseBase:
    """The lines of all members."""
    return _sent(request, "sorties", csv_export.owned_by(group.players, request.user), group.name)


@require_GET
@audience(SEAT, of=group_at)
def group_engagements(request: PlayerRequest, group: Group) -> HttpResponseBase:
    """Send the enemies met by the members' pilots."""
    return _sent(request, "engagements", csv_export.owned_by(group.players, request.user), group.name)


@require_GET
@audience(OWNER, of=career_at)
def career_json(request: HttpRequest, career: InterceptorCareer) -> HttpResponse:
    """A career as one file."""
    answer = HttpResponse(career_file.dump(career), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{slugify(str(career)) or "career"}.json"'
    return answer


# In


@require_POST
@audience(SIGNED_IN)
@rate_limit(action="import")
def career_import(request: PlayerRequest) -> HttpResponse:
    """A career from its file, whichever game it is of."""
    try:
        return accepted(request, "career", request.FILES.get("file"), largest=LARGEST_FILE)
    except UploadRefused as refusal:
        return _exports_page(request, refusal.status, file_problem=str(refusal))


@require_http_methods(["GET", "POST"])
@never_cache
@audience(SIGNED_IN)
@rate_limit(action="import")
def log_file_import(request: PlayerRequest) -> HttpResponse:
    """A tabletop career from its log: a worker flies it through, and then it is imported whole or not at all."""
    if request.method == "GET":
        return redirect("exports")
    if request.POST.get("do") == "take-in":
        return _import_checked_log(request)
    track = request.POST.get("track", "officer")[:20]
    try:
        return accepted(request, "log", request.FILES.get("file"), largest=log_import.LARGEST_FILE, track=track)
    except UploadRefused as refusal:
        return _exports_page(request, refusal.status, log_problem=str(refusal))


def _import_checked_log(request: PlayerRequest) -> HttpResponse:
    """Import the log of an upload that was looked through, with what the player has seen of its dice."""
    posted = commitments.posted_commitment(request)
    try:
        career = log_upload.import_upload(request.POST.get("upload", ""), request.user, posted)
    except UploadRefused as refusal:
        return _exports_page(request, refusal.status, log_problem=str(refusal))
    if career.session is not None and not posted.begins(career.session):
        return redirect("table", session=career.session_id)
    log_import.wait_for(career)
    messages.success(request, _("The log is being imported."))
    return redirect("career", career=career.pk)
