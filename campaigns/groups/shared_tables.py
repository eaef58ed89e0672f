"""Games that a group is informed of: those of its seasons, and those that a player shows to it."""

from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from campaigns.accounts.models import Player
from campaigns.groups.models import Group, SharedTable
from campaigns.groups.services import GroupActionRefused
from campaigns.matches.models import Match
from campaigns.seasons.models import SeasonEntry
from play.sessions.models import Session, SessionStatus


def groups_following(session: Session) -> set[UUID]:
    """Return the groups that hear whose turn it is in a game."""
    in_match = Match.objects.filter(Q(first=session) | Q(second=session))
    return {
        *SeasonEntry.objects.filter(session=session, voided=None).values_list("season__group", flat=True),
        *in_match.values_list("season__group", flat=True),
        *SharedTable.objects.filter(session=session).values_list("group", flat=True),
    }


def sessions_followed(group: Group) -> QuerySet[Session]:
    """Return the games that a group hears of."""
    matches = Match.objects.filter(season__group=group)
    of_group = (
        Q(pk__in=SeasonEntry.objects.filter(season__group=group, voided=None).values("session"))
        | Q(pk__in=matches.exclude(first=None).values("first"))
        | Q(pk__in=matches.exclude(second=None).values("second"))
        | Q(pk__in=SharedTable.objects.filter(group=group).values("session"))
    )
    return Session.objects.filter(of_group)


@transaction.atomic
def table_show(*, group: Group, session: str, player: Player, shown: bool) -> None:
    """Show a game of one's own to a group, or hide it again."""
    try:
        pk = UUID(session)
    except ValueError as problem:
        raise GroupActionRefused from problem
    mine = Session.objects.filter(seats_taken__player=player.pk, seats_taken__policy="", pk=pk)
    found = mine.exclude(status=SessionStatus.OVER).filter(sandbox_of=None).first()
    if found is None:
        raise GroupActionRefused
    if shown:
        SharedTable.objects.get_or_create(group=group, session=found)
    else:
        SharedTable.objects.filter(group=group, session=found).delete()
