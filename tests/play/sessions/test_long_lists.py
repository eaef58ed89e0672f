"""Questions with more orders than fit on buttons are searched; what is hidden is not counted before the end."""

import io
import json
import re
from collections import Counter

import pytest
from django.core.management import call_command
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from play.games.titles import words_of
from play.sessions import exports, services
from play.sessions.models import Session
from tests.shared.builders.tables import carried_out, give, play, set_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_worker_to_wait_for(monkeypatch):
    monkeypatch.setattr("play.sessions.views.WAIT_SECONDS", 0)


def at(player) -> Client:
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def night_of(player, **setup) -> Session:
    """A current night against the computer as umpire."""
    sitters = {"player": services.SeatAssignment(player=player)}
    session = services.session_open(owner=player, title="nightfighter", setup=setup, sitters=sitters)
    services.session_begin(session=session, player=player, nonce="a nonce")
    return carried_out(session)


def asked_for(session: Session, kind: str) -> Session:
    """Answer by the first order until such a question comes."""
    for _ in range(200):
        decision = next(iter(services.run_of(session).pending.values()))
        if decision.kind == kind:
            return session
        session = give(session, decision.actor, decision.options[0])
    raise AssertionError(kind)


def rendered(count: int, state: str = "open") -> str:
    orders = [{"value": f"hex:{n:04}", "label": f"Hex {n:04}", "state": "open"} for n in range(count - 1)]
    orders.append({"value": "pass", "label": "Pass", "state": "open"})
    question = {"token": "t", "sentence": "Where?", "orders": orders}
    session = Session(title="nightfighter")
    context = {"session": session, "seat": {"name": "player"}, "prompt": {"state": state, "questions": [question]}}
    return render_to_string("play/_prompt.html", context)


def test_many_orders_are_a_labelled_list_and_few_are_buttons():
    few, many = rendered(24), rendered(25)
    assert 'class="order open"' in few and "<select" not in few
    assert 'class="order' not in many and many.count("<option") == 25
    listed = re.search(r'<select id="([\w-]+)" name="answer" size="8" required', many)
    assert listed and f'<label for="{listed[1]}">25 orders</label>' in many
    assert f'aria-controls="{listed[1]}"' in many
    assert many.index('value="pass"') < many.index('value="hex:0000"')
    assert re.search(r"<select[^>]* disabled", rendered(25, "sent"))


def test_an_order_from_the_list_is_taken(alice):
    session = asked_for(night_of(alice, scenario="2"), "radar.place")
    decision = next(iter(services.run_of(session).pending.values()))
    assert len(decision.options) == 487
    page = at(alice).get(reverse("table", args=[session.pk])).content.decode()
    token = re.search(r'name="token" value="([^"]+)"', page)
    data = {"token": token[1], "answer": "hex:0915", "seat": "player"}
    at(alice).post(reverse("table_order", args=[session.pk]), data)
    assert [(s.radar, s.hex) for s in services.run_of(carried_out(session)).state.searches] == [("Freya", 915)]


def test_the_terminal_searches_a_long_list(monkeypatch):
    out, left = io.StringIO(), ["091", "hex:0915"]

    def answer(prompt=""):
        if "487 orders" not in out.getvalue():
            return "1"
        if not left:
            raise EOFError
        return left.pop(0)

    monkeypatch.setattr("builtins.input", answer)
    call_command("play", "nightfighter", setup='{"scenario": "2"}', stdout=out)
    asked = out.getvalue().split("Freya: choose a hex to search.")[1:]
    assert "Pass" in asked[0] and "0101" not in asked[0]
    assert re.findall(r"\d+\. (09\d\d)", asked[0]) == [f"09{row}" for row in range(10, 20)]
    assert "Würzburg: choose a hex to search." in asked[-1]


def test_no_counter_tells_of_hidden_throws_before_the_end(alice):
    session = asked_for(night_of(alice, scenario="2", level="sly"), "radar.place")
    fallen = Counter(stream for line in session.journal.all() for stream, *_rest in line.draws)
    assert fallen["umpire"] and fallen["chits"]
    dice = reverse("table_dice", args=[session.pk])
    page = at(alice).get(dice).content.decode()
    shown = dict(re.findall(r'<th scope="row"[^>]*>([^<]+)</th><td class="figure">(\d+)</td>', page))
    name = words_of("nightfighter").stream
    assert not {name(one) for one in ("umpire", "pool", "chits", "displacement", "corkscrew")} & shown.keys()
    assert int(shown[name("weather")]) == fallen["weather"]
    assert not json.loads(exports.session_file(session, alice))["entries"]
    session = play(session)
    page = at(alice).get(dice).content.decode()
    shown = dict(re.findall(r'<th scope="row"[^>]*>([^<]+)</th><td class="figure">(\d+)</td>', page))
    assert {name("umpire"), name("chits")} <= shown.keys()


def test_all_tables_are_found_page_by_page(alice, monkeypatch):
    monkeypatch.setattr("play.sessions.views.TABLES_ON_A_PAGE", 2)
    made = [set_table(alice, rounds=3).pk for _table in range(5)]
    met = []
    for number, others in ((1, ["next"]), (2, ["prev", "next"]), (3, ["prev"])):
        page = at(alice).get(reverse("tables"), {"page": number}).content.decode()
        met += [pk for pk in made if reverse("table", args=[pk]) in page]
        assert f"Page {number} of 3" in page and re.findall(r'rel="(prev|next)"', page) == others
    assert len(met) == 5 and set(met) == set(made) and made[-1] in met[:2]
    for odd in ("0", "99", "x", "9" * 5000, "-1"):
        assert at(alice).get(reverse("tables"), {"page": odd}).status_code == 200


def test_a_list_that_fits_has_no_other_pages(alice):
    set_table(alice, rounds=3)
    assert "Page 1" not in at(alice).get(reverse("tables")).content.decode()
