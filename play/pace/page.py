"""What a table's page shows of time: whose turn it is and since when, how long it has, leave and pauses."""

from datetime import UTC, datetime
from typing import Any

from play import veils
from play.models import Seat, Session, SessionStatus
from play.words import Words

from .clocks import DAY, MOMENT, days_of
from .models import After, Pace
from .services import clock_of, is_late, leave_of, pace_of
from .terms import said


def clocks_shown(session: Session, seat: Seat, words: Words, *, is_asked: bool) -> dict[str, Any] | None:
    """Return how the clocks stand as a seat may see them: who is asked beside oneself stays unsaid.

    Nothing where one person plays, before the beginning and after the end.
    """
    pace = pace_of(session)
    if pace is None or session.status != SessionStatus.PLAYING:
        return None
    now = veils.now()
    shown = [one for one in session.table if not one.policy and (one.pk == seat.pk) == is_asked]
    # Whoever is kept waiting by a veil is on turn from the moment at which it lifts.
    shows = veils.world_of(session, seat.name).due if session.worlds else 0.0
    rows = [_row(pace, one, seat, words, now, shows if one.pk == seat.pk else 0.0) for one in shown]
    leave = leave_of(session, seat)
    away = next((span.end for span in leave if span.end > now), 0.0)
    others = [one for one in session.table if not one.policy and one.player_id != seat.player_id]
    return {
        "rows": [row for row in rows if row["since"]],
        "looks_in": _looks_in(rows, now),
        "terms": said(pace),
        "paused": pace.paused,
        "timed": bool(pace.hours),
        "i_ask": seat.name in pace.asks,
        "they_ask": [words.seat(one.name) for one in others if one.name in pace.asks],
        "leave": int(pace.leave - days_of(leave) + MOMENT) if not away else 0,
        "away": _moment(away),
        "overruns": [
            (words.seat(one.name), n) for one in session.table if not one.policy and (n := pace.overruns(one.name))
        ],
    }


def _looks_in(rows: list[dict[str, Any]], now: float) -> int:
    """Return the seconds after which what follows from a time that has run out is there to be shown; 0 for never.

    A browser's own clocks do not run for weeks, so that it looks once a day at least.
    """
    dues = [row["due"].timestamp() - now for row in rows if row["due"] and not row["late"]]
    return int(min(DAY, *dues, DAY)) + 1 if dues else 0


def _row(pace: Pace, one: Seat, seat: Seat, words: Words, now: float, shows: float) -> dict[str, Any]:
    clock = clock_of(pace, one.name)
    late = is_late(pace, one.name, now)
    return {
        "name": one.name,
        "word": words.seat(one.name),
        "who": one.player,
        "mine": one.player_id == seat.player_id,
        "since": _moment(max(clock.since, shows) if clock.since else 0),
        "due": _moment(clock.due),
        "late": late,
        "may_call": late and pace.after != After.WAIT and one.player_id != seat.player_id,
        "away": any(span.begin <= now < span.end for span in clock.leave),
    }


def _moment(seconds: float) -> datetime | None:
    return datetime.fromtimestamp(int(seconds), UTC) if seconds else None
