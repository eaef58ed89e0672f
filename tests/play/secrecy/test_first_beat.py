"""An answer is drawn while it waits for its beat, and leaves at a beat however long anything before it took."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from play.journal import store
from play.live import notify
from play.orders import execute
from play.secrecy import visibility
from play.sessions import services, views
from play.sessions.selectors import session_at
from play.sessions.services import SeatAssignment, session_begin, session_open
from tests.shared.builders.tables import carried_out
from tests.shared.factories import PlayerFactory
from tests.shared.sent_bytes import GUARDS, Clock, ordered

pytestmark = pytest.mark.django_db
BEAT, HOLD = 0.1, 3.0
HTMX = {"HTTP_HX_REQUEST": "true"}


def answer_to(decision):
    """The first order that is open, or the example of a form."""
    return decision.options[0] if decision.form is None else store.json_data(decision.form.example(lambda sides: 1))


class Site:
    """A table and its player's browser; the worker and the templates take as long as a test says."""

    def __init__(self, seat, clock, *, other=None):
        self.seat, self.clock = seat, clock
        self.worker = self.drawing = 0.0
        self.drawn = []
        me = PlayerFactory()
        others = {"british": "german", "german": "british"}[seat]
        sitters = {seat: SeatAssignment(player=me), others: other or SeatAssignment(policy="weak")}
        session = session_open(owner=me, title="bomber-command", setup={}, sitters=sitters)
        for one in {place.player for place in sitters.values() if place.player}:
            session_begin(session=session, player=one, nonce="a nonce")
        self.session = carried_out(session)
        while not (run := services.run_of(self.session)).asked(seat):
            decision = next(iter(run.pending.values()))
            self.session = ordered(self.session, decision, answer_to(decision))
        self.browser = Client()
        self.browser.force_login(me, backend="django.contrib.auth.backends.ModelBackend")
        clock.at += HOLD + 1

    def carry_out(self, order, _is_settled, _seconds):
        self.clock.at += self.worker
        execute.execute_order(order.pk)
        return True

    def draw(self, *args, **kwargs):
        self.drawn.append(self.clock.at)
        self.clock.at += self.drawing
        return self.render(*args, **kwargs)

    def order(self):
        """Give the first order that is open; return the seconds until the answer leaves, and its bytes."""
        self.session = session_at(self.session.pk)
        decision = services.run_of(self.session).asked(self.seat)[0]
        token = store.token_of(decision.key, store.questions_of(self.session)[self.seat, decision.key])
        sent = {"seat": self.seat, "token": token, "answer_json": json.dumps(answer_to(decision))}
        given = self.clock.at = self.clock.at + 1000
        answer = self.browser.post(reverse("table_order", args=[self.session.pk]), sent, **HTMX)
        assert answer.status_code == 200
        return round(self.clock.at - given, 3), GUARDS.sub("", answer.content.decode())

    def now(self):
        """Return the page as it is now."""
        address = f"{reverse('table_changes', args=[self.session.pk])}?seat={self.seat}"
        return GUARDS.sub("", self.browser.get(address, **HTMX).content.decode())


@pytest.fixture
def site_of(monkeypatch, settings):
    """Make the site of a seat, on a clock that only work and waiting move on."""
    settings.VEIL_BEAT_SECONDS, settings.VEIL_HOLD_SECONDS = BEAT, HOLD
    clock = Clock()

    def now():
        # No two looks at a clock show the same.
        clock.at += 1e-6
        return clock.at

    monkeypatch.setattr(visibility, "now", now)
    monkeypatch.setattr("django.utils.timezone.now", clock.now)
    monkeypatch.setattr("play.tasks.carry_out.apply_async", lambda **how: None)

    def wait(seconds):
        clock.at += seconds

    monkeypatch.setattr(visibility.time, "sleep", wait)

    def made(seat, **how):
        site = Site(seat, clock, **how)
        site.render = views.render
        monkeypatch.setattr(notify, "wait_for", site.carry_out)
        monkeypatch.setattr(views, "render", site.draw)
        return site

    return made


@pytest.mark.parametrize(
    ("worker", "drawing", "leaves"),
    [
        (0.0, 0.0, 0.05),
        (0.002, 0.015, 0.05),
        (0.03, 0.019, 0.05),
        (0.03, 0.021, 0.15),
        (0.06, 0.0, 0.15),
        (0.04, 0.12, 0.25),
    ],
)
def test_the_answer_of_a_german_leaves_at_a_beat_and_shows_that_moment(site_of, worker, drawing, leaves):
    site = site_of("german")
    site.worker, site.drawing = worker, drawing
    took, answer = site.order()
    assert took == leaves
    # It was drawn before, and shows what the page would fetch at the beat.
    (drawn,) = site.drawn
    assert drawn < site.clock.at
    assert 'class="prompt in-reach open"' in answer
    assert answer == site.now()


def test_until_the_first_beat_every_other_page_shows_the_game_as_it_was(site_of):
    site = site_of("german")
    before = site.now()
    site.worker, site.drawing = 0.01, 0.01
    took, _answer = site.order()
    site.clock.at += 0.0001 - took
    assert re.search(r'name="shown" value="\d+"', site.now())[0] == re.search(r'name="shown" value="\d+"', before)[0]
    assert 'class="prompt in-reach sent"' in site.now()


def test_the_first_beat_of_the_british_is_a_whole_one(site_of):
    site = site_of("british")
    site.worker, site.drawing = 0.01, 0.01
    took, answer = site.order()
    assert took == BEAT
    assert answer == site.now()


def test_against_a_person_the_answer_is_drawn_at_the_beat_and_not_before(site_of):
    site = site_of("german", other=SeatAssignment(player=PlayerFactory()))
    site.worker, site.drawing = 0.01, 0.013
    took, _answer = site.order()
    (drawn,) = site.drawn
    # A page that shows a clock says how late it was drawn, so that is no sooner than the beat.
    assert round(site.clock.at - drawn, 3) == 0.013
    assert round(took - 0.013, 3) == BEAT
