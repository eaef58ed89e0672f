"""Store sessions and their seats."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from play.fairness.models import SeasonKey
from play.odds.models import OddsTiming
from play.secrecy import visibility
from play.utils.players import Visitor
from play.utils.tokens import new_invitation, new_seed


class SessionStatus(models.TextChoices):
    """Status of a session."""

    OPEN = "open", _("waiting for players")
    PLAYING = "playing", _("under way")
    OVER = "over", _("over")
    STUCK = "stuck", _("stopped by new rules")


class Session(models.Model):
    """One game: its set-up, and the kernel's record from which it is loaded."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    title = models.CharField(max_length=40)
    setup = models.JSONField(default=dict)
    pack = models.CharField(max_length=80, default="standard")
    pack_hash = models.CharField(max_length=64)
    charts_before = models.JSONField(default=list)
    """Charts by which it was played earlier, as [number of the entry that moved it to others, their hash]."""
    rules = models.CharField(max_length=40)
    """The version of the rules by which it was last played."""
    began = models.CharField(max_length=40)
    """The version with which it began: options that mean something else by now keep that version's reading."""
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="owned_sessions")

    seed = models.BinaryField(default=new_seed)
    commitment = models.CharField(max_length=64)
    nonces = models.JSONField(default=dict)
    calendar = models.ForeignKey(SeasonKey, models.PROTECT, null=True, related_name="sessions")
    """Key of the game's shared draws, when it is flown in a season."""

    status = models.CharField(max_length=8, choices=SessionStatus.choices, default=SessionStatus.OPEN)
    version = models.PositiveIntegerField(default=0)
    """Grows with every change that is committed, and is all that a live stream carries."""
    entries_made = models.PositiveIntegerField(default=0)
    events_told = models.PositiveIntegerField(default=0)
    opening = models.BinaryField(default=bytes)
    """The state before the first event: the first stored board is compared with it."""
    chain = models.CharField(max_length=24, blank=True)
    """Number of the last entries' boards in one chain, and the hash of the last: see `frames`."""
    record = models.BinaryField(default=bytes)
    asked = models.JSONField(default=list)
    """Open questions, as [seat, key, number of the entry that asked it]."""
    offered = models.JSONField(default=dict)
    """The rule and the orders of each question that is answered by one of several orders, by seat and key."""
    worlds = models.JSONField(default=dict)
    """Counters of each seat with hidden facts, by its name (`play.secrecy.visibility`)."""
    proposal = models.JSONField(null=True)
    """An undo that waits for consent, or a move to other `charts`: who asks, whose consent is wanted, who agrees."""
    outcome = models.JSONField(null=True)

    odds = models.CharField(max_length=6, choices=OddsTiming.choices, default=OddsTiming.OFF)
    """Time at which its players see odds."""
    aided = models.BooleanField(default=False)
    """Odds could be read before an order was given: once that was so it stays so."""
    counts = models.BooleanField(default=True)
    """A sandbox and an imported session count for nothing."""
    sandbox_of = models.ForeignKey("self", models.CASCADE, null=True, related_name="sandboxes")
    sandbox_at = models.PositiveIntegerField(null=True)
    replays = models.JSONField(null=True)
    """A journal that is played again when this session begins (of a sandbox's parent, of an imported file)."""

    borrowed = models.PositiveIntegerField(default=0)
    """Entries whose dice derive from another session's seed."""

    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
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
        """Return whether one person plays, with bots or himself on the other seats."""
        return len({seat.player_id for seat in self.table if not seat.policy}) == 1

    def has_player(self, player: Visitor) -> bool:
        """Say whether this person has a seat at the table."""
        return any(seat.player_id == player.pk for seat in self.table)

    def belongs_to(self, player: Visitor) -> bool:
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
    """The number of the last event that its player has looked at. Compare it only: hidden events are counted too."""
    notes = models.JSONField(default=list)
    """Private notes of its player on places of the board (`play.sessions.board_notes`)."""
    heard = models.DateTimeField(null=True)
    """Time of its last change as the seat knows it, where that differs from the session's."""

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["session", "name"], name="one_seat_of_a_name")]
        # SQLite would look through all seats of a player for each of his sessions.
        indexes = [models.Index(fields=["player", "session"], name="seat_of_player_at")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_free(self) -> bool:
        """Return whether the seat can still be taken by its link."""
        return self.player_id is None and not self.policy and self.session.status == SessionStatus.OPEN

    @property
    def version(self) -> int:
        """Return the version of the session as this seat may know it."""
        return visibility.version_of(self.session, self.name)
