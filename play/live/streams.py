"""The live stream of a table: version numbers and nothing else; each page fetches what its own viewer may see."""

import asyncio
import contextlib
import json
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Collection, Mapping
from ipaddress import ip_address, ip_network
from typing import TypeVar
from uuid import UUID
from weakref import WeakKeyDictionary

import redis.asyncio as redis
from allauth.account.adapter import get_adapter
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError, close_old_connections
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_GET
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from play.live import notify
from play.live.notify import CHANNEL, channel
from play.pages.audience import SEAT, audience
from play.secrecy import visibility
from play.sessions import selectors
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.utils.requests import PlayerRequest

Name = TypeVar("Name", int, str)
log = logging.getLogger(__name__)

SeatVersions = Mapping[str, tuple[int, float]]
"""The version that each seat counts, and from when on it may know; under no name the session's."""

KEEPALIVE_SECONDS = 15
LIFE_SECONDS = 300
"""A stream ends in time, and the browser opens another: so permission is asked again."""
AGAIN_SECONDS = 1
CHANGE_SECONDS = 0.2
"""Delay before the process reads a game that it has begun to show."""
MOST_OF_A_PLAYER = 4
"""Streams of one player in one process: a browser has six lines to an address, and pages want some of them."""
MOST_OF_AN_ADDRESS = 200
"""Streams of one address in one process: a club evening of fifty players with four pages each stays below it."""


class Listener:
    """One open page and the newest version that it is to hear of: they only grow, so a slow page misses nothing."""

    def __init__(self, player: int, version: int, seat: str = "", address: str = "") -> None:
        self.player = player
        self.address = address
        self.version = version
        self.seat = seat
        self.rings = asyncio.Event()

    def tell(self, versions: SeatVersions) -> None:
        """Let the page hear of the version of its own seat, unless it knows a newer one; not before it is due."""
        version, due = versions.get(self.seat, versions.get("", (0, 0.0)))
        wait = due - visibility.now()
        if version > self.version and wait > 0:
            asyncio.get_running_loop().call_later(wait, self._ring, version)
        else:
            self._ring(version)

    def _ring(self, version: int) -> None:
        if version > self.version:
            self.version = version
            self.rings.set()


class VersionSubscription:
    """The one subscription of a process: it receives versions of the games that are shown here and passes them on."""

    def __init__(self) -> None:
        self.streams: dict[UUID, set[Listener]] = {}
        self.open = 0
        self.by_player: Counter[int] = Counter()
        self.by_address: Counter[str] = Counter()
        self.newest: dict[UUID, SeatVersions] = {}
        self.unread: set[UUID] = set()
        """Tables heard from just now: what was said before is made good by a look at their versions."""
        self.reader: asyncio.Task[None] | None = None

    def count(self) -> int:
        """Count the open streams."""
        return self.open

    def is_full_for(self, player: int, address: str) -> bool:
        """Say whether the process, the player or the address has as many streams as it may."""
        return (
            self.by_player[player] >= MOST_OF_A_PLAYER
            or self.by_address[address] >= MOST_OF_AN_ADDRESS
            or self.open >= settings.STREAMS_PER_PROCESS
        )

    @contextlib.asynccontextmanager
    async def of(self, session: UUID, listener: Listener) -> AsyncIterator[Listener]:
        """Listen to one table."""
        self.streams.setdefault(session, set()).add(listener)
        self._count(listener, 1)
        listener.tell(self.newest.get(session, {}))
        if self.reader is None or self.reader.done():
            self.reader = asyncio.create_task(self._read())
        try:
            yield listener
        finally:
            self.streams[session].discard(listener)
            self._count(listener, -1)
            if not self.streams[session]:
                del self.streams[session]

    def _count(self, listener: Listener, one: int) -> None:
        self.open += one
        _add(self.by_player, listener.player, one)
        _add(self.by_address, listener.address, one)

    async def _read(self) -> None:
        """Hear until nobody listens any more; while the broker is away, the database is asked instead."""
        while self.streams:
            try:
                await self._hear()
            except (redis.RedisError, OSError):
                log.warning("The live streams have lost the broker; trying again")
                await self._look(list(self.streams))
                await asyncio.sleep(AGAIN_SECONDS)

    async def _hear(self) -> None:
        never = Retry(NoBackoff(), 0)
        async with redis.Redis.from_url(settings.REDIS_URL, retry=never) as client, client.pubsub() as subscription:
            heard: set[UUID] = set()
            while self.streams:
                heard = await self._follow(subscription, heard)
                message = await subscription.get_message(timeout=CHANGE_SECONDS)
                if message is not None and message["type"] == "subscribe":
                    self.unread.add(session_of_message(message))
                if message is not None and message["type"] == "message":
                    self._tell(session_of_message(message), json.loads(message["data"])["told"])
                if self.unread and (message is None or message["data"] == len(heard)):
                    await self._look(self.unread & set(self.streams))

    async def _follow(self, subscription: redis.client.PubSub, heard: set[UUID]) -> set[UUID]:
        """Ask for the tables that are shown now, and no longer for those that are not."""
        shown = set(self.streams)
        for gone in heard - shown:
            await subscription.unsubscribe(channel(gone))
            self.newest.pop(gone, None)
        if shown - heard:
            await subscription.subscribe(*map(channel, shown - heard))
        return shown

    async def _look(self, sessions: Collection[UUID]) -> None:
        """Read how far the tables have come; a database that is away is looked at again."""
        try:
            found = await asyncio.to_thread(read_versions, sessions)
        except DatabaseError:
            log.warning("The live streams could not read how far the tables have come; trying again")
            return
        self.unread.clear()
        for session, versions in found.items():
            self._tell(session, versions)

    def _tell(self, session: UUID, versions: SeatVersions) -> None:
        if session not in self.streams:
            return
        known = self.newest.get(session, {})
        newest = {seat: max((version, due), known.get(seat, (0, 0.0))) for seat, (version, due) in versions.items()}
        self.newest[session] = newest
        for listener in self.streams[session]:
            listener.tell(newest)


