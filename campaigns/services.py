"""What can be done to a player's account: begin as a guest, change how pages read, leave, be forgotten."""

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.models import Player
from play.services import games_forget

GUESTS_ARE_KEPT = timedelta(days=30)
SEEN_AGAIN_AFTER = timedelta(hours=12)
AT_ONCE = 200


def guest_start(*, language: str = "", time_zone: str = "") -> Player:
    """A real player without e-mail or password, who can be claimed later with nothing lost."""
    # Two guests at one table are told apart by their numbers.
    name = _("Guest %(number)s") % {"number": secrets.randbelow(9000) + 1000}
    player = Player(display_name=name, is_guest=True, language=language, time_zone=time_zone)
    player.set_unusable_password()
    player.save()
    return player


def look_set(*, player: Player, language: str = "", theme: str = "") -> None:
    """Keep the language or the colours that were chosen."""
    chosen = {name: value for name, value in (("language", language), ("theme", theme)) if value}
    if chosen:
        Player.objects.filter(pk=player.pk).update(**chosen)


def player_seen(*, player: Player, now: datetime) -> None:
    """Note that the player was here, seldom enough that reading pages costs no writing."""
    if now - player.last_seen >= SEEN_AGAIN_AFTER:
        Player.objects.filter(pk=player.pk).update(last_seen=now)


@transaction.atomic
def player_delete(*, player: Player) -> None:
    """Delete the account and what is this player's alone; a game that others had a part in stays theirs."""
    games_forget(player=player)
    player.delete()


def idle_guests_forget(*, now: datetime | None = None) -> int:
    """Delete the guests who have not been here for thirty days; how many they were."""
    idle = Player.objects.filter(is_guest=True, last_seen__lt=(now or timezone.now()) - GUESTS_ARE_KEPT)
    forgotten = 0
    while some := list(idle.values_list("pk", flat=True)[:AT_ONCE]):
        for guest in some:
            forgotten += guest_forget(idle, guest)
    return forgotten


@transaction.atomic
def guest_forget(idle: QuerySet[Player], pk: int) -> int:
    """Delete one guest, unless they came back or signed up since the list was made; how many that was."""
    guest = idle.select_for_update().filter(pk=pk).first()
    if guest:
        player_delete(player=guest)
    return int(guest is not None)
