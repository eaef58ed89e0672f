"""Registers the app with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayConfig(AppConfig):
    """The loop that all three games share: session, journal, task, live page, replay."""

    name = "play"
    verbose_name = _("Play")
