"""Registers the wiring with Django, so that its commands and system checks are found."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """The wiring, with its commands (`up`, `test`, `bench`) and its system checks."""

    name = "config"

    def ready(self) -> None:
        """Register the system checks."""
        from config import checks  # noqa: F401
