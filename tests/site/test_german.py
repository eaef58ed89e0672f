"""A German reader has the front page and the pages of an account in German: no English sentence is left there."""

import re
from collections.abc import Iterator

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings
from django.test import Client
from django.urls import reverse

from campaigns.accounts.models import Player
from campaigns.accounts.time_zones import zone_names
from config.languages.coverage import messages
from tests.shared.factories import GuestFactory
from tests.shared.site import ROOT
from tests.site.test_audiences import OF_THE_LIBRARY
from tests.site.test_gettext_marks import Reader

SENTENCE = re.compile(r"[a-z]{2,} [a-z]{2,}|[a-z][.?!]$")
"""More than a name: two small words, or an end."""
OURS = ("home", "profile", "claim", "delete_account")
SIGN_UP = {"display_name": "Dora", "email": "dora@example.org", "password1": "correct-horse-battery"}


def read(client: Client, language: str, address: str, posted: dict[str, str] | None) -> set[str]:
    """Return the visible words of an answer, after all redirects."""
    client.cookies["django_language"] = language
    answer = client.get(address, follow=True) if posted is None else client.post(address, posted, follow=True)
    reader = Reader()
    if answer["Content-Type"].startswith("text/html"):
        reader.feed(answer.content.decode())
    return {" ".join(words.split()) for words in reader.words}


def visits() -> Iterator[tuple[str, dict[str, str] | None]]:
    """Every page of an account as it is opened, and as it answers a form that nobody filled in."""
    yield from ((reverse(name), None) for name in OURS)
    for name, parameters in OF_THE_LIBRARY.items():
        address = reverse(name, kwargs=parameters)
        yield address, None
        if name != "account_logout":
            yield address, {}
    yield reverse("profile"), {}
    yield reverse("delete_account"), {}
    yield reverse("account_signup"), {"email": "no", "password1": "short"}
    yield reverse("account_login"), {"login": "nobody@example.org", "password": "wrong"}
    yield reverse("account_change_password"), {"oldpassword": "wrong", "password1": "12345678901", "password2": "other"}


def come(who: str) -> Client:
    """Return nobody, a guest, or a new member, who need not confirm the password again."""
    client = Client()
    if who == "guest":
        client.force_login(GuestFactory(), backend="django.contrib.auth.backends.ModelBackend")
    elif who != "nobody":
        assert client.post(reverse("account_signup"), SIGN_UP).status_code == 302
        member = Player.objects.get(email=SIGN_UP["email"])
        if who == "member with a second factor":
            TOTP.activate(member, "JBSWY3DPEHPK3PXP")
            RecoveryCodes.activate(member)
    return client


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["nobody", "guest", "member", "member with a second factor"])
def test_no_english_sentence_is_left_where_german_is_promised(who: str) -> None:
    catalogue = messages(ROOT / "locale" / "de" / "LC_MESSAGES" / "django.po")
    there = {sentence for (_context, sentence), whole in catalogue.items() if whole}
    lacking = {sentence for _context, sentence in catalogue} - there
    zones = {name.replace("_", " ") for name in zone_names()}
    client, left, pages = come(who), {}, 0
    for address, posted in visits():
        english, german = (read(client, language, address, posted) for language in ("en-gb", "de"))
        pages += english != german
        found = {words for words in german & english if SENTENCE.search(words)} | german & lacking
        found -= zones
        left |= {(address, posted is None): found} if found else {}
    assert left == {}
    assert pages > 20


def test_a_browser_alone_never_chooses_a_language_in_progress() -> None:
    assert 'lang="en-gb"' in Client(headers={"accept-language": "de-DE,de;q=0.9"}).get("/").content.decode()
    assert 'lang="pl"' in Client(headers={"accept-language": "pl"}).get("/").content.decode()
    chosen = Client()
    chosen.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    assert 'lang="de"' in chosen.get("/").content.decode()
