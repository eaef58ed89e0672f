"""Substitution of an absent hidden decider by the computer, with his consent."""

from play.journal import store
from play.secrecy import deciders, visibility
from play.sessions.models import Seat, Session, SessionStatus
from play.umpire.page import absence_limit


def may_ask_computer(session: Session, seat: Seat) -> Seat | None:
    """Return the hidden decider for whom the computer may choose: he has agreed, and has been away long enough."""
    world = visibility.progress_of(session, seat.name)
    if session.status != SessionStatus.PLAYING or not world.still or not world.given:
        return None
    asked = {name for name, _key in store.questions_of(session)}
    for name in deciders.hidden_deciders_of(session, seat.name):
        decider = session.seat(name)
        if decider is not None and not decider.policy and name in asked:
            away = absence_limit(decider)
            return decider if away and visibility.now() - world.given >= away else None
    return None
