"""The cache in Redis; while that is away each process counts for itself, so that nobody is kept from signing in."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

log = logging.getLogger(__name__)

AGAIN_SECONDS = 5
OPTIONS = {"socket_connect_timeout": 0.5, "socket_timeout": 2, "retry": Retry(NoBackoff(), 1)}
"""A broker that is away is not waited for; a line that died with its last start is opened anew."""


def _asked_of_both(name: str) -> Callable[..., Any]:
    def ask(self: "PatientCache", *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= PatientCache.away_until:
            try:
                return getattr(super(PatientCache, self), name)(*args, **kwargs)
            except (RedisError, OSError):
                PatientCache.away_until = time.monotonic() + AGAIN_SECONDS
                log.warning("The cache is away; this process counts for itself")
        return getattr(self.own, name)(*args, **kwargs)

    return ask


class PatientCache(RedisCache):
    """Redis, or this process's own memory as long as Redis does not answer."""

    away_until = 0.0
    """Every thread has a cache of its own; what one has found out spares the others the wait."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.own = LocMemCache("while-the-broker-is-away", params | {"OPTIONS": {}})

    add = _asked_of_both("add")
    get = _asked_of_both("get")
    set = _asked_of_both("set")
    touch = _asked_of_both("touch")
    delete = _asked_of_both("delete")
    get_many = _asked_of_both("get_many")
    has_key = _asked_of_both("has_key")
    incr = _asked_of_both("incr")
    set_many = _asked_of_both("set_many")
    delete_many = _asked_of_both("delete_many")
    clear = _asked_of_both("clear")
