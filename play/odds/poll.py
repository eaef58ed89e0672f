"""Polling of odds that are not ready: less and less often, with an end."""

from dataclasses import dataclass

from django.utils import timezone

from play.odds.models import OddsJob
from play.odds.services import is_stalled

MAX_POLLS = 3
"""Computations that a page asks for, one after another was lost, before it gives up: a minute in all."""
SOONEST_MS, LATEST_MS = 120, 3000
BARS_MS = 300
"""With bars on the page the next round is waited for no more eagerly than this."""
SHARE = 4
"""A page waits for as long again as a quarter of the time that has gone by."""


@dataclass(frozen=True)
class OddsPoll:
    """Next poll of the panel for odds under way."""

    asked: int
    """Number of computations that the page has asked for."""
    delay_ms: int = 0
    asks_again: bool = False
    """The last one is lost: its message has expired, or its worker has gone."""
    gave_up: bool = False


def poll_of(forecast: OddsJob | None, asked: int) -> OddsPoll | None:
    """Return how a page goes on that has asked so often; None when nothing is under way."""
    if forecast is None or forecast.state != OddsJob.State.RUNNING:
        return None
    if is_stalled(forecast):
        return OddsPoll(asked, asks_again=asked < MAX_POLLS, gave_up=asked >= MAX_POLLS)
    age_ms = 1000 * (timezone.now() - forecast.asked).total_seconds()
    soonest = BARS_MS if forecast.told.get("orders") else SOONEST_MS if asked <= 1 else LATEST_MS
    return OddsPoll(asked, delay_ms=round(min(LATEST_MS, max(soonest, age_ms / SHARE))))


def polls_so_far(sent: str) -> int:
    """Read how often a page says that it has asked; anything else is the first time."""
    return min(int(sent), MAX_POLLS) if sent.isascii() and sent.isdecimal() and len(sent) == 1 else 1
