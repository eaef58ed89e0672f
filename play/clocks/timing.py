"""The arithmetic of clocks: when one that rests now and then has run out. Nothing here knows a database or a game."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

import msgspec

DAY = 86_400.0
HOUR = 3_600.0
MOMENT = 0.001
"""Days by which a sum of parts may fall short."""
SATURDAY = 5
HORIZON = 60
"""Days beyond the time itself for which week-ends are looked at."""


class RestPeriod(NamedTuple):
    """A time at which a clock rests."""

    begin: float
    end: float


class SeatClock(msgspec.Struct):
    """The clock of one seat; all times are seconds since 1970."""

    since: float = 0
    """Since when the seat has been waited for; 0 while it is not."""
    due: float = 0
    """Time at which it runs out; 0 while it does not run."""
    left: float = 0
    """Time left when the game was paused."""
    leave: list[RestPeriod] = []
    overruns: int = 0
    """Number of turns that the computer has answered."""
    answered: float = 0
    """The beginning of the turn in which it did so last."""

    @property
    def is_answered(self) -> bool:
        """Return whether the computer has begun to answer in this turn."""
        return bool(self.since) and self.answered == self.since


def weekends(begin: float, days: float) -> list[RestPeriod]:
    """Return the week-ends from a moment on for so many days, by universal time."""
    day = datetime.fromtimestamp(begin, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    day -= timedelta(days=(day.weekday() - SATURDAY) % 7)
    found = []
    while day.timestamp() < begin + days * DAY:
        found.append(RestPeriod(day.timestamp(), day.timestamp() + 2 * DAY))
        day += timedelta(days=7)
    return found


def merged(spans: Iterable[RestPeriod]) -> list[RestPeriod]:
    """Return spans in order, those that touch as one."""
    found: list[RestPeriod] = []
    for span in sorted(spans):
        if found and span.begin <= found[-1].end:
            found[-1] = RestPeriod(found[-1].begin, max(span.end, found[-1].end))
        else:
            found.append(span)
    return found


def rests(begin: float, seconds: float, *, at_weekends: bool, leave: Sequence[RestPeriod] = ()) -> list[RestPeriod]:
    """Return when a clock rests from a moment on."""
    away = sum(span.end - span.begin for span in leave) / DAY
    days = (3 * seconds / DAY) + away + HORIZON
    return merged([*(weekends(begin, days) if at_weekends else ()), *leave])


def runs_out(begin: float, seconds: float, resting: Sequence[RestPeriod]) -> float:
    """Return when a clock that is started with so many seconds has run out."""
    at = begin
    for span in resting:
        if span.end <= at:
            continue
        if at + seconds <= span.begin:
            break
        seconds -= max(0.0, span.begin - at)
        at = span.end
    return at + seconds


def counted(begin: float, end: float, resting: Sequence[RestPeriod]) -> float:
    """Return the seconds that run between two moments."""
    edges = [begin, *(min(max(edge, begin), end) for span in resting for edge in span), max(begin, end)]
    return sum(late - early for place, (early, late) in enumerate(pairwise(edges)) if not place % 2)


def days_of(spans: Iterable[RestPeriod]) -> float:
    """Return the number of days in some spans; of a present leave, those still to come."""
    return sum(span.end - span.begin for span in spans) / DAY
