"""The request as a view gets it that answers a page or, asked by htmx, a fragment of one."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request that knows whether htmx made it."""

    htmx: HtmxDetails
