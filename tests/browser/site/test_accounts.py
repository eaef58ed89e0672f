"""Journeys of a person: first visit, claiming, signing up and in, second factor, passkey, a lost password, leaving."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core import mail
from django.core.cache import cache
from django.urls import reverse
from playwright.sync_api import Page, Response, expect

from campaigns.accounts.models import Player
from campaigns.tasks import forget_players
from tests.browser.conftest import SCREENS, fits, press_fly_now
from tests.shared.factories import PASSWORD, GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)


def letter_link(part: str) -> str:
    """The address in the last letter, as far as its path."""
    found = re.search(rf"http://[^/]+(/\S*{part}\S*)", mail.outbox[-1].body)
    assert found, mail.outbox[-1].body
    return found[1]


def sign_in(page: Page, player: Player, password: str = PASSWORD) -> None:
    page.goto(reverse("account_login"))
    page.get_by_label("Email").fill(player.email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()


def at_home(page: Page) -> None:
    """Wait until the front page has come; every address ends with a stroke."""
    page.wait_for_url(lambda address: urlsplit(address).path == "/")


def confirm_access(page: Page) -> None:
    """Confirm the password, which pages about an account's keys ask for."""
    expect(page.get_by_role("heading", name="Confirm Access")).to_be_visible()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()


def menu(page: Page, screen: str) -> Any:
    """Open the account menu: behind the menu button on a phone, in the bar on a desk."""
    if screen == "phone":
        page.get_by_text("Menu", exact=True).click()
    return page.get_by_role("banner")


def be(page: Page, player: Player, context: Any) -> None:
    """Sit down as somebody who signed in earlier."""
    from django.test import Client

    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    page.goto(reverse("healthz"))
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": page.url}])


def test_first_visit_to_guest_to_account(page: Page, screen: str) -> None:
    press_fly_now(page)
    guest = Player.objects.get()
    assert guest.is_guest
    page.goto("/")
    menu(page, screen).get_by_role("link", name="Sign up and keep this account").locator("visible=true").click()
    page.get_by_label("Name").fill("Ruth")
    page.get_by_label("Email").fill("ruth@example.org")
    page.get_by_label("Password", exact=True).fill("1234")
    page.get_by_role("button", name="Sign up and keep everything").click()
    # Refused: what is wrong stands beside the field, what was typed is still there.
    expect(page.get_by_text("This password is too short", exact=False)).to_be_visible()
    expect(page.get_by_label("Name")).to_have_value("Ruth")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign up and keep everything").click()
    expect(page.get_by_role("heading", name="Your profile")).to_be_visible()
    player = Player.objects.get()
    assert (player.pk, player.is_guest, player.display_name) == (guest.pk, False, "Ruth")


def test_sign_up_then_sign_in_with_a_second_factor(page: Page) -> None:
    page.goto(reverse("account_signup"))
    page.get_by_label("Name").fill("Dave")
    page.get_by_label("Email").fill("dave@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    at_home(page)
    page.goto(letter_link("confirm-email"))
    page.get_by_role("button", name="Confirm").click()
    page.goto(reverse("mfa_activate_totp"))
    confirm_access(page)
    secret = page.get_by_label("Authenticator secret").input_value()

    def code() -> str:
        return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))

    page.get_by_label("Authenticator code").fill(code())
    page.get_by_role("button", name="Activate").click()
    expect(page.get_by_role("heading", name="Recovery Codes")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    at_home(page)
    # A code is good once; the half minute until the next one is not waited for here.
    cache.clear()
    sign_in(page, Player.objects.get())
    expect(page.get_by_role("heading", name="Two-Factor Authentication")).to_be_visible()
    page.get_by_label("Code").fill("000000")
    page.get_by_role("button", name="Sign In").click()
    expect(page.get_by_text("Incorrect code.")).to_be_visible()
    page.get_by_label("Code").fill(code())
    page.get_by_role("button", name="Sign In").click()
    expect(page.get_by_role("link", name="Dave").first).to_be_visible()


def test_a_passkey_is_added_and_opens_the_door(page: Page, screen: str) -> None:
    chip = page.context.new_cdp_session(page)
    chip.send("WebAuthn.enable")
    chip.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    player = PlayerFactory(display_name="Marta")
    sign_in(page, player)
    at_home(page)
    page.goto(reverse("mfa_add_webauthn"))
    confirm_access(page)
    page.get_by_label("Name").fill("This telephone")
    page.get_by_label("Passwordless").check()
    page.get_by_role("button", name="Add").click()
    expect(
        page.get_by_role("heading", name="Recovery Codes").or_(page.get_by_text("This telephone")).first
    ).to_be_visible()
    menu(page, screen).get_by_role("button", name="Sign out").locator("visible=true").click()
    at_home(page)
    page.goto(reverse("account_login"))
    page.get_by_role("button", name="Sign in with a passkey").click()
    at_home(page)
    expect(menu(page, screen).get_by_role("link", name="Marta").locator("visible=true")).to_be_visible()


def test_a_lost_password_is_found_again_by_letter(page: Page, screen: str) -> None:
    player = PlayerFactory()
    page.goto(reverse("account_login"))
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("Email").fill(player.email)
    page.get_by_role("main").get_by_role("button").click()
    expect(page.get_by_text("We have sent you an email.", exact=False).first).to_be_visible()
    page.goto(letter_link("password/reset/key"))
    page.get_by_label("New Password", exact=True).fill("another-long-road-9")
    page.get_by_label("New Password (again)").fill("another-long-road-9")
    page.get_by_role("button", name="Change Password").click()
    expect(page.get_by_text("Your password is now changed.")).to_be_visible()
    sign_in(page, player, "another-long-road-9")
    at_home(page)
    player.refresh_from_db()
    assert player.last_login is not None


def test_an_account_is_deleted_after_saying_what_goes(page: Page, screen: str) -> None:
    player = PlayerFactory()
    sign_in(page, player)
    at_home(page)
    page.goto(reverse("profile"))
    page.get_by_role("link", name="Delete my account and my data").click()
    expect(page.get_by_role("rowheader", name="email addresses")).to_be_visible()
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_text("Nothing has been deleted.", exact=False)).to_be_visible()
    page.get_by_label("Delete my account and everything listed here").check()
    page.get_by_role("button", name="Delete everything").click()
    confirm_access(page)
    expect(page.get_by_text("Your account is closed, and your data are being deleted.")).to_be_visible()
    assert not Player.objects.filter(pk=player.pk, is_active=True).exists(), "closed, and perhaps deleted by now"
    forget_players()
    assert not Player.objects.filter(pk=player.pk).exists()


