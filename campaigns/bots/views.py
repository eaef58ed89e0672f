"""What programs that play are answered, and the page on which their keeper makes them and gives them seats."""

from typing import Any

from allauth.decorators import rate_limit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.api import types
from campaigns.bots import selectors, services
from campaigns.bots.forms import BotForm
from campaigns.bots.gate import by_seat, read
from play import door, titles
from play.audience import MEMBER, audience
from play.models import Seat, Session
from play.plain import whole
from play.refusals import OrderRefused
from play.selectors import seat_offered, session_at


@by_seat(require_GET)
def api_seat(request: HttpRequest, session: Session, seat: Seat) -> types.Seat:
    """What the seat sees and is asked."""
    return types.seat(door.looked(session, seat))


@by_seat(require_GET)
def api_seat_events(request: HttpRequest, session: Session, seat: Seat) -> list[types.Event]:
    """What the seat was told after an event."""
    return types.events(door.heard(session, seat, whole(request.GET.get("after")) or 0))


@by_seat(require_POST)
def api_seat_answer(request: HttpRequest, session: Session, seat: Seat) -> types.Seat:
    """Answer a question."""
    brought = read(request, types.Answer)
    door.answered(session, seat, brought.token, brought.answer)
    return anew(session, seat)


@by_seat(require_POST)
def api_seat_answers(request: HttpRequest, session: Session, seat: Seat) -> types.Seat:
    """Answer several questions as one order."""
    brought = read(request, types.Answers)
    door.answered_in_turn(session, seat, brought.token, [[one.key, one.answer] for one in brought.answers])
    return anew(session, seat)


@by_seat(require_POST)
def api_seat_begin(request: HttpRequest, session: Session, seat: Seat) -> types.Seat:
    """Bring a number of one's own for the dice, so that the game begins."""
    door.begun(session, seat, read(request, types.Beginning).number)
    return anew(session, seat)


def anew(session: Session, seat: Seat) -> types.Seat:
    """Return what the seat sees now."""
    session = session_at(session.pk)
    return types.seat(door.looked(session, session.seat(seat.name) or seat))


@require_http_methods(["GET", "POST"])
@never_cache
@audience(MEMBER)
@rate_limit(action="table")
def bots(request: HttpRequest) -> HttpResponse:
    """One's own programs, their seats, and a new token, shown once."""
    form, shown = BotForm(), ""
    if request.method == "POST":
        form = BotForm(request.POST if request.POST.get("do") == "make" else None)
        try:
            shown = done(request, form)
        except services.TooMany:
            messages.error(request, _("You keep as many programs as you may."))
        except (OrderRefused, Http404) as refusal:
            said = refusal.sentence if isinstance(refusal, OrderRefused) else _("This link offers no seat.")
            messages.error(request, said)
        if not shown and not form.errors:
            return redirect("bots")
    context: dict[str, Any] = {
        "here": "profile",
        "form": form,
        "shown": shown,
        "programs": selectors.programs_of(request.user),
        "games": [(name, titles.words_of(name).title) for name in titles.names()],
    }
    return render(request, "bots/bots.html", context, status=422 if form.errors else 200)


def done(request: HttpRequest, form: BotForm) -> str:
    """Do what a button of that page says; returns the token of a seat that was taken."""
    do, user = request.POST.get("do"), request.user
    if do == "make" and form.is_valid():
        services.bot_make(keeper=user, name=form.cleaned_data["display_name"])  # type: ignore[arg-type]
    if do == "token":
        return services.token_renew(keeper=user, number=whole(request.POST.get("token")) or 0)  # type: ignore[arg-type]
    program = selectors.program_of(user, whole(request.POST.get("program")) or 0)
    if do == "seat" and program is not None:
        invitation = request.POST.get("link", "").rstrip("/ ").rpartition("/")[2]
        return services.bot_seat(bot=program, offered=seat_offered(invitation))
    if do == "night" and program is not None and request.POST.get("game") in titles.names():
        return services.bot_night(bot=program, game=request.POST["game"], seat=request.POST.get("seat", ""))[1]
    return ""
