"""Services for exercises: offer the moments of a game, and record an answer."""

from django.db import transaction

from play.models import Exercise, ExerciseAnswer, GameReview
from play.orders.refusals import OrderRefused
from play.sessions.models import Seat, Session
from play.utils.players import Player


def review_offer(*, session: Session, seat: Seat, offered: bool) -> None:
    """Offer moments of a game as exercises, without names; or withdraw the offer and its exercises."""
    with transaction.atomic():
        mine = GameReview.objects.filter(session=session, seat=seat.name)
        mine.update(offered=offered)
        if not offered:
            Exercise.objects.filter(look__in=mine).delete()


def exercise_answer(*, exercise: Exercise, player: Player, option: str) -> None:
    """Say what one would have done; it is said once."""
    if option not in exercise.moment["options"]:
        raise OrderRefused("not_offered")
    ExerciseAnswer.objects.get_or_create(exercise=exercise, player=player, defaults={"option": option})