def _add(counter: Counter[Name], name: Name, one: int) -> None:
    """Count one more or less of a name; what comes to nothing is left out."""
    counter[name] += one
    if not counter[name]:
        del counter[name]


def session_of_message(message: dict[str, bytes]) -> UUID:
    """Return the table that a message of the broker is about."""
    return UUID(message["channel"].decode().removeprefix(CHANNEL))


def read_versions(sessions: Collection[UUID]) -> dict[UUID, SeatVersions]:
    """Read the versions of some games, in a thread that closes its connection."""
    try:
        return {session.pk: notify.seat_versions(session) for session in selectors.versions_of(sessions)}
    finally:
        close_old_connections()


_subscriptions: WeakKeyDictionary[asyncio.AbstractEventLoop, VersionSubscription] = WeakKeyDictionary()


def subscription() -> VersionSubscription:
    """Return the subscription of this event loop."""
    return _subscriptions.setdefault(asyncio.get_running_loop(), VersionSubscription())


def streams_open() -> int:
    """Count the streams of this process."""
    return sum(one.count() for one in list(_subscriptions.values()))


@require_GET
@audience(SEAT, of=session_at)
async def live(request: PlayerRequest, session: Session) -> HttpResponseBase:
    """Stream the session's version numbers; where no stream can be had, the page asks by itself."""
    player = request.user.pk
    address = network_of(get_adapter().get_client_ip(request))
    if not settings.REDIS_URL or not isinstance(request, ASGIRequest) or subscription().is_full_for(player, address):
        return HttpResponse(status=204)
    seat = selectors.seat_shown(session, player, request.GET.get("seat", ""))
    listener = Listener(player, visibility.version_of(session, seat), seat, address)
    # The request lasts as long as the stream, and would hold its connection to the database for all that time.
    await sync_to_async(close_old_connections)()
    return StreamingHttpResponse(
        versions(session.pk, listener),
        content_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


def network_of(address: str) -> str:
    """Return what one household has: an IPv4 address, or the 64 bits of an IPv6 network; other text as it is."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if found.version == 6 and found.ipv4_mapped is None:
        return str(ip_network((found, 64), strict=False))
    return str(found)


async def versions(session: UUID, listener: Listener) -> AsyncIterator[str]:
    """Send the version now, and each new one."""
    end = time.monotonic() + LIFE_SECONDS
    if subscription().is_full_for(listener.player, listener.address):
        # Several were opened at once; the browser asks again, and then learns that there is none.
        return
    async with subscription().of(session, listener):
        yield f"retry: 1000\n{sse_message(listener.version)}"
        while time.monotonic() < end:
            try:
                # `wait_for` would lose a farewell that comes together with a version, and send on to nobody.
                async with asyncio.timeout(KEEPALIVE_SECONDS):
                    await listener.rings.wait()
            except TimeoutError:
                yield ": still here\n\n"
                continue
            listener.rings.clear()
            yield sse_message(listener.version)


def sse_message(version: int) -> str:
    """Word one message of the stream."""
    return f"event: version\ndata: {version}\n\n"
