"""What the account pages ask of the database."""

from campaigns.models import Player
from play.clearing import counted
from play.models import Session
from play.selectors import played_alone


def what_goes_with(player: Player) -> list[tuple[str, int]]:
    """Everything that deleting the account would delete, by kind: (plural name, how many)."""
    alone = Session.objects.filter(pk__in=list(played_alone(player).values_list("pk", flat=True)))
    going = counted(Player.objects.filter(pk=player.pk), counted(alone, {}))
    return sorted(
        (str(model._meta.verbose_name_plural), len(found))
        for model, found in going.items()
        if found and model is not Player
    )
