"""Queries for account pages."""

from django.utils.translation import gettext_lazy as _

from campaigns.accounts.models import Player
from play.sessions.models import Session
from play.sessions.selectors import played_alone
from play.utils.deletion import Found, count_dependents

OF_LIBRARIES = {"mfa.authenticator": _("second factors, passkeys and recovery codes")}
"""Names of models to which their library gives none that could be translated."""


def deletion_preview(player: Player) -> list[tuple[str, int]]:
    """Return the data that deleting the account would delete, by kind: (plural name, how many)."""
    return sorted(
        (str(OF_LIBRARIES.get(model._meta.label_lower, model._meta.verbose_name_plural)), len(found))
        for model, found in rows_deleted(player).items()
        if found and model is not Player
    )


def rows_deleted(player: Player) -> Found:
    """Find everything that deleting the account would delete, by kind."""
    alone = Session.objects.filter(pk__in=list(played_alone(player).values_list("pk", flat=True)))
    return count_dependents(Player.objects.filter(pk=player.pk), count_dependents(alone, {}))
