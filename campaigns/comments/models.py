"""A line under a sortie or a night."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

NIGHT = 0
"""The place of a game that has no lines: all of it."""


class Comment(models.Model):
    """Comment under one line of a log, or under a night."""

    session = models.ForeignKey("play.Session", models.CASCADE, related_name="footnotes")
    seat = models.CharField(max_length=60, blank=True)
    """Seat of the log; blank for a night."""
    place = models.PositiveSmallIntegerField(default=NIGHT)
    """The line's place in the calendar, as ladders count it, from 1."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="footnotes")
    text = models.CharField(_("your note"), max_length=280)
    written = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "campaigns_footnote"
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        ordering = ["pk"]
        indexes = [models.Index(fields=["session", "seat", "place"], name="footnotes_of_a_line")]

    def __str__(self) -> str:
        return f"{self.by}: {self.text}"
