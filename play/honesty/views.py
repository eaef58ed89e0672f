"""The page on which anybody has an exported file checked, as `manage.py verify` does it."""

from threading import BoundedSemaphore
from typing import Any

from allauth.decorators import rate_limit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from play.audience import ANYONE, audience
from play.honesty import file_checks

LARGEST_FILE = 6 * 1024 * 1024
LONGEST_KEY = 200
WAITS = 20.0
"""Seconds that a file waits for the one before it: a long game takes its time, and pages come first."""

_one_at_a_time = BoundedSemaphore()


@require_http_methods(["GET", "POST"])
@never_cache
@audience(ANYONE)
@rate_limit(action="verify")
def verify(request: HttpRequest) -> HttpResponse:
    """Play the game of a file again, and say of what it is proof."""
    if request.method == "GET":
        return _page(request)
    file, key = request.FILES.get("file"), request.POST.get("key", "").strip()[:LONGEST_KEY]
    if file is None:
        return _page(request, 422, problem=_("Choose a file first."))
    if (file.size or 0) > LARGEST_FILE:
        most = _("The file is larger than %(most)s bytes: manage.py verify checks files of any size.")
        return _page(request, 422, problem=most % {"most": LARGEST_FILE})
    if not _one_at_a_time.acquire(timeout=WAITS):
        return _page(request, 503, problem=_("Other files are being checked just now. Try again in a minute."))
    try:
        checked = file_checks.check(file.read(), wanted=key)
    except file_checks.CannotCheck as problem:
        return _page(request, 422, problem=str(problem), key=key)
    finally:
        _one_at_a_time.release()
    return _page(request, checked=checked, name=file.name, key=key)


def _page(request: HttpRequest, status: int = 200, **context: Any) -> HttpResponse:
    return render(request, "honesty/verify.html", {"here": "tables"} | context, status=status)
