"""The request as a view gets it that answers a page or, asked by htmx, a fragment of one."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from play.utils.players import Player


class PlayerRequest(HttpRequest):
    """A request of a signed-in player."""

    user: Player


class HtmxRequest(PlayerRequest):
    """A request that knows whether htmx made it."""

    htmx: HtmxDetails
