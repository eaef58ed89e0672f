"""The page of a duplicate season's raids."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET

from campaigns.groups.crest import crest_of
from campaigns.seasons.models import Season
from campaigns.seasons.selectors import season_at
from play.audience import READER, audience
from sorties.interceptor.duplicate.raids import raids_of
from sorties.interceptor.seasons import TITLE


@gzip_page
@require_GET
@never_cache
@audience(READER, of=season_at)
def season_raids(request: HttpRequest, season: Season) -> HttpResponse:
    """A month of raids, and what each pilot made of them, as far as the reader has flown."""
    if not season.is_duplicate or season.title != TITLE:
        raise Http404
    group = season.group
    context = {"here": "groups", "group": group, "crest": crest_of(group.pk, group.name), "season": season}
    raids = raids_of(season, request.user, request.GET.get("month", ""))
    return render(request, "sorties/interceptor/duplicate/raids.html", {**context, "raids": raids})
