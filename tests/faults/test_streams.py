"""Live streams: their contents, the versions of each reader, and their recovery from the loss of a part of the site."""

import http.client
import os
import signal
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from redis import Redis

from play.live import notify, streams
from play.sessions.models import Session
from tests.faults.conftest import Web, session_cookie, until
from tests.shared.builders.tables import begun, give, planned, play
from tests.shared.factories import GuestFactory, PlayerFactory
from tests.shared.site import web_children
from tests.shared.stream_clients import Pages, pages_of

pytestmark = [pytest.mark.faults, pytest.mark.storage, pytest.mark.django_db(transaction=True)]


class Reader(threading.Thread):
    """One open page: reads its stream, and stores the versions that it receives."""

    def __init__(self, web: Web, session: Session, cookie: str) -> None:
        super().__init__(daemon=True)
        self.line = http.client.HTTPConnection(urlsplit(web.address).netloc, timeout=300)
        self.path, self.cookie = f"/live/{session.pk}/", cookie
        self.status: int | None = None
        self.heard: list[int] = []
        self.start()

    def run(self) -> None:
        with suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
            self.line.request("GET", self.path, headers={"Cookie": self.cookie})
            answer = self.line.getresponse()
            self.status = answer.status
            for line in answer:
                if line.startswith(b"data: "):
                    self.heard.append(int(line[6:]))

    def leave(self) -> None:
        with suppress(OSError):
            if self.line.sock:
                self.line.sock.shutdown(2)
        self.join(5)


@pytest.fixture
def opens() -> Iterator[Callable[..., Reader]]:
    """Open a page that is closed after the test."""
    readers: list[Reader] = []

    def open_page(web: Web, session: Session, player: Any) -> Reader:
        readers.append(Reader(web, session, session_cookie(player)))
        return readers[-1]

    yield open_page
    for reader in readers:
        reader.leave()


def status_of(web: Web, path: str, cookie: str) -> int:
    line = http.client.HTTPConnection(urlsplit(web.address).netloc, timeout=300)
    line.request("GET", path, headers={"Cookie": cookie})
    return line.getresponse().status


def asked_for(session: Session) -> int:
    """Count the processes that listen to a table."""
    with Redis.from_url(settings.REDIS_URL) as broker:
        return broker.pubsub_numsub(f"{notify.CHANNEL}{session.pk}")[0][1]


def test_an_open_table_holds_no_connection_to_the_database(web, opens):
    """Two connections are enough for a process that shows ten tables, and for its pages."""
    server = web(DATABASE_POOL="2")
    sessions = [begun(PlayerFactory()) for _ in range(10)]
    readers = [opens(server, session, session.owner) for session in sessions]
    assert until(lambda: all(reader.heard for reader in readers))
    for session in sessions:
        assert status_of(server, f"/tables/{session.pk}/", session_cookie(session.owner)) == 200
    for session, reader in zip(sessions, readers, strict=True):
        version = planned(session).version
        assert until(lambda reader=reader, version=version: version in reader.heard)


def test_a_process_hears_the_tables_that_it_shows_and_no_other(web, opens):
    server = web()
    shown, other = begun(PlayerFactory()), begun(PlayerFactory())
    readers = [opens(server, shown, shown.owner) for _ in range(2)]
    assert until(lambda: asked_for(shown) == 1)
    assert asked_for(other) == 0
    second = opens(server, other, other.owner)
    assert until(lambda: asked_for(other) == 1)
    readers[0].leave()
    version = planned(shown).version
    assert until(lambda: version in readers[1].heard)
    for reader in (readers[1], second):
        reader.leave()
    assert until(lambda: asked_for(shown) == asked_for(other) == 0)


def test_what_was_ordered_while_the_broker_was_away_is_heard(web, opens, cable):
    server = web(REDIS_URL=cable.url)
    session = planned(begun(PlayerFactory()))
    reader = opens(server, session, session.owner)
    assert until(lambda: asked_for(session) == 1)
    cable.pull()
    session = give(session, "raider", "north")
    # Nobody could tell it; it reads how far the table has come.
    assert until(lambda: session.version in reader.heard)
    cable.put_back()
    assert until(lambda: asked_for(session) == 1)
    session = give(session, "escort", "south")
    assert until(lambda: session.version in reader.heard)


