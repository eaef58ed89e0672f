"""Queries for exercise pages."""

from collections import Counter

from django.http import Http404

from play.models import Exercise, ExerciseAnswer


def exercise_of(week: str = "") -> Exercise | None:
    """Return the exercise of a week, or the newest; there may be none yet."""
    if not week:
        return Exercise.objects.order_by("-week").first()
    found = Exercise.objects.filter(week=week).first()
    if found is None:
        raise Http404
    return found


def exercise_at(week: str) -> Exercise:
    """Return the exercise of a week."""
    found = exercise_of(week)
    if found is None:
        raise Http404
    return found


def weeks_before(exercise: Exercise) -> list[str]:
    """Return the weeks of earlier exercises, the last first."""
    return list(Exercise.objects.filter(week__lt=exercise.week).order_by("-week").values_list("week", flat=True)[:12])


def answers_of(exercise: Exercise) -> Counter[str]:
    """Count what everybody would have done."""
    return Counter(ExerciseAnswer.objects.filter(exercise=exercise).values_list("option", flat=True))
