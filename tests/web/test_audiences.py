"""Every address of the house, opened by every kind of visitor."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from play.audience import ANYONE, MEMBER, OWNER, SEAT, SIGNED_IN, STAFF, Audience, audience
from tests.factories import GuestFactory, PlayerFactory
from tests.web.things import THINGS, Cast

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

    def address(self, cast: Cast) -> str:
        if self.name in OF_THE_LIBRARY:
            return reverse(self.name, kwargs=OF_THE_LIBRARY[self.name])
        return reverse(self.name, kwargs=THINGS[self.name](cast) if self.has_parameters else {})


def walk(resolver: URLResolver, parameters: bool = False) -> Iterator[Page]:
    for entry in resolver.url_patterns:
        here = parameters or bool(entry.pattern.regex.groupindex)
        if isinstance(entry, URLPattern):
            yield Page(entry.name or str(entry.pattern), entry.callback, here)
        elif entry.namespace != "admin":
            yield from walk(entry, here)


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
    """What the visitor met: the page, the door, the sign-up, or nothing there."""
    target = answer.headers.get("Location", "") or answer.headers.get("HX-Redirect", "")
    if target.startswith(f"{reverse('account_login')}?next="):
        return "door"
    if target == reverse("claim"):
        return "sign up"
    return "nothing" if answer.status_code in (403, 404) else "page"


def expected(who: Audience, visitor: str) -> str:
    if not who.signed_in:
        return "page"
    if visitor == "nobody":
        return "door"
    if who is MEMBER and visitor == "guest":
        return "sign up"
    admitted = {SIGNED_IN: True, MEMBER: True, STAFF: visitor == "staff", OWNER: visitor == "owner"}
    admitted[SEAT] = visitor in ("owner", "other_side")
    return "page" if admitted[who] else "nothing"


@pytest.mark.parametrize("place", PAGES, ids=lambda place: place.name)
def test_every_page_declares_its_audience(place: Page) -> None:
    assert place.audience is not None, f"{place.name} has no @audience"
    assert not place.has_parameters or place.name in OF_THE_LIBRARY or place.name in THINGS, (
        f"tests/web/things.py does not say what {place.name} is about"
    )


@pytest.mark.parametrize("visitor", VISITORS)
@pytest.mark.parametrize("place", PAGES, ids=lambda place: place.name)
def test_every_page_admits_its_audience_and_nobody_else(place: Page, visitor: str, cast: Cast) -> None:
    answer = call(come_as(visitor, cast), place.address(cast))
    assert answer.status_code < 500
    met = verdict(answer)
    if place.name in OF_THE_LIBRARY and visitor == "guest" and place.name in GUESTS_SIGN_UP_FIRST:
        assert met == "sign up"
    elif place.name in OPEN_DOORS:
        # Some of these doors lead straight to another one: a reset link that is void, a second factor not asked for.
        assert met in ("page", "door") or place.name == "account_reset_password_from_key"
    elif place.name == "claim" and visitor == "guest":
        assert met == "page"
    else:
        assert met == expected(place.audience, visitor)


@pytest.mark.parametrize("place", PAGES, ids=lambda place: place.name)
def test_no_page_takes_an_order_without_its_token(place: Page, cast: Cast) -> None:
    answer = come_as("owner", cast, enforce_csrf_checks=True).post(place.address(cast), {"answer": "0"})
    assert answer.status_code in (403, 405)


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
