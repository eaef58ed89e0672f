"""Matches of a season, who plays in them, and the ratings that they brought."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.seasons.models import Season


class Contender(models.Model):
    """A player of matches in a season; the season limits his leave."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="contenders")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    entered = models.DateTimeField(auto_now_add=True)
    left = models.DateTimeField(null=True)
    """Since when he plays no more in it: what he had not finished is void."""

    class Meta:
        verbose_name = _("contender")
        verbose_name_plural = _("contenders")
        ordering = ["entered", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "player"], name="one_contender_of_a_season")]

    def __str__(self) -> str:
        return f"{self.season}: {self.player}"


class Match(models.Model):
    """Two nights between two players, sides swapped; they share the sky, and nothing else."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="matches")
    round = models.PositiveSmallIntegerField()
    one = models.ForeignKey(Contender, models.CASCADE, related_name="+")
    other = models.ForeignKey(Contender, models.CASCADE, related_name="+")
    calendar = models.OneToOneField("play.SeasonKey", models.PROTECT, null=True, related_name="match")
    first = models.OneToOneField("play.Session", models.SET_NULL, null=True, related_name="match_first")
    """The night in which `one` has the first seat of the game; where sides are bid for, the only one."""
    second = models.OneToOneField("play.Session", models.SET_NULL, null=True, related_name="match_second")
    margin = models.IntegerField(null=True)
    """Points of `one` in his nights above those of `other`; secret before all are over."""
    finished = models.DateTimeField(null=True)
    buyer = models.ForeignKey(Contender, models.SET_NULL, null=True, related_name="+")
    """Contender who pays for his side, where there are bids."""
    price = models.PositiveSmallIntegerField(default=0)
    """The points that he pays."""
    lost_by_time = models.ForeignKey(Contender, models.SET_NULL, null=True, related_name="+")
    """Contender who was late when the other claimed the match."""
    swapped = models.BooleanField(default=False)
    """In the only night of a bid, `other` has the first seat."""
    voided = models.DateTimeField(null=True)
    void_reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["round", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "one", "other"], name="no_rematch")]
        indexes = [models.Index(fields=["season", "finished"], name="matches_as_they_ended")]

    def __str__(self) -> str:
        return f"{self.one.player} v {self.other.player}"

    def has_player(self, player: AbstractUser | AnonymousUser) -> bool:
        """Say whether this person plays in it."""
        return player.pk in (self.one.player_id, self.other.player_id)

    def moderated_by(self, player: AbstractUser | AnonymousUser) -> bool:
        """Return whether they moderate its group."""
        return self.season.moderated_by(player)

    def readable_by(self, player: AbstractUser | AnonymousUser) -> bool:
        """Say whether they may read its group."""
        return self.season.readable_by(player)

    @property
    def is_open(self) -> bool:
        """Return whether the match is still to be finished."""
        return self.finished is None and self.voided is None

    @property
    def counts(self) -> bool:
        """Return whether the margin counts in the standings."""
        return self.finished is not None and self.voided is None

    @property
    def is_rated(self) -> bool:
        """Return whether the match changes ratings: a finished pair, and not a single night."""
        return self.counts and self.lost_by_time_id is None and not self.season.bids

    @property
    def why_void(self) -> str:
        """Return the reason why it no longer counts: a steward's, or that one of the two has left."""
        return self.void_reason or gettext("one of the two has left")


class Bid(models.Model):
    """Bid of a contender for a side, secret until both have bid."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="bids")
    contender = models.ForeignKey(Contender, models.CASCADE, related_name="+")
    seat = models.CharField(_("side"), max_length=60)
    points = models.PositiveSmallIntegerField(_("points"), default=0)
    given = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("bid for a side")
        verbose_name_plural = _("bids for sides")
        constraints = [models.UniqueConstraint(fields=["match", "contender"], name="one_bid_of_a_contender")]

    def __str__(self) -> str:
        return f"{self.match}: {self.seat}"


class Rating(models.Model):
    """Change of a player's rating by a match."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="ratings")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    group = models.ForeignKey("campaigns.Group", models.CASCADE, related_name="ratings")
    title = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    """Number of this player's matches in this game so far."""
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="one_rating_of_a_match"),
            models.UniqueConstraint(fields=["group", "title", "player", "number"], name="one_rating_of_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.mu:.1f} ± {self.sigma:.1f}"

    @property
    def certain(self) -> float:
        """Return the certain rating: the rating minus two standard errors."""
        return self.mu - 2 * self.sigma
