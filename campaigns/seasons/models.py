"""A season and its entries: the game and its terms, and the games that take part."""

import uuid
from datetime import UTC, date, datetime

from django.conf import settings
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.results.models import ResultSource
from play.charts import selectors
from play.charts.models import PackContent
from play.clocks.models import OverrunPolicy
from play.games.text import GameText


def site_day(at: datetime | None = None) -> date:
    """Return the site's day: seasons end for everybody at once, in every time zone."""
    return (at or timezone.now()).astimezone(UTC).date()


class TieBreak(models.TextChoices):
    """Tie-break of equal results."""

    SECOND = "second", _("the rulebook’s second measure, then fewer flown")
    FLOWN = "flown", _("fewer flown")
    SHARED = "shared", _("none: equal results share the place")


class TimeoutPolicy(models.TextChoices):
    """Consequence of a timeout, as agreed at the start: in each game (`play.clocks`), or for the match."""

    WAIT = OverrunPolicy.WAIT.value, OverrunPolicy.WAIT.label
    CALL = OverrunPolicy.CALL.value, OverrunPolicy.CALL.label
    ANSWER = OverrunPolicy.ANSWER.value, OverrunPolicy.ANSWER.label
    CLAIM = "claim", _("the opponent may claim the match")


class Season(models.Model):
    """Games of one kind in a group, by the same rules and charts; sealed with the first entry."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    group = models.ForeignKey("campaigns.Group", models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=60)
    title = models.CharField(max_length=40)
    terms = models.JSONField(default=dict)
    """Terms that every entry must share; the source of the dice is a field of its own."""
    pack_hash = models.CharField(max_length=64)
    pack = models.CharField(max_length=80, default="standard")
    setup = models.JSONField(default=dict)
    """Set-up of a game of a duplicate season."""
    opens = models.DateField(_("entries from"))
    closes = models.DateField(_("entries until"))
    ends = models.DateField(_("last day that counts"), null=True)
    """Last day that counts; without it a season ends with its games."""
    each = models.PositiveSmallIntegerField(_("games each"), default=1)
    tabletop = models.BooleanField(_("tabletop dice too"), default=False)
    under_way = models.BooleanField(_("games begun before"), default=False)
    aids = models.BooleanField(_("aids allowed"), default=True)
    ties = models.CharField(_("ties"), max_length=8, choices=TieBreak.choices, default=TieBreak.SECOND)
    mirrored = models.BooleanField(_("mirrored matches"), default=False)
    """It is played in pairs of games with sides swapped; who enters is a contender."""
    pace = models.PositiveSmallIntegerField(_("hours for an answer"), default=48)
    leave = models.PositiveSmallIntegerField(_("days of leave"), default=14)
    weekend = models.BooleanField(_("weekends do not count"), default=False)
    late = models.CharField(
        _("what a timeout means"), max_length=6, choices=TimeoutPolicy.choices, default=TimeoutPolicy.WAIT
    )
    timeout = models.CharField(_("other agreements"), max_length=120, blank=True)
    bids = models.BooleanField(_("secret bids for the side"), default=False)
    """A match is one night, and the side that both want goes to who pays more points for it; nobody is rated by it."""
    calendar = models.OneToOneField("play.SeasonKey", models.PROTECT, null=True, related_name="season")
    """Key of the shared events of a duplicate season."""
    made = models.DateTimeField(auto_now_add=True)
    edition = models.UUIDField(default=uuid.uuid4, editable=False)
    """Another one whenever something in its standings has changed (`campaigns.ladders.ranking`)."""
    sealed = models.DateTimeField(null=True)
    """Since the first entry: nothing of it changes any more."""
    size: int
    words: GameText
    """Number of entries, and the words of its game: in the list of a group's seasons (`seasons_of`)."""

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-opens", "-made"]

    def __str__(self) -> str:
        return self.name

    def has_player(self, player: AbstractUser | AnonymousUser) -> bool:
        """Say whether this person is in its group."""
        return self.group.has_player(player)

    def moderated_by(self, player: AbstractUser | AnonymousUser) -> bool:
        """Return whether they moderate its group."""
        return self.group.moderated_by(player)

    def readable_by(self, player: AbstractUser | AnonymousUser) -> bool:
        """Say whether they may read its group."""
        return self.group.readable_by(player)

    @property
    def charts_title(self) -> str:
        """The name of its charts; a pack that somebody brought is called by its own."""
        if self.pack in selectors.site_pack_names(self.title):
            return selectors.title_of(self.title, self.pack)
        return PackContent.objects.filter(hash=self.pack_hash).values_list("title", flat=True).first() or self.pack

    @property
    def is_duplicate(self) -> bool:
        """Return whether all its pilots meet the same raids."""
        return self.calendar_id is not None

    def is_final(self, today: date | None = None) -> bool:
        """Return whether its last day is over: nothing counts any more, and nothing is hidden."""
        return self.ends is not None and (today or site_day()) > self.ends

    def takes_entries(self, today: date | None = None) -> bool:
        """Say whether one may enter today, by the day that also decides when others' lines are shown."""
        return self.opens <= (today or site_day()) <= self.closes


