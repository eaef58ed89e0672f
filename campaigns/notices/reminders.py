"""What comes by the calendar and not by a move: a season that ends in two days, a clock that is running out."""

from datetime import UTC, datetime, timedelta

from django.utils import timezone

from campaigns.notices.models import Hook, Mail, Notice, Wish
from campaigns.notices.writing import A_MOMENT, due_for
from campaigns.seasons.models import Entry, Season, Tally, house_day
from play.models import Pace, SessionStatus
from play.pace.services import clock_of

TWO_DAYS = timedelta(days=2)


def reminders_write(*, now: datetime | None = None) -> int:
    """Write what is to be reminded of; twice is once. How many there were."""
    now = now or timezone.now()
    seasons = Season.objects.filter(ends__gte=house_day(now), ends__lte=house_day(now + TWO_DAYS))
    rows = [row for season in seasons for row in _ends(season, now)]
    running = Pace.objects.filter(hours__gt=0, paused=None, session__status=SessionStatus.PLAYING, session__counts=True)
    rows += [row for pace in running.select_related("session") for row in _runs_out(pace, now)]
    return len(Notice.objects.bulk_create(rows, ignore_conflicts=True))


def _ends(season: Season, now: datetime) -> list[Notice]:
    """Remind those whose games in it are under way, and its group."""
    going = Tally.objects.filter(season=season, head=True, out=False).values("entry")
    flying = Entry.objects.filter(season=season, voided=None, pk__in=going, session__status=SessionStatus.PLAYING)
    wishes = Wish.objects.filter(player__in=flying.values("player")).exclude(mail=Mail.NEVER).select_related("player")
    mail, hook, kind = Notice.Channel.MAIL, Notice.Channel.HOOK, Notice.Kind.ENDS
    day = {"season": season, "version": season.ends.toordinal() if season.ends else 0, "kind": kind}
    rows = [Notice.of(channel=mail, player=wish.player, due=due_for(wish, now), **day) for wish in wishes]
    hooks = Hook.objects.filter(group=season.group_id)
    return rows + [Notice.of(channel=hook, hook=one, due=now + A_MOMENT, **day) for one in hooks]


def _runs_out(pace: Pace, now: datetime) -> list[Notice]:
    """Remind whose clock has a quarter of its time left, or two days if that is less."""
    warning = min(TWO_DAYS, timedelta(hours=pace.hours) / 4)
    asked = {seat: seq for seat, _key, seq in pace.session.asked}
    late = {
        seat.player_id: asked[seat.name]
        for seat in pace.session.table
        if seat.name in asked
        and not seat.policy
        and (due := clock_of(pace, seat.name).due)
        and now < datetime.fromtimestamp(due, UTC) <= now + warning
    }
    wishes = Wish.objects.filter(player__in=late).exclude(mail=Mail.NEVER).select_related("player")
    return [
        Notice.of(
            session=pace.session,
            version=late[wish.player_id],
            player=wish.player,
            channel=Notice.Channel.MAIL,
            kind=Notice.Kind.TIME,
            # A clock does not wait for the hour of a digest.
            due=now + A_MOMENT,
        )
        for wish in wishes
    ]
