"""Models of time control: the terms of a game and the clocks of its seats."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _


class OverrunPolicy(models.TextChoices):
    """Consequence of an expired clock."""

    WAIT = "wait", _("nothing: the page only shows it")
    CALL = "call", _("the waiting player may let the computer answer")
    ANSWER = "answer", _("the computer answers")


class TimeControl(models.Model):
    """The terms of a game between people, and the state of their clocks (`play.clocks.timing`)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    session = models.OneToOneField("play.Session", models.CASCADE, related_name="pace")
    hours = models.PositiveSmallIntegerField(_("hours per turn"), default=0)
    """0 where a turn takes as long as it takes."""
    weekends = models.BooleanField(_("clocks stop at weekends"), default=False)
    leave = models.PositiveSmallIntegerField(_("days of leave each"), default=0)
    after = models.CharField(
        _("when a player runs out of time"), max_length=6, choices=OverrunPolicy.choices, default=OverrunPolicy.CALL
    )
    policy = models.CharField(max_length=60, blank=True)
    """The bot that answers for who is late; nothing where the game has none."""
    clocks = models.JSONField(default=dict)
    """By seat, a `SeatClock` each."""
    due = models.DateTimeField(null=True, db_index=True)
    """Time at which the next clock runs out that the sweeper must act on."""
    paused = models.DateTimeField(null=True)
    asks = models.JSONField(default=list)
    """The seats that want a pause."""

    class Meta:
        db_table = "play_pace"
        verbose_name = _("pace")
        verbose_name_plural = _("paces")

    def __str__(self) -> str:
        return f"{self.session_id} {self.hours} h"

    def overruns(self, seat: str) -> int:
        """Return how often the computer has had to answer for a seat."""
        return int(self.clocks.get(seat, {}).get("overruns", 0))
