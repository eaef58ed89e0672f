"""A night of Bomber Command by two people on the generic page: the plot drawn with the page's pencil, then every order.

What is sent is read off the page that the player was shown, so an order without a button could not be given.
"""

import html
import json
import re
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from play.journal import store
from play.orders.models import OrderStatus
from play.sessions import services
from play.sessions.services import SeatAssignment, session_open
from raids.text import WORDS
from tests.shared.builders.tables import carried_out
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db
SEATS = ("british", "german")
CONTROL = re.compile(r'<(?:input type="(?:text|number)"|input type="checkbox"|textarea|select|option)[^>]*>', re.S)
SECRETS = ("target_vps", "moon_value", "false_counters", "The plot:")


@pytest.fixture(autouse=True)
def no_worker_to_wait_for(monkeypatch):
    monkeypatch.setattr("play.sessions.views.WAIT_SECONDS", 0)


class Person:
    """Somebody at the table, with a browser that knows nothing but what the pages show."""

    def __init__(self, seat):
        self.seat = seat
        self.player = PlayerFactory(display_name=seat.title())
        self.client = Client()
        self.client.force_login(self.player, backend="django.contrib.auth.backends.ModelBackend")

    def page(self, session, name="table", **query):
        """Return the text of a page of the table."""
        where = reverse(name, kwargs={"session": session.pk}) + (f"?{urlencode(query)}" if query else "")
        answer = self.client.get(where)
        assert answer.status_code == 200
        return answer.content.decode()

    def post(self, session, token, **sent):
        """Press a button of the prompt."""
        where = reverse("table_order", kwargs={"session": session.pk})
        data = {"seat": self.seat, "version": session.version, "token": token} | sent
        return self.client.post(where, data, HTTP_HX_REQUEST="true")


def night(**setup):
    people = {seat: Person(seat) for seat in SEATS}
    sitters = {seat: SeatAssignment(player=person.player) for seat, person in people.items()}
    session = session_open(owner=people["british"].player, title="bomber-command", setup=setup, sitters=sitters)
    for person in people.values():
        services.session_begin(session=session, player=person.player, nonce="a nonce")
    return carried_out(session), people


def before_the_plot(**setup):
    """A table at which the British player is asked for his plot."""
    session, people = night(**setup)
    while (decision := next(iter(services.run_of(session).pending.values()))).form is None:
        person = people[decision.actor]
        page = person.page(session)
        assert person.post(session, token_of(page), answer=decision.options[0]).status_code == 200
        session = carried_out(session)
    return session, people["british"]


def attribute(tag, name):
    found = re.search(rf'\b{name}="([^"]*)"', tag)
    return html.unescape(found[1]) if found else ""


def controls(page):
    """Read what a browser would send of the form on a page: what is typed, chosen and ticked."""
    sent, chosen = {}, ""
    for tag in CONTROL.findall(page):
        if tag.startswith("<select"):
            chosen = attribute(tag, "name")
        elif tag.startswith("<option"):
            if chosen.startswith("f.") and (" selected" in tag or chosen not in sent):
                sent[chosen] = attribute(tag, "value")
        elif attribute(tag, "name").startswith("f.") and ("checkbox" not in tag or " checked" in tag):
            sent[attribute(tag, "name")] = attribute(tag, "value") or ("on" if "checkbox" in tag else "")
    return sent


def ways(page):
    """Read what the page offers to write down next."""
    found = re.search(r'<select id="way\.[^"]*" name="(way\.[^"]*)">(.*?)</select>', page, re.S)
    offers = [html.unescape(value) for value in re.findall(r'value="([^"]+)"', found[2])] if found else []
    return (found[1] if found else ""), offers


def token_of(page):
    return html.unescape(re.search(r'name="token" value="([^"]+)"', page)[1])


def drawn_raid(person, session, page, kind, place):
    """Draw one raid by buttons and lists alone."""
    token = token_of(page)
    page = person.post(session, token, **controls(page), draft="add:raids").content.decode()
    page = person.post(
        session, token, **controls(page) | {f"f.raids.{place}.kind": kind}, draft=f"ways:raids.{place}"
    ).content.decode()
    for _ in range(16):
        name, offers = ways(page)
        assert name == f"way.raids.{place}"
        typed = controls(page)
        if not offers:
            break
        page = person.post(session, token, **typed | {name: offers[0]}, draft=f"ways:raids.{place}").content.decode()
    return page


@pytest.mark.slow
def test_a_plot_is_drawn_by_buttons_alone():
    session, person = before_the_plot(scenario="berlin")
    page = drawn_raid(person, session, person.page(session), "main", 0)
    page = drawn_raid(person, session, page, "gardening", 1)
    page = person.post(session, token_of(page), **controls(page), draft="drop:raids.1").content.decode()
    typed = controls(page)
    assert {name.split(".")[2] for name in typed} <= {"0"}
    assert typed["f.raids.0.target"] == run_state(session).targets[0]
    page = person.post(session, token_of(page), **typed, draft="judge").content.decode()
    assert "No errors." in page
    assert person.post(session, token_of(page), **typed).status_code == 200
    session = carried_out(session)
    assert [raid.kind for raid in run_state(session).raids] == ["main"]


