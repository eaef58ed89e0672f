"""The live stream of a table: version numbers and nothing else; each page fetches what its own viewer may see."""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import AsyncIterator
from uuid import UUID
from weakref import WeakKeyDictionary

import redis.asyncio as redis
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_GET

from .audience import SEAT, audience
from .models import Session
from .nudge import CHANNEL
from .selectors import session_at

log = logging.getLogger(__name__)

BREATH_SECONDS = 15
LIFE_SECONDS = 300
"""A stream ends in time, and the browser opens another: so permission is asked again."""
AGAIN_SECONDS = 1
MOST_WAITING = 32


class Ear:
    """The one subscription of a process: it hears every session and tells the streams of each."""

    def __init__(self) -> None:
        self.streams: dict[str, set[asyncio.Queue[int]]] = {}
        self.reader: asyncio.Task[None] | None = None
        self.hears = asyncio.Event()

    @contextlib.asynccontextmanager
    async def of(self, session: UUID) -> AsyncIterator["asyncio.Queue[int]"]:
        """Listen to one session."""
        heard: asyncio.Queue[int] = asyncio.Queue(MOST_WAITING)
        self.streams.setdefault(str(session), set()).add(heard)
        if self.reader is None or self.reader.done():
            self.reader = asyncio.create_task(self._read())
        try:
            yield heard
        finally:
            mine = self.streams[str(session)]
            mine.discard(heard)
            if not mine:
                del self.streams[str(session)]

    async def _read(self) -> None:
        """Hear until nobody listens any more; a broker that went away is asked again."""
        while self.streams:
            try:
                await self._hear()
            except (redis.RedisError, OSError):
                self.hears.clear()
                log.warning("The live streams have lost the broker; trying again")
                await asyncio.sleep(AGAIN_SECONDS)

    async def _hear(self) -> None:
        async with redis.Redis.from_url(settings.REDIS_URL) as client, client.pubsub() as ear:
            await ear.psubscribe(f"{CHANNEL}*")
            while self.streams:
                message = await ear.get_message(timeout=BREATH_SECONDS)
                if message is None:
                    continue
                if message["type"] == "psubscribe":
                    self.hears.set()
                    # Whatever was said while nobody heard is made good by a look of each page at its version.
                    self._tell_all()
                if message["type"] == "pmessage":
                    session = message["channel"].decode().removeprefix(CHANNEL)
                    self._tell(session, json.loads(message["data"])["version"])

    def _tell_all(self) -> None:
        for session in list(self.streams):
            self._tell(session, 0)

    def _tell(self, session: str, version: int) -> None:
        for heard in self.streams.get(session, ()):
            with contextlib.suppress(asyncio.QueueFull):
                heard.put_nowait(version)


_ears: WeakKeyDictionary[asyncio.AbstractEventLoop, Ear] = WeakKeyDictionary()


def ear() -> Ear:
    """Return the subscription of this event loop."""
    return _ears.setdefault(asyncio.get_running_loop(), Ear())


@require_GET
@audience(SEAT, of=session_at)
async def live(request: HttpRequest, session: Session) -> HttpResponseBase:
    """Stream the session's version numbers; where no stream can be had, the page asks by itself."""
    if not settings.REDIS_URL or not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    return StreamingHttpResponse(
        versions(session.pk),
        content_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def versions(session: UUID) -> AsyncIterator[str]:
    """Tell the version now, and each that comes."""
    end = time.monotonic() + LIFE_SECONDS
    async with ear().of(session) as heard:
        yield f"retry: 1000\n{said(await version_of(session))}"
        while time.monotonic() < end:
            try:
                version = await asyncio.wait_for(heard.get(), BREATH_SECONDS)
            except TimeoutError:
                yield ": still here\n\n"
                continue
            yield said(version or await version_of(session))


async def version_of(session: UUID) -> int:
    """Read how far a session has come."""
    return await Session.objects.values_list("version", flat=True).aget(pk=session)


def said(version: int) -> str:
    """Word one message of the stream."""
    return f"event: version\ndata: {version}\n\n"
