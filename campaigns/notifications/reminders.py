"""Notices by the calendar: a season that ends in two days, a clock that is running out."""

from datetime import UTC, datetime, timedelta

from django.utils import timezone

from campaigns.notifications.models import Mail, Notification, NotificationPreference, Webhook
from campaigns.notifications.outbox import A_MOMENT, due_for
from campaigns.seasons.models import ScoreRow, Season, SeasonEntry, site_day
from play.clocks.services import clock_of
from play.models import TimeControl
from play.sessions.models import SessionStatus

TWO_DAYS = timedelta(days=2)


def reminders_write(*, now: datetime | None = None) -> int:
    """Write what is to be reminded of; twice is once. How many there were."""
    now = now or timezone.now()
    seasons = Season.objects.filter(ends__gte=site_day(now), ends__lte=site_day(now + TWO_DAYS))
    rows = [row for season in seasons for row in _ends(season, now)]
    running = TimeControl.objects.filter(
        hours__gt=0, paused=None, session__status=SessionStatus.PLAYING, session__counts=True
    )
    rows += [row for time_control in running.select_related("session") for row in _runs_out(time_control, now)]
    return len(Notification.objects.bulk_create(rows, ignore_conflicts=True))


def _ends(season: Season, now: datetime) -> list[Notification]:
    """Remind those whose games in it are under way, and its group."""
    going = ScoreRow.objects.filter(season=season, head=True, out=False).values("entry")
    flying = SeasonEntry.objects.filter(season=season, voided=None, pk__in=going, session__status=SessionStatus.PLAYING)
    preferences = (
        NotificationPreference.objects.filter(player__in=flying.values("player"))
        .exclude(mail=Mail.NEVER)
        .select_related("player")
    )
    mail, hook, kind = Notification.Channel.MAIL, Notification.Channel.WEBHOOK, Notification.Kind.ENDS
    day = {"season": season, "version": season.ends.toordinal() if season.ends else 0, "kind": kind}
    rows = [
        Notification.of(channel=mail, player=preference.player, due=due_for(preference, now), **day)
        for preference in preferences
    ]
    hooks = Webhook.objects.filter(group=season.group_id)
    return rows + [Notification.of(channel=hook, hook=one, due=now + A_MOMENT, **day) for one in hooks]


def _runs_out(time_control: TimeControl, now: datetime) -> list[Notification]:
    """Remind whose clock has a quarter of its time left, or two days if that is less."""
    warning = min(TWO_DAYS, timedelta(hours=time_control.hours) / 4)
    asked = {seat: seq for seat, _key, seq in time_control.session.asked}
    late = {
        seat.player_id: asked[seat.name]
        for seat in time_control.session.table
        if seat.name in asked
        and not seat.policy
        and (due := clock_of(time_control, seat.name).due)
        and now < datetime.fromtimestamp(due, UTC) <= now + warning
    }
    preferences = (
        NotificationPreference.objects.filter(player__in=late).exclude(mail=Mail.NEVER).select_related("player")
    )
    return [
        Notification.of(
            session=time_control.session,
            version=late[preference.player_id],
            player=preference.player,
            channel=Notification.Channel.MAIL,
            kind=Notification.Kind.TIME,
            # A clock does not wait for the hour of a digest.
            due=now + A_MOMENT,
        )
        for preference in preferences
    ]
