"""Scenarios of a player's own."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.accounts.models import Player


class SavedScenario(models.Model):
    """A scenario of a player's own, as the text of its file; it may be faulty until it is flown."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="own_scenarios")
    title = models.CharField(max_length=120)
    text = models.TextField()
    is_sound = models.BooleanField(default=False)
    """True if the rules find no fault in it."""
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "nightfighter_ownscenario"
        verbose_name = _("own scenario")
        verbose_name_plural = _("own scenarios")
        ordering = ["-changed"]

    def __str__(self) -> str:
        return self.title

    def belongs_to(self, player: Player) -> bool:
        """Say whether it is this player's."""
        return bool(self.owner_id == player.pk)
