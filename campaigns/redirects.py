"""Former addresses of people, groups and seasons, each of which leads to the present one for good."""

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_http_methods

from play.pages.audience import ANYONE, audience

SAFE = ("GET", "HEAD")


def moved(route: str, name: str) -> URLPattern:
    """Lead a former address to that of a URL name, which has the same parameters; a form that is sent is sent again."""

    @require_http_methods([*SAFE, "POST"])
    @audience(ANYONE)
    def redirect(request: HttpRequest, **parameters: object) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        address = reverse(name, kwargs=parameters) + (f"?{query}" if query else "")
        return HttpResponsePermanentRedirect(address, preserve_request=request.method not in SAFE)

    return path(route, redirect, name=f"old_{name}")


urlpatterns = [
    moved("footnotes/<uuid:session>/<int:place>/", "comments_of_game"),
    moved("footnotes/<uuid:session>/<str:seat>/<int:place>/", "comments"),
    moved("notices/", "notifications"),
    moved("notices/calendar/", "calendar_renew"),
    moved("groups/<uuid:group>/hook/", "group_webhook"),
    moved("groups/<uuid:group>/deeds/", "group_audit_log"),
    moved("groups/<uuid:group>/kept-out/", "group_blocks"),
    moved("groups/<uuid:group>/nights.csv", "group_finished_games"),
    moved("groups/seasons/<uuid:season>/raids/", "season_comparison"),
    moved("groups/seasons/<uuid:season>/come-in/", "contender_enter"),
]
