"""Standing orders of a person: questions that the game answers for him in the way that he chose before.

    GAME = GameSpec(name="bomber-command", standing=card_windows.answer, ...)

They depend on the question's kind alone and never on what is hidden in a hand. So the pace of the game reveals
nothing but that they were given. Their answers are in the journal like his own.
"""

from collections.abc import Mapping

from django.db import transaction

from engine.kernel.decisions import Decision
from engine.kernel.run import Run
from play.games.registry import game_of
from play.sessions.models import Seat, Session
from play.utils.plain_data import Json


def auto_answer(session: Session, run: Run) -> tuple[Decision, str] | None:
    """Return the first question that a player's automatic orders answer, with the answer."""
    read = game_of(session.title).standing
    if read is None:
        return None
    orders = {seat.name: seat.standing_orders for seat in session.table if seat.player_id and seat.standing_orders}
    for decision in run.pending.values() if orders else ():
        given = orders.get(decision.actor)
        answer = read(decision, given) if given else None
        if answer is not None and answer in decision.options:
            return decision, answer
    return None


@transaction.atomic
def auto_orders_set(*, seat: Seat, orders: Mapping[str, Json]) -> None:
    """Give a seat's standing orders, in place of those that it had; they hold from the next question on."""
    Seat.objects.filter(pk=seat.pk).update(standing_orders=dict(orders))