class SeasonEntry(models.Model):
    """One seat of one game in a season. A steward may void it, with a reason that everybody reads."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="entries")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="entries")
    session = models.ForeignKey("play.Session", models.CASCADE, related_name="entries")
    seat = models.CharField(max_length=60)
    entered = models.DateTimeField(auto_now_add=True)
    voided = models.DateTimeField(null=True)
    void_reason = models.CharField(_("reason"), max_length=200, blank=True)
    name = models.CharField(max_length=60, blank=True)
    """Name of the pilot, if the game names him."""
    source = models.CharField(max_length=10, choices=ResultSource.choices, default=ResultSource.FAIR)
    mark = models.CharField(max_length=16, blank=True)
    """The hash of the lines that its tallies were written from."""
    aided: bool
    evened: float | None
    """Use of odds, and the result without luck (`campaigns.ladders.ladder.named`)."""

    class Meta:
        db_table = "campaigns_entry"
        verbose_name = _("entry of a season")
        verbose_name_plural = _("entries of seasons")
        ordering = ["entered"]
        constraints = [models.UniqueConstraint(fields=["season", "session", "seat"], name="one_entry_of_a_seat")]

    def __str__(self) -> str:
        return f"{self.season}: {self.player}"

    @property
    def why_void(self) -> str:
        """Return the reason why it no longer counts: a steward's, or that he has taken his game along."""
        return self.void_reason or gettext("left the group with this game")


class SeasonStart(models.Model):
    """Start in a duplicate season: once per player, because he then knows its raids."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="starts")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        db_table = "campaigns_start"
        verbose_name = _("start in a season")
        verbose_name_plural = _("starts in seasons")
        constraints = [models.UniqueConstraint(fields=["season", "player"], name="one_start_in_a_duplicate_season")]

    def __str__(self) -> str:
        return f"{self.season}: {self.player}"


class ScoreRow(models.Model):
    """Score of an entry after a line. Standings are stored by line, because each reader sees them up to his own.

    Line 0 is the moment of entry. `head` is the last line so far.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="tallies", db_index=False)
    entry = models.ForeignKey(SeasonEntry, models.CASCADE, related_name="tallies", db_index=False)
    line = models.PositiveSmallIntegerField()
    head = models.BooleanField(default=False)
    at = models.DateTimeField()
    """Time at which the line was first written: the one value that no journal can rebuild."""

    value = models.IntegerField(default=0)
    known = models.BooleanField(default=True)
    """True if the value is public."""
    second = models.IntegerField(default=0)
    flown = models.PositiveSmallIntegerField(default=0)
    key = models.BigIntegerField(default=0)
    """The order of the table, ties included: the more the better."""
    key_before = models.BigIntegerField(null=True)
    """The key with which the entry came into the week of this line; none when it was entered in that week."""
    week = models.IntegerField(default=0)

    gain = models.SmallIntegerField(default=0)
    kind = models.CharField(max_length=8)
    hits = models.PositiveSmallIntegerField(default=0)
    hurt = models.BooleanField(default=False)
    state = models.CharField(max_length=24, blank=True)
    out = models.BooleanField(default=False)

    best_line = models.SmallIntegerField(default=0)
    best_month = models.SmallIntegerField(default=0)
    most_hits = models.PositiveSmallIntegerField(default=0)
    falls = models.PositiveSmallIntegerField(default=0)
    longest_run = models.PositiveSmallIntegerField(default=0)
    fifth = models.PositiveSmallIntegerField(null=True)
    """Flown when the fifth fell."""

    class Meta:
        db_table = "campaigns_tally"
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        ordering = ["line"]
        constraints = [models.UniqueConstraint(fields=["entry", "line"], name="one_tally_of_a_line")]
        indexes = [
            models.Index(fields=["season", "line"], name="tallies_of_a_line"),
            models.Index(fields=["season", "-at"], name="tallies_as_they_came"),
            models.Index(fields=["season", "entry"], name="tallies_as_they_stand", condition=models.Q(head=True)),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.line}"
