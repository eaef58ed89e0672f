"""A spectator link: its kind, its maker, and the person whom the players have accepted."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from play.secrecy import visibility
from play.sessions.models import Session
from play.utils.players import Player
from play.utils.tokens import new_invitation


class SpectatorLink(models.Model):
    """One way to watch one game."""

    class Kind(models.TextChoices):
        """Kind of view that a spectator gets."""

        OPEN = "open", _("what all players know, live")
        EYES = "eyes", _("what I see, with a delay")
        UMPIRE = "umpire", _("everything, live (umpire)")
        AFTER = "after", _("everything, after the game")

    class Delay(models.IntegerChoices):
        """Delay in minutes."""

        HALF_AN_HOUR = 30, _("half an hour later")
        TWO_HOURS = 120, _("two hours later")
        A_DAY = 1440, _("a day later")
        THREE_DAYS = 4320, _("three days later")

    session = models.ForeignKey("play.Session", models.CASCADE, related_name="watches")
    kind = models.CharField(_("what they see"), max_length=6, choices=Kind.choices)
    seat = models.CharField(max_length=60, blank=True)
    """Seat whose view is shown; blank for the other kinds."""
    delay = models.PositiveSmallIntegerField(_("delay"), choices=Delay.choices, default=Delay.A_DAY)
    link = models.CharField(max_length=40, unique=True, default=new_invitation)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    watcher = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    """The person who is to be the umpire."""
    agreed = models.JSONField(default=list)
    """The numbers of the players who have agreed to that person."""
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "play_watch"
        verbose_name = _("spectator link")
        verbose_name_plural = _("spectator links")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.session_id}"

    @property
    def behind(self) -> timedelta:
        """Return the delay behind the game."""
        return timedelta(minutes=self.delay) if self.kind == self.Kind.EYES else timedelta()

    def is_agreed(self, session: Session) -> bool:
        """Say whether all who play have agreed to the umpire, in a game that may have one."""
        agreed = self.watcher_id is not None and player_ids(session) <= set(self.agreed)
        return agreed and may_have_umpire(session)

    def may_be_ended_by(self, session: Session, player: Player) -> bool:
        """Say whether this player takes the link back: his own eyes alone, everything else anybody who plays."""
        if self.kind == self.Kind.EYES:
            return self.by_id == player.pk
        return player.pk in player_ids(session) or self.watcher_id == player.pk


def may_have_umpire(session: Session) -> bool:
    """Say whether an umpire may see all of a game: where one person plays, not before the end.

    That person could learn all that the rules hide, and would have agreed to it alone.
    """
    return len(player_ids(session)) > 1 or visibility.is_over(session, [seat.name for seat in session.table])


def player_ids(session: Session) -> set[int]:
    """Return the people who play."""
    return {seat.player_id for seat in session.table if seat.player_id is not None and not seat.policy}
