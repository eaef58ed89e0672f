"""Wiring of the site: settings, addresses, servers, the worker and the commands. No rule of a game is here."""

from config.fastpath import compiled_rules

# Every process of the site imports this first, before it loads a rule.
compiled_rules.begin()

from config.celery import app as celery_app  # noqa: E402
from config.languages.translations import compile_translations  # noqa: E402

__all__ = ["celery_app"]

# Every process here has imported this, whether by `manage.py` or not.
compile_translations()
