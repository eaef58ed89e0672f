"""Access control: each view declares its audience once, and the declaration decides.

    @require_POST
    @audience(SEAT, of=session_at)
    def give_order(request, session): ...

`of` looks the thing up from the URL's own parameters (raising Http404 when there is none) and the view receives
the thing in their place, so that no view can reach an object without passing this gate. Who is not admitted is
answered with 404: a stranger learns nothing about what exists.
"""

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from play.utils.players import Visitor


class Owned(Protocol):
    """A thing that one player owns."""

    def belongs_to(self, player: Visitor) -> bool:
        """Return whether the player owns it."""
        ...


class Seated(Protocol):
    """A thing with seats: a table, a night's raid."""

    def has_player(self, player: Visitor) -> bool:
        """Return whether the player has a seat in it."""
        ...


class Moderated(Protocol):
    """A thing with moderators and readers: a group."""

    def moderated_by(self, player: Visitor) -> bool:
        """Return whether the player moderates it."""
        ...

    def readable_by(self, player: Visitor) -> bool:
        """Return whether the player, or an anonymous visitor, may read it."""
        ...


@dataclass(frozen=True)
class Audience:
    """A kind of visitor, and the one question that admits them."""

    name: str
    admits: Callable[[Any, Any], bool]
    signed_in: bool = True
    about_a_thing: bool = False


ANYONE = Audience("anyone", lambda player, thing: True, signed_in=False)
SIGNED_IN = Audience("signed in, guests too", lambda player, thing: True)
MEMBER = Audience("signed in with an account of their own", lambda player, thing: not player.is_guest)
OWNER = Audience("the owner", lambda player, thing: thing.belongs_to(player), about_a_thing=True)
SEAT = Audience("who has a seat at it", lambda player, thing: thing.has_player(player), about_a_thing=True)
MODERATOR = Audience("who keeps order in it", lambda player, thing: thing.moderated_by(player), about_a_thing=True)
READER = Audience(
    "who may read it", lambda player, thing: thing.readable_by(player), signed_in=False, about_a_thing=True
)
UPLOADER = Audience(
    "who brought it", lambda player, thing: thing.readable_by(player), signed_in=False, about_a_thing=True
)
STAFF = Audience("staff", lambda player, thing: player.is_staff)

Lookup = Callable[..., Any]
View = Callable[..., Any]


def audience(who: Audience, of: Lookup | None = None) -> Callable[[View], View]:
    """Declare who may call the view, and hand it the thing it is about."""
    if who.about_a_thing and of is None:
        raise TypeError(f"A page for {who.name} must say of what.")

    def declare(view: View) -> View:
        if inspect.iscoroutinefunction(view):

            @functools.wraps(view)
            async def gate(request: HttpRequest, **kwargs: object) -> Any:
                refusal, things, kwargs = await sync_to_async(_admit)(who, of, request, kwargs)
                return refusal or await view(request, *things, **kwargs)

        else:

            @functools.wraps(view)
            def gate(request: HttpRequest, **kwargs: object) -> Any:
                refusal, things, kwargs = _admit(who, of, request, kwargs)
                return refusal or view(request, *things, **kwargs)

        gate.audience = who  # type: ignore[attr-defined]
        return gate

    return declare


def _admit(
    who: Audience, of: Lookup | None, request: HttpRequest, kwargs: dict[str, object]
) -> tuple[HttpResponse | None, tuple[object, ...], dict[str, object]]:
    """The refusal, if there is one; else what the view is called with."""
    if who.signed_in and not request.user.is_authenticated:
        return redirect_to_sign_in(request), (), {}
    if who is MEMBER and request.user.is_authenticated and request.user.is_guest:
        return redirect_to_claim(request), (), {}
    things = (of(**kwargs),) if of else ()
    if not who.admits(request.user, *(things or (None,))):
        raise Http404
    return None, things, {} if of else kwargs


def redirect_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Send a visitor to the sign-in page, and back here afterwards when that makes sense."""
    if htmx := getattr(request, "htmx", None):
        # A part of a page was asked for; it is the page that is come back to.
        return HttpResponseClientRedirect(redirect_to_login(htmx.current_url_abs_path or resolve_url("home")).url)
    return redirect_to_login(request.get_full_path() if request.method == "GET" else resolve_url("home"))


def redirect_to_claim(request: HttpRequest) -> HttpResponse:
    """A guest has no password and no e-mail: these pages begin with making the account one's own."""
    messages.info(request, _("Sign up first. You keep this account and all that is in it."))
    claim = resolve_url("claim")
    return HttpResponseClientRedirect(claim) if getattr(request, "htmx", False) else redirect(claim)
