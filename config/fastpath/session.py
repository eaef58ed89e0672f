"""Who is signed in, found with one question: the session of a browser, and the player whom it names.

A session names its player within text that no database can read, so Django asks for the one and then for the other.
Here each process remembers whose sessions it has met, as a guess: the row of the player guessed comes along with the
session, both as they are in the database now. Where the session names nobody else, that is what Django would have
found; a guess that is wrong, or none, costs its second question and nothing more. What is signed out, changed or
deleted elsewhere is so here with the next request.
"""

from collections import OrderedDict
from threading import Lock
from typing import Any

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session as BrowserSession
from django.db.models import Subquery
from django.db.models.functions import Now
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from campaigns.accounts.models import Player
from play.utils.sql_cache import NAME_HERE, NUMBER_HERE, CachedQuery

MOST_REMEMBERED = 4096

_whose: OrderedDict[str, int] = OrderedDict()
_lock = Lock()


def _session_data(key: str) -> Any:
    return BrowserSession.objects.filter(session_key=key, expire_date__gt=Now()).values("session_data")


_player_and_session: CachedQuery[Any] = CachedQuery(
    lambda player, key: Player.objects.filter(pk=player).annotate(session_data=Subquery(_session_data(key))),
    NUMBER_HERE,
    NAME_HERE,
)


class SessionStore(db.SessionStore):
    """Django's sessions in the database, each with the player whom it is guessed to name."""

    player: Player | None = None

    def load(self) -> dict[str, Any]:
        """Read the session, and the player with it."""
        key = str(self.session_key)
        guessed = _whose.get(key)
        self.player = next(iter(_player_and_session(guessed, key)), None) if guessed is not None else None
        if self.player is None or self.player.session_data is None:
            data: dict[str, Any] = super().load()
        else:
            data = self.decode(self.player.session_data)
        _remember(key, data.get(auth.SESSION_KEY))
        return data


def _remember(key: str, player: str | None) -> None:
    with _lock:
        if player is None:
            _whose.pop(key, None)
            return
        _whose[key] = int(player)
        _whose.move_to_end(key)
        while len(_whose) > MOST_REMEMBERED:
            _whose.popitem(last=False)


class SessionUserMiddleware(AuthenticationMiddleware):
    """Django's middleware, for sessions that bring their player along."""

    def process_request(self, request: HttpRequest) -> None:
        """Look who is signed in when it is asked for."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _who(request))  # type: ignore[assignment]


def _who(request: Any) -> Any:
    # Kept where Django keeps it.
    if not hasattr(request, "_cached_user"):
        request._cached_user = _who_came_along(request) or auth.get_user(request)
    return request._cached_user


def _who_came_along(request: HttpRequest) -> Player | None:
    """Return the player who came with the session if Django would admit him by it; else Django is to judge."""
    session: Any = request.session
    signed, by = session.get(auth.HASH_SESSION_KEY), session.get(auth.BACKEND_SESSION_KEY)
    player: Player | None = session.player
    if player is None or by not in settings.AUTHENTICATION_BACKENDS or session.get(auth.SESSION_KEY) != str(player.pk):
        return None
    if not auth.load_backend(by).user_can_authenticate(player):  # type: ignore[attr-defined]
        return None
    return player if signed and constant_time_compare(signed, player.get_session_auth_hash()) else None
