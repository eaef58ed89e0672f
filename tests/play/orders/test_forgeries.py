"""Ten thousand forged commands over HTTP: not offered, wrong seat, old version, other session; none is executed."""

import itertools
import json
import random

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from play.journal import store
from play.journal.models import JournalEntry
from play.orders.models import Order
from play.sessions import views
from play.sessions.models import Session
from tests.shared.builders.tables import begun, give, planned
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
FORGERIES, FORGERS = 10_000, 5
DRAWN = 10
"""Of so many refusals one is drawn: what is proved is what is executed, and drawing is most of what an answer costs."""
KINDS = 12
FORGED_LISTS = [
    json.dumps(items)
    for items in (
        [[None, "fire"], [None, "north"]],
        [["round0/trim", "high"], ["round0/course", "north"]],
        [["round0/course", "east"]],
        [[None, "north"]] * 10_000,
        [[None, ["north"]]],
        [["north"]],
        [[None, "\0"]],
        [[None, "north"], [None, "\0"]],
        {"north": "south"},
        [],
        None,
    )
] + ["[" * 5000, "[[null,"]


@pytest.fixture(autouse=True)
def no_wait(monkeypatch):
    monkeypatch.setattr("play.sessions.views.WAIT_SECONDS", 0)


@pytest.fixture(autouse=True)
def few_are_drawn(monkeypatch):
    drawn, number = views.refused_page, itertools.count()

    def refused(request, session, refusal):
        if next(number) % DRAWN == 0:
            return drawn(request, session, refusal)
        return HttpResponse(refusal.sentence, status=refusal.status)

    monkeypatch.setattr(views, "refused_page", refused)


def at(player):
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def forge(rng, mine, other):
    """One command that must not be executed: for a session in which Alice is the raider and Bob the escort."""
    asked = {seat: store.token_of(key, seq) for (seat, key), seq in store.questions_of(mine).items()}
    options = ["north", "south", "fire", "hold", "high", "play", "keep", "", "NORTH", "0", "None", "plan.write"]
    kinds = {
        "not offered": lambda: {"token": asked["raider"], "answer": rng.choice(options[2:])},
        "wrong seat": lambda: {
            "token": asked["raider"],
            "answer": "north",
            "seat": rng.choice(["escort", "umpire", "|"]),
        },
        "old version": lambda: {"token": f"round0/course@{rng.choice([0, 1, 2, 99, -1, 10**12])}", "answer": "north"},
        "old question": lambda: {"token": rng.choice(["plan.write@1", "round0/trim@3", "begin"]), "answer": "north"},
        "no token": lambda: {"answer": "north"},
        "wrong shape": lambda: {
            "token": asked["raider"],
            "answer_json": json.dumps(
                rng.choice([["north"], {"answer": "north"}, 0, True, None, 1.5, {"lanes": [2, 2, 2]}])
            ),
        },
        "several": lambda: {
            "token": rng.choice([asked["raider"]] * 4 + ["round0/course@1", "x"]),
            "answers_json": rng.choice(FORGED_LISTS),
        },
        "another key": lambda: {"token": "".join(rng.choices("abc/@:0", k=rng.randrange(1, 300))), "answer": "north"},
        "other paths": lambda: {
            "version": rng.choice([mine.version - 1, mine.version + 1, 0, "x"]),
            "path": "table_undo",
        },
        "consent unasked": lambda: {"version": mine.version, "consent": "yes", "path": "table_consent"},
        "step back unasked": lambda: {"version": mine.version, "path": "table_step_back"},
        "another session": lambda: {"session": other, "token": asked["raider"], "answer": "north"},
    }
    name = rng.choice(list(kinds))
    return name, kinds[name]()


@pytest.mark.parametrize("share", range(FORGERS))
def test_none_of_ten_thousand_forged_commands_is_executed(share):
    alice, bob, mallory = (PlayerFactory(display_name=name) for name in ("Alice", "Bob", "Mallory"))
    mine = planned(begun(alice, bob))
    other = planned(begun(bob, mallory))
    mine = give(mine, "escort", "south")
    before = [(s.version, bytes(s.record)) for s in (mine, other)]
    entries, orders = JournalEntry.objects.count(), Order.objects.count()
    forgers = {"alice": at(alice), "mallory": at(mallory)}
    rng = random.Random(share)
    met: dict[str, set[int]] = {}
    for _ in range(FORGERIES // FORGERS):
        name, fields = forge(rng, mine, other)
        session = fields.pop("session", mine)
        address = reverse(fields.pop("path", "table_order"), kwargs={"session": session.pk})
        # At the other table Mallory has a seat of his own.
        forger = "alice" if session is other else rng.choice(["alice"] * 9 + ["mallory"])
        answer = forgers[forger].post(address, fields, HTTP_HX_REQUEST="true")
        assert 400 <= answer.status_code < 500, (name, fields)
        met.setdefault(name, set()).add(answer.status_code)
    assert len(met) == KINDS
    assert (JournalEntry.objects.count(), Order.objects.count()) == (entries, orders)
    sessions = [Session.objects.get(pk=s.pk) for s in (mine, other)]
    assert [(s.version, bytes(s.record)) for s in sessions] == before
