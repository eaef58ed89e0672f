"""Queries for group pages."""

import uuid

from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import Http404

from campaigns.accounts.models import Player
from campaigns.accounts.requests import Reader
from campaigns.groups.models import AuditEntry, Group, Invitation, Membership, Role, Visibility


def group_at(group: uuid.UUID) -> Group:
    """Return a group by its number, with who is in it."""
    members = Prefetch("memberships", Membership.objects.select_related("player"))
    found = Group.objects.select_related("owner").prefetch_related(members).filter(pk=group).first()
    if found is None:
        raise Http404
    return found


def member_at(group: uuid.UUID, player: int) -> Membership:
    """Return a member of a group by his number."""
    found = group_at(group)
    member = next((one for one in found.memberships.all() if one.player_id == player), None)
    if member is None:
        raise Http404
    member.group = found
    return member


def invitation_at(invitation: str) -> Invitation:
    """Return what a link invites to."""
    found = Invitation.objects.select_related("group", "group__owner", "by").filter(link=invitation).first()
    if found is None:
        raise Http404
    return found


def groups_of(player: Player) -> QuerySet[Group]:
    """Return the groups of a player, with their numbers of members."""
    mine = Q(pk__in=Membership.objects.filter(player=player.pk).values("group"))
    found = Group.objects.filter(mine).select_related("owner").annotate(size=Count("memberships"))
    return found.order_by("name", "created", "pk")


def groups_for_all(player: Player) -> QuerySet[Group]:
    """Return the public groups that a player is not in, the last founded first."""
    away = Group.objects.filter(visibility=Visibility.PUBLIC).exclude(memberships__player=player.pk)
    return away.select_related("owner").annotate(size=Count("memberships")).order_by("-created", "pk")


def members_of(group: Group) -> list[Membership]:
    """Return who is in a group, the owner first."""
    return sorted(group.memberships.all(), key=lambda one: one.player_id != group.owner_id)


def role_in(group: Group, player: Reader) -> Role | None:
    """Return what somebody is in a group."""
    found = group.memberships.filter(player=player.pk).values_list("role", flat=True).first()
    return None if found is None else Role(found)


def is_shown(group: Group, player: Player) -> bool:
    """Say whether the others read that somebody is here just now."""
    return group.memberships.filter(player=player.pk, is_shown=True).exists()


def open_invitations(group: Group) -> list[Invitation]:
    """Return the links that still let others in."""
    return [one for one in group.invitations.filter(withdrawn=None).select_related("by") if one.is_open]


def audit_entries_in(group: Group) -> QuerySet[AuditEntry]:
    """Return what was done to a group, the latest first."""
    return group.deeds.select_related("by", "about")
