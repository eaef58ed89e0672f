"""Head of every career, in any game."""

import uuid
from typing import TYPE_CHECKING, TypeVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.careers.share_links import new_link

if TYPE_CHECKING:
    from campaigns.accounts.models import Player
    from play.sessions.models import Session

Career = TypeVar("Career", bound="CareerBase")


class CareerSource(models.TextChoices):
    """Source of the dice of a career."""

    FAIR = "fair", _("fair dice")
    TABLETOP = "tabletop", _("tabletop dice")
    IMPORTED = "imported", _("imported from a file")


NOT_IN_A_FILE = (
    *("id", "owner", "session", "seat", "source", "link", "shared"),
    *("digests", "created", "changed", "charts_before"),
)
"""Fields of a head that belong to this site and to no file."""


class CareerBase(models.Model):
    """A career's head: its owner and session are fields of the game's own model, `owner` and `session`."""

    if TYPE_CHECKING:
        owner: models.ForeignKey[Player, Player]
        owner_id: int
        session: models.ForeignKey[Session | None, Session | None]
        session_id: uuid.UUID | None

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    seat = models.CharField(max_length=60, blank=True)
    source = models.CharField(max_length=10, choices=CareerSource.choices, default=CareerSource.FAIR)
    link = models.CharField(max_length=24, unique=True, default=new_link)
    shared = models.BooleanField(default=False)
    """True if everybody with the link may read it."""
    pack = models.CharField(max_length=80, default="standard")
    pack_hash = models.CharField(max_length=64, blank=True)
    options = models.JSONField(default=dict)
    """The optional rules in force, by the engine's names."""
    name = models.CharField(_("name"), max_length=60, blank=True)
    over = models.BooleanField(default=False)
    alive = models.BooleanField(default=True)
    charts_before = models.JSONField(default=list)
    """Of a career that was moved to newer charts: up to which place of its log it was flown by which, by their hash."""
    digests = models.JSONField(default=dict)
    """Digest of the last write to each of the tables below, so that unchanged ones are skipped."""
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name or str(_("A pilot without a name"))

    def belongs_to(self, player: AbstractUser) -> bool:
        """Say whether it is this player's."""
        return self.owner_id == player.pk


class BotFlightBase(models.Model):
    """A stretch of a career that a bot flies in the background; its career is a field of the game's own model."""

    if TYPE_CHECKING:
        career: models.OneToOneField[CareerBase, CareerBase]
        career_id: uuid.UUID

    class Status(models.TextChoices):
        """Progress of a flight."""

        RUNNING = "running", _("under way")
        DONE = "done", _("done")
        STOPPED = "stopped", _("stopped")
        FAILED = "failed", _("ended early")

    until = models.CharField(max_length=6)
    """A mark of the game (`GameSpec.marks`), such as `month` or `year`."""
    policy = models.CharField(max_length=60)
    orders = models.JSONField(default=dict)
    since = models.JSONField(null=True)
    """The mark of the game at which it began; it ends when that has gone by."""
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.RUNNING)
    stop = models.BooleanField(default=False)
    lines = models.PositiveSmallIntegerField(default=0)
    of = models.PositiveSmallIntegerField(default=0)
    first = models.PositiveSmallIntegerField(default=0)
    """The place of the first line that it fills, for what is said afterwards."""
    beat = models.DateTimeField(auto_now=True)
    """Time of the last sign of work: another worker takes over a stale one."""
    begun = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.until} {self.status}"

    @property
    def is_running(self) -> bool:
        """Return whether the flight is under way."""
        return self.status == self.Status.RUNNING
