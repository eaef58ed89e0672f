"""Odds at a night's table: made of what the seat knows alone, with what is assumed said, and why there are none."""

import html
import random

import pytest
from django.urls import reverse

from engine.bomber_command.analysis.entry import BomberCommandAnalysis
from engine.bomber_command.analysis.prospects import PROSPECTS, RaidProspects
from play.odds import worker
from play.odds.models import OddsTiming
from play.odds.page import in_words
from play.odds.services import odds_ask
from play.sessions.models import Session
from play.sessions.selectors import session_at
from tests.play.sessions.test_views import HTMX
from tests.raids.board.test_map import BACKEND, answer_to, asked, night
from tests.shared.builders.sorties import given

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def is_small(decision):
    """Say whether a question has odds, and so few orders that all are flown."""
    return PROSPECTS.covers(decision) and len(decision.options) <= 6


@pytest.fixture
def at_a_choice(monkeypatch):
    """A night at a question of the British player that is flown on a few times."""
    monkeypatch.setattr(RaidProspects, "budget", lambda self, decision: 2 * len(decision.options))
    session, players = night()
    Session.objects.filter(pk=session.pk).update(odds=OddsTiming.BEFORE)
    rng = random.Random(5)
    while asked(session).actor != "british" or not is_small(asked(session)):
        session = given(session, answer_to(asked(session), rng))
    return session_at(session.pk), players


def panel(client, session, players, side):
    client.force_login(players[side], backend=BACKEND)
    answer = client.get(reverse("table_odds", args=[session.pk]), **HTMX)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def reckoned(session, callbacks, side="british"):
    with callbacks(execute=True):
        forecast = odds_ask(session=session, seat=session.seat(side))
    worker.compute_odds(forecast.pk, forecast.token)
    forecast.refresh_from_db()
    return forecast


@pytest.fixture(autouse=True)
def unsent(monkeypatch):
    """Send nothing to the queue: a test computes by itself."""
    monkeypatch.setattr("play.tasks.reckon.apply_async", lambda **how: None)


def test_the_british_player_reads_what_each_order_would_bring_and_what_is_assumed(
    client, at_a_choice, django_capture_on_commit_callbacks
):
    session, players = at_a_choice
    forecast = reckoned(session, django_capture_on_commit_callbacks)
    options = asked(session).options
    assert forecast.state == "done" and [one["option"] for one in forecast.told["orders"]] == list(options)
    text = panel(client, session, players, "british")
    assert "Net points for you" in text and "deals cards that you have not seen" in text
    assert text.count("data-order=") == len(options)


@pytest.mark.parametrize(("scenario", "fog"), [("berlin", True), ("downfall", False)])
def test_the_german_player_gets_them_too(scenario, fog, client, monkeypatch, django_capture_on_commit_callbacks):
    monkeypatch.setattr(RaidProspects, "budget", lambda self, decision: 2 * len(decision.options))
    session, players = night(scenario, fog_of_war=fog)
    Session.objects.filter(pk=session.pk).update(odds=OddsTiming.BEFORE)
    rng = random.Random(6)
    while asked(session).actor != "german" or not is_small(asked(session)):
        session = given(session, answer_to(asked(session), rng))
    forecast = reckoned(session, django_capture_on_commit_callbacks, "german")
    options = asked(session).options
    assert forecast.state == "done" and [one["option"] for one in forecast.told["orders"]] == list(options)
    assert panel(client, session_at(session.pk), players, "german").count("data-order=") == len(options)


def at_many(least: int, session):
    """Fly on to a question of the German player with many orders."""
    rng = random.Random(6)
    while (
        asked(session).actor != "german" or not PROSPECTS.covers(asked(session)) or len(asked(session).options) < least
    ):
        session = given(session, answer_to(asked(session), rng))
    return session_at(session.pk)


def test_of_many_orders_some_are_flown_and_the_others_are_named(
    client, at_a_choice, monkeypatch, django_capture_on_commit_callbacks
):
    session, players = at_a_choice
    session = at_many(40, session)
    monkeypatch.setattr(RaidProspects, "budget", lambda self, decision: 12)
    forecast = reckoned(session, django_capture_on_commit_callbacks, "german")
    options, told = asked(session).options, forecast.told["orders"]
    assert [one["option"] for one in told] == list(options)
    flown = [one for one in told if one["n"]]
    assert len(flown) == 4 and all(not one["figures"] and not one["stands_out"] for one in told if not one["n"])
    text = panel(client, session, players, "german")
    assert f"simulated 4 of {len(options)} orders" in text and text.count("data-order=") == 4
    assert f"{len(options) - 4} orders were not simulated" in text
    assert text.split('class="odds-left"')[1].split("</details>")[0].count("<li>") == len(options) - 4
    assert "many orders are open" not in text


def test_while_more_are_to_be_flown_nobody_reads_a_list_of_the_others(
    client, at_a_choice, monkeypatch, django_capture_on_commit_callbacks
):
    session, players = at_a_choice
    session = at_many(12, session)
    monkeypatch.setattr(RaidProspects, "budget", lambda self, decision: 6)
    forecast = reckoned(session, django_capture_on_commit_callbacks, "german")
    type(forecast).objects.update(state="running")
    text = panel(client, session, players, "german")
    assert " orders: the most promising" in text and "odds-left" not in text


def test_where_time_was_up_before_the_first_rollout_there_are_no_bars(
    client, at_a_choice, monkeypatch, django_capture_on_commit_callbacks
):
    session, players = at_a_choice
    monkeypatch.setattr(worker, "CPU_SECONDS", -1.0)
    forecast = reckoned(session, django_capture_on_commit_callbacks)
    assert forecast.state == "done" and not any(one["n"] for one in forecast.told["orders"])
    text = panel(client, session, players, "british")
    assert "No simulation finished in time" in text and "data-order=" not in text


def test_where_no_night_fits_the_panel_says_so(client, at_a_choice, monkeypatch, django_capture_on_commit_callbacks):
    session, players = at_a_choice
    monkeypatch.setattr(BomberCommandAnalysis, "guesser", lambda self, known, pack, viewer: lambda dice: None)
    forecast = reckoned(session, django_capture_on_commit_callbacks)
    assert forecast.state == "done" and forecast.told == {"fits": False}
    assert "found no game that fits all that you know" in panel(client, session, players, "british")


@pytest.mark.parametrize(
    ("figure", "text"),
    [((-3.2, -9.6, 3.2, False), "−10 to 3"), ((-0.2, -0.4, 0.4, False), "0"), ((4.0, 4.0, 4.0, True), "4")],
)
def test_an_amount_that_may_be_less_than_nothing_is_said_with_its_sign(figure, text):
    assert in_words(figure, 8, share=False, signed=True)[0] == text
