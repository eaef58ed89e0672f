"""Watching: each kind of watcher sees what it says, and what he receives is searched for what he must not know."""

import html
import json
import random
import re
from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.urls import reverse
from django.utils import timezone

from campaigns.groups.services import group_found, group_join
from engine.nightfighter.state import PLAYER, UMPIRE
from play.journal import store
from play.journal.models import EventRow, JournalEntry
from play.orders.refusals import OrderRefused
from play.replay.timeline import PUBLIC_LANE
from play.sessions import services
from play.sessions.selectors import session_at
from play.spectators.models import SpectatorLink
from play.spectators.services import spectator_link_create, umpire_agree, umpire_ask
from play.spectators.timeline import SpectatorTimeline
from tests.campaigns.groups.test_groups import come
from tests.campaigns.seasons.test_duplicate_seasons import announced, begin
from tests.play.replay.test_lanes import SETUPS, watched
from tests.play.secrecy.test_visibility import same_dice
from tests.shared.builders import tables
from tests.shared.builders.tables import give
from tests.shared.factories import GuestFactory, PlayerFactory
from tests.sorties.nightfighter.board.test_generic_page import night

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
__all__ = ["same_dice"]
KIND = SpectatorLink.Kind


def link(session, kind, seat=0, delay=1440):
    place = session.table[seat]
    return spectator_link_create(session=session, seat=place, kind=kind, delay=delay)


def page(watch, player=None, **of):
    answer = come(player).get(reverse("spectate", args=[watch.link]), of)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def secrets_of(session, viewer):
    """Secrets that such a watcher must not receive: the words of every event outside his audience."""
    words = store.words_of(session)
    rows = list(EventRow.objects.filter(session=session, entry__undone_by=None).select_related("entry"))
    told = {str(words.event(store.as_event(row.session, row))) for row in rows if not row.to or f"|{viewer}|" in row.to}
    hidden = {
        str(words.event(store.as_event(row.session, row))) for row in rows if row.to and f"|{viewer}|" not in row.to
    }
    return hidden - told


@pytest.fixture
def umpired(same_dice):
    """A night with a person as umpire, under way."""
    session, people = night(PLAYER, UMPIRE, scenario="4B", umpire="person")
    rng = random.Random(4)
    for _ in range(30):
        run = services.run_of(session)
        (seat, _key), decision = next(iter(run.pending.items()))
        session = give(session, seat, rng.choice(decision.options))
    return session, people


def everything_said(watch, session, player=None):
    """All that a watcher can have of a game: every moment, in every lane that he names."""
    reel = SpectatorTimeline(watch, session, player or GuestFactory())
    said = []
    for at in range(1, len(reel.moments) + 1, 2):
        said.append(page(watch, player, at=at, lane="truth", beside=UMPIRE))
    return "\n".join(said)


def test_an_outsider_is_told_what_both_know_and_nothing_else(umpired):
    session, _people = umpired
    hidden = secrets_of(session, "nobody")
    assert len(hidden) > 3, "there is something to be found"
    said = everything_said(link(session, KIND.OPEN), session)
    assert "What both sides know" in said and "contact truth" not in said
    assert not [one for one in hidden if one in said]


def test_one_side_s_eyes_are_late_and_see_no_more_than_it(umpired):
    session, _people = umpired
    watch = link(session, KIND.EYES, [seat.name for seat in session.table].index(PLAYER))
    assert "There is nothing to show yet" in page(watch)
    JournalEntry.objects.filter(session=session).update(at=timezone.now() - timedelta(days=2))
    late = session.journal.order_by("-seq").first()
    JournalEntry.objects.filter(pk=late.pk).update(at=timezone.now())
    reel = SpectatorTimeline(watch, session, GuestFactory())
    assert reel.moments and all(one.is_shown(PLAYER) for one in reel.moments)
    assert (
        max(one.number for one in reel.moments)
        <= EventRow.objects.filter(entry__seq__lt=late.seq).latest("number").number
    )
    said = everything_said(watch, session)
    assert not [one for one in secrets_of(session, PLAYER) if one in said] and "contact truth" not in said


def test_the_eyes_of_one_who_has_left_the_table_are_closed(umpired):
    session, _people = umpired
    watch = link(session, KIND.EYES, [seat.name for seat in session.table].index(PLAYER), delay=30)
    JournalEntry.objects.filter(session=session).update(at=timezone.now() - timedelta(hours=1))
    assert SpectatorTimeline(watch, session, GuestFactory()).moments
    session.seats_taken.filter(name=PLAYER).update(player=PlayerFactory())
    assert not SpectatorTimeline(watch, session_at(session.pk), GuestFactory()).moments


