"""A bot that thinks: its question is an order of its own for the worker of odds, and it sits only where it may."""

import html
from datetime import timedelta

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from engine.bomber_command.game import TITLE
from engine.bomber_command.state import Setup
from engine.interceptor.game import TITLE as BY_DAY
from engine.kernel.title import THINKING
from play.bots import search
from play.journal import store
from play.journal.models import EntryKind
from play.orders import execute
from play.orders.models import Order, OrderKind, OrderStatus
from play.orders.refusals import OrderRefused
from play.sessions import services
from play.sessions.forms import BOT, SITTER, NewTableForm
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.sessions.services import SeatAssignment
from play.tasks import carry_out, sweep
from raids.debriefing.services import rematch_open
from raids.setup.form import NightSetupForm
from sorties.interceptor.careers.forms import AceFlightForm
from tests.shared.factories import PlayerFactory

GAME, BACKEND = "bomber-command", "django.contrib.auth.backends.ModelBackend"
pytestmark = pytest.mark.django_db


def opened(player, thinks="british", **setup):
    """A table at which a bot that thinks sits opposite, on dice that are always the same."""
    other = "german" if thinks == "british" else "british"
    sitters = {thinks: SeatAssignment(policy=THINKING), other: SeatAssignment(player=player)}
    session = services.session_open(owner=player, title=GAME, setup={"scenario": "berlin"} | setup, sitters=sitters)
    Session.objects.filter(pk=session.pk).update(seed=bytes(range(32)))
    return session


def pending(session, kind=OrderKind.THINK):
    return Order.objects.filter(session=session, status=OrderStatus.PENDING, kind=kind)


def settled(session):
    """Do what the worker of orders would: nothing that takes thinking."""
    while orders := list(Order.objects.filter(session=session, status=OrderStatus.PENDING).exclude(kind="think")):
        for order in orders:
            execute.execute_order(order.pk)
    return session_at(session.pk)


def to_a_thought(player):
    """A night in which the British bot has something to think over."""
    session = opened(player)
    services.session_begin(session=session, player=player, nonce="a nonce")
    session = settled(session)
    bot = TITLE.policies()["strong"](store.pack_of(session), "german", 1)
    while not pending(session).exists():
        run = services.run_of(session)
        (decision,) = run.asked("german")
        session = answered(session, bot.choose(decision, lambda run=run: run.view("german")))
    return session


def answered(session, answer):
    (decision,) = services.run_of(session).asked("german")
    token = store.token_of(decision.key, store.questions_of(session)["german", decision.key])
    given = msgspec.to_builtins(answer) if decision.form is not None else answer
    services.answer_give(session=session, seat=session.seat("german"), token=token, answer=given)
    return settled(session)


def thrown(session):
    """Return the statements of the British about their cards."""
    return list(
        session.journal.filter(kind=EntryKind.ANSWER, seat="british", key="british/discard").values_list("answer")
    )


@pytest.mark.slow
def test_what_is_thought_over_is_an_order_of_its_own_and_the_table_says_so(client):
    player = PlayerFactory()
    session = to_a_thought(player)
    (order,) = pending(session)
    assert (order.seat, order.key, order.queue) == ("british", "british/discard", "odds")
    run = services.run_of(session)
    first = search.search_order(session, run, run.find("british", "british/discard"))
    # The German chooses at the same time, then waits.
    while services.run_of(session).asked("german"):
        session = answered(session, "done")
    assert list(pending(session)) == [order] and not thrown(session)
    client.force_login(player, backend=BACKEND)
    text = html.unescape(client.get(reverse("table", args=[session.pk])).content.decode())
    assert "British player (A commander who thinks) is thinking." in text
    carry_out(order.pk)
    assert thrown(session) == [(first,)], "worked out again, it is the same"
    carry_out(order.pk)
    assert thrown(session) == [(first,)], "delivered twice, applied once"
    if first != "done":
        (further,) = pending(session)
        assert further.key == "british/discard" and further.token != order.token
    else:
        assert not pending(session)


@pytest.mark.slow
def test_it_stops_when_the_game_has_moved_on_and_a_lost_order_goes_to_its_own_worker(monkeypatch):
    session = to_a_thought(PlayerFactory())
    (order,) = pending(session)
    run = services.run_of(session)
    Session.objects.filter(pk=session.pk).update(version=session.version + 1)
    assert search.search_order(session, run, run.find("british", "british/discard")) is None
    sent = []
    monkeypatch.setattr("play.tasks.carry_out.apply_async", lambda **how: sent.append((how["args"], how["queue"])))
    sweep(older_than=0)
    assert sent == [([order.pk], "odds")]
    execute.settle(order, OrderStatus.REFUSED, "stale")
    Order.objects.filter(pk=order.pk).update(status=OrderStatus.PENDING, token="british/discard@1")
    carry_out(order.pk)
    order.refresh_from_db()
    assert (order.status, order.code) == (OrderStatus.REFUSED, "stale")


