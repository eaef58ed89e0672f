"""The front page, guest play, and the player's own page."""

from urllib.parse import unquote

from allauth.account.decorators import reauthentication_required
from allauth.account.forms import SignupForm
from allauth.account.utils import complete_signup
from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns import flying, selectors, services
from campaigns.forms import FarewellForm, LookForm, ProfileForm
from campaigns.models import Player
from campaigns.requests import PlayerRequest
from campaigns.zones import known_zone
from play import titles
from play.audience import ANYONE, SIGNED_IN, audience

A_YEAR = 365 * 24 * 60 * 60


@require_GET
@audience(ANYONE)
def home(request: HttpRequest) -> HttpResponse:
    """The front page: one button, the games, what this is."""
    return render(request, "front.html", {"here": "home", "playable": titles.names()})


@require_POST
@rate_limit(action="guest")
@audience(ANYONE)
def fly_now(request: HttpRequest) -> HttpResponse:
    """One click from the front page to a playing table: nobody becomes a guest on the way."""
    game = flying.game_of(request.POST.get("game", ""))
    if game is None:
        raise Http404
    return redirect("table", session=flying.table_for(_somebody(request), game).pk)


@require_POST
@rate_limit(action="guest")
@audience(ANYONE)
def go_on_as_guest(request: HttpRequest) -> HttpResponse:
    """Who was asked to sign in, such as one who was sent a link, goes on as a guest to where they wanted to go."""
    _somebody(request)
    wanted = request.POST.get("next", "")
    return redirect(wanted if url_has_allowed_host_and_scheme(wanted, {request.get_host()}) else "home")


def _somebody(request: HttpRequest) -> Player:
    """Return who it is; nobody becomes a guest."""
    if request.user.is_authenticated:
        return request.user
    zone = known_zone(unquote(request.COOKIES.get("time_zone", "")))
    player = services.guest_start(time_zone=zone.key if zone else "")
    login(request, player, backend="django.contrib.auth.backends.ModelBackend")
    return player


@require_http_methods(["GET", "POST"])
@sensitive_post_parameters("password1")
@rate_limit(action="signup")
@audience(SIGNED_IN)
def claim(request: PlayerRequest) -> HttpResponse:
    """A guest gives an e-mail and a password; the same row is a full account from then on."""
    if not request.user.is_guest:
        return redirect("profile")
    form = SignupForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        player, answer = form.try_save(request)
        return answer or complete_signup(request, player, None, resolve_url("profile"))
    return render(request, "account/claim.html", {"form": form})


@require_POST
@audience(SIGNED_IN)
def leave_guest_play(request: PlayerRequest) -> HttpResponse:
    """A guest who has an account elsewhere goes to its door; what the guest did stays behind until it is forgotten."""
    if request.user.is_guest:
        logout(request)
    return redirect("account_login")


@require_http_methods(["GET", "POST"])
@audience(SIGNED_IN)
def profile(request: PlayerRequest) -> HttpResponse:
    """The player's own page: name, language, time zone, colours, and the ways to the account's other pages."""
    form = ProfileForm(request.POST if request.method == "POST" else None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Your profile is kept."))
        return redirect("profile")
    return render(request, "account/profile.html", {"form": form, "here": "profile"})


@require_http_methods(["GET", "POST"])
@audience(SIGNED_IN)
def delete_account(request: PlayerRequest) -> HttpResponse:
    """Say what goes; delete it when the player is sure."""
    form = FarewellForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        return farewell(request)
    return render(request, "account/delete.html", {"form": form, "goes": selectors.what_goes_with(request.user)})


@reauthentication_required(enabled=lambda request: not request.user.is_guest)
def farewell(request: PlayerRequest) -> HttpResponse:
    """Delete the account, once a member has shown again that it is theirs."""
    player = request.user
    logout(request)
    services.player_delete(player=player)
    messages.success(request, _("Your account and your data are deleted."))
    return redirect("home")


@require_POST
@audience(ANYONE)
def choose_look(request: HttpRequest) -> HttpResponse:
    """Language and colours from the foot of a page: kept with the account, or in a cookie for nobody."""
    form = LookForm(request.POST)
    back = request.POST.get("next", "")
    answer = redirect(back if url_has_allowed_host_and_scheme(back, {request.get_host()}) else "home")
    if not form.is_valid():
        messages.error(request, _("That language or colour is not known here. Nothing was changed."))
        return answer
    if request.user.is_authenticated:
        services.look_set(player=request.user, **form.cleaned_data)
    for name, cookie in (("language", settings.LANGUAGE_COOKIE_NAME), ("theme", "theme")):
        if form.cleaned_data[name]:
            answer.set_cookie(
                cookie, form.cleaned_data[name], A_YEAR, secure=request.is_secure(), httponly=True, samesite="Lax"
            )
    return answer
