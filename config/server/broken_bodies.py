"""Mark the requests whose body breaks off, so that they are answered with 400."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

BROKEN_BODY = "dispersal.broken_body"
"""The key of a request's ASGI scope which says that its body broke off."""

Scope = dict[str, object]
Message = Mapping[str, object]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


def mark_broken_body(scope: Scope, receive: Receive) -> Receive:
    """Wrap `receive`: a body that breaks off ends there and is marked, so that the request is answered with 400.

    The server reports a broken chunk as a disconnect. Django would return without an answer, and the server send 500.
    """
    is_complete = False

    async def receive_body() -> Message:
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