def test_a_reader_who_comes_between_two_orders_hears_the_newest(web, opens):
    """The version at which the page was made may be old when its stream begins."""
    server = web()
    session = planned(begun(PlayerFactory()))
    first = opens(server, session, session.owner)
    assert until(lambda: asked_for(session) == 1)
    for _ in range(4):
        session = play(session, 1)
        later = opens(server, session, session.owner)
        assert until(lambda later=later, version=session.version: version in later.heard)
        later.leave()
    assert until(lambda: session.version in first.heard)
    assert first.heard == sorted(set(first.heard))


def test_a_player_has_so_many_streams_and_then_the_page_asks_by_itself(web, opens):
    server = web()
    alice, bob = PlayerFactory(), PlayerFactory()
    session = begun(alice, bob)
    most = [opens(server, session, alice) for _ in range(streams.MOST_OF_A_PLAYER)]
    assert until(lambda: all(reader.heard for reader in most))
    refused = opens(server, session, alice)
    assert until(lambda: refused.status == 204)
    assert status_of(server, f"/tables/{session.pk}/version/", session_cookie(alice)) == 200
    theirs = opens(server, session, bob)
    assert until(lambda: theirs.heard)
    most[0].leave()

    def may_again() -> bool:
        again = opens(server, session, alice)
        assert until(lambda: again.status is not None)
        return again.status == 200

    assert until(may_again)


@pytest.mark.parametrize("how", ["closed", "reset"])
def test_a_connection_that_ends_is_noticed(web, how):
    """Not at the next sign of life only: what is gone takes no place from others."""
    server, session = web(), begun(GuestFactory())
    line = socket.create_connection(server.place)
    line.sendall(request_for(session))
    assert until(lambda: asked_for(session) == 1)
    if how == "reset":
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()
    assert until(lambda: asked_for(session) == 0, streams.KEEPALIVE_SECONDS / 2)


def request_for(session: Session) -> bytes:
    cookie = session_cookie(session.owner)
    return f"GET /live/{session.pk}/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode()


def tables(count: int) -> list[tuple[str, str]]:
    """Tables of as many guests, each with the cookie of its guest."""
    return [(str(begun(guest).pk), session_cookie(guest)) for guest in GuestFactory.create_batch(count)]


def test_more_streams_than_a_process_holds_stop_no_page(web):
    """The other pages learn that there is no stream, and poll: a page is answered with any number of open streams."""
    server = web(STREAMS_PER_PROCESS="10", TRUSTED_PROXIES="1")
    shown = tables(6)
    with Pages(server.place[1], pages_of(shown, 4)) as pages:
        pages.wait()
        assert (pages.open(), pages.refused()) == (10, 14)
        for session, cookie in shown:
            assert status_of(server, f"/tables/{session}/", cookie) == 200


def test_a_web_process_that_is_killed_takes_no_other_with_it(web):
    """Its streams come back, pages answer, and another takes its place."""
    server = web("--workers", "2", TRUSTED_PROXIES="1")
    assert until(lambda: len(web_children(server.place[1])) == 2)
    shown = tables(5)
    with Pages(server.place[1], pages_of(shown, 4)) as pages:
        pages.wait()
        before = web_children(server.place[1])
        os.kill(before[0], signal.SIGKILL)
        lives = before[1]
        for session, cookie in shown:
            assert until(lambda session=session, cookie=cookie: answers(server, f"/tables/{session}/", cookie))
        assert until(lambda: len(web_children(server.place[1])) == 2)
        assert before[0] not in web_children(server.place[1]) and lives in web_children(server.place[1])
        pages.wait()
        assert pages.open() == 20
        assert all(len(page.heard) == 1 + page.lost for page in pages.pages), "each was told the version again"
        assert server.lives()


def answers(web: Web, path: str, cookie: str) -> bool:
    """Say whether a page is there; a connection that the dead process had taken is reset."""
    try:
        return status_of(web, path, cookie) == 200
    except OSError:
        return False


def test_the_stream_tells_numbers_and_nothing_else(web, opens):
    server = web()
    session = begun(PlayerFactory())
    line = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=300)
    line.request("GET", f"/live/{session.pk}/", headers={"Cookie": session_cookie(session.owner)})
    answer = line.getresponse()
    assert answer.headers["Content-Type"] == "text/event-stream"
    said = [answer.readline() for _ in range(4)]
    assert said == [b"retry: 1000\n", b"event: version\n", f"data: {session.version}\n".encode(), b"\n"]
    line.close()
