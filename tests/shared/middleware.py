"""One chain of middleware for all clients of a process: each new chain would read every static file again."""

from collections.abc import Callable
from typing import Any

from django.core.signals import setting_changed
from django.test.client import ClientHandler

PARTS = ("_middleware_chain", "_view_middleware", "_template_response_middleware", "_exception_middleware")


class SharedMiddleware:
    """The chain that the first client made, until a test changes a setting: middleware reads settings as it is made."""

    def __init__(self) -> None:
        self.parts: dict[str, Any] = {}
        self._make: Callable[..., None] = ClientHandler.load_middleware

    def install(self) -> None:
        """Let every client take this chain."""
        ClientHandler.load_middleware = lambda handler, is_async=False: self.load(handler, is_async)  # type: ignore[method-assign]
        setting_changed.connect(self.forget)

    def load(self, handler: ClientHandler, is_async: bool) -> None:
        """Give a client the chain, and make it where there is none."""
        if not self.parts:
            self._make(handler, is_async)
            self.parts = {part: getattr(handler, part) for part in PARTS}
        for part, value in self.parts.items():
            setattr(handler, part, value)

    def forget(self, **_: object) -> None:
        """Let the next client make a new chain."""
        self.parts = {}
