"""The table of results: the present or final result of each seat of each game."""

from collections.abc import Iterable

import msgspec
from django.conf import settings
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from engine.kernel.score import ScorePart, SeatScore, visible_score


class ResultSource(models.TextChoices):
    """Source of the dice of a result."""

    FAIR = "fair", _("fair dice")
    TABLETOP = "tabletop", _("tabletop dice")
    IMPORTED = "imported", _("imported from a file")
    SANDBOX = "sandbox", _("sandbox")


class ResultQuerySet(models.QuerySet["Result"]):
    """The questions that every ladder begins with."""

    def counting(self) -> "ResultQuerySet":
        """Return the results of rated games and of people: a bot's play in a seat of its own is nobody's result."""
        return self.filter(counts=True, player__isnull=False)

    def open(self) -> "ResultQuerySet":
        """Those whose value anybody may know: finished, or of a game that hides nothing of it on the way."""
        return self.filter(Q(finished=True) | Q(hidden=False))


class Result(models.Model):
    """Result of a seat by the measure of its game; written as the game moves, public when it is over.

    While a game runs, parts of it may be known to some seats alone: then the value is too. Code that shows a running
    result asks `known_to`, and code that compares results asks for those that are `open()`.
    """

    session = models.ForeignKey("play.Session", models.CASCADE, related_name="results")
    seat = models.CharField(max_length=60)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="results")
    """Player of the seat; None for a bot, or a deleted player."""
    title = models.CharField(max_length=40)
    pack_hash = models.CharField(max_length=64)
    options = models.JSONField(default=dict)
    """Options that two results must share to be compared, in the terms of the game."""
    options_hash = models.CharField(max_length=16)

    measure = models.CharField(max_length=30)
    value = models.IntegerField()
    """The more the better, whatever is measured."""
    level = models.CharField(max_length=30, blank=True)
    parts = models.JSONField(default=list)
    """Parts of the value: name, value and the seats that may know it while the game runs."""
    beside = models.JSONField(default=dict)
    hidden = models.BooleanField(default=False)
    """Not everybody may know the value while the game runs."""

    finished = models.BooleanField(default=False)
    source = models.CharField(max_length=10, choices=ResultSource.choices, default=ResultSource.FAIR)
    counts = models.BooleanField(default=True)
    """The game counts: a sandbox and what was brought in from a file do not."""
    aided = models.BooleanField(default=False)
    """Odds could be read at the table before an order was given."""
    changed = models.DateTimeField()

    objects = ResultQuerySet.as_manager()

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = [models.UniqueConstraint(fields=["session", "seat"], name="one_result_of_a_seat")]
        indexes = [
            models.Index(fields=["player", "-changed"], name="result_by_player"),
            models.Index(
                fields=["title", "pack_hash", "options_hash", "-value"],
                name="result_on_a_ladder",
                condition=Q(counts=True, finished=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.seat}"

    @property
    def standing(self) -> SeatScore:
        """The standing as the game gave it, secrets and all."""
        parts = tuple(msgspec.convert(part, ScorePart) for part in self.parts)
        return SeatScore(self.measure, self.value, parts, self.finished, self.level, self.beside)

    def known_to(self, seats: Iterable[str]) -> SeatScore:
        """Return what may be known from these seats of the table; from none of them, what everybody may know."""
        return visible_score(self.standing, seats)

    def shown_to(self, player: AbstractUser | AnonymousUser) -> SeatScore:
        """Return what a person may know, from the seats that he holds."""
        return self.known_to(seat.name for seat in self.session.table if seat.player_id == player.pk)
