"""Models of notifications: settings, a group's webhook, and the outbox."""

import secrets

from django.conf import settings
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db import models
from django.utils.translation import gettext_lazy as _


def new_secret() -> str:
    """Make the secret part of an address, or of a signature."""
    return secrets.token_urlsafe(24)


class Mail(models.TextChoices):
    """Frequency of e-mails."""

    NEVER = "never", _("never")
    AT_ONCE = "at-once", _("at once")
    DIGEST = "digest", _("once a day, all in one")


class NotificationPreference(models.Model):
    """Notification settings of one player."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="wish")
    mail = models.CharField(_("e-mails"), max_length=8, choices=Mail.choices, default=Mail.NEVER)
    hour = models.PositiveSmallIntegerField(_("hour of the daily e-mail"), default=18)
    calendar = models.CharField(max_length=40, unique=True, default=new_secret)
    """The secret part of the address of his calendar; made anew, the old address is void."""

    class Meta:
        db_table = "campaigns_wish"
        verbose_name = _("notice setting")
        verbose_name_plural = _("notice settings")

    def __str__(self) -> str:
        return f"{self.player}: {self.mail}"


class Webhook(models.Model):
    """Webhook of a group."""

    class Shape(models.TextChoices):
        """Format of a webhook message."""

        PLAIN = "plain", _("plain JSON: kind, text, group, address")
        CHAT = "chat", _("for chat services")

    group = models.OneToOneField("campaigns.Group", models.CASCADE, related_name="hook")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    """Steward who set it last: it ends when he is no longer a steward."""
    address = models.URLField(_("address"), max_length=400)
    shape = models.CharField(_("form"), max_length=5, choices=Shape.choices, default=Shape.PLAIN)
    secret = models.CharField(max_length=40, default=new_secret)
    """Secret that signs its messages."""
    failed = models.PositiveSmallIntegerField(default=0)
    sent = models.DateTimeField(null=True)

    class Meta:
        db_table = "campaigns_hook"
        verbose_name = _("hook")
        verbose_name_plural = _("hooks")

    def __str__(self) -> str:
        return f"{self.group}"

    def moderated_by(self, player: AbstractUser | AnonymousUser) -> bool:
        """Return whether they moderate its group."""
        return self.group.moderated_by(player)


class WebhookMessage(models.Model):
    """Message at a webhook for a session or season: one per night, edited as it goes on."""

    hook = models.ForeignKey(Webhook, models.CASCADE, related_name="messages")
    session = models.ForeignKey("play.Session", models.CASCADE, null=True, related_name="+")
    season = models.ForeignKey("campaigns.Season", models.CASCADE, null=True, related_name="+")
    number = models.CharField(max_length=80, blank=True)
    """By which the chat service knows it; nothing where it names none, and cannot edit."""
    editions = models.PositiveIntegerField(default=0)
    begun = models.DateTimeField()

    class Meta:
        db_table = "campaigns_message"
        verbose_name = _("webhook message")
        verbose_name_plural = _("webhook messages")
        constraints = [
            models.UniqueConstraint(fields=["hook", "session"], name="one_message_of_a_table"),
            models.UniqueConstraint(fields=["hook", "season"], name="one_message_of_a_season"),
        ]

    def __str__(self) -> str:
        return f"{self.hook} {self.number}"


class Notification(models.Model):
    """One notice to one person, by one channel: written in the transaction that made it true."""

    class Channel(models.TextChoices):
        """Channel of a notice."""

        MAIL = "mail", _("mail")
        WEBHOOK = "hook", _("hook")

    class Kind(models.TextChoices):
        """Kind of a notice."""

        TURN = "turn", _("your turn")
        PLOTTED = "plotted", _("your opponent has given orders")
        LAST = "last", _("only you are missing")
        TIME = "time", _("your time is running out")
        ENDS = "ends", _("a season ends in two days")
        OVER = "over", _("a game is over")

    session = models.ForeignKey("play.Session", models.CASCADE, null=True, related_name="notices")
    season = models.ForeignKey("campaigns.Season", models.CASCADE, null=True, related_name="notices")
    version = models.PositiveIntegerField()
    """Time of the question, as the game counts it: one notice per question. For a season, its last day."""
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    """Player whose turn it is; None for a whole group."""
    channel = models.CharField(max_length=4, choices=Channel.choices)
    hook = models.ForeignKey(Webhook, models.CASCADE, null=True, related_name="notices")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.TURN)
    due = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    handed = models.DateTimeField(null=True)
    """Since when it has been on its way: who dies then leaves it so, for nobody can tell whether it has arrived."""
    sent = models.DateTimeField(null=True)
    made = models.DateTimeField(auto_now_add=True)
    key = models.CharField(max_length=160, unique=True)
    """Key of uniqueness in one field, because null values do not count in a constraint of some databases."""

    class Meta:
        db_table = "campaigns_notice"
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes = [models.Index(fields=["due"], name="notices_to_send", condition=models.Q(sent=None))]

    def __str__(self) -> str:
        return f"{self.kind} {self.player} {self.channel}"

    @classmethod
    def of(cls, **what: object) -> "Notification":
        """Make a row with its key."""
        one = cls(**what)
        about = f"table {one.session_id}" if one.session_id else f"season {one.season_id}"
        whom = f"{one.player_id or 'all'}/{one.hook_id or 'mail'}"
        one.key = f"{about}/{one.version}/{whom}/{one.kind}"
        return one
