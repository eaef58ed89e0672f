"""Boards as they were: every one comes back, from a few rows, and none costs more because much has happened before."""

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.kernel.run import Run
from play.journal import store
from play.journal.models import JournalEntry
from play.journal.snapshots import ZLIB_BEGINS, SnapshotChain, snapshots_of
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at
from tests.shared.builders.tables import begun, carried_out, give, planned, play
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.slow

CHAIN = 8


@pytest.fixture(autouse=True)
def short_chains(monkeypatch):
    monkeypatch.setattr("play.journal.snapshots.LONGEST_CHAIN", CHAIN)


@pytest.fixture
def shot(monkeypatch):
    """Every state that the engine has shown to the loop, as it was."""
    shown = []
    shoot = Run._shoot
    monkeypatch.setattr(Run, "_shoot", lambda run: shown.append(shoot(run)) or shown[-1])
    return shown


def kept(session) -> list[bytes]:
    """Return the stored states after each event, in the order of the journal."""
    rows = session.told.select_related("entry").order_by("number")
    return [snapshots_of(session, row.entry)[row.place] for row in rows]


@pytest.mark.django_db
def test_every_board_comes_back(shot):
    session = play(begun(PlayerFactory(), rounds=12))
    assert session.status == "over"
    assert session.entries_made > 2 * CHAIN
    assert kept(session) == shot
    assert store.state_after(session, session.told.select_related("entry").latest("number")).phase == "over"


@pytest.mark.django_db
def test_what_is_taken_back_and_what_comes_after_it_come_back_too(shot):
    session = planned(begun(PlayerFactory()))
    for course in ("north", "south"):
        session = give(session, "raider", course)
        services.undo_give(session=session, seat=session.seat("raider"), version=session.version)
        session = carried_out(session)
    session = play(session, decisions=2 * CHAIN)
    assert kept(session) == shot


@pytest.mark.django_db
def test_a_state_that_is_not_the_one_kept_stands_alone(shot):
    """Rules whose states hold more made it: a state that depends on another one could not be read."""
    session = play(begun(PlayerFactory()), decisions=6)
    assert bytes(session.journal.latest("seq").frames)[0] > 0
    Session.objects.filter(pk=session.pk).update(chain=f"3:{'0' * 16}")
    session = play(session_at(session.pk), decisions=1)
    assert bytes(session.journal.latest("seq").frames)[0] == 0
    assert kept(session) == shot


@pytest.mark.django_db
def test_a_board_is_had_in_one_question_however_late():
    session = play(begun(PlayerFactory(), rounds=12))
    entries = list(session.journal.order_by("seq"))
    with CaptureQueriesContext(connection) as asked:
        snapshots_of(session, entries[-1])
    assert len(asked) <= 1
    assert {bytes(entry.frames)[0] for entry in entries} == set(range(CHAIN))


def test_a_long_career_makes_no_board_dearer():
    """The state grows with every line of the log; the stored part of an entry does not."""
    log: list[str] = []
    sizes = []
    opening = msgspec.msgpack.encode({"log": log, "rest": 0})
    chain = SnapshotChain(Session(), opening, opening)
    for number in range(160 * CHAIN):
        log.append(f"line {number} with {number * 7919 % 1000} in it")
        state = msgspec.msgpack.encode({"log": log, "rest": number})
        sizes.append(len(chain.add([state], state)))
    hanging = [size for place, size in enumerate(sizes) if place % CHAIN]
    assert max(hanging[-100:]) <= 1.5 * max(hanging[:100])


def test_boards_of_an_earlier_release_are_read(release_2a36ce7):
    seen = 0
    for session in release_2a36ce7.sessions():
        for row in session.told.select_related("entry"):
            assert bytes(row.entry.frames)[0] == ZLIB_BEGINS
            assert store.state_after(session, row) is not None
            seen += 1
    assert seen > 1000


def test_a_game_of_an_earlier_release_keeps_its_boards_and_gets_new_ones(release_2a36ce7):
    session = release_2a36ce7.session("two")
    before = kept(session)
    chain = SnapshotChain(session, bytes(session.opening), before[-1])
    entry = JournalEntry(session=session, seq=session.entries_made + 1, frames=chain.add([before[0]], before[-1]))
    assert snapshots_of(session, entry) == [before[0], before[-1]]
    assert bytes(entry.frames)[0] == 0
