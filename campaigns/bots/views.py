"""API views for bots, and the page on which their owner manages them."""

from allauth.decorators import rate_limit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.api import schemas
from campaigns.bots import selectors, services
from campaigns.bots.authentication import by_seat, read
from campaigns.bots.forms import BotAccountForm
from play.bots import seat_api
from play.games import titles
from play.orders.refusals import OrderRefused
from play.pages.audience import MEMBER, audience
from play.sessions.models import Seat, Session
from play.sessions.selectors import seat_offered, session_at
from play.utils.plain_data import whole
from play.utils.requests import PlayerRequest


@by_seat(require_GET)
def api_seat(request: HttpRequest, session: Session, seat: Seat) -> schemas.SeatSchema:
    """Return the seat's view and questions."""
    return schemas.seat(seat_api.seat_state(session, seat))


@by_seat(require_GET)
def api_seat_events(request: HttpRequest, session: Session, seat: Seat) -> list[schemas.EventSchema]:
    """Return the seat's events after a number."""
    return schemas.events(seat_api.seat_events(session, seat, whole(request.GET.get("after")) or 0))


@by_seat(require_POST)
def api_seat_answer(request: HttpRequest, session: Session, seat: Seat) -> schemas.SeatSchema:
    """Answer a question."""
    posted = read(request, schemas.AnswerSchema)
    seat_api.give_answer(session, seat, posted.token, posted.answer)
    return anew(session, seat)


@by_seat(require_POST)
def api_seat_answers(request: HttpRequest, session: Session, seat: Seat) -> schemas.SeatSchema:
    """Answer several questions as one order."""
    posted = read(request, schemas.AnswersSchema)
    seat_api.give_answers(session, seat, posted.token, [[one.key, one.answer] for one in posted.answers])
    return anew(session, seat)


@by_seat(require_POST)
def api_seat_begin(request: HttpRequest, session: Session, seat: Seat) -> schemas.SeatSchema:
    """Bring a number of one's own for the dice, so that the game begins."""
    seat_api.begin_game(session, seat, read(request, schemas.BeginningSchema).number)
    return anew(session, seat)


def anew(session: Session, seat: Seat) -> schemas.SeatSchema:
    """Return what the seat sees now."""
    session = session_at(session.pk)
    return schemas.seat(seat_api.seat_state(session, session.seat(seat.name) or seat))


@require_http_methods(["GET", "POST"])
@never_cache
@audience(MEMBER)
@rate_limit(action="table")
def bots(request: PlayerRequest) -> HttpResponse:
    """One's own programs, their seats, and a new token, shown once."""
    form, shown = BotAccountForm(), ""
    if request.method == "POST":
        form = BotAccountForm(request.POST if request.POST.get("do") == "make" else None)
        try:
            shown = done(request, form)
        except services.BotLimitReached:
            messages.error(request, _("You have reached the limit of bot accounts. Delete one first."))
        except (OrderRefused, Http404) as refusal:
            said = (
                refusal.sentence if isinstance(refusal, OrderRefused) else _("This link does not lead to a free seat.")
            )
            messages.error(request, said)
        if not shown and not form.errors:
            return redirect("bots")
    context = {
        "here": "profile",
        "form": form,
        "shown": shown,
        "programs": selectors.bots_of(request.user),
        "games": [(name, titles.words_of(name).title) for name in titles.names()],
    }
    return render(request, "bots/bots.html", context, status=422 if form.errors else 200)


def done(request: PlayerRequest, form: BotAccountForm) -> str:
    """Do what a button of that page says; returns the token of a seat that was taken."""
    do, user = request.POST.get("do"), request.user
    if do == "make" and form.is_valid():
        services.bot_make(owner=user, name=form.cleaned_data["display_name"])
    if do == "token":
        return services.token_renew(owner=user, number=whole(request.POST.get("token")) or 0)
    program = selectors.bot_of(user, whole(request.POST.get("program")) or 0)
    if do == "seat" and program is not None:
        invitation = request.POST.get("link", "").rstrip("/ ").rpartition("/")[2]
        return services.bot_seat(bot=program, offered=seat_offered(invitation))
    if do == "night" and program is not None and request.POST.get("game") in titles.names():
        return services.bot_night(bot=program, game=request.POST["game"], seat=request.POST.get("seat", ""))[1]
    return ""
