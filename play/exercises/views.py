"""The page of an exercise, the answer to it, and the offer of a game's moments."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from play.exercises.page import exercise_page
from play.exercises.selectors import exercise_at, exercise_of
from play.exercises.services import exercise_answer, review_offer
from play.models import Exercise
from play.orders.refusals import OrderRefused
from play.pages.audience import ANYONE, SEAT, SIGNED_IN, audience
from play.reviews.views import redirect_to_review
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.sessions.views import own_seat, with_refusals
from play.utils.requests import HtmxRequest, PlayerRequest


@require_GET
@never_cache
@audience(ANYONE)
def exercise(request: HttpRequest) -> HttpResponse:
    """The exercise of this week, or the newest."""
    return render(request, "play/exercises/exercise.html", exercise_page(exercise_of(), request.user))


@require_GET
@never_cache
@audience(ANYONE, of=exercise_at)
def exercise_week(request: HttpRequest, found: Exercise) -> HttpResponse:
    """The exercise of a week."""
    return render(request, "play/exercises/exercise.html", exercise_page(found, request.user))


@require_POST
@audience(SIGNED_IN, of=exercise_at)
def answer(request: PlayerRequest, found: Exercise) -> HttpResponse:
    """Record an answer to the exercise."""
    try:
        exercise_answer(exercise=found, player=request.user, option=request.POST.get("option", ""))
    except OrderRefused as refusal:
        messages.error(request, refusal.sentence)
    return redirect("exercise_week", week=found.week)


@require_POST
@audience(SEAT, of=session_at)
@with_refusals
def offer(request: HtmxRequest, session: Session) -> HttpResponse:
    """Let moments of a game become exercises, or no more."""
    seat = own_seat(request, session)
    review_offer(session=session, seat=seat, offered=request.POST.get("offered") == "yes")
    return redirect_to_review(session, seat)