def test_an_umpire_sees_all_of_it_once_everybody_has_agreed_to_him_by_name(umpired):
    session, _people = umpired
    players = {seat.player for seat in session.table}
    hugh, eve = PlayerFactory(display_name="Hugh"), PlayerFactory()
    watch = link(session, KIND.UMPIRE)
    assert "Ask to be the umpire" in page(watch, hugh) and "Sign in first" in page(watch)
    for who in (GuestFactory(), *players):
        assert come(who).post(reverse("spectate", args=[watch.link])).status_code == 404
        with pytest.raises(OrderRefused):
            umpire_ask(watch=watch, session=session, player=who)
    come(hugh).post(reverse("spectate", args=[watch.link]))
    come(eve).post(reverse("spectate", args=[watch.link]))
    watch.refresh_from_db()
    assert watch.watcher == hugh, "who comes second does not take the place"
    door = reverse("table_spectators", args=[session.pk])
    for place, player in enumerate(players, 1):
        assert not SpectatorTimeline(watch, session, hugh).moments
        assert "Hugh asks to be the umpire" in html.unescape(come(player).get(door).content.decode())
        if place == 1:
            umpire_agree(session=session, player=player, number=watch.pk, watcher=eve.pk)
            assert SpectatorLink.objects.get(pk=watch.pk).agreed == [], "agreed to another"
        come(player).post(door, {"do": "agree", "number": watch.pk, "watcher": hugh.pk})
        watch.refresh_from_db()
    assert "contact truth" in page(watch, hugh, lane="truth") and "The whole truth" in page(watch, hugh)
    for stranger in (None, eve, *players):
        assert not SpectatorTimeline(watch, session, stranger or GuestFactory()).moments
        assert "contact truth" not in page(watch, stranger, lane="truth")
    come(next(iter(players))).post(door, {"do": "end", "number": watch.pk})
    assert come(hugh).get(reverse("spectate", args=[watch.link])).status_code == 404


@pytest.mark.parametrize("title", ["nightfighter", "bomber-command"])
def test_a_game_that_one_person_plays_has_no_umpire_before_its_end(title):
    ruth, hugh = PlayerFactory(), PlayerFactory()
    sitters = {"player": services.SeatAssignment(player=ruth)}
    if title == "bomber-command":
        sitters = {"british": services.SeatAssignment(player=ruth), "german": services.SeatAssignment(policy="weak")}
    session = services.session_open(owner=ruth, title=title, setup={}, sitters=sitters)
    services.session_begin(session=session, player=ruth, nonce="a nonce")
    session = tables.carried_out(session)
    place, door = session.table[0], reverse("table_spectators", args=[session.pk])
    assert 'value="umpire"' not in come(ruth).get(door).content.decode()
    with pytest.raises(OrderRefused):
        link(session, KIND.UMPIRE)
    # As an earlier release gave it out, and as it was agreed to.
    kept = SpectatorLink.objects.create(session=session, kind=KIND.UMPIRE, by=ruth, watcher=hugh, agreed=[ruth.pk])
    asked = SpectatorLink.objects.create(session=session, kind=KIND.UMPIRE, by=ruth)
    assert not SpectatorTimeline(kept, session, hugh).moments and "it has no umpire" in page(kept, hugh)
    assert come(hugh).post(reverse("spectate", args=[asked.link])).status_code == 404
    assert "it has no umpire" in come(ruth).get(door).content.decode()
    SpectatorLink.objects.filter(pk=asked.pk).update(watcher=hugh)
    umpire_agree(session=session, player=ruth, number=asked.pk, watcher=hugh.pk)
    assert SpectatorLink.objects.get(pk=asked.pk).agreed == []
    session.status = "over"
    session.save(update_fields=["status"])
    assert place.player == ruth and SpectatorTimeline(kept, session_at(session.pk), hugh).is_open


def test_games_of_one_person_that_an_umpire_could_see_are_marked_as_aided():
    ruth, ben, hugh = (PlayerFactory() for _ in range(3))
    alone, both = tables.begun(ruth), tables.begun(ruth, ben)
    for session in (alone, both):
        players = {seat.player_id for seat in session.table}
        SpectatorLink.objects.create(session=session, kind=KIND.UMPIRE, by=ruth, watcher=hugh, agreed=sorted(players))
    # The migration knows the model by its former name.
    former = SimpleNamespace(
        get_model=lambda app, name: apps.get_model(app, {"Watch": "SpectatorLink"}.get(name, name))
    )
    import_module("campaigns.migrations.0027_umpires_of_one").mark_aided(former, None)
    assert [session_at(session.pk).aided for session in (alone, both)] == [True, False]


