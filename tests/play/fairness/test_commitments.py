"""The dice are pledged before the first throw, wherever a game begins: the hash shown, the player's number taken."""

from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from campaigns.accounts.models import Player
from engine.kernel.dice import commitment
from play.fairness import commitments, dice_check
from play.fairness.models import SpentCommitment
from play.journal.models import JournalEntry
from play.orders.models import Order
from play.sessions.models import Session
from play.sessions.services import run_of
from sorties.interceptor.careers import services as career_services
from sorties.interceptor.exports import csv_export, log_import
from tests.shared.builders.careers import kept
from tests.shared.builders.commitments import NUMBER, sealed
from tests.shared.builders.sorties import given
from tests.shared.builders.tables import GAME, carried_out, play
from tests.shared.builders.uploads import result_of
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db
GAMES = ("interceptor-ace", "nightfighter", "bomber-command")


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch):
    """No worker runs here that could be waited for."""
    monkeypatch.setattr(log_import, "WAIT_SECONDS", 0)
    monkeypatch.setattr(career_services, "WAIT_SECONDS", 0)


def come(player=None):
    client = Client()
    if player is not None:
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def career_form(dice):
    return {"name": "Otto Lindner", "track": "nco", "play": "solitaire", "dice": dice, "pack": "standard", "unit": 6}


def by_a_button(client, **sent):
    return "/", client.post(reverse("fly_now"), {"game": "interceptor-ace"} | sent)


def by_a_new_career(client, **sent):
    return reverse("career_new"), client.post(reverse("career_new"), career_form("fair") | sent)


def by_books(client, **sent):
    return reverse("career_new"), client.post(reverse("career_new"), career_form("tabletop") | sent)


def by_a_log(client, **sent):
    text = b"".join(csv_export.pieces("sorties", [kept(PlayerFactory(), 3)])).decode()
    Session.objects.all().delete()
    SpentCommitment.objects.all().delete()
    looked = result_of(client, client.post(reverse("log_import"), {"file": ContentFile(text, "log.csv")}))
    sent |= {"upload": looked.context["upload"].pk, "do": "take-in"}
    return reverse("career_new"), client.post(reverse("log_import"), sent)


WAYS = (by_a_button, by_a_new_career, by_books, by_a_log)


def nothing_was_thrown():
    return not JournalEntry.objects.exists() and not Order.objects.exists()


def verdict(session):
    draws = dice_check.draws_of(session)
    assert draws
    return dice_check.verify(seed=bytes(session.seed), commits=session.commitment, nonces=session.nonces, draws=draws)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("account", [False, True])
def test_one_click_throws_the_dice_that_were_pledged_beside_it(game, account):
    client = come(PlayerFactory() if account else None)
    page = client.get("/")
    shown = page.context["pledge"]
    assert shown["commitment"] in page.content.decode()
    assert not Session.objects.exists() and not SpentCommitment.objects.exists()
    client.post(reverse("fly_now"), {"game": game, "pledge": shown["signed"], "nonce": NUMBER})
    session = carried_out(Session.objects.get())
    assert session.commitment == shown["commitment"] == commitment(bytes(session.seed))
    assert set(session.nonces.values()) == {NUMBER}
    while not dice_check.draws_of(session):  # a posting of the site's choice throws none
        session = given(session, next(iter(run_of(session).pending.values())).options[-1])
    assert verdict(session).holds
    assert Player.objects.get().is_guest != account


@pytest.mark.parametrize("way", WAYS)
def test_every_page_that_begins_a_game_pledges_its_dice_first(way):
    client = come(PlayerFactory())
    page, _answer = way(client)
    Session.objects.all().delete()
    shown = client.get(page).context["pledge"]
    assert nothing_was_thrown()
    way(client, pledge=shown["signed"], nonce=NUMBER)
    session = carried_out(Session.objects.get())
    assert session.status == "playing"
    assert session.commitment == shown["commitment"]
    assert set(session.nonces.values()) == {NUMBER}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("missing", ["pledge", "nonce", "both"])
