"""The controller's estimate on its page: for the German player alone, from his events, where odds are shown."""

import html
import re

import pytest
from django.urls import reverse

from engine.bomber_command.analysis.estimate import DetectionReport, estimate, libraries_of
from play.journal import store
from play.journal.models import EventRow
from play.odds.models import OddsTiming
from play.sessions.models import Session
from play.sessions.selectors import session_at
from raids.estimate import page as pages
from raids.estimate import route_library
from raids.estimate.models import RouteLibrary
from raids.estimate.route_library import library_for, library_load, library_make
from tests.raids.board.test_map import BACKEND, night
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def dark():
    """A night that has begun, with its two players, whose table shows odds before an order; nothing is found yet."""
    route_library._read.cache_clear()
    session, players = night()
    Session.objects.filter(pk=session.pk).update(odds=OddsTiming.BEFORE)
    return session_at(session.pk), players


def panel(client, session, player):
    client.force_login(player, backend=BACKEND)
    return client.get(reverse("raid_estimate", args=[session.pk]))


def test_it_is_the_germans_alone_and_only_where_odds_are_shown(client, dark):
    session, players = dark
    assert (british := panel(client, session, players["british"])).status_code == 204 and not british.content
    assert panel(client, session, players["german"]).status_code == 200
    for when in (OddsTiming.OFF, OddsTiming.AFTER):
        Session.objects.filter(pk=session.pk).update(odds=when)
        assert panel(client, session, players["german"]).status_code == 404


def test_the_library_is_sent_for_once_and_the_page_asks_again(
    client, dark, monkeypatch, django_capture_on_commit_callbacks
):
    session, players = dark
    sent = []
    monkeypatch.setattr("raids.estimate.services.ways_search.apply_async", lambda **one: sent.append(one["args"]))
    with django_capture_on_commit_callbacks(execute=True):
        text = panel(client, session, players["german"]).content.decode()
        panel(client, session, players["german"])
    assert 'hx-trigger="load delay:1s"' in text
    assert sent == [[session.pack_hash, "berlin"]]
    library_make(digest=session.pack_hash, scenario="berlin")
    library_make(digest=session.pack_hash, scenario="berlin")
    assert RouteLibrary.objects.count() == 1
    again = panel(client, session, players["german"]).content.decode()
    assert "hx-trigger" not in again and "The estimate needs two" in again


def test_odds_find_the_library_in_memory_and_it_is_searched_for_once(dark, monkeypatch):
    session, _players = dark
    found = libraries_of(store.pack_of(session))
    found.clear()
    library_load(session, "british")
    assert not found
    library_load(session, "german")
    assert set(found) == {"berlin"} and RouteLibrary.objects.count() == 1
    found.clear()
    route_library._read.cache_clear()
    monkeypatch.setattr("engine.bomber_command.analysis.estimate.make_tracks", None)
    library_load(session, "german")
    assert found["berlin"].tracks == library_for(session).tracks


def tell(session, seen):
    """Write events of some turns into the night's log, as its journal would."""
    entry, number = session.journal.order_by("-seq").first(), session.events_told
    for one in seen:
        for kind, data in (
            ("turn.begins", {"turn": one.turn, "twilight": False}),
            ("detection.rolled", {"total": 9, "level": 2, "found": one.found}),
            ("raids.detected", {"counters": one.counters, "streams": one.streams}),
        ):
            number += 1
            EventRow.objects.create(
                session=session, entry=entry, number=number, place=900 + number, kind=kind, data=data
            )
    world = session.worlds.get("german") or {}
    worlds = session.worlds | {"german": world | {"told": number}} if world else session.worlds
    Session.objects.filter(pk=session.pk).update(events_told=number, worlds=worlds)


def test_what_it_shows_is_the_estimate_of_what_he_was_told(client, dark, django_assert_max_num_queries):
    session, players = dark
    library_make(digest=session.pack_hash, scenario="berlin")
    track = max(library_for(session).tracks["stuttgart"], key=lambda track: track.weight)
    seen = [
        DetectionReport(turn, "clarified", list(hexes[:1]), list(hexes[1:]))
        for turn, hexes in track.stands.items()
        if turn <= track.bombs
    ]
    tell(session, seen)
    first = panel(client, session, players["german"])
    text = html.unescape(first.content.decode())
    shares = [int(value) for value in re.findall(r'value="(\d+)"', text)]
    assert "Stuttgart" in text and "%" in text
    wanted = [round(100 * one.share) for one in estimate(library_for(session), seen).shares]
    assert shares == [share for share in wanted if share >= 1] and shares == sorted(shares, reverse=True)
    with django_assert_max_num_queries(6):
        assert client.get(reverse("raid_estimate", args=[session.pk])).content == first.content


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.004, "under 10%"), (0.1, "between 10% and 20%"),
        (0.349, "between 30% and 40%"), (0.97, "between 90% and 100%"), (1.0, "certain"),
    ],
)  # fmt: skip
def test_shares_are_said_in_words(share, words):
    assert pages.in_words(share) == words


@pytest.mark.parametrize("side", ["german", "british"])
def test_tonights_order_gives_the_estimate_and_marks_the_table_as_aided(client, side):
    player = PlayerFactory()
    client.force_login(player, backend=BACKEND)
    fields = {"f.scenario": "berlin", "side": side, "opponent": "friend", "strength": "strong"}
    for ticked, when, aided in (({"estimate": "on"}, OddsTiming.BEFORE, True), ({}, OddsTiming.OFF, False)):
        client.post(reverse("raid_new"), fields | ticked)
        session = Session.objects.order_by("-created").first()
        assert (session.odds, session.aided) == (when, aided)
