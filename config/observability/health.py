"""One address that says whether the house stands: database, broker, and how long the oldest order has waited."""

from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError

from config.celery import app as celery_app
from play.orders.models import Order, OrderStatus
from play.pages.audience import ANYONE, audience

PATIENCE_SECONDS = 60
SHOWN_SECONDS = 4
"""An order that has waited for less is not told of: to whoever plays, it would say that another has just decided."""


@require_safe
@audience(ANYONE)
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when all is well and 503 when a part is missing or an order has waited too long."""
    parts = {"database": _works(_database, DatabaseError), "broker": _works(_broker, OperationalError, OSError)}
    waiting = _oldest_pending_order() if parts["database"] else None
    well = all(parts.values()) and (waiting or 0) <= PATIENCE_SECONDS
    return JsonResponse(parts | {"oldest_pending_order_seconds": waiting}, status=200 if well else 503)


def _works(part: Callable[[], None], *faults: type[Exception]) -> bool:
    try:
        part()
    except faults:
        return False
    return True


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _broker() -> None:
    with celery_app.connection_for_write(connect_timeout=2) as broker:
        broker.ensure_connection(max_retries=1, timeout=2)


def _oldest_pending_order() -> float | None:
    pending = Order.objects.filter(status=OrderStatus.PENDING).order_by("given")
    given = pending.values_list("given", flat=True).first()
    waited = (timezone.now() - given).total_seconds() if given is not None else 0.0
    return round(waited, 1) if waited >= SHOWN_SECONDS else None
