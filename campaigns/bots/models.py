"""The token by which a program plays a seat: only its hash is stored."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class SeatToken(models.Model):
    """Token that lets a program see one seat of one game, and answer for it."""

    bot = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seat_tokens")
    session = models.ForeignKey("play.Session", models.CASCADE, related_name="seat_tokens")
    seat = models.CharField(max_length=60)
    hash = models.CharField(max_length=64, unique=True)
    made = models.DateTimeField(auto_now_add=True)
    used = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("token of a seat")
        verbose_name_plural = _("tokens of seats")
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["session", "seat"], name="one_token_of_a_seat")]

    def __str__(self) -> str:
        return f"{self.bot}: {self.seat}"
