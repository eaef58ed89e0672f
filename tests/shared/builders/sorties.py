"""Tables of Interceptor Ace for the tests: begun, and flown on with random orders to what a test wants to see."""

import random
from collections.abc import Callable
from typing import Any

from play.journal import store
from play.orders import execute
from play.orders.models import Order, OrderStatus
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.sessions.services import run_of

TITLE = "interceptor-ace"
TIMID = ("bail-out", "go-home", "break-off", "decline", "slip-away", "disengage")


def carried_out(session: Session) -> Session:
    """Do what the worker would: carry out what is pending, and look again."""
    for order in Order.objects.filter(session=session, status=OrderStatus.PENDING).order_by("pk"):
        execute.execute_order(order.pk)
    return session_at(session.pk)


def begun(alice: Any, bob: Any = None, play: str = "solitaire", seed: int = 1, **options: bool) -> Session:
    """A year at its first question, on dice that are always the same."""
    pilots = [{"name": "Karl Brandt", "unit": 10}]
    sitters = {"pilot": services.SeatAssignment(player=alice)}
    if play != "solitaire":
        pilots.append({"name": "Otto Lindner"})
        sitters["second"] = services.SeatAssignment(player=bob or alice)
    setup = {"pilots": pilots, "play": play, "options": options}
    session = services.session_open(owner=alice, title=TITLE, setup=setup, sitters=sitters)
    Session.objects.filter(pk=session.pk).update(seed=random.Random(seed).randbytes(32))
    for player in {seat.player for seat in session.table if seat.player}:
        services.session_begin(session=session, player=player, nonce="a nonce")
    return carried_out(session)


def asked_kinds(session: Session) -> set[str]:
    """The kinds of question that are open."""
    return {decision.kind for decision in run_of(session).pending.values()}


def given(session: Session, answer: str) -> Session:
    """Give an order to the question that was asked first, and carry it out."""
    decision = next(iter(run_of(session).pending.values()))
    token = store.token_of(decision.key, store.questions_of(session)[(decision.actor, decision.key)])
    services.answer_give(session=session, seat=session.seat(decision.actor), token=token, answer=answer)
    return carried_out(session)


def flown_to(session: Session, wanted: Callable[[Any], bool], decisions: int = 400, seed: int = 1) -> Session:
    """Give random orders of a bold pilot until a question is as wanted."""
    whim, fallen = random.Random(seed), 0
    for _decision in range(decisions):
        pending = list(run_of(session).pending.values())
        if any(wanted(decision) for decision in pending):
            return session
        if not pending:  # he has fallen before it came to that: another takes his place
            fallen += 1
            session = begun(session.owner, seed=seed + fallen)
            continue
        decision = pending[0]
        bold = [option for option in decision.options if option.partition(":")[0] not in TIMID]
        session = given(session, whim.choice(bold or list(decision.options)))
    raise AssertionError("it never came to that")
