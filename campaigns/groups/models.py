"""Models of groups: members and roles, invitations, and the moderation log."""

import secrets
import uuid
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

if TYPE_CHECKING:
    from campaigns.accounts.models import Player

A_LINK_HOLDS = timedelta(days=7)


def new_invitation() -> str:
    """Make the secret part of a link that lets others in."""
    return secrets.token_urlsafe(16)


def in_a_week() -> datetime:
    """Say until when a link made now lets others in."""
    return timezone.now() + A_LINK_HOLDS


class Visibility(models.TextChoices):
    """Visibility of a group's pages."""

    PRIVATE = "private", _("Private: its members")
    UNLISTED = "unlisted", _("Unlisted: everybody who has its address")
    PUBLIC = "public", _("Public: everybody; the group is listed")


class Role(models.IntegerChoices):
    """Role of a member, the highest first. The owner is a steward."""

    MODERATOR = 1, pgettext_lazy("role", "steward")
    MEMBER = 2, pgettext_lazy("role", "member")
    READER = 3, pgettext_lazy("role", "guest reader")


class Group(models.Model):
    """A club at one table or many. Its members read one another's logs in its export."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=60)
    description = models.CharField(_("what it is about"), max_length=300, blank=True)
    visibility = models.CharField(
        _("who may read it"), max_length=8, choices=Visibility.choices, default=Visibility.PRIVATE
    )
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="groups_owned")
    members = models.ManyToManyField(settings.AUTH_USER_MODEL, through="campaigns.Membership", related_name="clubs")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("group")
        verbose_name_plural = _("groups")
        ordering = ["name", "created"]

    def __str__(self) -> str:
        return self.name

    def has_player(self, player: AbstractUser | AnonymousUser) -> bool:
        """Say whether this person is a member, be it as a guest who reads."""
        return any(member.player_id == player.pk for member in self.memberships.all())

    def belongs_to(self, player: AbstractUser | AnonymousUser) -> bool:
        """Say whether it is theirs: they founded it, or it was left to them."""
        return self.owner_id == player.pk

    def moderated_by(self, player: AbstractUser | AnonymousUser) -> bool:
        """Return whether they moderate it: the owner and the stewards do."""
        return any(one.player_id == player.pk for one in self.memberships.all() if one.role == Role.MODERATOR)

    def readable_by(self, player: AbstractUser | AnonymousUser) -> bool:
        """Say whether they may read its pages."""
        return self.visibility != Visibility.PRIVATE or self.has_player(player)

    @property
    def players(self) -> "models.QuerySet[Player]":
        """Those whose games count in it: all but the guests who read."""
        return self.members.filter(memberships__in=self.memberships.exclude(role=Role.READER))


class Membership(models.Model):
    """One person in one group."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="memberships")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.PositiveSmallIntegerField(_("role"), choices=Role.choices, default=Role.MEMBER)
    joined = models.DateTimeField(_("member since"), default=timezone.now)
    is_shown = models.BooleanField(_("shown when online"), default=True)
    """True if the others see that this member is online."""

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["role", "joined", "pk"]
        constraints = [models.UniqueConstraint(fields=["group", "player"], name="one_membership_of_a_player")]

    def __str__(self) -> str:
        return f"{self.player}, {self.group}"

    def moderated_by(self, player: AbstractUser | AnonymousUser) -> bool:
        """Return whether they moderate its group."""
        return self.group.moderated_by(player)

    def readable_by(self, player: AbstractUser | AnonymousUser) -> bool:
        """Say whether they may read its group."""
        return self.group.readable_by(player)


class Invitation(models.Model):
    """A link for joining, until it expires or is withdrawn."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="invitations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations_made")
    link = models.CharField(max_length=40, unique=True, default=new_invitation)
    role = models.PositiveSmallIntegerField(
        _("joins as"), choices=[(role.value, role.label) for role in (Role.MEMBER, Role.READER)], default=Role.MEMBER
    )
    made = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField(default=in_a_week)
    withdrawn = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-made"]

    def __str__(self) -> str:
        return f"{self.group}, {self.expires:%Y-%m-%d}"

    @property
    def is_open(self) -> bool:
        """Return whether the invitation is still valid."""
        return self.withdrawn is None and self.expires > timezone.now()


class SharedPack(models.Model):
    """A pack of charts that a member lets the group read and play by."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="shared_packs")
    pack = models.ForeignKey("play.ChartPack", models.CASCADE, related_name="+")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("shared pack of charts")
        verbose_name_plural = _("shared packs of charts")
        constraints = [models.UniqueConstraint(fields=["group", "pack"], name="one_share_of_a_pack")]

    def __str__(self) -> str:
        return f"{self.pack}, {self.group}"


class SharedTable(models.Model):
    """A game outside any season that one of its players shows to a group."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="shared_tables")
    session = models.ForeignKey("play.Session", models.CASCADE, related_name="shared_with")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("game shared with a group")
        verbose_name_plural = _("games shared with groups")
        constraints = [models.UniqueConstraint(fields=["group", "session"], name="one_share_of_a_table")]

    def __str__(self) -> str:
        return f"{self.session}, {self.group}"


class AuditEntry(models.Model):
    """Change to a group, for its stewards to read."""

    class Kind(models.TextChoices):
        """Kind of the change."""

        FOUNDED = "founded", _("created the group")
        CHANGED = "changed", _("changed its name, description or readers")
        INVITED = "invited", _("made an invitation link")
        WITHDREW = "withdrew", _("ended an invitation link")
        JOINED = "joined", _("joined")
        LEFT = "left", pgettext_lazy("member", "left")
        REMOVED = "removed", _("removed")
        NAMED = "named", _("gave a role to")
        HANDED = "handed", _("handed the group over to")
        ANNOUNCED = "announced", _("announced a season")
        VOIDED = "voided", _("disqualified an entry of")
        RESTORED = "restored", _("restored an entry of")
        DREW = "drew", _("drew up matches")
        SHARED = "shared", _("shared charts with the group")
        BLOCKED = "blocked", _("banned")
        UNBLOCKED = "unblocked", _("lifted the ban of")
        SETTLED = "settled", _("settled a report")
        TOKEN = "token", _("made a token")
        TOKEN_END = "token-end", _("ended a token")
        WEBHOOK = "hook", _("set the webhook")
        WEBHOOK_END = "hook-end", _("removed the webhook")
        ENDED = "ended", _("ended the tokens and the webhook of")

    group = models.ForeignKey(Group, models.CASCADE, related_name="deeds")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    role = models.PositiveSmallIntegerField(choices=Role.choices, null=True)
    done = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "campaigns_deed"
        verbose_name = _("moderation log entry")
        verbose_name_plural = _("moderation log entries")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.group}: {self.kind}"
