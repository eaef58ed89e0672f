"""The request as a view for signed-in people gets it: with a player, whom the audience has let in."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from campaigns.accounts.models import Player
from play.utils.requests import HtmxRequest

Reader = Player | AnonymousUser
"""Who reads a page: a player, or somebody who is not signed in."""


class PlayerRequest(HttpRequest):
    """A request whose user is a player, a guest perhaps, but somebody."""

    user: Player


class PlayerHtmxRequest(HtmxRequest):
    """A player's request that knows whether htmx made it."""

    user: Player
