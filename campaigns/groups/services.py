"""Services for groups: create, invite, join, give roles, leave."""

from uuid import UUID

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from campaigns.accounts.models import Player
from campaigns.api.models import Token
from campaigns.groups.departures import withdraw_games
from campaigns.groups.models import AuditEntry, Group, Invitation, Membership, Role, Visibility
from campaigns.notifications.models import Webhook


class GroupActionRefused(Exception):
    """The group does not allow it: the link is closed, or the person is not in it or has too high a role."""


@transaction.atomic
def group_found(*, owner: Player, name: str, description: str = "", visibility: str = Visibility.PRIVATE) -> Group:
    """Found a group; who founds it is its first member."""
    group = Group.objects.create(owner=owner, name=name, description=description, visibility=visibility)
    Membership.objects.create(group=group, player=owner, role=Role.MODERATOR)
    audit_write(group, owner, AuditEntry.Kind.FOUNDED)
    return group


@transaction.atomic
def group_change(*, group: Group, by: Player, name: str, description: str, visibility: str) -> None:
    """Give it another name or purpose, or say anew who may read it."""
    group.name, group.description, group.visibility = name, description, visibility
    group.save(update_fields=["name", "description", "visibility"])
    audit_write(group, by, AuditEntry.Kind.CHANGED)


@transaction.atomic
def invitation_make(*, group: Group, by: Player, role: Role = Role.MEMBER) -> Invitation:
    """Make a link by which others come in."""
    audit_write(group, by, AuditEntry.Kind.INVITED, role=role)
    return Invitation.objects.create(group=group, by=by, role=role)


@transaction.atomic
def invitation_withdraw(*, group: Group, by: Player, number: int) -> None:
    """Close a link of the group; one that is closed stays so."""
    if group.invitations.filter(pk=number, withdrawn=None).update(withdrawn=timezone.now()):
        audit_write(group, by, AuditEntry.Kind.WITHDREW)


@transaction.atomic
def invitation_accept(*, invitation: Invitation, player: Player) -> Group:
    """Come in by a link."""
    locked = Invitation.objects.select_for_update().select_related("group").get(pk=invitation.pk)
    if not locked.is_open:
        raise GroupActionRefused
    group_join(group=locked.group, player=player, role=Role(locked.role))
    return locked.group


@transaction.atomic
def group_join(*, group: Group, player: Player, role: Role = Role.MEMBER) -> None:
    """Join; twice does no harm, and a banned player is refused."""
    if group.blocks.filter(player=player.pk).exists():
        raise GroupActionRefused
    _membership, fresh = Membership.objects.get_or_create(group=group, player=player, defaults={"role": role})
    if fresh:
        audit_write(group, player, AuditEntry.Kind.JOINED, role=role)


@transaction.atomic
def group_leave(*, group: Group, player: Player) -> None:
    """Go; the last one closes the door, and the owner leaves the group to another member."""
    group.memberships.filter(player=player).delete()
    _revoke_moderator(group, by=player, about=player)
    withdraw_games(group=group, player=player)
    heir = group.memberships.exclude(role=Role.READER).first()
    if heir is None:
        group.delete()
        return
    audit_write(group, player, AuditEntry.Kind.LEFT)
    if group.belongs_to(player):
        _own(group, heir)
        _close_links([group.pk])


def member_show(*, group: Group, player: Player, shown: bool) -> None:
    """Say whether the others read that a member is here just now."""
    group.memberships.filter(player=player).update(is_shown=shown)


@transaction.atomic
def group_hand_over(*, group: Group, to: int) -> None:
    """Make another member the owner; who was it stays as a steward."""
    heir = _member(group, to)
    audit_write(group, group.owner, AuditEntry.Kind.HANDED, about=heir.player)
    _own(group, heir)


@transaction.atomic
def member_name(*, group: Group, number: int, role: Role) -> None:
    """Give a member a role."""
    member = _member(group, number)
    Membership.objects.filter(pk=member.pk).update(role=role)
    audit_write(group, group.owner, AuditEntry.Kind.NAMED, about=member.player, role=role)
    if role != Role.MODERATOR:
        _revoke_moderator(group, by=group.owner, about=member.player)


@transaction.atomic
def member_remove(*, group: Group, by: Player, number: int) -> None:
    """Put a member out. The links that are about are closed, so that none of them leads in again."""
    member = _member(group, number)
    if member.role == Role.MODERATOR and not group.belongs_to(by):
        raise GroupActionRefused
    member.delete()
    withdraw_games(group=group, player=member.player)
    _close_links([group.pk])
    audit_write(group, by, AuditEntry.Kind.REMOVED, about=member.player)
    _revoke_moderator(group, by=by, about=member.player)


@transaction.atomic
def groups_hand_over(*, owner: Player) -> None:
    """Leave each group of one who goes to another member, its links closed; a group without others closes."""
    others = Membership.objects.filter(group=OuterRef("pk")).exclude(player=owner).exclude(role=Role.READER)
    heir, seat = Subquery(others.values("player")[:1]), Subquery(others.values("pk")[:1])
    left = [group for group in Group.objects.filter(owner=owner).annotate(heir=heir, seat=seat) if group.heir]
    for group in left:
        group.owner_id = group.heir
    Group.objects.bulk_update(left, ["owner"])
    Membership.objects.filter(pk__in=[group.seat for group in left]).update(role=Role.MODERATOR)
    _close_links([group.pk for group in left])


def _member(group: Group, number: int) -> Membership:
    """Return the membership of somebody below the owner's or steward's role: never the owner's own."""
    member = group.memberships.select_for_update(of=("self",)).select_related("player").filter(player=number).first()
    if member is None or member.player_id == group.owner_id:
        raise GroupActionRefused
    return member


def _own(group: Group, heir: Membership) -> None:
    group.owner_id = heir.player_id
    group.save(update_fields=["owner"])
    Membership.objects.filter(pk=heir.pk).update(role=Role.MODERATOR)


def _revoke_moderator(group: Group, *, by: Player, about: Player) -> None:
    """Withdraw the tokens and the webhook of a member who is a steward no more."""
    withdrawn = Token.objects.filter(group=group, by=about, withdrawn=None).update(withdrawn=timezone.now())
    removed, _rows = Webhook.objects.filter(group=group, by=about).delete()
    if withdrawn or removed:
        audit_write(group, by, AuditEntry.Kind.ENDED, about=about)


def _close_links(groups: list[UUID]) -> None:
    Invitation.objects.filter(group__in=groups, withdrawn=None).update(withdrawn=timezone.now())


def audit_write(
    group: Group, by: Player, kind: AuditEntry.Kind, about: Player | None = None, role: Role | None = None
) -> None:
    """Write down what was done, for the stewards to read."""
    AuditEntry.objects.create(group=group, by=by, kind=kind, about=about, role=role)
