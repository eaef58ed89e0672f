"""The page on which anybody has an exported file checked, as `manage.py verify` does it."""

from allauth.decorators import rate_limit
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from play.fairness import signing_keys
from play.fairness.dice_example import EXAMPLE
from play.fairness.models import SigningKey
from play.pages.audience import ANYONE, audience
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


def _page(request: HttpRequest, status: int = 200, **context: object) -> HttpResponse:
    return render(request, "play/fairness/verify.html", {"here": "tables"} | context, status=status)


@require_GET
@audience(ANYONE)
def dice_proof(request: HttpRequest) -> HttpResponse:
    """Explain how dice are proved, with the steps of a check and an example."""
    return render(request, "play/fairness/dice_proof.html", {"here": "tables", "example": EXAMPLE})


@require_GET
@never_cache
@audience(ANYONE)
def signing_keys_page(request: HttpRequest) -> HttpResponse:
    """List the public keys of this site, for readers who hold one of its files."""
    return render(request, "play/fairness/signing_keys.html", {"here": "tables", "keys": signing_keys.keys_listed()})


@require_GET
@never_cache
@audience(ANYONE)
def signing_keys_json(request: HttpRequest) -> JsonResponse:
    """List the same keys for programs."""
    return JsonResponse({"algorithm": "Ed25519", "keys": [_key_data(key) for key in signing_keys.keys_listed()]})


def _key_data(key: SigningKey) -> dict[str, str | None]:
    dates = {"made": key.made, "replaced": key.replaced, "retired": key.retired}
    data = {name: date.isoformat(timespec="seconds") if date else None for name, date in dates.items()}
    return {"key": key.public, "state": key.state} | data