def test_without_pledge_or_number_nothing_is_thrown_until_the_table_has_both(way, missing):
    client = come(PlayerFactory())
    sent = {"pledge": {"nonce": NUMBER}, "nonce": {"pledge": sealed(client)["pledge"]}, "both": {}}[missing]
    _page, answer = way(client, **sent)
    session = Session.objects.get()
    table = reverse("table", args=[session.pk])
    assert answer.headers["Location"] == table
    assert nothing_was_thrown()
    lobby = client.get(table).content.decode()
    assert session.commitment in lobby
    client.post(reverse("table_begin", args=[session.pk]), {"pledge": session.commitment, "nonce": NUMBER})
    session = carried_out(session)
    assert session.status == "playing" and set(session.nonces.values()) == {NUMBER}


def another_browsers():
    return sealed(come())["pledge"]


def made_up():
    return "0" * 32 + ":aaaaaa:bbbb"


@pytest.mark.parametrize("forged", [another_browsers, made_up])
def test_a_pledge_that_this_browser_was_not_shown_begins_nothing(forged):
    client = come(PlayerFactory())
    client.get("/")
    by_a_button(client, pledge=forged(), nonce=NUMBER)
    assert nothing_was_thrown()


def test_a_pledge_of_long_ago_begins_nothing(monkeypatch):
    client = come(PlayerFactory())
    sent = sealed(client)
    monkeypatch.setattr(commitments, "LASTS", timedelta(seconds=-1))
    by_a_button(client, **sent)
    assert nothing_was_thrown()


def test_a_pledge_binds_one_table_even_when_that_is_gone():
    client = come(PlayerFactory())
    sent = sealed(client)
    by_a_new_career(client, **sent)
    first = carried_out(Session.objects.get())
    client.post(reverse("table_delete", args=[first.pk]))
    assert nothing_was_thrown()
    by_a_new_career(client, **sent)
    second = Session.objects.get()
    assert second.commitment != first.commitment
    assert nothing_was_thrown()


def test_spent_pledges_are_forgotten_when_their_forms_are_void():
    client = come(PlayerFactory())
    by_a_button(client, **sealed(client))
    assert commitments.spent_commitments_delete() == 0
    SpentCommitment.objects.update(spent=SpentCommitment.objects.get().spent - 3 * commitments.LASTS)
    assert commitments.spent_commitments_delete() == 1


def set_for_two(alice):
    client = come(alice)
    seats = {"seat.raider": "me", "seat.escort": "link"}
    client.post(reverse("table_new", args=[GAME]), {"f.rounds": "4"} | seats)
    return client, Session.objects.get()


def test_two_at_a_table_have_both_seen_the_hash_and_given_their_numbers_before_a_die_falls():
    alice, session = set_for_two(PlayerFactory())
    bob = come(PlayerFactory())
    bob.post(reverse("seat", args=[session.seats_taken.get(player=None).invitation]))
    begin = reverse("table_begin", args=[session.pk])
    for client, number in ((alice, "hers"), (bob, "his")):
        assert session.commitment in client.get(reverse("table", args=[session.pk])).content.decode()
        assert client.post(begin, {"nonce": number}).status_code == 409
        assert client.post(begin, {"nonce": number, "pledge": "0" * 64}).status_code == 409
        refused = client.post(begin, {"nonce": " \r\n", "pledge": session.commitment})
        assert refused.status_code == 422 and "any number of your own" in refused.content.decode()
        assert nothing_was_thrown()
        client.post(begin, {"nonce": number, "pledge": session.commitment})
    session = carried_out(session)
    assert session.nonces == {"raider": "hers", "escort": "his"}
    assert verdict(play(session, 40)).holds


def test_the_dice_page_shows_the_hash_and_ones_own_number_while_it_is_played():
    alice, session = set_for_two(PlayerFactory())
    bob = come(PlayerFactory())
    bob.post(reverse("seat", args=[session.seats_taken.get(player=None).invitation]))
    begin, dice = (reverse(name, args=[session.pk]) for name in ("table_begin", "table_dice"))
    alice.post(begin, {"nonce": "hers-1943", "pledge": session.commitment})
    bob.post(begin, {"nonce": "his-1944", "pledge": session.commitment})
    page = alice.get(dice).content.decode()
    assert session.commitment in page and "hers-1943" in page and "his-1944" not in page
    assert bytes(session.seed).hex() not in page


def test_a_number_is_one_line_of_the_first_field_that_holds_something():
    client = come(PlayerFactory())
    by_a_button(client, pledge=sealed(client)["pledge"], nonce=["", " 17\npilot=9 "])
    assert Session.objects.get().nonces == {"pilot": "17 pilot=9"}
