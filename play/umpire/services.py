"""Services for an umpire: an unofficial message, a choice by the computer, and the absence allowed."""

import random
from collections.abc import Mapping

from django.db import transaction

from engine.kernel.decisions import Decision
from play.journal import store
from play.live import notify
from play.orders.models import Order
from play.orders.refusals import OrderRefused
from play.secrecy import visibility
from play.sessions import services
from play.sessions.models import Seat, Session, SessionStatus
from play.umpire.absence import may_ask_computer
from play.umpire.models import Remark
from play.umpire.page import advice_on, player_decided_for
from play.utils.plain_data import is_text

LONGEST = 140
MOST = 400
"""Lines that a table keeps."""
ABSENCE_LIMITS = (0, 60, 600, 3_600, 86_400)
"""After how many seconds the computer may choose; 0 for never."""


def remark_create(*, session: Session, seat: Seat, text: str) -> None:
    """Send a message to the player: marked as unofficial, and stored."""
    text = " ".join(text.split())[:LONGEST]
    if player_decided_for(session, seat) is None or not text or not is_text(text):
        raise OrderRefused("no_remark", status=422)
    with transaction.atomic():
        session = Session.objects.select_for_update().get(pk=session.pk)
        if session.status != SessionStatus.PLAYING or session.remarks.count() >= MOST:
            raise OrderRefused("no_remark", status=422)
        Remark.objects.create(session=session, seat=seat.name, text=text, seq=session.entries_made)
        session.version += 1
        session.worlds = visibility.add_remark(session)
        session.save(update_fields=["version", "worlds"])
        notify.after_commit(notify.publish, session)


def absence_limit_set(*, seat: Seat, seconds: int) -> None:
    """Agree that the computer may choose after so long a time, or that it may not."""
    if seconds not in ABSENCE_LIMITS:
        raise OrderRefused("no_remark", status=422)
    seat.standing_orders = {**seat.standing_orders, "away": seconds}
    seat.save(update_fields=["standing_orders"])


def computer_choose(*, session: Session, seat: Seat) -> Order:
    """Have the computer answer the open choice: at the decider's own wish, or by what both have agreed to."""
    decider = seat if player_decided_for(session, seat) is not None else may_ask_computer(session, seat)
    run = services.run_of(session)
    decision = next(iter(run.asked(decider.name)), None) if decider is not None else None
    if decider is None or decision is None:
        raise OrderRefused("stale")
    token = store.token_of(decision.key, store.questions_of(session)[decider.name, decision.key])
    return services.answer_give(session=session, seat=decider, token=token, answer=chosen(decision, session.setup))


def chosen(decision: Decision, setup: Mapping[str, object]) -> str:
    """Choose as the computer would that the table was set with: by its hundredths, or evenly where it has none."""
    advice, level = advice_on(decision), str(setup.get("level", "fair"))
    weights = [advice.get(option, {}).get(level, 0) for option in decision.options]
    options = list(decision.options)
    dice = random.SystemRandom()
    return dice.choices(options, weights)[0] if any(weights) else dice.choice(options)
