"""Queries for the page of bots."""

from typing import NamedTuple

from campaigns.accounts.models import Player
from campaigns.bots.models import SeatToken
from play.games import titles

LATEST = 20


class BotSeat(NamedTuple):
    """A seat that a program plays, with the words for its game and its place."""

    token: SeatToken
    game: str
    place: str


def bot_of(owner: Player, number: int) -> Player | None:
    """Return one of a player's own programs."""
    return Player.objects.filter(pk=number, keeper=owner.pk, is_bot=True, leaving=None).first()


def bots_of(owner: Player) -> list[tuple[Player, list[BotSeat]]]:
    """Return a player's programs, each with its latest seats."""
    found = list(Player.objects.filter(keeper=owner.pk, is_bot=True, leaving=None).order_by("pk"))
    tokens = SeatToken.objects.filter(bot__in=found).select_related("session").defer("session__record")
    seats = [_seat(token) for token in tokens[:LATEST]]
    return [(program, [one for one in seats if one.token.bot_id == program.pk]) for program in found]


def _seat(token: SeatToken) -> BotSeat:
    words = titles.words_of(token.session.title)
    return BotSeat(token, words.title, words.seat(token.seat))
