"""Entry point for a WSGI server: pages without live streams, for sites that serve `/live/` with ASGI."""

import os

from django.core.wsgi import get_wsgi_application

from play.games.titles import load_standard_packs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
load_standard_packs()
