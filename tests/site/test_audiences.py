"""Every address of the site, opened by every kind of visitor."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from play.pages.audience import (
    ANYONE,
    MEMBER,
    MODERATOR,
    OWNER,
    READER,
    SEAT,
    SIGNED_IN,
    STAFF,
    UPLOADER,
    Audience,
    audience,
)
from tests.shared.addresses import THINGS, Cast
from tests.shared.factories import GuestFactory, PlayerFactory

VISITORS = ("nobody", "guest", "stranger", "other_side", "owner", "staff")

# The account library's addresses declare nothing: here it is said for them.
OPEN_DOORS = {
    "account_login": {},
    "account_signup": {},
    "account_logout": {},
    "account_inactive": {},
    "account_email_verification_sent": {},
    "account_confirm_login_code": {},
    "account_confirm_email": {"key": "no-such-key"},
    "account_reset_password": {},
    "account_reset_password_done": {},
    "account_reset_password_from_key": {"uidb36": "1", "key": "no-such-key"},
    "account_reset_password_from_key_done": {},
    "mfa_authenticate": {},
    "mfa_login_webauthn": {},
}
FOR_MEMBERS = {
    "account_email": {},
    "account_change_password": {},
    "account_set_password": {},
    "account_reauthenticate": {},
    "mfa_index": {},
    "mfa_reauthenticate": {},
    "mfa_activate_totp": {},
    "mfa_deactivate_totp": {},
    "mfa_view_recovery_codes": {},
    "mfa_generate_recovery_codes": {},
    "mfa_download_recovery_codes": {},
    "mfa_list_webauthn": {},
    "mfa_add_webauthn": {},
    "mfa_reauthenticate_webauthn": {},
}
# About a key of one's own: nobody else's is found, whoever asks.
FOR_THE_KEYS_OWNER = {"mfa_edit_webauthn", "mfa_remove_webauthn"}
OF_THE_LIBRARY = OPEN_DOORS | FOR_MEMBERS
GUESTS_SIGN_UP_FIRST = {
    "account_login",
    "account_confirm_login_code",
    "account_signup",
    "mfa_authenticate",
    "mfa_login_webauthn",
}


@dataclass(frozen=True)
class Page:
    """One address."""

    name: str
    view: Any
    has_parameters: bool

    @property
    def audience(self) -> Audience | None:
        if self.name in OPEN_DOORS:
            return ANYONE
        if self.name in FOR_MEMBERS:
            return MEMBER
        return getattr(self.view, "audience", None)

    def address(self, cast: Cast, things: dict[str, dict[str, Any]] | None = None) -> str:
        if self.name in OF_THE_LIBRARY:
            return reverse(self.name, kwargs=OF_THE_LIBRARY[self.name])
        if not self.has_parameters:
            return reverse(self.name)
        return reverse(self.name, kwargs=things[self.name] if things is not None else THINGS[self.name](cast))


def walk(resolver: URLResolver, parameters: bool = False) -> Iterator[Page]:
    for entry in resolver.url_patterns:
        here = parameters or bool(entry.pattern.regex.groupindex)
        if isinstance(entry, URLPattern):
            yield Page(entry.name or str(entry.pattern), entry.callback, here)
        elif entry.namespace != "admin":
            yield from walk(entry, here)


SHARES = 6
"""Shares of the pages, each of them walked in one go."""
PAGES = [page for page in walk(get_resolver()) if page.name not in FOR_THE_KEYS_OWNER]


@pytest.fixture
def cast(db: None) -> Cast:
    cast = Cast(
        owner=PlayerFactory(display_name="Alice"),
        other_side=PlayerFactory(display_name="Bob"),
        stranger=PlayerFactory(display_name="Charlie"),
        guest=GuestFactory(),
        staff=PlayerFactory(display_name="Gunn", is_staff=True, is_superuser=True),
    )
    for member in (cast.owner, cast.other_side, cast.stranger, cast.staff):
        TOTP.activate(member, "JBSWY3DPEHPK3PXP")
        RecoveryCodes.activate(member)
    return cast


def come_as(visitor: str, cast: Cast, **kwargs: Any) -> Client:
    client = Client(**kwargs)
    if visitor != "nobody":
        client.force_login(getattr(cast, visitor), backend="django.contrib.auth.backends.ModelBackend")
    return client


def call(client: Client, address: str) -> Any:
    answer = client.get(address)
    return client.post(address) if answer.status_code == 405 else answer


def verdict(answer: Any) -> str:
    """Return the visitor's result: the page, the sign-in page, the sign-up page, or nothing."""
    target = answer.headers.get("Location", "") or answer.headers.get("HX-Redirect", "")
    if target.startswith(f"{reverse('account_login')}?next="):
        return "door"
    if target == reverse("claim"):
        return "sign up"
    return "nothing" if answer.status_code in (403, 404) else "page"


def expected(who: Audience, visitor: str) -> str:
    if who is READER:
        # The things of the cast are private.
        return "page" if visitor in ("owner", "other_side") else "nothing"
    if who is UPLOADER:
        return "page" if visitor == "owner" else "nothing"
    if not who.signed_in:
        return "page"
    if visitor == "nobody":
        return "door"
    if who is MEMBER and visitor == "guest":
        return "sign up"
    admitted = {SIGNED_IN: True, MEMBER: True, STAFF: visitor == "staff"}
    admitted[OWNER] = admitted[MODERATOR] = visitor == "owner"
    admitted[SEAT] = visitor in ("owner", "other_side")
    return "page" if admitted[who] else "nothing"


