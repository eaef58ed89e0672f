"""Models of exercises: the moment of each week and everybody's answers."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Exercise(models.Model):
    """A moment from a finished game whose player has offered it; it goes with his offer."""

    week = models.CharField(max_length=8, unique=True)
    """The ISO week, such as 2026-W47."""
    look = models.ForeignKey("play.GameReview", models.CASCADE, related_name="exercises")
    place = models.PositiveIntegerField()
    """The entry of the journal that answered the question."""
    title = models.CharField(max_length=40)
    charts = models.CharField(max_length=64)
    moment = models.JSONField(default=dict)
    """Kind, facts and orders of the question, the log before it, the order given, and the rollouts."""
    chosen = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("exercise")
        verbose_name_plural = _("exercises")
        constraints = [models.UniqueConstraint(fields=["look", "place"], name="one_exercise_of_a_moment")]

    def __str__(self) -> str:
        return self.week


class ExerciseAnswer(models.Model):
    """One player's answer, given once and before he reads the others'."""

    exercise = models.ForeignKey(Exercise, models.CASCADE, related_name="answers")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="exercise_answers")
    option = models.CharField(max_length=255)

    class Meta:
        verbose_name = _("answer to an exercise")
        verbose_name_plural = _("answers to exercises")
        constraints = [models.UniqueConstraint(fields=["exercise", "player"], name="one_answer_of_a_player")]

    def __str__(self) -> str:
        return f"{self.exercise_id} {self.option}"
