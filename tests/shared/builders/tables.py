"""Tables of the small game for the tests: set, begun, played on by the service that the worker calls."""

import random
from typing import Any

from campaigns.groups.shared_tables import table_show
from play.journal import store
from play.orders import execute
from play.orders.models import Order, OrderStatus
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at

GAME = "strait"


def set_table(alice: Any, bob: Any = None, *, rounds: int = 6, bot: bool = False, game: str = GAME) -> Session:
    """Alice plays the raider; the escort is Bob's, a bot's, or hers too."""
    escort = services.SeatAssignment(policy="random") if bot else services.SeatAssignment(player=bob or alice)
    return services.session_open(
        owner=alice,
        title=game,
        setup={"rounds": rounds},
        sitters={"raider": services.SeatAssignment(player=alice), "escort": escort},
    )


def begun(alice: Any, bob: Any = None, shown_to: Any = None, **kwargs: Any) -> Session:
    """A table at which the first questions are asked; it may be shown to a group."""
    session = set_table(alice, bob, **kwargs)
    if shown_to is not None:
        table_show(group=shown_to, session=str(session.pk), player=alice, shown=True)
    for player in {seat.player for seat in session.table if seat.player}:
        services.session_begin(session=session, player=player, nonce="a nonce")
    return carried_out(session)


def carried_out(session: Session) -> Session:
    """Do what the worker would: carry out what is pending, and look again."""
    for order in Order.objects.filter(session=session, status=OrderStatus.PENDING).order_by("pk"):
        execute.execute_order(order.pk)
    return session_at(session.pk)


def token(session: Session, seat: str, ending: str = "") -> str:
    """The token of what a seat is asked."""
    return next(
        store.token_of(key, seq)
        for (name, key), seq in store.questions_of(session).items()
        if name == seat and key.endswith(ending)
    )


def give(session: Session, seat: str, answer: Any, ending: str = "") -> Session:
    """Give an order and have it carried out."""
    place = session.seat(seat)
    assert place is not None
    services.answer_give(session=session, seat=place, token=token(session, seat, ending), answer=answer)
    return carried_out(session)


PLAN = {"lanes": [1, 2, 3]}


def planned(session: Session) -> Session:
    """Both sides have written their plans."""
    for seat in ("raider", "escort"):
        if any(name == seat for name, _key in store.questions_of(session)):
            session = give(session, seat, PLAN)
    return session


def play(session: Session, decisions: int = 10_000, seed: int = 1) -> Session:
    """Answer at random for every seat, so many times or to the end."""
    rng = random.Random(seed)
    for _ in range(decisions):
        if session.status != "playing":
            return session
        run = services.run_of(session)
        (seat, _key), decision = next(iter(run.pending.items()))
        answer = PLAN if decision.form else rng.choice(decision.options)
        session = give(session, seat, answer)
    return session
