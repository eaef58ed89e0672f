"""The page on which anybody has an exported file checked, as `manage.py verify` does it."""

from typing import Any

from allauth.decorators import rate_limit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from play.audience import ANYONE, audience
from play.uploads.kinds import UploadRefused
from play.uploads.views import accepted

LARGEST_FILE = 6 * 1024 * 1024
LONGEST_KEY = 200


@require_http_methods(["GET", "POST"])
@never_cache
@audience(ANYONE)
@rate_limit(action="verify")
def verify(request: HttpRequest) -> HttpResponse:
    """Have a file checked: its page says of what it is proof once its game was played again."""
    if request.method == "GET":
        return _page(request)
    key = request.POST.get("key", "").strip()[:LONGEST_KEY]
    try:
        return accepted(request, "check", request.FILES.get("file"), largest=LARGEST_FILE, key=key)
    except UploadRefused as refusal:
        return _page(request, refusal.status, problem=str(refusal), key=key)


def _page(request: HttpRequest, status: int = 200, **context: Any) -> HttpResponse:
    return render(request, "honesty/verify.html", {"here": "tables"} | context, status=status)
