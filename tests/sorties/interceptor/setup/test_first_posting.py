"""Posting of a "Fly now" pilot: raids can reach him, and his first sortie explains each question."""

import random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from engine.interceptor.rules.combat.exact_chances import raids_in_reach
from play.games import titles
from play.orders.models import Order, OrderStatus
from play.sessions.models import Session
from play.sessions.services import run_of
from play.sessions.views import LATE
from sorties.interceptor.records.models import InterceptorCareer
from sorties.interceptor.setup.first_posting import postings
from sorties.interceptor.text import WORDS
from sorties.interceptor.text.hints import HEADINGS, HINTS
from tests.shared.builders import sorties
from tests.shared.builders.commitments import sealed
from tests.shared.builders.tables import carried_out
from tests.shared.factories import PlayerFactory


def test_each_posting_is_there_from_the_start_and_meets_its_raids():
    charts = titles.pack_of("interceptor-ace", "standard")
    assert len(postings()) > 3
    for line, model in postings():
        chance = raids_in_reach(line, model, 0, charts)
        assert charts.units[line].start == 0 and model in charts.units[line].aircraft
        assert chance["in"] >= 0.75 * chance["of"]
    assert raids_in_reach(1, "Bf109G-1", 0, charts) == {"in": 9, "out": 27, "of": 36}, "Bremen waits for the summer"


@pytest.mark.django_db
def test_fly_now_leads_to_a_drawn_aircraft_and_a_first_choice_that_is_explained():
    client = Client()
    client.post(reverse("fly_now"), {"game": "interceptor-ace"} | sealed(client))
    session = carried_out(Session.objects.get())
    page = client.get(reverse("table", args=[session.pk])).content.decode()
    pilot = session.setup["pilots"][0]
    assert (pilot["unit"], pilot["aircraft"]) in postings()
    assert pilot["aircraft"] in page and "March 1943" in page
    assert '<details class="hint" open>' in page and "92 raids" in page


@pytest.mark.slow
@pytest.mark.django_db
def test_a_hint_is_open_where_he_is_first_asked_and_folded_once_he_has_answered():
    """Search, search again; fire, fire again: each hint goes with its own order, and the next begins another."""
    alice, client = PlayerFactory(), Client()
    client.force_login(alice)
    session, whim, seen = sorties.begun(alice), random.Random(2), {}
    while not {"box.order", "bomber.round", "dispersal.spend"} <= set(seen):
        decision = next(iter(run_of(session).pending.values()), None)
        if decision is None or "dispersal.spend" in seen:  # he has fallen, or met no bomber: another takes his place
            session, seen = sorties.begun(alice, seed=whim.randrange(99)), {}
            continue
        page = client.get(reverse("table", args=[session.pk])).content.decode()
        assert ('<details class="hint' in page) == (decision.kind in HINTS)
        if decision.kind in HINTS:
            seen.setdefault(decision.kind, []).append('<details class="hint" open>' in page)
        bold = [option for option in decision.options if option.partition(":")[0] not in sorties.TIMID]
        session = sorties.given(session, whim.choice(bold or list(decision.options)))
    assert all(shown[0] and not any(shown[1:]) for kind, shown in seen.items()), seen


@pytest.mark.django_db
def test_hints_are_called_back_from_the_help_of_the_table_and_stand_by_the_first_points():
    alice, client = PlayerFactory(), Client()
    client.force_login(alice)
    first = sorties.flown_to(sorties.begun(alice), lambda decision: decision.kind == "dispersal.spend")
    page = client.get(reverse("table", args=[first.pk])).content.decode()
    listed = page[page.index('id="explains"') :]
    assert set(HINTS) == set(HEADINGS)
    assert all(escape(str(words)) in listed and escape(str(HEADINGS[kind])) in listed for kind, words in HINTS.items())
    career = InterceptorCareer.objects.get(session=first)
    assert escape(str(HINTS["dispersal.spend"])) in client.get(reverse("spending", args=[career.pk])).content.decode()
    second = sorties.flown_to(sorties.given(first, "done"), lambda decision: decision.kind == "box.order")
    assert '<details class="hint">' in client.get(reverse("table", args=[second.pk])).content.decode()


def test_a_hint_is_about_a_question_that_is_asked():
    assert set(HINTS) <= {question.kind for question in WORDS.questions}


@pytest.mark.django_db
def test_fly_now_waits_on_a_page_that_says_so_until_a_worker_has_set_the_game_up():
    client = Client()
    client.post(reverse("fly_now"), {"game": "interceptor-ace"} | sealed(client))
    session = Session.objects.get()
    address = f"{reverse('table', args=[session.pk])}?seat=pilot"

    def asked_again():
        return client.get(f"{address}&beginning", headers={"HX-Request": "true"})

    page = client.get(address).content.decode()
    assert "The game is being set up" in page and "Interceptor Ace" in page
    assert "no board" not in page and 'id="board"' not in page
    assert f'hx-get="{escape(address)}&amp;beginning"' in page and '<meta http-equiv="refresh"' in page
    assert "The game opens here as soon as it is ready" in asked_again().content.decode()
    Order.objects.update(given=timezone.now() - 2 * LATE)
    assert "This takes longer than usual" in asked_again().content.decode()
    carried_out(session)
    assert asked_again().headers["HX-Redirect"] == address
    assert 'id="board"' in client.get(address).content.decode()


@pytest.mark.django_db
def test_a_game_that_could_not_be_set_up_says_so():
    client = Client()
    client.post(reverse("fly_now"), {"game": "interceptor-ace"} | sealed(client))
    address = reverse("table", args=[Session.objects.get().pk])
    Order.objects.update(status=OrderStatus.FAILED, code="failed")
    assert "This game could not begin" in client.get(address).content.decode()
    assert client.get(f"{address}?beginning", headers={"HX-Request": "true"}).headers["HX-Redirect"]
