"""Pages of game reviews: for the player, and for readers with his link."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from play.models import GameReview
from play.pages.audience import ANYONE, SEAT, audience
from play.reviews.page import review_page
from play.reviews.selectors import review_by_link, review_of
from play.reviews.services import review_share, review_start, review_stop
from play.sessions.models import Seat, Session, SessionStatus
from play.sessions.selectors import may_fork, session_at
from play.sessions.views import own_seat, with_refusals
from play.utils.requests import HtmxRequest


@require_http_methods(["GET", "POST"])
@never_cache
@audience(SEAT, of=session_at)
@with_refusals
def review(request: HtmxRequest, session: Session) -> HttpResponse:
    """Show the review of a finished game as far as known; a POST starts it."""
    seat = own_seat(request, session)
    if request.method == "POST":
        review_start(session=session, seat=seat, player=request.user)
        return redirect_to_review(session, seat)
    if session.status != SessionStatus.OVER:
        return render(request, "play/reviews/early.html", {"session": session, "seat": seat, "here": "tables"})
    look = review_of(session, seat)
    context = review_page(session, seat.name, look) | {"own": True, "forks": may_fork(session, request.user)}
    if look is not None:
        context["address"] = request.build_absolute_uri(reverse("review", args=[look.link]))
    return render(request, "play/reviews/_review.html" if request.htmx else "play/reviews/review.html", context)


@require_POST
@audience(SEAT, of=session_at)
@with_refusals
def stop(request: HtmxRequest, session: Session) -> HttpResponse:
    """Stop the computation."""
    seat = own_seat(request, session)
    review_stop(session=session, seat=seat)
    return redirect_to_review(session, seat)


@require_POST
@audience(SEAT, of=session_at)
@with_refusals
def share(request: HtmxRequest, session: Session) -> HttpResponse:
    """Share the review by link, or stop sharing it."""
    seat = own_seat(request, session)
    review_share(session=session, seat=seat, shared=request.POST.get("shared") == "yes")
    return redirect_to_review(session, seat)


@require_GET
@never_cache
@audience(ANYONE, of=review_by_link)
def shared_review(request: HtmxRequest, look: GameReview) -> HttpResponse:
    """Show a shared review."""
    context = review_page(look.session, look.seat, look) | {"own": False}
    return render(request, "play/reviews/review.html", context)


def redirect_to_review(session: Session, seat: Seat) -> HttpResponse:
    """Go to the page."""
    return redirect(f"{reverse('table_review', args=[session.pk])}?{urlencode({'seat': seat.name})}")
