"""Models of moderation: blocks, and reports to the stewards."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Block(models.Model):
    """A banned player of a group: no link admits him."""

    group = models.ForeignKey("campaigns.Group", models.CASCADE, related_name="blocks")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["group", "player"], name="one_block_of_a_player")]

    def __str__(self) -> str:
        return f"{self.group}: {self.player}"


class Report(models.Model):
    """Report of a member to the stewards."""

    group = models.ForeignKey("campaigns.Group", models.CASCADE, related_name="reports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    text = models.CharField(_("what the stewards should know"), max_length=500)
    made = models.DateTimeField(auto_now_add=True)
    settled = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    answer = models.CharField(_("outcome"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.group}: {self.text[:40]}"