def test_language_and_colours_are_chosen_at_the_foot(page: Page, screen: str) -> None:
    page.goto(reverse("account_login"))
    page.get_by_label("Language").select_option(label="Polski")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    assert page.url.endswith(reverse("account_login"))
    page.locator("#foot-theme").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_css("background-color", "rgb(8, 13, 20)")


def test_everything_is_reached_by_the_keyboard(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Fly now")).to_be_focused()
    outline = page.evaluate("getComputedStyle(document.activeElement).outline")
    assert "3px" in outline and "rgb(29, 76, 124)" in outline


@pytest.mark.parametrize("language", ["en-gb", "pl"])
def test_the_front_page_is_light(page: Page, screen: str, language: str) -> None:
    page.goto(reverse("healthz"))
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    weights = [len(answer.body()) for answer in answers]
    assert sum(weights) < 250_000, weights


FOR_NOBODY = ("home", "account_login", "account_signup", "account_reset_password", "account_reset_password_done")
FOR_A_GUEST = ("home", "profile", "claim", "delete_account")
FOR_A_MEMBER = (
    "profile",
    "account_email",
    "account_change_password",
    "account_reauthenticate",
    "account_logout",
    "mfa_index",
    "mfa_activate_totp",
    "mfa_list_webauthn",
    "mfa_add_webauthn",
)


@pytest.mark.parametrize("language", ["en-gb", "pl"])
def test_axe_finds_no_fault_and_nothing_is_too_wide(
    page: Page, language: str, faults: Callable[[Page], list[str]]
) -> None:
    found: dict[str, list[str]] = {}

    def look(name: str, screen: str) -> None:
        if wrong := faults(page):
            found[f"{name}, {screen}"] = wrong

    def look_on_each_screen(name: str) -> None:
        """These are forms and words: what is sent is the same for both, and a style sheet alone heeds the size."""
        for screen, size in SCREENS.items():
            page.set_viewport_size(size)
            assert fits(page), (name, screen)
            look(name, screen)

    def open_all(names: tuple[str, ...]) -> None:
        for name in names:
            page.goto(reverse(name))
            look_on_each_screen(f"{name} of {len(names)}")

    page.goto(reverse("healthz"))
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    open_all(FOR_NOBODY)
    page.goto("/no-such-page")
    look_on_each_screen("404")
    be(page, GuestFactory(language=language), page.context)
    open_all(FOR_A_GUEST)
    page.goto("/")
    page.set_viewport_size(SCREENS["phone"])
    page.locator("details.menu > summary").click()
    look("menu", "phone")
    page.goto(reverse("claim"))
    page.locator("main .button.main").click()
    expect(page.locator("[aria-invalid=true]").first).to_be_focused()
    look_on_each_screen("refused")
    be(page, PlayerFactory(language=language), page.context)
    open_all(FOR_A_MEMBER)
    assert found == {}


def test_axe_would_find_one(page: Page, faults: Callable[[Page], list[str]]) -> None:
    page.goto("/")
    page.evaluate("document.documentElement.removeAttribute('lang')")
    page.evaluate("document.querySelector('footer label').remove()")
    assert len(faults(page)) >= 2


def test_axe_would_find_what_cannot_be_read_by_night(page: Page, faults: Callable[[Page], list[str]]) -> None:
    page.goto(reverse("account_login"))
    by_night = "@media (prefers-color-scheme: dark) { main label { color: #222 !important; background: #111; } }"
    page.evaluate("rule => document.styleSheets[0].insertRule(rule, document.styleSheets[0].cssRules.length)", by_night)
    assert {fault.partition(":")[0] for fault in faults(page)} == {"color-contrast (serious), dark"}
