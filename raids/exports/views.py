"""The files of rows that a player takes out: the nights that are over, their raids, their combats."""

from django.http import HttpResponseBase
from django.views.decorators.http import require_GET

from play.pages.audience import SIGNED_IN, audience
from play.utils import csv_files
from play.utils.csv_form import form_of
from play.utils.requests import PlayerRequest
from raids.exports import csv_export


@require_GET
@audience(SIGNED_IN)
def nights_csv(request: PlayerRequest) -> HttpResponseBase:
    """One's own nights."""
    return csv_files.csv_response(request, csv_export.pieces("nights", request.user, form_of(request)), "nights")


@require_GET
@audience(SIGNED_IN)
def raids_csv(request: PlayerRequest) -> HttpResponseBase:
    """The raids of one's own nights."""
    return csv_files.csv_response(request, csv_export.pieces("raids", request.user, form_of(request)), "raids")


@require_GET
@audience(SIGNED_IN)
def combats_csv(request: PlayerRequest) -> HttpResponseBase:
    """The combats of one's own nights."""
    return csv_files.csv_response(request, csv_export.pieces("combats", request.user, form_of(request)), "combats")
