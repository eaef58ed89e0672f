"""Store remarks from an umpire to a player."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from play.sessions.models import Session


class Remark(models.Model):
    """A line that one who decides unseen has said to another: no word of the rules, and marked so."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="remarks")
    seat = models.CharField(max_length=60)
    text = models.CharField(max_length=140)
    seq = models.PositiveIntegerField()
    """The last entry of the journal when it was said."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("remark")
        verbose_name_plural = _("remarks")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.text
