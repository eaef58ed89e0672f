"""Finished sessions for the tests of their files: begun by a player, played to the end by bots in his seats."""

from typing import Any

from play import advance, services
from play.models import Order, OrderKind, OrderStatus, Seat, Session, SessionStatus
from play.selectors import session_at
from play.titles import title_of


def played_out(owner: Any, title: str, setup: dict[str, Any], policy: str, calendar: Any = None) -> Session:
    """A game that is over."""
    seats = title_of(title).seats(services.read_setup(title, setup))
    sitters = {name: services.Sitter(player=owner) for name in seats}
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
        advance.carry_out(order.pk)
