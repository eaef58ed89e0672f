"""The hint that something was committed: who waits looks at the row, which is the truth."""

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any
from uuid import UUID

import redis
from django.conf import settings
from django.db import transaction
from redis.backoff import NoBackoff
from redis.retry import Retry

from .models import Session

log = logging.getLogger(__name__)

CHANNEL = "dispersal:session:"
POLL_SECONDS = 0.02
MOST_WAITING = 16
"""Requests of one process that may wait at once; the others say "given" and let their page ask."""

_places = threading.BoundedSemaphore(MOST_WAITING)
_laid_by: list[Any] = []
"""Lines of this process that listen to nothing just now; never more than may wait at once."""


@cache
def client() -> redis.Redis | None:
    """Return this process's line to the broker; None where there is no broker."""
    if not settings.REDIS_URL:
        return None
    once = Retry(NoBackoff(), 1)
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=2, retry=once)


def publish(session: Session, order: int | None = None) -> None:
    """Tell whoever listens; a broker that is away is no fault, for every page asks by itself in time."""
    broker = client()
    if broker is None:
        return
    try:
        broker.publish(channel(session.pk), json.dumps({"told": told(session), "order": order}))
    except redis.RedisError:
        log.warning("No nudge for session %s: the broker is away", session.pk)


def told(session: Session) -> dict[str, tuple[int, float]]:
    """Return the version that each seat of a veiled game counts, and from when on; under no name the session's."""
    own = {seat: (world["version"], world["due"]) for seat, world in session.worlds.items()}
    return {**own, "": (session.version, 0.0)}


def after_commit(act: Callable[..., None], *args: Any, **kwargs: Any) -> None:
    """Do something once the transaction is committed; whatever goes wrong there does not undo what is committed."""

    # A function of its own: Django names what failed by an attribute that a partial has not.
    def hook() -> None:
        act(*args, **kwargs)

    transaction.on_commit(hook, robust=True)


@contextmanager
def listening(session: UUID) -> Iterator[Callable[[Callable[[], bool], int, float], bool]]:
    """Listen from before an order is given, so that no result can slip by; gives `wait(settled, order, seconds)`."""
    if not _places.acquire(blocking=False):
        yield lambda settled, order, seconds: False
        return
    ear = None
    try:
        ear = _ear(session)
        yield lambda settled, order, seconds: _wait(ear, settled, order, seconds)
    finally:
        if ear is not None:
            _lay_by(ear)
        _places.release()


def _ear(session: UUID) -> Any:
    """Return a line that listens to the session: one that is laid by if there is one, for opening one takes time."""
    broker = client()
    if broker is None:
        return None
    with suppress(IndexError):
        kept = _laid_by.pop()
        if _listens(kept, session):
            return kept
        # The broker was away, and the others are as old: they are not tried one after another.
        while True:
            _close(_laid_by.pop())
    ear = broker.pubsub()
    return ear if _listens(ear, session) else None


def _listens(ear: Any, session: UUID) -> bool:
    """Listen to the session from here on; a line that the broker does not confirm is closed."""
    name = channel(session)
    with suppress(redis.RedisError):
        ear.subscribe(name)
        # The confirmation is awaited, so that nothing is missed; the farewell of the session before comes first.
        while (message := ear.get_message(timeout=0.5)) is not None:
            if message["type"] == "subscribe" and message["channel"] == name.encode():
                return True
    _close(ear)
    return False


def _lay_by(ear: Any) -> None:
    """Let a line listen no longer, and keep it for the next order."""
    try:
        ear.unsubscribe()
        _laid_by.append(ear)
    except redis.RedisError:
        _close(ear)


def _close(ear: Any) -> None:
    with suppress(redis.RedisError):
        ear.close()


def channel(session: UUID) -> str:
    """Name the channel on which a table is spoken of."""
    return f"{CHANNEL}{session}"


def _wait(ear: Any, settled: Callable[[], bool], order: int, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if ear is None:
            if settled():
                return True
            time.sleep(POLL_SECONDS)
            continue
        try:
            message = ear.get_message(timeout=left)
        except redis.RedisError:
            ear = None
            continue
        if message and message["type"] == "message" and json.loads(message["data"])["order"] == order:
            return True
    return settled()
