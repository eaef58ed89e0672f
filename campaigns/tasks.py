"""The house's own chores."""

from celery import shared_task

from campaigns import career_services, services


@shared_task
def forget_idle_guests() -> None:
    """Once a day: guests who have not come back for thirty days."""
    services.idle_guests_forget()


@shared_task
def fly(flight_id: int) -> None:
    """A stretch by a bot, in pieces short enough to share the worker with others."""
    if career_services.bot_fly_on(flight_id=flight_id):
        fly.apply_async(args=[flight_id], queue="bulk")


@shared_task
def take_up_lost_flights() -> None:
    """Twice a minute: flights whose worker has gone."""
    career_services.lost_flights_take_up()
