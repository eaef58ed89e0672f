"""The page of a side's standing orders."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from play.orders.auto_orders import auto_orders_set
from play.orders.refusals import OrderRefused
from play.pages.audience import SEAT, audience
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.sessions.views import own_seat
from play.utils.requests import HtmxRequest
from raids.auto_orders.card_windows import orders_from, orders_of

GAME = "bomber-command"


@require_http_methods(["GET", "POST"])
@never_cache
@audience(SEAT, of=session_at)
def auto_orders(request: HtmxRequest, session: Session) -> HttpResponse:
    """Edit the card windows that a player passes without being asked."""
    if session.title != GAME:
        raise Http404
    try:
        seat = own_seat(request, session)
    except OrderRefused as refusal:
        raise Http404 from refusal
    if request.method == "POST":
        auto_orders_set(seat=seat, orders=orders_from(session, seat.name, request.POST.getlist("pass")))
        messages.success(request, _("Your standing orders apply from the next question on."))
        return redirect(f"{reverse('table', args=[session.pk])}?seat={seat.name}")
    context = {"session": session, "seat": seat, "orders": orders_of(session, seat), "here": "tables"}
    return render(request, "raids/auto_orders/auto_orders.html", context)
