"""The list of a player’s careers in all games."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaigns.careers import career_list
from play.pages.audience import SIGNED_IN, audience
from play.utils.requests import PlayerRequest


@require_GET
@audience(SIGNED_IN)
def careers(request: PlayerRequest) -> HttpResponse:
    """A player's careers."""
    page, listed = career_list.page_of(request.user, request.GET.get("page"))
    context = {"here": "careers", "page": page, "listed": listed, "beginnings": career_list.beginnings()}
    return render(request, "careers/list.html", context)
