"""A new SECRET_KEY, with the former one among SECRET_KEY_FALLBACKS: nobody is signed out, no pledge is broken."""

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from play.fairness import commitments
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db
NEW = "another secret key " * 3


@pytest.fixture
def change_key(settings):
    """Put another SECRET_KEY into place."""

    def change(*, keeps_former):
        settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY] if keeps_former else []
        settings.SECRET_KEY = NEW

    return change


@pytest.mark.parametrize(("keeps_former", "status"), [(True, 200), (False, 302)])
def test_who_is_signed_in_stays_so_by_a_fallback_alone(change_key, keeps_former, status):
    client = Client()
    client.force_login(PlayerFactory(), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse("profile")).status_code == 200
    change_key(keeps_former=keeps_former)
    assert [client.get(reverse("profile")).status_code for _look in range(2)] == [status, status]


def test_who_stayed_signed_in_by_a_fallback_needs_it_no_more(change_key, settings):
    client = Client()
    client.force_login(PlayerFactory(), backend="django.contrib.auth.backends.ModelBackend")
    change_key(keeps_former=True)
    client.get(reverse("profile"))
    settings.SECRET_KEY_FALLBACKS = []
    assert client.get(reverse("profile")).status_code == 200


@pytest.mark.parametrize("keeps_former", [True, False])
def test_a_pledge_that_was_shown_before_binds_the_dice_that_it_named(change_key, keeps_former):
    shown = commitments.new_commitment(request_with(""))
    change_key(keeps_former=keeps_former)
    brought = commitments.posted_commitment(request_with(shown["signed"])).pledge
    assert (brought and brought.commitment) == (shown["commitment"] if keeps_former else None)


def request_with(pledge):
    """A form of the same browser."""
    request = RequestFactory().post("/", {"pledge": pledge, "nonce": "7"})
    request.META["CSRF_COOKIE"] = "a" * 32
    return request
