"""Registers the wiring with Django, so that its commands and system checks are found."""

from django.apps import AppConfig
from django.conf import settings


class ConfigConfig(AppConfig):
    """The wiring, with its commands (`up`, `test`, `bench`) and its system checks."""

    name = "config"

    def ready(self) -> None:
        """Register the system checks, and make the made-up language of `DEBUG`."""
        from config import checks  # noqa: F401

        if settings.DEBUG:
            from config.languages import pseudo

            pseudo.renew(settings.VAR_DIR / "pseudo", settings.BASE_DIR / "locale")
