"""Counters at the broker that all processes share, for monitoring."""

from contextlib import suppress

import redis

from play.live import notify

PLACE = "dispersal:counters"
ORDERS_FAILED = "orders_failed"
ORDER_RETRIES = "order_retries"


def count(name: str) -> None:
    """Count one more; while the broker is away nothing is counted."""
    if (broker := notify.client()) is not None:
        with suppress(redis.RedisError):
            broker.hincrby(PLACE, name, 1)


def counted(broker: redis.Redis) -> dict[str, int]:
    """Return each counter that was ever used; they begin at zero with the broker."""
    stored: dict[bytes, bytes] = broker.hgetall(PLACE)  # type: ignore[assignment]  # redis names its async answer, too
    return {name.decode(): int(number) for name, number in stored.items()}
