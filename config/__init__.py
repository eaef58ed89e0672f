"""The wiring of the house: settings, addresses, servers, the worker and the commands. No rule of a game lives here."""

from config.celery import app as celery_app
from config.words import compile_words

__all__ = ["celery_app"]

# Whatever runs here has imported this, whether by `manage.py` or not.
compile_words()
