"""What is kept of a game under way: session, seats, orders given, and the journal of what came of them."""

import secrets
import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from . import veils
from .exercise.models import Exercise, ExerciseAnswer  # noqa: F401  tables of this app, too
from .hindsight.models import LookBack  # noqa: F401  a table of this app, too
from .odds.models import Forecast, When  # noqa: F401  the forecast is a table of this app


def new_seed() -> bytes:
    """Make the secret that all dice of a session hang on."""
    return secrets.token_bytes(32)


def new_invitation() -> str:
    """Make the secret part of a link that offers a seat."""
    return secrets.token_urlsafe(16)


class Calendar(models.Model):
    """The key that the shared draws of a season hang on; its hash is shown before the first entry, it after the last.

    Sessions that hang on one calendar meet the same, each in its own time: raids, weather, interceptions.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key = models.BinaryField(default=new_seed)
    commitment = models.CharField(max_length=64)
    created = models.DateTimeField(auto_now_add=True)
    opened = models.DateTimeField(null=True)
    """Since when everybody may know the key: nobody begins on it any more."""

    class Meta:
        verbose_name = _("calendar")
        verbose_name_plural = _("calendars")

    def __str__(self) -> str:
        return self.commitment[:12]


class PackContent(models.Model):
    """The charts that sessions were begun with: kept once for each content when one opens, for as long as the house.

    `play.packs.charts` writes and reads them. The folder of packs is only where new sessions look.
    """

    hash = models.CharField(max_length=64, primary_key=True)
    """Over the typed tables without their prose (`engine.kernel.packs.content_hash`)."""
    formerly = models.CharField(max_length=64, blank=True, db_index=True)
    """The hash by which commit 2a36ce7 knew the same charts: its files still name it."""
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    title = models.CharField(max_length=120, blank=True)
    content = models.BinaryField()
    """Manifest and tables as bytes (`engine.kernel.packs.packed`), compressed."""
    kept = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("chart pack")
        verbose_name_plural = _("chart packs")

    def __str__(self) -> str:
        return f"{self.game} {self.name} {self.hash[:12]}"


class HouseKey(models.Model):
    """A key that signs, or has signed, the files of this site; the secret of one that no longer signs is deleted."""

    secret = models.BinaryField(null=True)
    public = models.CharField(max_length=64, unique=True)
    signs = models.BooleanField(default=True)
    made = models.DateTimeField(auto_now_add=True)
    replaced = models.DateTimeField(null=True, blank=True)
    retired = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("signing key")
        verbose_name_plural = _("signing keys")
        constraints = [
            models.UniqueConstraint(fields=["signs"], condition=models.Q(signs=True), name="one_key_signs"),
        ]

    def __str__(self) -> str:
        return self.public

    @property
    def state(self) -> str:
        """Say what a signature with it is worth: signing, replaced or retired."""
        return "signing" if self.signs else "retired" if self.retired else "replaced"


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
    calendar = models.ForeignKey(Calendar, models.PROTECT, null=True, related_name="sessions")
    """What the game's shared draws hang on instead, when it is flown in a season."""

    status = models.CharField(max_length=8, choices=SessionStatus.choices, default=SessionStatus.OPEN)
    version = models.PositiveIntegerField(default=0)
    """Grows with every change that is committed, and is all that a live stream carries."""
    entries_made = models.PositiveIntegerField(default=0)
    events_told = models.PositiveIntegerField(default=0)
    opening = models.BinaryField(default=bytes)
    """The state before anything happened: what the first of the kept boards is compared with."""
    chain = models.CharField(max_length=24, blank=True)
    """How many of the last entries' boards hang one on another, and the hash of the last: see `frames`."""
    record = models.BinaryField(default=bytes)
    asked = models.JSONField(default=list)
    """What is to be decided now, as [seat, key, number of the entry that asked it]."""
    worlds = models.JSONField(default=dict)
    """What each seat counts where something is hidden from it, by its name (`play.veils`)."""
    proposal = models.JSONField(null=True)
    """An undo that waits for consent, or a move to other `charts`: who asks, whose consent is wanted, who agrees."""
    outcome = models.JSONField(null=True)

    odds = models.CharField(max_length=6, choices=When.choices, default=When.OFF)
    """When its players are shown what their orders would bring."""
    aided = models.BooleanField(default=False)
    """Odds could be read before an order was given: once that was so it stays so."""
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
    """The number of the last event that its player has looked at. Compare it only: hidden events are counted too."""
    notes = models.JSONField(default=list)
    """What its player has written on places of the board, for himself alone (`play.notes`)."""
    heard = models.DateTimeField(null=True)
    """When its world last moved, where that is not whenever the session did."""

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
        """Whether it can still be taken by its link."""
        return self.player_id is None and not self.policy and self.session.status == SessionStatus.OPEN

    @property
    def version(self) -> int:
        """How far the session has come as this seat may know it."""
        return veils.version_of(self.session, self.name)


