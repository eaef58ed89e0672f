"""Entry point for an ASGI server: pages and the live streams."""

import os

import django
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.utils.module_loading import import_string

from config.server.broken_bodies import Receive, Scope, Send, mark_broken_body
from config.server.memory import freeze_loaded_objects
from config.server.parent_watch import tie_to_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class Application:
    """Refuses a web socket without a traceback, and marks a body that cannot be read, before Django answers."""

    def __init__(self) -> None:
        fast = "config.fastpath.handler.ThreadedHandler"
        self._answer = import_string(fast)() if settings.FASTPATH else get_asgi_application()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})
            return
        await self._answer(scope, mark_broken_body(scope, receive), send)


django.setup(set_prefix=False)
application = Application()

from play.games.titles import load_standard_packs  # noqa: E402 - models are there only now

load_standard_packs()
freeze_loaded_objects()

if os.environ.get("SUPERVISED") == "1":
    # Started by `manage.py up`: granian's process that serves must not outlive the one that minds it.
    tie_to_parent()
