"""Store the orders that seats give, each with its kind and status."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from play.sessions.models import Session


class OrderStatus(models.TextChoices):
    """Status of an order."""

    PENDING = "pending", _("given")
    DONE = "done", _("carried out")
    REFUSED = "refused", _("refused")
    FAILED = "failed", _("failed")


class OrderKind(models.TextChoices):
    """Kind of an order."""

    BEGIN = "begin", _("begin")
    ANSWER = "answer", _("answer")
    ANSWERS = "answers", _("several answers")
    GO_ON = "go-on", _("continue")
    UNDO = "undo", _("take back")
    AGREE = "agree", _("agree to take back")
    DECLINE = "decline", _("decline to take back")
    STEP_BACK = "step-back", _("step back to the checkpoint")
    LEND = "lend", _("give the seat to a bot")
    CORRECT = "correct", _("correct an answer")
    CHARTS = "charts", _("switch to newer charts")
    THINK = "think", _("think, and answer")


class Order(models.Model):
    """One order given by a seat: the payload of its task, and its result.

    The token names the question and the moment at which it was asked of the seat: two tabs cannot both answer it.
    """

    session = models.ForeignKey(Session, models.CASCADE, related_name="orders")
    kind = models.CharField(max_length=10, choices=OrderKind.choices, default=OrderKind.ANSWER)
    seat = models.CharField(max_length=60, blank=True)
    token = models.CharField(max_length=255)
    key = models.CharField(max_length=200, blank=True)
    answer = models.JSONField(null=True)
    status = models.CharField(max_length=8, choices=OrderStatus.choices, default=OrderStatus.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    tried = models.DateTimeField(null=True)
    code = models.CharField(max_length=40, blank=True)
    """Why it was refused or given up: the stable name of a sentence, with its `facts`.

    Several answers that ended before the last are carried out and have `stopped`: the facts hold what was `left`,
    how many were `taken`, and the `reason`.
    """
    facts = models.JSONField(default=dict)
    given = models.DateTimeField(auto_now_add=True)
    settled = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("order")
        verbose_name_plural = _("orders")
        constraints = [models.UniqueConstraint(fields=["session", "seat", "token"], name="one_order_for_a_question")]
        indexes = [
            models.Index(fields=["given"], name="order_pending", condition=models.Q(status="pending")),
            models.Index(fields=["session", "seat", "-id"], name="order_of_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def queue(self) -> str:
        """Return its queue: no order waits behind one that a bot thinks over, or that replays another's journal."""
        if self.kind == OrderKind.THINK:
            return "odds"
        return "files" if self.kind == OrderKind.BEGIN and self.session.replays is not None else "turns"
