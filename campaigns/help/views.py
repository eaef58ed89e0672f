"""Pages that explain the site to everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaigns.help.columns import files_described
from campaigns.help.privacy import periods
from play.pages.audience import ANYONE, audience


@require_GET
@audience(ANYONE)
def columns(request: HttpRequest) -> HttpResponse:
    """Describe the columns of every CSV file."""
    return render(request, "help/columns.html", {"files": files_described()})


@require_GET
@audience(ANYONE)
def keys(request: HttpRequest) -> HttpResponse:
    """List the keys of the keyboard that do something."""
    return render(request, "help/keys.html")


@require_GET
@audience(ANYONE)
def privacy(request: HttpRequest) -> HttpResponse:
    """List what the site stores about a person, and for how long."""
    return render(request, "help/privacy.html", periods())
