"""Session and player are found with one question, and whatever was changed elsewhere holds with the next request."""

from datetime import timedelta

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session as BrowserSession
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.accounts.models import Player
from config.fastpath import session as fastpath_session
from tests.shared.factories import PASSWORD, GuestFactory, PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.storage]
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def player():
    return PlayerFactory(display_name="Ruth")


@pytest.fixture
def client(player):
    """A browser whose session this process has met."""
    client = Client()
    client.force_login(player, backend=BACKEND)
    assert seen(client) == player
    assert fastpath_session._whose[client.session.session_key] == player.pk
    return client


def seen(client):
    """Who the house says is there."""
    found = client.get(reverse("home")).wsgi_request.user
    return None if isinstance(found, AnonymousUser) else found


def questions(client, about="campaigns_player"):
    with CaptureQueriesContext(connection) as asked:
        assert seen(client) is not None
    return [one["sql"] for one in asked if "django_session" in one["sql"] or f'FROM "{about}"' in one["sql"]]


def test_one_question_finds_both_and_a_process_that_has_not_met_the_session_asks_two(client, player):
    assert len(questions(client)) == 1
    fastpath_session._whose.clear()
    assert len(questions(client)) == 2
    assert len(questions(client)) == 1


def test_a_guess_that_is_wrong_changes_nothing(client, player):
    other, key = GuestFactory(), client.session.session_key
    for wrong in (other.pk, 0, 7_000_000):
        fastpath_session._whose[key] = wrong
        assert seen(client) == player
        assert fastpath_session._whose[key] == player.pk


def test_who_signs_out_is_out_in_every_process(client, player):
    cookie, known = client.cookies["sessionid"].value, dict(fastpath_session._whose)
    client.post(reverse("account_logout"))
    # The process that knew the session has not heard of it.
    fastpath_session._whose.update(known)
    again = Client()
    again.cookies["sessionid"] = cookie
    assert seen(again) is None
    assert cookie not in fastpath_session._whose


def test_a_session_that_was_taken_away_or_has_run_out_is_none(client, player):
    sessions = BrowserSession.objects.filter(session_key=client.session.session_key)
    sessions.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert seen(client) is None
    client.force_login(player, backend=BACKEND)
    assert seen(client) == player
    BrowserSession.objects.all().delete()
    assert seen(client) is None


def test_a_password_that_was_changed_elsewhere_ends_the_session(client, player):
    player.set_password(PASSWORD + "!")
    player.save()
    assert seen(client) is None
    assert not BrowserSession.objects.exists()


def test_who_is_deleted_or_barred_is_not_signed_in(client, player):
    Player.objects.filter(pk=player.pk).update(is_active=False)
    assert seen(client) is None
    Player.objects.filter(pk=player.pk).update(is_active=True)
    assert seen(client) == player
    Player.objects.filter(pk=player.pk).delete()
    assert seen(client) is None


def test_what_was_changed_of_a_player_holds_at_once(client, player):
    Player.objects.filter(pk=player.pk).update(display_name="Ben")
    assert seen(client).display_name == "Ben"


def test_a_browser_in_which_another_signs_in_shows_him(client):
    other = PlayerFactory()
    client.force_login(other, backend=BACKEND)
    assert seen(client) == other
    assert len(questions(client)) == 1


def test_a_way_of_signing_in_that_is_no_longer_open_admits_nobody(client, player, settings):
    settings.AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
    assert seen(client) is None


def test_a_session_that_another_key_has_signed_is_none(client, player, settings):
    settings.SECRET_KEY = "of another house"
    assert seen(client) is None


def test_a_key_that_was_replaced_still_admits_and_signs_anew(client, player, settings):
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "the next key of this house"
    assert seen(client) == player
    settings.SECRET_KEY_FALLBACKS = []
    assert seen(client) == player


def test_sessions_of_nobody_are_not_remembered(db, monkeypatch):
    visitor = Client()
    session = visitor.session
    session["chosen"] = "day"
    session.save()
    visitor.cookies["sessionid"] = session.session_key
    assert seen(visitor) is None
    assert SESSION_KEY not in visitor.session
    assert session.session_key not in fastpath_session._whose


def test_a_process_remembers_so_many_and_no_more(client, player, monkeypatch):
    monkeypatch.setattr(fastpath_session, "MOST_REMEMBERED", 2)
    others = []
    for _ in range(3):
        others.append(Client())
        others[-1].force_login(player, backend=BACKEND)
        assert seen(others[-1]) == player
    assert list(fastpath_session._whose) == [one.session.session_key for one in others[1:]]
    assert seen(client) == player
