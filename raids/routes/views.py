"""The pages of the route book."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from play.pages.audience import SIGNED_IN, audience
from raids.routes.page import SCENARIOS, heading, routes_shown


@require_GET
@audience(SIGNED_IN)
def routes(request: HttpRequest) -> HttpResponse:
    """The ways to one city, with what became of those who flew them."""
    asked = request.GET.get("scenario", "")
    scenario = asked if asked in SCENARIOS else SCENARIOS[0]
    page = routes_shown(scenario, request.GET.get("city", ""))
    return render(request, "raids/routes/routes.html", {"page": page, "heading": heading(page.city_said)})
