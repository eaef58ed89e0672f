"""Forged commands sent to a real server: some hundreds of the ten thousand, with the headers that a browser sends."""

import random
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit

import pytest
from django.urls import reverse

from play.journal.models import JournalEntry
from play.orders.models import Order
from play.sessions.models import Session
from tests.faults.conftest import session_cookie
from tests.play.orders.test_forgeries import KINDS, forge
from tests.shared.builders.tables import begun, give, planned
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]
FORGERIES = 300
WORD = "a" * 32


def test_a_real_server_executes_no_forged_command(started, web):
    alice, bob, mallory = (PlayerFactory(display_name=name) for name in ("Alice", "Bob", "Mallory"))
    mine, other = planned(begun(alice, bob)), planned(begun(bob, mallory))
    mine = give(mine, "escort", "south")
    before = [(one.version, bytes(one.record)) for one in (mine, other)]
    entries, orders = JournalEntry.objects.count(), Order.objects.count()
    rng = random.Random(7)
    line = HTTPConnection(urlsplit(web().address).netloc, timeout=300)
    page = reverse("table", kwargs={"session": mine.pk})
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"{session_cookie(alice)}; csrftoken={WORD}",
        "HX-Request": "true",
        "HX-Current-URL": f"http://{line.host}:{line.port}{page}",
    }
    met: dict[str, set[int]] = {}

    def send(fields: dict) -> tuple[int, str]:
        where = reverse(fields.pop("path", "table_order"), kwargs={"session": fields.pop("session", mine).pk})
        line.request("POST", where, urlencode({"csrfmiddlewaretoken": WORD} | fields), headers)
        answer = line.getresponse()
        answer.read()
        return answer.status, answer.getheader("HX-Redirect", "")

    for _ in range(FORGERIES):
        name, fields = forge(rng, mine, other)
        status, _ = send(fields)
        assert 400 <= status < 500, (name, fields)
        met.setdefault(name, set()).add(status)
    assert len(met) == KINDS
    assert send({"token": "x", "answer": "y" * 3_000_000}) == (413, "")
    headers["Cookie"] = f"csrftoken={WORD}"
    # A signed-out visitor is shown the sign-in page.
    assert send({"answer": "north"}) == (200, f"/accounts/login/?next={page}")
    del headers["Cookie"]
    assert send({"answer": "north"}) == (403, "")
    assert (JournalEntry.objects.count(), Order.objects.count()) == (entries, orders)
    assert [(one.version, bytes(one.record)) for one in map(again, (mine, other))] == before


def again(session):
    return Session.objects.get(pk=session.pk)
