"""The front page, guest play, and the player's own page."""

from urllib.parse import unquote

from allauth.account.decorators import reauthentication_required
from allauth.account.forms import SignupForm
from allauth.account.utils import complete_signup
from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.accounts import quick_start, selectors, services
from campaigns.accounts.forms import AppearanceForm, DeleteAccountForm, ProfileForm
from campaigns.accounts.models import Player
from campaigns.accounts.time_zones import known_zone
from campaigns.groups.forms import GuestForm
from play.fairness import commitments
from play.games import registry
from play.orders.refusals import OrderRefused
from play.pages.audience import ANYONE, SIGNED_IN, audience
from play.sessions.models import Seat
from play.sessions.selectors import seat_offered
from play.sessions.services import seat_take
from play.utils.requests import PlayerRequest

A_YEAR = 365 * 24 * 60 * 60


@require_GET
@never_cache
@audience(ANYONE)
def home(request: HttpRequest) -> HttpResponse:
    """The front page: one button, the games, what this is."""
    context = {"here": "home", "cards": registry.cards(), "pledge": commitments.new_commitment(request)}
    return render(request, "front.html", context)


@require_POST
@rate_limit(action="guest")
@audience(ANYONE)
def fly_now(request: HttpRequest) -> HttpResponse:
    """One click from the front page to a playing table: nobody becomes a guest on the way."""
    game = quick_start.game_of(request.POST.get("game", ""))
    if game is None:
        raise Http404
    # Signing a guest in gives the browser another secret: what was signed for the old one is read before.
    posted = commitments.posted_commitment(request)
    return redirect("table", session=quick_start.table_for(somebody(request), game, posted).pk)


@require_POST
@rate_limit(action="guest")
@audience(ANYONE)
def guest_continue(request: HttpRequest) -> HttpResponse:
    """Continue as a guest to the page that asked for a sign-in."""
    somebody(request)
    return _back(request)


@require_POST
@rate_limit(action="guest")
@audience(ANYONE, of=seat_offered)
def guest_take_seat(request: HttpRequest, offered: Seat) -> HttpResponse:
    """Take a seat by its link as a guest, under a name of one's own or a default one."""
    if not offered.is_free:
        raise Http404
    form = GuestForm(request.POST)
    player = somebody(request, form.cleaned_data["name"] if form.is_valid() else "")
    try:
        seat_take(seat=offered, player=player)
    except OrderRefused as refusal:
        messages.error(request, refusal.sentence)
        return redirect("tables")
    return redirect("table", session=offered.session_id)


def _back(request: HttpRequest) -> HttpResponse:
    """Redirect to the page that the form names, if it is an address of this site."""
    wanted = request.POST.get("next", "")
    ours = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, {request.get_host()})
    return HttpResponseRedirect(wanted) if ours else redirect("home")


def somebody(request: HttpRequest, name: str = "") -> Player:
    """Return the player; a visitor becomes a guest, under a default name unless one is given."""
    if request.user.is_authenticated:
        return request.user
    zone = known_zone(unquote(request.COOKIES.get("time_zone", "")))
    player = services.guest_start(name=name, time_zone=zone.key if zone else "")
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
    """Send a guest with an account elsewhere to the sign-in page; the guest's games stay until they are deleted."""
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
        messages.success(request, _("Profile saved."))
        return redirect("profile")
    return render(request, "account/profile.html", {"form": form, "here": "profile"})


@require_http_methods(["GET", "POST"])
@audience(SIGNED_IN)
def delete_account(request: PlayerRequest) -> HttpResponse:
    """Say what goes; delete it when the player is sure."""
    form = DeleteAccountForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        return delete_confirmed(request)
    return render(request, "account/delete.html", {"form": form, "goes": selectors.deletion_preview(request.user)})


@reauthentication_required(enabled=lambda request: not request.user.is_guest)
def delete_confirmed(request: PlayerRequest) -> HttpResponse:
    """Delete the account, once a member has shown again that it is theirs."""
    player = request.user
    logout(request)
    services.player_leave(player=player)
    messages.success(request, _("Your account is closed, and your data are being deleted."))
    return redirect("home")


@require_POST
@audience(SIGNED_IN)
def presence(request: PlayerRequest) -> HttpResponse:
    """A page says that its reader is there; like every order, that is noted on the way in."""
    return HttpResponse(status=204)


@require_POST
@audience(ANYONE)
def appearance(request: HttpRequest) -> HttpResponse:
    """Store language and colours from the foot of a page: in the account, or in a visitor's cookie."""
    form = AppearanceForm(request.POST)
    answer = _back(request)
    if not form.is_valid():
        messages.error(request, _("This site does not have that language or colour scheme. Nothing was changed."))
        return answer
    if request.user.is_authenticated:
        services.appearance_set(player=request.user, **form.cleaned_data)
    for name, cookie in (("language", settings.LANGUAGE_COOKIE_NAME), ("theme", "theme")):
        if form.cleaned_data[name]:
            answer.set_cookie(
                cookie, form.cleaned_data[name], A_YEAR, secure=request.is_secure(), httponly=True, samesite="Lax"
            )
    return answer
