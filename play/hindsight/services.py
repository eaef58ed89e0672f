"""What a player does about a look back: have it reckoned, stop it, show it to others."""

from typing import Any

from django.db import transaction

from play import nudge
from play.models import LookBack, Seat, Session
from play.refusals import OrderRefused

from .reckoning import may_look_back


def look_back_ask(*, session: Session, seat: Seat, player: Any) -> LookBack:
    """Have a finished game looked back on; one that was stopped or broken off goes on where it was."""
    if may_look_back(session, seat.name) is None:
        raise OrderRefused("no_look_back")
    with transaction.atomic():
        look, made = LookBack.objects.get_or_create(session=session, seat=seat.name, defaults={"player": player})
        if not made and look.state in {LookBack.State.STOPPED, LookBack.State.FAILED}:
            LookBack.objects.filter(pk=look.pk).update(state=LookBack.State.RUNNING)
            look.state, made = LookBack.State.RUNNING, True
        if made:
            nudge.after_commit(_send, look.pk, look.done)
    return look


def _send(look_id: int, done: int) -> None:
    from play.tasks import look_back

    look_back.apply_async(args=[look_id, done])


def look_back_stop(*, session: Session, seat: Seat) -> None:
    """Stop a look back; what is known stays."""
    mine = LookBack.objects.filter(session=session, seat=seat.name, state=LookBack.State.RUNNING)
    mine.update(state=LookBack.State.STOPPED)


def look_back_share(*, session: Session, seat: Seat, shared: bool) -> None:
    """Show a look back to whoever has its link, or to nobody any more."""
    LookBack.objects.filter(session=session, seat=seat.name).update(shared=shared)
