"""The odds panel of a table: it is read, asked for, and set."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from play.journal import store
from play.odds.page import OddsPanel, panel
from play.odds.poll import polls_so_far
from play.odds.selectors import odds_job_of
from play.odds.services import odds_ask, odds_set
from play.pages.audience import SEAT, audience
from play.sessions.models import Seat, Session
from play.sessions.selectors import session_at
from play.sessions.views import own_seat, with_refusals
from play.utils.requests import HtmxRequest


@require_http_methods(["GET", "POST"])
@never_cache
@audience(SEAT, of=session_at)
@with_refusals
def odds(request: HtmxRequest, session: Session) -> HttpResponse:
    """Show the odds of a seat's question as far as known; a POST requests them."""
    seat = own_seat(request, session)
    forecast = odds_ask(session=session, seat=seat) if request.method == "POST" else odds_job_of(session, seat)
    if not request.htmx:
        return redirect(f"{reverse('table', args=[session.pk])}?{urlencode({'seat': seat.name, 'odds': 'shown'})}#odds")
    asked = polls_so_far((request.POST if request.method == "POST" else request.GET).get("asked", ""))
    found = panel(session, seat, forecast, store.words_of(session), switch=False, asked=asked)
    return shown(request, session, seat, found)


@require_POST
@audience(SEAT, of=session_at)
@with_refusals
def when(request: HtmxRequest, session: Session) -> HttpResponse:
    """Choose when the game shows odds: off, after an order, or before it."""
    seat = own_seat(request, session)
    odds_set(session=session, seat=seat, when=request.POST.get("when", ""))
    if not request.htmx:
        return redirect(f"{reverse('table', args=[session.pk])}?{urlencode({'seat': seat.name, 'odds': 'shown'})}#odds")
    forecast = odds_ask(session=session, seat=seat)
    return shown(request, session, seat, panel(session, seat, forecast, store.words_of(session)))


def shown(request: HtmxRequest, session: Session, seat: Seat, odds: OddsPanel) -> HttpResponse:
    """Show the panel."""
    return render(request, "play/odds/_odds.html", {"session": session, "seat": seat, "odds": odds})
