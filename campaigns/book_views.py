"""The pages on which books come in and go out: exports, imports, and the groups that keep them together."""

from collections.abc import Iterable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns import book_import, books, career_file, groups
from campaigns.dossier import career_at
from campaigns.groups import Group, group_at, group_by_invitation
from campaigns.logbook import Career, Sortie
from play.audience import OWNER, SEAT, SIGNED_IN, audience


@require_GET
@never_cache
@audience(SIGNED_IN)
def books_page(request: HttpRequest) -> HttpResponse:
    """What can be taken out and brought in."""
    return _books(request)


def _books(request: HttpRequest, status: int = 200, **more: object) -> HttpResponse:
    context = {
        "here": "careers",
        "groups": Group.objects.filter(members=request.user.pk),
        "lines": Sortie.objects.filter(career__owner=request.user.pk).count(),
    }
    return render(request, "careers/books.html", context | more, status=status)


# Out


def _sent(request: HttpRequest, file: str, careers: Iterable[Career], name: str) -> HttpResponseBase:
    if file not in books.FILES:
        raise Http404
    return books.sent(request, file, careers, name)


@require_GET
@audience(SIGNED_IN)
def my_sorties(request: HttpRequest) -> HttpResponseBase:
    """All of one's own lines."""
    return _sent(request, "sorties", books.owned_by([request.user]), str(request.user))


@require_GET
@audience(SIGNED_IN)
def my_engagements(request: HttpRequest) -> HttpResponseBase:
    """All whom one's own pilots met."""
    return _sent(request, "engagements", books.owned_by([request.user]), str(request.user))


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
    return _sent(request, "sorties", books.owned_by(group.members.all()), group.name)


@require_GET
@audience(SEAT, of=group_at)
def group_engagements(request: HttpRequest, group: Group) -> HttpResponseBase:
    """Whom the members' pilots met."""
    return _sent(request, "engagements", books.owned_by(group.members.all()), group.name)


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
def career_take_in(request: HttpRequest) -> HttpResponse:
    """A career from its file."""
    try:
        career = career_file.take_in(request.FILES.get("file"), request.user)
    except career_file.FileRefused as refusal:
        return _books(request, 422, file_problem=str(refusal))
    messages.success(request, _("%(pilot)s is among your careers.") % {"pilot": career})
    return redirect("career", career=career.pk)


@require_http_methods(["GET", "POST"])
@never_cache
@audience(SIGNED_IN)
def log_take_in(request: HttpRequest) -> HttpResponse:
    """A tabletop career from its log: first looked through, then taken in whole or not at all."""
    if request.method == "GET":
        return redirect("books")
    track = request.POST.get("track", "officer")
    trial = book_import.read(request.FILES.get("file"), request.POST.get("text", ""), track)
    if trial.stands and request.POST.get("do") == "take-in":
        career = book_import.take_in(trial, request.user)
        book_import.wait_for(career)
        messages.success(request, _("The log is being written down."))
        return redirect("career", career=career.pk)
    status = 200 if trial.stands else 422
    return render(request, "careers/import.html", {"here": "careers", "trial": trial}, status=status)


# Groups


@require_POST
@audience(SIGNED_IN)
def group_new(request: HttpRequest) -> HttpResponse:
    """Found a group."""
    name = " ".join(request.POST.get("name", "").split())[:60]
    if not name:
        return _books(request, 422, group_problem=_("A group needs a name."))
    return redirect("group", group=groups.group_found(owner=request.user, name=name).pk)


@require_GET
@never_cache
@audience(SEAT, of=group_at)
def group(request: HttpRequest, group: Group) -> HttpResponse:
    """A group: who is in it, the link, the books."""
    link = request.build_absolute_uri(reverse("group_join", args=[group.invitation]))
    members = group.members.order_by("display_name")
    return render(request, "careers/group.html", {"here": "careers", "group": group, "members": members, "link": link})


@require_http_methods(["GET", "POST"])
@audience(SIGNED_IN, of=group_by_invitation)
def group_join(request: HttpRequest, group: Group) -> HttpResponse:
    """Be asked in, and come."""
    if request.method == "POST":
        groups.group_join(group=group, player=request.user)
        return redirect("group", group=group.pk)
    return render(request, "careers/group_join.html", {"here": "careers", "group": group})


@require_POST
@audience(SEAT, of=group_at)
def group_leave(request: HttpRequest, group: Group) -> HttpResponse:
    """Go."""
    groups.group_leave(group=group, player=request.user)
    messages.success(request, _("You have left the group “%(name)s”.") % {"name": group})
    return redirect("books")
