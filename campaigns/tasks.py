"""Periodic tasks of the site."""

from celery import shared_task
from django.core.management import call_command

from campaigns.accounts import mail_queue, services
from campaigns.careers.career_list import career_lists
from campaigns.notifications.delivery import notifications_send
from campaigns.notifications.reminders import reminders_write
from campaigns.seasons import services as season_services
from play.fairness.commitments import spent_commitments_delete


@shared_task
def forget_players() -> None:
    """Delete players who have left and stale guests: a bounded step, and another message while there are more."""
    _forgotten, more = services.players_purge()
    if more:
        forget_players.apply_async()


@shared_task
def forget_sessions() -> None:
    """Once a day: the browsers' sessions that have run out, and pledges that nobody can bring any more."""
    call_command("clearsessions")
    spent_commitments_delete()


@shared_task
def open_season_keys() -> None:
    """Every hour: the keys of duplicate seasons that are over."""
    season_services.season_keys_reveal()


@shared_task
def fly(game: str, flight_id: int) -> None:
    """A stretch of a career by a bot, in pieces short enough to share the worker with others."""
    flights = career_lists()[game].flights
    if flights is not None and flights.fly_on(flight_id=flight_id):
        fly.apply_async(args=[game, flight_id])


@shared_task
def take_up_lost_flights() -> None:
    """Twice a minute: flights by a bot whose worker has gone."""
    for career_list in career_lists().values():
        if career_list.flights is not None:
            career_list.flights.resume_stalled()


@shared_task
def send_notices() -> None:
    """Send notices of turns, twice a minute."""
    notifications_send()


@shared_task
def write_reminders() -> None:
    """Every quarter of an hour: seasons that end soon, clocks that are running out."""
    reminders_write()


@shared_task
def send_kept_letters() -> None:
    """Once a minute: what the mail server did not take."""
    mail_queue.emails_retry()
