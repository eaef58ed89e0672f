"""Tonight's order, its briefing, and the page that is shown while the screen is handed over."""

from allauth.decorators import rate_limit
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from play.journal import store
from play.pages.audience import SEAT, SIGNED_IN, audience
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.utils.requests import PlayerRequest
from raids.setup.briefing import NightBriefing, briefing
from raids.setup.form import NightSetupForm


def _briefing(order: NightSetupForm) -> NightBriefing:
    return briefing(order.scenario, order.side)


@require_http_methods(["GET", "POST"])
@audience(SIGNED_IN)
@rate_limit(action="table")
def night_setup(request: PlayerRequest) -> HttpResponse:
    """Sign tonight's order: the table is set by it."""
    form = NightSetupForm(request.user, request.POST if request.method == "POST" else None, request.GET.get("plan", ""))
    if request.method == "POST" and (session := form.save()):
        return redirect("table", session=session.pk)
    status = 422 if request.method == "POST" else 200
    context = {"order": form, "briefing": _briefing(form), "here": "tables"}
    return render(request, "raids/setup/new.html", context, status=status)


@require_GET
@audience(SIGNED_IN)
def night_setup_briefing(request: PlayerRequest) -> HttpResponse:
    """The briefing and the summing-up for what is chosen so far."""
    form = NightSetupForm(request.user, request.GET)
    return render(request, "raids/setup/_briefing.html", {"order": form, "briefing": _briefing(form)})


@require_GET
@never_cache
@audience(SEAT, of=session_at)
def hand_over(request: PlayerRequest, session: Session) -> HttpResponse:
    """Hide everything until the other player of one screen says that it is his."""
    mine = {seat.name for seat in session.table if seat.player_id == request.user.pk}
    asked = [name for name, _key in store.questions_of(session)]
    to = next((name for name in asked if name in mine), next(iter(sorted(mine))))
    context = {"session": session, "to": to, "word": store.words_of(session).seat(to), "here": "tables"}
    return render(request, "raids/setup/hand_over.html", context)