def test_every_page_declares_its_audience() -> None:
    assert [page.name for page in PAGES if page.audience is None] == [], "these have no @audience"
    about = [page.name for page in PAGES if page.has_parameters and page.name not in OF_THE_LIBRARY]
    assert [name for name in about if name not in THINGS] == [], (
        "tests/shared/addresses.py does not say what these are about"
    )


SLOW = [pytest.param(share, marks=pytest.mark.slow) for share in range(1, SHARES)]


@pytest.mark.parametrize("share", [0, *SLOW])
def test_every_page_admits_its_audience_and_nobody_else(share: int, cast: Cast) -> None:
    """The visitors come one after another to the same things, each as if none had come before."""
    clients = {visitor: come_as(visitor, cast) for visitor in VISITORS}
    clients["forged"] = come_as("owner", cast, enforce_csrf_checks=True)
    wrong = {}
    for place in PAGES[share::SHARES]:
        with aside():
            address = place.address(cast)
            for visitor in VISITORS:
                answer = visited(clients[visitor], lambda client, address=address: call(client, address))
                met = verdict(answer)
                if answer.status_code >= 500 or met not in to_be_met(place, visitor):
                    wrong[place.name, visitor] = (answer.status_code, met)
            answer = visited(clients["forged"], lambda client, address=address: client.post(address, {"answer": "0"}))
            # What programs ask is asked with a token of their own, and no cookie counts there.
            if answer.status_code not in ((401, 403, 405) if place.name.startswith("api_") else (403, 405)):
                wrong[place.name, "an order without its token"] = (answer.status_code, "")
    assert wrong == {}


def visited(client: Client, ask: Callable[[Client], Any]) -> Any:
    """Make a visit that leaves no trace: neither here nor with the visitor."""
    cookies = client.cookies.output(header="", sep=";")
    cache.clear()
    with aside():
        answer = ask(client)
    client.cookies = SimpleCookie(cookies)
    return answer


@contextmanager
def aside() -> Iterator[None]:
    """Undo all writes of the block."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def to_be_met(place: Page, visitor: str) -> set[str]:
    """Return the results that a visitor may have there."""
    if place.name in OF_THE_LIBRARY and visitor == "guest" and place.name in GUESTS_SIGN_UP_FIRST:
        return {"sign up"}
    if place.name == "account_reset_password_from_key":
        return {"page", "door", "nothing", "sign up"}
    if place.name in OPEN_DOORS:
        # Some of these doors lead straight to another: a reset link that is void, a second factor not asked for.
        return {"page", "door"}
    if place.name == "claim" and visitor == "guest":
        return {"page"}
    assert place.audience is not None
    return {expected(place.audience, visitor)}


@pytest.mark.parametrize("name", sorted(FOR_THE_KEYS_OWNER))
@pytest.mark.parametrize("visitor", ["stranger", "owner", "staff"])
def test_a_key_is_found_by_its_owner_only(name: str, visitor: str, cast: Cast) -> None:
    key = Authenticator.objects.create(user=cast.other_side, type=Authenticator.Type.WEBAUTHN, data={"name": "key"})
    assert come_as(visitor, cast).get(reverse(name, kwargs={"pk": key.pk})).status_code in (302, 404)
    assert Authenticator.objects.get(pk=key.pk).data == {"name": "key"}


@pytest.mark.parametrize("visitor", VISITORS)
@pytest.mark.parametrize("name", ["admin:index", "admin:login", "admin:campaigns_player_changelist"])
def test_the_staff_pages_are_for_staff(name: str, visitor: str, cast: Cast) -> None:
    answer = come_as(visitor, cast).get(reverse(name), follow=False)
    if visitor == "staff":
        assert answer.status_code in (200, 302)
        assert not answer.headers.get("Location", "").startswith(reverse("account_login"))
    else:
        assert answer.status_code in (302, 403)
        if answer.status_code == 302:
            assert answer.headers["Location"].startswith((reverse("account_login"), reverse("admin:login")))


def test_a_visitor_on_an_open_page_is_sent_to_the_door_and_not_shown_it_inside(client: Client) -> None:
    page = reverse("profile")
    answer = client.get(page, headers={"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}"})
    assert answer.headers["HX-Redirect"] == f"{reverse('account_login')}?next={page}"
    away = client.get(page, headers={"HX-Request": "true", "HX-Current-URL": "http://elsewhere.example/profile/"})
    assert away.headers["HX-Redirect"] == f"{reverse('account_login')}?next=/"


def test_the_way_back_is_kept_for_pages_and_not_for_orders(client: Client) -> None:
    assert client.get(reverse("profile")).headers["Location"].endswith(f"?next={reverse('profile')}")
    assert client.post(reverse("leave_guest_play")).headers["Location"].endswith(f"?next={reverse('home')}")


@pytest.mark.parametrize("who", [OWNER, SEAT])
def test_a_page_about_a_thing_must_say_which(who: Audience) -> None:
    with pytest.raises(TypeError):
        audience(who)


def test_staff_give_themselves_no_more_than_they_have(cast: Cast) -> None:
    clerk = PlayerFactory(is_staff=True)
    clerk.user_permissions.add(Permission.objects.get(codename="change_player"))
    client = Client()
    client.force_login(clerk, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("admin:campaigns_player_change", args=[clerk.pk])
    assert client.get(address).status_code == 200
    client.post(
        address, {"display_name": "Clerk", "is_active": "on", "is_staff": "on", "groups": [], "is_superuser": "on"}
    )
    client.post(
        reverse("admin:campaigns_player_change", args=[cast.stranger.pk]),
        {"display_name": "Charlie", "is_active": "on", "is_staff": "on"},
    )
    cast.stranger.refresh_from_db()
    clerk.refresh_from_db()
    assert clerk.display_name == "Clerk"
    assert not clerk.is_superuser
    assert not cast.stranger.is_staff
