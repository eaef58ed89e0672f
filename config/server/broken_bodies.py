"""Mark the requests whose body breaks off, so that they are answered with 400."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

BROKEN_BODY = "dispersal.broken_body"
"""The key of a request's ASGI scope which says that its body broke off."""

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


def mark_broken_body(scope: dict[str, Any], receive: Receive) -> Receive:
    """Wrap `receive`: a body that breaks off ends there and is marked, so that the request is answered with 400.

    The server reports a broken chunk as a disconnect. Django would return without an answer, and the server send 500.
    """
    is_complete = False

    async def receive_body() -> Mapping[str, Any]:
        nonlocal is_complete
        if scope.get(BROKEN_BODY):
            await asyncio.Future()  # Wait until Django cancels: a disconnect would cancel the answer.
        message = await receive()
        if is_complete:
            return message
        if message["type"] == "http.disconnect":
            scope[BROKEN_BODY] = is_complete = True
            return {"type": "http.request", "body": b"", "more_body": False}
        is_complete = not message.get("more_body", False)
        return message

    return receive_body
