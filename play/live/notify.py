"""The hint that something was committed: who waits looks at the row, which is the truth."""

import json
import logging
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import ParamSpec
from uuid import UUID

import redis
from django.conf import settings
from django.db import transaction
from redis.backoff import NoBackoff
from redis.retry import Retry

from play.orders.models import Order
from play.sessions.models import Session

log = logging.getLogger(__name__)
P = ParamSpec("P")

CHANNEL = "dispersal:session:"
POLL_SECONDS = 0.02
MOST_WAITING = 16
"""Requests of one process that may wait at once; the others say "given" and let their page ask."""
EXPIRY_SECONDS = 60
"""Lifetime of the message about an order: longer than anybody waits for it."""
LONGEST_BLOCK_SECONDS = 1.0
"""Seconds for which the broker is asked at a time: less than the line to it takes for a broken one."""

_places = threading.BoundedSemaphore(MOST_WAITING)


@cache
def client() -> redis.Redis | None:
    """Return this process's lines to the broker; None where there is no broker."""
    if not settings.REDIS_URL:
        return None
    once = Retry(NoBackoff(), 1)
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=2, retry=once)


def publish(session: Session, order: int | None = None) -> None:
    """Notify the listeners of a session, and all who wait for an order.

    A broker that is away is no fault: every page asks by itself in time.
    """
    broker = client()
    if broker is None:
        return
    said = broker.pipeline(transaction=False)
    if order is not None:
        name = settled_key(session.pk, order)
        said.lpush(name, "")
        said.expire(name, EXPIRY_SECONDS)
    said.publish(channel(session.pk), json.dumps({"told": seat_versions(session)}))
    try:
        said.execute()
    except redis.RedisError:
        log.warning("No nudge for session %s: the broker is away", session.pk)


def seat_versions(session: Session) -> dict[str, tuple[int, float]]:
    """Return the version that each seat of a veiled game counts, and from when on; under no name the session's."""
    own = {seat: (world["version"], world["due"]) for seat, world in session.worlds.items()}
    return {**own, "": (session.version, 0.0)}


def after_commit(act: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
    """Do something once the transaction is committed; an error there does not undo the committed data."""

    # A function of its own: Django names what failed by an attribute that a partial has not.
    def hook() -> None:
        act(*args, **kwargs)

    transaction.on_commit(hook, robust=True)


def wait_for(order: Order, is_settled: Callable[[], bool], seconds: float) -> bool:
    """Wait until an order is settled, and say whether it is.

    The message stays for later and other readers: it is rotated in its list and not removed.
    """
    if not _places.acquire(blocking=False):
        return False
    try:
        return _wait(client(), order, is_settled, time.monotonic() + seconds)
    finally:
        _places.release()


def _wait(broker: redis.Redis | None, order: Order, is_settled: Callable[[], bool], end: float) -> bool:
    name = settled_key(order.session_id, order.pk)
    while (left := end - time.monotonic()) > 0:
        if broker is None:
            if is_settled():
                return True
            time.sleep(POLL_SECONDS)
            continue
        until = min(left, LONGEST_BLOCK_SECONDS)
        try:
            if broker.blmove(name, name, until) is not None:  # type: ignore[arg-type]  # it takes parts of a second
                return True
        except redis.RedisError:
            broker = None
    return is_settled()


def channel(session: UUID) -> str:
    """Name the channel on which a table is spoken of."""
    return f"{CHANNEL}{session}"


def settled_key(session: UUID, order: int) -> str:
    """Name the list that says that an order was settled."""
    return f"dispersal:settled:{session}:{order}"
