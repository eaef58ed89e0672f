"""Departure from a group: the member's games leave running seasons, and finished ones stay."""

from django.db.models import Q
from django.utils import timezone

from campaigns.accounts.models import Player
from campaigns.groups.models import Group
from campaigns.ladders.score_rows import ranking_changed
from campaigns.matches.models import Contender, Match
from campaigns.seasons.models import SeasonEntry, site_day


def withdraw_games(*, group: Group, player: Player) -> None:
    """Take one's games out of the seasons that run: they are void without a steward's reason, and go on elsewhere."""
    now, today = timezone.now(), site_day()
    entries = SeasonEntry.objects.filter(season__group=group, player=player, voided=None)
    entries = entries.filter(Q(season__ends__gte=today) | Q(season__ends=None))
    seasons = list(entries.values_list("season", flat=True))
    entries.update(voided=now)
    ranking_changed(seasons)
    contenders = Contender.objects.filter(season__group=group, player=player, left=None)
    gone = list(contenders.filter(Q(season__ends__gte=today) | Q(season__ends=None)).values_list("pk", flat=True))
    Contender.objects.filter(pk__in=gone).update(left=now)
    unfinished = Match.objects.filter(Q(one__in=gone) | Q(other__in=gone), finished=None, voided=None)
    unfinished.update(voided=now)
