"""Store the journal of a session: its entries, and the events of each."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from engine.kernel.events import Event
from play.sessions.models import Session


class EntryKind(models.TextChoices):
    """Kind of a journal entry."""

    BEGIN = "begin", _("begun")
    ANSWER = "answer", _("answered")
    UNDO = "undo", _("taken back")
    STEP_BACK = "step-back", _("stepped back")
    CHARTS = "charts", _("switched to newer charts")


class JournalEntry(models.Model):
    """One line of the journal; none is ever taken out. What was taken back names the entry that did it."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="journal")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=EntryKind.choices, default=EntryKind.ANSWER)
    seat = models.CharField(max_length=60, blank=True)
    key = models.CharField(max_length=200, blank=True)
    answer = models.JSONField(null=True)
    joined = models.BooleanField(default=False)
    """True if it was given in one order with the seat's answer before it, and is taken back with that one."""
    draws = models.JSONField(default=list)
    """Dice of the entry: [stream, its number in the stream, sides, face]."""
    digest = models.CharField(max_length=24, blank=True)
    closed_by = models.CharField(max_length=60, blank=True)
    undone_by = models.PositiveIntegerField(null=True)
    kept = models.BinaryField(null=True)
    """The record as it was before a step back."""
    frames = models.BinaryField(default=bytes)
    """The state after each of its events and when it came to rest, as what differs from the one before."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "play_entry"
        verbose_name = _("journal entry")
        verbose_name_plural = _("journal entries")
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["session", "seq"], name="one_entry_of_a_number")]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind} {self.key}"


class EventRow(models.Model):
    """One event; `to` holds the seats that may know it between bars, and nothing when all may."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="told")
    entry = models.ForeignKey(JournalEntry, models.CASCADE, related_name="told")
    number = models.PositiveIntegerField()
    rank: int
    """Its count among the events that the seat in question may know; the selectors set it."""
    is_last = False
    """True if it is the last of those events; the selectors set it."""
    event: Event | None = None
    """The event, once it has been decoded from the row."""
    place = models.PositiveSmallIntegerField()
    """Its place among the events of its entry, from 0: the frame that belongs to it."""
    kind = models.CharField(max_length=80)
    rule = models.CharField(max_length=40, blank=True)
    to = models.CharField(max_length=255, blank=True)
    data = models.JSONField(default=dict)
    dice = models.JSONField(default=list)
    mods = models.JSONField(default=list)
    chart = models.CharField(max_length=80, blank=True)
    branch = models.CharField(max_length=120, blank=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="one_event_of_a_number")]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"
