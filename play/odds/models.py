"""Model of odds: one row per seat, for the question that its player saw last."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class OddsTiming(models.TextChoices):
    """Time at which a game shows odds."""

    OFF = "off", _("off")
    AFTER = "after", _("after my order")
    BEFORE = "before", _("before it")


class OddsJob(models.Model):
    """The odds of one question of one seat, written over by those of the next: so there is one at most a seat."""

    class State(models.TextChoices):
        """Progress of a computation of odds."""

        RUNNING = "running", _("under way")
        DONE = "done", _("done")
        STOPPED = "stopped", _("stopped")

    seat = models.OneToOneField("play.Seat", models.CASCADE, related_name="forecast")
    token = models.CharField(max_length=255)
    """The question and the moment at which it was asked."""
    seq = models.PositiveIntegerField(default=0)
    """The entry that answered it, when its odds are shown after the order; 0 for an open question."""
    state = models.CharField(max_length=8, choices=State.choices, default=State.RUNNING)
    told = models.JSONField(default=dict)
    """Kind, facts and measures of the question, and its orders with their figures: the last round."""
    cpu_ms = models.PositiveIntegerField(default=0)
    asked = models.DateTimeField()

    class Meta:
        db_table = "play_forecast"
        verbose_name = _("forecast")
        verbose_name_plural = _("forecasts")

    def __str__(self) -> str:
        return f"{self.token} {self.state}"
