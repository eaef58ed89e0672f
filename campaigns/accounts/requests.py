"""The request as a view for signed-in people gets it: with a player, whom the audience has let in."""

from django.http import HttpRequest

from campaigns.accounts.models import Player


class PlayerRequest(HttpRequest):
    """A request whose user is a player, a guest perhaps, but somebody."""

    user: Player
