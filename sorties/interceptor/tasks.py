"""What the worker does for careers: a stretch flown by a bot, and the stretches whose worker has gone."""

from celery import shared_task

from sorties.interceptor.career import services


@shared_task
def fly(flight_id: int) -> None:
    """A stretch by a bot, in pieces short enough to share the worker with others."""
    if services.bot_fly_on(flight_id=flight_id):
        fly.apply_async(args=[flight_id], queue="bulk")


@shared_task
def take_up_lost_flights() -> None:
    """Twice a minute: flights whose worker has gone."""
    services.lost_flights_take_up()
