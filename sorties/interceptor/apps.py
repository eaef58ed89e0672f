"""Registers the app with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class InterceptorConfig(AppConfig):
    """A pilot's year by day: sorties and careers."""

    name = "sorties.interceptor"
    verbose_name = _("Sorties")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have careers written down as they are flown."""
        from sorties.interceptor.careers import services  # noqa: F401
