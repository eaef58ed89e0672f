"""Views for clocks: leave, pause by consent, and the computer's answer after a timeout."""

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from play.clocks import services
from play.orders.refusals import OrderRefused
from play.pages.audience import SEAT, audience
from play.pages.parts import TablePage
from play.sessions.models import Session
from play.sessions.selectors import last_order, session_at
from play.sessions.views import fragments, own_seat, with_refusals
from play.utils.plain_data import whole
from play.utils.requests import HtmxRequest


def _done(request: HtmxRequest, session: Session, change: Callable[[], object]) -> HttpResponse:
    seat = own_seat(request, session)
    change()
    if not request.htmx:
        return redirect(f"{reverse('table', args=[session.pk])}?{urlencode({'seat': seat.name})}")
    session = session_at(session.pk)
    return fragments(request, session, session.seat(seat.name) or seat)


@require_GET
@never_cache
@audience(SEAT, of=session_at)
@with_refusals
def clocks(request: HtmxRequest, session: Session) -> HttpResponse:
    """Show the clocks for an open page; an empty answer if the game shows none."""
    seat = own_seat(request, session)
    prompt = TablePage(session, seat, private=True).prompt(last_order(session, seat.name))
    if prompt.pace is None:
        return HttpResponse(status=204)
    return render(request, "play/clocks/_clocks.html", {"session": session, "seat": seat, "pace": prompt.pace})


@require_POST
@audience(SEAT, of=session_at)
@with_refusals
def leave(request: HtmxRequest, session: Session) -> HttpResponse:
    """Take leave, or come back from it."""
    seat, days = own_seat(request, session), whole(request.POST.get("days")) or 0
    if "back" in request.POST:
        return _done(request, session, lambda: services.leave_end(session=session, seat=seat))
    return _done(request, session, lambda: services.leave_take(session=session, seat=seat, days=days))


@require_POST
@audience(SEAT, of=session_at)
@with_refusals
def pause(request: HtmxRequest, session: Session) -> HttpResponse:
    """Ask for a pause, agree to one, or go on."""
    seat = own_seat(request, session)
    act = services.pause_end if "end" in request.POST else services.pause_ask
    return _done(request, session, lambda: act(session=session, seat=seat))


@require_POST
@audience(SEAT, of=session_at)
@with_refusals
def late(request: HtmxRequest, session: Session) -> HttpResponse:
    """Have the computer answer for a player whose time has run out."""
    found = session.seat(request.POST.get("late", ""))
    if found is None or found.player_id == request.user.pk:
        raise OrderRefused("not_late")
    return _done(request, session, lambda: services.computer_call(session=session, seat=found))
