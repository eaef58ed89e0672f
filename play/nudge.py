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

log = logging.getLogger(__name__)

CHANNEL = "dispersal:session:"
POLL_SECONDS = 0.02
MOST_WAITING = 16
"""Requests of one process that may wait at once; the others say "given" and let their page ask."""

_places = threading.BoundedSemaphore(MOST_WAITING)


@cache
def _client() -> redis.Redis | None:
    if not settings.REDIS_URL:
        return None
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=2)


def publish(session: UUID, version: int, order: int | None = None) -> None:
    """Tell whoever listens; a broker that is away is no fault, for every page asks by itself in time."""
    client = _client()
    if client is None:
        return
    try:
        client.publish(f"{CHANNEL}{session}", json.dumps({"version": version, "order": order}))
    except redis.RedisError:
        log.warning("No nudge for session %s: the broker is away", session)


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
        _places.release()
        if ear is not None:
            with suppress(redis.RedisError):
                ear.close()


def _ear(session: UUID) -> Any:
    client = _client()
    if client is None:
        return None
    ear = client.pubsub(ignore_subscribe_messages=True)
    try:
        ear.subscribe(f"{CHANNEL}{session}")
        # The confirmation is awaited: from here on nothing is missed.
        ear.get_message(timeout=0.5)
    except redis.RedisError:
        with suppress(redis.RedisError):
            ear.close()
        return None
    return ear


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
        if message and json.loads(message["data"])["order"] == order:
            return True
    return settled()
