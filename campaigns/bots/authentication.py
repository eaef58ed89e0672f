"""Authentication of programs that play, by the token of a seat; a refusal has the text for a person."""

import functools
from collections.abc import Callable
from typing import TypeVar

import msgspec
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from campaigns.api import schemas
from campaigns.api.models import hash_of
from campaigns.api.views import sent
from campaigns.bots.models import SeatToken
from campaigns.bots.services import token_note
from play.orders.refusals import OrderRefused
from play.pages.audience import ANYONE, View, audience
from play.sessions.models import Seat, Session
from play.sessions.selectors import session_at
from play.sessions.services import LONGEST_ANSWER

Answer = Callable[[HttpRequest, Session, Seat], schemas.SeatSchema | list[schemas.EventSchema]]
T = TypeVar("T")


def seat_of(request: HttpRequest) -> tuple[Session, Seat] | None:
    """Return the seat that a request's token plays, as long as it is its program's."""
    kind, _space, secret = request.headers.get("Authorization", "").partition(" ")
    known = SeatToken.objects.filter(hash=hash_of(secret), bot__is_active=True, bot__keeper__is_active=True)
    token = known.first() if kind == "Bearer" and secret else None
    if token is None:
        return None
    session = session_at(token.session_id)
    seat = session.seat(token.seat)
    if seat is None or seat.player_id != token.bot_id:
        return None
    token_note(token=token)
    return session, seat


def by_seat(allowed: Callable[[View], View]) -> Callable[[Answer], View]:
    """Admit requests with the token of a seat."""

    def declare(answer: Answer) -> View:
        @functools.wraps(answer)
        def gate(request: HttpRequest) -> HttpResponse:
            found = seat_of(request)
            if found is None:
                refused = sent(
                    schemas.ProblemSchema(problem="The token of a seat is needed: Authorization: Bearer …"), 401
                )
                refused["WWW-Authenticate"] = "Bearer"
                return refused
            try:
                return sent(answer(request, *found))
            except OrderRefused as refusal:
                return sent(schemas.ProblemSchema(problem=refusal.sentence, code=refusal.code), refusal.status)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
                said = f"That cannot be read: {problem}"
                return sent(schemas.ProblemSchema(problem=said, code="not_json"), 400)

        # There is no cookie that another page could bring along: a token is sent on purpose.
        return csrf_exempt(allowed(never_cache(audience(ANYONE)(gate))))

    return declare


def read(request: HttpRequest, kind: type[T]) -> T:
    """Read what was sent, as the type that the description names."""
    if len(request.body) > LONGEST_ANSWER:
        raise OrderRefused("too_large", status=413)
    return msgspec.json.decode(request.body, type=kind)
