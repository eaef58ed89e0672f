"""A second night with the sides swapped."""

from campaigns.accounts.models import Player
from engine.kernel.title import THINKING
from play.orders.refusals import OrderRefused
from play.sessions.models import Session, SessionStatus
from play.sessions.services import SeatAssignment, session_open

OTHER = {"british": "german", "german": "british"}


def rematch_open(*, session: Session, player: Player) -> Session:
    """Set a table for the second night with exchanged sides; another person gets a link."""
    if session.status != SessionStatus.OVER:
        raise OrderRefused("not_asked")
    sitters = {}
    for seat in session.table:
        # A thinking bot plays on one side alone.
        bot = "strong" if seat.policy == THINKING else seat.policy
        sitter = SeatAssignment(policy=bot) if bot else SeatAssignment(player=None)
        sitters[OTHER[seat.name]] = SeatAssignment(player=player) if seat.player_id == player.pk else sitter
    return session_open(owner=player, title=session.title, setup=session.setup, sitters=sitters, pack=session.pack)
