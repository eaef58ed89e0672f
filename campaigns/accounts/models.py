"""Players and the data that the site stores about them."""

import secrets

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.accounts.time_zones import known_zone
from play.utils import csv_form


def new_username() -> str:
    """A handle that is never shown: people are known by their display name and sign in with their e-mail."""
    return f"player-{secrets.token_hex(8)}"


def check_time_zone(name: str) -> None:
    """Refuse a time zone that this machine's tables do not know."""
    if known_zone(name) is None:
        raise ValidationError(_("There is no time zone called “%(name)s”."), params={"name": name})


def site_languages() -> list[tuple[str, str]]:
    """Return the languages of the settings: a new one needs no migration."""
    return settings.LANGUAGES


class Theme(models.TextChoices):
    """The two colour schemes: paper by day, plot room by night."""

    AUTO = "auto", _("System default")
    LIGHT = "light", _("Paper (light)")
    DARK = "dark", _("Night (dark)")


class Player(AbstractUser):
    """A person at the table: a guest until an e-mail and a password are given, the same row afterwards."""

    first_name = None  # type: ignore[assignment]  # one name is enough for a club
    last_name = None  # type: ignore[assignment]

    username = models.CharField(_("handle"), max_length=64, unique=True, default=new_username, editable=False)
    display_name = models.CharField(_("name"), max_length=40, help_text=_("Other players see this name."))
    is_guest = models.BooleanField(_("guest"), default=False)
    is_bot = models.BooleanField(_("bot"), default=False)
    """It plays by tokens of its seats; nobody signs in to it, and what it plays is rated with nobody's."""
    keeper = models.ForeignKey("self", models.SET_NULL, null=True, related_name="bots", editable=False)
    """Owner of the bot account."""
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, validators=[check_time_zone])
    language = models.CharField(_("language"), max_length=10, blank=True, choices=site_languages)
    theme = models.CharField(_("colours"), max_length=5, choices=Theme.choices, default=Theme.AUTO)
    key_orders = models.BooleanField(_("orders by single keys"), default=True)
    csv_separator = models.CharField(
        _("separator in CSV files"), max_length=9, choices=csv_form.Separator.choices, default=csv_form.Separator.COMMA
    )
    csv_decimal = models.CharField(
        _("decimal sign in CSV files"), max_length=5, choices=csv_form.Decimal.choices, default=csv_form.Decimal.POINT
    )
    csv_dates = models.CharField(
        _("dates in CSV files"), max_length=6, choices=csv_form.Dates.choices, default=csv_form.Dates.ISO
    )
    leaving = models.DateTimeField(_("leaving since"), null=True, editable=False)
    """Set when the account is closed; dependent rows are deleted in the background."""
    last_seen = models.DateTimeField(_("last seen"), default=timezone.now)

    REQUIRED_FIELDS = ["email"]

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes = (models.Index(fields=["is_guest", "last_seen"], name="player_idle_guests"),)

    def __str__(self) -> str:
        name = self.display_name or self.username
        return str(_("%(name)s (bot)")) % {"name": name} if self.is_bot else name

    def get_full_name(self) -> str:
        """The name that letters and pages use."""
        return str(self)

    def get_short_name(self) -> str:
        """The same name: there is only one."""
        return str(self)


# The models of groups and results are in modules of their own; Django looks for models here.
from campaigns.api.models import Token  # noqa: E402, F401
from campaigns.bots.models import SeatToken  # noqa: E402, F401
from campaigns.comments.models import Comment  # noqa: E402, F401
from campaigns.groups.models import AuditEntry, Group, Invitation, Membership  # noqa: E402, F401
from campaigns.matches.models import Bid, Contender, Match, Rating  # noqa: E402, F401
from campaigns.moderation.models import Block, Report  # noqa: E402, F401
from campaigns.notifications.models import Notification, NotificationPreference, Webhook, WebhookMessage  # noqa: E402, F401
from campaigns.results.models import Result  # noqa: E402, F401
from campaigns.seasons.models import ScoreRow, Season, SeasonEntry, SeasonStart  # noqa: E402, F401


class QueuedEmail(models.Model):
    """A letter that the mail server did not take yet."""

    to = models.CharField(_("to"), max_length=254)
    subject = models.CharField(_("subject"), max_length=998)
    text = models.TextField(_("text"))
    html = models.TextField(_("as a page"), blank=True)
    kept = models.DateTimeField(_("stored since"), auto_now_add=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    due = models.DateTimeField(_("due"), db_index=True)

    class Meta:
        db_table = "campaigns_letter"
        verbose_name = _("e-mail")
        verbose_name_plural = _("e-mails")

    def __str__(self) -> str:
        return f"{self.to}: {self.subject}"
