"""The door for an ASGI server: pages and the live streams."""

import os

from django.core.asgi import get_asgi_application

from config.lifeline import tie_to_parent
from play.titles import load_standard_packs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_asgi_application()
load_standard_packs()

if os.environ.get("SUPERVISED") == "1":
    # Started by `manage.py up`: granian's process that serves must not outlive the one that minds it.
    tie_to_parent()
