"""A second night with the sides swapped."""

from typing import Any

from engine.kernel.thinking import THINKING
from play.models import Session, SessionStatus
from play.refusals import OrderRefused
from play.services import Sitter, session_open

OTHER = {"british": "german", "german": "british"}


def rematch_open(*, session: Session, player: Any) -> Session:
    """Set a table for the second night: who sat on one side sits on the other, another person is sent a link."""
    if session.status != SessionStatus.OVER:
        raise OrderRefused("not_asked")
    sitters = {}
    for seat in session.table:
        # Who thinks does so on one side alone.
        bot = "strong" if seat.policy == THINKING else seat.policy
        sitter = Sitter(policy=bot) if bot else Sitter(player=None)
        sitters[OTHER[seat.name]] = Sitter(player=player) if seat.player_id == player.pk else sitter
    return session_open(owner=player, title=session.title, setup=session.setup, sitters=sitters, pack=session.pack)
