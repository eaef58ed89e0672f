"""Registers the app with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NightfighterConfig(AppConfig):
    """Interceptions by night."""

    name = "sorties.nightfighter"
    verbose_name = _("Interceptions")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have careers written down as they are flown."""
        from sorties.nightfighter.records import projection  # noqa: F401
