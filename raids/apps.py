"""Registers the app with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RaidsConfig(AppConfig):
    """Bomber Command nights: two sides, hidden plans."""

    name = "raids"
    verbose_name = _("Raids")

    def ready(self) -> None:
        """Have nights written down as they are fought."""
        from raids.records import projection  # noqa: F401
