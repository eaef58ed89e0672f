"""Services for accounts: guest, settings, leave and deletion."""

import logging
import secrets
import time
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.accounts.models import Player
from campaigns.groups.services import groups_hand_over
from play.sessions.services import solo_games_delete
from play.utils.deletion import delete_with_dependents
from play.utils.optional_writes import only_if_idle

log = logging.getLogger(__name__)

GUEST_RETENTION = timedelta(days=30)
SEEN_AGAIN_AFTER = timedelta(minutes=10)
AT_ONCE = 50
SECONDS_AT_ONCE = 4.0
"""Well within the time that a task has."""


def guest_start(*, name: str = "", language: str = "", time_zone: str = "") -> Player:
    """A real player without e-mail or password, who can be claimed later with nothing lost."""
    # Numbers distinguish two guests in one game.
    name = name or _("Guest %(number)s") % {"number": secrets.randbelow(9000) + 1000}
    player = Player(display_name=name, is_guest=True, language=language, time_zone=time_zone)
    player.set_unusable_password()
    player.save()
    return player


def appearance_set(*, player: Player, language: str = "", theme: str = "") -> None:
    """Store the chosen language or colours."""
    chosen = {name: value for name, value in (("language", language), ("theme", theme)) if value}
    if chosen:
        Player.objects.filter(pk=player.pk).update(**chosen)


def is_due(*, player: Player, now: datetime) -> bool:
    """Say whether it is time to note again that the player is here."""
    return now - player.last_seen >= SEEN_AGAIN_AFTER


def player_seen(*, player: Player, now: datetime) -> None:
    """Note that the player was here; when the storage is busy, the next page says so again."""
    with only_if_idle():
        Player.objects.filter(pk=player.pk).update(last_seen=now)


@transaction.atomic
def player_leave(*, player: Player) -> None:
    """Close the account for good: nobody can sign in with it, its address is free; a task deletes the rest."""
    EmailAddress.objects.filter(user=player).delete()
    player.set_unusable_password()
    player.email, player.is_active, player.leaving = "", False, timezone.now()
    player.save(update_fields=["password", "email", "is_active", "leaving"])
    # His programs leave with him.
    Player.objects.filter(keeper=player).update(is_active=False, leaving=timezone.now())
    transaction.on_commit(_send_purge, robust=True)


def _send_purge() -> None:
    from campaigns.tasks import forget_players

    forget_players.apply_async()


@transaction.atomic
def player_delete(*, player: Player) -> None:
    """Delete the account and what is this player's alone; a game or a group that others have a part in stays theirs."""
    solo_games_delete(player=player)
    groups_hand_over(owner=player)
    delete_with_dependents(Player.objects.filter(pk=player.pk))


def players_purge(*, now: datetime | None = None, seconds: float = SECONDS_AT_ONCE) -> tuple[int, bool]:
    """Delete who has left, and guests who were not here for thirty days: how many, and whether there are more.

    It is done in bounded steps, each player in a transaction, so that a worker's time limit finds nothing half done.
    """
    idle = Q(is_guest=True, last_seen__lt=(now or timezone.now()) - GUEST_RETENTION)
    gone = Player.objects.filter(idle | Q(leaving__isnull=False))
    forgotten, until = 0, time.monotonic() + seconds
    some = list(gone.order_by("last_seen").values_list("pk", flat=True)[:AT_ONCE])
    for place, pk in enumerate(some):
        if place and time.monotonic() > until:
            return forgotten, True
        forgotten += _purge(gone, pk)
    # Accounts that could not be deleted this time wait for the next day, not for the next moment.
    return forgotten, len(some) == AT_ONCE and forgotten > 0


def _purge(gone: QuerySet[Player], pk: int) -> int:
    """Delete one player, unless they came back or signed up since the list was made; how many that was."""
    try:
        with transaction.atomic():
            player = gone.select_for_update().filter(pk=pk).first()
            if player:
                player_delete(player=player)
            return int(player is not None)
    except DatabaseError:
        log.exception("Player %s could not be forgotten", pk)
        return 0
