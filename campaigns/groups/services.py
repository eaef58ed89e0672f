"""What can be done with a group: found it, invite, come in, give roles, go."""

from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from campaigns.api.models import Token
from campaigns.groups.leaving import games_take_along
from campaigns.groups.models import Deed, Group, Invitation, Membership, Role
from campaigns.notices.models import Hook


class NotToBeDone(Exception):
    """The group does not allow it: the link is closed, or the person is not in it or stands too high."""


@transaction.atomic
def group_found(*, owner: Any, name: str, **more: Any) -> Group:
    """Found a group; who founds it is its first member."""
    group = Group.objects.create(owner=owner, name=name, **more)
    Membership.objects.create(group=group, player=owner, role=Role.STEWARD)
    deed_write(group, owner, Deed.Kind.FOUNDED)
    return group


@transaction.atomic
def group_change(*, group: Group, by: Any, name: str, description: str, visibility: str) -> None:
    """Give it another name or purpose, or say anew who may read it."""
    group.name, group.description, group.visibility = name, description, visibility
    group.save(update_fields=["name", "description", "visibility"])
    deed_write(group, by, Deed.Kind.CHANGED)


@transaction.atomic
def invitation_make(*, group: Group, by: Any, role: Role = Role.MEMBER) -> Invitation:
    """Make a link by which others come in."""
    deed_write(group, by, Deed.Kind.INVITED, role=role)
    return Invitation.objects.create(group=group, by=by, role=role)


@transaction.atomic
def invitation_withdraw(*, group: Group, by: Any, number: int) -> None:
    """Close a link of the group; one that is closed stays so."""
    if group.invitations.filter(pk=number, withdrawn=None).update(withdrawn=timezone.now()):
        deed_write(group, by, Deed.Kind.WITHDREW)


@transaction.atomic
def invitation_accept(*, invitation: Invitation, player: Any) -> Group:
    """Come in by a link."""
    kept = Invitation.objects.select_for_update().select_related("group").get(pk=invitation.pk)
    if not kept.is_open:
        raise NotToBeDone
    group_join(group=kept.group, player=player, role=Role(kept.role))
    return kept.group


@transaction.atomic
def group_join(*, group: Group, player: Any, role: Role = Role.MEMBER) -> None:
    """Come in; twice does no harm, and who is kept out stays out."""
    if group.blocks.filter(player=player.pk).exists():
        raise NotToBeDone
    _membership, fresh = Membership.objects.get_or_create(group=group, player=player, defaults={"role": role})
    if fresh:
        deed_write(group, player, Deed.Kind.JOINED, role=role)


@transaction.atomic
def group_leave(*, group: Group, player: Any) -> None:
    """Go; the last one closes the door, and the owner leaves the group to another member."""
    group.memberships.filter(player=player).delete()
    _office_end(group, by=player, about=player)
    games_take_along(group=group, player=player)
    heir = group.memberships.exclude(role=Role.READER).first()
    if heir is None:
        group.delete()
        return
    deed_write(group, player, Deed.Kind.LEFT)
    if group.belongs_to(player):
        _own(group, heir)
        _close_links([group.pk])


def member_show(*, group: Group, player: Any, shown: bool) -> None:
    """Say whether the others read that a member is here just now."""
    group.memberships.filter(player=player).update(is_shown=shown)


@transaction.atomic
def group_hand_over(*, group: Group, to: int) -> None:
    """Make another member the owner; who was it stays as a steward."""
    heir = _member(group, to)
    deed_write(group, group.owner, Deed.Kind.HANDED, about=heir.player)
    _own(group, heir)


@transaction.atomic
def member_name(*, group: Group, number: int, role: Role) -> None:
    """Give a member a role."""
    member = _member(group, number)
    Membership.objects.filter(pk=member.pk).update(role=role)
    deed_write(group, group.owner, Deed.Kind.NAMED, about=member.player, role=role)
    if role != Role.STEWARD:
        _office_end(group, by=group.owner, about=member.player)


@transaction.atomic
def member_remove(*, group: Group, by: Any, number: int) -> None:
    """Put a member out. The links that are about are closed, so that none of them leads in again."""
    member = _member(group, number)
    if member.role == Role.STEWARD and not group.belongs_to(by):
        raise NotToBeDone
    member.delete()
    games_take_along(group=group, player=member.player)
    _close_links([group.pk])
    deed_write(group, by, Deed.Kind.REMOVED, about=member.player)
    _office_end(group, by=by, about=member.player)


@transaction.atomic
def groups_hand_over(*, owner: Any) -> None:
    """Leave each group of one who goes to another member, its links closed; a group without others closes."""
    others = Membership.objects.filter(group=OuterRef("pk")).exclude(player=owner).exclude(role=Role.READER)
    heir, seat = Subquery(others.values("player")[:1]), Subquery(others.values("pk")[:1])
    left = [group for group in Group.objects.filter(owner=owner).annotate(heir=heir, seat=seat) if group.heir]
    for group in left:
        group.owner_id = group.heir
    Group.objects.bulk_update(left, ["owner"])
    Membership.objects.filter(pk__in=[group.seat for group in left]).update(role=Role.STEWARD)
    _close_links([group.pk for group in left])


def _member(group: Group, number: int) -> Membership:
    """Return the membership of somebody whom the owner or a steward has a say over: not the owner's own."""
    member = group.memberships.select_for_update(of=("self",)).select_related("player").filter(player=number).first()
    if member is None or member.player_id == group.owner_id:
        raise NotToBeDone
    return member


def _own(group: Group, heir: Membership) -> None:
    group.owner_id = heir.player_id
    group.save(update_fields=["owner"])
    Membership.objects.filter(pk=heir.pk).update(role=Role.STEWARD)


def _office_end(group: Group, *, by: Any, about: Any) -> None:
    """Withdraw the tokens and the webhook of a member who is a steward no more."""
    withdrawn = Token.objects.filter(group=group, by=about, withdrawn=None).update(withdrawn=timezone.now())
    removed, _rows = Hook.objects.filter(group=group, by=about).delete()
    if withdrawn or removed:
        deed_write(group, by, Deed.Kind.ENDED, about=about)


def _close_links(groups: list[Any]) -> None:
    Invitation.objects.filter(group__in=groups, withdrawn=None).update(withdrawn=timezone.now())


def deed_write(group: Group, by: Any, kind: Deed.Kind, about: Any = None, role: Role | None = None) -> None:
    """Write down what was done, for the stewards to read."""
    Deed.objects.create(group=group, by=by, kind=kind, about=about, role=role)
