"""Who may be stood in for by the computer: a keeper who has agreed to it, when he has been away so long."""

from play import veils
from play.journal import keeping
from play.models import Seat, Session, SessionStatus

from .queue import away_of


def may_ask_computer(session: Session, seat: Seat) -> Seat | None:
    """Return the keeper in whose place a seat may have the computer choose: he has agreed, and is away so long."""
    world = veils.world_of(session, seat.name)
    if session.status != SessionStatus.PLAYING or not world.still or not world.given:
        return None
    asked = {name for name, _key in keeping.asked_of(session)}
    for name in veils.keepers_of(session, seat.name):
        keeper = session.seat(name)
        if keeper is not None and not keeper.policy and name in asked:
            away = away_of(keeper)
            return keeper if away and veils.now() - world.given >= away else None
    return None
