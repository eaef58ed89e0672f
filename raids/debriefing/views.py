"""The morning after a night, and the second night."""

from allauth.decorators import rate_limit
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from play.orders.refusals import OrderRefused
from play.pages.audience import SEAT, audience
from play.sessions.models import Session, SessionStatus
from play.sessions.selectors import session_at
from play.utils.requests import PlayerRequest
from raids.debriefing.page import debriefing_of
from raids.debriefing.services import rematch_open

GAME = "bomber-command"


@require_GET
@never_cache
@audience(SEAT, of=session_at)
def debriefing(request: PlayerRequest, session: Session) -> HttpResponse:
    """Show the results of the night; before its end there is only the table."""
    if session.title != GAME:
        raise Http404
    if session.status != SessionStatus.OVER:
        return redirect("table", session=session.pk)
    mine = [seat.name for seat in session.table if seat.player_id == request.user.pk]
    seat = request.GET.get("seat", "")
    context = {
        "page": debriefing_of(session),
        "session": session,
        "side": seat if seat in mine else mine[0],
        "here": "tables",
    }
    return render(request, "raids/debriefing/debriefing.html", context)


@require_POST
@audience(SEAT, of=session_at)
@rate_limit(action="table")
def rematch(request: PlayerRequest, session: Session) -> HttpResponse:
    """Set the second night, sides swapped."""
    if session.title != GAME:
        raise Http404
    try:
        return redirect("table", session=rematch_open(session=session, player=request.user).pk)
    except OrderRefused as refusal:
        messages.error(request, refusal.sentence)
        return redirect("table", session=session.pk)
