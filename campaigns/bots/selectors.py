"""What the page of programs asks of the database."""

from typing import Any

from campaigns.accounts.models import Player
from campaigns.bots.models import SeatToken
from play.games import titles

LATEST = 20


def bot_of(owner: Any, number: int) -> Player | None:
    """Return one of somebody's own programs."""
    return Player.objects.filter(pk=number, keeper=owner.pk, is_bot=True, leaving=None).first()


def bots_of(owner: Any) -> list[Any]:
    """Return somebody's programs, each with its latest seats."""
    found: list[Any] = list(Player.objects.filter(keeper=owner.pk, is_bot=True, leaving=None).order_by("pk"))
    tokens = SeatToken.objects.filter(bot__in=found).select_related("session").defer("session__record")
    latest: list[Any] = list(tokens[:LATEST])
    for token in latest:
        words = titles.words_of(token.session.title)
        token.game, token.place = words.title, words.seat(token.seat)
    for program in found:
        program.places = [token for token in latest if token.bot_id == program.pk]
    return found
