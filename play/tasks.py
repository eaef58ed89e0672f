"""Background tasks: each takes an id and calls a service. A sweep sends lost ones again."""

from datetime import timedelta
from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from play.charts import services as pack_services
from play.charts import uploads as pack_uploads
from play.exercises.selection import exercise_choose
from play.odds import worker
from play.orders import execute
from play.orders.models import Order, OrderStatus
from play.reviews import worker as looking_back
from play.uploads import services as upload_services

PENDING_SECONDS = 10
"""An order that is pending for longer has lost its message, its worker or its broker."""
MOST_SENT = 1000
GIVING_WAY: dict[str, int] = {"soft_time_limit": 240, "time_limit": 280}
"""For tasks of low priority that take seconds of CPU time: on a busy machine that may be minutes by the clock."""
FILE_LIMITS: dict[str, int] = {
    "soft_time_limit": settings.FILE_WALL_SECONDS + 30,
    "time_limit": settings.FILE_WALL_SECONDS + 60,
}
"""For the task that waits for a child: the child has limits of its own, and ends before these."""


@shared_task(name="play.tasks.carry_out")
def carry_out(order_id: int) -> None:
    """Carry out an order."""
    execute.execute_order(order_id)


@shared_task(name="play.tasks.sweep")
def sweep(older_than: int = PENDING_SECONDS) -> None:
    """Send again every order that has waited too long; a needless second message does no harm."""
    lately = timezone.now() - timedelta(seconds=older_than)
    waiting = Order.objects.filter(status=OrderStatus.PENDING, given__lte=lately).exclude(tried__gt=lately)
    for order in waiting.order_by("given").only("kind", "session")[:MOST_SENT]:
        send(order.pk, queue=order.queue)


@shared_task(name="play.tasks.heed_clocks")
def heed_clocks() -> None:
    """Let the computer answer wherever a clock has run out and that was agreed."""
    from play.clocks.services import expire_clocks

    expire_clocks()


@shared_task(name="play.tasks.reckon", **GIVING_WAY)
def reckon(forecast_id: int, token: str) -> None:
    """Compute the odds of a question; one that was answered in the meantime is dropped."""
    worker.compute_odds(forecast_id, token)


@shared_task(name="play.tasks.look_back", **GIVING_WAY)
def look_back(look_id: int, done: int) -> None:
    """Compute one share of a review, and send the next."""
    further = looking_back.compute_share(look_id, done)
    if further is not None:
        look_back.apply_async(args=[look_id, further])


@shared_task(name="play.tasks.take_up_lost_looks_back")
def take_up_lost_looks_back() -> None:
    """Send again reviews whose worker has died; a finished share is not computed again."""
    for look_id, done in looking_back.stalled_reviews():
        look_back.apply_async(args=[look_id, done])


@shared_task(name="play.tasks.choose_exercise", **GIVING_WAY)
def choose_exercise() -> None:
    """Choose the exercise of this week, unless there is one."""
    exercise_choose(timezone.now().date())


@shared_task(name="play.tasks.calibrate", **GIVING_WAY)
def calibrate(calibration_id: int, played: int) -> None:
    """Play one share of a calibration, and send for the next."""
    further = pack_services.calibration_carry_on(calibration_id=calibration_id, played=played)
    if further is not None:
        calibrate.apply_async(args=[calibration_id, further])


@shared_task(name="play.tasks.take_up_lost_calibrations")
def take_up_lost_calibrations() -> None:
    """Send again for calibrations whose worker has gone; a share that was played is not played again."""
    for calibration_id, played in pack_services.calibrations_resume():
        calibrate.apply_async(args=[calibration_id, played])


@shared_task(name="play.tasks.read_file", **FILE_LIMITS)
def read_file(upload_id: str) -> None:
    """Have an uploaded file read by a child process."""
    upload_services.upload_process(upload_id=UUID(upload_id))


@shared_task(name="play.tasks.take_up_lost_files")
def take_up_lost_files() -> None:
    """Send again for files whose message or worker was lost, and have packs looked at that no check has seen."""
    pack_uploads.packs_check_again()
    for upload_id in upload_services.uploads_resend():
        upload_services.send(upload_id)


@shared_task(name="play.tasks.delete_files")
def delete_files() -> None:
    """Delete uploaded files and their results after a day."""
    upload_services.uploads_delete()


def send(order_id: int, *, queue: str = "turns", later: float | None = None) -> None:
    """Put an order on the queue; orders of thinking bots have the lowest priority."""
    limits = GIVING_WAY if queue == "odds" else {}
    carry_out.apply_async(args=[order_id], queue=queue, countdown=later, **limits)