class SpentPledge(models.Model):
    """A pledge that has bound a table: it binds no other. Kept for as long as its form could be sent again."""

    number = models.CharField(max_length=32, primary_key=True)
    spent = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("spent pledge")
        verbose_name_plural = _("spent pledges")

    def __str__(self) -> str:
        return self.number


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
    ANSWERS = "answers", _("several answers")
    GO_ON = "go-on", _("go on")
    UNDO = "undo", _("take back")
    AGREE = "agree", _("agree to take back")
    DECLINE = "decline", _("decline to take back")
    STEP_BACK = "step-back", _("step back to the checkpoint")
    LEND = "lend", _("lend the seat to a bot")
    CORRECT = "correct", _("correct an answer")
    CHARTS = "charts", _("go on by newer charts")
    THINK = "think", _("think, and answer")


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


class EntryKind(models.TextChoices):
    """What a line of the journal records."""

    BEGIN = "begin", _("begun")
    ANSWER = "answer", _("answered")
    UNDO = "undo", _("taken back")
    STEP_BACK = "step-back", _("stepped back")
    CHARTS = "charts", _("gone on by newer charts")


class Entry(models.Model):
    """One line of the journal; none is ever taken out. What was taken back names the entry that did it."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="journal")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=EntryKind.choices, default=EntryKind.ANSWER)
    seat = models.CharField(max_length=60, blank=True)
    key = models.CharField(max_length=200, blank=True)
    answer = models.JSONField(null=True)
    joined = models.BooleanField(default=False)
    """Whether it was given in one order with the seat's answer before it, and is taken back with that one."""
    draws = models.JSONField(default=list)
    """What fell: [stream, its number in the stream, sides, face]."""
    digest = models.CharField(max_length=24, blank=True)
    closed_by = models.CharField(max_length=60, blank=True)
    undone_by = models.PositiveIntegerField(null=True)
    kept = models.BinaryField(null=True)
    """The record as it was before a step back."""
    frames = models.BinaryField(default=bytes)
    """The state after each of its events and when it came to rest, as what differs from the one before."""
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
    event: Any = None
    """What was told, once it has been made of the row again."""
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


class Remark(models.Model):
    """A line that one who decides unseen has said to another: no word of the rules, and marked so."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="remarks")
    seat = models.CharField(max_length=60)
    text = models.CharField(max_length=140)
    seq = models.PositiveIntegerField()
    """The last entry of the journal when it was said."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("remark")
        verbose_name_plural = _("remarks")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.text


class ChartPack(models.Model):
    """A chart pack that a player has brought in: the texts of its files, found sound or still with faults."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="chart_packs")
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    title = models.CharField(max_length=120)
    texts = models.JSONField(default=dict)
    """The files by name, `pack.yaml` among them."""
    hash = models.CharField(max_length=64, blank=True)
    """What its content is pinned by; nothing while something is wrong with it, and it cannot be played."""
    content = models.BinaryField(default=bytes)
    """What a sound one holds, as `engine.kernel.packs.packed` gives it, compressed: only the child reads its files."""
    faults = models.JSONField(default=list)
    """The first faults of one that is not sound: file, line, field, what was expected and what was found."""
    faults_in_all = models.PositiveIntegerField(default=0)
    checked = models.PositiveSmallIntegerField(default=0)
    """The check that has looked at it (`play.packs.services.CHECK`); 0 for none of those that keep what they found."""
    link = models.CharField(max_length=40, unique=True, default=new_invitation)
    shared = models.BooleanField(default=False)
    """Whether the link shows it to whoever has it."""
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("player’s chart pack")
        verbose_name_plural = _("players’ chart packs")
        ordering = ["game", "title", "id"]

    def __str__(self) -> str:
        return self.title

    def belongs_to(self, player: Any) -> bool:
        """Say whether this player brought it in."""
        return self.owner_id == player.pk

    @property
    def key(self) -> str:
        """What a session or a career calls it by."""
        return f"own-{self.pk.hex}"


class Calibration(models.Model):
    """Games that bots play by a player's charts and by the standard ones, in the background, for their figures."""

    class Status(models.TextChoices):
        """How far it has come."""

        RUNNING = "running", _("under way")
        DONE = "done", _("done")
        STOPPED = "stopped", _("stopped")
        FAILED = "failed", _("broken off")

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


# The table of watchers stands in a module of its own; Django looks for models here.
from .pace.models import Pace  # noqa: E402, F401 - a table's pace is found where all else of it is
from .uploads.models import Upload  # noqa: E402, F401
from .watching.models import Watch  # noqa: E402, F401
