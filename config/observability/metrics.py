"""Figures for Prometheus at `/metrics`: off unless METRICS_TOKEN is set.

Each web process counts its own pages, streams and connections. Where there is a broker, it stores its figures there
every few seconds, so that whichever process is asked answers for all. Workers count failures and retries there.
"""

import json
import os
import socket
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from functools import cache
from typing import Any, NamedTuple

import redis
from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.accounts.models import QueuedEmail
from play.live import counters, notify
from play.live.streams import streams_open
from play.orders.models import Order, OrderStatus
from play.pages.audience import ANYONE, audience

BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds within which a page was made, each a line of the histogram."""
PLACE = "dispersal:figures:"
SHARE_SECONDS = 5
SHARE_EXPIRY_SECONDS = 30
RECENT = timedelta(minutes=1)
LOOKED_AT = 5000
"""Orders that are looked through for those settled lately: more than a minute holds."""


METRICS = {
    "orders_pending": ("gauge", "Orders that wait to be carried out."),
    "order_oldest_pending_seconds": ("gauge", "Time for which the oldest of them has waited."),
    "orders_settled_last_minute": ("gauge", "Orders carried out, refused or given up in the last minute."),
    "orders_failed_total": ("counter", "Orders given up after an error, since the broker started."),
    "order_retries_total": ("counter", "Further attempts at orders whose first attempt did not end, likewise."),
    "letters_kept": ("gauge", "E-mails that wait for the mail server."),
    "queue_length": ("gauge", "Messages in a queue of tasks, by queue."),
    "queue_oldest_seconds": ("gauge", "Age of the next message of a queue, by queue."),
    "streams_open": ("gauge", "Live streams that the web processes hold open."),
    "database_pool_limit": ("gauge", "Connections to PostgreSQL that the web processes may open."),
    "database_pool_size": ("gauge", "Connections to PostgreSQL that the web processes have open."),
    "database_pool_in_use": ("gauge", "Those of them that a request uses now."),
    "database_pool_waiting": ("gauge", "Requests that wait for a connection now."),
    "page_seconds": ("histogram", "Time that answers took, of all addresses but static files."),
}
"""The kind and the meaning of each figure; docs/reference/metrics.md has the same table."""
POOL = ("pool_limit", "pool_size", "pool_in_use", "pool_waiting")


class Sample(NamedTuple):
    """One line of a metric."""

    metric: str
    value: float
    labels: str = ""
    part: str = ""
    """Suffix of the name of a metric that has several kinds of lines."""


class ProcessMetrics:
    """Counters of this process since its start."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.within = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0

    def count_page(self, seconds: float) -> None:
        """Count a page."""
        if not settings.METRICS_TOKEN:
            return
        with self.lock:
            self.within[bisect_left(BOUNDS, seconds)] += 1
            self.seconds += seconds
        start_sharing()

    def now(self) -> dict[str, float]:
        """Return the figures by their names."""
        with self.lock:
            pages = {f"page {place}": float(count) for place, count in enumerate(self.within)}
            return pages | pool_figures() | {"seconds": self.seconds, "streams": float(streams_open())}


def pool_figures() -> dict[str, float]:
    """Return how this process uses its pool of connections; nothing where the database has none."""
    pool = getattr(connection, "pool", None)
    if pool is None:
        return {}
    found = pool.get_stats()
    in_use = found["pool_size"] - found["pool_available"]
    return dict(zip(POOL, (found["pool_max"], found["pool_size"], in_use, found["requests_waiting"]), strict=True))


process_metrics = ProcessMetrics()


@cache
def start_sharing() -> None:
    """Begin to lay this process's figures down at the broker."""
    if settings.REDIS_URL:
        threading.Thread(target=_share_loop, daemon=True).start()


