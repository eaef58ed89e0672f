"""The addresses at which years of nights go out: as one file, as CSV, of one, of all one's own, of a group."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from campaigns.groups.models import Group
from campaigns.groups.selectors import group_at
from play.pages.audience import OWNER, SEAT, SIGNED_IN, audience
from play.utils.requests import PlayerRequest
from sorties.nightfighter.careers.selectors import career_at
from sorties.nightfighter.exports import career_file, csv_export
from sorties.nightfighter.records.models import NightCareer


@require_GET
@audience(OWNER, of=career_at)
def career_json(request: HttpRequest, career: NightCareer) -> HttpResponse:
    """A year as one file."""
    answer = HttpResponse(career_file.dump(career), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{slugify(str(career)) or "career"}.json"'
    return answer


@require_GET
@audience(OWNER, of=career_at)
def career_nights(request: HttpRequest, career: NightCareer) -> HttpResponseBase:
    """The weeks of one year."""
    return csv_export.sent(request, "nights", [career], str(career))


@require_GET
@audience(OWNER, of=career_at)
def career_kills(request: HttpRequest, career: NightCareer) -> HttpResponseBase:
    """Send the aircraft shot down in one year."""
    return csv_export.sent(request, "kills", [career], str(career))


@require_GET
@audience(SIGNED_IN)
def my_nights(request: PlayerRequest) -> HttpResponseBase:
    """The weeks of all one's own years."""
    return csv_export.sent(request, "nights", csv_export.owned_by([request.user]), str(request.user))


@require_GET
@audience(SIGNED_IN)
def my_kills(request: PlayerRequest) -> HttpResponseBase:
    """All that one's own years have shot down."""
    return csv_export.sent(request, "kills", csv_export.owned_by([request.user]), str(request.user))


@require_GET
@audience(SEAT, of=group_at)
def group_weeks(request: PlayerRequest, group: Group) -> HttpResponseBase:
    """The weeks of all members' years."""
    return csv_export.sent(request, "nights", csv_export.owned_by(group.players, request.user), group.name)


@require_GET
@audience(SEAT, of=group_at)
def group_kills(request: PlayerRequest, group: Group) -> HttpResponseBase:
    """Send the aircraft shot down in the members' years."""
    return csv_export.sent(request, "kills", csv_export.owned_by(group.players, request.user), group.name)
