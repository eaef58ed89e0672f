"""The panel of the controller's estimate, fetched by the German player's own page."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from play.odds.models import OddsTiming
from play.pages.audience import SEAT, audience
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.utils.requests import HtmxRequest
from raids.estimate.page import GERMAN, estimate_of
from raids.estimate.services import library_request

GAME = "bomber-command"


@require_GET
@never_cache
@audience(SEAT, of=session_at)
def estimate(request: HtmxRequest, session: Session) -> HttpResponse:
    """The likeliest targets, as far as the German player knows; while the ways are searched the page asks again."""
    mine = {seat.name for seat in session.table if seat.player_id == request.user.pk}
    if session.title != GAME or session.odds != OddsTiming.BEFORE:
        raise Http404
    if GERMAN not in mine:
        return HttpResponse(status=204)
    found = estimate_of(session)
    if found is None:
        library_request(session=session)
    return render(request, "raids/estimate/_estimate.html", {"session": session, "found": found})
