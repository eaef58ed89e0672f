"""The cache in Redis; while that is away each process counts for itself, so that everybody can still sign in."""

import logging
import time
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger(__name__)

AGAIN_SECONDS = 5
OPTIONS = {"socket_connect_timeout": 0.5, "socket_timeout": 2, "retry": Retry(NoBackoff(), 1)}
"""A broker that is away is not waited for; a connection that died with its restart is opened again."""


def _with_fallback(
    ask_redis: Callable[Concatenate[RedisCache, P], T], ask_own: Callable[Concatenate[LocMemCache, P], T]
) -> Callable[Concatenate["FallbackCache", P], T]:
    def ask(self: "FallbackCache", *args: P.args, **kwargs: P.kwargs) -> T:
        if time.monotonic() >= FallbackCache.away_until:
            try:
                return ask_redis(self, *args, **kwargs)
            except (RedisError, OSError):
                FallbackCache.away_until = time.monotonic() + AGAIN_SECONDS
                log.warning("The cache is away; this process counts for itself")
        return ask_own(self.own, *args, **kwargs)

    return ask


class FallbackCache(RedisCache):
    """Redis, or this process's own memory as long as Redis does not answer."""

    away_until = 0.0
    """Every thread has a cache of its own; what one has found out spares the others the wait."""

    def __init__(self, server: str, params: dict[str, object]) -> None:
        super().__init__(server, params)
        self.own = LocMemCache("while-the-broker-is-away", params | {"OPTIONS": {}})

    add = _with_fallback(RedisCache.add, LocMemCache.add)
    get = _with_fallback(RedisCache.get, LocMemCache.get)
    set = _with_fallback(RedisCache.set, LocMemCache.set)
    touch = _with_fallback(RedisCache.touch, LocMemCache.touch)
    delete = _with_fallback(RedisCache.delete, LocMemCache.delete)
    get_many = _with_fallback(RedisCache.get_many, LocMemCache.get_many)
    has_key = _with_fallback(RedisCache.has_key, LocMemCache.has_key)
    incr = _with_fallback(RedisCache.incr, LocMemCache.incr)
    set_many = _with_fallback(RedisCache.set_many, LocMemCache.set_many)
    delete_many = _with_fallback(RedisCache.delete_many, LocMemCache.delete_many)
    clear = _with_fallback(RedisCache.clear, LocMemCache.clear)
