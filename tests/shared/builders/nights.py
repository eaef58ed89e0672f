"""Years of nights for the tests: begun and flown by the services that the pages and the workers call."""

import random
from collections.abc import Callable
from typing import Any

from play.bots import substitute
from play.orders import execute
from play.sessions import services
from play.sessions.models import Session, SessionStatus
from play.sessions.selectors import session_at
from sorties.nightfighter.records.models import NightCareer
from tests.shared.builders.tables import carried_out

TITLE, SEAT = "nightfighter", "player"


def begun(player: Any, kind: str = "seasoned", seed: int = 1, **setup: Any) -> NightCareer:
    """A year at its first question, on dice that are always the same."""
    setup = {"campaign": kind, "mode": "solo"} | setup
    sitters = {SEAT: services.SeatAssignment(player=player)}
    session = services.session_open(owner=player, title=TITLE, setup=setup, sitters=sitters)
    Session.objects.filter(pk=session.pk).update(seed=random.Random(seed).randbytes(32))
    services.session_begin(session=session_at(session.pk), player=player, nonce="a nonce")
    carried_out(session)
    return NightCareer.objects.get(session=session)


def fly(career: NightCareer, until: Callable[[Any], bool] = lambda state: False, policy: str = "random") -> NightCareer:
    """Let a bot fly, a share of answers at a time, until the year is over or as it is wished."""
    while True:
        session = session_at(career.session_id)
        if session.status != SessionStatus.PLAYING or until(services.run_of(session).state):
            return again(career)
        order = substitute.substitute_order(
            session=session, seat=session.seat(SEAT), substitution=substitute.Substitution(policy, {}, "year", "", 60)
        )
        execute.execute_order(order.pk)
        assert session_at(career.session_id).version > session.version


def again(career: NightCareer) -> NightCareer:
    """The career as the tables have it now."""
    return NightCareer.objects.select_related("session", "owner").get(pk=career.pk)
