"""Queries for odds."""

from play.journal import store
from play.odds.models import OddsJob, OddsTiming
from play.secrecy import visibility
from play.sessions.models import Seat, Session


def odds_job_of(session: Session, seat: Seat) -> OddsJob | None:
    """Return what is known of the question that a seat is to be shown, while its table shows odds."""
    if session.odds == OddsTiming.OFF or visibility.visible_progress_of(session, seat.name).held:
        return None
    forecast = OddsJob.objects.filter(seat=seat).first()
    if forecast is None or bool(forecast.seq) != (session.odds == OddsTiming.AFTER):
        return None
    asked = {store.token_of(key, seq) for (who, key), seq in store.questions_of(session).items() if who == seat.name}
    return forecast if forecast.seq or forecast.token in asked else None
