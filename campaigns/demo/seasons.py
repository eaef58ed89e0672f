"""Seasons of the demo club: helpers for apps, moved into the weeks before, and pictures.

    GAME = CampaignGame(name="nightfighter", demo_seasons=demo_seasons.made, ...)

Lines flown now appear as if they had been flown one by one since the season opened.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils import timezone

from campaigns.accounts.models import Player
from campaigns.groups.models import AuditEntry, Group, Membership
from campaigns.ladders.score_rows import season_rebuild
from campaigns.matches.models import Match
from campaigns.seasons.models import ScoreRow, Season, SeasonEntry
from campaigns.seasons.selectors import Pattern
from campaigns.seasons.services import season_announce
from engine.kernel.dice import commitment
from play.charts.selectors import STANDARD
from play.fairness.models import SeasonKey
from play.games import titles
from play.sessions.models import Session
from play.spectators.models import SpectatorLink
from play.utils.plain_data import Json

DESCRIPTION = "Five of us; every Tuesday at eight a month opens."
FOUNDED = timedelta(days=420)
READER = "Solveig"


def club_settle(group: Group) -> None:
    """Let the club be as old as its seasons."""
    since = timezone.now() - FOUNDED
    Group.objects.filter(pk=group.pk).update(created=since, description=DESCRIPTION)
    for number, member in enumerate(group.memberships.order_by("pk")):
        Membership.objects.filter(pk=member.pk).update(joined=since + timedelta(days=9 * number))
    AuditEntry.objects.filter(group=group).update(done=since)


def announced(
    group: Group,
    title: str,
    name: str,
    setup: Mapping[str, Json],
    terms: Mapping[str, Json],
    *,
    duplicate: bool = False,
    **how: object,
) -> Season:
    """Announce a season by the standard charts that is open today."""
    today = timezone.localdate()
    charts = titles.pack_hash(titles.pack_of(title, STANDARD))
    days: dict[str, object] = {"opens": today, "closes": today, "ends": today + timedelta(days=30)}
    pattern = Pattern(title, dict(terms), charts, STANDARD, dict(setup))
    return season_announce(group=group, by=group.owner, pattern=pattern, duplicate=duplicate, name=name, **days | how)


def keyed(season: Season, key: bytes) -> Season:
    """Give a duplicate season its key, so that the same club meets the same raids."""
    SeasonKey.objects.filter(season=season).update(key=key, commitment=commitment(key))
    return Season.objects.select_related("calendar", "group").get(pk=season.pk)


def moved_back(season: Season, *, opened: int, ends: int, lasted: int | None = None) -> None:
    """Let a season have opened so many days ago, its lines flown one by one since; `ends` counts from today.

    A season that is over had its last line flown `lasted` days after it opened.
    """
    now = timezone.now()
    start = now - timedelta(days=opened)
    last = start + timedelta(days=lasted) if lasted else now - timedelta(hours=2)
    day = timezone.localdate()
    closes = (
        day + timedelta(days=ends - 5)
        if lasted is None and not season.is_duplicate
        else day - timedelta(days=opened - 7)
    )
    Season.objects.filter(pk=season.pk).update(
        opens=day - timedelta(days=opened),
        closes=min(closes, day + timedelta(days=ends)),
        ends=day + timedelta(days=ends),
        made=start - timedelta(days=3),
        sealed=start if season.entries.exists() or season.contenders.exists() else None,
    )
    AuditEntry.objects.filter(group=season.group, done__gte=now - timedelta(hours=6)).update(
        done=start - timedelta(days=3)
    )
    for number, entry in enumerate(season.entries.order_by("pk")):
        entered = start + timedelta(hours=5 * number + 1)
        SeasonEntry.objects.filter(pk=entry.pk).update(entered=entered)
        rows = list(ScoreRow.objects.filter(entry=entry).order_by("line"))
        step = (last - timedelta(hours=3 * number) - entered) / max(1, len(rows) - 1)
        for place, row in enumerate(rows):
            row.at = entered + place * step
        ScoreRow.objects.bulk_update(rows, ["at"], batch_size=500)
        Session.objects.filter(pk=entry.session_id).update(created=entered, changed=entered + len(rows) * step)
    for number, contender in enumerate(season.contenders.order_by("pk")):
        contender.entered = start + timedelta(hours=5 * number + 1)
        contender.save(update_fields=["entered"])
    season_rebuild(season=Season.objects.get(pk=season.pk))


def match_ended(match: Match, at: datetime) -> None:
    """Let a match have ended then."""
    Match.objects.filter(pk=match.pk).update(finished=at)


def pictures(of: Mapping[str, Player]) -> dict[str, tuple[str, str]]:
    """Name the pages that are pictured: whose, and where."""
    group = Group.objects.get(owner=of["Ruth"])
    duplicate = group.seasons.exclude(calendar=None).earliest("made")
    over = group.seasons.filter(calendar=None, title=duplicate.title).get()
    nights = group.seasons.get(mirrored=True, bids=False)
    ended = nights.matches.exclude(finished=None).last()
    invitation = group.invitations.filter(withdrawn=None).first()
    found = {
        "group": (READER, reverse("group", args=[group.pk])),
        "group-people": ("Ruth", reverse("group_people", args=[group.pk])),
        "group-feed": (READER, reverse("group_feed", args=[group.pk])),
        "group-member": (READER, reverse("group_member", args=[group.pk, of["Tomasz"].pk])),
        "season": (READER, reverse("season", args=[duplicate.pk])),
        "season-new": ("Ruth", reverse("season_new", args=[group.pk])),
        "season-raids": (READER, reverse("season_comparison", args=[duplicate.pk])),
        "season-matches": (READER, reverse("season", args=[nights.pk])),
        "ladder": (READER, reverse("season", args=[over.pk])),
        "ladder-all-time": (READER, reverse("group_tables", args=[group.pk])),
    }
    if invitation is not None:
        found["group-join"] = ("", reverse("group_join", args=[invitation.link]))
    if ended is not None:
        found["match"] = (READER, reverse("match", args=[ended.pk]))
    link = SpectatorLink.objects.filter(kind=SpectatorLink.Kind.OPEN).first()
    if link is not None:
        found["watch"] = ("", reverse("spectate", args=[link.link]))
        player = "Ian" if link.by == of["Ian"] else READER
        found["watch-links"] = (player, reverse("table_spectators", args=[link.session_id]))
    return found
