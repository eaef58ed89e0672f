"""Finished sessions for the tests of their files: begun by a player, played to the end by bots in his seats."""

from typing import Any

from play.games.titles import title_of
from play.orders import execute
from play.orders.models import Order, OrderKind, OrderStatus
from play.sessions import services
from play.sessions.models import Seat, Session, SessionStatus
from play.sessions.selectors import session_at


def played_out(owner: Any, title: str, setup: dict[str, Any], policy: str, calendar: Any = None) -> Session:
    """A game that is over."""
    seats = title_of(title).seats(services.read_setup(title, setup))
    sitters = {name: services.SeatAssignment(player=owner) for name in seats}
    session = services.session_open(owner=owner, title=title, setup=setup, sitters=sitters, calendar=calendar)
    services.session_begin(session=session, player=owner, nonce="a nonce")
    _carry_out_all(session)
    Seat.objects.filter(session=session).update(policy=policy)
    return played_on(session)


def played_on(session: Session) -> Session:
    """The same game when the bots in its seats have played it to its end."""
    Order.objects.create(session=session, kind=OrderKind.GO_ON, token="the bots")
    _carry_out_all(session)
    session = session_at(session.pk)
    assert session.status == SessionStatus.OVER
    return session


def _carry_out_all(session: Session) -> None:
    while (order := Order.objects.filter(session=session, status=OrderStatus.PENDING).first()) is not None:
        execute.execute_order(order.pk)
