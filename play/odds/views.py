"""The odds panel of a table: it is read, asked for, and set."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from play.audience import SEAT, audience
from play.journal import keeping
from play.models import Seat, Session
from play.requests import HtmxRequest
from play.selectors import session_at
from play.views import own_seat, saying_refusals

from .page import panel
from .polling import asked_by, poll_of
from .selectors import forecast_of
from .services import odds_ask, odds_set


@require_http_methods(["GET", "POST"])
@never_cache
@audience(SEAT, of=session_at)
@saying_refusals
def odds(request: HtmxRequest, session: Session) -> HttpResponse:
    """What the orders of a seat's question would bring, as far as it is known; posted, it is asked for."""
    seat = own_seat(request, session)
    forecast = odds_ask(session=session, seat=seat) if request.method == "POST" else forecast_of(session, seat)
    if not request.htmx:
        return redirect(f"{reverse('table', args=[session.pk])}?{urlencode({'seat': seat.name, 'odds': 'shown'})}#odds")
    found = panel(session, seat, forecast, keeping.words_of(session), switch=False)
    asked = asked_by((request.POST if request.method == "POST" else request.GET).get("asked", ""))
    return shown(request, session, seat, found | {"poll": poll_of(forecast, asked)})


@require_POST
@audience(SEAT, of=session_at)
@saying_refusals
def when(request: HtmxRequest, session: Session) -> HttpResponse:
    """When the table shows odds: off, after an order, or before it."""
    seat = own_seat(request, session)
    odds_set(session=session, seat=seat, when=request.POST.get("when", ""))
    if not request.htmx:
        return redirect(f"{reverse('table', args=[session.pk])}?{urlencode({'seat': seat.name, 'odds': 'shown'})}#odds")
    forecast = odds_ask(session=session, seat=seat)
    found = panel(session, seat, forecast, keeping.words_of(session))
    return shown(request, session, seat, found | {"poll": poll_of(forecast, 1)})


def shown(request: HtmxRequest, session: Session, seat: Seat, odds: dict[str, object]) -> HttpResponse:
    """Show the panel."""
    return render(request, "play/odds/_odds.html", {"session": session, "seat": seat, "odds": odds})
