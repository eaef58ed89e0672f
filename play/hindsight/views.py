"""The page that says where a finished game was lost: for its player, and for whom he gives the link."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from play.audience import ANYONE, SEAT, audience
from play.models import LookBack, Seat, Session, SessionStatus
from play.requests import HtmxRequest
from play.selectors import may_fork, session_at
from play.views import own_seat, saying_refusals

from .page import look_back_page
from .selectors import look_back_of, look_back_shared
from .services import look_back_ask, look_back_share, look_back_stop


@require_http_methods(["GET", "POST"])
@never_cache
@audience(SEAT, of=session_at)
@saying_refusals
def lost(request: HtmxRequest, session: Session) -> HttpResponse:
    """Where a finished game was lost, as far as it is known; posted, it is reckoned."""
    seat = own_seat(request, session)
    if request.method == "POST":
        look_back_ask(session=session, seat=seat, player=request.user)
        return back_to(session, seat)
    if session.status != SessionStatus.OVER:
        return render(request, "play/hindsight/early.html", {"session": session, "seat": seat, "here": "tables"})
    look = look_back_of(session, seat)
    context = look_back_page(session, seat.name, look) | {"own": True, "forks": may_fork(session, request.user)}
    if look is not None:
        context["address"] = request.build_absolute_uri(reverse("lost", args=[look.link]))
    return render(request, "play/hindsight/_lost.html" if request.htmx else "play/hindsight/lost.html", context)


@require_POST
@audience(SEAT, of=session_at)
@saying_refusals
def stop(request: HtmxRequest, session: Session) -> HttpResponse:
    """Stop the reckoning."""
    seat = own_seat(request, session)
    look_back_stop(session=session, seat=seat)
    return back_to(session, seat)


@require_POST
@audience(SEAT, of=session_at)
@saying_refusals
def share(request: HtmxRequest, session: Session) -> HttpResponse:
    """Show it to whoever has the link, or to nobody."""
    seat = own_seat(request, session)
    look_back_share(session=session, seat=seat, shared=request.POST.get("shared") == "yes")
    return back_to(session, seat)


@require_GET
@never_cache
@audience(ANYONE, of=look_back_shared)
def shown_to_others(request: HtmxRequest, look: LookBack) -> HttpResponse:
    """A look back that its player shows."""
    context = look_back_page(look.session, look.seat, look) | {"own": False}
    return render(request, "play/hindsight/lost.html", context)


def back_to(session: Session, seat: Seat) -> HttpResponse:
    """Go to the page."""
    return redirect(f"{reverse('table_lost', args=[session.pk])}?{urlencode({'seat': seat.name})}")