@pytest.mark.slow
def test_a_thought_in_living_hands_is_not_begun_again_and_one_whose_worker_is_gone_is(monkeypatch):
    session = to_a_thought(PlayerFactory())
    (order,) = pending(session)
    sent = []
    monkeypatch.setattr("play.tasks.carry_out.apply_async", lambda **how: sent.append((how["queue"], how["countdown"])))
    lately = timezone.now() - timedelta(seconds=execute.THINKING_SECONDS - 5)
    for attempts in (1, execute.MOST_ATTEMPTS):
        Order.objects.filter(pk=order.pk).update(attempts=attempts, tried=lately)
        carry_out(order.pk)
        order.refresh_from_db()
        assert (order.status, order.attempts, order.tried) == (OrderStatus.PENDING, attempts, lately)
    assert sent == [("odds", execute.THINKING_SECONDS + 1)] * 2
    long_ago = timezone.now() - timedelta(seconds=execute.THINKING_SECONDS + 1)
    Order.objects.filter(pk=order.pk).update(attempts=1, tried=long_ago)
    carry_out(order.pk)
    order.refresh_from_db()
    assert (order.status, order.attempts) == (OrderStatus.DONE, 2)


@pytest.mark.slow
def test_a_worker_notes_that_it_still_thinks(monkeypatch):
    session = to_a_thought(PlayerFactory())
    (order,) = pending(session)
    monkeypatch.setattr(search, "NOTED_SECONDS", -1)
    begun, run = timezone.now(), services.run_of(session)
    search.search_order(session, run, run.find(order.seat, order.key), order)
    order.refresh_from_db()
    last = order.tried
    assert begun < last and not order.attempts
    execute.settle(order, OrderStatus.REFUSED, "stale")
    search.SessionMoved(session, order)()
    order.refresh_from_db()
    assert order.tried == last, "an order that is settled is left alone"


@pytest.mark.parametrize(
    ("thinks", "setup"), [("german", {}), ("british", {"scenario": "downfall"}), ("british", {"fog_of_war": True})]
)
def test_it_sits_only_where_thinking_was_shown_to_be_worth_while(thinks, setup):
    with pytest.raises(OrderRefused, match="no_bot"):
        opened(PlayerFactory(), thinks, **setup)
    form = NewTableForm(GAME, PlayerFactory())
    form.setup = msgspec.structs.replace(Setup("berlin"), **setup)
    found = {seat.name.removeprefix(SITTER): dict(seat.choices) for seat in form.seats}
    assert BOT + THINKING not in found[thinks] and f"{BOT}strong" in found[thinks]


ACE = "interceptor-ace"


def raced(player, **setup):
    """A year against a pilot who thinks."""
    pilots = [{"name": "Mann", "unit": 5}, {"name": "Berg"}]
    sitters = {"pilot": SeatAssignment(player=player), "second": SeatAssignment(policy=THINKING)}
    setup = {"pilots": pilots, "play": "competitive"} | setup
    session = services.session_open(owner=player, title=ACE, setup=setup, sitters=sitters)
    Session.objects.filter(pk=session.pk).update(seed=bytes(range(32)))
    return session


@pytest.mark.slow
def test_a_pilot_who_thinks_flies_beside_the_player_and_his_orders_are_those_that_anybody_would_work_out():
    player = PlayerFactory()
    session = raced(player)
    services.session_begin(session=session, player=player, nonce="a nonce")
    session = settled(session)
    bot, given = BY_DAY.policies()["sensible"](store.pack_of(session), "pilot", 1), []
    while len(given) < 3:
        for order in pending(session):
            run = services.run_of(session)
            given.append((order.key, search.search_order(session, run, run.find("second", order.key))))
            carry_out(order.pk)
            carry_out(order.pk)
            session = settled(session)
        if asked := services.run_of(session).asked("pilot"):
            token = store.token_of(asked[0].key, store.questions_of(session)["pilot", asked[0].key])
            seat = session.seat("pilot")
            services.answer_give(session=session, seat=seat, token=token, answer=bot.choose(asked[0]))
            session = settled(session)
    answers = session.journal.filter(kind=EntryKind.ANSWER, seat="second").values_list("key", "answer")
    thought = [(key, answer) for key, answer in answers.order_by("seq") if (key, answer) in given]
    assert thought[: len(given)] == given


@pytest.mark.parametrize(
    "setup",
    [{"play": "cooperative"}, {"options": {"fatigue": True}}, {"pilots": [{"unit": 5}, {"unit": 5}]}],
)
def test_a_pilot_thinks_only_where_it_was_shown_to_be_worth_while(setup):
    with pytest.raises(OrderRefused, match="no_bot"):
        raced(PlayerFactory(), **setup)


def test_nobody_who_thinks_is_simulated_or_flies_a_year_for_another():
    with pytest.raises(CommandError, match="thinking"):
        call_command("simulate", ACE, "--policy", THINKING)
    assert THINKING not in dict(AceFlightForm().fields["policy"].choices)


def test_tonights_order_offers_it_and_says_where_it_may_not_be():
    def order(**posted):
        form = {"side": "german", "opponent": "bot", "strength": THINKING, "f.scenario": "berlin"} | posted
        return NightSetupForm(PlayerFactory(), form)

    session = order().save()
    assert session is not None and [seat.policy for seat in session.table] == [THINKING, ""]
    for posted in ({"side": "british"}, {"f.scenario": "downfall"}, {"f.moon": "on"}):
        refused = order(**posted)
        assert refused.save() is None
        assert "The commander who thinks plays only the British in Berlin, by the basic rules." in refused.faults


def test_in_the_second_night_with_the_sides_swapped_the_strong_one_takes_its_place():
    player = PlayerFactory()
    session = opened(player)
    Session.objects.filter(pk=session.pk).update(status="over")
    again = rematch_open(session=session_at(session.pk), player=player)
    assert {seat.name: seat.policy for seat in again.table} == {"british": "", "german": "strong"}
