"""The wiring of the house: settings, addresses, servers, the worker and the commands. No rule of a game lives here."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
