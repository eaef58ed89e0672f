"""Store chart packs, their contents, and their calibrations."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from play.utils.players import Visitor
from play.utils.tokens import new_invitation


class PackContent(models.Model):
    """The charts that sessions began with: stored once per content when a game opens, and never deleted.

    `play.charts.pack_store` writes and reads them. The folder of packs is only where new sessions look.
    """

    hash = models.CharField(max_length=64, primary_key=True)
    """Over the typed tables without their prose (`engine.kernel.packs.hashing.content_hash`)."""
    formerly = models.CharField(max_length=64, blank=True, db_index=True)
    """The hash by which commit 2a36ce7 knew the same charts: its files still name it."""
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    title = models.CharField(max_length=120, blank=True)
    content = models.BinaryField()
    """Manifest and tables as bytes (`engine.kernel.packs.files.encode_pack`), compressed."""
    kept = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("chart pack")
        verbose_name_plural = _("chart packs")

    def __str__(self) -> str:
        return f"{self.game} {self.name} {self.hash[:12]}"


class ChartPack(models.Model):
    """A chart pack that a player has imported: the texts of its files, found sound or still with faults."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="chart_packs")
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    title = models.CharField(max_length=120)
    texts = models.JSONField(default=dict)
    """The files by name, `pack.yaml` among them."""
    hash = models.CharField(max_length=64, blank=True)
    """Hash of its content; blank while the pack has faults and cannot be played."""
    content = models.BinaryField(default=bytes)
    """The tables of a sound pack by `engine.kernel.packs.files.encode_pack`, compressed; only the child reads files."""
    faults = models.JSONField(default=list)
    """The first faults of one that is not sound: file, line, field, what was expected and what was found."""
    faults_in_all = models.PositiveIntegerField(default=0)
    checked = models.PositiveSmallIntegerField(default=0)
    """The check that has looked at it (`play.charts.services.CHECK`); 0 for none of those that keep what they found."""
    link = models.CharField(max_length=40, unique=True, default=new_invitation)
    shared = models.BooleanField(default=False)
    """True if the link shows it to everybody who has it."""
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("player’s chart pack")
        verbose_name_plural = _("players’ chart packs")
        ordering = ["game", "title", "id"]

    def __str__(self) -> str:
        return self.title

    def belongs_to(self, player: Visitor) -> bool:
        """Say whether this player brought it in."""
        return self.owner_id == player.pk

    @property
    def key(self) -> str:
        """Pack name that sessions and careers store."""
        return f"own-{self.pk.hex}"


class Calibration(models.Model):
    """Games that bots play by a player's charts and by the standard ones, in the background, for their figures."""

    class Status(models.TextChoices):
        """Progress of a calibration."""

        RUNNING = "running", _("under way")
        DONE = "done", _("done")
        STOPPED = "stopped", _("stopped")
        FAILED = "failed", _("ended early")

    pack = models.OneToOneField(ChartPack, models.CASCADE, related_name="calibration")
    hash = models.CharField(max_length=64)
    """The content that is calibrated: figures of an older one say so."""
    games = models.PositiveSmallIntegerField()
    played = models.PositiveSmallIntegerField(default=0)
    tallies = models.JSONField(default=list)
    """Shares played so far: pairs of the pack's tally and the standard's."""
    figures = models.JSONField(default=list)
    """Rows of measure, the pack's figure and the standard's."""
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.RUNNING)
    stop = models.BooleanField(default=False)
    beat = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("calibration")
        verbose_name_plural = _("calibrations")

    def __str__(self) -> str:
        return f"{self.pack} {self.played}/{self.games}"