@pytest.mark.parametrize(("title", "setup"), SETUPS[:3], ids=lambda one: one if isinstance(one, str) else "-")
def test_after_the_end_everything_is_open_by_link_and_a_moment_has_its_address(title, setup, monkeypatch):
    session, _live = watched(title, setup, 3, monkeypatch)
    after, on = link(session, KIND.AFTER), link(session, KIND.OPEN)
    session.status = "playing"
    session.save(update_fields=["status"])
    assert "The game is not over yet" in page(after)
    looks = SpectatorTimeline(on, session_at(session.pk), GuestFactory())
    rows = [looks.row(at) for at in range(1, len(looks.moments) - 1, 3)]
    seen = [store.json_data(looks.view(PUBLIC_LANE, row, at_rest=False)) for row in rows]
    under_way = [one for one in seen if one["phase"] != "over"]
    assert under_way and not [one for one in under_way if {"raids", "targets", "hand", "held", "umpire"} & set(one)]
    session.status = "over"
    session.save(update_fields=["status"])
    moment = page(after, at=7, lane="truth", beside=session.table[0].name)
    assert "The whole truth" in moment and "7 of " in moment and "beside=" in moment
    assert moment.count('class="film-lane"') == 2
    said = page(on)
    assert "What both sides know" in said and said.count('class="film-lane"') == 1
    player = session.table[0].player
    film = html.unescape(come(player).get(reverse("table_replay_lanes", args=[session.pk]), {"at": 7}).content.decode())
    assert f"{reverse('spectate', args=[after.link])}?" in film and "for people outside the game" in film


def test_a_page_that_follows_is_sent_nothing_for_what_it_may_not_know(umpired, django_assert_max_num_queries):
    session, _people = umpired
    watch = link(session, KIND.OPEN)
    first = page(watch)
    have = re.search(r"have=(\w+)", first)[1]
    address = reverse("spectate", args=[watch.link])
    assert come().get(address, {"have": have}, headers={"HX-Request": "true"}).status_code == 204
    with django_assert_max_num_queries(12):
        page(watch)
    last = EventRow.objects.filter(session=session).latest("number")
    hidden = {"session": session, "entry": last.entry, "place": last.place, "kind": last.kind, "data": last.data}
    EventRow.objects.create(**hidden, number=last.number + 1, to=f"|{UMPIRE}|")
    assert come().get(address, {"have": have}, headers={"HX-Request": "true"}).status_code == 204
    EventRow.objects.create(**hidden, number=last.number + 2)
    type(session).objects.filter(pk=session.pk).update(events_told=last.number + 3, worlds={})
    assert come().get(address, {"have": have}, headers={"HX-Request": "true"}).status_code == 200


def test_links_are_given_by_those_who_play_and_taken_back(client):
    ruth, ben, eve = (PlayerFactory() for _ in range(3))
    session = tables.begun(ruth, ben)
    door = reverse("table_spectators", args=[session.pk])
    assert come(eve).get(door).status_code == 404
    come(ruth).post(door, {"do": "give", "kind": "open", "seat": "raider"})
    come(ruth).post(door, {"do": "give", "kind": "open", "seat": "raider"})
    watch = SpectatorLink.objects.get()
    assert watch.link in come(ben).get(door).content.decode()
    for kind in ("eyes", "umpire", "nonsense"):
        refused = come(ruth).post(door, {"do": "give", "kind": kind, "seat": "raider"})
        assert refused.status_code == 422, "nothing is hidden in a game without a film, so there is no such kind"
    assert SpectatorTimeline(watch, session, eve).lanes == [PUBLIC_LANE]
    assert "Watching" in page(watch)
    come(ben).post(door, {"do": "end", "number": watch.pk})
    assert not SpectatorLink.objects.exists() and come().get(reverse("spectate", args=[watch.link])).status_code == 404


def test_an_opponent_does_not_read_the_address_of_one_s_eyes(umpired):
    session, _people = umpired
    watch = link(session, KIND.EYES)
    other = session.table[1].player
    door = reverse("table_spectators", args=[session.pk])
    assert watch.link not in come(other).get(door).content.decode()
    come(other).post(door, {"do": "end", "number": watch.pk})
    assert SpectatorLink.objects.exists()


def test_nobody_watches_a_duplicate_season_while_others_have_it_before_them():
    club = group_found(owner=PlayerFactory(), name="Thursday Flight")
    season = announced(club)
    begin(season, club.owner, "Jakob Wieland")
    session = session_at(season.entries.get().session_id)
    watch = link(session, KIND.OPEN)
    assert not SpectatorTimeline(watch, session, club.owner).moments
    assert "what they have yet to meet" in page(watch)
    season.ends = timezone.localdate() - timedelta(days=3)
    season.save()
    assert SpectatorTimeline(watch, session, club.owner).moments
    assert json.dumps(SpectatorTimeline(watch, session, club.owner).lanes) == '["open"]'


def test_a_group_of_all_who_play_finds_the_open_link_on_its_page():
    ruth, ben, hugh = (PlayerFactory() for _ in range(3))
    club = group_found(owner=ruth, name="Thursday Flight")
    for player in (ben, hugh):
        group_join(group=club, player=player)
    session = tables.begun(ruth, ben, shown_to=club)
    home = reverse("group", args=[club.pk])
    assert "/watch/" not in come(hugh).get(home).content.decode()
    watch = link(session, KIND.OPEN)
    assert watch.link in come(hugh).get(home).content.decode()
    assert watch.link not in come(PlayerFactory()).get(home).content.decode()
