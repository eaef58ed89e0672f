"""Umpire's views: the other player's page, messages, and choices left to the computer."""

from functools import partial

from allauth.decorators import rate_limit
from csp.constants import SELF
from csp.decorators import csp_replace
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET, require_POST

from play.pages.audience import SEAT, audience
from play.pages.parts import TablePage
from play.sessions import selectors
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.sessions.views import fragments, given, own_seat, with_refusals
from play.umpire.page import player_decided_for
from play.umpire.services import absence_limit_set, computer_choose, remark_create
from play.utils.plain_data import whole
from play.utils.requests import HtmxRequest


@require_GET
@never_cache
@xframe_options_sameorigin
@csp_replace({"frame-ancestors": [SELF]})
@audience(SEAT, of=session_at)
@with_refusals
def player_view(request: HtmxRequest, session: Session) -> HttpResponse:
    """Show the page of the other player exactly, without her own private notes."""
    reader = player_decided_for(session, own_seat(request, session))
    if reader is None:
        return redirect("table", session=session.pk)
    page = TablePage(session, reader)
    prompt = page.prompt(selectors.last_order(session, reader.name))
    mark = f"{page.window.version}.{prompt.signature}"
    if request.GET.get("have") == mark:
        return HttpResponse(status=204)
    rows = selectors.latest_events(session, reader)
    context = {
        "session": session,
        "seat": reader,
        "decider": own_seat(request, session),
        "words": page.words,
        "prompt": prompt,
        "board": page.board(rows),
        "log": page.log(rows),
        "mark": mark,
    }
    return render(request, "play/umpire/_player_view.html" if request.htmx else "play/umpire/player_view.html", context)


@require_POST
@audience(SEAT, of=session_at)
@rate_limit(action="remark")
@with_refusals
def remark(request: HtmxRequest, session: Session) -> HttpResponse:
    """Say an unofficial line."""
    seat = own_seat(request, session)
    remark_create(session=session, seat=seat, text=request.POST.get("text", ""))
    return shown(request, session)


@require_POST
@audience(SEAT, of=session_at)
@with_refusals
def away(request: HtmxRequest, session: Session) -> HttpResponse:
    """Agree after how long an absence the computer may choose."""
    absence_limit_set(seat=own_seat(request, session), seconds=whole(request.POST.get("away")) or 0)
    return shown(request, session)


@require_POST
@audience(SEAT, of=session_at)
@with_refusals
def computer(request: HtmxRequest, session: Session) -> HttpResponse:
    """Have the computer answer the open choice."""
    seat = own_seat(request, session)
    return given(request, session, seat, partial(computer_choose, session=session, seat=seat))


def shown(request: HtmxRequest, session: Session) -> HttpResponse:
    """Show the present state of the game."""
    if not request.htmx:
        return redirect("table", session=session.pk)
    session = session_at(session.pk)
    return fragments(request, session, own_seat(request, session))
