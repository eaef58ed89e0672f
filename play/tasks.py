"""What runs in the workers: an id in, a service called, nothing else; and the sweep that sends again what was lost."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from . import advance
from .models import Order, OrderStatus

PENDING_SECONDS = 10
"""An order that is pending for longer has lost its message, its worker or its broker."""
MOST_SENT = 1000


@shared_task(name="play.tasks.carry_out")
def carry_out(order_id: int) -> None:
    """Carry out an order."""
    advance.carry_out(order_id)


@shared_task(name="play.tasks.sweep")
def sweep(older_than: int = PENDING_SECONDS) -> None:
    """Send again every order that has waited too long; a needless second message does no harm."""
    lately = timezone.now() - timedelta(seconds=older_than)
    waiting = Order.objects.filter(status=OrderStatus.PENDING, given__lte=lately).exclude(tried__gt=lately)
    for order_id in waiting.order_by("given").values_list("pk", flat=True)[:MOST_SENT]:
        send(order_id)


def send(order_id: int, *, queue: str = "turns", later: float | None = None) -> None:
    """Put an order on the queue."""
    carry_out.apply_async(args=[order_id], queue=queue, countdown=later)
