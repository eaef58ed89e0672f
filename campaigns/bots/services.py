"""Services for bot accounts: create one, give it a seat, start a game against this site's bots."""

import secrets

from django.db import transaction
from django.utils import timezone

from campaigns.accounts.models import Player
from campaigns.api.models import hash_of
from campaigns.bots.models import SeatToken
from play.games import titles
from play.orders.refusals import OrderRefused
from play.sessions.models import Seat, Session
from play.sessions.services import SeatAssignment, seat_take, session_open

MOST = 5
"""Most bot accounts of one owner."""
START = "dsps_"


class BotLimitReached(Exception):
    """An owner has a limited number of bot accounts."""


@transaction.atomic
def bot_make(*, owner: Player, name: str) -> Player:
    """Make an account for a program; nobody can sign in to it."""
    Player.objects.select_for_update().get(pk=owner.pk)
    if owner.bots.filter(leaving=None).count() >= MOST:
        raise BotLimitReached
    bot = Player(display_name=name, is_bot=True, keeper=owner, language=owner.language)
    bot.set_unusable_password()
    bot.save()
    return bot


@transaction.atomic
def bot_seat(*, bot: Player, offered: Seat) -> str:
    """Have a program take a seat that a link offers; returns the token, which is shown once."""
    if not offered.is_free:
        raise OrderRefused("seat_taken")
    seat_take(seat=offered, player=bot)
    return token_make(bot=bot, session=offered.session, seat=offered.name)


@transaction.atomic
def bot_night(*, bot: Player, game: str, seat: str = "") -> tuple[Session, str]:
    """Create a game with a program in one seat and the site's bots in the others; return it with the token."""
    title = titles.title_of(game)
    names = title.seats(title.Setup())
    mine = seat if seat in names else names[0]
    policy = next(iter(title.policies()))
    sitters = {name: SeatAssignment(player=bot) if name == mine else SeatAssignment(policy=policy) for name in names}
    session = session_open(owner=bot, title=game, setup={}, sitters=sitters)
    return session, token_make(bot=bot, session=session, seat=mine)


@transaction.atomic
def token_make(*, bot: Player, session: Session, seat: str) -> str:
    """Make the token of a seat, or make it again: the old one is void."""
    token = START + secrets.token_urlsafe(32)
    fresh = {"bot": bot, "hash": hash_of(token), "used": None}
    SeatToken.objects.update_or_create(session=session, seat=seat, defaults=fresh)
    return token


def token_renew(*, owner: Player, number: int) -> str:
    """Replace a token of one of the player's own programs; nothing where there is none."""
    locked = SeatToken.objects.select_related("bot", "session").filter(pk=number, bot__keeper=owner).first()
    return token_make(bot=locked.bot, session=locked.session, seat=locked.seat) if locked is not None else ""


def token_note(*, token: SeatToken) -> None:
    """Note that a token was used, to the hour."""
    hour = timezone.now().replace(minute=0, second=0, microsecond=0)
    if token.used is None or token.used < hour:
        SeatToken.objects.filter(pk=token.pk).update(used=hour)
