"""A seat lent to a bot for a while: it answers by its owner's standing orders until a mark of the game has gone by.

    GAME = GameSpec(name="interceptor-ace", marks=MARKS, ...)
    MARKS = {"month": lambda state: state.month}

A mark is a function of the state; the bot answers as long as its value is the one that the loan names, and no farther
than one order's share. So the player who lent the seat sees its progress and can take it back between two orders.
"""

import msgspec
from django.db import IntegrityError, transaction

from engine.kernel.packs.schema import Charts
from engine.kernel.title import Policy
from play.games.registry import game_of
from play.journal import store
from play.orders.models import Order, OrderKind
from play.orders.refusals import OrderRefused
from play.sessions.models import Seat, Session

TURN = ""
"""No mark: the bot answers until its seat is asked nothing more."""


class Substitution(msgspec.Struct, forbid_unknown_fields=True):
    """Payload of a substitution order."""

    policy: str
    orders: dict[str, object]
    until: str
    since: object
    """The mark's value at the beginning: while it holds, the bot goes on."""
    most: int = 100
    """Answers in one order."""


def mark_value(title: str, name: str, state: msgspec.Struct) -> object:
    """Return a mark's value as a journal can hold it."""
    if name == TURN:
        return None
    read = game_of(title).marks.get(name)
    if read is None:
        raise OrderRefused("no_bot", status=422)
    return store.json_data(read(state))


def substitute_order(*, session: Session, seat: Seat, substitution: Substitution) -> Order | None:
    """Write the order that lends a seat for one share of answers; None when this version of the game has one already.

    It is not sent to the workers: the lending request carries the order out, and the sweeper does if that one has died.
    """
    bot_for(session, seat.name, substitution, store.pack_of(session))
    token = store.token_of(f"{OrderKind.LEND}/{seat.name}", session.version)
    fields = {"kind": OrderKind.LEND, "token": token, "seat": seat.name, "answer": msgspec.to_builtins(substitution)}
    try:
        with transaction.atomic():
            return Order.objects.create(session=session, **fields)
    except IntegrityError:
        return None


def bot_for(session: Session, seat: str, substitution: Substitution, pack: Charts) -> Policy:
    """Make the bot of a loan, or refuse orders that it cannot read."""
    if substitution.policy not in store.title_of(session).policies():
        raise OrderRefused("no_bot", status=422)
    try:
        return store.make_bot(session, seat, substitution.policy, substitution.orders, pack)
    except msgspec.ValidationError as problem:
        raise OrderRefused("setup", {"problem": str(problem)}, status=422) from problem
