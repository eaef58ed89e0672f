"""The time that a season of matches has agreed on: how its tables are set, who is late, and the claim to a match."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from campaigns.accounts.models import Player
from campaigns.accounts.requests import Reader
from campaigns.matches.models import Contender, Match
from campaigns.seasons.models import Season, TimeoutPolicy
from play.clocks.models import OverrunPolicy
from play.clocks.services import clock_of, is_late, shares_leave, time_control_of
from play.clocks.terms import Terms
from play.secrecy import visibility
from play.sessions.models import Seat, Session, SessionStatus


class ClaimRefused(Exception):
    """The season has not agreed on that, or nobody is late."""


def terms_of(season: Season) -> Terms:
    """Return the pace of a season's tables; a claim is made to the match, so that the table itself only waits."""
    after = OverrunPolicy.WAIT if season.late == TimeoutPolicy.CLAIM else season.late
    return Terms(hours=season.pace, weekends=season.weekend, leave=season.leave, after=after)


@shares_leave
def seats_at_other_nights(session: Session, seat: Seat) -> Iterable[Seat]:
    """Return a player's seats at the other nights of a season: his days of leave are those of the season."""
    if session.calendar_id is None or seat.player_id is None:
        return ()
    here = Match.objects.filter(Q(first=session) | Q(second=session)).values("season")
    nights = Match.objects.filter(season__in=here)
    tables = Q(session__match_first__in=nights) | Q(session__match_second__in=nights)
    there = Seat.objects.filter(tables, player=seat.player_id, session__pace__isnull=False)
    return there.exclude(session=session).select_related("session__pace").defer("session__record")


@dataclass(frozen=True)
class PendingAnswer:
    """Somebody whose answer one night of a match waits for."""

    contender: Contender
    night: Session
    since: datetime | None
    due: datetime | None
    share: int
    """Percentage of his time that has passed."""
    is_late: bool
    on_leave: bool
    paused: bool


def nights_of(match: Match) -> list[Session]:
    """Return the nights whose tables are set."""
    return [night for night in (match.first, match.second) if night is not None]


def waiting_in(match: Match, reader: Reader) -> list[PendingAnswer]:
    """Return who is to answer in the nights of a match, as a reader may know it.

    He knows when he himself is asked, and who has let his time go by; else a clock is the business of the table.
    """
    if not match.is_open:
        return []
    sides = {one.player_id: one for one in (match.one, match.other)}
    found = []
    for night in nights_of(match):
        for seat in night.table_prefetched:
            one = _waiting(night, seat.name, sides[seat.player_id]) if seat.player_id in sides else None
            if one is not None and (one.is_late or seat.player_id == reader.pk):
                found.append(one)
    return found


def _waiting(night: Session, seat: str, contender: Contender) -> PendingAnswer | None:
    time_control = time_control_of(night)
    if time_control is None or night.status != SessionStatus.PLAYING:
        return None
    clock, now = clock_of(time_control, seat), visibility.now()
    if not clock.since or visibility.visible_progress_of(night, seat).held:
        return None
    away = any(span.begin <= now < span.end for span in clock.leave)
    gone = (now - clock.since) / max(1.0, clock.due - clock.since) if clock.due else 0.0
    return PendingAnswer(
        contender=contender,
        night=night,
        since=_moment(clock.since),
        due=_moment(clock.due),
        share=min(100, round(100 * gone)),
        is_late=is_late(time_control, seat, now),
        on_leave=away,
        paused=time_control.paused is not None,
    )


def _moment(seconds: float) -> datetime | None:
    return datetime.fromtimestamp(int(seconds), UTC) if seconds else None


def late_in(match: Match, by: Reader) -> Contender | None:
    """Return the opponent who is late, if the player himself is not."""
    late = {one.contender for one in waiting_in(match, by) if one.is_late}
    others = [one for one in late if one.player_id != by.pk]
    return others[0] if len(late) == len(others) == 1 and match.has_player(by) else None


@transaction.atomic
def match_claim(*, match: Match, by: Player) -> Match:
    """Claim a match that the other has let go by, where that was agreed; it counts as won, and moves no rating."""
    locked = match_locked(match)
    late = late_in(locked, by)
    if late is None or locked.season.late != TimeoutPolicy.CLAIM:
        raise ClaimRefused
    locked.lost_by_time, locked.finished = late, timezone.now()
    locked.save(update_fields=["lost_by_time", "finished"])
    return locked


def match_locked(match: Match) -> Match:
    """Return a match that nobody else changes meanwhile."""
    locked = Match.objects.select_for_update(of=("self",)).filter(pk=match.pk)
    found: Match = (
        locked.select_related("season__group", "one__player", "other__player", "first__pace", "second__pace")
        .prefetch_related("first__seats_taken", "second__seats_taken")
        .get()
    )
    return found
