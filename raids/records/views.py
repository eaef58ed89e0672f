"""The files of rows that a player takes out: the nights that are over, their raids, their combats."""

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_GET

from play import spreadsheets
from play.audience import SIGNED_IN, audience
from raids.records import files


@require_GET
@audience(SIGNED_IN)
def nights_csv(request: HttpRequest) -> HttpResponseBase:
    """One's own nights."""
    return spreadsheets.sent(request, files.pieces("nights", request.user), "nights")


@require_GET
@audience(SIGNED_IN)
def raids_csv(request: HttpRequest) -> HttpResponseBase:
    """The raids of one's own nights."""
    return spreadsheets.sent(request, files.pieces("raids", request.user), "raids")


@require_GET
@audience(SIGNED_IN)
def combats_csv(request: HttpRequest) -> HttpResponseBase:
    """The combats of one's own nights."""
    return spreadsheets.sent(request, files.pieces("combats", request.user), "combats")
