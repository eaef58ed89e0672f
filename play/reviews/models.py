"""Model of a game review: progress, results and sharing."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


def new_link() -> str:
    """Make the secret part of a link to a review."""
    return secrets.token_urlsafe(16)


class GameReview(models.Model):
    """The review of one seat of one finished game: computed once, and stored."""

    class State(models.TextChoices):
        """Progress of a game review."""

        RUNNING = "running", _("under way")
        DONE = "done", _("done")
        STOPPED = "stopped", _("stopped")
        FAILED = "failed", _("ended early")

    session = models.ForeignKey("play.Session", models.CASCADE, related_name="looks_back")
    seat = models.CharField(max_length=60)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="looks_back")
    state = models.CharField(max_length=8, choices=State.choices, default=State.RUNNING)
    done = models.PositiveIntegerField(default=0)
    """Parts of the work that are done."""
    of = models.PositiveIntegerField(default=0)
    work = models.JSONField(default=dict)
    """State with which the next share continues."""
    told = models.JSONField(default=dict)
    """Data of the page: the curve first, then parts and decisions."""
    evened = models.FloatField(null=True)
    """The result with luck taken off, where a title has it (`engine.analysis.luck.luck_adjusted`)."""
    cpu_ms = models.PositiveIntegerField(default=0)
    link = models.CharField(max_length=40, unique=True, default=new_link)
    shared = models.BooleanField(default=False)
    """True if the link shows it to everybody who has it."""
    offered = models.BooleanField(default=False)
    """True if a moment of it may be an exercise of the week, without names."""
    beat = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "play_lookback"
        verbose_name = _("game review")
        verbose_name_plural = _("game reviews")
        constraints = [models.UniqueConstraint(fields=["session", "seat"], name="one_look_back_of_a_seat")]

    def __str__(self) -> str:
        return f"{self.session_id} {self.seat} {self.done}/{self.of}"
