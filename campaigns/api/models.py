"""Tokens by which programs read a group: only their hash is stored."""

import hashlib
import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

START = "dsp_"


def hash_of(token: str) -> str:
    """Return the stored hash of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """Make a token: it is shown once."""
    return START + secrets.token_urlsafe(32)


class Token(models.Model):
    """Token that lets a program read a group."""

    class Scope(models.TextChoices):
        """Data that a token may read."""

        SEASONS = "seasons", _("seasons and ladders")
        MEMBERS = "members", _("seasons and ladders, and who is in the group")

    group = models.ForeignKey("campaigns.Group", models.CASCADE, related_name="tokens")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    """Maker: the token ends when he is no longer a steward."""
    name = models.CharField(_("what it is for"), max_length=60)
    scope = models.CharField(_("what it may read"), max_length=8, choices=Scope.choices, default=Scope.SEASONS)
    hash = models.CharField(max_length=64, unique=True)
    made = models.DateTimeField(auto_now_add=True)
    used = models.DateTimeField(null=True)
    withdrawn = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ["-made"]

    def __str__(self) -> str:
        return self.name

    def note(self) -> None:
        """Note that it was used, to the hour."""
        now = timezone.now().replace(minute=0, second=0, microsecond=0)
        if self.used is None or self.used < now:
            Token.objects.filter(pk=self.pk).update(used=now)

    def reads(self, scope: str) -> bool:
        """Say whether it may read so much."""
        return scope == Token.Scope.SEASONS or self.scope == scope
