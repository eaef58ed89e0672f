"""What the account pages ask of the database."""

from collections import Counter

from django.db import models, router
from django.db.models.deletion import Collector

from campaigns.models import Player
from play.models import Session


def played_alone(player: Player) -> list[Session]:
    """The games in which nobody else had a part: they go with the player."""
    return [
        session for session in Session.objects.filter(seats_taken__player=player).distinct() if session.is_solitaire
    ]


def what_goes_with(player: Player) -> list[tuple[str, int]]:
    """Everything that deleting the account would delete, by kind: (plural name, how many)."""
    collector = Collector(using=router.db_for_write(Player), origin=player)
    collector.collect([player])
    if alone := played_alone(player):
        collector.collect(alone)
    counts: Counter[type[models.Model]] = Counter()
    for model, rows in collector.data.items():
        counts[model] += len(rows)
    for queryset in collector.fast_deletes:
        counts[queryset.model] += queryset.count()
    return sorted((str(model._meta.verbose_name_plural), n) for model, n in counts.items() if n and model is not Player)
