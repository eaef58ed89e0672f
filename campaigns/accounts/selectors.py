"""Queries for account pages."""

from campaigns.accounts.models import Player
from play.sessions.models import Session
from play.sessions.selectors import played_alone
from play.utils.deletion import count_dependents


def deletion_preview(player: Player) -> list[tuple[str, int]]:
    """Everything that deleting the account would delete, by kind: (plural name, how many)."""
    alone = Session.objects.filter(pk__in=list(played_alone(player).values_list("pk", flat=True)))
    going = count_dependents(Player.objects.filter(pk=player.pk), count_dependents(alone, {}))
    return sorted(
        (str(model._meta.verbose_name_plural), len(found))
        for model, found in going.items()
        if found and model is not Player
    )
