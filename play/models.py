"""What is kept of a game under way: session, seats, orders given, and the journal of what came of them."""

import secrets
import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


def new_seed() -> bytes:
    """Make the secret that all dice of a session hang on."""
    return secrets.token_bytes(32)


def new_invitation() -> str:
    """Make the secret part of a link that offers a seat."""
    return secrets.token_urlsafe(16)


class SessionStatus(models.TextChoices):
    """How far a session has come."""

    OPEN = "open", _("waiting for players")
    PLAYING = "playing", _("under way")
    OVER = "over", _("over")
    STUCK = "stuck", _("stopped by new rules")


class Session(models.Model):
    """One game at one table: how it was set up, and the kernel's record that it is taken up from."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    title = models.CharField(max_length=40)
    setup = models.JSONField(default=dict)
    pack = models.CharField(max_length=80, default="standard")
    pack_hash = models.CharField(max_length=64)
    rules = models.CharField(max_length=40)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="owned_sessions")

    seed = models.BinaryField(default=new_seed)
    commitment = models.CharField(max_length=64)
    nonces = models.JSONField(default=dict)
    shared = models.JSONField(default=dict)
    """Streams that hang on a key of the season instead, as hexadecimal: secret until the season ends."""

    status = models.CharField(max_length=8, choices=SessionStatus.choices, default=SessionStatus.OPEN)
    version = models.PositiveIntegerField(default=0)
    """Grows with every change that is committed, and is all that a live stream carries."""
    entries_made = models.PositiveIntegerField(default=0)
    events_told = models.PositiveIntegerField(default=0)
    opening = models.BinaryField(default=bytes)
    """The state before anything happened: the dictionary that the kept boards are compressed with."""
    record = models.BinaryField(default=bytes)
    asked = models.JSONField(default=list)
    """What is to be decided now, as [seat, key, number of the entry that asked it]."""
    proposal = models.JSONField(null=True)
    """An undo that waits for consent: who asks, whose consent is wanted, who has agreed."""
    outcome = models.JSONField(null=True)

    counts = models.BooleanField(default=True)
    """A sandbox and an imported session count for nothing."""
    sandbox_of = models.ForeignKey("self", models.CASCADE, null=True, related_name="sandboxes")
    sandbox_at = models.PositiveIntegerField(null=True)
    replays = models.JSONField(null=True)
    """A journal that is played again when this session begins (of a sandbox's parent, of an imported file)."""

    borrowed = models.PositiveIntegerField(default=0)
    """Entries whose dice come of another session's seed."""

    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        indexes = [models.Index(fields=["owner", "-changed"], name="session_by_owner")]

    def __str__(self) -> str:
        return f"{self.title} {self.id}"

    @property
    def table(self) -> list["Seat"]:
        """The seats in order, read once."""
        if not hasattr(self, "_table"):
            self._table = list(self.seats_taken.select_related("player").order_by("place"))
        return self._table

    @table.setter
    def table(self, seats: list["Seat"]) -> None:
        self._table = seats

    @property
    def table_prefetched(self) -> list["Seat"]:
        """The seats as a list of tables has fetched them."""
        return list(self.seats_taken.all())

    @property
    def is_solitaire(self) -> bool:
        """Whether one person plays, the other seats being bots or the same person's."""
        return len({seat.player_id for seat in self.table if not seat.policy}) == 1

    def seats(self, player: Any) -> bool:
        """Say whether this person has a seat at the table."""
        return any(seat.player_id == player.pk for seat in self.table)

    def belongs_to(self, player: Any) -> bool:
        """Say whether this person set the table."""
        return self.owner_id == player.pk

    def seat(self, name: str) -> "Seat | None":
        """Return the seat of that name."""
        return next((seat for seat in self.table if seat.name == name), None)


class Seat(models.Model):
    """One side of a session: played by a person, by a bot, or still offered by a link."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="seats_taken")
    name = models.CharField(max_length=60)
    place = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="play_seats")
    policy = models.CharField(max_length=60, blank=True)
    standing_orders = models.JSONField(default=dict)
    invitation = models.CharField(max_length=40, unique=True, default=new_invitation)
    ready = models.BooleanField(default=False)
    seen = models.PositiveIntegerField(default=0)
    """The last event that was on the page when its player last looked."""

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["session", "name"], name="one_seat_of_a_name")]

    def __str__(self) -> str:
        return self.name


class OrderStatus(models.TextChoices):
    """What has become of an order."""

    PENDING = "pending", _("given")
    DONE = "done", _("carried out")
    REFUSED = "refused", _("refused")
    FAILED = "failed", _("given up")


class OrderKind(models.TextChoices):
    """What an order is about."""

    BEGIN = "begin", _("begin")
    ANSWER = "answer", _("answer")
    GO_ON = "go-on", _("go on")
    UNDO = "undo", _("take back")
    AGREE = "agree", _("agree to take back")
    DECLINE = "decline", _("decline to take back")
    STEP_BACK = "step-back", _("step back to the checkpoint")
    LEND = "lend", _("lend the seat to a bot")
    CORRECT = "correct", _("correct an answer")


class Order(models.Model):
    """One order given by a seat: what the task is told, and where its result is read.

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
    """Why it was refused or given up: the stable name of a sentence, with its `facts`."""
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
        return f"{self.kind} {self.token}"


class EntryKind(models.TextChoices):
    """What a line of the journal records."""

    BEGIN = "begin", _("begun")
    ANSWER = "answer", _("answered")
    UNDO = "undo", _("taken back")
    STEP_BACK = "step-back", _("stepped back")


class Entry(models.Model):
    """One line of the journal; none is ever taken out. What was taken back names the entry that did it."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="journal")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=EntryKind.choices, default=EntryKind.ANSWER)
    seat = models.CharField(max_length=60, blank=True)
    key = models.CharField(max_length=200, blank=True)
    answer = models.JSONField(null=True)
    draws = models.JSONField(default=list)
    """What fell: [stream, its number in the stream, sides, face]."""
    digest = models.CharField(max_length=16, blank=True)
    closed_by = models.CharField(max_length=60, blank=True)
    undone_by = models.PositiveIntegerField(null=True)
    kept = models.BinaryField(null=True)
    """The record as it was before a step back."""
    frames = models.BinaryField(default=bytes)
    """The state after each of its events, compressed."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("journal entry")
        verbose_name_plural = _("journal entries")
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["session", "seq"], name="one_entry_of_a_number")]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind} {self.key}"


class EventRow(models.Model):
    """One event as it was told; `to` holds the seats that may know it between bars, and nothing when all may."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="told")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="told")
    number = models.PositiveIntegerField()
    rank: int
    """Its count among the events that the seat in question may know; the selectors set it."""
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
