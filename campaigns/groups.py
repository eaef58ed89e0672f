"""People who keep their books together: a name, its members, and the link by which others come in."""

import secrets
import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.http import Http404
from django.utils.translation import gettext_lazy as _


def new_invitation() -> str:
    """Make the secret part of a link that lets others in."""
    return secrets.token_urlsafe(16)


class Group(models.Model):
    """A club at one table or many. Its members read one another's logs in its export."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=60)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="groups_owned")
    members = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="clubs")
    invitation = models.CharField(max_length=40, unique=True, default=new_invitation)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("group")
        verbose_name_plural = _("groups")
        ordering = ["name", "created"]

    def __str__(self) -> str:
        return self.name

    def seats(self, player: Any) -> bool:
        """Say whether this person is a member."""
        return self.members.filter(pk=player.pk).exists()

    def belongs_to(self, player: Any) -> bool:
        """Say whether it is theirs: they founded it, or it was left to them."""
        return self.owner_id == player.pk


def group_at(group: uuid.UUID) -> Group:
    """Return a group by its number."""
    found = Group.objects.filter(pk=group).first()
    if found is None:
        raise Http404
    return found


def group_by_invitation(invitation: str) -> Group:
    """Return the group that a link invites to."""
    found = Group.objects.filter(invitation=invitation).first()
    if found is None:
        raise Http404
    return found


def group_found(*, owner: Any, name: str) -> Group:
    """Found a group; who founds it is its first member."""
    group = Group.objects.create(owner=owner, name=name)
    group.members.add(owner)
    return group


def group_join(*, group: Group, player: Any) -> None:
    """Come in; twice does no harm."""
    group.members.add(player)


def group_leave(*, group: Group, player: Any) -> None:
    """Go; the last one closes the door, and the owner leaves the group to another member."""
    group.members.remove(player)
    heir = group.members.order_by("pk").first()
    if heir is None:
        group.delete()
    elif group.belongs_to(player):
        # The old link goes with the owner who gave it out.
        Group.objects.filter(pk=group.pk).update(owner=heir, invitation=new_invitation())
