"""Services for game reviews: compute, stop and share."""

from django.db import transaction

from play.live import notify
from play.models import GameReview
from play.orders.refusals import OrderRefused
from play.reviews.worker import review_options_of
from play.sessions.models import Seat, Session
from play.utils.players import Player


def review_start(*, session: Session, seat: Seat, player: Player) -> GameReview:
    """Start the review of a finished game; a stopped or broken one goes on where it was."""
    if review_options_of(session, seat.name) is None:
        raise OrderRefused("no_look_back")
    with transaction.atomic():
        look, made = GameReview.objects.get_or_create(session=session, seat=seat.name, defaults={"player": player})
        if not made and look.state in {GameReview.State.STOPPED, GameReview.State.FAILED}:
            GameReview.objects.filter(pk=look.pk).update(state=GameReview.State.RUNNING)
            look.state, made = GameReview.State.RUNNING, True
        if made:
            notify.after_commit(_send, look.pk, look.done)
    return look


def _send(look_id: int, done: int) -> None:
    from play.tasks import look_back

    look_back.apply_async(args=[look_id, done])


def review_stop(*, session: Session, seat: Seat) -> None:
    """Stop a review; its results so far stay."""
    mine = GameReview.objects.filter(session=session, seat=seat.name, state=GameReview.State.RUNNING)
    mine.update(state=GameReview.State.STOPPED)


def review_share(*, session: Session, seat: Seat, shared: bool) -> None:
    """Share a review by link, or stop sharing it."""
    GameReview.objects.filter(session=session, seat=seat.name).update(shared=shared)
