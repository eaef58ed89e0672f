"""What a watcher of the house wants to know, as Prometheus reads it: off unless METRICS_TOKEN is set.

Each web process counts its own pages and streams; where there is a broker, it lays its figures down there every few
seconds, so that whichever process is asked answers for all.
"""

import json
import os
import socket
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from functools import cache
from typing import Any

import redis
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.accounts.models import QueuedEmail
from play.live import notify
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


class ProcessMetrics:
    """What this process has counted since it began."""

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
            return pages | {"seconds": self.seconds, "streams": float(streams_open())}


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
            # What fails now is laid down in the next round.
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
    lines = [*_of_orders(), *_of_the_broker()]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; version=0.0.4; charset=utf-8")


def _of_orders() -> Iterator[str]:
    now = timezone.now()
    given = list(Order.objects.filter(status=OrderStatus.PENDING).values_list("given", flat=True))
    settled = Order.objects.order_by("-id").values_list("settled", flat=True)[:LOOKED_AT]
    yield _gauge("orders_pending", len(given))
    yield _gauge("order_oldest_pending_seconds", (now - min(given)).total_seconds() if given else 0)
    yield _gauge("orders_settled_last_minute", sum(at is not None and at > now - RECENT for at in settled))
    yield _gauge("letters_kept", QueuedEmail.objects.count())


def _of_the_broker() -> Iterator[str]:
    """Tell of the queues and of the web processes; without the broker, of this process alone."""
    try:
        if (broker := notify.client()) is not None:
            for queue in settings.CELERY_TASK_QUEUES:
                yield _gauge("queue_length", broker.llen(queue), f'{{queue="{queue}"}}')
                yield _gauge("queue_oldest_seconds", _oldest(broker, queue), f'{{queue="{queue}"}}')
        sums = sum_of_processes()
    except redis.RedisError:
        sums = process_metrics.now()
    yield _gauge("streams_open", sums["streams"])
    within = 0.0
    yield "# TYPE dispersal_page_seconds histogram"
    for place, bound in enumerate((*BOUNDS, "+Inf")):
        within += sums[f"page {place}"]
        yield f'dispersal_page_seconds_bucket{{le="{bound}"}} {within:g}'
    yield f"dispersal_page_seconds_sum {sums['seconds']:g}"
    yield f"dispersal_page_seconds_count {within:g}"


def _oldest(broker: redis.Redis, queue: str) -> float:
    """Return how long the message has waited that is to be taken next."""
    message: Any = broker.lindex(queue, -1)
    # Who sends without our application, or sent before this release, says no time.
    sent = json.loads(message)["headers"].get("sent") if message else None
    return max(0.0, time.time() - sent) if sent else 0.0


def _gauge(name: str, value: object, labels: str = "") -> str:
    return f"# TYPE dispersal_{name} gauge\ndispersal_{name}{labels} {value:g}"
