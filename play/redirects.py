"""Redirect the addresses of earlier releases to the present ones; players have given such links out."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.urls import path
from django.views.decorators.http import require_http_methods

from play.pages.audience import ANYONE, audience

MOVED = {
    "tables/<uuid:session>/lost/": "table_review",
    "tables/<uuid:session>/lost/stop/": "table_review_stop",
    "tables/<uuid:session>/lost/share/": "table_review_share",
    "tables/<uuid:session>/lost/offer/": "table_review_offer",
    "lost/<str:link>/": "review",
    "tables/<uuid:session>/film/": "table_replay_lanes",
    "tables/<uuid:session>/shoulder/": "table_player_view",
    "tables/<uuid:session>/watchers/": "table_spectators",
    "tables/<uuid:session>/away/": "table_absence",
    "charts/bring/": "pack_import",
    "house-key/": "signing_keys",
}
"""The name of the present address by the address that a release has had."""


@require_http_methods(["GET", "HEAD", "POST"])
@audience(ANYONE)
def moved(request: HttpRequest, *, to: str, **parameters: object) -> HttpResponse:
    """Redirect for good, with the query; a form of a page opened before the upgrade is sent on as it is."""
    query = request.META["QUERY_STRING"]
    address = resolve_url(to, **parameters) + (f"?{query}" if query else "")
    return redirect(address, permanent=True, preserve_request=request.method == "POST")


urlpatterns = [path(old, moved, {"to": name}, name=f"old_{name}") for old, name in MOVED.items()]