def test_faults_of_a_plot_stand_beside_their_fields():
    session, person = before_the_plot(scenario="downfall")
    page = person.page(session)
    page = person.post(session, token_of(page), draft="example").content.decode()
    typed = controls(page)
    wrong = typed | {"f.raids.1.turn": "99", "f.raids.0.out": "Z99"}
    answer = person.post(session, token_of(page), **wrong)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="Z99"' in page
    for field in ("f.raids.1.turn", "f.raids.0.out"):
        assert f'id="{field}-fault"' in page
    assert not session.orders.filter(status=OrderStatus.PENDING, answer__isnull=False).exists()
    missing = {name: text for name, text in typed.items() if not name.startswith("f.raids.1.")}
    assert "This entry is not valid" not in page and person.post(session, token_of(page), **missing).status_code == 422


def run_state(session):
    return services.run_of(session).state


LOOKED_AT = 8


class Looks:
    """Choice of the orders of a night that are given on its pages: each new kind, and every eighth of the others."""

    def __init__(self):
        self.met, self.passed = set(), 0

    def wanted(self, decision):
        self.passed += 1
        kinds = {(decision.actor, decision.kind, option.partition(":")[0]) for option in decision.options}
        is_new = decision.form is not None or not kinds <= self.met
        self.met |= kinds
        return is_new or self.passed % LOOKED_AT == 0


def given(person, session, decision, policy, run, looks):
    """Give a player's order by what his page shows, or say that the page lacks it."""
    token = store.token_of(decision.key, store.questions_of(session)[(decision.actor, decision.key)])
    if not looks.wanted(decision):
        answer = policy.choose(decision, lambda: run.view(person.seat))
        services.answer_give(session=session, seat=session.seat(person.seat), token=token, answer=answer)
        return
    page = person.page(session, "table_changes", seat=person.seat)
    assert "[" not in re.sub(r"<[^>]*>", "", page)
    assert token in html.unescape(page)
    if decision.form is not None:
        page = person.post(session, token, draft="example").content.decode()
        assert person.post(session, token, **controls(page)).status_code == 200
        return
    answer = policy.choose(decision, lambda: run.view(person.seat))
    assert f'value="{html.escape(answer)}"' in page
    assert person.post(session, token, answer=answer).status_code == 200


def keeps_its_secrets(session, people):
    """Look everywhere that the German player may look."""
    german, state = people["german"], run_state(session)
    hidden = [*SECRETS, *(f'"{card}"' for card in state.hands.get("british", ()))]
    pages = [german.page(session, f"table{name}") for name in ("", "_changes", "_log", "_replay", "_dice")]
    pages += [german.page(session, "table_replay", at=at) for at in (3, session.events_told)]
    exported = german.page(session, "table_export")
    for text in [*pages, exported]:
        assert [secret for secret in hidden if secret in text] == []
    assert '"via"' not in exported
    routes = [",".join(raid.route) for raid in state.raids]
    assert not any(route in re.sub(r'[" ]', "", exported) for route in routes)
    plots = [entry for entry in session.journal.all() if isinstance(entry.answer, dict)]
    assert plots and json.dumps(plots[0].answer)[1:60] not in exported


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_two_people_play_a_whole_night(scenario):
    session, people = night(scenario=scenario, bad_weather=True, fog_of_war=True)
    title, charts = store.title_of(session), store.pack_of(session)
    policies = {seat: title.policies()["weak"](charts, seat, 7) for seat in SEATS}
    looked, looks = 0, Looks()
    for turn in range(3000):
        run = services.run_of(session)
        if session.status != "playing":
            break
        (seat, _key), decision = next(iter(run.pending.items()))
        given(people[seat], session, decision, policies[seat], run, looks)
        session = carried_out(session)
        if run.state.raids and turn % 90 == 50 and session.status == "playing":
            keeps_its_secrets(session, people)
            looked += 1
    assert session.status == "over" and looked
    for person in people.values():
        assert html.escape(WORDS.ended(session.outcome)) in person.page(session)
        assert '"raids"' in person.page(session, "table_export")


@pytest.mark.slow
def test_a_person_plays_against_a_bot():
    """The bot answers by itself, so that whenever the night goes on it is the person who is asked."""
    person = Person("british")
    sitters = {"british": SeatAssignment(player=person.player), "german": SeatAssignment(policy="weak")}
    session = session_open(owner=person.player, title="bomber-command", setup={"scenario": "berlin"}, sitters=sitters)
    services.session_begin(session=session, player=person.player, nonce="a nonce")
    session = carried_out(session)
    policy = store.title_of(session).policies()["weak"](store.pack_of(session), "british", 3)
    looks = Looks()
    for _ in range(400):
        if session.status != "playing":
            break
        run = services.run_of(session)
        ((seat, key),) = run.pending
        assert seat == "british"
        given(person, session, run.pending[seat, key], policy, run, looks)
        session = carried_out(session)
    assert session.status == "over"
    assert html.escape(WORDS.ended(session.outcome)) in person.page(session)
