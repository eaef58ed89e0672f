"""What pages ask about odds."""

from play import veils
from play.journal import keeping
from play.models import Seat, Session

from .models import Forecast, When


def forecast_of(session: Session, seat: Seat) -> Forecast | None:
    """Return what is known of the question that a seat is to be shown, while its table shows odds."""
    if session.odds == When.OFF or veils.window_of(session, seat.name).held:
        return None
    forecast = Forecast.objects.filter(seat=seat).first()
    if forecast is None or bool(forecast.seq) != (session.odds == When.AFTER):
        return None
    asked = {keeping.token_of(key, seq) for (who, key), seq in keeping.asked_of(session).items() if who == seat.name}
    return forecast if forecast.seq or forecast.token in asked else None
