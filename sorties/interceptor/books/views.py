"""The pages on which books come in and go out: exports, imports, and what a group takes out."""

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

from campaigns.careers import shelves
from campaigns.careers.files import FileRefused
from campaigns.groups.models import Group
from campaigns.groups.selectors import group_at
from play.audience import OWNER, SEAT, SIGNED_IN, audience
from play.honesty import pledges
from sorties.interceptor.books import career_file, csv_export, log_import
from sorties.interceptor.career.dossier import career_at
from sorties.interceptor.models import Career, Sortie


@require_GET
@never_cache
@audience(SIGNED_IN)
def books_page(request: HttpRequest) -> HttpResponse:
    """What can be taken out and brought in."""
    return _books(request)


def _books(request: HttpRequest, status: int = 200, **more: object) -> HttpResponse:
    context = {
        "here": "careers",
        "more_books": shelves.books(),
        "lines": Sortie.objects.filter(career__owner=request.user.pk).count(),
    }
    return render(request, "sorties/interceptor/books/books.html", context | more, status=status)


# Out


def _sent(request: HttpRequest, file: str, careers: Iterable[Career], name: str) -> HttpResponseBase:
    if file not in csv_export.FILES:
        raise Http404
    return csv_export.sent(request, file, careers, name)


@require_GET
@audience(SIGNED_IN)
def my_sorties(request: HttpRequest) -> HttpResponseBase:
    """All of one's own lines."""
    return _sent(request, "sorties", csv_export.owned_by([request.user]), str(request.user))


@require_GET
@audience(SIGNED_IN)
def my_engagements(request: HttpRequest) -> HttpResponseBase:
    """All whom one's own pilots met."""
    return _sent(request, "engagements", csv_export.owned_by([request.user]), str(request.user))


@require_GET
@audience(OWNER, of=career_at)
def career_sorties(request: HttpRequest, career: Career) -> HttpResponseBase:
    """The lines of one career."""
    return _sent(request, "sorties", [career], str(career))


@require_GET
@audience(OWNER, of=career_at)
def career_engagements(request: HttpRequest, career: Career) -> HttpResponseBase:
    """Whom he met."""
    return _sent(request, "engagements", [career], str(career))


@require_GET
@audience(SEAT, of=group_at)
def group_sorties(request: HttpRequest, group: Group) -> HttpResponseBase:
    """The lines of all members."""
    return _sent(request, "sorties", csv_export.owned_by(group.players, request.user), group.name)


@require_GET
@audience(SEAT, of=group_at)
def group_engagements(request: HttpRequest, group: Group) -> HttpResponseBase:
    """Whom the members' pilots met."""
    return _sent(request, "engagements", csv_export.owned_by(group.players, request.user), group.name)


@require_GET
@audience(OWNER, of=career_at)
def career_json(request: HttpRequest, career: Career) -> HttpResponse:
    """A career as one file."""
    answer = HttpResponse(career_file.written(career), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{slugify(str(career)) or "career"}.json"'
    return answer


# In


@require_POST
@audience(SIGNED_IN)
@rate_limit(action="import")
def career_take_in(request: HttpRequest) -> HttpResponse:
    """A career from its file, whichever game it is of."""
    try:
        career, page = shelves.take_in(request.FILES.get("file"), request.user)
    except FileRefused as refusal:
        return _books(request, 422, file_problem=str(refusal))
    messages.success(request, _("%(pilot)s is among your careers.") % {"pilot": career})
    return redirect(page)


@require_http_methods(["GET", "POST"])
@never_cache
@audience(SIGNED_IN)
@rate_limit(action="import")
def log_take_in(request: HttpRequest) -> HttpResponse:
    """A tabletop career from its log: first looked through, then taken in whole or not at all."""
    if request.method == "GET":
        return redirect("books")
    track = request.POST.get("track", "officer")
    trial = log_import.read(request.FILES.get("file"), request.POST.get("text", ""), track, request.user)
    if trial.stands and request.POST.get("do") == "take-in":
        brought = pledges.brought(request)
        career = log_import.take_in(trial, request.user, brought)
        if career.session is not None and not brought.begins(career.session):
            return redirect("table", session=career.session_id)
        log_import.wait_for(career)
        messages.success(request, _("The log is being written down."))
        return redirect("career", career=career.pk)
    status = 200 if trial.stands else 422
    context = {"here": "careers", "trial": trial, "pledge": pledges.shown(request)}
    return render(request, "sorties/interceptor/books/import.html", context, status=status)
