"""Nightfighter on the generic page: two people with one of them as umpire, and what a sandbox must not give away.

What is sent is read off the page that its person was shown, so an order without a button could not be given.
"""

import html
import json
import re
import secrets
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse

from engine.kernel.dice import FastDice
from engine.kernel.title import RandomPolicy
from play.journal import store
from play.sessions import services
from play.sessions.selectors import session_at
from play.sessions.services import SeatAssignment, session_open
from tests.engine.nightfighter.charts.test_schema import OWN
from tests.raids.board.test_generic_page import controls
from tests.shared.builders.tables import carried_out
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db
SHOWN = re.compile(r"<script.*?</script>|<[^>]*>", re.DOTALL)
"""Parts of the page that are no words: its tags, and the routes that the map is given as data."""


@pytest.fixture(autouse=True)
def the_same_dice_and_no_worker_to_wait_for(monkeypatch):
    monkeypatch.setattr(
        "play.utils.tokens.secrets", SimpleNamespace(token_bytes=bytes, token_urlsafe=secrets.token_urlsafe)
    )
    monkeypatch.setattr("play.sessions.views.WAIT_SECONDS", 0)


class Person:
    """A player at the table, with a browser that knows only the contents of the pages."""

    def __init__(self, seat):
        self.seat, self.player, self.client = seat, PlayerFactory(display_name=seat.title()), Client()
        self.client.force_login(self.player, backend="django.contrib.auth.backends.ModelBackend")

    def page(self, session, name="table"):
        answer = self.client.get(reverse(name, kwargs={"session": session.pk}))
        assert answer.status_code == 200
        return html.unescape(answer.content.decode())

    def gives(self, session, decision, order):
        """Press the button of an order, which must exist, with its own words."""
        token = store.token_of(decision.key, store.questions_of(session)[decision.actor, decision.key])
        page = self.page(session, "table_changes")
        assert token in page and f'value="{order}"' in page
        assert not re.search(r"\[(?!\d)", SHOWN.sub("", page)), "a bracket without the number of a rule is raw data"
        where = reverse("table_order", kwargs={"session": session.pk})
        sent = {"seat": self.seat, "version": session.version, "token": token, "answer": order}
        assert self.client.post(where, sent, HTTP_HX_REQUEST="true").status_code == 200


def night(*seats, **setup):
    people = {seat: Person(seat) for seat in seats}
    sitters = {seat: SeatAssignment(player=person.player) for seat, person in people.items()}
    session = session_open(owner=people["player"].player, title="nightfighter", setup=setup, sitters=sitters)
    for person in people.values():
        services.session_begin(session=session, player=person.player, nonce="a nonce")
    return carried_out(session), people


def keeps_its_secrets(session, person, state):
    """Look everywhere that the player may look for what only the umpire's map shows."""
    hidden = [f"Attacker {n}" for n, b in enumerate(state.bombers) if b.status == "map"]
    pages = [person.page(session, f"table{name}") for name in ("", "_changes", "_replay", "_dice")]
    exported = json.loads(person.page(session, "table_export"))
    exported.pop("charts")  # everybody may read them, even where they mention umpires
    for text in [*pages, json.dumps(exported)]:
        assert not [secret for secret in [*hidden, "Chits left", "chit.pulled", "umpire.", "weights"] if secret in text]


@pytest.mark.slow
def test_two_people_play_one_as_umpire():
    session, people = night("player", "umpire", scenario="2A", umpire="person")
    title, charts, whim = store.title_of(session), store.pack_of(session), FastDice(4)
    policies = {
        "player": title.policies()["hunter"](charts, "player", 7),
        "umpire": RandomPolicy(lambda sides: whim.draw("whim", sides)),
    }
    given = {"player": 0, "umpire": 0}
    while session.status == "playing":
        run = services.run_of(session)
        ((seat, key),) = run.pending
        decision = run.pending[seat, key]
        look = lambda run=run, seat=seat: run.view(seat)  # noqa: E731 - bound to this question
        people[seat].gives(session, decision, policies[seat].choose(decision, look))
        given[seat] += 1
        session = carried_out(session)
        if sum(given.values()) == 30:
            keeps_its_secrets(session, people["player"], services.run_of(session).state)
            assert "Chits left" in people["umpire"].page(session, "table_changes")
            break
    assert min(given.values()) > 4


@pytest.mark.parametrize("mode", ["blind", "solo"])
def test_a_sandbox_is_made_of_an_open_night_only_while_it_lasts(mode):
    session, people = night("player", scenario="4B", mode=mode)
    people["player"].gives(session, next(iter(services.run_of(session).pending.values())), "N")
    session = carried_out(session)
    where, sent = reverse("table_fork", kwargs={"session": session.pk}), {"at": session.entries_made, "seat": "player"}
    offered = where in people["player"].page(session, "table_replay")
    people["player"].client.post(where, sent)
    assert offered is session.sandboxes.exists() is (mode == "solo")


def test_a_faulty_scenario_of_ones_own_is_refused_beside_its_field_with_file_line_and_field():
    person = Person("player")
    where = reverse("table_new", kwargs={"game": "nightfighter"})
    sent = controls(person.client.get(where).content.decode()) | {"seat.player": "me"}
    answer = person.client.post(where, sent | {"f.own": OWN.replace("Freya: 1", "Freja: 1")})
    shown = html.unescape(answer.content.decode())
    beside = re.search(r'id="f.own-fault"[^>]*>.*?<span>(.*?)</span>', shown, re.S)
    assert answer.status_code == 422 and beside[1].startswith("scenario.yaml, line 12, own.scenario.search_radar.Freja")
    assert OWN.strip().splitlines()[3] in shown
    assert person.client.post(where, sent | {"f.own": OWN}).status_code == 302


def test_a_person_as_umpire_is_asked_for_before_the_table_is_set():
    person = Person("player")
    where = reverse("table_new", kwargs={"game": "nightfighter"})
    sent = controls(person.client.get(where).content.decode()) | {"seat.player": "me", "f.umpire": "person"}
    answer = person.client.post(where, sent)
    assert answer.status_code == 422 and 'name="seat.umpire"' in answer.content.decode()
    answer = person.client.post(where, sent | {"seat.umpire": "link"}, follow=True)
    session = session_at(answer.resolver_match.kwargs["session"])
    assert session.seat("umpire").invitation and not session.seat("umpire").policy
