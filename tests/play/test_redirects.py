"""Every address that a release has had leads to the present one."""

import pytest
from django.urls import resolve, reverse

from play.redirects import MOVED
from tests.shared.addresses import THINGS, Cast
from tests.shared.factories import GuestFactory, PlayerFactory

# As the releases up to 1880c14 had them: written out, for players hold such links.
OLD = [
    ("/tables/{session}/lost/", "/tables/{session}/review/"),
    ("/tables/{session}/lost/stop/", "/tables/{session}/review/stop/"),
    ("/tables/{session}/lost/share/", "/tables/{session}/review/share/"),
    ("/tables/{session}/lost/offer/", "/tables/{session}/review/offer/"),
    ("/tables/{session}/film/", "/tables/{session}/replay/lanes/"),
    ("/tables/{session}/shoulder/", "/tables/{session}/player-view/"),
    ("/tables/{session}/watchers/", "/tables/{session}/spectators/"),
    ("/tables/{session}/away/", "/tables/{session}/absence/"),
    ("/lost/{link}/", "/review/{link}/"),
    ("/charts/bring/", "/charts/import/"),
    ("/house-key/", "/signing-keys/"),
]
HELD = {"session": "6e1f0c52-8d0b-4a57-9d38-3f6b1f8a7c11", "link": "a-link_that-somebody-holds"}


@pytest.mark.parametrize(("old", "new"), OLD)
def test_an_old_address_redirects_for_good(client, old, new):
    old, new = old.format(**HELD), new.format(**HELD)
    answer = client.get(old)
    assert (answer.status_code, answer.headers["Location"]) == (301, new)
    answer = client.get(old, {"seat": "raider", "at": "7"})
    assert (answer.status_code, answer.headers["Location"]) == (301, f"{new}?seat=raider&at=7")
    assert resolve(new).url_name in MOVED.values()


@pytest.mark.parametrize(("old", "new"), OLD)
def test_a_form_of_a_page_opened_before_the_upgrade_is_sent_on(client, old, new):
    answer = client.post(old.format(**HELD), {"seat": "raider"})
    assert (answer.status_code, answer.headers["Location"]) == (308, new.format(**HELD))


def test_no_old_address_is_missing_here():
    assert len({old for old, _new in OLD}) == len(MOVED)
    assert {reverse(f"old_{name}", kwargs=_parameters(old)) for old, name in MOVED.items()} == {
        old.format(**HELD) for old, _new in OLD
    }


def _parameters(old):
    return {name: value for name, value in HELD.items() if f":{name}>" in old}


@pytest.mark.django_db
def test_a_link_to_a_review_that_was_handed_out_is_still_read(client):
    cast = Cast(PlayerFactory(), PlayerFactory(), PlayerFactory(), GuestFactory(), PlayerFactory())
    link = THINGS["review"](cast)["link"]
    answer = client.get(f"/lost/{link}/", follow=True)
    assert answer.status_code == 200 and answer.redirect_chain == [(f"/review/{link}/", 301)]


def test_links_to_watch_a_game_stay():
    assert reverse("spectate", args=[HELD["link"]]) == f"/watch/{HELD['link']}/"
