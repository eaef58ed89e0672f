"""Odds at the table of a night under an umpire: guessed from the player's events, and the reason for no odds."""

import html
import random

import pytest
from django.urls import reverse

from engine.kernel.events import Event
from engine.nightfighter.analysis.guesses import GuessChain, NoPlanFound
from engine.nightfighter.analysis.prospects import PROSPECTS, NightProspects
from engine.nightfighter.analysis.raid import RAID_EVENT
from engine.nightfighter.bots.hunter import hunter
from play.journal import store
from play.odds import worker
from play.odds.models import OddsTiming
from play.odds.services import odds_ask
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.sessions.services import run_of
from tests.play.sessions.test_views import HTMX, at
from tests.shared.builders import nights
from tests.shared.builders.tables import carried_out, give
from tests.shared.factories import PlayerFactory
from tests.sorties.nightfighter.board.test_generic_page import night as night_for

pytestmark = pytest.mark.django_db
PLAYER = "player"


@pytest.fixture(autouse=True)
def few(monkeypatch):
    """Send nothing to the queue, and fly every order on four times."""
    monkeypatch.setattr("play.tasks.reckon.apply_async", lambda **how: None)
    monkeypatch.setattr(NightProspects, "budget", lambda self, decision: 4 * len(decision.options))


def night(player, **setup):
    """A night under the computer, on dice that are always the same."""
    setup = {"scenario": "4B", "mode": "blind"} | setup
    session = services.session_open(
        owner=player, title="nightfighter", setup=setup, sitters={PLAYER: services.SeatAssignment(player=player)}
    )
    Session.objects.filter(pk=session.pk).update(seed=random.Random(1).randbytes(32))
    services.session_begin(session=session_at(session.pk), player=player, nonce="a nonce")
    return carried_out(session)


def flown(session, when, turn=2):
    """Let a hunter fly to a question of that turn that has odds."""
    Session.objects.filter(pk=session.pk).update(odds=when)
    bot = hunter(store.pack_of(session), PLAYER, 3)
    while True:
        run = run_of(session)
        (decision,) = run.asked(PLAYER)
        if run.state.turn >= turn and PROSPECTS.covers(decision):
            return session_at(session.pk)
        answer = bot.choose(decision, lambda run=run: run.view(PLAYER))
        session = give(session, PLAYER, answer)


def reckoned(session, callbacks):
    with callbacks(execute=True):
        forecast = odds_ask(session=session, seat=session.seat(PLAYER))
    worker.compute_odds(forecast.pk, forecast.token)
    forecast.refresh_from_db()
    return forecast


def panel(client, session, seat=PLAYER):
    page = client.get(reverse("table_odds", args=[session.pk]), {"seat": seat}, **HTMX)
    return html.unescape(page.content.decode())


def test_the_player_reads_odds_of_nights_guessed_from_what_he_was_told(django_capture_on_commit_callbacks):
    alice = PlayerFactory()
    session = flown(night(alice), OddsTiming.BEFORE)
    kept = bytes(session.record)
    forecast = reckoned(session, django_capture_on_commit_callbacks)
    assert forecast.state == "done" and {one["n"] for one in forecast.told["orders"]} == {4}
    assert bytes(session_at(session.pk).record) == kept
    page = panel(at(alice), session)
    assert "guessed only from your information" in page and "One more shot down" in page


def test_odds_after_an_order_are_those_of_the_moment_before_it(django_capture_on_commit_callbacks):
    session = flown(night(PlayerFactory()), OddsTiming.AFTER, turn=3)
    forecast = reckoned(session, django_capture_on_commit_callbacks)
    assert forecast.seq and forecast.token.startswith("turn2/look@")
    assert [one["option"] for one in forecast.told["orders"]] == ["roll", "pass"]


def test_where_no_night_is_found_the_panel_says_so(monkeypatch, django_capture_on_commit_callbacks):
    def none(self, whim):
        raise NoPlanFound

    monkeypatch.setattr(GuessChain, "begin", none)
    alice = PlayerFactory()
    session = flown(night(alice), OddsTiming.BEFORE)
    forecast = reckoned(session, django_capture_on_commit_callbacks)
    assert forecast.told == {"fits": False}
    assert "found no game that fits all that you know" in panel(at(alice), session)


def test_the_umpire_reads_why_he_has_none():
    session, people = night_for(PLAYER, "umpire", scenario="2A", umpire="person")
    Session.objects.filter(pk=session.pk).update(odds=OddsTiming.AFTER)
    page = html.unescape(people["umpire"].page(session, "table"))
    said = page.split('id="odds"')[1].split("</section>")[0]
    assert "Only the player has odds" in said and "hx-post" not in said.split(">")[0]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["seasoned", "staffel"])
def test_a_year_under_an_umpire_has_odds_of_each_night_from_what_was_told_of_it_alone(
    kind, django_capture_on_commit_callbacks
):
    alice = PlayerFactory()
    career = nights.begun(alice, kind, seed=2, mode="blind", umpire="computer")
    nights.fly(career, lambda state: career.session.told.filter(kind=RAID_EVENT).count() > 1, "hunter")
    session = flown(session_at(career.session_id), OddsTiming.BEFORE)
    forecast = reckoned(session, django_capture_on_commit_callbacks)
    assert forecast.state == "done" and {one["n"] for one in forecast.told["orders"]} == {4}
    run = run_of(session)
    told = worker.observations_of(session, run, forecast.seat.name, forecast.seq)
    assert [line.kind for line in told if isinstance(line, Event)].count(RAID_EVENT) == 1
    assert "guessed only from your information" in panel(at(alice), session)