def _share_loop() -> None:
    place = f"{PLACE}{socket.gethostname()}:{os.getpid()}"
    while True:
        if (broker := notify.client()) is not None:
            # A write that fails now is repeated in the next round.
            with suppress(redis.RedisError):
                broker.set(place, json.dumps(process_metrics.now()), ex=SHARE_EXPIRY_SECONDS)
        time.sleep(SHARE_SECONDS)


def sum_of_processes() -> Mapping[str, float]:
    """Add up what the web processes have laid down, this one as it is now."""
    sums: Counter[str] = Counter()
    own = f"{PLACE}{socket.gethostname()}:{os.getpid()}".encode()
    if (broker := notify.client()) is not None:
        for place in broker.scan_iter(f"{PLACE}*"):
            if place != own and (stored := broker.get(place)):
                sums.update(json.loads(stored))
    sums.update(process_metrics.now())
    return sums


@require_safe
@audience(ANYONE)
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer who brings the token; for everybody else there is no such page."""
    posted = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not constant_time_compare(posted, settings.METRICS_TOKEN):
        raise Http404
    lines = _lines([*_of_orders(), *_of_the_broker()])
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; version=0.0.4; charset=utf-8")


def _of_orders() -> Iterator[Sample]:
    now = timezone.now()
    given = list(Order.objects.filter(status=OrderStatus.PENDING).values_list("given", flat=True))
    settled = Order.objects.order_by("-id").values_list("settled", flat=True)[:LOOKED_AT]
    yield Sample("orders_pending", len(given))
    yield Sample("order_oldest_pending_seconds", (now - min(given)).total_seconds() if given else 0)
    yield Sample("orders_settled_last_minute", sum(at is not None and at > now - RECENT for at in settled))
    yield Sample("letters_kept", QueuedEmail.objects.count())


def _of_the_broker() -> Iterator[Sample]:
    """Give the figures of queues and of web processes; without the broker, of this process alone."""
    try:
        if (broker := notify.client()) is not None:
            counts = counters.counted(broker)
            yield Sample("orders_failed_total", counts.get(counters.ORDERS_FAILED, 0))
            yield Sample("order_retries_total", counts.get(counters.ORDER_RETRIES, 0))
            for queue in settings.CELERY_TASK_QUEUES:
                yield Sample("queue_length", broker.llen(queue), f'{{queue="{queue}"}}')
                yield Sample("queue_oldest_seconds", _oldest(broker, queue), f'{{queue="{queue}"}}')
        sums = sum_of_processes()
    except redis.RedisError:
        sums = process_metrics.now()
    yield Sample("streams_open", sums["streams"])
    for name in POOL:
        if name in sums:
            yield Sample(f"database_{name}", sums[name])
    within = 0.0
    for place, bound in enumerate((*BOUNDS, "+Inf")):
        within += sums[f"page {place}"]
        yield Sample("page_seconds", within, f'{{le="{bound}"}}', "_bucket")
    yield Sample("page_seconds", sums["seconds"], part="_sum")
    yield Sample("page_seconds", within, part="_count")


def _oldest(broker: redis.Redis, queue: str) -> float:
    """Return how long the message has waited that is to be taken next."""
    message: Any = broker.lindex(queue, -1)
    # A sender without this application, or from before this release, gives no time.
    sent = json.loads(message)["headers"].get("sent") if message else None
    return max(0.0, time.time() - sent) if sent else 0.0


def _lines(samples: Iterable[Sample]) -> Iterator[str]:
    """Write the samples as Prometheus reads them: the lines of a metric together, under its kind and its meaning."""
    of_metric: dict[str, list[Sample]] = {}
    for sample in samples:
        of_metric.setdefault(sample.metric, []).append(sample)
    for metric, found in of_metric.items():
        kind, meaning = METRICS[metric]
        yield f"# HELP dispersal_{metric} {meaning}"
        yield f"# TYPE dispersal_{metric} {kind}"
        for sample in found:
            yield f"dispersal_{metric}{sample.part}{sample.labels} {sample.value:g}"
