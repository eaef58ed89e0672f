"""An uploaded file, and its result."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from play.utils.players import Visitor


class Upload(models.Model):
    """A file to be checked or imported by the worker of the queue `files`; it is deleted after a day."""

    class Status(models.TextChoices):
        """Progress of an upload."""

        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("being checked")
        DONE = "done", _("done")
        FAILED = "failed", _("could not be checked")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="uploads")
    """Owner; None if he was not signed in, and then only his browser is shown the result."""
    address = models.CharField(max_length=32, blank=True)
    """A keyed hash of the network address that it came from, for the limits."""
    kind = models.CharField(max_length=20)
    """Kind of the upload (`UPLOAD_KINDS`)."""
    name = models.CharField(max_length=120, blank=True)
    language = models.CharField(max_length=10)
    asked = models.JSONField(default=dict)
    """Other fields of the form."""
    content = models.BinaryField()
    """The file, compressed; nothing once it is settled."""
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    made = models.DateTimeField(auto_now_add=True)
    tried = models.DateTimeField(null=True)
    result = models.JSONField(default=dict)
    """Result by its kind, or the `page` to go on to, or the `problem` in a sentence."""

    class Meta:
        verbose_name = _("uploaded file")
        verbose_name_plural = _("uploaded files")
        indexes = [
            models.Index(fields=["made"], name="upload_pending", condition=models.Q(status__in=["waiting", "running"]))
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    def readable_by(self, player: Visitor) -> bool:
        """Say whether a player may read the result; the view looks for the browser of one who was not signed in."""
        return self.owner_id is None or self.owner_id == player.pk

    @property
    def is_pending(self) -> bool:
        """Return whether there is no result yet."""
        return self.status in PENDING


PENDING = (Upload.Status.WAITING, Upload.Status.RUNNING)
