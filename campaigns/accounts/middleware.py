"""Each page in its reader's language, time zone and colours; and guests asked to sign up where an account is needed."""

from collections.abc import Callable
from urllib.parse import unquote

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from campaigns.accounts import services
from campaigns.accounts.models import Player, Theme
from campaigns.accounts.time_zones import known_zone
from play.pages.audience import redirect_to_claim

# Of the account library's pages, those that a guest may open: the others change an e-mail or a password.
OPEN_TO_GUESTS = (
    "account_logout",
    "account_inactive",
    "account_confirm_email",
    "account_email_verification_sent",
    "account_reset_password",
)
READING = ("GET", "HEAD", "OPTIONS")


class ReaderPreferences:
    """Set language, time zone and colours for the one who reads, from the account or else from cookies."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request as its reader would have it."""
        reader = request.user
        chosen_zone, theme = unquote(request.COOKIES.get("time_zone", "")), request.COOKIES.get("theme", "")
        if reader.is_authenticated:
            self._note(request, reader)
            chosen_zone, theme = reader.time_zone or chosen_zone, reader.theme
            if reader.language:
                translation.activate(reader.language)
                request.LANGUAGE_CODE = translation.get_language()
        request.theme = theme if theme in Theme.values else Theme.AUTO.value  # type: ignore[attr-defined]
        with timezone.override(known_zone(chosen_zone)):
            return self.get_response(request)

    def _note(self, request: HttpRequest, reader: Player) -> None:
        """Note now and then that the player is here. A page that is read writes nothing: its browser says so after."""
        now = timezone.now()
        if not services.is_due(player=reader, now=now):
            return
        if request.method in READING:
            request.to_be_noted = True  # type: ignore[attr-defined]
        else:
            services.player_seen(player=reader, now=now)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> HttpResponse | None:
        """Guests have no password to change and no e-mail to check: such a page begins with signing up."""
        name = (request.resolver_match and request.resolver_match.url_name) or ""
        if not name.startswith(("account_", "mfa_")) or name.startswith(OPEN_TO_GUESTS):
            return None
        return redirect_to_claim(request) if getattr(request.user, "is_guest", False) else None
