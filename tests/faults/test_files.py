"""Files that people bring, with the real server and worker: one that would never end ends at its limit, alone."""

from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from django.db import connections
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import reverse

from engine.kernel.dice import FairDice
from play.sessions import exports
from play.sessions.models import Session
from play.uploads.models import PENDING, Upload
from play.uploads.services import MOST_OF_A_PLAYER
from tests.faults.conftest import Worker, session_cookie, until
from tests.shared.builders.tables import begun, play
from tests.shared.factories import GuestFactory, PlayerFactory

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]
LIMITS = {"FILE_CPU_SECONDS": "1", "FILE_WALL_SECONDS": "100", "FILE_MEMORY_MB": "300"}
WORD = "a" * 32
MANY = 40


@pytest.fixture
def reader(standing, child_environ, tmp_path):
    """A worker whose files have little time and memory."""
    standing.kill()
    worker = Worker(child_environ | LIMITS, tmp_path)
    worker.start()
    yield worker
    worker.kill()
    connections.close_all()


class Visitor:
    """A browser at the real server."""

    def __init__(self, address, player):
        self.line = HTTPConnection(urlsplit(address).netloc, timeout=300)
        self.cookie = f"{session_cookie(player)}; csrftoken={WORD}"

    def bring(self, name, data):
        """Bring a file; give the status and where the answer leads."""
        fields = {"csrfmiddlewaretoken": WORD, "file": File(data)}
        body = encode_multipart(BOUNDARY, fields)
        self.line.request("POST", reverse(name), body, {"Content-Type": MULTIPART_CONTENT, "Cookie": self.cookie})
        answer = self.line.getresponse()
        answer.read()
        return answer.status, answer.getheader("Location", "")

    def see(self, address):
        """Look at a page; give the status and its text."""
        self.line.request("GET", address, headers={"Cookie": self.cookie})
        answer = self.line.getresponse()
        return answer.status, answer.read().decode()


class File:
    """A file as a form sends it."""

    def __init__(self, data):
        self.name, self.content_type, self.data = "file.json", "application/json", data

    def read(self):
        return self.data


def over(player, game):
    session = play(begun(player, rounds=1, game=game))
    return exports.session_file(session, player)


def settled():
    return until(lambda: not Upload.objects.filter(status__in=PENDING).exists())


def test_forty_files_that_never_end_leave_the_site_answering_and_others_are_checked(reader, web):
    alice, guest = PlayerFactory(), GuestFactory()
    endless, honest = over(alice, "trap"), over(alice, "strait")
    address = web().address
    stranger, friend = Visitor(address, guest), Visitor(address, alice)
    reader.trap("spin", 999)
    met = [stranger.bring("verify" if n % 2 else "table_import", endless) for n in range(MANY)]
    assert [status for status, _where in met].count(302) == MOST_OF_A_PLAYER
    assert {status for status, _where in met} == {302, 429}
    status, where = friend.bring("verify", honest)
    assert status == 302
    for page in ("/", reverse("tables"), where):
        assert friend.see(page)[0] == 200
    assert settled()
    assert "The game was played by the rules." in friend.see(where)[1]
    for _status, page in [one for one in met if one[0] == 302]:
        assert "exceeds our limits for a check: 1 s of CPU time" in stranger.see(page)[1]
        assert friend.see(page)[0] == 404, "nobody else reads it"
    assert Session.objects.filter(owner=guest).count() == 0
    assert set(Upload.objects.filter(owner=guest).values_list("attempts", flat=True)) == {1}


def test_a_file_that_takes_all_memory_is_given_up(reader, web):
    alice = PlayerFactory()
    visitor = Visitor(web().address, alice)
    reader.trap("hoard", 999)
    _status, where = visitor.bring("verify", over(alice, "trap"))
    assert settled()
    assert "exceeds our limits for a check: 1 s of CPU time, 300 MB" in visitor.see(where)[1]


CHITS = "chits:\n  provenance: printed sheet\n  chits: [{red: [1, 2, 3], yellow: [1, 2, 3]}]\n"
MANIFEST = "{game: nightfighter, name: mine, title: Mine, version: '1', base: standard}"


class Enough(Exception):
    """More dice were thrown for one answer than any answer needs."""


class FewDice(FairDice):
    """Dice that end a loop."""

    left = 3000

    def draw(self, stream, sides):
        self.left -= 1
        if not self.left:
            raise Enough
        return super().draw(stream, sides)
