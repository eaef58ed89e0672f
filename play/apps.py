"""Registers the app with Django."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class PlayConfig(AppConfig):
    """The loop that all three games share: session, journal, task, live page, replay."""

    name = "play"
    verbose_name = _("Play")

    def ready(self) -> None:
        """Have the signing key made with its database."""
        from play.fairness.signing_keys import key_make

        post_migrate.connect(key_make, sender=self, dispatch_uid="play.signing_key")
