"""Private notes on places of a board: only for their player, on the map and in the list, stored with their time."""

import pytest
from django.urls import reverse

from play.orders.refusals import OrderRefused
from play.secrecy import visibility
from play.sessions import board_notes, services
from play.sessions.models import Seat
from play.sessions.selectors import session_at
from play.sessions.services import SeatAssignment, session_begin, session_open
from tests.shared.builders.tables import carried_out, give
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db
SECRET = "a second one, I think"


@pytest.fixture
def table():
    """A night with a person as umpire."""
    player, umpire = PlayerFactory(), PlayerFactory()
    sitters = {"player": SeatAssignment(player=player), "umpire": SeatAssignment(player=umpire)}
    setup = {"scenario": "4B", "umpire": "person"}
    session = session_open(owner=player, title="nightfighter", setup=setup, sitters=sitters)
    for one in (player, umpire):
        session_begin(session=session, player=one, nonce="a nonce")
    return carried_out(session), player, umpire


def sign_in(client, player):
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")


def page_of(client, session, player):
    sign_in(client, player)
    return client.get(reverse("table", args=[session.pk])).content.decode()


def write(client, session, **fields):
    posted = {"seat": "player", "turn": "1", "place": "0911", "text": SECRET} | fields
    return client.post(reverse("table_note", args=[session.pk]), posted, headers={"HX-Request": "true"})


def test_a_note_stands_on_its_hex_and_in_the_list_and_nobody_else_meets_it(client, table):
    session, player, umpire = table
    sign_in(client, player)
    answer = write(client, session)
    assert answer.status_code == 200 and answer["HX-Reswap"] == "none"
    page = page_of(client, session, player)
    assert f"your note: {SECRET}" in page and 'class="mark slip"' in page and "only you see them" in page
    assert SECRET not in page_of(client, session, umpire)
    for name in ("table_export", "table_replay", "table_changes"):
        sign_in(client, umpire)
        assert SECRET not in client.get(reverse(name, args=[session.pk])).content.decode()
    assert write(client, session).status_code == 403, "the umpire writes on no seat but his own"
    export = reverse("table_export", args=[session.pk])
    sign_in(client, player)
    assert SECRET not in client.get(export).content.decode(), "not in a file either"


def test_each_place_has_one_note_and_each_time_its_own(client, table):
    session, player, _umpire = table
    sign_in(client, player)
    write(client, session)
    seat = Seat.objects.get(session=session, name="player")
    assert [one["text"] for one in board_notes.notes_of(seat)] == [SECRET]
    first = seat.notes[0]["seq"]
    while visibility.visible_progress_of(session, "player").seq == first:
        (name, _key), decision = next(iter(services.run_of(session).pending.items()))
        session = give(session, name, decision.options[0])
    write(client, session, text="gone on", turn="2")
    write(client, session, place="0912", text="another")
    seat.refresh_from_db()
    assert [(one["letter"], one["text"], one["turn"]) for one in board_notes.notes_of(seat)] == [
        ("b", "gone on", 2),
        ("c", "another", 1),
    ]
    assert [one["text"] for one in board_notes.notes_of(seat, at=first)] == [SECRET], "a film shows each at its time"
    write(client, session, text="")
    seat.refresh_from_db()
    assert [one["text"] for one in board_notes.notes_of(seat)] == ["another"]


def played_to(session, seq):
    while visibility.visible_progress_of(session, "player").seq < seq:
        (name, _key), decision = next(iter(services.run_of(session).pending.items()))
        session = give(session, name, decision.options[0])
    return session


def test_the_film_shows_a_note_to_its_writer_at_its_time_and_to_nobody_else(client, table):
    session, player, umpire = table
    session = played_to(session, 4)
    sign_in(client, player)
    write(client, session)
    session = played_to(session, 14)
    film = reverse("table_replay_lanes", args=[session.pk])
    last = client.get(film, {"at": "9999"}).content.decode()
    assert f"your note: {SECRET}" in last and last.count(SECRET) > 1, "on its hex, and in the list beside the map"
    assert SECRET not in client.get(film, {"at": "1"}).content.decode(), "not before it was written"
    sign_in(client, umpire)
    assert SECRET not in client.get(film, {"at": "9999"}).content.decode()


def test_a_note_needs_a_place_and_a_board_holds_so_many(client, table, monkeypatch):
    session, player, _umpire = table
    sign_in(client, player)
    assert 'class="refusal"' in write(client, session, place="<b>").content.decode()
    monkeypatch.setattr(board_notes, "MOST", 1)
    write(client, session)
    assert "full of notes" in write(client, session, place="0912").content.decode()
    seat = Seat.objects.get(session=session, name="player")
    with pytest.raises(OrderRefused):
        board_notes.note_write(session=session_at(session.pk), seat=seat, place="0913", text="x", turn=-1)
    assert len(board_notes.notes_of(seat)) == 1
